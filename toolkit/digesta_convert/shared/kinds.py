"""Which file of a benchmark is which: by its name, else by what it begins with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from digesta.errors import ReleaseError
from digesta_convert.shared.draft import Files

KindOf = Callable[[str, bytes], str | None]
"""Path and bytes of a file -> its kind; "" for one that is known and not read, None for others."""
_NAMED = 5


class FileKinds(NamedTuple):
    """The paths of each kind that there is, and those of no kind."""

    paths: Mapping[str, list[str]]
    unread: tuple[str, ...]

    def path(self, kind: str) -> str:
        """Return the path of the file of a kind; "" where there is none."""
        return next(iter(self.paths.get(kind, ())), "")


def file_groups(
    files: Files, kind_of: KindOf, needed: Sequence[str], expected: str, names: Sequence[str] = ()
) -> FileKinds:
    """Return the paths of each kind of file, or ReleaseError where none of those needed is there.

    names: of files that are of the kind of that name, whatever they hold.
    """
    paths: dict[str, list[str]] = {}
    unread = []
    for path, data in files.items():
        name = PurePosixPath(path).name
        if kind := name if name in names else kind_of(path, data):
            paths.setdefault(kind, []).append(path)
        else:
            unread.append(path)
    if not paths.keys() & set(needed):
        got = ", ".join([*files][:_NAMED]) + (", ..." if len(files) > _NAMED else "")
        fix = "name the benchmark's folder or its files; digesta import --help lists them"
        raise ReleaseError.of(
            code="file-missing", file=needed[0], got=got or "no file", expected=expected, fix=fix
        )
    return FileKinds(paths, tuple(unread))


def file_kinds(
    files: Files, kind_of: KindOf, needed: Sequence[str], expected: str, names: Sequence[str] = ()
) -> FileKinds:
    """Return the same, one path of each kind, or ReleaseError where there are two."""
    kinds = file_groups(files, kind_of, needed, expected, names)
    for first, *others in kinds.paths.values():
        if others:
            got = f"a second file like {first}"
            raise ReleaseError.of(code="file-twice", file=others[0], got=got, fix="name only one")
    return kinds
