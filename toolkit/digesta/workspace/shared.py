"""What systems earned in two releases on the questions that both ask: the only fair comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from digesta.metrics.exact import NANO, published
from digesta.releases.diff import in_both
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace.boards import scored_submissions
from digesta.workspace.releases import open_release


class Shared(NamedTuple):
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


def shared_scores(root: Path, before: str, after: str) -> list[Shared]:
    """Compare the systems that stand in both releases, by track and name; judged tasks left out."""
    old, new = open_release(root, before), open_release(root, after)
    asked = in_both(old.data, new.data)
    then = {_who(submission): submission for submission in scored_submissions(root, old)[0]}
    now = {_who(submission): submission for submission in scored_submissions(root, new)[0]}
    return [
        Shared(track.track, *who, n, first, second)
        for track in new.manifest.tracks
        for who in sorted(then.keys() & now.keys())
        for n, first, second in _means(
            _credits(then[who], track.track, asked), _credits(now[who], track.track, asked)
        )
    ]


def _who(submission: ScoredSubmission) -> tuple[str, str, str]:
    one = submission.card
    return one.model_name, one.organization, one.condition


def _credits(submission: ScoredSubmission, track: str, asked: frozenset[str]) -> dict[str, int]:
    """Return what each of some questions earned, in nano-units."""
    found: dict[str, int] = {}
    for facts in submission.by_task(track).values():
        column = facts.task.scorer.column_names.index("credit")
        if not facts.task.needs_judge:
            earned = zip(facts.task.ids, facts.rows[:, column].tolist(), strict=True)
            found |= {name: credit for name, credit in earned if name in asked}
    return found


def _means(
    before: Mapping[str, int], after: Mapping[str, int]
) -> Iterator[tuple[int, float, float]]:
    names = before.keys() & after.keys()
    if names:
        sums = [sum(one[name] for name in names) for one in (before, after)]
        first, second = (published(Fraction(total, NANO * len(names))) for total in sums)
        yield len(names), first, second
