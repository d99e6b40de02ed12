"""Scores on sealed questions: attempts, the scores of each, the committed ones checked.

Truths that were opened stay in memory: nothing of them is cached, printed or written, and nothing
compiled from them reaches ``cache.write_cache``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from digesta.canonical import sha256_hex
from digesta.errors import Problem, ReleaseError, StaleScoreError, SubmissionError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.board import Board, Ineligible, RowInputs
from digesta.records.holdout import HoldoutScores
from digesta.records.log import Attempt
from digesta.records.read import read_record
from digesta.records.release import Truth
from digesta.records.submission import Card, Decision
from digesta.releases.data import ACCESS, ATTEMPTS, DECISIONS, MANIFEST, release_order
from digesta.releases.log import latest_decisions
from digesta.scoring.facts import CompiledRelease, mark_all
from digesta.scoring.submission import ScoredSubmission, entered_card
from digesta.workspace import store
from digesta.workspace.cards import HOLDOUT, METADATA, PREDICTIONS
from digesta.workspace.holdout.attempts import (
    LoggedAttempt,
    attempts_of,
    attempts_over_cap,
    logged_attempts,
)
from digesta.workspace.holdout.boards import PublishedScores, holdout_boards
from digesta.workspace.holdout.checks import (
    SubmissionBytes,
    changed_scores,
    ladder_problems,
    score_problems,
    unmatched_attempts,
    unused_openings,
)
from digesta.workspace.holdout.figures import (
    ScoredAttempt,
    compiled_holdout,
    headlines_of,
    track_figures,
)
from digesta.workspace.holdout.seals import ids_in, sealed_ids
from digesta.workspace.releases import (
    StoredRelease,
    index_of,
    json_line,
    log_of,
    publications,
    read_records,
    read_release,
    release_folders,
)
from digesta.workspace.submissions import read_answers


@lru_cache(maxsize=2)
def attempts_in(root: Path) -> tuple[LoggedAttempt, ...]:
    """Return the attempts of every release of a workspace, by date, release and line."""
    every: list[LoggedAttempt] = []
    for folder in release_folders(root):
        if (folder / ATTEMPTS).exists():
            log, attempts = (
                store.read_bytes(folder / ATTEMPTS),
                read_records(folder, ATTEMPTS, Attempt),
            )
            decisions = latest_decisions(read_records(folder, DECISIONS, Decision))
            there = root / "predictions" / folder.name
            gone = {
                name
                for name, last in decisions.items()
                if last.decision == "withdraw" and not (there / name).exists()
            }
            every += logged_attempts(folder.name, log, attempts, ids_in(folder, "holdout"), gone)
    return tuple(
        sorted(every, key=lambda at: (at.attempt.date, release_order(at.release), at.line))
    )


# Scoring --------------------------------------------------------------------------------------


def score_attempt(
    root: Path, release: StoredRelease, truths: Sequence[Truth], logged: LoggedAttempt
) -> HoldoutScores:
    """Return the scores of an attempt of the log against opened truths."""
    attempt = logged.attempt
    own = attempts_of(attempts_in(root), attempt.organization, logged.sealed)
    until = [other.key for other in own].index(logged.key) + 1
    compiled = compiled_holdout(release.data, truths)
    trials = [
        _trial(root, release, (compiled, truths), (number, other))
        for number, other in enumerate(own[:until], start=1)
        # What was scored against other truths counts for the cap, and cannot be compared.
        if other.attempt.root == attempt.root
        and not other.withdrawn
        and (not attempt.maintainers or other is own[until - 1])
    ]
    return HoldoutScores(
        format="holdout/1",
        release=release.id,
        submission_id=attempt.submission_id,
        root=attempt.root,
        maintainers=attempt.maintainers,
        attempts=until,
        logged=logged.digest,
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
    """Refuse an attempt that could not be scored, before it is logged.

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
    for numbered in enumerate(before, start=1):
        _trial(root, release, (compiled, truths), numbered)


def _trial(
    root: Path,
    release: StoredRelease,
    opened: tuple[CompiledRelease, Sequence[Truth]],
    numbered: tuple[int, LoggedAttempt],
) -> ScoredAttempt:
    """Mark one attempt: its answers as they were, from the folder of its release."""
    compiled, truths = opened
    number, logged = numbered
    if logged.release != release.id:
        # Another release of the same sealed questions: its submissions answer its public ones.
        data = read_release(root / "releases" / logged.release)
        compiled = compiled_holdout(data, truths)
    place = root / "predictions" / logged.release / logged.attempt.submission_id
    answers = read_answers(place, compiled) if place.is_dir() else None
    if answers is None or answers.sha256 != logged.attempt.predictions:
        raise SubmissionError.of(
            code="attempt-lost",
            file=f"{place.as_posix()}/{PREDICTIONS}",
            got=answers.sha256 if answers else "no such folder",
            expected=logged.attempt.predictions,
            fix="a scored submission does not change: restore its predictions, and send "
            "the new ones under another submission_id",
        )
    card = answers.card
    if compiled.release.by_rules:
        card = entered_card(compiled, card, answers.answers)
    return ScoredAttempt(number, card, mark_all(compiled, answers.answers))


