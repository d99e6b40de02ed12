"""A workspace's sealed questions on disk: logs, attempts, scores, what is told of them.

Truths that were opened stay in memory: nothing of them is cached, printed or written, and what
is compiled from them never reaches ``store.cache``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import orjson

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import Problem, ReleaseError, StaleScoreError, SubmissionError
from digesta.holdout.attempts import LoggedAttempt, attempts_of, attempts_over_cap, logged_attempts
from digesta.holdout.boards import PublishedScores, holdout_boards
from digesta.holdout.checks import (
    changed_scores,
    hidden_attempts,
    ladder_problems,
    score_problems,
    unopened_attempts,
    unused_openings,
)
from digesta.holdout.scores import ScoredAttempt, compiled_holdout, headlines_of, track_figures
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.board import Board, Ineligible, RowInputs
from digesta.records.holdout import HoldoutScores
from digesta.records.log import Attempt
from digesta.records.reading import read_record
from digesta.records.release import Truth
from digesta.records.submission import Card
from digesta.releases.reading import (
    ACCESS,
    ATTEMPTS,
    MANIFEST,
    parse_release,
    records_of,
)
from digesta.scoring.facts import CompiledRelease, mark_all
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace import store
from digesta.workspace.cards import PREDICTIONS
from digesta.workspace.holdouts.known import questions_of, releases_in, sealed_in
from digesta.workspace.releases import StoredRelease, release_order
from digesta.workspace.submissions import read_answers

HOLDOUT = "holdout.json"


def log_of(release: StoredRelease, path: str) -> bytes:
    """Read a log of a release; empty before its first line."""
    file = release.root / path
    return store.read_bytes(file) if file.exists() else b""


@lru_cache(maxsize=2)
def attempts_in(root: Path) -> tuple[LoggedAttempt, ...]:
    """Return the attempts of every release of a workspace, by date, release and line."""
    made: list[LoggedAttempt] = []
    for folder in releases_in(root):
        if (folder / ATTEMPTS).exists():
            log = store.read_bytes(folder / ATTEMPTS)
            attempts = records_of({ATTEMPTS: log}, ATTEMPTS, Attempt)
            made += logged_attempts(folder.name, log, attempts, sealed_in(questions_of(folder)))
    return tuple(
        sorted(made, key=lambda one: (one.attempt.date, release_order(one.release), one.line))
    )


# Scoring --------------------------------------------------------------------------------------


def scored(
    root: Path, release: StoredRelease, truths: Sequence[Truth], one: LoggedAttempt
) -> HoldoutScores:
    """Score an attempt of the log against opened truths."""
    attempt = one.attempt
    own = attempts_of(attempts_in(root), attempt.organization, one.sealed)
    until = [other.digest for other in own].index(one.digest) + 1
    compiled = compiled_holdout(release.data, truths)
    trials = [
        _trial(root, release, (compiled, truths), (number, other))
        for number, other in enumerate(own[:until], start=1)
        # What was scored against other truths counts for the cap, and cannot be compared.
        if other.attempt.root == attempt.root
        and (not attempt.maintainers or other is own[until - 1])
    ]
    return HoldoutScores(
        format="holdout/1",
        release=release.manifest.release,
        submission_id=attempt.submission_id,
        root=attempt.root,
        maintainers=attempt.maintainers,
        attempts=until,
        logged=one.digest,
        ladder="ladder/1",
        tracks=track_figures(compiled, trials, ladder=not attempt.maintainers),
        inputs=RowInputs(predictions=attempt.predictions),
    )


def refuse_unscorable(
    root: Path,
    release: StoredRelease,
    truths: Sequence[Truth],
    *,
    submission: Card,
    before: Sequence[LoggedAttempt],
) -> None:
    """Refuse what would fail after an attempt is logged: an attempt in the log has its scores.

    before: the attempts that the ladder would compare it with.
    """
    compiled = compiled_holdout(release.data, truths)
    if not headlines_of(compiled, submission):
        raise ReleaseError.of(
            code="holdout-nothing",
            file=f"{release.root.as_posix()}/{MANIFEST}",
            got="no track of which sealed answers can be marked without a judge",
            fix="name other tracks in submission.json",
        )
    for number, one in enumerate(before, start=1):
        _trial(root, release, (compiled, truths), (number, one))


def _trial(
    root: Path,
    release: StoredRelease,
    opened: tuple[CompiledRelease, Sequence[Truth]],
    numbered: tuple[int, LoggedAttempt],
) -> ScoredAttempt:
    """Mark one attempt: its answers as they were, from the folder of its release."""
    compiled, truths = opened
    number, one = numbered
    if one.release != release.manifest.release:
        # Another release of the same sealed questions: its submissions answer its public ones.
        folder = root / "releases" / one.release
        data = parse_release(store.read_tree(folder), name=folder.as_posix())
        compiled = compiled_holdout(data, truths)
    place = root / "predictions" / one.release / one.attempt.submission_id
    read = read_answers(place, compiled) if place.is_dir() else None
    if read is None or read.sha256 != one.attempt.predictions:
        raise SubmissionError.of(
            code="attempt-lost",
            file=f"{place.as_posix()}/{PREDICTIONS}",
            got=read.sha256 if read else "no such folder",
            expected=one.attempt.predictions,
            fix="a scored submission does not change: restore its predictions, and send "
            "the new ones under another submission_id",
        )
    return ScoredAttempt(number, read.card, mark_all(compiled, read.answers))


# What is told ---------------------------------------------------------------------------------


def told_of(
    root: Path, release: StoredRelease, submissions: Sequence[ScoredSubmission]
) -> tuple[tuple[PublishedScores, ...], dict[str, HoldoutScores]]:
    """Read and check every committed holdout.json: of these submissions, and of all."""
    if release.manifest.holdout is None:
        return (), {}
    folder = root / "predictions" / release.manifest.release
    every: dict[str, HoldoutScores] = {}
    for one in store.folders(folder):
        if (one / HOLDOUT).exists():
            every[one.name] = read_scores(one / HOLDOUT)
    by_id = {
        submission.card.submission_id: submission
        for submission in submissions
        if not submission.judge
    }
    told = tuple(
        PublishedScores(by_id[name], scores, (folder / name / HOLDOUT).as_posix())
        for name, scores in every.items()
        if name in by_id
    )
    problems = list(_wrong(root, release, told, every))
    if problems:
        raise StaleScoreError(problems)
    return told, every


def read_scores(path: Path) -> HoldoutScores:
    """Read a holdout.json, strictly; its bytes must be those that we write."""
    data = store.read_bytes(path, limit=1 << 20)
    file = path.as_posix()
    scores = read_record(
        HoldoutScores, strict_json(data, file=file, line=1, limits=RELEASE_LIMITS), file
    )
    if data != as_file(scores):
        raise ReleaseError.of(
            code="not-canonical", file=file, fix="what we write is RFC 8785; restore it"
        )
    return scores


def as_file(scores: HoldoutScores) -> bytes:
    """Return the bytes of a holdout.json."""
    return canonical_bytes(scores.as_json()) + b"\n"


def _wrong(
    root: Path,
    release: StoredRelease,
    told: Sequence[PublishedScores],
    every: Mapping[str, HoldoutScores],
) -> Iterator[Problem]:
    attempts, name = attempts_in(root), release.root.as_posix()
    mine = sealed_in(release.data.questions)
    here = [attempt for attempt in attempts if attempt.release == release.manifest.release]
    yield from attempts_over_cap(
        attempts,
        {
            attempt.release: (root / "releases" / attempt.release / ATTEMPTS).as_posix()
            for attempt in attempts
        },
    )
    yield from unopened_attempts(here, log_of(release, ACCESS), name=name)
    yield from hidden_attempts(here, every, name=name)
    yield from changed_scores(
        _published(release), _digests(root, release), _decided(release), root=root.as_posix()
    )
    wrong = False
    for one in told:
        for problem in score_problems(
            one.scores,
            release.manifest,
            attempts,
            file=one.file,
            predictions=one.submission.predictions_sha256,
        ):
            wrong = True
            yield problem
    if not wrong:
        kept = {one.scores.submission_id: one for one in told}
        yield from ladder_problems(
            {key: one.scores for key, one in kept.items()},
            {key: one.file for key, one in kept.items()},
            {
                key: attempts_of(attempts, one.submission.card.organization, mine)
                for key, one in kept.items()
            },
        )


def _published(release: StoredRelease) -> dict[str, str]:
    """Return the digest of each holdout.json that an index of published boards names, by path."""
    named: dict[str, str] = {}
    for folder in store.folders(release.root / "boards"):
        inputs = orjson.loads(store.read_bytes(folder / "index.json"))["inputs"]
        named |= {path: one for path, one in inputs.items() if path.endswith(f"/{HOLDOUT}")}
    return named


def _digests(root: Path, release: StoredRelease) -> dict[str, str]:
    release_id = release.manifest.release
    return {
        f"predictions/{release_id}/{folder.name}/{HOLDOUT}": sha256_hex(
            store.read_bytes(folder / HOLDOUT)
        )
        for folder in store.folders(root / "predictions" / release_id)
        if (folder / HOLDOUT).exists()
    }


def _decided(release: StoredRelease) -> set[str]:
    return {
        decision.submission_id
        for decision in release.data.decisions
        if decision.decision != "accept"
    }


def openings_without_attempt(root: Path, release: StoredRelease) -> str:
    """Name the openings for a submission that no scored attempt followed; "" if none."""
    mine = sealed_in(release.data.questions)
    scored_ids = {
        attempt.attempt.submission_id
        for attempt in attempts_in(root)
        if attempt.attempt.outcome == "scored" and attempt.sealed & mine
    }
    return ", ".join(unused_openings(release.data.access, scored_ids))


def sealed_boards(
    root: Path,
    release: StoredRelease,
    submissions: Sequence[ScoredSubmission],
    refused: Sequence[Ineligible],
) -> Iterator[Board]:
    """Return the boards of a release's sealed questions; none without a holdout."""
    told, every = told_of(root, release, submissions)
    if told:
        out = [one for one in refused if one.submission_id in every]
        yield from holdout_boards(release.data, told, out)
