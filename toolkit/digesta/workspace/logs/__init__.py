"""Lines that people add to a release's logs: decisions, disputes, who saw what is sealed.

Every line holds the digest of the line before; the release's lock is held while it is written.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from digesta.errors import UsageError
from digesta.records.base import ChainLine
from digesta.records.log import Access, Attempt, Dispute, JudgeDecision, Withheld
from digesta.records.release import Manifest
from digesta.records.submission import Decision
from digesta.releases.data import (
    ACCESS,
    ATTEMPTS,
    DECISIONS,
    DISPUTES,
    JUDGES,
    MANIFEST,
    WITHHELD,
)
from digesta.releases.log import (
    merge_sides,
    next_dispute,
    open_disputes,
    refuse_slip,
)
from digesta.workspace import store
from digesta.workspace.releases import (
    StoredRelease,
    append,
    folder_of,
    open_release,
    read_records,
    signing,
)

SHORTEST_ID = 8
"""Characters by which a question may be named, if they are of one question only."""

LOGS: tuple[tuple[str, type[ChainLine]], ...] = (
    (DECISIONS, Decision), (ATTEMPTS, Attempt), (ACCESS, Access), (DISPUTES, Dispute),
    (JUDGES, JudgeDecision), (WITHHELD, Withheld),
)  # fmt: skip

Fields = Mapping[str, object]


def check_date(root: Path, wanted: str | None, date: str, *, today: dt.date) -> None:
    """Raise UsageError where a date for a release's logs looks like a slip of the hand."""
    folder = folder_of(root, wanted)
    days = [manifest.day for manifest in read_records(folder, MANIFEST, Manifest)]
    days += [line.date for path, record in LOGS for line in read_records(folder, path, record)]
    refuse_slip(date, max(days), today)


def merge_log(path: Path, key: Path | None) -> int:
    """Make one chain of a log with the lines of two branches; return the number of lines.

    key: signs the lines that follow on the other branch's.
    """
    name = f"{path.parent.name}/{path.name}"
    records: dict[str, type[ChainLine]] = {
        DECISIONS: Decision,
        DISPUTES: Dispute,
        JUDGES: JudgeDecision,
        WITHHELD: Withheld,
    }
    record = records.get(name)
    if record is None:
        raise UsageError(
            f"{path}: name a log of decisions, disputes or judges; attempts and access hold "
            "each other's digests: restore the log of one branch, and score the other's "
            "submission again"
        )
    with store.lock(path.resolve().parents[1]):
        sign = signing(path.resolve().parents[1], name, key)
        log = merge_sides(record, store.read_bytes(path), sign)
        store.write_file(path, log)
    return log.count(b"\n")


def add_lines(
    root: Path,
    wanted: str | None,
    log: tuple[str, type[ChainLine]],
    fields: Callable[[StoredRelease], Sequence[Fields]],
    *,
    key: Path | None,
) -> tuple[Path, Sequence[Fields]]:
    """Append lines to a log, all or none; return the log's path, and the lines' fields.

    fields: makes them from the release as it is under the lock. key: signs the lines.
    """
    with store.lock(folder_of(root, wanted)):
        release = open_release(root, wanted)
        lines = fields(release)
        append(release, *log, lines, key=key)
    return release.root / log[0], lines


def _add(
    root: Path,
    wanted: str | None,
    log: tuple[str, type[ChainLine]],
    fields: Callable[[StoredRelease], Fields],
    *,
    key: Path | None,
) -> Fields:
    """Append a line to a log, and return its fields."""
    return add_lines(root, wanted, log, lambda release: [fields(release)], key=key)[1][0]


def raise_dispute(
    root: Path,
    wanted: str | None,
    fields: Mapping[str, str],
    *,
    question: str | None,
    submission: str | None,
    limit: str | None,
    key: Path | None,
) -> str:
    """Log a dispute on a question, a row, a limit, or the release as a whole; return its new id.

    fields: reason and date. limit: its track, a colon, and its sentence.
    """

    def line(release: StoredRelease) -> Fields:
        about: dict[str, str] = {}
        if question is not None:
            about["question_id"] = _question(release, question)
        if submission is not None:
            about["submission_id"] = submission
            folder = root / "predictions" / release.id / submission
            if not folder.is_dir():
                raise UsageError(f"{folder}: no such submission")
        if limit is not None:
            about["limit"] = limit
            known = [each.sentence for each in release.data.limits.limits]
            if limit not in known:
                raise UsageError(f"--limit {limit}: not in limits.json: {'; '.join(known)}")
        dispute_id = next_dispute(release.data.disputes)
        return {"dispute_id": dispute_id, **about, "status": "raised", **fields}

    return str(_add(root, wanted, (DISPUTES, Dispute), line, key=key)["dispute_id"])


def _question(release: StoredRelease, beginning: str) -> str:
    known = [question.question_id for question in release.data.questions]
    matching = [name for name in known if name.startswith(beginning)]
    if len(matching) != 1 or len(beginning) < min(SHORTEST_ID, len(matching[0])):
        raise UsageError(
            f"--question {beginning}: {len(matching)} questions of {release.id} begin so; give "
            f"{SHORTEST_ID} characters or more of one id"
        )
    return matching[0]


def settle_dispute(
    root: Path, wanted: str | None, fields: Mapping[str, str], *, key: Path | None
) -> None:
    """Log how a dispute ended. fields: dispute_id, status, reason, date."""

    def line(release: StoredRelease) -> Fields:
        dispute, waiting = fields["dispute_id"], open_disputes(release.data.disputes)
        if dispute not in waiting:
            known = ", ".join(waiting) or "none"
            raise UsageError(f"no dispute {dispute!r} waits in {release.root}; there are: {known}")
        about = waiting[dispute].as_json()
        kept: dict[str, object] = {
            key: about[key] for key in ("question_id", "submission_id", "limit") if key in about
        }
        return {**fields, **kept}

    _add(root, wanted, (DISPUTES, Dispute), line, key=key)


def log_access(
    root: Path, wanted: str | None, fields: Mapping[str, str], *, key: Path | None
) -> None:
    """Log who saw, or could have seen, something sealed. fields: date, who, what, why."""
    _add(root, wanted, (ACCESS, Access), lambda _: fields, key=key)
