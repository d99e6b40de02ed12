"""How a workspace stands: the state of each release and draft, read for ``digesta status``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date as calendar
from pathlib import Path

import orjson

from digesta.errors import InputError, StaleScoreError, UsageError
from digesta.releases.log import latest_decisions, open_disputes
from digesta.releases.reading import MANIFEST, SEALED, ReleaseData, parse_release
from digesta.releases.status import DraftState, Finding, ReleaseState, findings
from digesta.schemas import SCHEMAS, json_schemas
from digesta.workspace import store
from digesta.workspace.boards import board_files
from digesta.workspace.published import check_built, check_published
from digesta.workspace.releases import StoredRelease, open_release, release_order
from digesta.workspace.submissions import submissions_of

DRAFTS = "drafts"
"""Where a workspace keeps its drafts, if it keeps any."""


def stand(root: Path, date: str | None) -> tuple[str, list[Finding]]:
    """Return the day that is meant and what is to be done by then."""
    releases = _releases(root)
    found, days = [], []
    for folder in releases:
        state, data = _release_state(root, folder)
        found.append(state)
        days += _days(data) if data else []
    named = [folder.name[:10] for folder in releases]
    day = _day(date) if date else max([*named, *days], default="")
    if not day:
        raise UsageError(f"{root}: no release here, so no day is known; give --date")
    drafts = [_draft_state(root, folder) for folder in store.folders(root / DRAFTS)]
    return day, findings(found, drafts, date=day, schemas=list(_stale_schemas()))


def _day(text: str) -> str:
    try:
        return calendar.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageError(f"--date {text}: a day, YYYY-MM-DD") from None


def _releases(root: Path) -> list[Path]:
    there = [folder for folder in store.folders(root / "releases") if (folder / MANIFEST).is_file()]
    return sorted(there, key=lambda one: release_order(one.name))


def _release_state(root: Path, folder: Path) -> tuple[ReleaseState, ReleaseData | None]:
    try:
        release = open_release(root, folder.name)
        data = release.data
    except InputError as error:
        return ReleaseState(release=folder.name, broken=list(_broken(error))), None
    broken: list[tuple[str, str]] = []
    files: dict[str, bytes] = {}
    try:
        files = board_files(root, release)
        check_published(release, files)
    except StaleScoreError as error:
        broken += _moved(error, folder.name)
    except InputError as error:
        broken += _broken(error)
    except UsageError as error:
        broken.append((str(error), "complete the folder, or move it away"))
    try:
        check_built(root, release, files)
    except StaleScoreError as error:
        what = f"build/boards/{folder.name}: {error.total} boards are not today's"
        broken.append((what, f"digesta board --release {folder.name}"))
    decided = latest_decisions(data.decisions)
    return ReleaseState(
        release=folder.name,
        next_due=release.manifest.next_due,
        broken=broken,
        undecided=[
            submission.name
            for submission in submissions_of(root, release)
            if submission.name not in decided
        ],
        disputes=list(open_disputes(data.disputes)),
        boards=len(files),
        publications=len(store.folders(release.root / "boards")),
        unpublished=_unpublished(release, files),
    ), data


def _broken(error: InputError) -> Iterator[tuple[str, str]]:
    for problem in error.problems:
        yield (
            f"{problem.place}: {problem.code}{': ' + problem.got if problem.got else ''}",
            problem.fix,
        )


def _moved(error: StaleScoreError, release: str) -> Iterator[tuple[str, str]]:
    """Yield the rows that come out otherwise than published, a submission once."""
    rows = {problem.got: problem for problem in error.problems if problem.code == "published-moved"}
    for name, one in rows.items():
        decide = f"digesta decide {name} rescore --reason '...' --date YYYY-MM-DD"
        then = f"--release {release}, then: digesta release publish {release}"
        yield f"{one.file}: {name} comes out otherwise today", f"{decide} {then}"
    if not rows:
        yield from _broken(error)


def _unpublished(release: StoredRelease, files: dict[str, bytes]) -> list[str]:
    """Return the submissions that stand on today's boards and not in the last publication."""
    sets = sorted(store.folders(release.root / "boards"), key=lambda path: int(path.name))
    there = store.read_tree(sets[-1]) if sets else {}
    there.pop("index.json", None)
    return sorted(_on(files) - _on(there))


def _on(files: dict[str, bytes]) -> set[str]:
    return {row["submission_id"] for data in files.values() for row in orjson.loads(data)["rows"]}


def _days(data: ReleaseData) -> list[str]:
    logs = (*data.decisions, *data.attempts, *data.access, *data.disputes)
    return [log.date for log in logs]


def _draft_state(root: Path, folder: Path) -> DraftState:
    place = folder.relative_to(root).as_posix()
    try:
        data = parse_release(store.read_tree(folder), name=place)
    except InputError as error:
        problem = f"{error.total} problems, the first at {error.problems[0].place}"
        return DraftState(folder=place, release="", problem=problem)
    name = data.manifest.release
    sealed = (folder / SEALED).exists()
    return DraftState(
        folder=place,
        release=name,
        unsealed=0 if sealed else len(data.holdout()),
        cut=(root / "releases" / name).exists(),
    )


def _stale_schemas() -> Iterator[str]:
    made, there = json_schemas(), store.read_tree(SCHEMAS)
    yield from (n for n in sorted(made.keys() | there.keys()) if made.get(n) != there.get(n))
