"""The progress of long steps, on stderr where it is a terminal; else nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

T = TypeVar("T")


def progress(values: Iterable[T], step: str, *, total: int | None = None) -> Iterator[T]:
    """Yield the values, with a bar on stderr where it is a terminal and there are several.

    total: how many there are, of values that do not know it.
    """
    if not sys.stderr.isatty() or (isinstance(values, Sized) and len(values) == 1) or total == 1:
        yield from values
        return
    from rich.console import Console  # noqa: PLC0415 - only where somebody watches
    from rich.progress import track  # noqa: PLC0415 - the same

    yield from track(values, description=step, total=total, console=Console(stderr=True))


def warn(text: str) -> None:
    """Write a line on stderr, whoever reads it."""
    sys.stderr.write(f"{text}\n")


def say(step: str) -> None:
    """Name on stderr the step that begins, where it is a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{step} ...\n")
