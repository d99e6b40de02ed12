"""Answers that are committed to before anybody sees them: first a salted digest, then the files.

The digest is logged by a maintainer, in time; answers that come later under its name must be those,
byte for byte. The salt keeps it from being tried on guesses.
"""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import Any

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import SubmissionError, UsageError
from digesta.intake import LIMITS, strict_json
from digesta.records.read import read_record
from digesta.records.submission import Commitment, CommitmentDays
from digesta.workspace import store
from digesta.workspace.cards import COMMITMENT, METADATA, PREDICTIONS, SALT, card_of
from digesta.workspace.releases import StoredRelease

DOMAIN = b"commitment/1\n"


def days_of(release: StoredRelease) -> CommitmentDays:
    """Return when a release takes commitments; UsageError where it takes none."""
    if release.manifest.commitments is None:
        raise UsageError(
            f"{release.id} takes no commitments: send the answers in as they are (its release.json "
            "has no commitments)"
        )
    return release.manifest.commitments


def write_commitment(release: StoredRelease, folder: Path) -> CommitmentDays:
    """Write a folder's commitment and its salt; return when the release takes it."""
    days, card = days_of(release), card_of(folder, release.manifest)
    if os.path.lexists(folder / COMMITMENT):
        raise UsageError(f"{folder / COMMITMENT}: exists already; remove it to commit anew")
    salt = secrets.token_bytes(32)
    commitment = Commitment(
        format="commitment/1",
        release=release.id,
        submission_id=card.submission_id,
        sha256=_sha256(folder, salt),
    )
    # The salt first: a commitment without it could never be opened.
    store.write_file(folder / SALT, salt.hex().encode() + b"\n", mode=store.PRIVATE)
    store.write_file(folder / COMMITMENT, canonical_bytes(commitment.as_json()) + b"\n")
    return days


def _sha256(folder: Path, salt: bytes) -> str:
    digests = (store.digest_of(folder / name) for name in (PREDICTIONS, METADATA))
    return sha256_hex(DOMAIN + salt + b"".join(map(bytes.fromhex, digests)))


def read_commitment(folder: Path, release: StoredRelease) -> Commitment:
    """Return the commitment of a folder of a release."""
    path = folder / COMMITMENT
    if not os.path.lexists(path):
        raise UsageError(f"{path}: no such file; its submitter writes it with: digesta commit")
    data = store.read_bytes(path, limit=LIMITS.metadata_bytes)
    value = strict_json(data, file=path.as_posix(), limits=LIMITS)
    commitment = read_record(Commitment, value, path.as_posix(), error=SubmissionError)
    got = (commitment.release, commitment.submission_id)
    if got != (release.id, folder.resolve().name):
        raise SubmissionError.of(
            code="misplaced",
            file=path.as_posix(),
            got=" ".join(got),
            expected=f"{release.id} {folder.resolve().name}",
            fix="put it where it was made",
        )
    return commitment


def commitment_result(folder: Path, release: StoredRelease) -> dict[str, Any] | None:
    """Return what ``digesta check`` says of a folder that holds a commitment and no answers."""
    if not os.path.lexists(folder / COMMITMENT) or os.path.lexists(folder / PREDICTIONS):
        return None
    days, commitment = days_of(release), read_commitment(folder, release)
    place = {"path": folder.as_posix(), "accepted": True, "commitment": commitment.sha256}
    return place | days.as_json()


def committed_until(release: StoredRelease, submission: str) -> str | None:
    """Return until when answers were committed to, where those of a submission were."""
    days = release.manifest.commitments
    return days.until if days and submission in _log(release) else None


def refuse_late(release: StoredRelease, submission: str, date: str) -> None:
    """Raise UsageError where answers that were committed to came too late to be accepted."""
    days = release.manifest.commitments
    if days and date > days.reveal_until and submission in _log(release):
        raise UsageError(
            f"--date {date}: {submission} was committed to, and its answers were to come until "
            f"{days.reveal_until}; decide reject"
        )


def refuse_other_answers(release: StoredRelease, folder: Path) -> None:
    """Raise SubmissionError where a folder's answers are not those that it was committed to."""
    path, name = folder / COMMITMENT, folder.resolve().name
    there = os.path.lexists(path)
    logged = _log(release).get(name) if there or release.manifest.commitments else None
    if logged is None and not there:
        return
    if logged is None:
        expected, fix = "a line of log/commitments.jsonl", "remove it, or have it logged in time"
        got = f"no commitment of {name} in the log"
    else:
        expected, fix = logged, "restore the files that were committed to, byte for byte"
        got = _digest_of(folder, release) if there else "no file"
    if got != expected:
        raise SubmissionError.of(
            code="commitment", file=path.as_posix(), got=got, expected=expected, fix=fix
        )


def _digest_of(folder: Path, release: StoredRelease) -> str:
    """Return the digest that a folder's files come to, or what is wrong with them."""
    read_commitment(folder, release)
    if missing := [name for name in (SALT, PREDICTIONS, METADATA) if not (folder / name).exists()]:
        return f"no {', '.join(missing)}"
    salt = store.read_bytes(folder / SALT, limit=LIMITS.metadata_bytes)
    if re.fullmatch(rb"[0-9a-f]{64}\n?", salt) is None:
        return f"{SALT} that is not 64 hexadecimal digits"
    return _sha256(folder, bytes.fromhex(salt.decode()))


def _log(release: StoredRelease) -> dict[str, str]:
    return {line.submission_id: line.sha256 for line in release.logs.commitments}
