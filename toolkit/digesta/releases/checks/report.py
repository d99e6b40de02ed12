"""What a draft's checks find, all of it, beside the figures that they judge by.

Problems are those that keep it from being cut. Floors: what the five adversaries score. Keys: how
often each answer is right. Longest: how often the one longest choice is right, which should be
about as often as chance has it: who picks it knows no law.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.errors import Problem
from digesta.records.release import Question
from digesta.releases.balance import key_counts, tasks_of
from digesta.releases.checks import can_be_scored
from digesta.releases.checks.asks import unread_languages
from digesta.releases.checks.floors import FloorRow, floor_rows
from digesta.releases.checks.licences import closed_licences
from digesta.releases.cut import draft_problems
from digesta.releases.data import ReleaseData

DIGITS = 6


class LongestChoice(NamedTuple):
    """Of a task's questions with one longest choice: how many, how often it is right, by chance."""

    questions: int
    right: int
    chance: Fraction


class DraftReport(NamedTuple):
    """All that the checks of a draft find. keys, longest: by TRACK/CATEGORY/TASK."""

    questions: int
    problems: Sequence[Problem]
    floors: Sequence[FloorRow] = ()
    keys: Mapping[str, Mapping[str, int]] = {}
    longest: Mapping[str, LongestChoice] = {}
    warnings: Sequence[str] = ()

    def count(self, code: str) -> int:
        """Return how many problems have a code."""
        return sum(problem.code == code for problem in self.problems)

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values: shares as numbers in [0, 1]."""
        floors = [
            {"board": row.board, "adversary": row.adversary, "score": _share(row.score),
             "limit": _share(row.limit)}
            for row in self.floors
        ]  # fmt: skip
        longest = {
            task: {"questions": row.questions, "right": row.right, "by_chance": _share(row.chance)}
            for task, row in self.longest.items()
        }
        return {
            "questions": self.questions,
            "problems": [problem.as_json() for problem in self.problems],
            "floors": floors,
            "keys": {task: dict(counts) for task, counts in self.keys.items()},
            "longest_choice": longest,
            "warnings": list(self.warnings),
        }


def _share(value: Fraction) -> float:
    return round(float(value), DIGITS)


def draft_report(draft: ReleaseData, before: ReleaseData | None) -> DraftReport:
    """Return what every check finds in a draft. before: the release that it goes on from."""
    problems, _ = draft_problems(draft, before, every=True)
    report = DraftReport(len(draft.questions), problems)
    if not can_be_scored(draft):
        return report  # why not is among the problems
    floors, tasks = list(floor_rows(draft)), tasks_of(draft)
    keys = {task: key_counts(draft, questions) for task, questions in tasks.items()}
    longest = {task: _longest(questions, draft) for task, questions in tasks.items()}
    return report._replace(
        floors=floors,
        keys=keys,
        longest={task: row for task, row in longest.items() if row.questions},
        warnings=[*unread_languages(draft), *closed_licences(draft)],
    )


def _longest(questions: Sequence[Question], draft: ReleaseData) -> LongestChoice:
    rows = [row for question in questions for row in _longest_of(question, draft)]
    chance = sum((Fraction(1, choices) for choices, _ in rows), Fraction(0))
    return LongestChoice(len(rows), sum(right for _, right in rows), chance)


def _longest_of(question: Question, draft: ReleaseData) -> Iterator[tuple[int, bool]]:
    """Yield how many choices there are, and whether the one longest is right, if it is one."""
    choices = question.ask.get("choices") or ()
    truth = draft.truths[question.question_id].truth
    answer = truth.get("answer")
    lengths = sorted(map(len, choices))
    if len(choices) < 2 or not isinstance(answer, str) or lengths[-1] == lengths[-2]:  # noqa: PLR2004
        return
    longest = max(choices, key=len)
    # Some answers are a choice's text, others its letter.
    letter = chr(ord("A") + choices.index(longest))
    yield len(choices), answer == (longest if answer in choices else letter)
