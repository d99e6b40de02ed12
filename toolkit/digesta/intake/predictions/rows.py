"""The row that each line takes: the check that no question is answered twice."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np


class TakenRows:
    """The rows of the lines so far, in order; four bytes a line, one a row.

    Rows are from 0 to 2^31 - 1.
    """

    def __init__(self) -> None:
        self._row_of_line = array("i")
        self._taken = np.zeros(0, np.bool_)
        self._distinct = 0

    def take_all(self, rows: Sequence[int]) -> bool:
        """Return whether these rows are all new and distinct; then the next lines take them."""
        new = np.array(rows, np.int32)
        self._make_room(int(new.max(initial=-1)))
        if self._taken[new].any():
            return False
        self._taken[new] = True
        if np.count_nonzero(self._taken) < self._distinct + len(new):
            self._taken[new] = False
            return False
        self._distinct += len(new)
        self._row_of_line.frombytes(new.tobytes())
        return True

    def take(self, row: int) -> bool:
        """Let the next line take a row; return whether no line had it before."""
        self._make_room(row)
        is_new = not self._taken[row]
        self._taken[row] = True
        self._distinct += is_new
        self._row_of_line.append(row)
        return is_new

    def skip(self) -> None:
        """Let the next line take no row."""
        self._row_of_line.append(-1)

    def first_line(self, row: int) -> int:
        """Return the first line, from 1, that took a row."""
        return self._row_of_line.index(row) + 1

    def _make_room(self, row: int) -> None:
        if row >= len(self._taken):
            more = np.zeros(row + 1, np.bool_)
            self._taken = np.concatenate((self._taken, more))
