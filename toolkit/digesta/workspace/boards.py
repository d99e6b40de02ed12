"""From a release's committed submissions to its boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from digesta.board.adversaries import PREFIX
from digesta.board.boards import boards
from digesta.board.comparison import conditions, pairwise, retriever_of
from digesta.board.shared import SharedScore, shared_scores
from digesta.errors import SubmissionError, UsageError
from digesta.intake import name_skeleton
from digesta.metrics.exact import round_share
from digesta.records.board import Conditions, Ineligible
from digesta.records.submission import Decision
from digesta.releases.checks.floors import headline_of
from digesta.releases.data import final_ids
from digesta.releases.diff import KINDS, Change, difference, in_both, is_resealed
from digesta.releases.log import latest_decisions
from digesta.scoring.facts import UNJUDGED, expected_facts
from digesta.scoring.rules import rule_score
from digesta.scoring.submission import ScoredSubmission, facts_of
from digesta.workspace.holdouts.scores import sealed_boards
from digesta.workspace.judges import judged_submissions, judges_in
from digesta.workspace.progress import progress
from digesta.workspace.releases import (
    StoredRelease,
    folder_of,
    json_line,
    open_release,
    read_release,
)
from digesta.workspace.submissions import (
    Answers,
    computed_adversaries,
    mark,
    read_answers,
    refuse_folder,
    submissions_of,
)

OUT = frozenset({"reject", "withdraw", "exclude"})
"""Decisions that take a submission off the boards; it is listed with the reason."""


@lru_cache(maxsize=2)
def scored_submissions(
    root: Path, release: StoredRelease
) -> tuple[tuple[ScoredSubmission, ...], tuple[Ineligible, ...]]:
    """Return every committed submission of a release and its computed adversaries, scored.

    A submission that judges have verdicts on appears once more for each judge. The second tuple
    names the submissions that decisions took off the boards.
    """
    decisions = latest_decisions(release.data.decisions)
    submissions, refused = [], []
    for folder in progress(list(submissions_of(root, release)), "scoring"):
        refuse_folder(release, folder)
        decision = decisions.get(folder.name)
        if decision is not None and decision.decision in OUT:
            refused.append(
                Ineligible(
                    submission_id=folder.name, code=decision.decision, detail=decision.reason
                )
            )
        else:
            submissions.append(_score(read_answers(folder, release.compiled), decision, release))
    submissions += computed_adversaries(root, release)
    submissions.sort(key=lambda submission: submission.card.submission_id)
    _check_names(submissions)
    judged = judged_submissions(judges_in(root, release), submissions)
    return (*submissions, *judged), tuple(refused)


def _score(answers: Answers, decision: Decision | None, release: StoredRelease) -> ScoredSubmission:
    role = decision.role if decision else "system"
    name = answers.card.submission_id.removeprefix(PREFIX)
    expected = expected_facts(release.compiled, name) if role == "adversary" else None
    return ScoredSubmission(
        answers.card,
        answers.sha256,
        expected or mark(release.compiled, answers),
        answers.answers,
        role,
        decision.level if decision else "open",
        expectation=expected is not None,
        traces=answers.traces,
    )


def _check_names(submissions: list[ScoredSubmission]) -> None:
    first: dict[tuple[str, ...], str] = {}
    for card in (submission.card for submission in submissions):
        name = name_skeleton(card.model_name), name_skeleton(card.organization)
        known = first.setdefault((*name, card.condition, retriever_of(card)), card.submission_id)
        if known != card.submission_id:
            raise SubmissionError.of(
                code="name-taken",
                file=f"{card.submission_id}/submission.json",
                got=card.model_name,
                expected=f"a name that {known} does not have",
                fix="one system has one submission per release, condition and retriever",
            )


def board_files(root: Path, release: StoredRelease) -> dict[str, bytes]:
    """Return every board of a release: file name -> canonical bytes."""
    submissions, refused = scored_submissions(root, release)
    audited = {judge.judge.judge: judge.audit for judge in judges_in(root, release)}
    every = chain(
        boards(release.compiled, submissions, refused, audited=audited),
        sealed_boards(root, release, submissions, refused),
    )
    return {f"{board.path}.json": json_line(board) for board in progress(every, "boards")}


def facts_files(root: Path, release: StoredRelease) -> dict[str, bytes]:
    """Return the integer rows of every submission: file name -> canonical bytes.

    <submission>/<track>.json, and where the track is judged <submission>/<track>@<judge>.json.
    """
    submissions, _ = scored_submissions(root, release)
    judged = {task.track for task in release.compiled.tasks if task.needs_judge}
    every = (
        facts_of(release.compiled, submission, track.track)
        for submission in submissions
        for track in release.manifest.tracks
        if not submission.judge or track.track in judged
    )
    return {
        f"{facts.submission_id}/{facts.track}{f'@{facts.judge}' if facts.judge else ''}.json": (
            json_line(facts)
        )
        for facts in every
    }


def conditions_of(root: Path, release: StoredRelease) -> list[Conditions]:
    """Return the effect of retrieved passages, a record for each track where a system shows it."""
    among = _compared_submissions(root, release)
    every = (conditions(release.compiled, among, track) for track in release.manifest.tracks)
    return [effect for effect in every if effect is not None]


def pairs_of(root: Path, release: StoredRelease) -> list[dict[str, Any]]:
    """Compare every two submissions that maintainers ran, but adversaries, on each headline."""
    among = _compared_submissions(root, release)
    pairs: list[dict[str, Any]] = pairwise(release.compiled, among, headlines=True)["pairs"]
    return pairs


def _compared_submissions(root: Path, release: StoredRelease) -> list[ScoredSubmission]:
    # Answers that were sent in for open truths count in no comparison of systems, and figures by
    # different judges' verdicts are not compared with each other.
    submissions, _ = scored_submissions(root, release)
    return [
        submission
        for submission in submissions
        if submission.role != "adversary"
        and submission.level in {"rerun", "sealed"}
        and not submission.judge
    ]


def scores_of(root: Path, release: StoredRelease, submission: str) -> dict[str, float]:
    """Return the headline of each track for one submission, as a decision records it.

    By track; a judged track by track@judge, for each judge that judged it wholly.
    """
    folder = root / "predictions" / release.id / submission
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such submission")
    bare = _score(read_answers(folder, release.compiled), None, release)
    every = (bare, *judged_submissions(judges_in(root, release), [bare]))
    return dict(sorted(figure for scored in every for figure in _headlines(release, scored)))


def _headlines(release: StoredRelease, submission: ScoredSubmission) -> Iterator[tuple[str, float]]:
    for track in release.manifest.tracks:
        rule = headline_of(track)
        score = rule_score(rule, track, release.compiled.tasks_of(track.track))
        judged = score is not None and score.needs_judge
        facts = submission.by_task(track.track)
        if (
            score is not None
            and judged == bool(submission.judge)
            and not score.count(UNJUDGED, facts)
        ):
            name = f"{track.track}@{submission.judge}" if judged else track.track
            yield name, round_share(score.value(facts))


# Two releases ---------------------------------------------------------------------------------


class ReleaseDiff(NamedTuple):
    """What changed between two releases; scores: None where nobody wanted them."""

    before: str
    after: str
    changes: list[Change]
    resealed: bool
    scores: list[SharedScore] | None

    def as_json(self) -> dict[str, Any]:
        """Return the changes and the scores as a JSON value."""
        value = {
            "before": self.before,
            "after": self.after,
            "counts": {kind: sum(c.kind == kind for c in self.changes) for kind in KINDS},
            "changes": [change.as_json() for change in self.changes],
            "holdout_resealed": self.resealed,
        }
        scores = self.scores
        return value if scores is None else value | {"scores": [row._asdict() for row in scores]}


def diff(root: Path, before: str, after: str, *, scores: bool) -> ReleaseDiff:
    """Return what changed between two releases, or a release and a draft."""
    old, new = (read_release(folder_of(root, name)) for name in (before, after))
    changes = difference(old, new, final_ids(new.questions))
    earned = None
    if scores:
        then, now = (
            scored_submissions(root, open_release(root, name))[0] for name in (before, after)
        )
        tracks = [track.track for track in new.manifest.tracks]
        earned = shared_scores(then, now, tracks, in_both(old, new))
    ids = old.manifest.release, new.manifest.release
    return ReleaseDiff(*ids, changes, is_resealed(old, new), earned)
