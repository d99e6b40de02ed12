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

_TABLES: Mapping[str, Mapping[str, str]] = json_file(__package__, "confusables.json")
CAPITALS = _TABLES["capitals"]
"""Capital -> capitals of Greek, Cyrillic and others, and symbols, that look like it."""
OTHERS = _TABLES["others"]
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
    spaced = " ".join(seen.split())
    return spaced.strip(_NOTES) or spaced


def _large(char: str) -> str:
    """Return the letter that a small capital is, or one in a circle, a square or a flag."""
    match = _SMALL.fullmatch(unicodedata.name(char, ""))
    return match[1] if match else char


def organization_skeleton(name: str) -> str:
    """Return a name's key among organisations: letters and digits, no accent or legal form.

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
    parts = unicodedata.normalize("NFKD", _UNSEEN.sub("", name.translate(_NOTE_SIGNS)))
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


_NOTES = " .,;:'\"*_-\u2020\u2021"
"""Signs that end a name or mark a note: a name with them is the same name."""
_NOTE_SIGNS = dict.fromkeys(
    [
        *(0x2120, 0x2122, 0xB2, 0xB3, 0xB9),
        *(*range(0x2070, 0x20A0), *range(0x2460, 0x2474), *range(0x2776, 0x2794)),
    ]
)
"""Trade marks and numbers of notes: NFKC would make letters and digits of them."""
_UNSEEN = re.compile(f"[{class_of(INVISIBLE)}]")
_WITH = re.compile(r"LATIN (CAPITAL LETTER|SMALL LETTER|LETTER SMALL CAPITAL) ([A-Z])(?: WITH |$)")
_INNER_CAPITAL = re.compile("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_MOST_WORDS = 20
"""Words of a legal form; a letter without case is one."""
_SMALL = re.compile("(?:LATIN LETTER SMALL CAPITAL|NEGATIVE .+ LETTER|REGIONAL .+ LETTER) ([A-Z])")
_CAPITALS = {ord(char): letter for letter, chars in CAPITALS.items() for char in chars}
_OTHERS: dict[int, str | None] = {
    **{ord(char): letter for letter, chars in OTHERS.items() for char in chars},
    **dict.fromkeys(range(0x334, 0x339)),  # strokes through a letter
}
