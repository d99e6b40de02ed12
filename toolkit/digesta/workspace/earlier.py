"""The systems of earlier releases of a series, as they were published last."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path

import orjson

from digesta.board.standing import EarlierRelease
from digesta.records.base import release_parts
from digesta.records.board import Board, EarlierRow
from digesta.records.release import Manifest
from digesta.records.submission import OUT, Decision
from digesta.releases.data import DECISIONS, release_order
from digesta.releases.log import latest_decisions
from digesta.workspace.compression import read_large
from digesta.workspace.releases import last_publication, read_records, release_folders


def earlier_releases(root: Path, manifest: Manifest) -> tuple[EarlierRelease, ...]:
    """Return the earlier releases of a release's series, the newest first."""
    series, order = manifest.series, release_order(manifest.release)
    folders = [
        folder
        for folder in release_folders(root)
        if release_parts(folder.name).series == series and release_order(folder.name) < order
    ]
    return tuple(map(_earlier, reversed(folders)))


def _earlier(folder: Path) -> EarlierRelease:
    decisions = latest_decisions(read_records(folder, DECISIONS, Decision))
    gone = {name for name, last in decisions.items() if last.decision in OUT}
    questions = map(orjson.loads, read_large(folder, "questions.jsonl").splitlines())
    rows: dict[str, list[EarlierRow]] = {}
    for name, data in last_publication(folder).items():
        board = orjson.loads(data)
        systems = [
            EarlierRow(
                submission_id=row["submission_id"],
                model_name=row["model_name"],
                organization=row["organization"],
                release=folder.name,
                day=release_parts(folder.name).day,
                metric=board["metric"],
                score=row["score"],
            )
            for row in board["rows"]
            if row["role"] == "system" and row["submission_id"] not in gone
        ]
        rows |= dict.fromkeys((name.removesuffix(".json"), *board.get("addresses", [])), systems)
    return EarlierRelease(
        frozenset(each["question_id"] for each in questions if each["split"] == "public"), rows
    )


def add_earlier(board: Board, before: Sequence[EarlierRelease], gone: Container[str]) -> Board:
    """Return a board of sealed questions with the systems of earlier ones that are not on it.

    before: the newest first. gone: submissions that decisions took away.
    """
    here = {row.submission_id for row in board.rows}
    rows: dict[str, EarlierRow] = {}
    for row in (row for release in before for row in release.rows.get(board.path, ())):
        if row.submission_id not in here and row.submission_id not in gone:
            rows.setdefault(row.submission_id, row)
    return board.model_copy(update={"earlier": [rows[name] for name in sorted(rows)] or None})
