"""A chosen question as three lines: what is asked, what is right, how it was checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from digesta.canonical import sha256_hex
from digesta_generate.questions.drawn.draws import Draws
from digesta_generate.questions.tlr._book import Book
from digesta_generate.questions.tlr._candidate import Candidate, Row, Task
from digesta_generate.questions.tlr._names import LANGUAGES, Language, article_in, scope_in
from digesta_generate.questions.tlr._wording import turn

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


class Lines(NamedTuple):
    """A question's line in each of the three files."""

    question: Row
    truth: Row
    review: Row


class Asked(NamedTuple):
    """A chosen question with its language and its place in the task."""

    one: Candidate
    language: Language
    number: int


def lines_of(
    chosen: Mapping[Task, Sequence[Candidate]],
    draws: Draws,
    book: Book,
    *,
    split: str,
    released: str,
) -> list[Lines]:
    """Word every question and give its lines, sorted by working id."""
    made = [
        Lines(
            _question(asked, draws, book, split=split, released=released),
            _truth(asked, split, book),
            _review(asked, split),
        )
        for candidates in chosen.values()
        for asked in _in_languages(candidates, draws.below(2))
    ]
    return sorted(made, key=lambda lines: str(lines.question["question_id"]))


def _in_languages(candidates: Sequence[Candidate], first: int) -> list[Asked]:
    """Share the languages out in turn, within each truth value and difficulty."""
    kinds = sorted(candidates, key=lambda one: (_truth_class(one), one.difficulty))
    return [
        Asked(one, LANGUAGES[(number + first) % len(LANGUAGES)], number)
        for number, one in enumerate(kinds)
    ]


def _truth_class(one: Candidate) -> str:
    return next((mark for mark in one.marks if mark in _TRUTH_CLASSES), "")


def _working_id(asked: Asked, split: str) -> str:
    # By cluster, not by number: the order of the drawing would tell the truth's class.
    drawn = sha256_hex(repr(sorted(asked.one.ask.items())).encode())[:8]
    return f"tlr-{CATEGORIES[asked.one.task][1]}-{split[0]}-{asked.language}-{drawn}"


def _question(asked: Asked, draws: Draws, book: Book, *, split: str, released: str) -> Row:
    one, language, number = asked
    content = turn(one, language, draws, book=book, number=number // 2)
    return {
        "question_id": _working_id(asked, split),
        "split": split,
        "track": "tlr",
        "category": CATEGORIES[one.task][0],
        "task": one.task,
        "scorer": "temporal",
        "language": language,
        "turns": [{"role": "user", "content": content}],
        "ask": one.ask,
        "law_as_of": book.horizon,
        "license": "CC-BY-4.0",
        "attribution": f"Digesta authors; computed; days and states from {book.source}",
        "cluster_id": f"c-{sha256_hex(f'tlr/1 {one.cluster}'.encode())[:12]}",
        "released": released,
        "difficulty": one.difficulty,
        "tags": ["computed", one.cluster.partition("_")[0]],
    }


def _truth(asked: Asked, split: str, book: Book) -> Row:
    one = asked.one
    name = scope_in if one.task == "hierarchical_impact" else article_in
    place = name(one.slots[0], "pt", book.words["pt"])
    ref = {"work": book.norm.name, "at": f"{place}, {book.horizon}"}
    table = {"work": "resources/tlr/states.jsonl", "at": one.slots[0]}
    return {
        "question_id": _working_id(asked, split),
        "truth": one.truth,
        "source_refs": [ref, table],
    }


def _review(asked: Asked, split: str) -> Row:
    reader = {
        "kind": "program",
        "qualification": "recomputes the truth from the versions of paragraphs, items and letters, "
        "without the engine that gave it",
        "verdict": "agreed",
    }
    return {
        "question_id": _working_id(asked, split),
        "purpose": "audit",
        "readers": [reader],
        "passages": [],
        "outcome": "kept",
        "why": "Computed from dated compilations, twice, in two ways that agree.",
    }
