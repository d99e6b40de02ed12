"""Readers of answers by their kind: what a text in plain form begins with (``text.replies``).

Each reads one kind of question: yes or no, choices with or without labels, letters, a number, a
time of day, words. None takes what is not of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from digesta.text.amounts import amount_reader, sole_amount
from digesta.text.normal_form import he_1
from digesta.text.numerals import clock_minutes
from digesta.text.other_words import after_correction, other_words_of, reword, takes_back
from digesta.text.readings import list_words, yes_no_words
from digesta.text.replies import MORE_YES_NO, NEXT, RULES, STOPS, Lead, Reader, answer_in, legible
from digesta.text.spelling import name_form, name_pattern

NEWEST = 3
"""The newest version of the extraction, ``answer/3``."""


class AnswerKind(NamedTuple):
    """What is asked for, as far as reading an answer needs it."""

    answer_type: str
    language: str
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    unit: str | None = None
    version: int = NEWEST

    @classmethod
    def of(cls, ask: Mapping[str, Any], language: str, version: int = NEWEST) -> AnswerKind:
        """Return the kind of a question's ask. version: of the extraction, ``answer/3``."""
        choices, labels = (tuple(ask.get(name) or ()) for name in ("choices", "labels"))
        return cls(str(ask.get("answer_type")), language, choices, labels, ask.get("unit"), version)


def answer_of(reply: str, kind: AnswerKind) -> Lead | None:
    """Return the answer that a reply gives to what is asked; None where it gives none.

    >>> answer_of("**Final answer:** yes", AnswerKind("boolean", "en")).answer
    'yes'
    """
    read = _reader(kind)
    words = read is _words
    if kind.version < NEWEST:
        return answer_in(reply, read, words=words)
    reply = legible(reply)
    # A small model goes on with questions of its own.
    *before, _ = NEXT.split(reply, maxsplit=1)
    if before and (lead := answer_of(before[0], kind)):
        return lead
    hours = _HOURS if kind.unit == "clock" else None
    sums = kind.answer_type == "numeric" and not hours
    lead = answer_in(reply, read, words=words, reword=partial(reword, words=words, sums=sums))
    if lead is None and not words and (rest := after_correction(reply)):
        return answer_of(rest, kind)
    if lead is None:
        return sole_amount(reply, read, kind.language, hours) if sums or hours else None
    if not words and takes_back(reply, lead.key, read):
        return None
    return lead._replace(answer=_without_edges(lead.answer))


_EDGES = " \t*_`~|"


def _without_edges(answer: str) -> str:
    """Return an answer as it was cut out of a line, without halves of marks around it."""
    for mark in ("**", "__", "`"):
        # Of emphasis that begins before the answer, its end is the answer's.
        answer = answer.partition(mark)[0] if answer.count(mark) % 2 else answer
    text = answer.strip(_EDGES)
    for opening, closing in ("()", "[]", "“”", "«»"):
        text = text.removesuffix(opening).strip(_EDGES)
        if closing in text and opening not in text:
            text = text.removesuffix(closing).strip(_EDGES)
        elif text.startswith(opening) and closing not in text:
            text = text.removeprefix(opening).strip(_EDGES)
        elif opening in text and closing not in text:
            text += closing
    return text


def _reader(kind: AnswerKind) -> Reader:
    match kind.answer_type:
        case "boolean":
            return _yes_no(kind.language)
        case "numeric":
            return (
                partial(_clock, newest=kind.version >= NEWEST)
                if kind.unit == "clock"
                else amount_reader(kind.language, kind.unit, kind.version)
            )
        case "mcq" | "enum" if kind.choices:
            return _choices(kind.choices, kind.labels, kind.version)
    return _words


def _words(text: str) -> Lead | None:
    line = text.partition("\n")[0].rstrip(STOPS)
    form = he_1(line)
    return Lead("", form, len(line)) if form else None


@lru_cache(maxsize=64)
def _yes_no(language: str) -> Reader:
    words = yes_no_words(language)
    parts = (*words, *MORE_YES_NO.values())
    names = {name: at % 2 == 0 for part in parts for at, name in enumerate(part)}
    pattern = name_pattern(names)

    def read(text: str) -> Lead | None:
        match = pattern.match(text)
        form = name_form(match[0]) if match else ""
        return Lead(form, names[form], match.end()) if match and form in names else None

    return read


