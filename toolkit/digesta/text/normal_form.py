"""The normalisers of text: which written forms count as the same answer.

``text/1`` reads, in this order:

1. NFC, full case folding, NFC again (case folding is not closed under NFC). Never NFKC:
   "10²" is not "102".
2. Each run of Unicode White_Space becomes one space.
3. Typographic quotes, dashes, geresh, gershayim and maqaf become ' " - by ``TYPOGRAPHIC``.
4. At both ends, white space, punctuation and invisible format characters (``INVISIBLE``) are
   trimmed. Punctuation is the general categories P* of Unicode 14.0 without the signs that
   stand for a word (``WORDLIKE``: "C#" is not "C", "50%" is not "50"). Symbols (+ $ < ° ...)
   are no punctuation: "C++" is not "C". A minus or a decimal point directly before a digit
   stays: "-5" is not "5", ".5" is not "5". Nothing inside is ever deleted.

``he/1`` is ``text/1`` after niqqud and te'amim (``HEBREW_POINTS``) have been dropped. Final
letters stay apart from others, and "ה'" and "ה" are one, the geresh being at the end.

Both are defined on Unicode 14.0: characters that it does not assign pass unchanged and part
the text, as they would under its own tables, so that no interpreter's tables matter. Both take
linear time: where more than 30 non-starters stand in a row, those past the 30th stay in the
order in which they came. On all other text (intake refuses that) both are idempotent.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, partial
from itertools import chain

from digesta.text.unicode14 import DIGITS, NON_STARTERS, PUNCTUATION, UNASSIGNED, code_points

TYPOGRAPHIC = {
    "'": "\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u02bc\u05f3",
    '"': "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u05f4",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u05be\ufe58\ufe63\uff0d",
}
"""ASCII character -> the characters that become it (maqaf is U+05BE, geresh U+05F3)."""

WORDLIKE = (
    "#%&@\u00a7\u00b6\u2030\u2031\u066a\u0609\u060a\ufe5f\ufe60\ufe6a\ufe6b\uff03\uff05\uff06\uff20"
)
"""Signs of the categories P* that stand for words; they are not trimmed."""

INVISIBLE = "ad 61c 180e 200b-200f 202a-202e 2060-2064 2066-206f feff"
"""Format characters without a shape, such as the right-to-left mark: trimmed at the ends."""

WHITE_SPACE = "9-d 20 85 a0 1680 2000-200a 2028-2029 202f 205f 3000"
"""The property White_Space."""

HEBREW_POINTS = "591-5bd 5bf 5c1-5c2 5c4-5c5 5c7"
"""The category Mn in the Hebrew block: niqqud and te'amim."""

MARKS_IN_A_ROW = 30
"""The longest run of non-starters that is put in canonical order (UAX #15, stream-safe)."""


def text_1(text: str) -> str:
    """Return the normal form ``text/1`` of a text; two texts with one form are the same answer.

    >>> text_1("  “Borei P'ri  ha–Etz”. ")
    "borei p'ri ha-etz"
    >>> text_1("(−5)"), text_1("C++"), text_1("10²")
    ('-5', 'c++', '10²')
    """
    if text.isascii():
        plain = text.lower()
    else:
        folded = _change(text, lambda piece: nfc(_nfc_of(piece).casefold()))
        plain = folded.translate(_TO_ASCII)
    return _trim(_SPACES.sub(" ", plain))


def he_1(text: str) -> str:
    """Return the normal form ``he/1``: ``text/1`` without niqqud and te'amim.

    >>> he_1("שָׁלוֹם") == text_1("שלום")
    True
    """
    if text.isascii():
        return text_1(text)
    return text_1(nfc(text).translate(_NO_POINTS))


def collapse(text: str) -> str:
    """Return a text in NFC, each run of white space one space and none at the ends.

    The form that digests of legal text are made from: letters, case and punctuation count.

    >>> collapse(" Art.  6º   São ")
    'Art. 6º São'
    """
    return _SPACES.sub(" ", nfc(text)).strip(" ")


def nfc(text: str) -> str:
    """Return a text in NFC, in which spellings that are canonically equivalent are one."""
    if text.isascii():
        return text
    return _change(text, _nfc_of)


def _change(text: str, change: Callable[[str], str]) -> str:
    """Return a text with all changed but the characters that Unicode 14.0 does not assign."""
    if _SUSPECT.search(text) is None:
        return change(text)
    parts = _break().split(text)
    return "".join(part if at % 2 else change(part) for at, part in enumerate(parts) if part)


@cache
def _break() -> re.Pattern[str]:
    mark = f"[{_class(NON_STARTERS)}]"
    return re.compile(f"([{_class(UNASSIGNED)}]+)|(?<={mark}{{{MARKS_IN_A_ROW}}})(?={mark})")


def _trim(text: str) -> str:
    ends = _ASCII_ENDS if text.isascii() else _ENDS
    body = text.strip(ends)
    if body[:1] not in _DIGITS:
        return body
    head = text[: len(text) - len(text.lstrip(ends))]
    sign = _SIGN.search(head[-3:])
    return f"{sign.group()}{body}" if sign else body


def _characters(table: str) -> str:
    runs = code_points(table)
    return "".join(map(chr, chain.from_iterable(range(a, b + 1) for a, b in runs)))


def _class(table: str, *, below: int = 0x110000) -> str:
    runs = ((a, b) for a, b in code_points(table) if a < below)
    return "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in runs)


_ASTRAL = 0x10000
_nfc_of = partial(unicodedata.normalize, "NFC")
_TO_ASCII = {ord(old): new for new, olds in TYPOGRAPHIC.items() for old in olds}
POINTS = _characters(HEBREW_POINTS)
_NO_POINTS = dict.fromkeys(map(ord, POINTS))
_ENDS = "".join(
    char for char in _characters(f"{PUNCTUATION} {WHITE_SPACE} {INVISIBLE}") if char not in WORDLIKE
)
_ASCII_ENDS = "".join(filter(str.isascii, _ENDS))
_DIGITS = frozenset(_characters(DIGITS))
_SPACES = re.compile(f"[{_class(WHITE_SPACE)}]+")
# A point after another point is an ellipsis, not a decimal point.
_SIGN = re.compile(r"(?:-[.,]?|(?<![.,])[.,])\Z")
# Above U+FFFF a regular expression's class is a list searched in order: the quick test takes
# every such character for suspect, and only the rare text that has one pays for the long list.
_SUSPECT = re.compile(
    f"[{_class(UNASSIGNED, below=_ASTRAL)}\\U00010000-\\U0010ffff]"
    f"|[{_class(NON_STARTERS, below=_ASTRAL)}]{{{MARKS_IN_A_ROW + 1}}}"
)
