"""The log of decisions: append-only, each line holding the digest of the line before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import InputError, UsageError
from digesta.model.reading import read_record
from digesta.model.submission import Decision
from digesta.releases.verify import GENESIS


def decision_line(log: bytes, fields: Mapping[str, object]) -> bytes:
    """Give the line that adds a decision to a log's bytes; UsageError for a wrong field."""
    lines = log.splitlines()
    previous = sha256_hex(lines[-1]) if lines else GENESIS
    value = {**fields, "seq": len(lines) + 1, "previous": previous}
    try:
        decision = read_record(Decision, value, "decision")
    except InputError as error:
        raise UsageError(str(error)) from error
    return canonical_bytes(decision.as_json()) + b"\n"


def latest(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """Give each submission's last decision. Without one it is an ``open`` ``system``."""
    return {one.submission_id: one for one in decisions}
