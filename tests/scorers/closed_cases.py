"""What the tests of the scorer closed share: a prepared question, and what an answer came to."""

from __future__ import annotations

from typing import Any

from digesta.metrics.exact import NANO
from digesta.scorers import SCORERS
from digesta.scorers.base import Response

CLOSED = SCORERS["closed"]
RIGHT, WRONG, UNREADABLE, MISSING = "right", "wrong", "unreadable", "missing"


def prepared(ask: dict[str, Any], answer: Any, *accepted: Any, language: str = "en") -> Any:
    truth = {"answer": answer, "accepted": list(accepted)}
    return CLOSED.prepare({"ask": ask, "language": language}, truth, {})


def outcome(question: Any, answer: Any) -> str:
    """Return what an answer came to, by its row; ``why`` must say the same."""
    row = dict(zip(CLOSED.column_names, CLOSED.mark(question, Response(answer)), strict=True))
    said = CLOSED.why(question, Response(answer)).partition(":")[0]
    told = {
        (NANO, 0, 0): RIGHT,
        (0, 0, 0): WRONG,
        (0, 0, 1): UNREADABLE,
        (0, 1, 0): MISSING,
    }[row["credit"], row["missing"], row["unreadable"]]
    assert said == told
    return told


def cell(question: Any, answer: Any, column: str) -> int:
    row = CLOSED.mark(question, Response(answer))
    return row[CLOSED.column_names.index(column)]
