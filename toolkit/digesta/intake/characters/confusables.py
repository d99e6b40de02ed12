"""Names that look alike: they have the same skeleton.

A small cousin of UTS #39's skeleton, made for names of systems and organisations: it takes
compatibility forms (full width, ligatures, mathematical letters) and case away, then reads
letters that look like a Latin letter, or like another Han character, as that one. It errs
towards "alike": I, l, 1 and | are one, and so are O and 0.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from digesta.intake.characters import class_of
from digesta.intake.characters.names import INVISIBLE
from digesta.package_files import json_file

CAPITALS = {
    "A": "\u0391\u0410\u13aa\u2c80",
    "B": "\u0392\u0412\u13f4\u2c82\ua7b4",
    "C": "\u03f9\u0421\u13df\u2ca4\U000118f2\U0001f74c",
    "D": "\u13a0",
    "E": "\u0395\u0415\u13ac",
    "G": "\u050c\u13c0",
    "H": "\u0397\u041d\u13bb\u2c8e",
    "I": "\u0399\u0406\u04c0\u2c92",
    "J": "\u0408\u13ab",
    "K": "\u039a\u041a\u13e6\u2c94",
    "L": "\u13de",
    "M": "\u039c\u041c\u13b7\u2c98",
    "N": "\u039d\u2c9a",
    "O": "\u039f\u041e\u0555\u2c9e",
    "P": "\u03a1\u0420\u13e2\u2ca2",
    "Q": "\u051a",
    "R": "\u13a1\u01a6",
    "S": "\u0405\u054f\u13da",
    "T": "\u03a4\u0422\u13a2\u2ca6\U0001f768",
    "U": "\u054d",
    "V": "\u0474\u13d9",
    "W": "\u051c\u13b3\U000118ef",
    "X": "\u03a7\u0425\u2cac\ua7b3\u166d\U00010322\U000118ec",
    "Y": "\u03a5\u0423\u04ae\u2ca8",
    "Z": "\u0396\u13c3\U000102f5",
}
"""Capital -> capitals of Greek, Cyrillic and others, and symbols, that look like it."""

OTHERS = {
    "a": "\u03b1\u0430\u0251\u237a",
    "b": "\u0432\u044c\u0185",
    "c": "\u03f2\u0441\u1d04\u2ca5",
    "d": "\u0501\ua77a",
    "e": "\u0435\u04bd\u212e\uab32\u22ff",
    "f": "\uab35",
    "g": "\u0261\u0581\u050d\u018d\u1d79\uab36",
    "h": "\u043d\u04bb\u0570",
    "j": "\u0458\u03f3\u0575",
    "k": "\u03ba\u043a\u0138",
    "l": "i1|\u0131\u0269\u03b9\u0456\u04cf\u01c0\u2223\u0627\u05df\u05c0"
    "\u2373\u23fd\u2502\ua781\U00010320",
    "m": "\u043c",
    "n": "\u03b7\u0578",
    "o": "0\u03bf\u043e\u0585\u2c9f\u1d0f\u0665\u06f5\u0647\u3007\u1d11\uab3d\u25cb\u25ef",
    "p": "\u03c1\u0440\u2ca3\u2374",
    "q": "\u051b\u0566",
    "r": "\u0433\u1d26\uab47\uab48",
    "s": "\u0455\ua731",
    "t": "\u03c4\u0442\ua787\u22a4\u27d9",
    "u": "\u03bc\u03c5\u057d\u028b\u1d1c\u222a\u22c3\ua79f",
    "v": "\u03bd\u0475\u1d20\u2228\u22c1",
    "w": "\u03c9\u051d\u0461\u0561\u1d21\u026f",
    "x": "\u03c7\u0445\u00d7\u166e\u2573\u292b\u292c\u2a2f\u2715\u2716",
    "y": "\u03b3\u0443\u04af\u028f\u0263",
    "z": "\u1d22",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u05be\u30fc\u4e00",
    "'": "\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u05f3`\u00b4",
    '"': "\u201c\u201d\u201f\u2033\u05f4",
    ".": "\u00b7\u2022\u2027\u2219\u22c5\u30fb",
    "/": "\u2044\u2215\u2571\u4e3f\u30ce",
    "2": "\u01a8\ua75b",
    "3": "\u0292\u021d\ua76b\u025c",
    "5": "\u01bd",
    "8": "\u0223",
    "9": "\ua76f",
    "\u4e8c": "\u30cb",
    "\u516b": "\u30cf",
    "\u5343": "\u30c1",
    "\u529b": "\u30ab",
    "\u535c": "\u30c8",
    "\u53e3": "\u30ed\u56d7",
    "\u5915": "\u30bf",
    "\u5de5": "\u30a8",
    "\u3078": "\u30d8",
    "\u308a": "\u30ea",
}
"""Character, a symbol too, -> what looks like it once case is taken away."""

PAIRS: Mapping[str, str] = {"rn": "m", "vv": "w"}
"""Two letters that look like one."""


def name_skeleton(name: str) -> str:
    """Return the skeleton of a name: names that look alike have the same one.

    It is made for comparing, never for showing. It takes names that intake accepts (no long
    runs of combining marks); letters with diacritics stay apart from those without.

    >>> name_skeleton("Acme Model 1") == name_skeleton("АСМЕ  Mode1 l")
    True
    >>> name_skeleton("Acmé") == name_skeleton("Acme")
    False
    """
    wide = unicodedata.normalize("NFKD", name).translate(_CAPITALS)
    large = "".join(map(_large, wide)).casefold()
    folded = unicodedata.normalize("NFKD", large).translate(_OTHERS)
    seen = "".join(char for char in folded if unicodedata.category(char) != "Cf")
    for pair, letter in (("l\u0307", "l"), *PAIRS.items()):
        seen = seen.replace(pair, letter)
    return " ".join(seen.split())


def _large(char: str) -> str:
    """Return the letter that a small capital is."""
    match = _SMALL.fullmatch(unicodedata.name(char, ""))
    return match[1] if match else char


def organization_skeleton(name: str) -> str:
    """Return what organisations are told apart by: letters and digits, no accent or legal form.

    Stricter than ``name_skeleton``, which keeps apart names that may stand side by side. A name
    without letter or digit has that skeleton.

    >>> organization_skeleton("Ácme, Inc.") == organization_skeleton("AC ME")
    True
    """
    words = _spoken_words(name)
    return _letters_of(_without_forms(words)) or name_skeleton(name)


def _spoken_words(name: str) -> list[str]:
    """Return the words of a name as skeletons; a capital within one begins another.

    A letter without case is a word: many of these scripts have no spaces.
    """
    parts = unicodedata.normalize("NFKD", _UNSEEN.sub("", name.translate(_MARKS_OF_TRADE)))
    seen = name_skeleton(_INNER_CAPITAL.sub(" ", "".join(map(_bare, parts))))
    # Only now: the skeleton makes letters of some symbols, and marks of some letters.
    spaced = (char if _is_spoken(char) else " " for char in seen)
    return "".join(f" {c} " if unicodedata.category(c) == "Lo" else c for c in spaced).split()


def _letters_of(words: Sequence[str]) -> str:
    letters = "".join(words)
    for pair, letter in PAIRS.items():
        letters = letters.replace(pair, letter)
    return letters


def _without_forms(words: list[str]) -> list[str]:
    """Return words without legal forms at either end, the longest first; never none of them."""
    for count in range(min(_MOST_WORDS, len(words) - 1), 0, -1):
        for form, rest in (words[-count:], words[:-count]), (words[:count], words[count:]):
            if _letters_of(form) in _legal_forms():
                return _without_forms(rest)
    return words


@cache
def _legal_forms() -> frozenset[str]:
    forms = (form for each in json_file(__package__, "legal_forms.json").values() for form in each)
    return frozenset(_letters_of(_spoken_words(form)) for form in forms)


def _bare(char: str) -> str:
    """Return a Latin letter without its diacritic, also where Unicode does not decompose it."""
    match = _WITH.match(unicodedata.name(char, ""))
    if match is None:
        return "" if unicodedata.combining(char) else char
    return match[2] if match[1] == "CAPITAL LETTER" else match[2].lower()


def _is_spoken(char: str) -> bool:
    """Return whether a character is a letter, a digit, or a vowel sign (no diacritic)."""
    kind = unicodedata.category(char)
    return kind[0] in "LN" or kind in {"Mc", "Mn"}


_MARKS_OF_TRADE = dict.fromkeys(map(ord, "\u2120\u2122"))
"""Service mark and trade mark: they would become letters."""
_UNSEEN = re.compile(f"[{class_of(INVISIBLE)}]")
_WITH = re.compile(r"LATIN (CAPITAL LETTER|SMALL LETTER|LETTER SMALL CAPITAL) ([A-Z])(?: WITH |$)")
_INNER_CAPITAL = re.compile("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_MOST_WORDS = 20
"""Words of a legal form; a letter without case is one."""
_SMALL = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")
_CAPITALS = {ord(char): letter for letter, chars in CAPITALS.items() for char in chars}
_OTHERS: dict[int, str | None] = {
    **{ord(char): letter for letter, chars in OTHERS.items() for char in chars},
    **dict.fromkeys(range(0x334, 0x339)),  # strokes through a letter
}
