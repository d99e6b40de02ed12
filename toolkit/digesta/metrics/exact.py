"""Exact shares, and the one rounding.

Shares inside a facts row are nano-units: a per-question ratio times 10**9, rounded half-even
once from an exact fraction.
"""

from __future__ import annotations

from fractions import Fraction

NANO = 10**9
"""A share of 1 in a facts row."""

PLACES = 9
"""Decimals of a published number."""


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


def published(share: Fraction) -> float:
    """Return an exact share half-even to nine decimals: the only rounding of a published number.

    The double nearest to that decimal; RFC 8785 writes its shortest form.

    >>> published(Fraction(2, 3))
    0.666666667
    """
    units = round(share * 10**PLACES)
    return float(Fraction(units, 10**PLACES)) + 0.0


def decimal_fraction(text: str) -> Fraction:
    """Return a decimal string such as ``0.40`` as an exact fraction.

    >>> decimal_fraction("0.40")
    Fraction(2, 5)
    """
    return Fraction(text)
