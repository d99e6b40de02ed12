"""A law through time, read from a graph database: what the builder of questions draws from.

It answers as ``digesta_legal.timeline.Timeline`` does, by Cypher; what was asked once is kept.
States, components and amendments come in one query each; what stood or changed in a division is
asked division by division.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import groupby

from digesta.text.amendments_pt import in_order_of_number
from digesta_generate.graph.client import Client, Row
from digesta_generate.graph.faults import graph_error
from digesta_generate.graph.load import whole
from digesta_generate.graph.truths import impact
from digesta_legal.timeline import Action, ArticleImpact, Component, DatedLaw, State, in_force

COMPONENTS = """
MATCH (c:Component)
WHERE c.component_type <> 'caput'
OPTIONAL MATCH (p:Component)-[:HAS_CHILD]->(c)
RETURN c.component_id AS component_id, c.component_type AS component_type,
       c.ordering_id AS ordering_id, c.norm_id AS norm_id,
       coalesce(p.component_id, '') AS parent_id
ORDER BY ordering_id
"""

ACTIONS = """
MATCH (a:Action)
RETURN a.amendment AS amendment, a.date AS date, a.summary AS summary
ORDER BY a.ordering_id
"""

STATES = """
MATCH (c:Component {component_type: 'article'})-[:HAS_VERSION]->(v:CTV)
MATCH (v)-[:EXPRESSED_IN]->(:CLV)-[:HAS_TEXT]->(t:TextUnit)
OPTIONAL MATCH (a:Action)-[:RESULTED_IN]->(v)
RETURN c.component_id AS article, v.version_number AS number, v.date_start AS start,
       v.date_end AS end, v.settled AS settled, v.place AS place, t.full_text AS text,
       a.amendment AS amendment
ORDER BY c.ordering_id, number, a.ordering_id
"""

DAYS = """
MATCH (c:Component {component_type: 'article'})-[:HAS_CHILD*1..4]->(:Component)
      -[:HAS_VERSION]->(v:CTV)
WHERE v.date_end IS NULL OR v.date_start < v.date_end
RETURN DISTINCT c.component_id AS article, v.date_start AS day
ORDER BY article, day
"""

STANDING = """
MATCH (s:Component {component_id: $scope})-[:HAS_CHILD*0..4]->(d:Component)
WHERE d.component_type IN ['body', 'title', 'chapter', 'section', 'subsection']
MATCH (v:CTV {place: d.component_id})<-[:HAS_VERSION]-(c:Component {component_type: 'article'})
WHERE v.date_start <= date($day) AND (v.date_end IS NULL OR v.date_end > date($day))
RETURN c.component_id AS article, c.ordering_id AS place
ORDER BY place
"""


class GraphTimeline(DatedLaw):
    """A whole graph of a given source.

    source: digest of the folder that it must have been loaded from. GraphError otherwise, and
    where it is not whole.
    """

    def __init__(self, client: Client, source: str) -> None:
        held = whole(client)
        if held.source != source:
            got = f"a graph of the source {held.source[:12]}, not {source[:12]}"
            raise graph_error("graph-other-source", client.address.place, got)
        self._client = client
        self._standing = cache(self._ask_standing)
        self._impact = cache(self._ask_impact)

    @cached_property
    def components(self) -> Mapping[str, Component]:
        """Every component but own lines of what has parts, in the order of the text."""
        return {row["component_id"]: Component(**row) for row in self._client.rows(COMPONENTS)}

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every amendment, by day and number."""
        return tuple(Action(**row) for row in self._client.rows(ACTIONS))

    @property
    def articles(self) -> tuple[str, ...]:
        """Every article, in the order of the text."""
        return tuple(self.states)

    @cached_property
    def states(self) -> Mapping[str, tuple[State, ...]]:
        """Every article's states: its versions."""
        days = {
            article: [row["day"] for row in of]
            for article, of in groupby(self._client.rows(DAYS), lambda row: str(row["article"]))
        }
        return {
            article: tuple(_states(of, days[article]))
            for article, of in groupby(self._rows, lambda row: str(row["article"]))
        }

    @cached_property
    def _rows(self) -> list[Row]:
        return self._client.rows(STATES)

    @cached_property
    def _places(self) -> Mapping[tuple[str, int], str]:
        return {(row["article"], row["number"]): row["place"] for row in self._rows}

    def place_on(self, article: str, day: str) -> str:
        """Return the division in which an article stands on a day, or at its first before that."""
        state = self.state_on(article, day) or self.states[article][0]
        return self._places[article, state.number]

    def articles_in(self, scope: str, day: str) -> tuple[str, ...]:
        """Return the articles in force on a day in a division."""
        return self._standing(scope, day)

    def impact(self, scope: str, start: str, end: str) -> tuple[ArticleImpact, ...]:
        """Return the articles of a division that an amendment changed or added in [start, end)."""
        return self._impact(scope, start, end)

    def _ask_standing(self, scope: str, day: str) -> tuple[str, ...]:
        rows = self._client.rows(STANDING, scope=scope, day=day)
        return tuple(row["article"] for row in rows)

    def _ask_impact(self, scope: str, start: str, end: str) -> tuple[ArticleImpact, ...]:
        rows = impact(self._client, scope, start, end)
        in_order = sorted(rows, key=lambda row: (int(row["place"]), int(row["version"])))
        states: list[ArticleImpact] = []
        for article, of in groupby(in_order, lambda row: str(row["article"])):
            numbers = dict.fromkeys(int(row["version"]) for row in of)
            states.append(
                ArticleImpact(article, tuple(self.states[article][n - 1] for n in numbers))
            )
        return tuple(states)


def _states(rows: Iterable[Row], days: list[str]) -> Iterator[State]:
    """Return an article's states. days: on which a version of anything in it begins."""
    for number, of in groupby(rows, lambda row: int(row["number"])):
        made = list(of)
        start, end = made[0]["start"], made[0]["end"]
        names = [row["amendment"] for row in made]
        yield State(
            article=made[0]["article"],
            number=number,
            start=start,
            end=end,
            amendments=tuple(sorted(filter(None, names), key=in_order_of_number)),
            settled=made[0]["settled"],
            text=made[0]["text"],
            retouched=tuple(day for day in days if day != start and in_force(start, end, day)),
        )
