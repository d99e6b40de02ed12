"""The tour's four systems: rules that count, each with one flaw, and their prediction files.

They work from the numbers that a question was written from, not from its text, and no model
took part. The fourth file is refused as it stands: it has five of the faults that files have.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from digesta.canonical import canonical_bytes, canonical_lines
from digesta.demo.asking import CASES, RELEASE, Case, asked_of
from digesta.demo.counting import (
    last_day,
    last_day_counting_the_first,
    last_day_without_leap_days,
)

PRINTED = str.maketrans({'"': "\u05f4", "'": "\u05f3", "-": "\u05be", " ": "\u00a0"})
"""Gershayim, geresh, maqaf and no-break space, as a printed Hebrew book has them."""
POINTED = ("סימנים", "סִימָנִים")


class Rule(NamedTuple):
    """A system of the tour. ends: how it counts; added: whether it writes XIIII for XIV."""

    submission_id: str
    model_name: str
    notes: str
    ends: Callable[[date, int], date] = last_day
    added: bool = False
    printed: bool = False
    languages: tuple[str, ...] = ("en", "he", "fr", "pt", "zh")

    def answer(self, case: Case) -> str | None:
        """Answer one question, or None where the rule does not know the language."""
        wording = case.wording
        if case.language not in self.languages:
            return None
        if case.task == "sections":
            numerals = wording.numerals
            text = case.sections(numerals.added if self.added else numerals.right)
            return as_printed(text) if self.printed and case.language == "he" else text
        end = self.ends(case.day, case.length)
        return wording.written(end) if case.task == "last_day" else wording.weekdays[end.weekday()]


NO_LEAP_DAYS = Rule(
    "rule-no-leap-days",
    "Rule: no leap days",
    "A rule of the guided tour, no model: it never heard of 29 February. It writes Hebrew as "
    "printed books do.",
    ends=last_day_without_leap_days,
    printed=True,
)
ADDED_NUMERALS = Rule(
    "rule-added-numerals",
    "Rule: numerals by adding",
    "A rule of the guided tour, no model: it counts rightly and writes XIIII for XIV.",
    added=True,
)
FIRST_DAY = Rule(
    "rule-first-day",
    "Rule: first day counted",
    "A rule of the guided tour, no model: it takes the day of the event for the first day.",
    ends=last_day_counting_the_first,
)
TWO_LANGUAGES = Rule(
    "rule-two-languages",
    "Rule: two languages",
    "A rule of the guided tour, no model: it counts rightly, and reads English and French alone.",
    languages=("en", "fr"),
)
ACCEPTED = (NO_LEAP_DAYS, ADDED_NUMERALS, FIRST_DAY)
"""The rules that a decision of the tour accepts; the fourth stays without one."""
RULES = (*ACCEPTED, TWO_LANGUAGES)


def as_printed(text: str) -> str:
    """Write a Hebrew text as books print it: points, gershayim, maqaf, no-break spaces, a stop.

    >>> as_printed("א-ב")
    'א־ב.'
    """
    return text.translate(PRINTED).replace(*POINTED) + "."


def card(rule: Rule) -> bytes:
    """Give a rule's submission.json."""
    return (
        canonical_bytes(
            {
                "submission_id": rule.submission_id,
                "release": RELEASE,
                "model_name": rule.model_name,
                "organization": "Guided tour",
                "notes": rule.notes,
                "license": "CC0-1.0",
                "command": "digesta demo",
            }
        )
        + b"\n"
    )


def answers(rule: Rule) -> dict[str, str]:
    """Give a rule's answers by question id, sorted; those that it does not give are not in it."""
    given = {asked_of(case)["question_id"]: rule.answer(case) for case in CASES}
    return {key: answer for key, answer in sorted(given.items()) if answer is not None}


def predictions(rule: Rule) -> bytes:
    """Give a rule's predictions.jsonl."""
    return canonical_lines(_lines(rule))


def _lines(rule: Rule) -> list[dict[str, str]]:
    return [{"question_id": key, "answer": answer} for key, answer in answers(rule).items()]


def spoilt(rule: Rule) -> bytes:
    """Give the same file with five faults: each one that a real file has had.

    A key twice, a misspelt key, an id of no question, a line saved as Latin-1, and an answer
    given twice.
    """
    lines = [canonical_bytes(line) for line in _lines(rule)]
    accented = next(n for n, line in enumerate(lines) if not line.isascii())
    repeated, misspelt, unknown, twice = [n for n in range(len(lines)) if n != accented][1:5]
    lines[repeated] = lines[repeated].replace(b'{"answer":', b'{"answer":"?","answer":')
    lines[misspelt] = lines[misspelt].replace(b'"answer"', b'"anwser"')
    lines[unknown] = lines[unknown][:-_ID_END] + b"0000" + lines[unknown][4 - _ID_END :]
    lines[accented] = lines[accented].decode().encode("latin-1")
    return b"\n".join([*lines, lines[twice]]) + b"\n"


_ID_END = len('"}') + 64
"""Bytes from the first digit of a line's id to its end: keys are sorted, the id comes last."""
