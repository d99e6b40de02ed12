"""Halacha questions drawn under a key, without which nobody can tell which were drawn.

Each family is a template in two languages, a range to draw from, and a computation of the truth:
the sun's position, the fixed calendar, the measures of a plain ruling, or a made-up passage whose
facts are known. A draw is HMAC-SHA256 under the key, so the same key always gives the same
questions, and the templates can be public while the questions of a sealed holdout stay secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from authoring.draws import Draws
from authoring.halacha.families.calendar import number_of_the_calendar, order_of_dates
from authoring.halacha.families.measures import (
    company_that_parts,
    domain_of_a_place,
    milk_in_a_pot,
    spoon_in_a_pot,
)
from authoring.halacha.families.passages import facts_of_a_passage
from authoring.halacha.families.sky import clock_time_of_a_day, order_of_moments
from authoring.halacha.lines import ComputedQuestion, DraftLines, Language, lines_of

Family = Callable[[Draws, int, Language], ComputedQuestion]
"""(draws, number, language) -> one question; ValueError where the draw gives none."""


class FamilyQuota(NamedTuple):
    """How many questions a family gives."""

    name: str
    family: Family
    number: int


FAMILIES = (
    FamilyQuota("clock", clock_time_of_a_day, 7),
    FamilyQuota("count", number_of_the_calendar, 6),
    FamilyQuota("sky-order", order_of_moments, 7),
    FamilyQuota("calendar-order", order_of_dates, 6),
    FamilyQuota("domain", domain_of_a_place, 8),
    FamilyQuota("pot", milk_in_a_pot, 4),
    FamilyQuota("spoon", spoon_in_a_pot, 4),
    FamilyQuota("split", company_that_parts, 6),
    FamilyQuota("passage", facts_of_a_passage, 14),
)
"""Every family, with its share of a holdout: 62 questions."""

_TRIES = 400


def build(key: bytes, *, split: str, released: str) -> tuple[DraftLines, ...]:
    """Return every family's questions under the key; no two of a family share truth or text."""
    drafts = [
        lines_of(question, split=split, released=released)
        for quota in FAMILIES
        for question in _draw(key, quota)
    ]
    return tuple(sorted(drafts, key=lambda lines: str(lines.question["question_id"])))


def _draw(key: bytes, quota: FamilyQuota) -> Iterator[ComputedQuestion]:
    seen: set[str] = set()
    for number in range(quota.number):
        # Languages turn by turn, shifted by half the family, so that neither goes with a form.
        language: Language = "en" if number % 2 else "he"
        yield _fresh(Draws(key, f"{quota.name}/{number}"), quota, number, language, seen)


def _fresh(
    draws: Draws,
    quota: FamilyQuota,
    number: int,
    language: Language,
    seen: set[str],  # turns and truths so far; the new question's are added
) -> ComputedQuestion:
    for _ in range(_TRIES):
        try:
            question = quota.family(draws, number, language)
        except ValueError:
            continue
        marks = {
            repr((question.turn, question.shown)),
            *([] if question.few else [repr(question.answer)]),
        }
        if marks.isdisjoint(seen):
            seen |= marks
            return question
    raise RuntimeError(f"{quota.name}: no fresh question in {_TRIES} draws")
