"""The tables beside a law's versions: ``attributions.jsonl`` and ``deferrals.jsonl``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from digesta.errors import ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.base import Record
from digesta.records.read import read_record
from digesta.text.amendments_pt import br_amendment_1
from digesta_generate.compilations.dated.folder import ATTRIBUTIONS, DEFERRALS, problem
from digesta_generate.compilations.dated.records import Row, article_of
from digesta_legal.temporal.resources import AttributedChange, DeferredEntry

R = TypeVar("R", bound=Record)

OTHERS = "what the folder's other files hold"


def attributions(
    data: bytes, rows: Sequence[Row], days: Sequence[Row]
) -> Iterator[AttributedChange]:
    """Yield the lines of ``attributions.jsonl``, or raise ReleaseError with the first wrong one."""
    articles = set(map(article_of, rows))
    changed = {(article_of(row), row[side]) for row in rows for side in ("start", "end")}
    made_by = {day["date"]: {*map(br_amendment_1, day["amendments"])} for day in days}
    seen: set[tuple[str, str, str]] = set()
    for number, line in enumerate(data.splitlines(), start=1):
        row = read(AttributedChange, line, ATTRIBUTIONS, number)
        key = (row.article, row.date, row.amendment)
        got = ""
        if row.article not in articles:
            got = f"{row.article}, which is not there"
        elif row.amendment not in made_by.get(row.date, ()):
            got = f"{row.amendment} on {row.date}, a day on which it was not promulgated"
        elif key[:2] not in changed:
            got = f"{row.article} on {row.date}, a day on which no line of it changed"
        elif key in seen:
            got = f"{', '.join(key)} a second time"
        if got:
            raise ReleaseError([problem(ATTRIBUTIONS, number, got, expected=OTHERS)])
        seen.add(key)
        yield row


def deferrals(data: bytes, rows: Sequence[Row], days: Sequence[Row]) -> Iterator[DeferredEntry]:
    """Yield the lines of ``deferrals.jsonl``, or raise ReleaseError with the first wrong one."""
    articles = set(map(article_of, rows))
    amendments = {br_amendment_1(name) for day in days for name in day["amendments"]}
    for number, line in enumerate(data.splitlines(), start=1):
        row = read(DeferredEntry, line, DEFERRALS, number)
        got = ""
        if unknown := [name for name in row.articles if name not in articles]:
            got = f"{unknown[0]}, which is not there"
        elif row.amendment not in amendments:
            got = f"{row.amendment}, of no day, or a second time"
        if got:
            raise ReleaseError([problem(DEFERRALS, number, got, expected=OTHERS)])
        amendments.remove(row.amendment)
        yield row


def read(record: type[R], data: bytes, file: str, line: int = 0) -> R:
    """Return a file or a line of it as a record, or raise ReleaseError."""
    value = strict_json(data, file=file, line=line, limits=RELEASE_LIMITS, error=ReleaseError)
    return read_record(record, value, file, line)