@lru_cache(maxsize=2**12)
def _choices(choices: tuple[str, ...], labels: tuple[str, ...], version: int) -> Reader:
    spelled = choices if version < NEWEST else other_words_of(choices)
    places: dict[str, int | None] = {}
    for place, name in enumerate(spelled):
        form = name_form(name)
        places[form] = None if form in places else place
    # A letter before the very text of its choice is a label, also where none is shown.
    with_labels, labels = bool(labels), labels or tuple(map(chr, range(ord("A"), ord("Z") + 1)))
    labels = labels[: len(choices)]
    by_label = {name_form(label): place for place, label in enumerate(labels)}
    texts, letters = name_pattern(spelled), name_pattern(labels)

    def read(text: str) -> Lead | None:
        number = _NUMBER.match(text) if version >= NEWEST else None
        starts = [(0, None), *([(number.end(), int(number[1]) - 1)] if number else [])]
        for start, only in starts:
            if match := texts.match(text, start):
                place = places.get(name_form(match[0]))
                if place is None or only not in (None, place):
                    return None
                return Lead(choices[place], place, match.end())
        label = letters.match(text)
        if label is None:
            return None
        place = by_label[name_form(label[0])]
        end = _end_of_own_text(text, label.end(), spelled, place)
        if end is None or (end == label.end() and not with_labels):
            return None
        return Lead(choices[place] if end > label.end() else labels[place], place, end)

    return read


_NUMBER = re.compile(r"([0-9]{1,2})[.):][ \t]*")
_AFTER_LABEL = re.compile(r"[)\].:：、\"'”’]{0,3}[ \t]*[-–—]?[ \t\"'“‘«]*(?=\S)")


def _end_of_own_text(text: str, at: int, choices: Sequence[str], place: int) -> int | None:
    """Return where a label's own choice ends; ``at`` without one, None with another's text."""
    mark = _AFTER_LABEL.match(text, at)
    if mark is None or mark.end() == at:
        return at
    line = text[mark.end() :].partition("\n")[0]
    form = name_form(line)
    own = name_form(choices[place])
    if not form:
        return at
    if match := name_pattern([choices[place]]).match(line):
        return mark.end() + match.end()
    if own.startswith(form) or form.startswith(own):
        return mark.end() + len(line.rstrip())
    others = [name_form(other) for other in choices if other != choices[place]]
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
    alone = rf"\n\s{{0,9}}(?=[{known}][)\]\"'.,;]{{0,3}}[ \t]{{0,9}}(?:\n|\Z))"
    signs = rf"\s*[,;&+、和与及]\s*(?:(?:{joins})\s+)?|\s+(?:{joins})\s+|[.,;]?{alone}"
    between = rf"[\"'”’)\]]{{0,2}}(?:{signs})[\"'“‘(\[]{{0,2}}"
    several = re.compile(
        rf"(?:([{known}](?: ?[{known}])+)|(?i:[{known}](?:{between}[{known}])+))(?!\w)"
    )
    single = _choices(choices, tuple(known), NEWEST)

    def read(text: str) -> Lead | None:
        if match := several.match(text):
            alone = match[1] or re.findall(rf"(?<!\w)[{known}](?!\w)", match[0].upper())
            letters = frozenset(alone) - {" "}
            return Lead("".join(sorted(letters)), letters, match.end())
        lead = single(text)
        return lead and lead._replace(key=frozenset(known[int(str(lead.key))]))

    return read


_TIME = re.compile(r"[0-9]{1,2}[:hH][0-9]{2}(?![0-9:])")
_HOURS = re.compile("".join(RULES["clock"]))
_HALVES = re.compile("(?i)([下後후晚p])|[上前전晨早a]")
_NOON = 12


def _clock(text: str, *, newest: bool) -> Lead | None:
    match = (_HOURS if newest else _TIME).match(text)
    time = match[0].lower().replace("h", ":") if match else ""
    if match and newest:
        half = _HALVES.search((match[1] or "") + (match[4] or ""))
        time, hour = f"{match[2]}:{match[3]}", int(match[2])
        if half and hour <= _NOON:
            late = bool(half[1]) and not (half[1] == "晚" and hour == _NOON)
            time = f"{hour % _NOON + _NOON * late}:{match[3]}"
    value = clock_minutes(time)
    return Lead(time, value, match.end()) if match and value is not None else None
