"""The nodes and relations of a folder of dated compilations: what a graph database shall hold.

What a folder has is said in ``compilations.dated.folder``. Nodes are rows of plain
values, days as ``YYYY-MM-DD``, absent where a value is; relations join two ids. Both are sorted,
and their digest is what a database that holds them comes to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from digesta.canonical import canonical_bytes, sha256_hex
from digesta_generate.compilations.dated import read_compilations
from digesta_generate.compilations.dated.folder import source_digest
from digesta_generate.graph.aggregation import AggregatedTimeline, aggregate
from digesta_generate.graph.shape import KEYS, Label
from digesta_legal.timeline import CTV, Timeline, edges, text_digest
from digesta_legal.timeline.graph import Relation
from digesta_legal.timeline.records import DIVISIONS

__all__ = ["GraphCorpus", "Pair", "Row", "corpus", "graph_digest", "source_digest"]

Row = dict[str, Any]
Pair = tuple[str, str]


class GraphCorpus(NamedTuple):
    """What a database shall hold.

    source: digest of the folder's files. nodes: by label, sorted by id. relations: by name,
    sorted pairs of ids. graph: digest of both.
    """

    source: str
    nodes: Mapping[Label, Sequence[Row]]
    relations: Mapping[Relation, Sequence[Pair]]
    graph: str

    @property
    def counts(self) -> tuple[int, int]:
        """Return how many nodes and how many relations there are."""
        return (
            sum(map(len, self.nodes.values())),
            sum(map(len, self.relations.values())),
        )


def corpus(files: Mapping[str, bytes]) -> GraphCorpus:
    """Make nodes and relations. files: the folder's, by name.

    ReleaseError where one is missing or wrong, or the versions contradict each other.
    """
    source = source_digest(files)
    compilations = read_compilations(files)
    try:
        timeline = aggregate(compilations.timeline(), compilations.law.attributions)
    except ValueError as error:
        raise compilations.contradiction(error) from error
    nodes = {label: sorted(of, key=lambda row: row[KEYS[label]]) for label, of in _nodes(timeline)}
    relations = _relations(timeline.timeline)
    return GraphCorpus(source, nodes, relations, graph_digest(nodes, relations))


def graph_digest(
    nodes: Mapping[Label, Iterable[Row]], relations: Mapping[Relation, Iterable[Pair]]
) -> str:
    """Return the digest of nodes and relations, both as a corpus has them."""
    lines = [canonical_bytes([label, row]) for label in sorted(nodes) for row in nodes[label]]
    lines += [
        canonical_bytes([name, *pair]) for name in sorted(relations) for pair in relations[name]
    ]
    return sha256_hex(b"\n".join(lines))


def _nodes(made: AggregatedTimeline) -> Iterator[tuple[Label, list[Row]]]:
    timeline = made.timeline
    yield "Norm", [timeline.norm._asdict()]
    yield (
        "Component",
        [
            {name: value for name, value in component._asdict().items() if name != "parent_id"}
            for component in timeline.components.values()
        ],
    )
    every = [ctv for of in timeline.versions.values() for ctv in of]
    yield "CTV", [_version(ctv, made) for ctv in every]
    worded = [ctv for ctv in every if not _in_divisions(timeline, ctv.component_id)]
    language = timeline.norm.language
    yield "CLV", [{"clv_id": ctv.clv_id(language), "language": language} for ctv in worded]
    texts = [(ctv.text_id(language), timeline.texts[ctv.ctv_id]) for ctv in worded]
    yield (
        "TextUnit",
        [
            {"text_id": text_id, "full_text": text, "content_hash": text_digest(text)}
            # Of some versions a source has no text.
            if text
            else {"text_id": text_id, "full_text": ""}
            for text_id, text in texts
        ],
    )
    yield (
        "Action",
        [
            {"action_id": action.action_id, "ordering_id": place, **action._asdict()}
            for place, action in enumerate(timeline.actions)
        ],
    )


def _version(ctv: CTV, made: AggregatedTimeline) -> Row:
    row = {
        "ctv_id": ctv.ctv_id,
        "version_number": ctv.version_number,
        "event": ctv.event,
        "date_start": ctv.date_start,
        "date_end": ctv.date_end,
        "substantive": ctv.substantive,
        "place": made.places.get(ctv.ctv_id),
        "settled": made.settled.get(ctv.ctv_id),
    }
    return {name: value for name, value in row.items() if value is not None}


def _relations(timeline: Timeline) -> dict[Relation, list[Pair]]:
    """Return the relations by name; a version of a division is not expressed in words."""
    relations: dict[Relation, list[Pair]] = {}
    wordless = {
        node
        for name, of in timeline.versions.items()
        if _in_divisions(timeline, name)
        for ctv in of
        for node in (ctv.ctv_id, ctv.clv_id(timeline.norm.language))
    }
    for relation, start, end in edges(timeline):
        if relation not in {"EXPRESSED_IN", "HAS_TEXT"} or start not in wordless:
            relations.setdefault(relation, []).append((start, end))
    return {relation: sorted(pairs) for relation, pairs in relations.items()}


def _in_divisions(timeline: Timeline, name: str) -> bool:
    return timeline.components[name].component_type in DIVISIONS
