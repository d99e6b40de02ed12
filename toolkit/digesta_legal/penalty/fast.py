"""The fast form of the scorer ``penalty``: answers to masks and counts, then columns at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.metrics.exact import NANO, Ints, nano_shares
from digesta.metrics.labels import members, overlap
from digesta.scorers.base import Rows
from digesta_legal.penalty.basis import compare_all, distinct
from digesta_legal.penalty.columns import (
    ANSWER_LEVELS,
    AT,
    CELLS,
    LEVELS,
    NO_LEVEL,
    SETS,
    WIDTH,
    label_column,
    level_column,
)
from digesta_legal.penalty.mark import BASIS_COLUMNS
from digesta_legal.penalty.prepare import PenaltyKey
from digesta_legal.penalty.read import (
    NO_BASIS,
    NO_LABELS,
    PenaltyLimits,
    PenaltyParts,
    PenaltyReader,
)

Bools = npt.NDArray[np.bool_]

_NOTHING = PenaltyParts(NO_LABELS, NO_LABELS, NO_BASIS, NO_LEVEL)


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
    groups: defaultdict[tuple[int, PenaltyLimits], list[int]] = defaultdict(list)
    for place, key in enumerate(prepared):
        groups[id(key.terms), key.limits].append(place)
    for places in groups.values():
        part = np.zeros((WIDTH, len(places)), dtype=np.int64) if len(groups) > 1 else rows
        keys = [prepared[place] for place in places]
        reader = PenaltyReader(keys[0].terms, keys[0].limits)
        fill(part, keys, [reader.read(answers[place]) for place in places])
        if part is not rows:
            rows[:, places] = part
    missing = np.array([answer is None for answer in answers], dtype=bool)
    rows[AT["missing"]] = missing
    rows[AT["unreadable"]] &= ~missing
    return rows.T


def fill(
    rows: Ints, prepared: Sequence[PenaltyKey], answers: Sequence[PenaltyParts | None]
) -> None:
    """Fill the columns of the parts of answers; None is unreadable. prepared: of one vocabulary."""
    clauses = map(len, map(attrgetter("clauses"), prepared))
    rows[AT["clauses"]] = np.fromiter(clauses, np.int64, len(prepared)) > 0
    read = np.array([parts is not None for parts in answers], dtype=bool)
    rows[AT["unreadable"]] = ~read
    filled = [parts or _NOTHING for parts in answers]
    shares = []
    for name, size in zip(SETS, prepared[0].terms.sizes, strict=True):
        sets, numbers = distinct([getattr(parts, f"{name}s") for parts in filled])
        answer, outside = np.array(sets, dtype=np.int64)[numbers].T
        part = SetPart(name, answer, outside, _ints(prepared, f"{name}s"), size)
        shares.append(_fill_set(rows, part, read))
    shares.append(_fill_basis(rows, prepared, filled))
    right = _fill_level(
        rows, _ints(prepared, "level"), np.array([parts.level for parts in filled], dtype=np.int64)
    )
    _fill_credit(rows, shares, right, read)


def _ints(values: Sequence[PenaltyKey], field: str) -> Ints:
    return np.fromiter(map(attrgetter(field), values), np.int64, len(values))


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


def _fill_basis(
    rows: Ints, prepared: Sequence[PenaltyKey], answers: Sequence[PenaltyParts]
) -> tuple[Ints, Ints]:
    """Fill the columns of citations; return their Jaccard as (common, either)."""
    common, either, *columns = compare_all(prepared, [parts.basis for parts in answers])
    rows[AT["pair_jaccard"]] = nano_shares(common, either)
    for name, column in zip(BASIS_COLUMNS, columns, strict=True):
        rows[AT[name]] = column
    return common, either


def _fill_level(rows: Ints, truth: Ints, level: Ints) -> Ints:
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
