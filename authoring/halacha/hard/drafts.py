"""Questions, truths and reviews made of the pools' entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from authoring.halacha.hard import asks
from authoring.halacha.hard.pool import Entry
from authoring.halacha.hard.sources import Place

PROGRAM = {
    "kind": "program",
    "qualification": "checks that the cited siman and seif exist and hold the quoted words",
    "verdict": "agreed",
}


@dataclass(frozen=True)
class Drafted:
    """The three records of a question, as JSON values."""

    question: dict[str, Any]
    truth: dict[str, Any]
    review: dict[str, Any]


def drafted(entries: Sequence[Entry], *, released: str) -> list[Drafted]:
    """Return the records of all entries, those of joined simanim in one cluster."""
    clusters = joined(simanim(entry) for entry in entries)
    return [
        Drafted(
            question(entry, clusters[simanim(entry)[0]], released=released),
            truth(entry),
            review(entry),
        )
        for entry in entries
    ]


def places(entry: Entry) -> list[Place]:
    """Return the places that an entry cites, each once, in the order of its parts."""
    return [Place.of(text) for text in dict.fromkeys(part.place for part in entry.parts)]


def simanim(entry: Entry) -> list[str]:
    """Return the simanim that an entry cites, sorted."""
    return sorted({place.siman_id for place in places(entry)})


def joined(groups: Iterable[list[str]]) -> dict[str, str]:
    """Return the least siman of the cluster that each siman is in; a group joins its simanim."""
    least: dict[str, str] = {}
    for group in groups:
        held = {least.setdefault(siman, siman) for siman in group}
        least |= {siman: min(held) for siman, first in least.items() if first in held}
    return least


def question(entry: Entry, cluster: str, *, released: str) -> dict[str, Any]:
    """Return the question's record."""
    schema = asks.part_schema(entry.choices)
    lines = [f"{key}. {part.text}" for key, part in zip(entry.keys, entry.parts, strict=True)]
    turn = "\n".join([entry.stem, *lines, asks.request(entry.language, entry.keys, schema)])
    works = sorted({place.work.name for place in places(entry)})
    return {
        "question_id": entry.question_id,
        "split": entry.split,
        "track": "halacha",
        "category": "hard",
        "task": entry.task,
        "scorer": "closed",
        "language": entry.language,
        "turns": [{"role": "user", "content": turn}],
        "ask": {"answer_type": "json", "schema": asks.closed(dict.fromkeys(entry.keys, schema))},
        "license": "CC-BY-4.0",
        "attribution": f"Digesta authors; ruling after {' and '.join(works)}",
        "released": released,
        "difficulty": "hard",
        "tags": list(entry.tags),
        "cluster_id": f"c-hh{cluster}",
    }


def truth(entry: Entry) -> dict[str, Any]:
    """Return the truth's record, with every place that a part is settled by."""
    schema = asks.part_schema(entry.choices)
    pairs = zip(entry.keys, entry.parts, strict=True)
    return {
        "question_id": entry.question_id,
        "truth": {"answer": {key: asks.value(schema, part.answer) for key, part in pairs}},
        "source_refs": [{"work": place.work.name, "at": place.at} for place in places(entry)],
    }


def review(entry: Entry) -> dict[str, Any]:
    """Return the review's record as the author leaves it: the words that settle each part."""
    passages = [
        {"work": (place := Place.of(part.place)).work.name, "at": place.at, "words": part.words}
        for part in entry.parts
    ]
    return {
        "question_id": entry.question_id,
        "purpose": "audit",
        "readers": [PROGRAM],
        "passages": passages,
        "outcome": "kept",
        "why": "Each part, in the order of the letters, follows from the passage in its place.",
    }
