"""Which written forms count as the same answer: each normaliser in words and worked examples.

The words say what a normaliser does; what it makes of an example is asked of the normaliser
itself when the page is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from digesta.records.release import Manifest
from digesta.scoring.submission import NormalForm, normal_form
from digesta.site.words import Cut, visible
from digesta.text import NORMALISERS, NUMERALS

NO_NUMBER = "no number"
LONGEST = 240
"""Characters of a normal form that are shown beside an answer."""
MOST_FOLDED = 6
"""Folded characters that are named beside an answer."""


class Words(NamedTuple):
    """A normaliser in words: its steps in their order, and examples as (about, text)."""

    steps: tuple[str, ...]
    examples: tuple[tuple[str, str], ...]


WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "text/1": Words(
            (
                (
                    "Composed forms (NFC) and full case folding; never NFKC, which would read 10² "
                    "as 102."
                ),
                "Each run of white space becomes one space.",
                "Typographic quotes and dashes, geresh, gershayim and maqaf become ' \" and -.",
                (
                    "White space, punctuation and invisible characters are trimmed at both ends; a "
                    "minus or a decimal point directly before a digit stays. Signs that stand for "
                    "a word, such as % and #, and symbols such as + are no punctuation. Nothing "
                    "inside is deleted."
                ),
            ),
            (
                ("case, spaces, quotes and the full stop", "  “Borei  P'ri HaEtz”. "),
                ("Hebrew quotes", "״רש״י״"),
                ("maqaf", "בית־דין"),
                ("dashes", "Orach Chayim 310—311"),
                ("a negative number", "-5"),
                ("a minus sign in parentheses", "(−5)"),
                ("symbols and small figures", "C++ in 10²"),
                ("niqqud", "שָׁלוֹם"),
            ),
        ),
        "he/1": Words(
            (
                "Niqqud and te'amim are dropped.",
                "Then all that text/1 does. Final letters stay apart from others.",
            ),
            (
                ("niqqud", "שָׁלוֹם"),
                ("niqqud and maqaf", "בִּרְכַּת־הַמָּזוֹן"),
                ("Hebrew quotes", "״חז״ל״"),
                ("a geresh at the end", "ה׳"),
                ("a negative number", "-5"),
            ),
        ),
        "br-amendment/1": Words(
            (
                "All that text/1 does.",
                (
                    "The name of a Brazilian constitutional amendment becomes EC and its number, "
                    "that of an amendment of revision ECR and its number: abbreviated or in full, "
                    "in Portuguese or English, with or without number sign and year."
                ),
                "What names no amendment, or more than one, stays as text/1 gives it.",
            ),
            (
                ("number sign and year", "EC nº 59/2009"),
                ("an id", "ec_59"),
                ("in full, with the day", "Emenda Constitucional nº 59, de 11 de novembro de 2009"),
                ("an amendment of revision", "Emenda Constitucional de Revisão nº 3"),
                ("two at once", "EC 58 e 59"),
            ),
        ),
        "zh/1": Words(
            (
                (
                    "A whole number in a Chinese text: digits of any kind by place (46, ４６, "
                    "二〇二六), or a numeral with 十, 百, 千, 万, 亿, also with 廿, 卅, 两 and the "
                    "characters of bank notes."
                ),
                (
                    "What is skipped must be said (一百零六). Signs, fractions, units and leading "
                    "zeros write no number."
                ),
            ),
            (
                ("a numeral", "一百零六"),
                ("full-width digits", "４６"),
                ("a year by its digits", "二〇二六"),
                ("twenty in one character", "廿六"),
                ("digits and a large unit", "12万"),
                ("a skipped place that is not said", "一百六"),
                ("a unit", "四十六条"),
            ),
        ),
        "ascii/1": Words(
            (
                (
                    "A number as JSON writes it, in a text, with white space at its ends: an "
                    "optional minus, digits without a leading zero, an optional fraction and "
                    "exponent."
                ),
                "It is read exactly, and compared by value. Any other text writes no number.",
            ),
            (
                ("a decimal and spaces", " 18.50 "),
                ("a negative number", "-5"),
                ("an exponent", "2e1"),
                ("thousands", "1,000"),
                ("a leading zero", "07"),
                ("a unit", "18 minutes"),
            ),
        ),
        "he-numerals/1": Words(
            (
                (
                    "A number in Hebrew letters, 1 to 9999: hundreds, ten, unit; 15 and 16 as "
                    "ט״ו and ט״ז; thousands as a letter and a geresh in front. Gershayim and the "
                    "geresh at the end may be left out."
                ),
                (
                    "Final letters count as their plain ones. Where there are hundreds the usual "
                    "transpositions are read too. Any other word writes no number."
                ),
            ),
            (
                ("gershayim", "תרצ״ח"),
                ("a geresh", "י׳"),
                ("no marks", "שח"),
                ("thousands", "ה׳תשפ״ו"),
                ("a transposition", "שד״מ"),
                ("a word", "שלום"),
            ),
        ),
    }
)


def rules(release: Manifest | None) -> list[dict[str, Any]]:
    """Return each normaliser of the package, those first that the release uses."""
    named = release.normalisers.items() if release else ()
    used = {f"{name}/{version}" for name, version in named}
    names = sorted({*NORMALISERS, *NUMERALS}, key=lambda name: (name not in used, name))
    return [
        {
            "name": name,
            "anchor": anchor(name),
            "used": name in used,
            "folds": name in NORMALISERS,
            "steps": list(WORDS[name].steps),
            "examples": [_example(name, *example) for example in WORDS[name].examples],
        }
        for name in names
    ]


def anchor(name: str) -> str:
    """Return the anchor of a normaliser on the page of methodology."""
    return f"normaliser-{name.replace('/', '-')}"


def _example(name: str, about: str, text: str) -> dict[str, Any]:
    if name in NUMERALS:
        number = NUMERALS[name](text)
        shown = NO_NUMBER if number is None else _decimal(number)
        return {"about": about, "wrote": visible(text), "read": shown, "folded": []}
    read = normal_form(name, text)
    return {
        "about": about,
        "wrote": visible(text),
        "read": visible(read.text),
        "folded": list(read.folded),
    }


def _decimal(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):g}"


def beside(read: NormalForm) -> dict[str, Any]:
    """Return what is shown of a reading beside an answer."""
    shown = visible(read.text)
    cut = Cut(shown[:LONGEST], max(0, len(shown) - LONGEST))
    more = len(read.folded) - MOST_FOLDED
    return {
        "by": read.by,
        "anchor": anchor(read.by),
        "text": cut.text,
        "more": cut.more,
        "folded": [*read.folded[:MOST_FOLDED], *([f"{more} more"] if more > 0 else [])],
    }
