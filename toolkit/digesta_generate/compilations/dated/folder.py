"""The files of a folder of dated compilations, and checks of the shape of their lines.

``component_versions.jsonl``, packed as ``.gz`` or plain; ``amendments.jsonl``; perhaps
``attributions.jsonl`` and ``deferrals.jsonl``; and ``law.json``, where the law is not the Brazilian
constitution. A wrong or contradictory line is a problem with its file and line, never a
traceback later.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any, get_args

from digesta.canonical import digest, sha256_hex
from digesta.errors import Problem, ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta_generate.compilations.dated.records import Row
from digesta_generate.compilations.dated.sequence import out_of_sequence, unborn, wrong_event
from digesta_legal.timeline.records import Event

LAW, ATTRIBUTIONS, DEFERRALS = "law.json", "attributions.jsonl", "deferrals.jsonl"
AMENDMENTS = "amendments.jsonl"
VERSIONS, PACKED = "component_versions.jsonl", "component_versions.jsonl.gz"
PARTS = {"paragraph": "par", "inciso": "inc", "alinea": "ali"}
LEVELS = ("title", "chapter", "section", "subsection")


def source_digest(files: Mapping[str, bytes]) -> str:
    """Return the digest of a folder's files; ReleaseError where one is missing or there twice."""
    versions = [name for name in (PACKED, VERSIONS) if name in files] or [PACKED]
    missing = [name for name in (AMENDMENTS, versions[0]) if name not in files]
    fix = "give the folder of the compilations"
    problems = [Problem(code="file-missing", file=name, fix=fix) for name in missing]
    if len(versions) > 1:
        fix = f"keep one of it and {VERSIONS}"
        problems.append(Problem(code="file-twice", file=PACKED, fix=fix))
    if problems:
        raise ReleaseError(problems)
    # Without a law.json the tables are not counted: recorded runs have the digest of the texts.
    beside = [name for name in (LAW, ATTRIBUTIONS, DEFERRALS) if LAW in files and name in files]
    return digest([sha256_hex(files[name]) for name in (AMENDMENTS, *versions, *beside)])


def versions_in(files: Mapping[str, bytes]) -> str:
    """Return the name of the file of versions, packed or plain."""
    return PACKED if PACKED in files else VERSIONS


def read_folder(files: Mapping[str, bytes], *, once: bool = True) -> tuple[list[Row], list[Row]]:
    """Return the lines of versions and of days, or raise ReleaseError with all their problems.

    once: whether an amendment has one day; dated by entry into force, it may have several.
    """
    source_digest(files)
    name = versions_in(files)
    try:
        data = gzip.decompress(files[name]) if name == PACKED else files[name]
    except (EOFError, OSError, zlib.error) as error:
        raise ReleaseError([problem(name, 0, f"{type(error).__name__}: {error}")]) from error
    days, rows = _lines(AMENDMENTS, files[AMENDMENTS]), _lines(name, data)
    problems = list(_wrong(AMENDMENTS, days, _wrong_day))
    if not problems:
        made_by = {day["date"]: day["amendments"] for day in days}
        problems += _twice(days, once=once)
        problems += _wrong(name, rows, lambda row: _wrong_version(row, made_by))
    if not problems:
        problems += (problem(name, number, got) for number, got in out_of_sequence(rows))
    if problems:
        raise ReleaseError(problems)
    return rows, days


def _lines(name: str, data: bytes) -> list[Row]:
    return [
        strict_json(line, file=name, line=number, limits=RELEASE_LIMITS, error=ReleaseError)
        for number, line in enumerate(data.splitlines(), start=1)
    ]


def _wrong(name: str, rows: list[Row], check: Callable[[Row], Iterator[str]]) -> Iterator[Problem]:
    for number, row in enumerate(rows, start=1):
        try:
            yield from (problem(name, number, got) for got in check(row))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            yield problem(name, number, f"{type(error).__name__}: {error}")


def problem(
    file: str,
    line: int,
    got: str,
    *,
    expected: str = "lines as the page The temporal graph describes them",
    fix: str = "correct the file",
) -> Problem:
    """Return the problem of a file that is no part of a law through time."""
    code = "not-a-timeline"
    return Problem(code=code, file=file, line=line, got=got, expected=expected, fix=fix)


