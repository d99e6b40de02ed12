"""Which characters an input may hold, and how many combining marks in a row.

Combining marks are the characters that normalisation reorders: those of a canonical combining
class other than 0 in Unicode 14.0, and the five that decompose into such alone. CPython sorts a
run of them in quadratic time; UAX #15 (stream-safe text) allows 30.

The characters of a text are classified all at once, by one table over all code points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from digesta.text.unicode14 import NON_STARTERS, code_points

CONTROLS = "0-8 b-c e-1f 7f-9f"
"""C0 except TAB, LF and CR; DEL; C1."""
SURROGATES = "d800-dfff"
NONCHARACTERS = " ".join(["fdd0-fdef", *(f"{p}fffe-{p}ffff" for p in ["", *"123456789abcdef", 10])])
MARKS = f"{NON_STARTERS} f73 f75 f81 ff9e-ff9f"
"""The characters that normalisation reorders."""

_MARK = b"\1"
_FINE = b"\0" + _MARK
_WRONG = {"control": 2, "surrogate": 3, "noncharacter": 4}
_ASCII = bytes([*b"\t\n\r", *range(ord(" "), 0x7F)])


def wrong_characters(text: str) -> Iterator[tuple[str, str]]:
    """Yield (code, character) for each kind of forbidden character in a text, its first."""
    if text.isascii():
        controls = text.encode("ascii").translate(None, _ASCII)
        yield from [("control", chr(controls[0]))] if controls else []
        return
    classes = _classes_of(text)
    for code, number in _WRONG.items():
        if (place := classes.find(number)) >= 0:
            yield code, text[place]


def has_mark_run(text: str, longest: int) -> bool:
    """Return whether more than ``longest`` combining marks stand in a row."""
    return not text.isascii() and _MARK * (longest + 1) in _classes_of(text)


def is_clean(text: str, longest: int) -> bool:
    """Return whether a text holds no forbidden character and at most ``longest`` marks in a row."""
    if text.isascii():
        return next(wrong_characters(text), None) is None
    classes = _classes_of(text)
    return not classes.translate(None, _FINE) and _MARK * (longest + 1) not in classes


def code_point(char: str) -> str:
    """Return a character's code point, as messages show it.

    >>> code_point("é")
    'U+00E9'
    """
    return f"U+{ord(char):04X}"


def class_of(table: str) -> str:
    """Return the inside of a regular expression's class for the characters of a table."""
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in code_points(table))


def _classes_of(text: str) -> bytes:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    return _classes().take(codes).tobytes()


@lru_cache(maxsize=1)
def _classes() -> npt.NDArray[np.uint8]:
    """Return the class of every code point: 0 (fine), that of ``_MARK``, or one of ``_WRONG``."""
    classes = np.zeros(0x110000, np.uint8)
    tables = (MARKS, CONTROLS, SURROGATES, NONCHARACTERS)
    for table, number in zip(tables, (*_MARK, *_WRONG.values()), strict=True):
        for first, last in code_points(table):
            classes[first : last + 1] = number
    return classes
