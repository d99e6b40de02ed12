"""Sets of labels as bit masks, and what is counted and averaged over them; exact integers.

A set of labels is an integer whose bit k says that label k is in it. Everything works on Python
integers and on int64 arrays alike, one element per question or per set of questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from digesta.metrics.exact import Ints

PICO = 10**12
"""A share of 1 in a mean over labels."""

_STEP = 10**6


class Cells(NamedTuple):
    """How often a label, or any of them, is in both sets, in the answer's alone, in the truth's."""

    right: Any
    extra: Any
    missed: Any


def overlap(answers: Ints, truths: Ints) -> Cells:
    """Return the labels right, extra and missed in each pair of sets.

    answers, truths: masks of one shape, at most 63 labels.

    >>> overlap(np.array([0b011]), np.array([0b110]))
    Cells(right=array([1]), extra=array([1]), missed=array([1]))
    """
    parts = (answers & truths, answers & ~truths, truths & ~answers)
    return Cells(*(np.bitwise_count(part).astype(np.int64) for part in parts))


def members(masks: Ints, labels: int, out: Ints | None = None) -> Ints:
    """Return 1 where a label is in a set, else 0: labels × questions.

    out: where to write it, if not into a new array.

    >>> members(np.array([0b01, 0b11]), 2).tolist()
    [[1, 1], [0, 1]]
    """
    bits = np.empty((labels, len(masks)), dtype=np.int64) if out is None else out
    # Label by label, so that each row stays in the nearest memory.
    for label, row in enumerate(bits):
        np.right_shift(masks, label, out=row)
        np.bitwise_and(row, 1, out=row)
    return bits


def pico_share(part: Any, whole: Any) -> Any:
    """Return part / whole to the nearest 10**-12 (half up); 0 where the whole is 0.

    For means over labels: a sum of fractions of unlike denominators has no denominator that
    fits 64 bits. A share of 1 is exactly ``PICO``.

    >>> pico_share(2, 3), pico_share(0, 0)
    (666666666667, 0)
    """
    below = whole + (whole == 0)
    high, rest = divmod(part * _STEP, below)
    return high * _STEP + (2 * rest * _STEP + below) // (2 * below)


def precision(cells: Cells) -> tuple[Any, Any]:
    """Return right / named."""
    return cells.right, cells.right + cells.extra


def recall(cells: Cells) -> tuple[Any, Any]:
    """Return right / true."""
    return cells.right, cells.right + cells.missed


def f1(cells: Cells) -> tuple[Any, Any]:
    """Return 2 right / (named + true)."""
    return 2 * cells.right, 2 * cells.right + cells.extra + cells.missed


def pool(each: Sequence[Cells]) -> Cells:
    """Return the summed cells of all labels (micro)."""
    return Cells(*(sum(cells) for cells in zip(*each, strict=True)))


def occurring(each: Sequence[Cells]) -> Any:
    """Return how many labels occur in a truth."""
    return sum((cells.right + cells.missed > 0) * 1 for cells in each)


def macro(each: Sequence[Cells], shares: Sequence[tuple[Any, Any]]) -> tuple[Any, Any]:
    """Return the mean, over the labels that occur in a truth, of each label's share.

    shares: of each label, from ``precision``, ``recall`` or ``f1``. A label that only answers
    name does not count. Each share is rounded to 10**-12.
    """
    pairs = zip(each, shares, strict=True)
    parts = (
        pico_share(part, whole) * (cells.right + cells.missed > 0) for cells, (part, whole) in pairs
    )
    return sum(parts), occurring(each) * PICO


def quadratic_kappa(table: Sequence[Sequence[Any]]) -> tuple[Any, Any]:
    """Return Cohen's kappa with weights (i - j)**2 of a square table, in [-1, 1].

    1 - n Σ w O / Σ w r c, as one numerator and denominator; the denominator is 0 where both
    name the same single class.
    """
    classes = range(len(table))
    rows = [sum(row) for row in table]
    columns = [sum(column) for column in zip(*table, strict=True)]
    seen = sum((i - j) ** 2 * table[i][j] for i in classes for j in classes)
    expected = sum((i - j) ** 2 * rows[i] * columns[j] for i in classes for j in classes)
    return expected - sum(rows) * seen, expected
