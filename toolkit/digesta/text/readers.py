"""Readers of answers by their kind: what a text in plain form begins with (``text.replies``).

Each reads one kind of question: yes or no, choices with or without labels, letters, a number, a
time of day, words. None takes what is not of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from digesta.text.normal_form import POINTS, he_1
from digesta.text.numerals import clock_minutes
from digesta.text.readings import READING, list_words, number_in, yes_no_words
from digesta.text.replies import (
    MORE_UNITS,
    MORE_YES_NO,
    STOPS,
    UNSPACED,
    Lead,
    Reader,
    answer_in,
    plain,
)
from digesta.text.units import UNITS


class AnswerKind(NamedTuple):
    """What is asked for, as far as reading an answer needs it."""

    answer_type: str
    language: str
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    unit: str | None = None

    @classmethod
    def of(cls, ask: Mapping[str, Any], language: str) -> AnswerKind:
        """Return the kind of a question's ask."""
        choices, labels = (tuple(ask.get(name) or ()) for name in ("choices", "labels"))
        return cls(str(ask.get("answer_type")), language, choices, labels, ask.get("unit"))


def answer_of(reply: str, kind: AnswerKind) -> Lead | None:
    """Return the answer that a reply gives to what is asked; None where it gives none.

    >>> answer_of("**Final answer:** yes", AnswerKind("boolean", "en")).answer
    'yes'
    """
    read = _reader(kind)
    return answer_in(reply, read, words=read is _words)


def _reader(kind: AnswerKind) -> Reader:
    match kind.answer_type:
        case "boolean":
            return _yes_no(kind.language)
        case "numeric":
            return _clock if kind.unit == "clock" else _number(kind.language, kind.unit)
        case "mcq" | "enum" if kind.choices:
            return _choices(kind.choices, kind.labels)
    return _words


def _words(text: str) -> Lead | None:
    line = text.partition("\n")[0].rstrip(STOPS)
    form = he_1(line)
    return Lead("", form, len(line)) if form else None


_POINT = f"[{POINTS}]*"


def _spellings(names: Iterable[str]) -> str:
    """Return what names are written as, the longest first: points, case and spaces do not count."""
    forms = sorted({_form(name) for name in names}, key=len, reverse=True)
    return f"({'|'.join(_spelling(form) for form in forms if form) or '(?!)'})"


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"{_spellings(names)}(?![^\W{UNSPACED}])", re.IGNORECASE)


def _spelling(form: str) -> str:
    point = "" if form.isascii() else _POINT
    return "".join(r"\s+" if letter == " " else re.escape(letter) + point for letter in form)


def _form(name: str) -> str:
    return he_1(plain(name))


@lru_cache(maxsize=64)
def _yes_no(language: str) -> Reader:
    words = yes_no_words(READING, language)
    names = {name: at % 2 == 0 for part in (*words, MORE_YES_NO) for at, name in enumerate(part)}
    pattern = _pattern(names)

    def read(text: str) -> Lead | None:
        match = pattern.match(text)
        form = _form(match[0]) if match else ""
        return Lead(form, names[form], match.end()) if match and form in names else None

    return read


@lru_cache(maxsize=2**12)
def _choices(choices: tuple[str, ...], labels: tuple[str, ...]) -> Reader:
    places: dict[str, int | None] = {}
    for place, name in enumerate(choices):
        form = _form(name)
        places[form] = None if form in places else place
    # A letter before the very text of its choice is a label, also where none is shown.
    with_labels, labels = bool(labels), labels or tuple(map(chr, range(ord("A"), ord("Z") + 1)))
    labels = labels[: len(choices)]
    by_label = {_form(label): place for place, label in enumerate(labels)}
    texts, letters = _pattern(choices), _pattern(labels)

    def read(text: str) -> Lead | None:
        if match := texts.match(text):
            place = places.get(_form(match[0]))
            return None if place is None else Lead(choices[place], place, match.end())
        label = letters.match(text)
        if label is None:
            return None
        place = by_label[_form(label[0])]
        end = _end_of_own_text(text, label.end(), choices, place)
        if end is None or (end == label.end() and not with_labels):
            return None
        return Lead(choices[place] if end > label.end() else labels[place], place, end)

    return read


