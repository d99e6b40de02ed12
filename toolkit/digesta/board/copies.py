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

Words = frozenset[tuple[str, str]]


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
        one, other = self.submission.card.submission_id, self.other.card.submission_id
        share = f"{self.same} of the {self.both} that both gave are the same"
        return f"{one} gives the answers of {other}: {share}"


def copies(submissions: Sequence[ScoredSubmission]) -> Iterator[Copy]:
    """Yield who gives whose answers, each pair from both sides; adversaries are left out."""
    own = [each for each in submissions if not each.judge and each.role != "adversary"]
    known = {id(each): _Answers.of(each) for each in own}
    for one, other in combinations(own, 2):
        a, b = known[id(one)], known[id(other)]
        if _system(one) == _system(other):
            continue
        both = a.words.keys() & b.words.keys()
        same = {at for at in both if _same(a.words[at], b.words[at])}
        telling = both - (a.right & b.right)
        near = len(telling & same) >= max(FEWEST, NEARLY * len(telling))
        for first, second, mine in ((one, other, a), (other, one, b)):
            whole = len(same) == len(mine.words) >= FEWEST
            if near or whole:
                yield Copy(first, second, len(same), len(both), whole)


class _Answers(NamedTuple):
    """Answers by place. words: pairs of neighbouring ones. right: the places of right ones."""

    words: dict[int, Words]
    right: set[int]

    @classmethod
    def of(cls, submission: ScoredSubmission) -> _Answers:
        """Read a submission's answers."""
        every = enumerate([*_words(answer)] for answer in submission.answers)
        right = {
            each.task.start + row
            for each in submission.facts
            for row in (each.rows[:, 0] >= NANO).nonzero()[0].tolist()
        }
        return cls({at: frozenset(pairwise(["", *words])) for at, words in every if words}, right)


def _system(submission: ScoredSubmission) -> tuple[str, str]:
    card = submission.card
    return card.model_name, organization_skeleton(card.organization)


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


def _same(one: Words, other: Words) -> bool:
    shared = len(one & other)
    return shared >= NEARLY * (len(one) + len(other) - shared)
