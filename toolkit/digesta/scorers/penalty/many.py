"""Many answers at once: what recurs is read once, and the rest is arrays.

Each part of the answers becomes the numbers of its distinct values; a table of what each value
says, indexed by these, gives one array. What a value says is the ``Reader``'s, as in ``mark``.
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
from digesta.scorers.penalty.read import (
    NO_BASIS,
    NO_LABELS,
    Marked,
    Reader,
    level_of,
)
from digesta.scorers.penalty.records import CHINESE

Bools = npt.NDArray[np.bool_]

_TONGUES = (dict.fromkeys(CHINESE).keys(), dict.fromkeys(CHINESE.values()).keys())
_NOTHING = (NO_LABELS, NO_LABELS, NO_BASIS, NO_LEVEL)
_ABSENT = object()


class Table(NamedTuple):
    """What one part of the answers says: distinct values, nothing first, and which is whose."""

    values: Sequence[Any]
    which: Ints


class Said(NamedTuple):
    """What answers say; nothing where one is not read: it is missing or unreadable."""

    read: Bools
    types: Table
    domains: Table
    basis: Table
    level: Table


class _Part(NamedTuple):
    """One part of some answers: its distinct forms, ``_ABSENT`` among them, and which is whose."""

    forms: Sequence[Any]
    which: Ints

    @property
    def there(self) -> Bools:
        """Say in which answers the part is."""
        return np.array([form is not _ABSENT for form in self.forms], dtype=bool)[self.which]


def read_all(reader: Reader, answers: Sequence[Any]) -> Said:
    """Read answers."""
    reads: tuple[Callable[[Any], Any], ...]
    reads = (partial(reader.labels, 0), partial(reader.labels, 1), reader.basis, level_of)
    values: list[list[Any]] = [[nothing] for nothing in _NOTHING]
    which = np.zeros((len(reads), len(answers)), dtype=np.int64)
    for places, parts in _by_tongue(answers):
        found = [
            # A part left out is empty.
            [one("" if form is _ABSENT else form) for form in part.forms]
            for one, part in zip(reads, parts, strict=True)
        ]
        ok = np.ones(len(places), dtype=bool)
        for column, part in zip(found, parts, strict=True):
            ok &= np.array([value is not None for value in column], dtype=bool)[part.which]
        for kind, (column, part) in enumerate(zip(found, parts, strict=True)):
            which[kind, places[ok]] = part.which[ok] + len(values[kind])
            values[kind] += [_NOTHING[kind] if value is None else value for value in column]
    # Nothing is value 0 of every part.
    return Said(which[0] > 0, *map(Table, values, which))


def numbered(values: Iterable[Any], n: int) -> tuple[list[Any], Ints]:
    """Return the distinct ones of n values, first seen first, and the number of each among them.

    >>> numbered("abca", 4)
    (['a', 'b', 'c'], array([0, 1, 2, 0]))
    """
    numbers: defaultdict[Hashable, int] = defaultdict(count().__next__)
    which = np.fromiter(map(numbers.__getitem__, values), np.int64, n)
    return list(numbers), which


def _by_tongue(answers: Sequence[Any]) -> Iterator[tuple[Ints, list[_Part]]]:
    """Give, for each language, the places of the answers under its keys alone, and their parts."""
    objects = [isinstance(answer, dict) for answer in answers]
    rest = np.flatnonzero(np.fromiter(objects, bool, len(answers)))
    if not len(rest):
        return
    # Most files hold one language: it is tried first, and then nothing is left.
    for names in sorted(_TONGUES, key=lambda names: names.isdisjoint(answers[rest[0]])):
        members = _at(answers, rest)
        parts = [_part([one.get(name, _ABSENT) for one in members]) for name in names]
        present = sum(part.there.astype(np.int64) for part in parts)
        lengths = np.fromiter(map(len, members), np.int64, len(members))
        ok = (present == lengths) & (lengths > 0)
        yield rest[ok], [part._replace(which=part.which[ok]) for part in parts]
        rest = rest[~ok]
        if not len(rest):
            return


def _at(answers: Sequence[Any], places: Ints) -> Sequence[Any]:
    return answers if len(places) == len(answers) else [answers[k] for k in places.tolist()]


def _part(forms: Sequence[Any]) -> _Part:
    try:
        return _Part(*numbered(forms, len(forms)))
    except TypeError:  # a list has no hash
        keys = list(map(_key, forms))
    of_key = dict(zip(keys, forms, strict=True))
    distinct, which = numbered(keys, len(keys))
    return _Part([of_key[key] for key in distinct], which)


def _key(form: Any) -> Hashable:
    """Return what has a hash, and is equal for two forms only where they say the same.

    None stands for all that is unreadable.
    """
    if isinstance(form, list):
        return tuple([one if isinstance(one, str) else _object_key(one) for one in form])
    return form if isinstance(form, str) or form is _ABSENT else None


def _object_key(one: Any) -> Hashable:
    if not isinstance(one, dict) or not all(isinstance(text, str) for text in one.values()):
        return None
    return tuple(one.items())


def labels_of(table: Table) -> tuple[Ints, Ints]:
    """Return the masks of labels, and how many stand outside, per question."""
    values: Sequence[Marked] = table.values
    columns = np.array(values, dtype=np.int64).reshape(len(values), 2)
    mask, outside = columns[table.which].T
    return mask, outside
