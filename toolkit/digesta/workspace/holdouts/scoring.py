"""Score a submission on sealed questions: validated, held to the caps, logged, then scored.

What is appended to the logs, and in which order, is decided here; figures are made in ``sealed``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from digesta.canonical import sha256_hex
from digesta.errors import InputError, Problem, ReleaseError, SubmissionError, UsageError
from digesta.holdout.attempts import LoggedAttempt, attempts_of, earlier_attempt, refusals
from digesta.holdout.reveal import missing_files
from digesta.holdout.seal import Identities, unseal
from digesta.intake import read_submission_metadata
from digesta.records.base import ChainLine
from digesta.records.holdout import HoldoutScores
from digesta.records.log import Access, Attempt
from digesta.records.release import Sealed
from digesta.records.submission import Card
from digesta.releases.log import chain_line, in_order
from digesta.releases.reading import ACCESS, ATTEMPTS
from digesta.workspace import store
from digesta.workspace.cards import METADATA, PREDICTIONS
from digesta.workspace.holdouts.known import retired, retired_with, sealed_in
from digesta.workspace.holdouts.reopening import read_opener
from digesta.workspace.holdouts.scores import (
    HOLDOUT,
    as_file,
    attempts_in,
    log_of,
    refuse_unscorable,
    scored,
)
from digesta.workspace.releases import StoredRelease, folder_of, open_release, release_order
from digesta.workspace.submissions import Answers, read_answers


def scored_submission(
    root: Path, submission: Path, identity: Path, *, date: str, maintainers: bool
) -> tuple[StoredRelease, HoldoutScores]:
    """Score a submission's folder as one attempt and write its holdout.json."""
    release_id = _release_of(submission, root)
    # The first lock: attempts are counted over all releases. The second: this one's logs.
    with store.locked(root / "releases"), store.locked(folder_of(root, release_id)):
        release = open_sealed(root, release_id)
        read = _validated(root, release, submission, date=date, maintainers=maintainers)
        sealed, by = opened_by(release, identity)
        one = _attempt(root, release, read, (sealed, by), date=date, maintainers=maintainers)
        scores = scored(root, release, sealed.truths, one)
        store.write_file(submission / HOLDOUT, as_file(scores))
    attempts_in.cache_clear()
    return release, scores


def _release_of(submission: Path, root: Path) -> str:
    here = submission.resolve()
    if here.parent.parent != (root / "predictions").resolve() or not here.is_dir():
        raise UsageError(f"{submission}: name a submission's folder: predictions/RELEASE/NAME")
    return here.parent.name


def open_sealed(root: Path, release: str, *, alone: bool = False) -> StoredRelease:
    """Open a release whose holdout is sealed. alone: whatever other releases revealed."""
    stored = open_release(root, release)
    name = stored.root.as_posix()
    if stored.manifest.holdout is None:
        fix = "score it on the public questions: digesta score"
        raise ReleaseError.of(code="holdout-none", file=f"{name}/release.json", fix=fix)
    here = stored.manifest.release if retired(stored.root) else ""
    if here and (missing := list(missing_files(store.read_tree(stored.root), name=f"{name}/"))):
        if alone:
            return stored  # a retirement that was begun can be finished
        raise ReleaseError(missing)
    if by := here or ("" if alone else retired_with(root, stored)):
        raise ReleaseError.of(
            code="holdout-retired",
            file=f"{name}/release.json",
            got=f"truths that {by} revealed",
            fix="send the system's answers to a release whose truths are sealed",
        )
    return stored


def _validated(
    root: Path, release: StoredRelease, folder: Path, *, date: str, maintainers: bool
) -> Answers:
    """Read a submission strictly; one that is refused is logged as an invalid attempt."""
    submission = read_submission_metadata(
        store.read_bytes(folder / METADATA, limit=1 << 16), file=(folder / METADATA).as_posix()
    )
    invalid: InputError | None = None
    try:
        read = read_answers(folder, release.compiled)
    except InputError as error:
        invalid = error
    digest = "" if invalid else read.sha256
    _refuse(root, release, submission, (folder, digest), maintainers=maintainers)
    if invalid is None:
        return read
    _log_invalid(release, submission, folder, date=date, maintainers=maintainers)
    raise invalid


