"""From a release's committed submissions to its boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from digesta.board.adversaries import PREFIX
from digesta.board.boards import boards
from digesta.board.comparison import conditions, pairwise, retriever_of
from digesta.canonical import canonical_bytes
from digesta.errors import SubmissionError, UsageError
from digesta.intake import name_skeleton
from digesta.metrics.exact import published
from digesta.records.board import Facts, Ineligible
from digesta.records.published import Conditions
from digesta.records.submission import Decision
from digesta.releases.checks.floors import headline_of
from digesta.releases.log import latest_decisions
from digesta.scoring.facts import UNJUDGED, expected_facts
from digesta.scoring.rules import rule_score
from digesta.scoring.submission import ScoredSubmission, facts_of
from digesta.workspace.holdouts.scores import sealed_boards
from digesta.workspace.judges import judged_submissions, judges_in
from digesta.workspace.progress import progress
from digesta.workspace.releases import StoredRelease
from digesta.workspace.submissions import (
    Answers,
    computed_adversaries,
    marked,
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
    """Read and score every committed submission of a release, and its computed adversaries.

    A submission that judges have verdicts on stands once more for each of them.
    """
    decided = latest_decisions(release.data.decisions)
    submissions, refused = [], []
    for folder in progress(list(submissions_of(root, release)), "scoring"):
        refuse_folder(release, folder)
        decision = decided.get(folder.name)
        if decision is not None and decision.decision in OUT:
            refused.append(
                Ineligible(
                    submission_id=folder.name, code=decision.decision, detail=decision.reason
                )
            )
            continue
        submissions.append(_scored(read_answers(folder, release.compiled), decision, release))
    submissions += computed_adversaries(root, release)
    submissions.sort(key=lambda submission: submission.card.submission_id)
    _check_names(submissions)
    judged = judged_submissions(judges_in(root, release), submissions)
    return (*submissions, *judged), tuple(refused)


def _scored(
    answers: Answers, decision: Decision | None, release: StoredRelease
) -> ScoredSubmission:
    role = decision.role if decision else "system"
    level = decision.level if decision else "open"
    name = answers.card.submission_id.removeprefix(PREFIX)
    expected = expected_facts(release.compiled, name) if role == "adversary" else None
    facts = expected or marked(release.compiled, answers)
    return ScoredSubmission(
        answers.card,
        answers.sha256,
        facts,
        answers.answers,
        role,
        level,
        expectation=expected is not None,
        traces=answers.traces,
    )


def _check_names(submissions: list[ScoredSubmission]) -> None:
    first: dict[tuple[str, ...], str] = {}
    for submission in submissions:
        one = submission.card
        named = name_skeleton(one.model_name), name_skeleton(one.organization)
        key = (*named, one.condition, retriever_of(one))
        if key in first:
            raise SubmissionError.of(
                code="name-taken",
                file=f"{one.submission_id}/submission.json",
                got=one.model_name,
                expected=f"a name that {first[key]} does not have",
                fix="one system has one submission per release, condition and retriever",
            )
        first[key] = one.submission_id


def board_files(root: Path, release: StoredRelease) -> dict[str, bytes]:
    """Return every board of a release: file name -> canonical bytes."""
    submissions, refused = scored_submissions(root, release)
    audited = {one.judge.judge: one.audited for one in judges_in(root, release)}
    made = chain(
        boards(release.compiled, submissions, refused, audited=audited),
        sealed_boards(root, release, submissions, refused),
    )
    return {
        f"{one.path}.json": canonical_bytes(one.as_json()) + b"\n"
        for one in progress(made, "boards")
    }


def facts_files(root: Path, release: StoredRelease) -> dict[str, bytes]:
    """Return the integer rows of every submission: file name -> canonical bytes.

    <submission>/<track>.json, and where the track is judged <submission>/<track>@<judge>.json.
    """
    submissions, _ = scored_submissions(root, release)
    made = [
        facts_of(release.compiled, submission, track)
        for submission in submissions
        for track in _tracks(release, submission)
    ]
    return {f"{_facts_name(one)}.json": canonical_bytes(one.as_json()) + b"\n" for one in made}


def conditions_of(root: Path, release: StoredRelease) -> list[Conditions]:
    """Return what passages change: a record for each track where a system shows it."""
    among = _among(root, release)
    made = (conditions(release.compiled, among, track) for track in release.manifest.tracks)
    return [one for one in made if one is not None]


def pairs_of(root: Path, release: StoredRelease) -> list[dict[str, Any]]:
    """Compare every two submissions that maintainers ran, but adversaries, on each headline."""
    made = pairwise(release.compiled, _among(root, release), headlines=True)
    pairs: list[dict[str, Any]] = made["pairs"]
    return pairs


def _among(root: Path, release: StoredRelease) -> list[ScoredSubmission]:
    # What was sent in for open truths has no say in what is told of others, and a figure by one
    # judge's verdicts is not compared with one by another's.
    submissions, _ = scored_submissions(root, release)
    return [
        one
        for one in submissions
        if one.role != "adversary" and one.level in {"rerun", "sealed"} and not one.judge
    ]


def _facts_name(facts: Facts) -> str:
    name = f"{facts.submission_id}/{facts.track}"
    return f"{name}@{facts.judge}" if facts.judge else name


def _tracks(release: StoredRelease, submission: ScoredSubmission) -> list[str]:
    """Return the tracks that a submission has facts of: of one by a judge, the judged tracks."""
    judged = {task.track for task in release.compiled.tasks if task.needs_judge}
    named = [track.track for track in release.manifest.tracks]
    return [one for one in named if not submission.judge or one in judged]


def scores_of(root: Path, release: StoredRelease, submission: str) -> dict[str, float]:
    """Return the headline of each track for one submission, as a decision records it.

    By track; of a track that is judged by track@judge, nothing where no judge judged it wholly.
    """
    folder = root / "predictions" / release.manifest.release / submission
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such submission")
    bare = _scored(read_answers(folder, release.compiled), None, release)
    judged = judged_submissions(judges_in(root, release), [bare])
    return dict(sorted(figure for one in (bare, *judged) for figure in _headlines(release, one)))


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
            yield name, published(score.value(facts))
