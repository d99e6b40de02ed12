"""Waiting for what happens: by looking, never by a guess at how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable

HANG = 600.0
"""Seconds after which what does not come never will: a guard against hanging, no measure."""


def until(there: Callable[[], object], what: str) -> None:
    """Wait until something is there; fail, naming it, when it never comes."""
    end = time.monotonic() + HANG
    while not there():
        assert time.monotonic() < end, f"waited for {what} in vain"
        time.sleep(0.005)
