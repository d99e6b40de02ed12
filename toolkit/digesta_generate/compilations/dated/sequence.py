"""Checks that the versions of a folder follow each other, line by line.

A version that ends without a successor names the amendments that removed it; others do not. A
version that ends before it begins was taken back before its first day: it names the amendments that
did so, stands between two that meet on that day, and was never in force; where the source does not
name them they are written as their days, and the day may be any. A paragraph, item or
letter stands only while its article's own first words do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from digesta_generate.compilations.dated.records import Row, article_of
from digesta_legal.timeline import in_force

Lines = Sequence[tuple[int, Row]]
Faults = Iterator[tuple[int, str]]
"""Numbers of lines, each with its problem."""
_FIRST = frozenset({"original", "added"})


def out_of_sequence(rows: Sequence[Row]) -> Faults:
    """Yield the lines that contradict others. rows: of the right shape, in the file's order."""
    components: dict[str, list[tuple[int, Row]]] = {}
    for numbered in enumerate(rows, start=1):
        components.setdefault(numbered[1]["component_id"].lower(), []).append(numbered)
    for name, lines in components.items():
        in_order = sorted(lines, key=lambda pair: pair[1]["version"])
        yield from _check_numbers(name, in_order)
        yield from _check_order(in_order)
        if all(_empty(row) for _, row in in_order):
            yield in_order[0][0], f"{name}, which was never in force"
    yield from _check_articles(components)


def _check_numbers(name: str, lines: Lines) -> Faults:
    for at, (number, row) in enumerate(lines, start=1):
        if row["version"] != at:
            yield number, f"{name}: versions not numbered 1, 2, …"
            return


def unborn(row: Row) -> bool:
    """Return whether a version ends before it begins."""
    return row["end"] is not None and row["end"] < row["start"]


def _check_order(lines: Lines) -> Faults:
    born = [(number, row) for number, row in lines if not unborn(row)]
    met = {
        before["end"] for (_, before), (_, row) in pairwise(born) if before["end"] == row["start"]
    }
    for number, line in lines:
        unnamed = line["removed_by"] == [line["end"]]
        if unborn(line) and not unnamed and line["end"] not in met:
            name = f"{line['component_id']}_v{line['version']}"
            yield number, f"{name}: taken back on {line['end']}, on which no two others meet"
    for (number, row), (below, after) in pairwise([*born, (0, None)]):
        assert row is not None, "only the last has none after it"
        name, end = f"{row['component_id']}_v{row['version']}", row["end"]
        if after is not None and (end is None or after["start"] < end):
            later = f"{after['component_id']}_v{after['version']}: from {after['start']}"
            yield below, f"{later} overlaps what was before"
        elif after is not None and after["start"] == end:
            if row["removed_by"] is not None:
                yield number, f"{name}: removed_by, and a version follows at once"
        elif end is not None and not row["removed_by"]:
            yield number, f"{name}: ends on {end} without removed_by, and none follows at once"
        elif end is None and row["removed_by"] is not None:
            yield number, f"{name}: removed_by, and no end"


def _check_articles(components: Mapping[str, Lines]) -> Faults:
    """Yield lines inside an article that are in force while its own first words are not."""
    for lines in components.values():
        for number, row in lines:
            article = article_of(row)
            own = [line for _, line in components.get(article, ())]
            ends = (line["end"] for line in own)
            days = [row["start"], *(end for end in ends if end is not None and _on(row, end))]
            alone = sorted(day for day in days if not any(_on(line, day) for line in own))
            if alone and not _empty(row) and row["component_id"].lower() != article:
                yield number, f"{row['component_id']} on {alone[0]}, without a line of {article}"


def wrong_event(row: Row) -> Iterator[str]:
    """Yield an event that does not fit a version: the original text alone has no amendments."""
    event, made_by = row["event"], row["amendments"]
    first = row["version"] == 1
    if (event in _FIRST) != first or (event == "original") != (first and not made_by):
        yield f"event {event} of version {row['version']}, of amendments {made_by}"


def _on(row: Row, day: str) -> bool:
    return in_force(row["start"], row["end"], day)


def _empty(row: Row) -> bool:
    return row["end"] is not None and row["end"] <= row["start"]
