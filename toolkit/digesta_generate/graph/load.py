"""Bring a corpus into a database, so that whatever interrupts it is seen and mended.

Order: constraints and indexes; the node ``Load``, not complete; nodes, then relations, in batches
that are merged by key; all of it read back and compared by digest; the node ``Load``, complete.
Each step may be repeated: a second load of the same corpus changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from digesta_generate.graph.client import Client, Row
from digesta_generate.graph.corpus import GraphCorpus, Pair, graph_digest
from digesta_generate.graph.faults import graph_error
from digesta_generate.graph.shape import DAYS, ENDS, INDEXES, KEYS, Label
from digesta_legal.timeline.graph import Relation

BATCH = 1000
"""Rows of one transaction."""
Count = Callable[[int], None]
"""Told how many nodes and relations were just written or read back."""


class LoadRecord(NamedTuple):
    """What a database says that it holds: digests of source and graph, and whether it is whole."""

    source: str
    graph: str
    nodes: int
    relations: int
    complete: bool


def load_record(client: Client) -> LoadRecord | None:
    """Return what a database says that it holds; None where nothing was loaded."""
    rows = client.rows(
        "MATCH (l:Load {name: 'digesta'}) RETURN l.source AS source, l.graph AS graph, "
        "l.nodes AS nodes, l.relations AS relations, l.complete AS complete ORDER BY graph"
    )
    return LoadRecord(**rows[0]) if rows else None


def whole(client: Client) -> LoadRecord:
    """Return what a database holds; a GraphError where that is nothing, or not the whole of it."""
    record = load_record(client)
    if record is None:
        raise graph_error("graph-empty", client.address.place, "a database without a graph")
    if not record.complete:
        got = "a graph whose loading was interrupted or is still going on"
        raise graph_error("graph-incomplete", client.address.place, got)
    return record


def load(client: Client, corpus: GraphCorpus, *, replace: bool = False, count: Count) -> LoadRecord:
    """Load a corpus, or mend what an interrupted load left of it.

    replace: another corpus in the database is deleted first; else it is refused. GraphError where
    the database holds nodes that are not of this loader, or another graph when all is done.
    """
    _room(client, corpus, replace=replace)
    _schema(client)
    _mark(client, corpus, complete=False)
    for label, rows in corpus.nodes.items():
        for some in _batches(rows):
            client.rows(_merge_nodes(label), rows=[_dated(row) for row in some])
            count(len(some))
    for relation, pairs in corpus.relations.items():
        for some in _batches(pairs):
            client.rows(_merge_relations(relation), pairs=[list(pair) for pair in some])
            count(len(some))
    if (got := digest_of(client, count=count)) != corpus.graph:
        raise graph_error("graph-differs", client.address.place, f"a graph of digest {got}")
    _mark(client, corpus, complete=True)
    return whole(client)


def digest_of(client: Client, *, count: Count) -> str:
    """Return the digest of all nodes and relations in a database, read back from it."""
    nodes: dict[Label, list[Row]] = {}
    for label, key in KEYS.items():
        rows = client.rows(f"MATCH (n:{label}) RETURN properties(n) AS row ORDER BY n.{key}")
        nodes[label] = sorted((record["row"] for record in rows), key=lambda row: str(row.get(key)))
        count(len(rows))
    relations: dict[Relation, list[Pair]] = {}
    for relation, (start, end) in ENDS.items():
        rows = client.rows(
            f"MATCH (a:{start})-[:{relation}]->(b:{end}) "
            f"RETURN a.{KEYS[start]} AS start, b.{KEYS[end]} AS end ORDER BY start, end"
        )
        relations[relation] = sorted((str(record["start"]), str(record["end"])) for record in rows)
        count(len(rows))
    return graph_digest(nodes, relations)


def empty(client: Client) -> None:
    """Delete what a load wrote, the node ``Load`` last."""
    client.rows("MATCH (l:Load {name: 'digesta'}) SET l.complete = false")
    for label in (*KEYS, "Load"):
        count = f"MATCH (n:{label}) RETURN count(n) AS there"
        # As often as there are batches, and no more: a server that deletes nothing ends it too.
        for _ in range(0, client.rows(count)[0]["there"], BATCH):
            client.rows(f"MATCH (n:{label}) WITH n LIMIT {BATCH} DETACH DELETE n")


def _room(client: Client, corpus: GraphCorpus, *, replace: bool) -> None:
    """Refuse a database that holds something else; with replace, empty it of another corpus."""
    record = load_record(client)
    if record is not None and (replace or record.graph != corpus.graph):
        if not replace:
            got = f"a graph of the source {record.source[:12]}, not {corpus.source[:12]}"
            raise graph_error("graph-other-source", client.address.place, got)
        empty(client)
    if record is None:
        for label in KEYS:
            there = client.rows(f"MATCH (n:{label}) RETURN count(n) AS there")[0]["there"]
            if there:
                got = f"{there} nodes {label} that no load of ours wrote"
                raise graph_error("graph-foreign", client.address.place, got)


def _schema(client: Client) -> None:
    for label, key in (*KEYS.items(), ("Load", "name")):
        client.rows(
            f"CREATE CONSTRAINT {label.lower()}_{key} IF NOT EXISTS "
            f"FOR (n:{label}) REQUIRE n.{key} IS UNIQUE"
        )
    for label, name in INDEXES:
        client.rows(
            f"CREATE INDEX {label.lower()}_{name} IF NOT EXISTS FOR (n:{label}) ON (n.{name})"
        )


def _mark(client: Client, corpus: GraphCorpus, *, complete: bool) -> None:
    nodes, relations = corpus.counts
    client.rows(
        "MERGE (l:Load {name: 'digesta'}) SET l = $row",
        row={
            "name": "digesta",
            "source": corpus.source,
            "graph": corpus.graph,
            "nodes": nodes,
            "relations": relations,
            "complete": complete,
        },
    )


# Labels, keys and relations come from the tables of ``shape`` and from nowhere else.
def _merge_nodes(label: Label) -> str:
    key = KEYS[label]
    return f"UNWIND $rows AS row MERGE (n:{label} {{{key}: row.{key}}}) SET n = row"


def _merge_relations(relation: Relation) -> str:
    start, end = ENDS[relation]
    return (
        f"UNWIND $pairs AS pair MATCH (a:{start} {{{KEYS[start]}: pair[0]}}) "
        f"MATCH (b:{end} {{{KEYS[end]}: pair[1]}}) MERGE (a)-[:{relation}]->(b)"
    )


def _dated(row: Row) -> Row:
    return {k: date.fromisoformat(v) if k in DAYS else v for k, v in row.items()}


def _batches(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for at in range(0, len(rows), BATCH):
        yield rows[at : at + BATCH]
