"""Bytes that are put away in one unnamed file until they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO, NamedTuple


class SpoolPlace(NamedTuple):
    """Where bytes lie in a spool."""

    offset: int
    size: int


class Spool:
    """An unnamed file; of thousands of pages it holds what memory need not."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def put(self, data: bytes) -> SpoolPlace:
        """Put bytes away; return where they lie."""
        place = SpoolPlace(self._file.seek(0, 2), len(data))
        self._file.write(data)
        return place

    def get(self, place: SpoolPlace) -> bytes:
        """Return the bytes of a place."""
        self._file.seek(place.offset)
        return self._file.read(place.size)


@contextmanager
def open_spool() -> Iterator[Spool]:
    """Open an empty spool; it is gone afterwards."""
    with TemporaryFile() as file:
        yield Spool(file)
