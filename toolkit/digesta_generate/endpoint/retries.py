"""Further tries of a request: how many, and the waits before them.

Waits double from ``base`` seconds to at most a minute, times a share in [0.5, 1) drawn from
SplitMix64 by the request's key and the number of the try: reproducible, and spread over the
requests in flight. A Retry-After is honoured up to two minutes.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from digesta.metrics.splitmix import seed_from, splitmix64
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.talk import say

LONGEST = 60.0
LONGEST_RETRY_AFTER = 120.0
"""Seconds: of our own waits, and of those that an endpoint requests."""

T = TypeVar("T")


class Patience(NamedTuple):
    """How often a request is tried again, and from how many seconds the waits double."""

    retries: int = 5
    base: float = 1.0


class StoppedError(Exception):
    """The run was stopped, or its time ended, while a request waited for its next try."""


def wait_before(attempt: int, name: str, *, base: float, retry_after: float | None) -> float:
    """Return the seconds to wait before a retry of a named request. attempt: from 1."""
    if retry_after is not None:
        return min(retry_after, LONGEST_RETRY_AFTER)
    share = 0.5 + splitmix64(seed_from(name), attempt) / 2**65
    return min(LONGEST, base * 2.0 ** (attempt - 1)) * share


def patiently(
    ask: Callable[[], T],
    name: str,
    *,
    patience: Patience,
    stop: threading.Event,
    until: float = math.inf,
) -> tuple[T, int]:
    """Return the first reply and the number of tries that it took; say on stderr what it waits for.

    until: no try begins later, by the monotonic clock. Raises the last FaultError when the retries
    are used up; StoppedError when ``stop`` is set during a wait, or the next try would be too late.
    """
    for attempt in range(1, patience.retries + 2):
        try:
            return ask(), attempt
        except FaultError as fault:
            if fault.kind != "again" or attempt > patience.retries:
                raise
            wait = wait_before(attempt, name, base=patience.base, retry_after=fault.wait)
            tries = f"try {attempt + 1} of {patience.retries + 1}"
            say(f"{fault.status or fault.code}: waiting {wait:.3g} s ({tries})")
        if time.monotonic() + wait > until or stop.wait(wait):
            break
    raise StoppedError
