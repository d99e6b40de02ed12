"""Answers as languages write them: yes and no, and numbers.

Yes and no are read in the question's language, and numbers with its decimal and grouping marks
(``locales.json``, from CLDR); what these marks do not read is read as JSON would (``ascii/1``).
What the question's own language does not read is read as the others of the table write it, so that
a right answer in another language is right. ``any-language/2`` and ``/3`` read so what
``text.replies`` takes out of a reply, of all kinds of closed questions, with ``he/1`` for texts.

What is ambiguous is read as the question's language has it: "1.000" is 1000 to a German question
and 1 to an English one, "1,000" the other way round. Marks group by threes alone ("1.5" has none),
and white space groups in every language (ISO 80000-1). In a language that is not in the table
there are JSON's words and numbers alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple, get_args

from digesta.package_files import json_file
from digesta.text.numerals import LONGEST, SPACES, ascii_1
from digesta.text.replies import MORE_YES_NO

ReadingName = Literal["any-language/2", "any-language/3"]
READINGS: tuple[ReadingName, ...] = get_args(ReadingName)
"""Readings of answers, by name and version."""

READING: ReadingName = "any-language/3"
"""The reading of new drafts; its version is that of the extraction, ``answer/3``."""


def version_of(reading: str) -> int:
    """Return the version of the extraction that a reading uses.

    >>> version_of("any-language/3")
    3
    """
    return int(reading.rpartition("/")[2])


JSON_WORDS = ("true", "false")
"""JSON's own yes and no, which every language reads."""

_LANGUAGES: Mapping[str, Mapping[str, Any]] = json_file(__package__, "locales.json")["languages"]
_SPACE = " \u00a0\u2009\u202f"
_MINUS = "\u2212"


class YesNoWords(NamedTuple):
    """Words in pairs, yes before no: ``own`` of the question's language, ``others`` of others."""

    own: tuple[str, ...]
    others: tuple[str, ...] = ()


def is_known(language: str) -> bool:
    """Return whether the table says how a language writes answers.

    >>> is_known("de-CH"), is_known("la")
    (True, False)
    """
    return _base(language) in _LANGUAGES


@cache
def yes_no_words(language: str) -> YesNoWords:
    """Return the words that mean yes and no to a question in a language, in pairs.

    >>> yes_no_words("nl").own[:4]
    ('true', 'false', 'ja', 'nee')
    """
    own = _base(language)
    return YesNoWords(
        JSON_WORDS + (_pairs(own) if own in _LANGUAGES else tuple(MORE_YES_NO.get(own, ()))),
        tuple(word for other in sorted(_LANGUAGES.keys() - {own}) for word in _pairs(other)),
    )


def list_words() -> tuple[str, ...]:
    """Return what each language writes before the last of a list, the longest first: ``und``."""
    return tuple(sorted({each["list"] for each in _LANGUAGES.values()}, key=lambda w: (-len(w), w)))


def language_of_yes_no(word: str, language: str) -> str:
    """Return in which language a word means yes or no; "" where in none, or in all.

    language: the question's, which has it if it can; then English, then the first by its code.

    >>> language_of_yes_no("no", "es"), language_of_yes_no("yes", "he"), language_of_yes_no("A", "")
    ('es', 'en', '')
    """
    having = [code for code in sorted(_LANGUAGES) if word in _pairs(code)]
    return next((code for code in (_base(language), "en", *having) if code in having), "")


def number_in(text: str, language: str, *, own: bool = False) -> Fraction | None:
    """Return the number that a text writes, exactly; None where it writes none.

    own: only as the language itself writes it.

    >>> number_in("1.000,5", "de"), number_in("1.000", "en"), number_in("1,000", "de", own=True)
    (Fraction(2001, 2), Fraction(1, 1), Fraction(1, 1))
    """
    base = _base(language)
    quotes = _LANGUAGES[base]["quotes"] if base in _LANGUAGES else ""
    number = text.strip(SPACES + quotes)
    if len(number) > LONGEST:
        return None
    for decimal, group in _marks(language, own=own):
        if _grammar(decimal, group).fullmatch(number):
            whole, _, rest = number.replace(_MINUS, "-").partition(decimal)
            return Fraction(re.sub(r"[^0-9-]", "", whole) + (f".{rest}" if rest else ""))
        # Only what the question's language cannot read is read as JSON, then as others have it.
        if (value := ascii_1(number)) is not None:
            return value
    return None


def _marks(language: str, *, own: bool) -> Iterator[tuple[str, str]]:
    """Yield decimal and grouping marks: the language's, then those of the other convention."""
    of_base = _LANGUAGES.get(_base(language), {"decimal": ".", "group": " ", "regions": {}})
    regions = {tag.lower(): marks for tag, marks in of_base["regions"].items()}
    marks = regions.get(language.lower(), of_base)
    yield marks["decimal"], marks["group"]
    if not own:
        yield from ((".", ","), (",", "."), (".", "\u2019"))


@cache
def _grammar(decimal: str, group: str) -> re.Pattern[str]:
    marks = re.escape(_SPACE + group + ("'" if group == "\u2019" else ""))
    grouped = rf"[1-9][0-9]{{0,2}}(?P<mark>[{marks}])[0-9]{{3}}(?:(?P=mark)[0-9]{{3}})*"
    whole = rf"(?:0|[1-9][0-9]*|{grouped})"
    return re.compile(rf"[-{_MINUS}]?{whole}(?:{re.escape(decimal)}[0-9]+)?")


@cache
def _pairs(language: str) -> tuple[str, ...]:
    """Return a language's words, yes and no in turn; the shorter list's last stands again."""
    record = _LANGUAGES[language]
    yes, no = (record[name] + record["also"][name] for name in ("yes", "no"))
    last = max(len(yes), len(no)) - 1
    return tuple(
        word
        for at in range(last + 1)
        for word in (yes[min(at, len(yes) - 1)], no[min(at, len(no) - 1)])
    )


def _base(language: str) -> str:
    return language.partition("-")[0].lower()
