"""Which written forms count as the same answer: each normaliser in words and worked examples.

The words say what a normaliser does; what it makes of an example is asked of the normaliser
itself when the page is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.package_files import json_file
from digesta.records.release import Manifest
from digesta.scoring.submission import NormalForm, normal_form
from digesta.text import NORMALISERS, NUMERALS
from digesta.text.readers import AnswerKind, answer_of
from digesta.text.readings import READING, READINGS, version_of
from digesta_site.words import Cut, visible

NO_NUMBER, NO_ANSWER = "no number", "no answer"
_KINDS = {
    "Yes or no": AnswerKind("boolean", "en"),
    "Choice": AnswerKind("mcq", "en", ("Trees", "Wood"), ("A", "B")),
    "Number": AnswerKind("numeric", "en", unit="years"),
    "Number without a unit": AnswerKind("numeric", "en"),
}
"""What the examples of the reading of replies answer, by the first words of what they show."""
LONGEST = 240
"""Characters of a normal form that are shown beside an answer."""
MOST_FOLDED = 6
"""Folded characters that are named beside an answer."""


class Words(NamedTuple):
    """A normaliser in words: its steps in order, examples as (about, text)."""

    steps: Sequence[str]
    examples: Sequence[tuple[str, str]]


WORDS: Mapping[str, Words] = {
    name: Words(**words) for name, words in json_file(__package__, "normalisers.json").items()
}
"""Normaliser -> its words (``normalisers.json``)."""


def rules(newest: Manifest | None, others: Iterable[Manifest] = ()) -> list[dict[str, Any]]:
    """Return each normaliser that releases or new drafts use, those of the newest first."""
    used = _named(newest) if newest else set()
    every = {*NORMALISERS, *NUMERALS, *READINGS}
    known = every & used.union({READING}, *map(_named, others)) if newest else set()
    names = sorted(known, key=lambda name: (name not in used, name))
    return [
        {
            "name": name,
            "anchor": anchor(name),
            "used": name in used,
            "folds": name in NORMALISERS,
            "steps": WORDS[name].steps,
            "examples": [_example(name, *example) for example in WORDS[name].examples],
        }
        for name in names
    ]


def _named(release: Manifest) -> set[str]:
    return {f"{name}/{version}" for name, version in release.normalisers.items()}


def anchor(name: str) -> str:
    """Return the anchor of a normaliser on the page of methodology."""
    return f"normaliser-{name.replace('/', '-')}"


def _example(name: str, about: str, text: str) -> dict[str, Any]:
    if name in READINGS:
        kind = _KINDS[about.partition(":")[0]]
        lead = answer_of(text, kind._replace(version=version_of(name)))
        shown = NO_ANSWER if lead is None else lead.answer
        return {"about": about, "wrote": visible(text), "read": visible(shown), "folded": []}
    if name not in NORMALISERS:
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
