"""Make the boards of a release's split: who stands on each, in what order, ranked or not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

import numpy as np

from digesta.board.judges.eligible import judges_of, lineup_of, panels, why_unfit
from digesta.board.judges.gate import AuditedJudge
from digesta.board.roster import Earlier, answered_any, earlier_rows
from digesta.board.rows import (
    Entrant,
    OtherMetrics,
    agreement,
    estimate,
    floor_tests,
    name_of,
    other_metrics,
    row,
    score_of,
)
from digesta.board.specs import FEWEST_QUESTIONS, Spec, signature, specs
from digesta.metrics.exact import round_share
from digesta.records.board import Board, EarlierRow, Ineligible, IntervalMethod
from digesta.records.release import Track
from digesta.scoring.facts import CompiledRelease
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.estimates import Estimates
from digesta.stats.intervals import FEWEST, LEVEL
from digesta.stats.ranks import Rank, better_of, ranks_from

JUDGES = "judges/"
"""How the names of a board's inputs begin that are files of its judges."""

FEWEST_SYSTEMS = 2
NOTHING_EARLIER = Earlier()


def boards(
    compiled: CompiledRelease,
    submissions: Sequence[ScoredSubmission],
    refused: Sequence[Ineligible] = (),
    *,
    audited: Mapping[str, AuditedJudge] | None = None,
    folded: bool = True,
) -> Iterator[Board]:
    """Return every board of a release's split: per track and condition, its categories, tasks.

    What is judged has a board for each judge, of the submissions of which it judged every
    answer of the track, joint ones where there are several (``panels``), and none without a
    judge. audited: judges by name; a board one of whose judges did not pass its gate says so
    and ranks nobody. folded: whether by the rules of ``roster`` small tasks are rows of their
    category.
    """
    known = audited or {}
    for lineup in lineups(compiled, submissions, refused, audited=known, folded=folded):
        yield board_of(compiled, lineup, audited=known)


def lineups(
    compiled: CompiledRelease,
    submissions: Sequence[ScoredSubmission],
    refused: Sequence[Ineligible],
    *,
    audited: Mapping[str, AuditedJudge],
    earlier: Earlier = NOTHING_EARLIER,
    published: Collection[str] = frozenset(),
    folded: bool = True,
) -> Iterator[BoardLineup]:
    """Return who is on each of ``boards``, in their order.

    published: names of boards, which stay whether anybody is on them or not.
    """
    by_rules = compiled.release.by_rules
    every = _lineups(compiled, submissions, refused, audited=audited, folded=by_rules and folded)
    if not by_rules:
        yield from every
        return
    for name, own in groupby(every, key=lambda each: each.key.spec.score.tasks[0].track):
        yield from _by_rules(compiled.release.track_named(name), own, earlier, published)


def _lineups(
    compiled: CompiledRelease,
    submissions: Sequence[ScoredSubmission],
    refused: Sequence[Ineligible],
    *,
    audited: Mapping[str, AuditedJudge],
    folded: bool,
) -> Iterator[BoardLineup]:
    """Yield the lineup of every board that somebody could be on."""
    for track in compiled.release.tracks:
        tasks = compiled.tasks_of(track.track)
        for condition in track.conditions:
            here = submissions_under(submissions, track, condition)
            for spec in specs(track, tasks, folded=folded) if here else ():
                comparable, others = comparable_on(here, spec)
                for panel in panels(judges_of(comparable, spec.score.tasks), audited):
                    lineup = lineup_of(comparable, panel, tasks)
                    if lineup.submissions:
                        key, left_out = BoardKey(spec, condition, panel), lineup.left_out + others
                        rows = sorted([*refused, *left_out], key=lambda each: each.submission_id)
                        yield BoardLineup(key, tuple(lineup.submissions), tuple(rows))


def _by_rules(
    track: Track, every: Iterable[BoardLineup], earlier: Earlier, published: Collection[str]
) -> Iterator[BoardLineup]:
    """Yield the lineups of a track by the rules of ``roster``; its headline in any case."""
    listed = [each for each in (lineup.by_rules(earlier) for lineup in every) if each.entrants]
    whole = [each for each in listed if each.key.spec.path == track.track]
    shown = [each for each in listed if each.is_entered or each.key.name in published]
    shown[:0] = [each for each in whole[:1] if not any(each in whole for each in shown)]
    there = {each.key.under for each in shown}
    empty = [each.key.under for each in whole if each.key.under not in there]
    named = {name.partition("@")[0] for name in (*there, *empty)}
    empty += (condition for condition in track.conditions if condition not in named)
    for each in shown:
        yield each._replace(empty=tuple(sorted(empty))) if each in whole else each


