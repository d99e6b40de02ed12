"""The fast form of the scorer ``penalty``: answers to masks and counts, then columns at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from digesta.metrics.exact import NANO, Ints, nano_shares
from digesta.metrics.labels import members, overlap
from digesta.scorers.base import Rows
from digesta.scorers.penalty.columns import (
    ANSWER_LEVELS,
    AT,
    CELLS,
    LEVELS,
    SETS,
    WIDTH,
    label_column,
    level_column,
)
from digesta.scorers.penalty.fast.basis import BasisColumns, compare_all
from digesta.scorers.penalty.fast.read import Answers, Bools, Table, labels_of, read_all
from digesta.scorers.penalty.prepare import PenaltyKey
from digesta.scorers.penalty.read import Limits, Reader


class SetPart(NamedTuple):
    """One part that is a set of labels, per question; size: of the vocabulary."""

    name: str
    answer: Ints
    outside: Ints
    truth: Ints
    size: int


def mark_many(prepared: Sequence[PenaltyKey], answers: Sequence[Any]) -> Rows:
    """Mark answers to as many questions; the rows are those of ``mark`` without passages."""
    # Columns lie together in memory: each is written at once.
    rows = np.zeros((WIDTH, len(prepared)), dtype=np.int64)
    groups: defaultdict[tuple[int, Limits], list[int]] = defaultdict(list)
    for place, key in enumerate(prepared):
        groups[id(key.terms), key.limits].append(place)
    if len(groups) == 1:
        _fill_all(rows, prepared, answers)
        return rows.T
    for places in groups.values():
        part = np.zeros((WIDTH, len(places)), dtype=np.int64)
        _fill_all(part, [prepared[k] for k in places], [answers[k] for k in places])
        rows[:, places] = part
    return rows.T


def _fill_all(rows: Ints, prepared: Sequence[PenaltyKey], answers: Sequence[Any]) -> None:
    parts = read_all(Reader(prepared[0].terms, prepared[0].limits), answers)
    fill(rows, prepared, parts)
    missing = np.array([answer is None for answer in answers], dtype=bool)
    rows[AT["missing"]] = missing
    rows[AT["unreadable"]] = ~parts.read & ~missing


def fill(rows: Ints, prepared: Sequence[PenaltyKey], answers: Answers) -> None:
    """Fill the columns of the parts of answers; prepared: of one vocabulary."""
    clauses = map(len, map(attrgetter("clauses"), prepared))
    rows[AT["clauses"]] = np.fromiter(clauses, np.int64, len(prepared)) > 0
    shares = []
    for name, table, size in zip(SETS, answers[1:3], prepared[0].terms.sizes, strict=True):
        part = SetPart(name, *labels_of(table), _ints(prepared, f"{name}s"), size)
        shares.append(_fill_set(rows, part, answers.read))
    basis = compare_all(prepared, answers.basis)
    _fill_basis(rows, basis)
    shares.append((basis.common, basis.either))
    right = _fill_level(rows, _ints(prepared, "level"), answers.level)
    _fill_credit(rows, shares, right, answers.read)


def _ints(prepared: Sequence[PenaltyKey], field: str) -> Ints:
    return np.fromiter(map(attrgetter(field), prepared), np.int64, len(prepared))


def _fill_set(rows: Ints, part: SetPart, read: Bools) -> tuple[Ints, Ints]:
    """Fill a part's columns; return its Jaccard as (common, either), either at least 1."""
    cells = overlap(part.answer, part.truth)
    wrong = cells.extra + cells.missed + part.outside
    either = cells.right + wrong
    empty = (either == 0) & read
    common, either = cells.right + empty, np.maximum(either, 1)
    exact = (wrong == 0) & read
    shares_of_size = nano_shares(np.arange(part.size + 1), np.full(part.size + 1, part.size))
    columns = {
        "exact": exact,
        "partial": (cells.right > 0) & ~exact,
        "empty": empty,
        "outside": part.outside,
        "jaccard": nano_shares(common, either),
        "hamming": np.where(read, shares_of_size[np.minimum(wrong, part.size)], NANO),
    }
    for name, column in columns.items():
        rows[AT[f"{part.name}_{name}"]] = column
    _fill_labels(rows, part)
    return common, either


def _fill_labels(rows: Ints, part: SetPart) -> None:
    answer, truth = part.answer, part.truth
    first = AT[label_column(part.name, 1, "right")]
    for place, masks in enumerate((answer & truth, answer & ~truth, truth & ~answer)):
        where = slice(first + place, first + len(CELLS) * SETS[part.name], len(CELLS))
        members(masks, SETS[part.name], rows[where])


def _fill_basis(rows: Ints, basis: BasisColumns) -> None:
    columns = {
        "basis_exact": basis.exact,
        "basis_partial": basis.law_hit & ~basis.exact,
        "basis_exact_as_coded": basis.exact_as_coded,
        "pair_jaccard": nano_shares(basis.common, basis.either),
        "pair_right": basis.right,
        "pair_extra": basis.extra,
        "pair_missed": basis.missed,
        "law_unknown": basis.unknown,
    }
    for name, column in columns.items():
        rows[AT[name]] = column


def _fill_level(rows: Ints, truth: Ints, answers: Table) -> Ints:
    level = np.array(answers.values, dtype=np.int64)[answers.numbers]
    first = AT[level_column(LEVELS[0], ANSWER_LEVELS[0])]
    rows[first + truth * len(ANSWER_LEVELS) + level, np.arange(len(truth))] = 1
    right: Ints = (truth == level).astype(np.int64)
    rows[AT["level_right"]] = right * NANO
    return right


def _fill_credit(rows: Ints, shares: Sequence[tuple[Ints, Ints]], right: Ints, read: Bools) -> None:
    """Fill the mean of the three Jaccards and the level, rounded once from one fraction."""
    (a, b), (c, d), (e, f) = shares
    below = b * d * f
    above = a * d * f + b * c * f + b * d * e + right * below
    rows[AT["credit"]] = np.where(read, nano_shares(above, 4 * below), 0)
