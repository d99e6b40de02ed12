"""The fast form of the scorer ``penalty``: answers to masks and counts, then columns at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from digesta.metrics.exact import NANO
from digesta.metrics.labels import Ints, members, nano_shares, overlap
from digesta.scorers._penalty_columns import (
    AT,
    CELLS,
    GIVEN,
    LEVELS,
    NO_LEVEL,
    SETS,
    WIDTH,
    label_column,
    level_column,
)
from digesta.scorers._penalty_prepared import Prepared, compared
from digesta.scorers._penalty_reading import NO_BASIS, NO_LABELS, Reader, Reading
from digesta.scorers.base import Rows

_NOTHING = Reading(NO_LABELS, NO_LABELS, NO_BASIS, NO_LEVEL)


class SetPart(NamedTuple):
    """One part that is a set of labels, per question."""

    name: str
    given: Ints
    outside: Ints
    truth: Ints
    size: Ints


def mark_many(prepared: Sequence[Prepared], answers: Sequence[Any]) -> Rows:
    """Mark answers to as many questions; the rows are those of ``mark`` without passages."""
    readers: dict[tuple[int, int, int], Reader] = {}
    readings: list[Reading | None] = []
    for one, answer in zip(prepared, answers, strict=True):
        key = (id(one.terms), *one.limits)
        reader = readers.get(key)
        if reader is None:
            reader = readers[key] = Reader(one.terms, one.limits)
        readings.append(None if answer is None else reader.read(answer))
    rows = filled(prepared, readings)
    # What could not be read is missing where there was nothing to read.
    for place, answer in enumerate(answers):
        if answer is None:
            rows[place, AT["missing"]], rows[place, AT["unreadable"]] = 1, 0
    return rows


def filled(prepared: Sequence[Prepared], readings: Sequence[Reading | None]) -> Rows:
    """Give the rows of what answers say; None for one that could not be read."""
    n = len(prepared)
    # Columns lie together in memory: each is written at once.
    rows = np.zeros((WIDTH, n), dtype=np.int64)
    if not n:
        return rows.T
    read = np.array([one is not None for one in readings])
    said = [one or _NOTHING for one in readings]
    rows[AT["unreadable"]] = ~read
    rows[AT["clauses"]] = [bool(one.clauses) for one in prepared]
    parts = [set_part(name, prepared, said) for name in SETS]
    shares = [fill_set(rows, part, read) for part in parts]
    shares.append(_fill_basis(rows, prepared, said))
    right = _fill_level(rows, prepared, said)
    _fill_credit(rows, shares, right, read)
    return rows.T


def _ints(values: Iterable[int]) -> Ints:
    return np.fromiter(values, dtype=np.int64)


def set_part(name: str, prepared: Sequence[Prepared], readings: Sequence[Reading]) -> SetPart:
    """Give a part's masks and sizes, per question; name: of ``SETS``."""
    kind = list(SETS).index(name)
    marked = [(one.types, one.domains)[kind] for one in readings]
    return SetPart(
        name,
        given=_ints(one.mask for one in marked),
        outside=_ints(one.outside for one in marked),
        truth=_ints((one.types, one.domains)[kind] for one in prepared),
        size=_ints(one.terms.sizes[kind] for one in prepared),
    )


def fill_set(rows: Ints, part: SetPart, read: Any) -> tuple[Ints, Ints]:
    """Fill a part's columns; give its Jaccard as (common, either), either at least 1."""
    cells = overlap(part.given, part.truth)
    wrong = cells.extra + cells.missed + part.outside
    either = cells.right + wrong
    empty = (either == 0) & read
    common, either = cells.right + empty, np.maximum(either, 1)
    exact = (wrong == 0) & read
    columns = {
        "exact": exact,
        "partial": (cells.right > 0) & ~exact,
        "empty": empty,
        "outside": part.outside,
        "jaccard": nano_shares(common, either),
        "hamming": np.where(read, nano_shares(np.minimum(wrong, part.size), part.size), NANO),
    }
    for name, column in columns.items():
        rows[AT[f"{part.name}_{name}"]] = column
    _fill_labels(rows, part)
    return common, either


def _fill_labels(rows: Ints, part: SetPart) -> None:
    given, truth = part.given, part.truth
    first = AT[label_column(part.name, 1, "right")]
    for place, masks in enumerate((given & truth, given & ~truth, truth & ~given)):
        where = slice(first + place, first + len(CELLS) * SETS[part.name], len(CELLS))
        rows[where] = members(masks, SETS[part.name])


def _fill_basis(
    rows: Ints, prepared: Sequence[Prepared], readings: Sequence[Reading]
) -> tuple[Ints, Ints]:
    pairs = zip(prepared, readings, strict=True)
    found = [(*compared(one, reading.basis), reading.basis.unknown) for one, reading in pairs]
    common, either, exact, coded, hit, right, extra, missed, unknown = np.array(
        found, dtype=np.int64
    ).T
    columns = {
        "basis_exact": exact,
        "basis_partial": hit & ~exact & 1,
        "basis_exact_as_coded": coded,
        "pair_jaccard": nano_shares(common, either),
        "pair_right": right,
        "pair_extra": extra,
        "pair_missed": missed,
        "law_unknown": unknown,
    }
    for name, column in columns.items():
        rows[AT[name]] = column
    return common, either


def _fill_level(rows: Ints, prepared: Sequence[Prepared], readings: Sequence[Reading]) -> Ints:
    truth = _ints(one.level for one in prepared)
    given = _ints(one.level for one in readings)
    first = AT[level_column(LEVELS[0], GIVEN[0])]
    rows[first + truth * len(GIVEN) + given, np.arange(len(truth))] = 1
    right: Ints = (truth == given).astype(np.int64)
    rows[AT["level_right"]] = right * NANO
    return right


def _fill_credit(rows: Ints, shares: Sequence[tuple[Ints, Ints]], right: Ints, read: Any) -> None:
    """Fill the mean of the three Jaccards and the level, rounded once from one fraction."""
    (a, b), (c, d), (e, f) = shares
    below = b * d * f
    above = a * d * f + b * c * f + b * d * e + right * below
    rows[AT["credit"]] = np.where(read, nano_shares(above, 4 * below), 0)
