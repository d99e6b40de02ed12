"""The guard of paths: a pull request with data in it is one new submission's folder, no more.

It sees names, modes and sizes; no byte of a file is read before it has let all of them through.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, takewhile
from typing import NamedTuple

from digesta.errors import Problem, SubmissionError
from digesta.intake import LIMITS
from digesta.intake.characters import class_of
from digesta.intake.characters.names import INVISIBLE
from digesta.records.base import duplicates, is_slug
from digesta.workspace.cards import FIXES, METADATA, PREDICTIONS, RUN, TRACE
from digesta.workspace.git import PathChange

GUARDED = frozenset({"predictions", "releases", ".github", ".gitlab-ci.yml", "digesta.toml"})
"""What strangers change by a submission alone; what lies elsewhere is its owners' to review."""

_READ_BY_GIT = frozenset({"", ".git", ".gitattributes", ".gitmodules", ".lfsconfig"})
"""Names that git obeys in any folder; "": only dots. ``PREDIC~1`` leads Windows to any folder."""
_INVISIBLE = re.compile(f"[{class_of(INVISIBLE)}]")

SIZES = {
    METADATA: LIMITS.metadata_bytes,
    PREDICTIONS: LIMITS.file_bytes,
    TRACE: LIMITS.file_bytes,
    RUN: LIMITS.line_bytes,
}
"""What may be sent in, and how large it may be; a folder's further files are the maintainers'."""

_PLAIN = "100644"
_SUBMODULE = "160000"
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


def path_key(path: str) -> str:
    """Return a path as a disk takes it that knows no case, invisible signs or dots at an end.

    To Windows a backslash parts folders, and what follows a colon is a part of the same file.
    """
    wide = unicodedata.normalize("NFKC", path).replace("\\", "/")
    seen = "".join(c for c in _INVISIBLE.sub("", wide) if unicodedata.category(c) != "Cf")
    names = (name.partition(":")[0].rstrip(". ") for name in seen.split("/"))
    return "/".join(names).casefold()


def twins(changes: Iterable[PathChange], paths: Iterable[str]) -> dict[str, str]:
    """Return what some disks take a new path for: a path of the base, or its folder, by each.

    paths: of the base's files.
    """
    ours = {path_key(part): part for part in {part for path in paths for part in _parts_of(path)}}
    alike = {}
    for path in (each.path for each in changes if each.status == "A"):
        # Below a folder that is none of ours nothing is: a path of a thousand folders costs one.
        for part in takewhile(lambda part: path_key(part) in ours, _parts_of(path)):
            if (known := ours[path_key(part)]) != part:
                alike[path] = known
    return alike


def _parts_of(path: str) -> Iterator[str]:
    """Yield a path and the folders above it, outermost first."""
    return accumulate(path.split("/"), "{}/{}".format)


def is_guarded(changes: Sequence[PathChange], alike: Mapping[str, str]) -> bool:
    """Return whether a pull request touches data or its checks; or nothing at all, by mistake.

    alike: its ``twins``.
    """
    paths = [path_key(each.path) for each in changes]
    names = {name for path in paths for name in path.split("/")}
    modules = any(each.mode == _SUBMODULE for each in changes)
    obeyed = modules or bool(names & _READ_BY_GIT) or any("~" in path for path in paths)
    tops = {path.partition("/")[0] for path in paths}
    return not changes or bool(alike) or obeyed or bool(tops & GUARDED)


def new_folder(
    changes: Sequence[PathChange],
    alike: Mapping[str, str],
    *,
    newest: str,
    taken: Container[str],
    sizes: Mapping[str, int],
) -> NewFolder:
    """Return the one new folder that changes make, or raise SubmissionError with every problem.

    alike: their ``twins``. newest: the release that takes submissions. taken: ids in use. sizes:
    bytes of git's objects that are files.
    """
    own = [each for each in changes if _is_own(each, newest)]
    folders = sorted({each.path.split("/")[2] for each in own})
    problems = [_elsewhere(each, newest, alike) for each in changes if not _is_own(each, newest)]
    problems += (problem for each in own for problem in _file_problems(each, sizes))
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


def _elsewhere(change: PathChange, newest: str, alike: Mapping[str, str]) -> Problem:
    problem = partial(Problem, file=change.path, expected=f"new files in predictions/{newest}/ID/")
    parts = change.path.split("/")
    if change.status != "A":
        done = "removes" if change.status == "D" else "changes"
        fix = "leave it as it is: what is there is the maintainers' to change, or its owner's"
        return problem(code="path-edited", got=f"the branch {done} it", fix=fix)
    if len(parts) == _DEPTH and parts[0] == "predictions" and parts[1] != newest:
        fix = f"answer release {newest}: no other takes submissions"
        return problem(code="release-closed", got=parts[1], fix=fix)
    if twin := alike.get(change.path):
        fix = "take it out of the branch: on some disks both are one"
        return problem(code="path-twin", got=change.path, nearest=twin, fix=fix)
    fix = "take it out of the branch; a folder's name is of a-z 0-9 . _ -"
    return problem(code="path-outside", got="a file elsewhere", fix=fix)


def _file_problems(change: PathChange, sizes: Mapping[str, int]) -> Iterator[Problem]:
    problem, name = partial(Problem, file=change.path), change.path.rpartition("/")[2]
    if name not in SIZES:
        fix = "take it out of the branch: the others are the maintainers', or nobody's"
        yield problem(code="file-extra", expected=", ".join(sorted(SIZES)), fix=fix)
    elif change.mode != _PLAIN or change.blob not in sizes:
        plain = change.mode == _PLAIN
        got = "a tag, or an object that is not here" if plain else f"mode {change.mode}"
        fix = "commit a plain file: no link, no submodule, no tag, not executable"
        yield problem(code="file-kind", got=got, expected=f"a file of mode {_PLAIN}", fix=fix)
    elif (count := sizes[change.blob]) > SIZES[name]:
        expected, fix = f"at most {SIZES[name]} bytes", "leave out what is not asked for"
        yield problem(code="file-size", got=f"{count} bytes", expected=expected, fix=fix)


def _folder_problems(
    folders: Sequence[str], own: Sequence[PathChange], *, newest: str, taken: Container[str]
) -> Iterator[Problem]:
    there = {each.path for each in own}
    for path in duplicates(each.path for each in own):  # programs read one, or the other
        yield Problem(code="path-twin", file=path, fix="commit it once")
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
        if name in taken:
            fix = "choose another submission_id; nobody's folder is changed by a pull request"
            yield Problem(code="id-taken", file=path, got=name, fix=fix)
        for file, fix in FIXES.items():
            if f"{path}/{file}" not in there:
                yield Problem(code="file-missing", file=f"{path}/{file}", fix=fix)
