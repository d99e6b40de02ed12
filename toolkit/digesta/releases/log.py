"""The log of decisions: append-only, each line holding the digest of the line before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.model.submission import Decision
from digesta.releases.verify import GENESIS


def decision_line(log: bytes, fields: Mapping[str, object]) -> bytes:
    """Give the line that adds a decision to a log's bytes."""
    lines = log.splitlines()
    previous = sha256_hex(lines[-1]) if lines else GENESIS
    decision = Decision.model_validate({**fields, "seq": len(lines) + 1, "previous": previous})
    return canonical_bytes(decision.as_json()) + b"\n"


def latest(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """Give each submission's last decision. Without one it is an ``open`` ``system``."""
    return {one.submission_id: one for one in decisions}
