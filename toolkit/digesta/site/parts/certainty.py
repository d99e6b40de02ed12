"""How sure a board is, in plain words, by a published rule (``how-to-read.md`` has it too).

Start at high; one step down for each that holds: the smallest difference that the board can
show, from what its ranked rows really differ in, is over 10 points, or nobody is ranked; not
every question was reviewed by a qualified human; judges marked the answers (none is validated
on human labels yet); no row was scored on sealed truths.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from digesta.records.board import Board
from digesta.records.release import Review
from digesta.site.paths import board_name
from digesta.site.values import SiteRelease

STEPS = ("high", "moderate", "low", "very low")
TEN_POINTS = 0.10


class Certainty(NamedTuple):
    """A word, and each reason that took it down a step."""

    word: str
    reasons: list[str]


def review_level(reviews: Iterable[Review]) -> int:
    """Derive R0 to R4: author only, second model, program, qualified human, two of them."""
    readers = [reader for review in reviews for reader in review.readers]
    agreed = [reader.kind for reader in readers if reader.verdict == "agreed"]
    humans = agreed.count("human")
    if humans:
        return 3 if humans == 1 else 4
    return 2 if "program" in agreed else int("model" in agreed)


def certainty(board: Board, *, has_human_review: bool) -> Certainty:
    """Apply the rule to a board."""
    seen = board.smallest_difference
    holds = (
        (
            seen is not None and seen > TEN_POINTS,
            f"differences under about {100 * (seen or 0):.1f} points may pass for chance here",
        ),
        (seen is None, "nobody is ranked here, so that no difference is claimed"),
        (not has_human_review, "not every question was reviewed by a qualified human"),
        (
            bool(board_name(board.board).judges),
            "judges that were not validated on human labels marked the answers",
        ),
        (
            not any(row.level == "sealed" for row in board.rows),
            "no system was scored on sealed truths",
        ),
    )
    reasons = [reason for held, reason in holds if held]
    return Certainty(STEPS[min(len(reasons), len(STEPS) - 1)], reasons)


def has_human_review(release: SiteRelease, place: tuple[str, ...]) -> bool:
    """Return whether a qualified human reviewed every public question under a place."""
    questions = [
        question
        for question in release.public
        if (question.track, question.category, question.task)[: len(place)] == place
    ]
    levels = [
        review_level(release.reviews_of.get(question.question_id, ())) for question in questions
    ]
    return bool(levels) and min(levels) >= 3  # noqa: PLR2004 - R3
