"""The systems of earlier releases of a series, as they were published last."""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import orjson

from digesta.board.roster import Earlier
from digesta.records.base import release_parts
from digesta.records.board import Board, EarlierRow
from digesta.records.release import Manifest
from digesta.records.submission import OUT, Decision
from digesta.releases.data import DECISIONS, release_order
from digesta.releases.log import latest_decisions
from digesta.workspace.holdout.seals import ids_in
from digesta.workspace.releases import last_publication, read_records, release_folders

_KEPT = ("submission_id", "model_name", "organization", "score")


def earlier_boards(root: Path, manifest: Manifest) -> Earlier:
    """Return the systems on boards of the earlier releases of a release's series."""
    series, order = manifest.series, release_order(manifest.release)
    rows: dict[str, dict[str, EarlierRow]] = {}
    public: dict[str, frozenset[str]] = {}
    for folder in release_folders(root):
        name = folder.name
        if release_parts(name).series == series and release_order(name) < order:
            public[name] = ids_in(folder, "public")
            for address, systems in _systems(folder):
                rows.setdefault(address, {}).update(systems)
    return Earlier(rows, public)


def _systems(folder: Path) -> Iterator[tuple[str, dict[str, EarlierRow]]]:
    """Yield each name of a board that was published last, with its systems by id."""
    decisions = latest_decisions(read_records(folder, DECISIONS, Decision))
    gone = {name for name, last in decisions.items() if last.decision in OUT}
    about: dict[str, Any] = {"release": folder.name, "day": release_parts(folder.name).day}
    for path, data in last_publication(folder).items():
        board = orjson.loads(data)
        systems = {
            row["submission_id"]: EarlierRow(
                **about, metric=board["metric"], **{key: row[key] for key in _KEPT}
            )
            for row in board["rows"]
            if row["role"] == "system" and row["submission_id"] not in gone
        }
        for name in (path.removesuffix(".json"), *board.get("addresses", [])):
            yield name, systems


def add_earlier(board: Board, earlier: Earlier, gone: Container[str]) -> Board:
    """Return a board of sealed questions with the systems of earlier ones that are not on it.

    gone: submissions that decisions took away.
    """
    here = {row.submission_id for row in board.rows}
    rows = sorted(earlier.rows.get(board.path, {}).items())
    listed = [row for name, row in rows if name not in here and name not in gone]
    return board.model_copy(update={"earlier": listed or None})
