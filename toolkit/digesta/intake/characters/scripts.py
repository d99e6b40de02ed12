"""The scripts of letters, as far as names need them: which letters may look like which.

Runs of code points in hexadecimal, from Unicode's Scripts.txt, limited to what Unicode 14.0
assigns. A letter of no script here counts as of a script of its own kind: the first word of its
character name ("THAI CHARACTER KO KAI").
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Mapping

from digesta.package_files import json_file
from digesta.text.unicode14 import code_points

SCRIPTS: Mapping[str, str] = json_file(__package__, "scripts.json")
"""Script -> its characters."""

COMMON = "b5 2b9-2c1 2c6-2d1 2ec 2ee 640 3006 303c 30fc a717-a71f a788 ff70 ff9e-ff9f"
"""Letters that go with several scripts: modifiers such as the apostrophe letter, length marks."""

TOGETHER = (frozenset({"Latin", "Han"}), frozenset({"Latin", "Hebrew"}))
"""Scripts that may stand in one name."""


_OTHERS = (
    "Bengali Bopomofo Devanagari Ethiopic Gujarati Gurmukhi Kannada Khmer Lao Malayalam Myanmar "
    "Oriya Sinhala Tamil Telugu Thaana Thai Tibetan"
)
IN_USE = frozenset(SCRIPTS) - {"Cherokee", "Coptic"} | {*_OTHERS.split()}
"""Scripts in customary modern use (UAX #31, table 5); letters of others look like Latin to most."""


def script_of(char: str) -> str:
    """Return the script of a letter, digit or vowel sign, or "" for what goes with every script.

    >>> [script_of(char) for char in "aбא中ก7-૦"]
    ['Latin', 'Cyrillic', 'Hebrew', 'Han', 'Thai', '', '', 'Gujarati']
    """
    at = bisect_right(_FIRSTS, ord(char)) - 1
    if at >= 0 and ord(char) <= _RUNS[at][1]:
        return _RUNS[at][2]
    kind = unicodedata.category(char)
    plain = char.isascii() or unicodedata.decomposition(char)
    if kind[0] != "L" and (plain or kind not in {"Mc", "Nd", "Nl"}):
        return ""
    name = unicodedata.name(char, "UNKNOWN")
    return "Arabic" if "ARABIC-INDIC" in name else name.split()[0].capitalize()


_RUNS = sorted(
    (first, last, script)
    for script, table in {**SCRIPTS, "": COMMON}.items()
    for first, last in code_points(table)
)
_FIRSTS = [first for first, _, _ in _RUNS]
