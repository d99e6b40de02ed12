"""What exporters are given: a release's files, its scored submissions and their boards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from digesta import front
from digesta.board.boards import boards
from digesta.releases.data import MANIFEST
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace.boards import board_inputs, report_problems
from digesta.workspace.compression import read_release_tree
from digesta.workspace.judges import judges_in
from digesta.workspace.releases import StoredRelease, open_release, release_for
from digesta_convert.exports.base import Exporter, ExportInputs


def export_inputs(
    exporter: Exporter, path: Path, *, release: str | None, root: Path, settings: Mapping[str, str]
) -> ExportInputs:
    """Return what an exporter writes of a release's folder, or of one submission.

    A committed submission is taken as boards take it, with its role, level and judges; any other
    as a system that nobody vouched for.
    """
    if (path / MANIFEST).is_file():
        stored = open_release(root, str(path))
        root = stored.root.absolute().parents[1]
    else:
        stored = open_release(root, release_for(root, release, [path]))
    files = read_release_tree(stored.root)
    if not exporter.of_results:
        return ExportInputs(stored, files, settings=settings)
    every = _submissions(root, stored)
    if not (path / MANIFEST).is_file():
        every = _of_one(path, stored, every)
    audited = {judge.judge.judge: judge.audit for judge in judges_in(root, stored)}
    made = tuple(boards(stored.compiled, every, audited=audited))
    return ExportInputs(stored, files, every, made, settings)


def _submissions(root: Path, stored: StoredRelease) -> tuple[ScoredSubmission, ...]:
    read = board_inputs(root, stored)
    report_problems(map(str, read.left_out))
    return read.submissions


def _of_one(
    path: Path, stored: StoredRelease, committed: tuple[ScoredSubmission, ...]
) -> tuple[ScoredSubmission, ...]:
    """Return a submission as boards take it, once for each judge; else as it is read."""
    scored = front.Release(stored).read(path).marks
    same = tuple(
        each
        for each in committed
        if each.card.submission_id == scored.card.submission_id
        and each.predictions_sha256 == scored.predictions_sha256
    )
    return same or (scored,)