def board_of(
    compiled: CompiledRelease,
    lineup: BoardLineup,
    *,
    audited: Mapping[str, AuditedJudge],
    others: Sequence[OtherMetrics] | None = None,
) -> Board:
    """Return the board of a lineup: it needs no other.

    others: ``other_metrics`` of its entrants, in their order, where they are known.
    """
    if others is None:
        others = [other_metrics(entrant, lineup.key.spec) for entrant in lineup.entrants]
    known = dict(zip(map(name_of, lineup.entrants), others, strict=True))
    made = _board(compiled, lineup.key, lineup.entrants, audited=audited, others=known)
    more = {"earlier": list(lineup.earlier) or None, "empty": list(lineup.empty) or None}
    return made.model_copy(update={"ineligible": list(lineup.left_out), **more})


def submissions_under(
    submissions: Sequence[ScoredSubmission], track: Track, condition: str
) -> list[ScoredSubmission]:
    """Return who stands on a track's boards under a condition; nobody where no board is due.

    Adversaries answer under no condition in particular: they are the floor of each, wherever
    somebody else answered under it, and of a track's first condition in any case.
    """
    here = [
        each
        for each in submissions
        if each.card.claims(track.track)
        and (each.role == "adversary" or each.card.condition == condition)
    ]
    due = condition == track.conditions[0] or any(each.role != "adversary" for each in here)
    return here if due else []


def comparable_on(
    submissions: Sequence[ScoredSubmission], spec: Spec
) -> tuple[list[ScoredSubmission], list[Ineligible]]:
    """Return who can stand on a board; and whose answers to one of its tasks cannot be compared."""
    whys = [each.card.why_not_comparable(spec.task_names) for each in submissions]
    pairs = list(zip(submissions, whys, strict=True))
    left_out = {
        each.card.submission_id: Ineligible(
            submission_id=each.card.submission_id, code="not-comparable", detail=why
        )
        for each, why in pairs
        if why
    }
    return [each for each, why in pairs if not why], list(left_out.values())


class BoardKey(NamedTuple):
    """Where a board stands: what it measures, under which condition, by whose verdicts."""

    spec: Spec
    condition: str
    judges: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return the board's name."""
        return f"{self.spec.path}@{self.under}"

    @property
    def under(self) -> str:
        """Return the condition, and the judges after an ``@``."""
        return "@".join(filter(None, (self.condition, "+".join(self.judges))))


class BoardLineup(NamedTuple):
    """Who is on one board, and who is left out of it with the reason.

    earlier: systems of earlier releases that were not asked what is new. empty: of a headline, what
    nobody entered.
    """

    key: BoardKey
    entrants: tuple[Entrant, ...]
    left_out: tuple[Ineligible, ...]
    earlier: tuple[EarlierRow, ...] = ()
    empty: tuple[str, ...] = ()

    def by_rules(self, earlier: Earlier) -> BoardLineup:
        """Return it without who answered nothing, or was not asked what is new."""
        spec = self.key.spec
        answered = [
            each
            for each in self.entrants
            if each[0].role == "adversary" or answered_any(each[0], spec)
        ]
        rows = earlier_rows(self.key.name, spec, answered, earlier)
        names = {row.submission_id for row in self.left_out}
        gone = names.union(row.submission_id for row in rows)
        return self._replace(
            entrants=tuple(each for each in answered if name_of(each) not in gone),
            earlier=tuple(row for row in rows if row.submission_id not in names),
        )

    @property
    def is_entered(self) -> bool:
        """Return whether a system is on the board, or was on an earlier headline."""
        return bool(self.earlier and self.key.spec.headline) or any(
            each[0].role == "system" for each in self.entrants
        )


