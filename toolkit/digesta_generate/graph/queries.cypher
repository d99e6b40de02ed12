// What is asked of a loaded graph, a query after each name. "point_in_time" is TLR-Bench's own, with
// parameters for its literals and an order; the rows of every query are in order.

// query: point_in_time
MATCH (c:Component {component_id: $component_id})-[:HAS_VERSION]->(v:CTV)
WHERE v.date_start <= date($date)
  AND (v.date_end IS NULL OR v.date_end > date($date))
MATCH (v)-[:EXPRESSED_IN]->(clv:CLV)-[:HAS_TEXT]->(t:TextUnit)
RETURN v.version_number AS version,
       v.date_start AS valid_from,
       v.date_end AS valid_to,
       t.full_text AS text,
       t.content_hash AS text_hash
ORDER BY version

// query: difference
MATCH (c:Component {component_id: $component_id})-[:HAS_VERSION]->(v:CTV)
WHERE v.date_start <= date($date_2)
  AND (v.date_end IS NULL OR v.date_end > date($date_1))
OPTIONAL MATCH (a:Action)-[:RESULTED_IN]->(v)
RETURN v.version_number AS version,
       v.date_start <= date($date_1) AS on_date_1,
       v.date_end IS NULL OR v.date_end > date($date_2) AS on_date_2,
       v.settled AS settled,
       a.amendment AS amendment
ORDER BY version, a.ordering_id

// query: history
MATCH (c:Component {component_id: $component_id})-[:HAS_VERSION]->(v:CTV)
OPTIONAL MATCH (a:Action)-[:RESULTED_IN]->(v)
RETURN v.version_number AS version,
       v.date_start AS date,
       v.settled AS settled,
       a.amendment AS amendment
ORDER BY version, a.ordering_id

// query: impact
MATCH (s:Component {component_id: $scope})-[:HAS_CHILD*0..4]->(d:Component)
WHERE d.component_type IN ['body', 'title', 'chapter', 'section', 'subsection']
MATCH (v:CTV {place: d.component_id})<-[:HAS_VERSION]-(c:Component {component_type: 'article'})
WHERE v.date_start >= date($from) AND v.date_start < date($to)
MATCH (a:Action)-[:RESULTED_IN]->(v)
RETURN c.component_id AS article,
       c.ordering_id AS place,
       v.version_number AS version,
       v.settled AS settled,
       a.amendment AS amendment
ORDER BY v.date_start, place, version, a.ordering_id

// query: in_force
MATCH (c:Component {component_type: 'article'})-[:HAS_VERSION]->(v:CTV)
WHERE v.date_start <= date($date)
  AND (v.date_end IS NULL OR v.date_end > date($date))
RETURN c.component_id AS article, v.version_number AS version
ORDER BY c.ordering_id, version

// query: every_state
MATCH (c:Component {component_type: 'article'})-[:HAS_VERSION]->(v:CTV)
RETURN c.component_id AS article, v.version_number AS version
ORDER BY c.ordering_id, version

// query: states
UNWIND $articles AS article
MATCH (c:Component {component_id: article})-[:HAS_VERSION]->(v:CTV)
WHERE v.ctv_id IN $ids
MATCH (v)-[:EXPRESSED_IN]->(:CLV)-[:HAS_TEXT]->(t:TextUnit)
OPTIONAL MATCH (a:Action)-[:RESULTED_IN]->(v)
RETURN c.component_id AS article, v.version_number AS version, v.date_start AS start,
       v.settled AS settled, v.place AS place, t.full_text AS text, a.amendment AS amendment
ORDER BY c.ordering_id, version, a.ordering_id
