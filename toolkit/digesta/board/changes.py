"""Differences between a board as it was published and the same board made today."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

import orjson

from digesta.board.boards import JUDGES
from digesta.board.usage import NOT_REPORTED
from digesta.errors import Problem

OF_ALL_ROWS = frozenset({"rank_low", "rank_high", "tie_group", "floor_p", "attempts"})
"""Fields of a row that depend on the other rows, and so may change when a row joins."""
OF_A_BOARD = ("split", "metric", "chance", "n", "clusters")
"""Fields of a board that no row changes."""
OF_A_NAME = ("board", "title", "weighting")
"""Fields that belong to a board's name: a category of one task and its task are one board now."""
_OWNERS = re.compile(r"(?:^|\|)([a-z0-9_]+/[0-9]+):([0-9a-f]{12})(?=\||$)")
"""In a signature, an owner's scorer with its version, and the digest of its source."""
OF_STATISTICS = frozenset({"low", "high", "method", *OF_ALL_ROWS})
"""Fields that another version of the statistics may make otherwise: no score is among them."""


def board_changes(
    place: str, then: bytes, now: bytes | None, *, accepted: Collection[str] = ()
) -> Iterator[Problem]:
    """Yield each row that was published and is not the same today, and each judge's file.

    place: the board's file; then, now: its bytes as published and as made today. accepted:
    submissions on which there is a decision since, which explains another level and role.
    """
    if now is None and "+" in place.rpartition("@")[2]:
        # Another judge joined, and the joint board is now of more: each judge's own board of
        # the same rows is still there, and is checked.
        return
    if then == now:
        return
    before = orjson.loads(then)
    today = orjson.loads(now) if now else {"rows": [], "inputs": {}}
    for name, digest in before["inputs"].items() if before["ranked"] else ():
        if name.startswith(JUDGES) and today["inputs"].get(name) != digest:
            yield Problem(
                code="published-moved",
                file=place,
                got=name,
                expected="the judge's file by which the board was ranked",
                fix="restore the file; if the judge ran again, give it another name",
            )
    metrics = {name for row in before["rows"] for name in row["metrics"]}
    graded = _graded_since(before, today)
    alone = not (accepted or graded) and _names(before) == _names(today)
    leave = frozenset() if alone else OF_ALL_ROWS
    if now is not None and _statistics(before) != _statistics(today):
        leave = OF_STATISTICS
    yield from _changed_scorers(place, before, today)
    kept = partial(_rows, metrics=metrics, leave=leave, besides=graded)
    rows_now = kept(today)
    moved = before["board"] in today.get("addresses", [])
    fixed = OF_A_BOARD if moved else (*OF_A_BOARD, *OF_A_NAME)
    if now is not None and (wrong := [k for k in fixed if before.get(k) != today.get(k)]):
        yield Problem(
            code="published-moved",
            file=place,
            got=", ".join(wrong),
            expected="the values that the board had when it was published",
            fix="restore the file",
        )
    for submission_id, row in kept(before).items():
        row_now = rows_now.get(submission_id)
        if row_now and submission_id in accepted:
            row |= {key: row_now[key] for key in ("level", "role")}
        if row_now != row:
            yield Problem(
                code="published-moved",
                file=place,
                got=submission_id,
                expected="the row as it was published",
                fix="find what changed; if it is right, record it with: digesta decide ... "
                "rescore, then: digesta release publish",
            )


def _changed_scorers(
    place: str, before: Mapping[str, Any], today: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield each owner's scorer of one version whose source is not the one that was published."""
    then, now = (dict(_OWNERS.findall(str(each.get("signature", "")))) for each in (before, today))
    for name, digest in then.items():
        if now.get(name, digest) != digest:
            yield Problem(
                code="scorer-changed",
                file=place,
                got=f"{name}, its source of SHA-256 {now[name]}...",
                expected=f"the source {digest}..., with which the board was published",
                fix="restore its source, or raise its version, because its marks may differ now",
            )


def _graded_since(before: Mapping[str, Any], today: Mapping[str, Any]) -> set[str]:
    """Return the adversaries on a board that a judge graded since, by their ids."""
    now = {row["submission_id"]: row["inputs"]["verdicts"] for row in today["rows"]}
    return {
        row["submission_id"]
        for row in before["rows"]
        if row["role"] == "adversary"
        and row["inputs"]["verdicts"].items() < now.get(row["submission_id"], {}).items()
    }


def _statistics(board: Mapping[str, Any]) -> str:
    """Return the version of the statistics by which a board was made."""
    return str(board.get("signature", "")).rpartition("|")[2]


def _without(value: Any, leave: Collection[str]) -> Any:
    """Return a JSON value without some fields, however deep."""
    if not isinstance(value, dict):
        return value
    return {key: _without(inner, leave) for key, inner in value.items() if key not in leave}


def _names(board: Mapping[str, Any]) -> list[str]:
    return sorted(row["submission_id"] for row in board["rows"])


def _rows(
    board: Mapping[str, Any], *, metrics: set[str], leave: Collection[str], besides: Collection[str]
) -> dict[str, dict[str, Any]]:
    """Return the fields of each row that must stay; usage that is not reported counts as absent.

    metrics: those that were published; a metric that the scorer got since is left out. leave:
    fields that may change. besides: submissions that may.
    """
    return {
        row["submission_id"]: _without(row, leave)
        | {"usage": {k: v for k, v in row["usage"].items() if v != NOT_REPORTED}}
        | {"metrics": {k: _without(v, leave) for k, v in row["metrics"].items() if k in metrics}}
        for row in board["rows"]
        if row["submission_id"] not in besides
    }
