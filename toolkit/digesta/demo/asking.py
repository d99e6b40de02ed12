"""The tour's three dozen questions: a table of cases, and the draft that it makes."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from digesta.canonical import canonical_bytes, canonical_lines, question_id
from digesta.demo.counting import Numeral, last_day
from digesta.demo.wording import WORDINGS, Wording

RELEASE = "2026-01-01"
TRACK = "tour"


class Case(NamedTuple):
    """What one question is made of. start: a day, or the number of a section; length: how many."""

    task: str
    language: str
    start: str
    length: int

    @property
    def wording(self) -> Wording:
        """Give the words of the case's language."""
        return WORDINGS[self.language]

    @property
    def day(self) -> date:
        """Give the day after which the period begins."""
        return date.fromisoformat(self.start)

    def sections(self, numeral: Numeral) -> str:
        """Write the range of sections, from the first to the last, in these numerals."""
        first = int(self.start)
        last = first + self.length - 1
        return self.wording.sections_form.format(first=numeral(first), last=numeral(last))


PERIODS: dict[str, tuple[tuple[str, str, int], ...]] = {
    "last_day": (
        ("en", "2026-03-03", 10), ("en", "2027-12-20", 30), ("en", "2028-02-20", 14),
        ("he", "2026-04-16", 45), ("he", "2028-02-25", 7), ("he", "2026-08-20", 60),
        ("fr", "2026-07-28", 20), ("fr", "2027-01-30", 31),
        ("pt", "2026-09-08", 15), ("pt", "2027-01-31", 45),
        ("zh", "2026-10-26", 15), ("zh", "2027-02-16", 20),
    ),
    "weekday": (
        ("en", "2026-05-01", 10), ("en", "2028-02-10", 30), ("en", "2026-11-30", 45),
        ("he", "2026-06-10", 14), ("he", "2027-03-01", 60), ("he", "2026-12-28", 8),
        ("fr", "2026-01-15", 21), ("fr", "2027-10-20", 39),
        ("pt", "2026-02-25", 5), ("pt", "2026-07-02", 90),
        ("zh", "2024-02-20", 10), ("zh", "2026-09-15", 25),
    ),
}  # fmt: skip
"""Task -> language, the day after which a period begins, its days."""

SECTIONS = (
    ("en", 14, 3), ("en", 21, 3), ("en", 5, 4), ("he", 24, 3), ("he", 13, 3), ("he", 31, 5),
    ("fr", 26, 3), ("fr", 38, 3), ("pt", 11, 3), ("pt", 47, 3), ("zh", 33, 4), ("zh", 12, 3),
)  # fmt: skip
"""Language, the first section of a range, how many."""

CASES = (
    *(Case(task, *row) for task, rows in PERIODS.items() for row in rows),
    *(Case("sections", language, str(first), count) for language, first, count in SECTIONS),
)

TASKS = {
    "last_day": ("Last day of a period", "time_limits"),
    "weekday": ("Weekday of the last day", "time_limits"),
    "sections": ("Range of sections", "references"),
}
"""Task -> title, category."""


def draft() -> dict[str, bytes]:
    """Give the files of the draft that the tour's release is cut from."""
    asked = [(case, asked_of(case)) for case in CASES]
    limits = {
        "format": "limits/1",
        "limits": [
            {
                "track": TRACK,
                "limit": "Nothing here measures a system.",
                "why": "The questions are exercises of counting, written for the guided tour.",
            }
        ],
    }
    return {
        "release.json": canonical_bytes(_manifest()),
        "questions.jsonl": canonical_lines(question for _, question in asked),
        "truths.jsonl": canonical_lines(_truth(case, question) for case, question in asked),
        "review.jsonl": canonical_lines(_review(question) for _, question in asked),
        "changes.json": canonical_bytes({"format": "changes/1"}),
        "limits.json": canonical_bytes(limits),
    }


def asked_of(case: Case) -> dict[str, Any]:
    """Give the question that a case makes, with its final id."""
    number = CASES.index(case)
    question = {
        "split": "public",
        "track": TRACK,
        "category": TASKS[case.task][1],
        "task": case.task,
        "scorer": "closed",
        "language": case.language,
        "turns": [{"role": "user", "content": _prompt(case)}],
        "ask": _ask(case),
        "license": "CC0-1.0",
        "attribution": "the guided tour",
        "cluster_id": f"c-{number:04d}",
        "released": RELEASE,
        "difficulty": "easy",
        "tags": [],
    }
    return question | {"question_id": question_id(question)}


def right_answer(case: Case) -> str:
    """Give the right answer, as the truth writes it."""
    wording = case.wording
    if case.task == "sections":
        return case.sections(wording.numerals.right)
    end = last_day(case.day, case.length)
    return wording.written(end) if case.task == "last_day" else wording.weekdays[end.weekday()]


def _prompt(case: Case) -> str:
    wording = case.wording
    if case.task == "sections":
        return wording.sections.format(n=case.length, first=case.start)
    period = wording.period.format(n=case.length, day=wording.written(case.day))
    wanted = wording.last_day if case.task == "last_day" else wording.weekday
    return f"{period}{'' if case.language == 'zh' else ' '}{wanted}"


def _ask(case: Case) -> dict[str, Any]:
    if case.task == "weekday":
        return {"answer_type": "mcq", "choices": list(case.wording.weekdays)}
    return {"answer_type": "enum", "normaliser": case.wording.normaliser}


def _truth(case: Case, question: dict[str, Any]) -> dict[str, Any]:
    truth: dict[str, Any] = {"answer": right_answer(case)}
    source = {"work": "numerals", "at": f"{case.start}, {case.length} sections"}
    if case.task != "sections":
        end = last_day(case.day, case.length).isoformat()
        source = {"work": "Gregorian calendar", "at": end}
        truth |= {"accepted": [end]} if case.task == "last_day" else {}
    return {"question_id": question["question_id"], "truth": truth, "source_refs": [source]}


def _review(question: dict[str, Any]) -> dict[str, Any]:
    reader = {
        "kind": "program",
        "qualification": "the calendar and the numerals that the truth is computed from",
        "verdict": "agreed",
    }
    return {
        "question_id": question["question_id"],
        "purpose": "audit",
        "readers": [reader],
        "outcome": "kept",
    }


def _manifest() -> dict[str, Any]:
    track = {
        "track": TRACK,
        "title": "Guided tour",
        "about": "Ends of time limits and ranges of sections, computed.",
        "notice": {language: wording.notice for language, wording in WORDINGS.items()},
        "headline": "accuracy",
        "conditions": ["closed_book"],
        "categories": {
            "time_limits": {"title": "Time limits"},
            "references": {"title": "References"},
        },
        "tasks": {
            name: {"title": title, "category": category, "scorer": "closed", "metric": "accuracy"}
            for name, (title, category) in TASKS.items()
        },
        "scores": [{"name": "accuracy", "pool": "all", "metric": "accuracy"}],
    }
    return {
        "format": "release/1",
        "release": RELEASE,
        "title": "For the guided tour only",
        "canary": "00000000-0000-4000-8000-000000000000",
        "normalisers": {},
        "licenses": ["CC0-1.0"],
        "tracks": [track],
    }
