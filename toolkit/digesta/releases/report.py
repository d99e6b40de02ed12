"""What a draft's checks find, all of it, beside the figures that they judge by.

Problems are those that keep it from being cut. Floors: what the five adversaries score. Keys: how
often each answer is right. Longest: how often the one longest choice is right, which should be
about as often as chance has it. Giveaways: what words and choices tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.errors import Problem
from digesta.releases.balance import key_counts, tasks_of
from digesta.releases.checks import can_be_scored
from digesta.releases.checks.asks import unread_languages
from digesta.releases.checks.licences import closed_licences
from digesta.releases.cut import draft_problems
from digesta.releases.data import ReleaseData
from digesta.releases.floors import FloorRow, floor_rows, uneven_terms
from digesta.releases.giveaways import giveaway_problems, giveaways
from digesta.releases.giveaways.choices import LongestChoice, longest_choice
from digesta.releases.giveaways.figures import Giveaway

DIGITS = 6


class DraftReport(NamedTuple):
    """All that the checks of a draft find. keys, longest: by TRACK/CATEGORY/TASK."""

    questions: int
    problems: Sequence[Problem]
    floors: Sequence[FloorRow] = ()
    keys: Mapping[str, Mapping[str, int]] = {}
    longest: Mapping[str, LongestChoice] = {}
    giveaways: Sequence[Giveaway] = ()
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
            "giveaways": [row.as_json() for row in self.giveaways],
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
    longest = {task: longest_choice(own, draft.truths) for task, own in tasks.items()}
    figures = giveaways(draft, before)
    return report._replace(
        problems=[*problems, *giveaway_problems(draft, figures)],
        giveaways=figures,
        floors=floors,
        keys=keys,
        longest={task: row for task, row in longest.items() if row.questions},
        warnings=list(warnings_of(draft)),
    )


def warnings_of(draft: ReleaseData) -> Iterator[str]:
    """Yield what the owner of a draft should know, and what does not keep it from being cut."""
    yield from (*unread_languages(draft), *closed_licences(draft), *uneven_terms(draft))
