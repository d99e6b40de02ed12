"""How far long steps are, on stderr: where somebody watches, and nothing where nobody does."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

Item = TypeVar("Item")


def progress(items: Iterable[Item], what: str) -> Iterator[Item]:
    """Yield the items, with a bar on stderr where it is a terminal and there are several."""
    if not sys.stderr.isatty() or (isinstance(items, Sized) and len(items) == 1):
        yield from items
        return
    from rich.console import Console  # noqa: PLC0415 - only where somebody watches
    from rich.progress import track  # noqa: PLC0415 - the same

    yield from track(items, description=what, console=Console(stderr=True))


def say(step: str) -> None:
    """Name on stderr the step that begins, where it is a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{step} ...\n")