# Committed scores -----------------------------------------------------------------------------


def score_files(root: Path, release: StoredRelease) -> dict[str, Path]:
    """Return the holdout.json of each submission that the log says was scored, by submission.

    The log decides who was: a file in another folder is a problem of that folder.
    """
    folders = store.folders(root / "predictions" / release.id)
    scored_ids = release.data.scored_ids
    return {
        path.name: path / HOLDOUT
        for path in folders
        if path.name in scored_ids and (path / HOLDOUT).exists()
    }


def published_scores(
    root: Path, release: StoredRelease, submissions: Sequence[ScoredSubmission]
) -> tuple[tuple[PublishedScores, ...], dict[str, HoldoutScores]]:
    """Read and check every committed holdout.json: of these submissions, and of all."""
    if release.manifest.holdout is None:
        return (), {}
    files = score_files(root, release)
    every = {name: read_scores(file) for name, file in files.items()}
    by_id = {
        submission.card.submission_id: submission
        for submission in submissions
        if not submission.judge
    }
    results = tuple(
        PublishedScores(by_id[name], scores, files[name].as_posix())
        for name, scores in every.items()
        if name in by_id
    )
    if problems := list(_problems(root, release, results, every)):
        raise StaleScoreError(problems)
    return results, every


def read_scores(path: Path) -> HoldoutScores:
    """Read a holdout.json, strictly; its bytes must be those that we write."""
    data = store.read_bytes(path, limit=1 << 20)
    file = path.as_posix()
    scores = read_record(
        HoldoutScores, strict_json(data, file=file, line=1, limits=RELEASE_LIMITS), file
    )
    if data != json_line(scores):
        raise ReleaseError.of(
            code="not-canonical", file=file, fix="what we write is RFC 8785; restore it"
        )
    return scores


def _problems(
    root: Path,
    release: StoredRelease,
    results: Sequence[PublishedScores],
    every: Mapping[str, HoldoutScores],
) -> Iterator[Problem]:
    attempts, name = attempts_in(root), release.root.as_posix()
    here = [attempt for attempt in attempts if attempt.release == release.id]
    releases = {attempt.release for attempt in attempts}
    logs = {each: (root / "releases" / each / ATTEMPTS).as_posix() for each in releases}
    yield from attempts_over_cap(attempts, logs)
    lines = log_of(release, ACCESS).splitlines()
    openings = set(map(sha256_hex, lines))
    yield from unmatched_attempts(here, openings, every, name=name)
    decisions = release.data.decisions
    changed = {each.submission_id for each in decisions if each.decision != "accept"}
    digests = {
        f"predictions/{release.id}/{submission}/{HOLDOUT}": store.digest_of(file)
        for submission, file in score_files(root, release).items()
    }
    yield from changed_scores(_index_digests(release), digests, changed, root=root.as_posix())
    problems = [
        problem
        for result in results
        for problem in score_problems(
            result.scores,
            release.manifest,
            attempts,
            file=result.file,
            submission=SubmissionBytes(
                result.submission.card,
                store.digest_of(Path(result.file).with_name(METADATA)),
                result.submission.predictions_sha256,
            ),
        )
    ]
    yield from problems or _ladder_problems(release, attempts, results)


def _ladder_problems(
    release: StoredRelease,
    attempts: Sequence[LoggedAttempt],
    results: Sequence[PublishedScores],
) -> Iterator[Problem]:
    mine = sealed_ids(release.data.questions)
    by_id = {result.scores.submission_id: result for result in results}
    yield from ladder_problems(
        {key: result.scores for key, result in by_id.items()},
        {key: result.file for key, result in by_id.items()},
        {
            key: attempts_of(attempts, result.submission.card.organization, mine)
            for key, result in by_id.items()
        },
    )


def _index_digests(release: StoredRelease) -> dict[str, str]:
    """Return the digest of each holdout.json that an index of published boards names, by path."""
    digests: dict[str, str] = {}
    for folder in publications(release.root):
        inputs = index_of(folder).inputs.items()
        digests |= {path: sha for path, sha in inputs if path.endswith(f"/{HOLDOUT}")}
    return digests


def openings_without_attempt(root: Path, release: StoredRelease) -> str:
    """Name the openings for a submission that no scored attempt followed; "" if none."""
    mine = sealed_ids(release.data.questions)
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
    """Yield the boards of a release's sealed questions; none without a holdout."""
    results, every = published_scores(root, release, submissions)
    if results:
        out = [submission for submission in refused if submission.submission_id in every]
        yield from holdout_boards(release.data, results, out)
