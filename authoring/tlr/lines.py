"""A chosen question as three lines: question, truth and review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from authoring.draws import Draws
from authoring.tlr.candidates import Candidate, Row, Task
from authoring.tlr.languages.names import Language, article_in, scope_in
from authoring.tlr.law import AmendedLaw
from authoring.tlr.resources import folder_of
from authoring.tlr.turn import turn
from digesta.canonical import sha256_hex

CATEGORIES: Mapping[Task, tuple[str, str]] = {
    "point_in_time": ("retrieval", "pit"),
    "amendment_attribution": ("provenance", "made-by"),
    "temporal_difference": ("change", "two-days"),
    "causal_lineage": ("provenance", "lineage"),
    "temporal_consistency": ("change", "ever"),
    "hierarchical_impact": ("impact", "division"),
}
"""Task -> its category, and how its working ids begin."""
_TRUTH_CLASSES = ("changed", "unchanged", "amended", "never")


class TemporalLines(NamedTuple):
    """A question's line in each of the three files."""

    question: Row
    truth: Row
    review: Row


class PlacedCandidate(NamedTuple):
    """A chosen question with its language and its place in the task."""

    candidate: Candidate
    language: Language
    number: int


def lines_of(
    chosen: Mapping[Task, Sequence[Candidate]],
    draws: Draws,
    law: AmendedLaw,
    *,
    split: str,
    released: str,
) -> list[TemporalLines]:
    """Return the lines of every question, sorted by working id."""
    made = [
        TemporalLines(
            _question(placed, draws, law, split=split, released=released),
            _truth(placed, split, law),
            _review(placed, split),
        )
        for candidates in chosen.values()
        for placed in _in_languages(candidates, draws.below(2), tuple(law.words))
    ]
    return sorted(made, key=lambda lines: str(lines.question["question_id"]))


def _in_languages(
    candidates: Sequence[Candidate], first: int, languages: Sequence[Language]
) -> list[PlacedCandidate]:
    """Return candidates in languages by turns, within each truth value and difficulty."""
    kinds = sorted(
        candidates, key=lambda candidate: (_truth_class(candidate), candidate.difficulty)
    )
    return [
        PlacedCandidate(candidate, languages[(number + first) % len(languages)], number)
        for number, candidate in enumerate(kinds)
    ]


def _truth_class(candidate: Candidate) -> str:
    return next((mark for mark in candidate.marks if mark in _TRUTH_CLASSES), "")


def _working_id(placed: PlacedCandidate, split: str) -> str:
    # By cluster, not by number: the order of the drawing would tell the truth's class.
    drawn = sha256_hex(repr(sorted(placed.candidate.ask.items())).encode())[:8]
    return f"tlr-{CATEGORIES[placed.candidate.task][1]}-{split[0]}-{placed.language}-{drawn}"


def _question(
    placed: PlacedCandidate, draws: Draws, law: AmendedLaw, *, split: str, released: str
) -> Row:
    candidate, language, number = placed
    content = turn(candidate, language, draws, law=law, number=number // 2)
    return {
        "question_id": _working_id(placed, split),
        "split": split,
        "track": "tlr",
        "category": CATEGORIES[candidate.task][0],
        "task": candidate.task,
        "scorer": "temporal",
        "language": language,
        "turns": [{"role": "user", "content": content}],
        "ask": candidate.ask,
        "law_as_of": law.known.horizon,
        "license": "CC-BY-4.0",
        "attribution": f"Digesta authors; computed; days and states from {law.known.source}",
        "cluster_id": f"c-{sha256_hex(f'tlr/1 {candidate.cluster}'.encode())[:12]}",
        "released": released,
        "difficulty": candidate.difficulty,
        "tags": _tags(candidate, law),
    }


def _tags(candidate: Candidate, law: AmendedLaw) -> list[str]:
    file = law.known.file
    named = [law.named["law"]] if law.named else []
    chosen = file is not None and file.hardest_first and candidate.difficulty != "easy"
    hard = ["hard"] if chosen else []
    return ["computed", *named, *hard, candidate.cluster.partition("_")[0]]


def _truth(placed: PlacedCandidate, split: str, law: AmendedLaw) -> Row:
    candidate = placed.candidate
    name = scope_in if candidate.task == "hierarchical_impact" else article_in
    *_, own = law.words
    place = name(candidate.slots[0], own, law.words[own])
    ref = {"work": law.known.norm.name, "at": f"{place}, {law.known.horizon}"}
    table = {"work": f"{folder_of(law)}states.jsonl", "at": candidate.slots[0]}
    return {
        "question_id": _working_id(placed, split),
        "truth": candidate.truth,
        "source_refs": [ref, table],
    }


def _review(placed: PlacedCandidate, split: str) -> Row:
    reader = {
        "kind": "program",
        "qualification": "recomputes the truth from the versions of paragraphs, items and letters, "
        "without the engine that gave it",
        "verdict": "agreed",
    }
    return {
        "question_id": _working_id(placed, split),
        "purpose": "audit",
        "readers": [reader],
        "passages": [],
        "outcome": "kept",
        "why": "Computed from dated compilations, twice, in two ways that agree.",
    }