def _board(
    compiled: CompiledRelease,
    key: BoardKey,
    submissions: Sequence[Entrant],
    *,
    audited: Mapping[str, AuditedJudge],
    others: Mapping[str, OtherMetrics],
) -> Board:
    """Make one board; the order of ``submissions`` does not matter. others: by submission."""
    spec, judges = key.spec, key.judges
    entrants = sorted(submissions, key=lambda each: (-score_of(each, spec), name_of(each)))
    estimates = estimate(spec, entrants)
    headline = estimates.headline
    n, ranked = headline.layout.n, [i for i, each in enumerate(entrants) if each[0].can_rank]
    known = [audited[judge] for judge in judges if judge in audited]
    unfit = next(filter(None, (why_unfit(judge, audited) for judge in judges)), "")
    too_close = "" if headline.test else why_too_close(headline)
    why = unfit or why_too_few(n, len(ranked)) or too_close
    ranks = {} if why else dict(zip(ranked, ranks_among(headline, ranked), strict=True))
    by_rules = compiled.release.by_rules
    above = floor_tests(headline, entrants) if by_rules else {}
    several = f"; mean of {len(judges)} judges" if len(judges) > 1 else ""
    return Board(
        format="board/1",
        board=key.name,
        title=spec.title,
        release=compiled.release.release,
        split="public" if compiled.split == "public" else "holdout",
        n=n,
        clusters=headline.clusters,
        weighting=spec.weighting + several,
        metric=spec.metric,
        chance=round_share(spec.score.chance(headline.facts[0])),
        ranked=not why,
        why_unranked=why,
        interval=method_of(headline),
        test=headline.test if by_rules else None,
        why_no_interval=why_too_close(headline),
        smallest_difference=_smallest_difference(headline, ranked),
        addresses=[f"{path}{key.name.removeprefix(spec.path)}" for path in spec.also],
        signature=signature(compiled, spec.score.tasks),
        inputs={"release": compiled.digest}
        | {
            f"{JUDGES}{j.judge.judge}/{name}": sha for j in known for name, sha in j.digests.items()
        },
        rows=[
            row(
                *(each, spec, estimates),
                index=i,
                rank=ranks.get(i),
                floor_p=above.get(i),
                others=others[name_of(each)],
            )
            for i, each in enumerate(entrants)
        ],
        judges=[judge.as_board_judge() for judge in known] if any(judges) else None,
        agreement=agreement(entrants, spec) if several else None,
    )


def ranks_among(estimates: Estimates, rows: Sequence[int]) -> Sequence[Rank]:
    """Return the ranks of some rows, corrected for all pairs of them."""
    scores = [estimates.points[row] for row in rows]
    return ranks_from(scores, better_of(scores, estimates.pairs.p[np.ix_(rows, rows)]))


def _smallest_difference(estimates: Estimates, rows: Sequence[int]) -> float | None:
    """Return the median, over all pairs of rows that differ, of what can be told apart."""
    if len(rows) < FEWEST_SYSTEMS or not estimates.design.suffices:
        return None
    every = (estimates.smallest(a, b) for a, b in combinations(rows, 2))
    differ = sorted(smallest for smallest in every if smallest)
    return round(differ[len(differ) // 2], 9) if differ else None


def method_of(estimates: Estimates) -> IntervalMethod:
    """Return how the intervals of a score are made."""
    design = estimates.design
    return IntervalMethod(
        method=estimates.method, level=LEVEL, questions=round(design.n, 6), df=design.df
    )


def why_too_close(estimates: Estimates) -> str:
    """Say why questions hang together too much for any claim; empty where they do not."""
    if estimates.design.suffices:
        return ""
    largest = int(estimates.layout.sizes.max())
    return (
        f"too few sources to say: {estimates.layout.n} questions from {estimates.clusters}, of "
        f"which the largest has {largest}; their degrees of freedom are {estimates.design.df}, "
        f"and an interval needs {FEWEST}"
        + "; rows are compared by an exact test over sources"
        * (estimates.test is not None)
    )


def why_too_few(n: int, systems: int) -> str:
    """Say why so few questions or ranked systems make no ranking; empty where they do."""
    if n < FEWEST_QUESTIONS:
        return f"too few to rank: {n} questions, and a ranking needs {FEWEST_QUESTIONS}"
    if systems < FEWEST_SYSTEMS:
        named = "system" if systems == 1 else "systems"
        return f"too few to rank: {systems} ranked {named}, and a ranking needs {FEWEST_SYSTEMS}"
    return ""
