"""Exact shares, and the one rounding.

Shares inside a facts row are nano-units: a per-question ratio times 10**9, rounded half-even
once from an exact fraction.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

NANO = 10**9
"""A share of 1 in a facts row."""

PLACES = 9
"""Decimals of a published number."""

_SMALL = (2**63 - 1) // NANO


def ratio(numerator: int | Fraction, denominator: int | Fraction) -> Fraction:
    """Return the exact quotient; 0/0 and x/0 are 0, as in a precision, recall or F1 of nothing.

    >>> ratio(1, 3)
    Fraction(1, 3)
    >>> ratio(0, 0)
    Fraction(0, 1)
    """
    return Fraction(numerator, denominator) if denominator else Fraction(0)


def nano(share: int | Fraction) -> int:
    """Return an exact share in [0, 1] in nano-units, rounded half-even.

    >>> nano(Fraction(1, 3))
    333333333
    """
    return round(Fraction(share) * NANO)


def nano_shares(numerators: Ints, denominators: Ints) -> Ints:
    """Return numerators / denominators in nano-units, rounded half-even; 0/0 is 0.

    Shapes are broadcast. Shares lie in [0, 1], denominators below 9 * 10**15. Where a numerator
    times 10**9 would leave 64 bits, by long division, three digits at a time.
    """
    over = np.maximum(denominators, 1)
    if numerators.max(initial=0) <= _SMALL:
        units, rest = np.divmod(numerators * NANO, over)
    else:
        units, rest = np.divmod(numerators, over)
        for _ in range(3):
            more, rest = np.divmod(rest * 1000, over)
            units = units * 1000 + more
    units += (2 * rest > over) | ((2 * rest == over) & (units % 2 == 1))
    return units


def round_share(share: Fraction) -> float:
    """Return an exact share half-even to nine decimals: the only rounding of a published number.

    The double nearest to that decimal; RFC 8785 writes its shortest form.

    >>> round_share(Fraction(2, 3))
    0.666666667
    """
    units = round(share * 10**PLACES)
    return float(Fraction(units, 10**PLACES)) + 0.0
