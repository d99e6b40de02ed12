"""How a workspace stands: the state of each release and draft, read for ``digesta status``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date as calendar
from pathlib import Path

import orjson

from digesta.errors import InputError, StaleScoreError, UsageError
from digesta.records.base import release_parts
from digesta.releases.data import SEALED, ReleaseData
from digesta.releases.log import last_day, latest_decisions, open_disputes
from digesta.releases.status import DraftState, ReleaseState, StatusProblem, findings
from digesta.workspace import store
from digesta.workspace.boards import board_files
from digesta.workspace.build import stale_schemas
from digesta.workspace.publication import check_build, check_last_publication
from digesta.workspace.releases import (
    StoredRelease,
    last_publication,
    open_release,
    publications,
    read_release,
    release_folders,
)
from digesta.workspace.submissions import submissions_of

DRAFTS = "drafts"
"""Where a workspace keeps its drafts, if it keeps any."""


def stand(root: Path, date: str | None) -> tuple[str, list[StatusProblem]]:
    """Return the day, and what must be done by then: date, or the last day in logs and releases."""
    states, days = [], []
    for folder in release_folders(root):
        state, data = _release_state(root, folder)
        states.append(state)
        days += [last_day(data) if data else release_parts(folder.name).day]
    day = _day(date) if date else max(days, default="")
    if not day:
        raise UsageError(f"{root}: no release here, so no day is known; give --date")
    drafts = [_draft_state(root, folder) for folder in store.folders(root / DRAFTS)]
    return day, findings(states, drafts, date=day, schemas=stale_schemas())


def _day(text: str) -> str:
    try:
        return calendar.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageError(f"--date {text}: a day, YYYY-MM-DD") from None


def _release_state(root: Path, folder: Path) -> tuple[ReleaseState, ReleaseData | None]:
    try:
        release = open_release(root, folder.name)
        data = release.data
    except InputError as error:
        return ReleaseState(release=folder.name, broken=list(_faults(error))), None
    files, broken = _boards_state(root, release)
    decisions = latest_decisions(data.decisions)
    names = [submission.name for submission in submissions_of(root, release)]
    last = last_publication(folder)
    return ReleaseState(
        release=folder.name,
        next_due=release.manifest.next_due,
        broken=broken,
        undecided=[name for name in names if name not in decisions],
        disputes=list(open_disputes(data.disputes)),
        boards=len(files),
        publications=len(publications(folder)),
        unpublished=sorted(_submissions_on(files) - _submissions_on(last)),
    ), data


def _boards_state(
    root: Path, release: StoredRelease
) -> tuple[dict[str, bytes], list[tuple[str, str]]]:
    """Return today's boards; and what is wrong with them, each with its fix."""
    broken: list[tuple[str, str]] = []
    files: dict[str, bytes] = {}
    try:
        files = board_files(root, release)
        check_last_publication(release, files)
    except StaleScoreError as error:
        broken += _changed_rows(error, release.id)
    except InputError as error:
        broken += _faults(error)
    except UsageError as error:
        broken.append((str(error), "complete the folder, or move it away"))
    try:
        check_build(root, release, files)
    except StaleScoreError as error:
        fault = f"build/boards/{release.id}: {error.total} boards are not today's"
        broken.append((fault, f"digesta board --release {release.id}"))
    return files, broken


def _faults(error: InputError) -> Iterator[tuple[str, str]]:
    for problem in error.problems:
        got = f": {problem.got}" if problem.got else ""
        yield f"{problem.place}: {problem.code}{got}", problem.fix


def _changed_rows(error: StaleScoreError, release: str) -> Iterator[tuple[str, str]]:
    """Yield the rows that come out otherwise than published, a submission once."""
    rows = {problem.got: problem for problem in error.problems if problem.code == "published-moved"}
    for name, problem in rows.items():
        decide = f"digesta decide {name} rescore --reason '...' --date YYYY-MM-DD"
        then = f"--release {release}, then: digesta release publish {release}"
        yield f"{problem.file}: {name} comes out otherwise today", f"{decide} {then}"
    if not rows:
        yield from _faults(error)


def _submissions_on(boards: dict[str, bytes]) -> set[str]:
    return {row["submission_id"] for data in boards.values() for row in orjson.loads(data)["rows"]}


def _draft_state(root: Path, folder: Path) -> DraftState:
    place = folder.relative_to(root).as_posix()
    try:
        data = read_release(folder, name=place)
    except InputError as error:
        problem = f"{error.total} problems, the first at {error.problems[0].place}"
        return DraftState(folder=place, release="", problem=problem)
    name = data.manifest.release
    return DraftState(
        folder=place,
        release=name,
        unsealed=0 if (folder / SEALED).exists() else len(data.holdout()),
        cut=(root / "releases" / name).exists(),
    )
