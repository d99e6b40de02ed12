"""Make the boards of a release's split: who stands on each, in what order, ranked or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from digesta.board.judges import AuditedJudge, by_judges, judges_of, panels, why_unfit
from digesta.board.rows import Standing, agreement, name_of, row, samples_of, score_of
from digesta.board.specs import Spec, signature, specs
from digesta.metrics.exact import published
from digesta.records.board import Board, Ineligible, IntervalMethod
from digesta.records.release import Track
from digesta.scoring.compiled import Compiled
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.intervals import LEVEL
from digesta.stats.sampling import Sample

JUDGES = "judges/"
"""How the names of a board's inputs begin that are files of its judges."""

FEWEST_QUESTIONS = 30
FEWEST_SYSTEMS = 2


def boards(
    compiled: Compiled,
    submissions: Sequence[ScoredSubmission],
    refused: Sequence[Ineligible] = (),
    *,
    audited: Mapping[str, AuditedJudge] | None = None,
) -> Iterator[Board]:
    """Return every board of a release's split: per track and condition, its categories, tasks.

    What is judged has a board for each judge, of the submissions of which it judged every
    answer of the track, joint ones where there are several (``judging.panels``), and none
    without a judge. audited: what each judge showed; a board one of whose judges did not pass
    says so and ranks nobody.
    """
    for track in compiled.release.tracks:
        tasks = compiled.tasks_of(track.track)
        for condition in track.conditions:
            here = standing(submissions, track, condition)
            for spec in specs(track, tasks) if here else ():
                judges = judges_of(here, spec.score.tasks)
                for panel in panels(judges, audited or {}):
                    shown = by_judges(here, panel, tasks)
                    if shown.submissions:
                        on = BoardKey(spec, condition, "+".join(panel))
                        left_out = [*refused, *shown.left_out]
                        yield board(
                            compiled, on, shown.submissions, audited=audited or {}, refused=left_out
                        )


def standing(
    submissions: Sequence[ScoredSubmission], track: Track, condition: str
) -> list[ScoredSubmission]:
    """Return who stands on a track's boards under a condition; nobody where no board is due.

    Adversaries answer under no condition in particular: they are the floor of each, wherever
    somebody else answered under it, and of a track's first condition in any case.
    """
    mine = [submission for submission in submissions if submission.card.claims(track.track)]
    here = [
        submission
        for submission in mine
        if submission.card.condition == condition or submission.role == "adversary"
    ]
    first = condition == track.conditions[0]
    return here if first or any(submission.role != "adversary" for submission in here) else []


class BoardKey(NamedTuple):
    """Where a board stands: what it measures, under which condition, by whose verdicts."""

    spec: Spec
    condition: str
    judges: str

    @property
    def name(self) -> str:
        """Return the board's name."""
        named = f"{self.spec.path}@{self.condition}"
        return f"{named}@{self.judges}" if self.judges else named


def board(
    compiled: Compiled,
    on: BoardKey,
    submissions: Sequence[Standing],
    *,
    audited: Mapping[str, AuditedJudge],
    refused: Sequence[Ineligible],
) -> Board:
    """Make one board; the order of ``submissions`` does not matter."""
    spec = on.spec
    ordered = sorted(
        submissions, key=lambda submission: (-score_of(submission, spec), name_of(submission))
    )
    samples = samples_of(spec, ordered, name=on.name, digest=compiled.digest)
    sample = samples.headline
    ranked = [i for i, one in enumerate(ordered) if one[0].can_rank]
    known = [audited[one] for one in on.judges.split("+") if one in audited]
    unfit = (why_unfit(one, audited) for one in on.judges.split("+"))
    why = next(filter(None, unfit), "") or why_too_few(sample.layout.n, len(ranked))
    placed = {} if why else dict(zip(ranked, sample.ranks(ranked), strict=True))
    return Board(
        format="board/1",
        board=on.name,
        title=spec.title,
        release=compiled.release.release,
        split="public" if compiled.split == "public" else "holdout",
        n=sample.layout.n,
        clusters=sample.clusters,
        weighting=_weighting(spec, on),
        metric=spec.metric,
        chance=published(spec.score.chance(sample.facts[0])),
        ranked=not why,
        why_unranked=why,
        interval=method_of(sample),
        signature=signature(compiled, spec.score.tasks),
        inputs={"release": compiled.digest} | _inputs(known),
        rows=[row(one, spec, samples, (i, placed.get(i))) for i, one in enumerate(ordered)],
        ineligible=sorted(refused, key=lambda one: one.submission_id),
        judges=[one.shown() for one in known] if on.judges else None,
        agreement=agreement(ordered, spec) if "+" in on.judges else None,
    )


def _weighting(spec: Spec, on: BoardKey) -> str:
    several = len(on.judges.split("+"))
    return f"{spec.weighting}; mean of {several} judges" if several > 1 else spec.weighting


def _inputs(judges: Sequence[AuditedJudge]) -> dict[str, str]:
    return {
        f"{JUDGES}{judge.judge.judge}/{name}": digest
        for judge in judges
        for name, digest in judge.digests.items()
    }


def method_of(sample: Sample) -> IntervalMethod:
    """Return how the intervals of a sample were made."""
    method = sample.intervals.method
    rounds = sample.rounds if method == "bootstrap/1" else None
    return IntervalMethod(method=method, level=LEVEL, rounds=rounds)


def why_too_few(n: int, systems: int) -> str:
    """Say why so few questions or ranked systems make no ranking; empty where they do."""
    if n < FEWEST_QUESTIONS:
        return f"too few to rank: {n} questions, and a ranking needs {FEWEST_QUESTIONS}"
    if systems < FEWEST_SYSTEMS:
        named = "system" if systems == 1 else "systems"
        return f"too few to rank: {systems} ranked {named}, and a ranking needs {FEWEST_SYSTEMS}"
    return ""
