"""What exporters are given: a release's files, its scored submissions and their boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from digesta import front
from digesta.board.boards import boards
from digesta.records.submission import OUT
from digesta.releases.data import MANIFEST
from digesta.releases.log import latest_decisions
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace.boards import board_inputs, report_problems
from digesta.workspace.compression import read_release_tree
from digesta.workspace.judges import judged_submissions, judges_in
from digesta.workspace.prompts import workspace_prompts
from digesta.workspace.releases import StoredRelease, check_signatures, open_release, release_for
from digesta_convert.exports.base import Exporter, ExportInputs


def export_inputs(
    exporter: Exporter,
    path: Path,
    *,
    release: str | None,
    root: Path,
    settings: Mapping[str, str],
    members: bool = False,
) -> ExportInputs:
    """Return what an exporter writes of a release, or of one submission.

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
        own = workspace_prompts(root)
        return ExportInputs(stored, files, settings=settings, members=members, prompts=own)
    whole = (path / MANIFEST).is_file()
    every = _submissions(root, stored) if whole else _of_one(path, root, stored)
    audited = {judge.judge.judge: judge.audit for judge in judges_in(root, stored)}
    made = tuple(boards(stored.compiled, every, audited=audited))
    return ExportInputs(stored, files, every, made, settings, members)


def _submissions(root: Path, stored: StoredRelease) -> tuple[ScoredSubmission, ...]:
    read = board_inputs(root, stored)
    report_problems(map(str, read.left_out))
    return read.submissions


def _of_one(path: Path, root: Path, stored: StoredRelease) -> tuple[ScoredSubmission, ...]:
    """Return a submission as boards take it, once more for each judge; others need no scoring."""
    read = front.Release(stored).read(path)
    own = replace(read.marks, traces=read.answers.traces)
    check_signatures(stored.root)
    decision = latest_decisions(stored.data.decisions).get(read.id)
    if path.resolve() != (root / "predictions" / stored.id / read.id).resolve():
        return (own,)
    if decision is not None and decision.role == "adversary":  # boards show its average
        every = _submissions(root, stored)
        return tuple(each for each in every if each.card.submission_id == read.id)
    if decision is not None and decision.decision not in OUT:
        own = replace(own, role=decision.role, level=decision.level)
    return (own, *judged_submissions(judges_in(root, stored), [own]))
