"""Many things in one test, and still the name of the one that fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def about(name: str) -> Iterator[None]:
    """Add to a failure what it is about."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"about {name}")
        raise
