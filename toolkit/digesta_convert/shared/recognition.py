"""Which file of a benchmark is which, by its name and first line.

A benchmark's file whose very first line is broken looks like none of its files. Where the file
that is needed is not recognised, the one left with its ending is taken for it, so that its own
located problems show; where there are several, each is named with its first line.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from digesta.errors import Problem
from digesta_convert.shared.faults import Faults
from digesta_convert.shared.lines import first_line

_SHOWN = 80
_NAMED = 5
_FORMS = {".csv": "CSV", ".json": "JSON", ".jsonl": "JSON, an object a line"}
"""Ending of a file -> what it holds, if it is whole."""


class RequiredFile(NamedTuple):
    """The file that a format cannot do without.

    kind: its kind. name: as the benchmark calls it. expected: what it holds. fix: what to do
    where it is not there. endings: of files that may be it. instead: a kind that serves too.
    """

    kind: str
    name: str
    expected: str
    fix: str
    endings: tuple[str, ...]
    instead: str = ""


class FileKinds(NamedTuple):
    """The path of each kind that there is, and the paths of no kind."""

    path: Mapping[str, str]
    unread: tuple[str, ...]


class FileGroups(NamedTuple):
    """The paths of each kind that there are, and the paths of no kind."""

    paths: Mapping[str, Sequence[str]]
    unread: tuple[str, ...]


def file_kinds(
    files: Mapping[str, bytes],
    kind_of: Callable[[str, bytes], str | None],
    needed: RequiredFile,
    faults: Faults,
) -> FileKinds:
    """Return the path of each kind of file, or ReleaseError where one is absent or stands twice.

    kind_of: path and bytes -> kind; "" for a file that is known and not read, None for others.
    """
    groups = file_groups(files, kind_of, needed, faults)
    for first, *others in groups.paths.values():
        for path in others:
            got = f"a second file like {first}"
            faults.add("file-twice", path, got=got, fix="name one alone")
    faults.refuse()
    return FileKinds({kind: paths[0] for kind, paths in groups.paths.items()}, groups.unread)


def file_groups(
    files: Mapping[str, bytes],
    kind_of: Callable[[str, bytes], str | None],
    needed: RequiredFile,
    faults: Faults,
) -> FileGroups:
    """Return the paths of each kind of file, or ReleaseError where the one needed is absent."""
    kinds = {path: kind_of(path, data) for path, data in files.items()}
    if not {needed.kind, needed.instead} & {kind for kind in kinds.values() if kind}:
        left = [p for p, kind in kinds.items() if kind is None and p.endswith(needed.endings)]
        if len(left) == 1 and files[left[0]].strip():
            kinds[left[0]] = needed.kind
        else:
            _note_missing(files, left, needed, faults)
    faults.refuse()
    paths: dict[str, list[str]] = {}
    for path, kind in kinds.items():
        if kind:
            paths.setdefault(kind, []).append(path)
    return FileGroups(paths, tuple(path for path, kind in kinds.items() if not kind))


def repeats(kinds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the paths whose kind an earlier path has, each with that.

    >>> list(repeats({"a": "x", "b": "y", "c": "x"}))
    [('c', 'a')]
    """
    first: dict[str, str] = {}
    for path, kind in kinds.items():
        if (before := first.setdefault(kind, path)) != path:
            yield path, before


def unknown_file(path: str, data: bytes, *, expected: str, fix: str) -> Problem:
    """Return the problem of a file that is none of a format's, with its first line."""
    number, line = first_line(data)
    text = line[: 4 * _SHOWN].decode(errors="backslashreplace").strip()[:_SHOWN]
    got = f"a first line that is none of the format's: {text}" if text else "an empty file"
    return Problem(
        code="not-recognised", file=path, line=number, got=got, expected=expected, fix=fix
    )


def damage(path: str, data: bytes) -> Problem | None:
    """Return what is broken in a file of JSON, JSON lines or CSV, by its ending; None: nothing."""
    form = _FORMS.get(PurePosixPath(path).suffix.lower())
    if form is None:
        return None
    try:
        _parse(data.decode("utf-8-sig"), form)
    except (ValueError, csv.Error, RecursionError) as error:
        number, _ = first_line(data)
        return Problem(
            code="broken-file",
            file=path,
            line=getattr(error, "lineno", number),
            got=str(error)[:_SHOWN] if data.strip() else "an empty file",
            expected=form,
            fix="correct the file, or take it out of the folder",
        )
    return None


def _parse(text: str, form: str) -> None:
    """Raise ValueError or csv.Error where a text is not of a form."""
    if form == "CSV":
        if not any(csv.reader(io.StringIO(text, newline=""), strict=True)):
            raise ValueError("no row")
        return
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        # Some files of JSON lines are called .json.
        if error.msg != "Extra data":
            raise
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                _parse_line(line, number)


def _parse_line(line: str, number: int) -> None:
    try:
        json.loads(line)
    except json.JSONDecodeError as error:
        error.lineno = number
        raise


def _note_missing(
    files: Mapping[str, bytes], left: Sequence[str], needed: RequiredFile, faults: Faults
) -> None:
    fix = f"correct its first line, if it is {needed.name}"
    faults.problems += [
        unknown_file(path, files[path], expected=needed.expected, fix=fix) for path in left
    ]
    if not left:
        more = ", ..." if len(files) > _NAMED else ""
        names = f"{', '.join([*files][:_NAMED])}{more}" if files else "no file"
        faults.add("file-missing", needed.name, got=names, expected=needed.expected, fix=needed.fix)
