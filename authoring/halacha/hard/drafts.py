"""Questions, truths and reviews made of the pools' entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from authoring.halacha.hard import asks
from authoring.halacha.hard.pool import Entry
from authoring.halacha.hard.sources import TextPlace
from authoring.lines import object_schema

PROGRAM = {
    "kind": "program",
    "qualification": "checks that the cited siman and seif exist and hold the quoted words",
    "verdict": "agreed",
}


@dataclass(frozen=True)
class DraftRecord:
    """The three records of a question, as JSON values."""

    question: dict[str, Any]
    truth: dict[str, Any]
    review: dict[str, Any]


def draft_of(blocks: Sequence[Entry], *, released: str) -> list[DraftRecord]:
    """Return the records of all entries, those of joined simanim in one cluster."""
    clusters = join_clusters(simanim(block) for block in blocks)
    return [
        DraftRecord(
            question(block, clusters[simanim(block)[0]], released=released),
            truth(block),
            review(block),
        )
        for block in blocks
    ]


def places(block: Entry) -> list[TextPlace]:
    """Return the places that an entry cites, each once, in the order of its parts."""
    return [TextPlace.of(text) for text in dict.fromkeys(part.place for part in block.parts)]


def simanim(block: Entry) -> list[str]:
    """Return the simanim that an entry cites, sorted."""
    return sorted({place.siman_id for place in places(block)})


def join_clusters(groups: Iterable[list[str]]) -> dict[str, str]:
    """Return the least siman of the cluster that each siman is in; a group joins its simanim."""
    least: dict[str, str] = {}
    for group in groups:
        held = {least.setdefault(siman, siman) for siman in group}
        least |= {siman: min(held) for siman, first in least.items() if first in held}
    return least


def question(block: Entry, cluster: str, *, released: str) -> dict[str, Any]:
    """Return the question's record."""
    schema = asks.part_schema(block.choices)
    lines = [f"{key}. {part.text}" for key, part in zip(block.keys, block.parts, strict=True)]
    turn = "\n".join([block.stem, *lines, asks.request(block.language, block.keys, schema)])
    works = sorted({place.work.name for place in places(block)})
    return {
        "question_id": block.question_id,
        "split": block.split,
        "track": "halacha",
        "category": "hard",
        "task": block.task,
        "scorer": "closed",
        "language": block.language,
        "turns": [{"role": "user", "content": turn}],
        "ask": {"answer_type": "json", "schema": object_schema(dict.fromkeys(block.keys, schema))},
        "license": "CC-BY-4.0",
        "attribution": f"Digesta authors; ruling after {' and '.join(works)}",
        "released": released,
        "difficulty": "hard",
        "tags": list(block.tags),
        "cluster_id": f"c-hh{cluster}",
    }


def truth(block: Entry) -> dict[str, Any]:
    """Return the truth's record, with every place that a part is settled by."""
    schema = asks.part_schema(block.choices)
    pairs = zip(block.keys, block.parts, strict=True)
    return {
        "question_id": block.question_id,
        "truth": {"answer": {key: asks.value(schema, part.answer) for key, part in pairs}},
        "source_refs": [{"work": place.work.name, "at": place.at} for place in places(block)],
    }


def review(block: Entry) -> dict[str, Any]:
    """Return the review's record as the author leaves it: the words that settle each part."""
    passages = [
        {"work": (place := TextPlace.of(part.place)).work.name, "at": place.at, "words": part.words}
        for part in block.parts
    ]
    return {
        "question_id": block.question_id,
        "purpose": "audit",
        "readers": [PROGRAM],
        "passages": passages,
        "outcome": "kept",
        "why": "Each part, in the order of the letters, follows from the passage in its place.",
    }
