"""A workspace brought to the layout of this version: what would change, then written, in git alone.

What is written is made of what is committed. So a run that was killed is completed by the next
one, and git undoes both.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from digesta.errors import SubmissionError, UsageError
from digesta.workspace import store
from digesta.workspace.migration.steps import FORMER, SETTINGS, newest_layout
from digesta.workspace.repository.git import content_at_head, has_commits, uncommitted_paths

EDITED = (SETTINGS, "mkdocs.yml", ".gitlab-ci.yml", ".github", "drafts", "site")
"""Files and folders of a workspace that people edit: what a step may see and change."""
UNDO = "git restore . && git clean --force -d ."


def migrate(root: Path, *, write: bool) -> str:
    """Return what a workspace's files become, as steps and a diff; with write, change them too.

    Raises UsageError where write could not be undone: outside git, or beside uncommitted changes.
    """
    there = _files(root)
    before = _files_at_head(root, there) if write and has_commits(root) else there
    after, steps = newest_layout(before)
    if write:
        _refuse_unless_undone(root, before, after)
    if there == after:
        return "nothing to change: the workspace is of this version\n"
    if write:
        _write(root, there, after)
    changes = "".join(f"{step}\n" for step in steps)
    then = f"written; undo it with: {UNDO}" if write else "nothing is written; then: --write"
    return f"{changes}{''.join(_diff(before, after))}{then}\n"


def outstanding(root: Path) -> list[str]:
    """Return what the steps would change of a workspace's files as they lie there."""
    try:
        return newest_layout(_files(root)).steps
    except SubmissionError:
        return []  # A link or a device among them: who reads it says so.


def check_layout(root: Path) -> None:
    """Raise UsageError where the settings lie where this version does not read them."""
    if (root / FORMER).is_file():
        raise UsageError(
            f"{root / FORMER}: settings are read from {SETTINGS} at the workspace's root; "
            "see what changes: digesta migrate"
        )


def _files(root: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for name in EDITED:
        place = root / name
        if place.is_dir():
            tree = store.read_tree(place)
            files |= {f"{name}/{path}": data for path, data in tree.items()}
        elif place.is_file():
            files[name] = store.read_bytes(place)
    return files


def _files_at_head(root: Path, there: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the edited files as they are committed: of what was changed since, the old bytes."""
    changed = {path: content_at_head(root, path) for path in uncommitted_paths(root)}
    old = {path: data for path, data in changed.items() if path.split("/")[0] in EDITED}
    return {path: data for path, data in {**there, **old}.items() if data is not None}


def _refuse_unless_undone(
    root: Path, before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> None:
    changing = [path for path, data in before.items() if after.get(path) != data]
    if not has_commits(root) or any(content_at_head(root, path) is None for path in changing):
        raise UsageError(
            f"{root}: not committed to git, and git alone undoes this; first: "
            "git init && git add . && git commit"
        )
    there = _files(root)
    # What a run that was killed has written is as it shall be.
    foreign = [
        path
        for path in uncommitted_paths(root)
        if path.split("/")[0] not in EDITED or there.get(path) != after.get(path)
    ]
    if foreign:
        raise UsageError(
            f"{root}: {len(foreign)} uncommitted changes, {foreign[0]} among them; commit or "
            f"stash them first, so that git undoes this and nothing else ({UNDO})"
        )


def _write(root: Path, there: Mapping[str, bytes], after: Mapping[str, bytes]) -> None:
    """Write what is new or other, then remove what is no more: nothing is ever in no place."""
    for path, data in after.items():
        if there.get(path) != data:
            store.write_file(root / path, data)
    for path in there.keys() - after.keys():
        (root / path).unlink()


def _diff(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Iterator[str]:
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old != new:
            yield from difflib.unified_diff(
                _lines(old),
                _lines(new),
                "/dev/null" if old is None else f"a/{path}",
                "/dev/null" if new is None else f"b/{path}",
            )


def _lines(data: bytes | None) -> list[str]:
    lines = (data or b"").decode(errors="replace").splitlines()
    return [f"{line}\n" for line in lines]