_AMENDMENT = re.compile(
    r"(emc|emr)_[1-9][0-9]{0,3}|([0-9]{2}){1,2}-[1-9][0-9]{0,4}|[0-9]{4}-[0-9]{2}-[0-9]{2}"
)
_NUMBER = re.compile(r"[A-Za-z]{0,2}[1-9][0-9]*(-([A-Za-z]+|[0-9]+))*")
_BODY = re.compile(r"[A-Za-z]+[0-9]*")
_DIVISION = re.compile(r"[1-9]|[12][0-9]|3[0-9]")
_CHANGES = frozenset({None, "substantive", "minor", "editorial"})
_EVENTS = frozenset(get_args(Event))


def _wrong_day(row: Row) -> Iterator[str]:
    yield from _wrong_date(row["date"])
    if not isinstance(row["summary_pt"], str):
        yield "a summary that is no text"
    for name in row["amendments"]:
        if not _AMENDMENT.fullmatch(name):
            yield f"an amendment {name!r}, not emc_N, emr_N, a number such as 2016-1088, or a day"


def _wrong_date(day: str) -> Iterator[str]:
    """Yield the problem of a day that is not YYYY-MM-DD: days are compared as text."""
    # Since Python 3.11 this reads 20080115 and 2008-W03-2 too.
    if date.fromisoformat(day).isoformat() != day:
        yield f"a day {day!r}, not YYYY-MM-DD"


def _twice(days: list[Row], *, once: bool) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, day in enumerate(days, start=1):
        for name in (day["date"], *(day["amendments"] if once else ())):
            if name in seen:
                yield problem(AMENDMENTS, number, f"{name} a second time: each has one line")
            seen.add(name)


def _wrong_version(row: Row, made_by: Mapping[str, list[str]]) -> Iterator[str]:
    numbers = [row["article"], *(row[part] for part in PARTS if row[part] is not None)]
    if not (_BODY.fullmatch(row["body"]) and all(map(_NUMBER.fullmatch, numbers))):
        yield f"body {row['body']} and numbers {', '.join(numbers)}, not letters and 1, 2-A, …"
    pieces = [f"{short}_{row[part]}" for part, short in PARTS.items() if row[part] is not None]
    name = "_".join([row["body"], "art", row["article"], *pieces]).lower()
    if row["component_id"].lower() != name:
        yield f"component_id {row['component_id']}, and the parts of {name}"
    yield from _wrong_location(row["location"])
    if row["change"] not in _CHANGES or row["event"] not in _EVENTS:
        yield f"event {row['event']} and change {row['change']}"
    if type(row["version"]) is not int or not isinstance(row["text"], str):
        yield "a version that is no number, or a text that is none"
    yield from wrong_event(row)
    yield from _wrong_amendments(row, made_by)


def _wrong_location(location: Any) -> Iterator[str]:
    if not isinstance(location, dict) or [*location] != [*LEVELS]:
        yield f"location {', '.join(map(str, location))}, not an object of {', '.join(LEVELS)}"
        return
    values = list(location.values())
    stated = [value for value in values if value is not None]
    if not all(isinstance(number, str) and _DIVISION.fullmatch(number) for number in stated):
        yield f"location {values}; numbers are null or text from 1 to 39"
    if values[: len(stated)] != stated:
        yield f"location {values}, a level under one that is null"


def _wrong_amendments(row: Row, made_by: Mapping[str, list[str]]) -> Iterator[str]:
    # A version names all amendments of its days: attributions.jsonl tells them apart.
    start, end = row["start"], row["end"]
    if unborn(row):
        yield from _wrong_unborn(row, made_by)
        return
    if start not in made_by:
        yield f"start {start}, a day that {AMENDMENTS} has not"
    elif row["amendments"] != made_by[start]:
        yield f"amendments {row['amendments']}; of {start} are {made_by[start]}"
    if end is not None:
        yield from _wrong_date(end)
    if row["removed_by"] is not None and row["removed_by"] != made_by.get(end):
        yield f"removed_by {row['removed_by']}; of {end} are {made_by.get(end)}"


def _wrong_unborn(row: Row, made_by: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the problems of a version that was taken back before its first day."""
    start, end = row["start"], row["end"]
    yield from _wrong_date(start)
    yield from _wrong_date(end)
    if row["amendments"] == [start] and row["removed_by"] == [end]:
        return  # the source names neither
    if row["amendments"] not in [names for day, names in made_by.items() if day < end]:
        yield f"amendments {row['amendments']}, none of a day before {end}"
    if row["removed_by"] is None or row["removed_by"] != made_by.get(end):
        dates = f"ends on {end}, before it begins on {start}"
        yield f"{dates}; removed_by {row['removed_by']}, and of {end} are {made_by.get(end)}"
