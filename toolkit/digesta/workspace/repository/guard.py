"""The guard of paths: a pull request with data in it is one new submission's folder, no more.

It sees names, modes and sizes; no byte of a file is read before it has let all of them through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from digesta.errors import Problem, SubmissionError
from digesta.intake import LIMITS
from digesta.records.base import is_slug
from digesta.workspace.cards import FIXES, METADATA, PREDICTIONS, RUN, TRACE
from digesta.workspace.git import PathChange

GUARDED = ("predictions/", "releases/", ".github/", ".gitlab-ci.yml")
"""What strangers change by a submission alone; what lies elsewhere is its owners' to review."""

SIZES = {
    METADATA: LIMITS.metadata_bytes,
    PREDICTIONS: LIMITS.file_bytes,
    TRACE: LIMITS.file_bytes,
    RUN: LIMITS.line_bytes,
}
"""What may be sent in, and how large it may be; a folder's further files are the maintainers'."""

_PLAIN = "100644"
_DEPTH = len(("predictions", "release", "name", "file"))


class NewFolder(NamedTuple):
    """Where a submission's folder lies, and its files: name -> git's object."""

    release: str
    name: str
    blobs: dict[str, str]

    @property
    def path(self) -> str:
        """Return the folder's path from the repository's top."""
        return f"predictions/{self.release}/{self.name}"


def is_guarded(changes: Sequence[PathChange]) -> bool:
    """Return whether a pull request touches data or its checks; or nothing at all, by mistake."""
    return not changes or any(each.path.startswith(GUARDED) for each in changes)


def new_folder(
    changes: Sequence[PathChange],
    *,
    newest: str,
    taken: Callable[[str], bool],
    size: Callable[[str], int],
) -> NewFolder:
    """Return the one new folder that changes make, or raise SubmissionError with every problem.

    newest: the release that takes submissions. taken: whether an id is in use. size: bytes of a
    git object.
    """
    own = [each for each in changes if _is_own(each, newest)]
    folders = sorted({each.path.split("/")[2] for each in own})
    problems = [_elsewhere(each, newest) for each in changes if not _is_own(each, newest)]
    problems += (problem for each in own for problem in _file_problems(each, size))
    problems += _folder_problems(folders, own, newest=newest, taken=taken)
    if problems:
        raise SubmissionError(problems)
    blobs = {each.path.rpartition("/")[2]: each.blob for each in own}
    return NewFolder(newest, folders[0], blobs)


def _is_own(change: PathChange, newest: str) -> bool:
    """Return whether a change adds a file to a submission's folder of the newest release."""
    parts = change.path.split("/")
    there = len(parts) == _DEPTH and parts[:2] == ["predictions", newest] and is_slug(parts[2])
    return there and change.status == "A"


def _elsewhere(change: PathChange, newest: str) -> Problem:
    problem = partial(Problem, file=change.path, expected=f"new files in predictions/{newest}/ID/")
    parts = change.path.split("/")
    if change.status != "A":
        done = "removes" if change.status == "D" else "changes"
        fix = "leave it as it is: what is there is the maintainers' to change, or its owner's"
        return problem(code="path-edited", got=f"the branch {done} it", fix=fix)
    if len(parts) == _DEPTH and parts[0] == "predictions" and parts[1] != newest:
        fix = f"answer release {newest}: no other takes submissions"
        return problem(code="release-closed", got=parts[1], fix=fix)
    fix = "take it out of the branch; a folder's name is of a-z 0-9 . _ -"
    return problem(code="path-outside", got="a file elsewhere", fix=fix)


def _file_problems(change: PathChange, size: Callable[[str], int]) -> Iterator[Problem]:
    problem, name = partial(Problem, file=change.path), change.path.rpartition("/")[2]
    if name not in SIZES:
        fix = "take it out of the branch: the others are the maintainers', or nobody's"
        yield problem(code="file-extra", expected=", ".join(sorted(SIZES)), fix=fix)
    elif change.mode != _PLAIN:
        fix = "commit a plain file: no link, no submodule, not executable"
        yield problem(code="file-kind", got=f"mode {change.mode}", expected=_PLAIN, fix=fix)
    elif (count := size(change.blob)) > SIZES[name]:
        expected, fix = f"at most {SIZES[name]} bytes", "leave out what is not asked for"
        yield problem(code="file-size", got=f"{count} bytes", expected=expected, fix=fix)


def _folder_problems(
    folders: Sequence[str], own: Sequence[PathChange], *, newest: str, taken: Callable[[str], bool]
) -> Iterator[Problem]:
    there = {each.path for each in own}
    if len(folders) != 1:
        yield Problem(
            code="folder-several" if folders else "folder-missing",
            file=f"predictions/{newest}",
            got=", ".join(folders),
            expected="one new folder",
            fix="send one submission in each pull request",
        )
    for name in folders:
        path = f"predictions/{newest}/{name}"
        if taken(name):
            fix = "choose another submission_id; nobody's folder is changed by a pull request"
            yield Problem(code="id-taken", file=path, got=name, fix=fix)
        for file, fix in FIXES.items():
            if f"{path}/{file}" not in there:
                yield Problem(code="file-missing", file=f"{path}/{file}", fix=fix)