def _refuse(
    root: Path,
    release: StoredRelease,
    submission: Card,
    scored: tuple[Path, str],
    *,
    maintainers: bool,
) -> None:
    """Refuse an attempt over a cap, and one on a folder that was scored with other answers."""
    folder, predictions = scored
    mine = sealed_in(release.data.questions)
    own = {
        outcome: attempts_of(attempts_in(root), submission.organization, mine, outcome=outcome)
        for outcome in ("scored", "invalid")
    }
    named = [one for one in own["scored"] if one.attempt.root == root_hash(release)]
    if earlier_attempt(named, submission.submission_id, predictions, root=root_hash(release)):
        return
    problems = list(
        refusals(
            [*own["scored"], *own["invalid"]],
            organization=submission.organization,
            maintainers=maintainers,
            place=f"{release.root.as_posix()}/log/attempts.jsonl",
        )
    )
    if any(one.attempt.submission_id == submission.submission_id for one in named):
        problems.append(
            Problem(
                code="holdout-stale",
                file=folder.as_posix(),
                got=predictions[:12],
                expected="the predictions that were scored",
                fix="a scored submission does not change: restore its predictions, and send the "
                "new ones under another submission_id",
            )
        )
    if problems:
        raise SubmissionError(problems)


def _log_invalid(
    release: StoredRelease,
    submission: Card,
    folder: Path,
    *,
    date: str,
    maintainers: bool,
) -> None:
    file = folder / PREDICTIONS
    if file.is_symlink() or not file.is_file():
        return  # nothing was sent in: there is no digest to log
    fields = {
        "submission_id": submission.submission_id,
        "organization": submission.organization,
        "root": root_hash(release),
        "predictions": sha256_hex(store.read_bytes(file)),
        "outcome": "invalid",
        "maintainers": maintainers,
    }
    append(release, ATTEMPTS, Attempt, {"date": date, **fields})
    attempts_in.cache_clear()


def opened_by(release: StoredRelease, identity: Path) -> tuple[Sealed, Identities]:
    """Open a release's sealed file with an identity's file; give what lies in it, and by whom."""
    by = read_opener(identity)
    return unseal(release.data, by, name=release.root.as_posix()), by


def _attempt(
    root: Path,
    release: StoredRelease,
    read: Answers,
    opening: tuple[Sealed, Identities],
    *,
    date: str,
    maintainers: bool,
) -> LoggedAttempt:
    """Log who opened the truths and the attempt, unless these predictions were scored before."""
    submission, (sealed, by) = read.card, opening
    mine = sealed_in(release.data.questions)
    own = attempts_of(attempts_in(root), submission.organization, mine)
    number = earlier_attempt(own, submission.submission_id, read.sha256, root=root_hash(release))
    if not number:
        _refuse_disorder(own, date, release.manifest.release)
    access = append(
        release, ACCESS, Access, access_fields(release, by, date, submission.submission_id)
    )
    if number:
        return own[number - 1]
    before = () if maintainers else [one for one in own if one.attempt.root == root_hash(release)]
    refuse_unscorable(root, release, sealed.truths, submission=submission, before=before)
    fields = {
        "date": date,
        "submission_id": submission.submission_id,
        "organization": submission.organization,
        "root": root_hash(release),
        "predictions": read.sha256,
        "outcome": "scored",
        "maintainers": maintainers,
        "access": sha256_hex(access.rstrip(b"\n")),
    }
    line = append(release, ATTEMPTS, Attempt, fields)
    attempts_in.cache_clear()
    digest = sha256_hex(line.rstrip(b"\n"))
    return next(attempt for attempt in attempts_in(root) if attempt.digest == digest)


def _refuse_disorder(own: Sequence[LoggedAttempt], date: str, release: str) -> None:
    """Refuse an attempt that would stand before an earlier one: their order is the ladder's."""
    here = (date, release_order(release))
    for one in own:
        if (one.attempt.date, release_order(one.release)) > here:
            raise UsageError(
                f"--date {date}: {one.attempt.submission_id} was scored on these questions on "
                f"{one.attempt.date} in {one.release}; give a later date, or score in that release"
            )


def access_fields(release: StoredRelease, by: Identities, date: str, why: str) -> dict[str, str]:
    """Return what the log of access says of an opening."""
    # Who: by the public key that the manifest names; the governance page says whose it is.
    known = [one for one in by.public if one in release.manifest.recipients]
    return {"date": date, "who": (known or list(by.public))[0], "what": "holdout.age", "why": why}


def append(
    release: StoredRelease, path: str, record: type[ChainLine], fields: Mapping[str, object]
) -> bytes:
    """Append a record to a release's log, no earlier than its last line; give the line."""
    log = log_of(release, path)
    line = in_order(log, chain_line(record, log, fields), name=path, data=release.data)
    store.append_line(release.root / path, line, after=log)
    return line


def root_hash(release: StoredRelease) -> str:
    """Return the root that a release commits to."""
    return release.manifest.holdout.root if release.manifest.holdout else ""
