"""The logs of a release: append-only, each line holding the digest of the line before."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import orjson

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import InputError, UsageError
from digesta.intake import RELEASE_LIMITS, strict_parse
from digesta.records.base import ChainLine
from digesta.records.log import Dispute
from digesta.records.read import read_record
from digesta.records.submission import Decision
from digesta.releases.data import ReleaseData

Sign = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Adds a signature to a JSON object."""

GENESIS = "0" * 64
"""What the first line of a hash chain has as its previous digest."""

LATEST = 45
"""Days after the last one that a release and its logs name, after which a date may be a slip."""


def chain_line(
    record: type[ChainLine], log: bytes, fields: Mapping[str, object], sign: Sign | None = None
) -> bytes:
    """Return the line that adds a record to a log's bytes; UsageError for a wrong field."""
    lines = log.splitlines()
    previous = sha256_hex(lines[-1]) if lines else GENESIS
    value: dict[str, Any] = {**fields, "seq": len(lines) + 1, "previous": previous}
    if sign:
        value = sign(value)
    try:
        line = read_record(record, value, record.__name__.lower())
    except InputError as error:
        raise UsageError("; ".join(map(str, error.problems))) from error
    return canonical_bytes(line.as_json()) + b"\n"


def merge_sides(record: type[ChainLine], data: bytes, sign: Sign | None = None) -> bytes:
    """Return a log in which git left the lines of two branches, as one chain that keeps every line.

    Those of our side stay as they are; each of theirs follows, with the digest of the line before
    it there, signed by whoever merges. UsageError where the log has no conflict, or lines after it.
    """
    kept, theirs, side = list[bytes](), list[bytes](), b""
    for line in data.splitlines(keepends=True):
        if line[:7] in _SIDES:
            side = line[:7]
        elif side == _SIDES[3]:
            raise UsageError("there are lines after the conflict; restore the log of one branch")
        elif side != _SIDES[1]:
            (theirs if side == _SIDES[2] else kept).append(line)
    if side != _SIDES[3]:
        raise UsageError("the log holds no conflict of git between two branches")
    log = b"".join(kept)
    for line in theirs:
        if line not in kept:
            fields = object_of(line)
            if not fields:
                raise UsageError("a line of theirs is no JSON object; keep one branch's log")
            fields.pop("signature", None)
            log += chain_line(record, log, fields, sign)
    return log


_SIDES = (b"<" * 7, b"|" * 7, b"=" * 7, b">" * 7)
"""How git marks our side, the common lines before it, their side, and its end."""


def last_day(data: ReleaseData) -> str:
    """Return the last day that a release and its logs name, YYYY-MM-DD."""
    logs = (
        *data.decisions,
        *data.attempts,
        *data.access,
        *data.disputes,
        *data.judges,
        *data.withheld,
    )
    return max([data.manifest.day, *(line.date for line in logs)])


def object_of(data: bytes) -> dict[str, Any]:
    """Return the fields of a JSON object that strict intake accepts; {} where it does not."""
    parsed = strict_parse(data, file="", limits=RELEASE_LIMITS)
    return parsed.value if isinstance(parsed.value, dict) and not parsed.problems else {}


def in_order(log: bytes, line: bytes, *, name: str, data: ReleaseData) -> bytes:
    """Return a line as it is; UsageError if it is of before the release, or the log's last line.

    A day before the last line is the same day: one of two maintainers is east of the other.
    """
    date = orjson.loads(line)["date"]
    for before in (orjson.loads(last_line)["date"] for last_line in log.splitlines()[-1:]):
        if dt.date.fromisoformat(date) < dt.date.fromisoformat(before) - dt.timedelta(1):
            raise UsageError(f"--date {date}: the last line of {name} is of {before}")
    release = data.manifest.day
    if date < release:
        raise UsageError(f"--date {date}: the release is of {release}")
    return line


def refuse_slip(date: str, last: str, today: dt.date) -> None:
    """Raise UsageError for a day after today, or over LATEST days after the last that logs name.

    One wrong year would lock a log for ever: no line may be of before the last.
    """
    try:
        day = dt.date.fromisoformat(date)
    except ValueError:
        return  # refused as what it is where the line is made
    if day > today or (day - dt.date.fromisoformat(last)).days > LATEST:
        raise UsageError(
            f"--date {date}: it is {today}, and the release and its logs end on {last}; no line "
            "may come before this one. Correct the date, or, if it is right, add --confirm-date"
        )


def latest_decisions(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """Return each submission's last decision. Without one it is an ``open`` ``system``."""
    return {decision.submission_id: decision for decision in decisions}


def open_disputes(disputes: Iterable[Dispute]) -> dict[str, Dispute]:
    """Return the open disputes by id, as they were raised."""
    raised: dict[str, Dispute] = {}
    for dispute in disputes:
        if dispute.status == "raised":
            raised[dispute.dispute_id] = dispute
        else:
            raised.pop(dispute.dispute_id, None)
    return raised


def next_dispute(disputes: Sequence[Dispute]) -> str:
    """Return the id of the dispute that is raised next.

    >>> next_dispute(())
    'd-0001'
    """
    return f"d-{sum(dispute.status == 'raised' for dispute in disputes) + 1:04d}"