_AFTER_LABEL = re.compile(r"[)\].:：、\"'”’]{0,3}[ \t]*[-–—]?[ \t\"'“‘«]*(?=\S)")


def _end_of_own_text(text: str, at: int, choices: Sequence[str], place: int) -> int | None:
    """Return where a label's own choice ends; ``at`` without one, None with another's text."""
    mark = _AFTER_LABEL.match(text, at)
    if mark is None or mark.end() == at:
        return at
    line = text[mark.end() :].partition("\n")[0]
    form = _form(line)
    own = _form(choices[place])
    if not form:
        return at
    if match := _pattern([choices[place]]).match(line):
        return mark.end() + match.end()
    if own.startswith(form) or form.startswith(own):
        return mark.end() + len(line.rstrip())
    others = [_form(other) for other in choices if other != choices[place]]
    if any(other.startswith(form) or form.startswith(other) for other in others if other):
        return None
    return None if ":" in mark[0] else at


def letters_reader(choices: Sequence[str]) -> Reader:
    """Return the reader of letters of choices, one or several: A, C and D."""
    return _letters(tuple(choices))


@lru_cache(maxsize=2**12)
def _letters(choices: tuple[str, ...]) -> Reader:
    known = "".join(chr(ord("A") + place) for place in range(len(choices)))
    joins = "|".join(re.escape(word) for word in list_words() if len(word) > 1)
    between = rf"(?:\s*[,;/&+、和与及]\s*(?:(?:{joins})\s+)?|\s+(?:{joins})\s+)"
    several = re.compile(rf"[{known}](?:{between}[{known}])+(?!\w)", re.IGNORECASE)
    single = _choices(choices, tuple(known))

    def read(text: str) -> Lead | None:
        if match := several.match(text):
            letters = frozenset(re.findall(rf"(?<!\w)[{known}](?!\w)", match[0].upper()))
            return Lead("".join(sorted(letters)), letters, match.end())
        lead = single(text)
        return lead and lead._replace(key=frozenset(known[int(str(lead.key))]))

    return read


_DIGITS = re.compile(
    r"[-+\u2212]?[0-9]+(?:[.,'\u2019\u066b\u066c \u00a0\u2009\u202f][0-9]+){0,20}"
    r"(?:e[-+]?[0-9]{1,3})?(?![0-9])",
    re.IGNORECASE,
)
_LIST = re.compile(r"[0-9]{1,2}[.)][ \t].*?\n[ \t]*[0-9]{1,2}[.)][ \t]", re.DOTALL)
"""The beginning of a numbered list."""


@lru_cache(maxsize=256)
def _number(language: str, unit: str | None) -> Reader:
    names = {unit, *(words.get(unit, unit) for words in UNITS.values())} if unit else set[str]()
    # A unit that no release names so is known by any of its words: EUR is euros.
    for name, more in MORE_UNITS.items():
        names |= {name, *more} if unit and unit.lower() in (name, *more) else set[str]()
    names |= {name.removesuffix("s") for name in names}
    spelling = _spellings(names)
    after = re.compile(rf"[ \t\u00a0]*{spelling}(?!\w)", re.IGNORECASE)
    before = re.compile(rf"{spelling}[ \t\u00a0]*(?=[-+\u2212]?[0-9])", re.IGNORECASE)

    def read(text: str) -> Lead | None:
        ahead = before.match(text)
        at = ahead.end() if ahead else 0
        match = _DIGITS.match(text, at)
        number = match[0] if match and not _LIST.match(text) else ""
        while number:
            value = number_in(
                READING,
                number.removeprefix("+").replace("\u066b", ".").replace("\u066c", ","),
                language,
            )
            if value is not None:
                end = after.match(text, at + len(number))
                return Lead(number, value, end.end() if end else at + len(number))
            number = number.rpartition(" ")[0]
        return None

    return read


_TIME = re.compile(r"[0-9]{1,2}[:hH][0-9]{2}(?![0-9:])")


def _clock(text: str) -> Lead | None:
    match = _TIME.match(text)
    time = match[0].lower().replace("h", ":") if match else ""
    value = clock_minutes(time)
    return Lead(time, value, match.end()) if match and value is not None else None
