"""What systems earned in two releases on the questions that both ask: the only fair comparison."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from digesta.metrics.exact import NANO, round_share
from digesta.scoring.submission import ScoredSubmission


class SharedScore(NamedTuple):
    """A system's mean credit on the n questions of a track that two releases ask alike.

    before, after: shares in [0, 1], of the answers that it sent in for each; not a headline.
    """

    track: str
    model_name: str
    organization: str
    condition: str
    n: int
    before: float
    after: float


def shared_scores(
    before: Iterable[ScoredSubmission],
    after: Iterable[ScoredSubmission],
    tracks: Iterable[str],
    questions: frozenset[str],
) -> list[SharedScore]:
    """Compare the systems that stand in both releases, by track and name; judged tasks left out.

    questions: the ids of those that both releases ask.
    """
    then, now = _by_system(before), _by_system(after)
    scores = []
    for track in tracks:
        for system in sorted(then.keys() & now.keys()):
            credits_ = [_credits(each[system], track, questions) for each in (then, now)]
            names = credits_[0].keys() & credits_[1].keys()
            if names:
                sums = (sum(credit[name] for name in names) for credit in credits_)
                means = (round_share(Fraction(total, NANO * len(names))) for total in sums)
                scores.append(SharedScore(track, *system, len(names), *means))
    return scores


def _by_system(
    submissions: Iterable[ScoredSubmission],
) -> dict[tuple[str, str, str], ScoredSubmission]:
    cards = ((submission.card, submission) for submission in submissions)
    return {(card.model_name, card.organization, card.condition): each for card, each in cards}


def _credits(submission: ScoredSubmission, track: str, questions: frozenset[str]) -> dict[str, int]:
    """Return what a submission earned on these questions of a track, in nano-units."""
    credits_: dict[str, int] = {}
    for facts in submission.by_task(track).values():
        column = facts.task.scorer.column_names.index("credit")
        if not facts.task.needs_judge:
            earned = zip(facts.task.ids, facts.rows[:, column].tolist(), strict=True)
            credits_ |= {name: credit for name, credit in earned if name in questions}
    return credits_
