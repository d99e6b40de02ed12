"""Named, versioned normalisers: questions name them, signatures carry their versions.

A normaliser never changes under its name: another behaviour is another version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from digesta.text.amendments_pt import br_amendment_1, br_amendment_2
from digesta.text.chinese.numerals import zh_1
from digesta.text.french.citations import fr_article_1
from digesta.text.hebrew import he_numerals
from digesta.text.normal_form import he_1, text_1
from digesta.text.numerals import ascii_1
from digesta.text.text_numbers import numbered_text_1, numbered_text_2

Normaliser = Callable[[str], str]
"""A text -> its normal form; idempotent, linear in time."""

Numerals = Callable[[str], Fraction | None]
"""A text -> the number that it writes, exactly; None where it writes none."""

NORMALISERS: Mapping[str, Normaliser] = {
    "text/1": text_1,
    "he/1": he_1,
    "br-amendment/1": br_amendment_1,
    "br-amendment/2": br_amendment_2,
    "numbered-text/1": numbered_text_1,
    "numbered-text/2": numbered_text_2,
    "fr-article/1": fr_article_1,
}
"""Normalisers of text, by name and version."""

NUMERALS: Mapping[str, Numerals] = {"ascii/1": ascii_1, "he-numerals/1": he_numerals, "zh/1": zh_1}
"""Readers of written numbers, by name and version."""


def normaliser_named(name: str) -> Normaliser:
    """Return the normaliser of that name; ValueError lists the names."""
    if name not in NORMALISERS:
        raise ValueError(f"no normaliser {name!r}; there are: {', '.join(NORMALISERS)}")
    return NORMALISERS[name]


def numerals_named(name: str) -> Numerals:
    """Return the reader of written numbers of that name; ValueError lists the names."""
    if name not in NUMERALS:
        raise ValueError(f"no numerals {name!r}; there are: {', '.join(NUMERALS)}")
    return NUMERALS[name]
