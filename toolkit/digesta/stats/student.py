"""Student's t distribution for whole degrees of freedom, the same on every machine.

By the finite sums of Abramowitz and Stegun 1964, 26.7.3 and 26.7.4. They need +, -, *, / and
square roots alone, which IEEE 754 rounds correctly; what a C library makes of exp, log or atan
differs between machines in the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

import numpy as np

from digesta.stats.layout import Floats

MOST = 1_000
"""Degrees of freedom beyond which the distribution is taken as that of 1,000."""

_HALVINGS, _TERMS = 4, 12

F = TypeVar("F", float, Floats)


def tail(t: Floats, df: int) -> Floats:
    """Return the chance of a value further from 0 than each t, on both sides, in [0, 1].

    t: 0 or more. df: at least 1. Accurate to about 1e-15, not relatively: a chance far below
    that is 0.

    >>> tail(np.array([0.0, 2.2281388519]), 10).round(9).tolist()
    [1.0, 0.05]
    """
    outside: Floats = np.clip(1 - _inside(t, df, np.sqrt), 0.0, 1.0)
    return outside


@lru_cache(maxsize=4096)
def quantile(level: float, df: int) -> float:
    """Return the t beyond which, on both sides, lies 1 - level, by halving; level: in (0, 1).

    >>> round(quantile(0.95, 10), 9)
    2.228138852
    """
    low, high = 0.0, 1.0
    while 1 - _inside(high, df, math.sqrt) > 1 - level:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        if 1 - _inside(middle, df, math.sqrt) > 1 - level:
            low = middle
        else:
            high = middle
    return high


def _inside(t: F, df: int, sqrt: Callable[[F], F]) -> F:
    """Return the chance of a value no further from 0 than t. sqrt: of a number, or of an array.

    Both give the same bits; of one number Python's own are the faster by far.
    """
    df = min(df, MOST)
    square = df + t * t
    sine, cosine2 = t / sqrt(square), df / square
    odd = df % 2
    term = sine * sqrt(cosine2) if odd else sine
    total = term if df > 1 else 0 * t
    for k in range(3 if odd else 2, df, 2):
        term = term * cosine2 * (k - 1) / k
        total = total + term
    return 2 / math.pi * (_arctan(t / math.sqrt(df), sqrt) + total) if odd else total


def _arctan(x: F, sqrt: Callable[[F], F]) -> F:
    # atan x = 2 atan(x / (1 + sqrt(1 + x²))): four times make any x small enough for the series.
    for _ in range(_HALVINGS):
        x = x / (1 + sqrt(1 + x * x))
    total, power = 0 * x, x
    for k in range(_TERMS):
        total = total + power / (2 * k + 1) * (1 - 2 * (k % 2))
        power = power * x * x
    return total * (1 << _HALVINGS)
