"""Numbers as answerers write them: strict grammars, exact fractions.

``ascii/1`` reads what JSON would read, as text: ``-?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?
[0-9]{1,3})?`` between ASCII spaces, at most 64 characters. Python's own int() and float() are
not used on submitted text: they read "４６", "4_6", "nan" and "1e999999" (as a time bomb).
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

LONGEST = 64
"""Characters of a number, spaces at the ends not counted."""

SPACES = " \t\n\r"

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")
_CLOCK = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


def ascii_1(text: str) -> Fraction | None:
    """Return a number exactly; None where the text is not of the grammar.

    >>> ascii_1(" 18.50 "), ascii_1("-2e1"), ascii_1("1,000"), ascii_1("07")
    (Fraction(37, 2), Fraction(-20, 1), None, None)
    """
    number = text.strip(SPACES)
    if len(number) > LONGEST or _NUMBER.fullmatch(number) is None:
        return None
    return Fraction(number)


def clock_minutes(text: str) -> Fraction | None:
    """Return a time of day on the 24-hour clock in minutes since 00:00, or None.

    The hour has one or two digits, the minute exactly two: "7:05" and "07:05" are one time.
    There is no 24:00, and no seconds.

    >>> clock_minutes("18:03"), clock_minutes("7:05"), clock_minutes("18:3")
    (Fraction(1083, 1), Fraction(425, 1), None)
    """
    time = text.strip(SPACES)
    match = _CLOCK.fullmatch(time)
    return Fraction(int(match[1]) * 60 + int(match[2])) if match else None


def exact(number: float) -> Fraction | None:
    """Return the decimal that a JSON number was written as; None for NaN and infinities.

    A double stands for its shortest decimal: 0.1 is one tenth.

    >>> exact(0.1), exact(18)
    (Fraction(1, 10), Fraction(18, 1))
    """
    return Fraction(repr(number)) if math.isfinite(number) else None
