"""How a workspace stands: the state of each release and draft, read for ``digesta status``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date as calendar
from pathlib import Path
from types import MappingProxyType

from digesta.board.adversaries import IDS
from digesta.board.copies import copies
from digesta.errors import InputError, StaleScoreError, UsageError
from digesta.records.base import release_parts
from digesta.records.log import Status
from digesta.records.submission import OUT
from digesta.releases.data import SEALED, ReleaseData, release_order
from digesta.releases.log import last_day, latest_decisions, open_disputes
from digesta.releases.status import (
    DraftState,
    ReleaseState,
    errata_due,
    findings,
    newest_state,
    public_status,
    unread_questions,
)
from digesta.workspace import store
from digesta.workspace.boards import board_files, board_inputs
from digesta.workspace.build import stale_schemas
from digesta.workspace.publication import check_build, check_last_publication, systems_on
from digesta.workspace.releases import (
    StoredRelease,
    last_publication,
    missing_texts,
    newest,
    open_release,
    publications,
    read_release,
    release_folders,
)
from digesta.workspace.submissions import submission_folders

DRAFTS = "drafts"
"""Where a workspace keeps its drafts, if it keeps any."""


def workspace_status(root: Path, date: str | None) -> Status:
    """Return what must be done by a day: date, or the last that logs and releases name."""
    whole, datas, broken = dict[str, StoredRelease](), list[ReleaseData](), list[ReleaseState]()
    for folder in release_folders(root):
        try:
            if missing_texts(folder):
                datas.append(read_release(folder))
                continue
            release = open_release(root, folder.name)
            datas.append(release.data)
            whole[folder.name] = release
        except InputError as error:
            broken.append(ReleaseState(release=folder.name, broken=list(_faults(error))))
    states = [
        _with_boards(root, whole[state.release], state) if state.release in whole else state
        for state in _queues(root, datas)
    ]
    days = [release_parts(state.release).day for state in broken]
    day = _day(date) if date else max([*days, *map(last_day, datas)], default="")
    if not day:
        raise UsageError(f"{root}: no release here, so no day is known; give --date")
    drafts = [_draft_state(root, folder) for folder in store.folders(root / DRAFTS)]
    schemas = {f"schema {name}": "digesta schema" for name in stale_schemas()}
    return _status(day, [*states, *broken], drafts, stale=schemas)


def site_status(root: Path, releases: Sequence[ReleaseData]) -> Status:
    """Return what a site may show of the status: of releases, oldest first, and their logs."""
    return public_status(_status(max(map(last_day, releases)), _queues(root, releases)))


def _status(
    day: str,
    states: Iterable[ReleaseState],
    drafts: Sequence[DraftState] = (),
    *,
    stale: Mapping[str, str] = MappingProxyType({}),
) -> Status:
    ordered = sorted(states, key=lambda state: release_order(state.release))
    newest = newest_state(ordered)
    return Status(
        format="status/1",
        date=day,
        next_due=newest.next_due if newest else None,
        findings=findings(ordered, drafts, date=day, stale=stale),
    )


def _day(text: str) -> str:
    try:
        return calendar.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageError(f"--date {text}: a day, YYYY-MM-DD") from None


def _queues(root: Path, releases: Sequence[ReleaseData]) -> Iterator[ReleaseState]:
    """Yield what waits in each release, oldest first, but for its boards."""
    standing: dict[str | None, set[str]] = {
        each.manifest.release: {
            folder.name
            for folder in submission_folders(root, each.manifest.release)
            if folder.name not in IDS and not _is_out(each, folder.name)
        }
        for each in releases
    }
    for at, data in enumerate(releases):
        series, name = data.manifest.series, data.manifest.release
        later = [each.changes for each in releases[at + 1 :] if each.manifest.series == series]
        decisions = latest_decisions(data.decisions)
        names = [folder.name for folder in submission_folders(root, name)]
        previous = data.manifest.previous
        yield ReleaseState(
            release=name,
            previous=previous,
            uncarried=sorted(standing[previous] - {*names}) if previous in standing else [],
            next_due=data.manifest.next_due,
            undecided=[each for each in names if each not in decisions],
            disputes=list(open_disputes(data.disputes).values()),
            errata=errata_due(data, later),
            unread=unread_questions(data),
        )


def _is_out(release: ReleaseData, submission: str) -> bool:
    decision = latest_decisions(release.decisions).get(submission)
    return decision is not None and decision.decision in OUT


def _with_boards(root: Path, release: StoredRelease, state: ReleaseState) -> ReleaseState:
    files, broken = _boards_state(root, release)
    unpublished = systems_on(files) - systems_on(last_publication(release.root))
    return replace(
        state,
        broken=broken,
        boards=len(files),
        publications=len(publications(release.root)),
        unpublished=sorted(unpublished),
        copies={} if broken or release.id != newest(root) else _copies(root, release),
    )


def _copies(root: Path, release: StoredRelease) -> dict[str, str]:
    """Return which systems give another's answers, in words; of two systems one."""
    shown: dict[str, str] = {}
    for each in copies(board_inputs(root, release).submissions):
        name, other = each.submission.card.submission_id, each.other.card.submission_id
        if each.submission.role == "system" and other not in shown:
            shown.setdefault(name, str(each))
    return shown


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
