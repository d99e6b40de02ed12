"""The fast form of the scorer ``penalty``: answers to masks and counts, then columns at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from operator import attrgetter, eq, is_
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.metrics.exact import NANO, Ints, nano_shares
from digesta.metrics.labels import members, overlap
from digesta.scorers.base import Rows
from digesta.scorers.penalty.citing import Citing, compared_all
from digesta.scorers.penalty.columns import (
    AT,
    CELLS,
    GIVEN,
    LEVELS,
    SETS,
    WIDTH,
    label_column,
    level_column,
)
from digesta.scorers.penalty.many import Said, Table, labels_of, numbered, read_all
from digesta.scorers.penalty.prepared import Prepared
from digesta.scorers.penalty.read import Reader

Bools = npt.NDArray[np.bool_]


class SetPart(NamedTuple):
    """One part that is a set of labels, per question; size: of the vocabulary."""

    name: str
    given: Ints
    outside: Ints
    truth: Ints
    size: int


def mark_many(prepared: Sequence[Prepared], answers: Sequence[Any]) -> Rows:
    """Mark answers to as many questions; the rows are those of ``mark`` without passages."""
    # Columns lie together in memory: each is written at once.
    rows = np.zeros((WIDTH, len(prepared)), dtype=np.int64)
    if not prepared:
        return rows.T
    if _read_alike(prepared):
        _fill(rows, prepared, answers)
        return rows.T
    for places in _groups(prepared):
        part = np.zeros((WIDTH, len(places)), dtype=np.int64)
        _fill(part, [prepared[k] for k in places], [answers[k] for k in places])
        rows[:, places] = part
    return rows.T


def _read_alike(prepared: Sequence[Prepared]) -> bool:
    one = prepared[0]
    terms, limits = map(attrgetter("terms"), prepared), map(attrgetter("limits"), prepared)
    return all(map(is_, terms, repeat(one.terms))) and all(map(eq, limits, repeat(one.limits)))


def _groups(prepared: Sequence[Prepared]) -> list[list[int]]:
    """Return the places of the questions of each vocabulary and limit."""
    _, terms = numbered(map(id, map(attrgetter("terms"), prepared)), len(prepared))
    limits, which = numbered(map(attrgetter("limits"), prepared), len(prepared))
    both = terms * len(limits) + which
    return [np.flatnonzero(both == group).tolist() for group in np.unique(both)]


def _fill(rows: Ints, prepared: Sequence[Prepared], answers: Sequence[Any]) -> None:
    one = prepared[0]
    said = read_all(Reader(one.terms, one.limits), answers)
    fill(rows, prepared, said)
    missing = np.fromiter(map(is_, answers, repeat(None)), bool, len(answers))
    rows[AT["missing"]] = missing
    rows[AT["unreadable"]] = ~said.read & ~missing


def fill(rows: Ints, prepared: Sequence[Prepared], said: Said) -> None:
    """Fill the columns of what answers say; prepared: of one vocabulary."""
    clauses = map(len, map(attrgetter("clauses"), prepared))
    rows[AT["clauses"]] = np.fromiter(clauses, np.int64, len(prepared)) > 0
    shares = []
    for name, table, size in zip(SETS, said[1:3], prepared[0].terms.sizes, strict=True):
        truth = _ints(prepared, f"{name}s")
        part = SetPart(name, *labels_of(table), truth, size)
        shares.append(fill_set(rows, part, said.read))
    citing = compared_all(prepared, said.basis)
    _fill_basis(rows, citing)
    shares.append((citing.common, citing.either))
    right = _fill_level(rows, _ints(prepared, "level"), said.level)
    _fill_credit(rows, shares, right, said.read)


def _ints(prepared: Sequence[Prepared], field: str) -> Ints:
    return np.fromiter(map(attrgetter(field), prepared), np.int64, len(prepared))


def fill_set(rows: Ints, part: SetPart, read: Bools) -> tuple[Ints, Ints]:
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
        "hamming": np.where(read, _table_shares(np.minimum(wrong, part.size), part.size), NANO),
    }
    for name, column in columns.items():
        rows[AT[f"{part.name}_{name}"]] = column
    _fill_labels(rows, part)
    return common, either


def _table_shares(part: Ints, whole: int) -> Ints:
    """Divide by one whole: each share looked up."""
    shares = nano_shares(np.arange(whole + 1), np.full(whole + 1, whole))
    table: Ints = shares[part]
    return table


def _fill_labels(rows: Ints, part: SetPart) -> None:
    given, truth = part.given, part.truth
    first = AT[label_column(part.name, 1, "right")]
    for place, masks in enumerate((given & truth, given & ~truth, truth & ~given)):
        where = slice(first + place, first + len(CELLS) * SETS[part.name], len(CELLS))
        members(masks, SETS[part.name], rows[where])


def _fill_basis(rows: Ints, citing: Citing) -> None:
    columns = {
        "basis_exact": citing.exact,
        "basis_partial": citing.law_hit & ~citing.exact,
        "basis_exact_as_coded": citing.exact_as_coded,
        "pair_jaccard": nano_shares(citing.common, citing.either),
        "pair_right": citing.right,
        "pair_extra": citing.extra,
        "pair_missed": citing.missed,
        "law_unknown": citing.unknown,
    }
    for name, column in columns.items():
        rows[AT[name]] = column


def _fill_level(rows: Ints, truth: Ints, said: Table) -> Ints:
    given = np.array(said.values, dtype=np.int64)[said.which]
    first = AT[level_column(LEVELS[0], GIVEN[0])]
    rows[first + truth * len(GIVEN) + given, np.arange(len(truth))] = 1
    right: Ints = (truth == given).astype(np.int64)
    rows[AT["level_right"]] = right * NANO
    return right


def _fill_credit(rows: Ints, shares: Sequence[tuple[Ints, Ints]], right: Ints, read: Bools) -> None:
    """Fill the mean of the three Jaccards and the level, rounded once from one fraction."""
    (a, b), (c, d), (e, f) = shares
    below = b * d * f
    above = a * d * f + b * c * f + b * d * e + right * below
    rows[AT["credit"]] = np.where(read, nano_shares(above, 4 * below), 0)
