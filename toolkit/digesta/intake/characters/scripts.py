"""The scripts of letters, as far as names need them: which letters may look like which.

Runs of code points in hexadecimal, from Unicode's Scripts.txt, limited to what Unicode 14.0
assigns. A letter of no script here counts as of a script of its own kind: the first word of its
character name ("THAI CHARACTER KO KAI").
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Mapping

from digesta.text.unicode14 import code_points

SCRIPTS: Mapping[str, str] = {
    "Latin": (
        "41-5a 61-7a aa ba c0-d6 d8-f6 f8-2b8 2e0-2e4 1d00-1d25 1d2c-1d5c 1d62-1d65 "
        "1d6b-1d77 1d79-1dbe 1e00-1eff 2071 207f 2090-209c 212a-212b 2132 214e 2160-2188 "
        "2c60-2c7f a722-a787 a78b-a7ff ab30-ab5a ab5c-ab64 ab66-ab69 fb00-fb06 ff21-ff3a "
        "ff41-ff5a 10780-107ba 1df00-1df1e"
    ),
    "Greek": (
        "370-373 375-37d 37f-384 386 388-3e1 3f0-3ff 1d26-1d2a 1d5d-1d61 1d66-1d6a 1dbf "
        "1f00-1ffe 2126 ab65 10140-1018e 101a0 1d200-1d245"
    ),
    "Cyrillic": "400-484 487-52f 1c80-1c88 1d2b 1d78 2de0-2dff a640-a69f fe2e-fe2f",
    "Armenian": "531-58f fb13-fb17",
    "Hebrew": "591-5f4 fb1d-fb4f",
    "Arabic": (
        "600-604 606-60b 60d-61a 61c-61e 620-63f 641-64a 656-66f 671-6dc 6de-6ff 750-77f "
        "870-8e1 8e3-8ff fb50-fd3d fd40-fdff fe70-fefc 10e60-10e7e 1ee00-1eef1"
    ),
    "Georgian": "10a0-10fa 10fc-10ff 1c90-1cbf 2d00-2d2d",
    "Cherokee": "13a0-13fd ab70-abbf",
    "Coptic": "3e2-3ef 2c80-2cff",
    "Hangul": "1100-11ff 302e-302f 3131-318e 3200-321e 3260-327e a960-a97c ac00-d7fb ffa0-ffdc",
    "Hiragana": "3041-3096 309d-309f 1b001-1b11f 1b150-1b152 1f200",
    "Katakana": (
        "30a1-30fa 30fd-30ff 31f0-31ff 32d0-32fe 3300-3357 ff66-ff6f ff71-ff9d "
        "1aff0-1b000 1b120-1b122 1b164-1b167"
    ),
    "Han": (
        "2e80-2fd5 3005 3007 3021-3029 3038-303b 3400-4dbf 4e00-9fff f900-fad9 "
        "16fe2-16fe3 16ff0-16ff1 20000-3134a"
    ),
}
"""Script -> its characters."""

COMMON = "b5 2b9-2c1 2c6-2d1 2ec 2ee 640 3006 303c 30fc a717-a71f a788 ff70 ff9e-ff9f"
"""Letters that go with several scripts: modifiers such as the apostrophe letter, length marks."""

TOGETHER = (frozenset({"Latin", "Han"}), frozenset({"Latin", "Hebrew"}))
"""Scripts that may stand in one name."""


def script_of(char: str) -> str:
    """Return the script of a character, or "" for what goes with every script.

    >>> [script_of(char) for char in "aбא中ก7-"]
    ['Latin', 'Cyrillic', 'Hebrew', 'Han', 'Thai', '', '']
    """
    at = bisect_right(_FIRSTS, ord(char)) - 1
    if at >= 0 and ord(char) <= _RUNS[at][1]:
        return _RUNS[at][2]
    if unicodedata.category(char)[0] != "L":
        return ""
    return unicodedata.name(char, "UNKNOWN").split()[0].capitalize()


_RUNS = sorted(
    (first, last, script)
    for script, table in {**SCRIPTS, "": COMMON}.items()
    for first, last in code_points(table)
)
_FIRSTS = [first for first, _, _ in _RUNS]
