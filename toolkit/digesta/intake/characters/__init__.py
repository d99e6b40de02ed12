"""Which characters an input may hold, and how many combining marks in a row.

Combining marks are the characters that normalisation reorders: those of a canonical combining
class other than 0 in Unicode 14.0, and the five that decompose into such alone. CPython sorts a
run of them in quadratic time; UAX #15 (stream-safe text) allows 30.

A regular expression's class is a bitmap up to U+FFFF and a list searched in order above. So a
quick test takes every character above for a mark, and only a text that fails it pays for more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from digesta.text.unicode14 import NON_STARTERS, code_points

CONTROLS = "0-8 b-c e-1f 7f-9f"
"""C0 but TAB, LF and CR; DEL; C1."""
SURROGATES = "d800-dfff"
NONCHARACTERS = " ".join(["fdd0-fdef", *(f"{p}fffe-{p}ffff" for p in ["", *"123456789abcdef", 10])])
MARKS = f"{NON_STARTERS} f73 f75 f81 ff9e-ff9f"
"""What normalisation reorders."""

_ASTRAL = 0x10000


def wrong_characters(text: str) -> Iterator[tuple[str, str]]:
    """Yield (code, character) for each kind of forbidden character that a text holds."""
    if text.isascii():
        control = _CONTROL.search(text)
        return iter([("control", control.group())] if control else [])
    return _wrong_beyond_ascii(text)


def has_mark_run(text: str, longest: int) -> bool:
    """Return whether more than ``longest`` combining marks stand in a row."""
    # A run that long covers every (longest + 1)-th place once: most texts end here.
    if text.isascii() or _MAYBE_MARK.search(text[:: longest + 1]) is None:
        return False
    if _maybe_run(longest + 1).search(text) is None:
        return False
    return any(run.end() - run.start() > longest for run in _marks().finditer(text))


def code_point(char: str) -> str:
    """Return a character's code point, as messages show it.

    >>> shown("é")
    'U+00E9'
    """
    return f"U+{ord(char):04X}"


def class_of(table: str, *, below: int = 0x110000) -> str:
    """Return the inside of a regular expression's class for the characters of a table."""
    runs = ((a, b) for a, b in code_points(table) if a < below)
    return "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in runs)


def _wrong_beyond_ascii(text: str) -> Iterator[tuple[str, str]]:
    if _MAYBE_WRONG.search(text) is None:
        return
    above = next((char for char in _NONCHARACTERS_ABOVE if char in text), "")
    for code, pattern in _PATTERNS.items():
        if match := pattern.search(text):
            yield code, match.group()
        elif code == "noncharacter" and above:
            yield code, above


def _pattern(table: str, *, also: str = "") -> re.Pattern[str]:
    return re.compile(f"[{class_of(table, below=_ASTRAL)}{also}]")


_ABOVE = "\\U00010000-\\U0010ffff"
_CONTROL = _pattern(CONTROLS)
_PATTERNS = {
    "control": _CONTROL,
    "surrogate": _pattern(SURROGATES),
    "noncharacter": _pattern(NONCHARACTERS),
}
_MAYBE_WRONG = _pattern(f"{CONTROLS} {SURROGATES} {NONCHARACTERS}", also=_ABOVE)
_NONCHARACTERS_ABOVE = tuple(
    chr(code) for a, b in code_points(NONCHARACTERS) if a >= _ASTRAL for code in (a, b)
)
_MAYBE_MARK = _pattern(MARKS, also=_ABOVE)


@lru_cache(maxsize=8)
def _maybe_run(length: int) -> re.Pattern[str]:
    return re.compile(f"{_MAYBE_MARK.pattern}{{{length}}}")


@lru_cache(maxsize=1)
def _marks() -> re.Pattern[str]:
    return re.compile(f"[{class_of(MARKS)}]+")
