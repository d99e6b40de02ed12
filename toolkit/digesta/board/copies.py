"""Submissions whose answers are another's, or nearly: named to maintainers, who ask.

Two answers are the same where nine in ten of the pairs of neighbouring words in either are in both,
as ``text/1`` has them: a list without its last place is that list. Right answers are alike by being
right: nearly another's are answers where, of ``FEWEST`` or more that both gave and not both have
right, nine in ten are the same. No system is compared with itself under another condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from digesta.intake import organization_skeleton
from digesta.metrics.exact import NANO
from digesta.scoring.submission import ScoredSubmission
from digesta.text.normal_form import text_1

FEWEST = 10
"""Answers below which two submissions may be alike by chance."""

NEARLY = 0.9
"""The share of words, and of answers, that makes two the same."""


class Copy(NamedTuple):
    """Two submissions with the same answers.

    same: of the ``both`` that both gave. whole: whether these are all that the first gave.
    """

    submission: ScoredSubmission
    other: ScoredSubmission
    same: int
    both: int
    whole: bool

    def __str__(self) -> str:
        """Return what is alike, in a sentence."""
        names = (each.card.submission_id for each in self[:2])
        share = f"{self.same} of the {self.both} that both gave are the same"
        return f"{' gives the answers of '.join(names)}: {share}"


def copies(submissions: Sequence[ScoredSubmission]) -> Iterator[Copy]:
    """Yield who gives whose answers, each pair from both sides; adversaries are left out."""
    own = [each for each in submissions if not each.judge and each.role != "adversary"]
    known = [(each, _read(each), _right(each)) for each in own]
    for (first, a, right), (second, b, also_right) in combinations(known, 2):
        if _system(first) == _system(second):
            continue
        both = a.keys() & b.keys()
        same = {at for at in both if len(a[at] & b[at]) >= NEARLY * len(a[at] | b[at])}
        telling = both - (right & also_right)
        near = len(telling & same) >= max(FEWEST, NEARLY * len(telling))
        for each, other, words in ((first, second, a), (second, first, b)):
            whole = len(same) == len(words) >= FEWEST
            if near or whole:
                yield Copy(each, other, len(same), len(both), whole)


def _system(submission: ScoredSubmission) -> tuple[str, str]:
    card = submission.card
    return card.model_name, organization_skeleton(card.organization)


def _read(submission: ScoredSubmission) -> dict[int, frozenset[tuple[str, str]]]:
    """Return the pairs of neighbouring words of each answer, by its place."""
    every = enumerate([*_words(answer)] for answer in submission.answers)
    return {at: frozenset(pairwise(["", *words])) for at, words in every if words}


def _right(submission: ScoredSubmission) -> set[int]:
    """Return the places of the answers that earned all that there is."""
    return {
        each.task.start + row
        for each in submission.facts
        for row in (each.rows[:, 0] >= NANO).nonzero()[0].tolist()
    }


def _words(answer: Any) -> Iterator[str]:
    if isinstance(answer, dict):
        for key in sorted(answer):
            yield key
            yield from _words(answer[key])
    elif isinstance(answer, list):
        for each in answer:
            yield from _words(each)
    elif answer is not None:
        yield from text_1(str(answer)).split()
