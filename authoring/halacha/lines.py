"""What a question of this package is before it is three lines: question, truth, passages."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal, NamedTuple

from authoring.lines import Row, object_schema

Language = Literal["en", "he"]
Difficulty = Literal["easy", "medium", "hard"]
Task = Literal[
    "carrying_melacha",
    "computed_time",
    "milk_meat_status",
    "minyan_timing",
    "order_of_times",
    "structured_extraction",
    "utensils_kashering",
]

CATEGORIES: dict[Task, str] = {
    "carrying_melacha": "shabbat_yom_tov",
    "computed_time": "zmanim_calendar",
    "milk_meat_status": "kashrut",
    "minyan_timing": "tefillah_berachot",
    "order_of_times": "zmanim_calendar",
    "structured_extraction": "hebrew_comprehension",
    "utensils_kashering": "kashrut",
}
CLEAR_SECONDS = 20
"""How far from a full minute a moment may lie that is asked for as a clock time."""
LABELS = "abcd"
ORDER_ASK: Row = {
    "answer_type": "json",
    "schema": object_schema(
        {
            "order": {
                "type": "array",
                "items": {"type": "string", "enum": list(LABELS)},
                "minItems": len(LABELS),
                "maxItems": len(LABELS),
            }
        }
    ),
}
"""How an order is asked for: the four labels in a list."""
ORDER_TAIL = {
    "en": "Put the four in order from earliest to latest, as a JSON object with the key order.",
    "he": "סדר את הארבעה מן המוקדם אל המאוחר, באובייקט JSON עם המפתח order.",
}
"""How a question that asks for an order ends."""


class Ref(NamedTuple):
    """A place that a truth rests on, and the few words of it that decide, where it is a ruling."""

    work: str
    at: str
    words: str = ""


class ComputedQuestion(NamedTuple):
    """One question and its truth; ``slug`` is its working id, ``why`` one English sentence.

    shown: the passage that the question shows, where it has one. few: its family has so few
    different truths that they come again.
    """

    slug: str
    task: Task
    language: Language
    difficulty: Difficulty
    turn: str
    ask: Row
    answer: Any
    cluster: str
    tags: tuple[str, ...]
    attribution: str
    refs: tuple[Ref, ...]
    why: str
    shown: Row | None = None
    few: bool = False


class Event(NamedTuple):
    """One of four events to be put in order: its line, and when it happens.

    moment: in any one unit, the same for all four of a question.
    """

    line: str
    moment: float


class DraftLines(NamedTuple):
    """A question's line in each of the three files."""

    question: Row
    truth: Row
    passages: Row


def numeric_ask(unit: str, tolerance: int) -> Row:
    """Return how a number is asked for; the tolerance is absolute, in the unit."""
    return {
        "answer_type": "numeric",
        "numerals": "ascii/1",
        "unit": unit,
        "tolerance": {"amount": str(tolerance), "kind": "absolute"},
    }


def clock_time(seconds: float) -> str:
    """Return HH:MM, 24-hour clock, of the minute nearest to the seconds since midnight.

    ValueError for a moment farther than CLEAR_SECONDS from a full minute: a truth whose
    rounding a small error could change is not asked about.
    """
    minute, rest = divmod(seconds + 30, 60)
    if abs(rest - 30) > CLEAR_SECONDS:
        raise ValueError(f"{seconds} s is no clear minute")
    return f"{int(minute) // 60:02d}:{int(minute) % 60:02d}"


def arrange(events: tuple[Event, ...], key: str, *, gap: float) -> tuple[str, list[str]]:
    """Return the lines a to d of four events whose true order is ``key``, and the truth.

    key: the labels from earliest to latest, as "dbca". gap: what neighbours must lie apart at
    least, in the events' unit; ValueError where two lie closer.
    """
    falling = sorted(events, key=lambda event: event.moment)
    near = min(late.moment - early.moment for early, late in pairwise(falling))
    if near < gap:
        raise ValueError(f"{key}: two events lie {near} apart, below {gap}")
    named = dict(zip(key, falling, strict=True))
    return "\n".join(f"{label}. {named[label].line}" for label in LABELS), list(key)


def lines_of(computed: ComputedQuestion, *, split: str, released: str) -> DraftLines:
    """Return a question's three lines, in the form of a draft (its ids are working slugs)."""
    question = {
        "question_id": computed.slug,
        "split": split,
        "track": "halacha",
        "category": CATEGORIES[computed.task],
        "task": computed.task,
        "scorer": "closed",
        "language": computed.language,
        "turns": [{"role": "user", "content": computed.turn}],
        "ask": computed.ask,
        "license": "CC-BY-4.0",
        "attribution": computed.attribution,
        "cluster_id": computed.cluster,
        "released": released,
        "difficulty": computed.difficulty,
        "tags": list(computed.tags),
    } | ({"shown_sources": [computed.shown]} if computed.shown else {})
    truth = {
        "question_id": computed.slug,
        "truth": {"answer": computed.answer},
        "source_refs": [{"work": ref.work, "at": ref.at} for ref in computed.refs],
    }
    quoted = [ref._asdict() for ref in computed.refs if ref.words]
    passages = {"question_id": computed.slug, "passages": quoted, "why": computed.why}
    return DraftLines(question, truth, passages)
