"""Reading of many answers at once: each distinct value of a part is read once.

Each part of the answers becomes the numbers of its distinct values, and a table of what the
``Reader`` makes of each value; the table, indexed by these numbers, gives one array.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.metrics.exact import Ints
from digesta.scorers.penalty.columns import NO_LEVEL
from digesta.scorers.penalty.read import NO_BASIS, NO_LABELS, LabelSet, Reader, level_of
from digesta.scorers.penalty.records import CHINESE

Bools = npt.NDArray[np.bool_]

_LANGUAGES = (dict.fromkeys(CHINESE).keys(), dict.fromkeys(CHINESE.values()).keys())
"""The keys of the four parts in each language."""
_EMPTY = (NO_LABELS, NO_LABELS, NO_BASIS, NO_LEVEL)
_ABSENT = object()


class Table(NamedTuple):
    """Distinct values of one part of some answers, and the number of each answer's value."""

    values: Sequence[Any]
    numbers: Ints


class Answers(NamedTuple):
    """The parts of answers, each table's value 0 empty: an answer that cannot be read has these."""

    read: Bools
    types: Table
    domains: Table
    basis: Table
    level: Table


def read_all(reader: Reader, answers: Sequence[Any]) -> Answers:
    """Read answers."""
    reads: tuple[Callable[[Any], Any], ...]
    reads = (partial(reader.labels, 0), partial(reader.labels, 1), reader.basis, level_of)
    values: list[list[Any]] = [[empty] for empty in _EMPTY]
    numbers = np.zeros((len(reads), len(answers)), dtype=np.int64)
    for places, parts in _by_language(answers):
        columns = [
            # A part left out is empty.
            [read("" if form is _ABSENT else form) for form in part.values]
            for read, part in zip(reads, parts, strict=True)
        ]
        ok = np.ones(len(places), dtype=bool)
        for column, part in zip(columns, parts, strict=True):
            ok &= np.array([value is not None for value in column], dtype=bool)[part.numbers]
        for kind, (column, part) in enumerate(zip(columns, parts, strict=True)):
            numbers[kind, places[ok]] = part.numbers[ok] + len(values[kind])
            values[kind] += [_EMPTY[kind] if value is None else value for value in column]
    return Answers(numbers[0] > 0, *map(Table, values, numbers))


def _by_language(answers: Sequence[Any]) -> Iterator[tuple[Ints, list[Table]]]:
    """Yield, by language, the places of the answers under its keys alone, and their parts."""
    rest = np.flatnonzero([isinstance(answer, dict) for answer in answers])
    if not len(rest):
        return
    # Most files hold one language: it is tried first, and then nothing is left.
    for names in sorted(_LANGUAGES, key=lambda names: names.isdisjoint(answers[rest[0]])):
        members = [answers[place] for place in rest.tolist()]
        parts = [_table([answer.get(name, _ABSENT) for answer in members]) for name in names]
        present = sum(_is_there(part) for part in parts)
        lengths = np.fromiter(map(len, members), np.int64, len(members))
        ok = (present == lengths) & (lengths > 0)
        yield rest[ok], [Table(part.values, part.numbers[ok]) for part in parts]
        rest = rest[~ok]


def _is_there(part: Table) -> Ints:
    return np.array([form is not _ABSENT for form in part.values], dtype=np.int64)[part.numbers]


def _table(forms: Sequence[Any]) -> Table:
    try:
        return Table(*distinct(forms, len(forms)))
    except TypeError:  # a list has no hash
        keys = list(map(_key, forms))
    of_key = dict(zip(keys, forms, strict=True))
    values, numbers = distinct(keys, len(keys))
    return Table([of_key[key] for key in values], numbers)


def distinct(values: Iterable[Any], n: int) -> tuple[list[Any], Ints]:
    """Return the distinct values of n, first seen first, and the number of each among them.

    >>> distinct("abca", 4)
    (['a', 'b', 'c'], array([0, 1, 2, 0]))
    """
    order: defaultdict[Hashable, int] = defaultdict(count().__next__)
    numbers = np.fromiter(map(order.__getitem__, values), np.int64, n)
    return list(order), numbers


def _key(form: Any) -> Hashable:
    """Return a value that has a hash and is equal for equal forms; None for what is unreadable."""
    if isinstance(form, list):
        return tuple([part if isinstance(part, str) else _object_key(part) for part in form])
    return form if isinstance(form, str) or form is _ABSENT else None


def _object_key(part: Any) -> Hashable:
    if not isinstance(part, dict) or not all(isinstance(text, str) for text in part.values()):
        return None
    return tuple(part.items())


def labels_of(table: Table) -> tuple[Ints, Ints]:
    """Return the masks of labels, and how many stand outside, per question."""
    values: Sequence[LabelSet] = table.values
    columns = np.array(values, dtype=np.int64).reshape(len(values), 2)
    mask, outside = columns[table.numbers].T
    return mask, outside
