"""A French answer as ``rules-1`` reads it: its lines, its statements, what each of them names.

*Prose* is the different words of a text besides those with which one cites, dates and counts. A
*statement* is a sentence that says something: one with ``WORDS`` words of prose and no more
numbers than those, or one whose line and the lines around it have ``AROUND`` words for each
number. No statements are what stands in the question, a sentence written ``ALIKE`` times with other
values, and all of an answer with fewer than ``DENSE`` words for each number: that is a list. Where
the question sets a length in words, no more is read than that length and a fifth.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from digesta.text.french.checks import OTHERS, SPELLINGS, Quantity, text_named
from digesta.text.french.citations import CitedArticle, articles_in, plain_french
from digesta.text.french.decisions import CourtDecision, decisions_in
from digesta.text.french.texts import TEXTS
from digesta.text.french.values import MONTHS, dates_in
from digesta.text.normal_form import text_1
from digesta_generate.judges.rules.numbers import numbers_in, paired_dates

WORDS = 4
"""Words of prose that make a sentence a statement by itself."""

DENSE = 2
"""Words of prose for each number that a whole answer has at least; calibration references have
3.3 and more."""

ALIKE = 3
"""So many sentences that differ in their values alone are a list."""

LONGEST = 1500
"""Characters of a statement; a longer sentence is read in pieces."""

OVER = Fraction(6, 5)
"""How much of the length that a question sets is read."""


@dataclass(frozen=True, eq=False)
class Statement:
    """A sentence of an answer, verbatim, and what it names.

    before: the texts named before it in the answer, in order, folded (``text_named``).
    """

    words: str
    before: tuple[str, ...] = ()

    @cached_property
    def plain(self) -> str:
        """Return it without accents and typography, its case kept."""
        return plain_french(self.words)

    @cached_property
    def lower_plain(self) -> str:
        """Return it plain and in lower case."""
        return self.plain.lower()

    @cached_property
    def articles(self) -> tuple[CitedArticle, ...]:
        """Return the articles that it cites, the text of each folded."""
        return tuple(
            article._replace(text=text_named(article.text) if article.text else "")
            for article in articles_in(self.words)
        )

    @cached_property
    def decisions(self) -> tuple[CourtDecision, ...]:
        """Return the numbered decisions that it cites."""
        return decisions_in(self.words)

    @cached_property
    def dates(self) -> frozenset[date]:
        """Return the days that it names; "les 20 et 21 janvier 2026" are two."""
        return frozenset((*dates_in(self.words), *paired_dates(text_1(self.words))))

    @cached_property
    def numbers(self) -> frozenset[Quantity]:
        """Return the numbers that it writes, with their units."""
        return frozenset(numbers_in(text_1(self.words)))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Return the texts that it names, in order."""
        return texts_in(self.plain)


@dataclass(frozen=True, eq=False)
class ReadAnswer:
    """An answer as far as it is read.

    lines: trimmed. sentences: all. statements: those of them that say something. texts: that the
    answer or the question names.
    """

    lines: tuple[str, ...]
    sentences: tuple[Statement, ...]
    statements: tuple[Statement, ...]
    texts: frozenset[str]


def read(answer: str, question: str) -> ReadAnswer:
    """Return an answer as it is read. question: its turns, as one text."""
    kept = _first_words(answer, question)
    lines = tuple(line.strip() for line in kept.splitlines() if line.strip())
    sentences: list[Statement] = []
    places: list[int] = []
    named: list[str] = []
    for place, line in enumerate(lines):
        for sentence in _sentences(line):
            sentences.append(Statement(sentence, tuple(named[-1:])))
            places.append(place)
            named += sentences[-1].texts
    places_of = _saying(lines, sentences, places, question=_fold(question))
    texts = frozenset((*named, *texts_in(plain_french(question))))
    return ReadAnswer(lines, tuple(sentences), tuple(places_of), texts)


def _saying(
    lines: Sequence[str], sentences: Sequence[Statement], places: Sequence[int], *, question: str
) -> Iterator[Statement]:
    """Yield the sentences that are statements. places: the line of each."""
    if _prose(" ".join(lines)).least < DENSE:
        return
    around = [_prose(" ".join(lines[max(0, at - 1) : at + 2])) for at in range(len(lines))]
    forms = [_VALUES.sub("0", each.lower_plain) for each in sentences]
    alike = Counter(forms)
    for sentence, form, place in zip(sentences, forms, places, strict=True):
        own = _prose(sentence.words)
        by_itself = own.words >= WORDS and own.least >= DENSE
        states = by_itself or around[place].least >= DENSE
        if states and alike[form] < ALIKE and sentence.lower_plain not in question:
            yield sentence


def texts_in(plain: str) -> tuple[str, ...]:
    """Return the texts that a plain French text names, in order, folded.

    >>> texts_in("le code civil, puis le reglement (UE) 2022/720 et le CPC")
    ('code civil', 'reglement 2022/720', 'code de procedure civile')
    """
    return tuple(text_named(match[0]) for match in _TEXT.finditer(plain))


# Sentences ------------------------------------------------------------------------------------


def _first_words(answer: str, question: str) -> str:
    """Return the answer up to the length that the question sets, if it sets one."""
    limits = [int(match[1] or match[2]) for match in _LIMIT.finditer(plain_french(question))]
    if not limits:
        return answer
    most = int(max(limits) * OVER)
    ends = [match.end() for match in _WORD.finditer(answer)]
    return answer if len(ends) <= most else answer[: ends[most - 1]]


def _sentences(line: str) -> Iterator[str]:
    cuts = [match.end() for match in _END.finditer(line) if not _ends_short(line, match.start())]
    for start, end in pairwise((0, *cuts, len(line))):
        sentence = line[start:end].strip()
        while len(sentence) > LONGEST:
            cut = sentence.rfind(" ", 0, LONGEST) + 1 or LONGEST
            yield sentence[:cut].strip()
            sentence = sentence[cut:].strip()
        if sentence:
            yield sentence


def _ends_short(line: str, stop: int) -> bool:
    """Return whether a point ends an abbreviation: art. L. 1234-5, M. Dupont, C. civ."""
    word = _LAST_WORD.search(line[max(0, stop - 12) : stop])
    return word is not None and (len(word[0]) == 1 or _SHORT.fullmatch(_fold(word[0])) is not None)


class _Prose(NamedTuple):
    words: int
    values: int

    @property
    def least(self) -> Fraction:
        """Words for each number; without numbers, all words."""
        return Fraction(self.words, max(self.values, 1))


def _prose(text: str) -> _Prose:
    folded = _fold(text)
    words = {word for word in _LETTERS.findall(folded) if word not in CITING}
    return _Prose(len(words), len(_VALUES.findall(folded)))


def _fold(text: str) -> str:
    return plain_french(text).lower()


# Words ----------------------------------------------------------------------------------------

_LIMIT = re.compile(
    r"(?i)([0-9]{2,5}) mots(?: au)? (?:plus|maximum)|(?:au plus|maximum)(?: de)? ([0-9]{2,5}) mots"
)
_WORD = re.compile(r"\S+")
_LETTERS = re.compile(r"[a-zà]{3,}")
_VALUES = re.compile(
    rf"[0-9]+(?:er)?(?: (?:{'|'.join(map(plain_french, MONTHS))})\.? [0-9]{{4}}|(?:[ .,/-][0-9]+)*)"
)
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
_END = re.compile(r"[.!?…](?=[\s\u00bb\")\]])[\u00bb\")\]\s]*+(?=[\u00ab\"(–—-]?\s*[A-ZÀ-ÝŒ0-9])")
_SHORT = re.compile(
    "arts?|al|anc|adm|ass|av|avr|bull|cass|ch|cf|civ|com|cons|conso|consom|const|crim|dec|ed|ex"
    "|fevr|fin|intell|janv|jo|juill?|jur|mes?|mme?s?|mlles?|mon|nos|nov|obs|oct|pen|plen|pp|pr|prec"
    "|proc|propr|req|resp|sect|sept|soc|spec|ss|suiv|trav"
)
"""Abbreviations after which a point ends no sentence, without accents; single letters too."""

CITING = frozenset(
    word
    for name in (
        *SPELLINGS.values(),
        *map(plain_french, MONTHS),
        "article articles art arts alinea arret ancien anciens euro euros eur jours jour mois ans",
        "heures parts cass com soc crim civ cour cassation chambre cjue cjce cedh etat",
        "les des une est sont aux dans par pour sur que qui",
    )
    for word in _LETTERS.findall(name)
)
"""Words with which one cites, dates and counts, and some that stand in any sentence."""


def _spelling(name: str) -> str:
    """Return a regular expression for a name of a text; of an acronym, in capitals alone."""
    folded = _fold(name)
    if folded.isalpha() and len(folded) <= _ACRONYM:
        return folded.upper()
    points = r"\.? ?".join(map(re.escape, re.split(r"\. ?", folded.removesuffix("."))))
    return f"(?i:{points}{chr(92)}.?)" if folded.endswith(".") else f"(?i:{points})"


_ACRONYM = 6
_NAMES = sorted(
    {name for table in (TEXTS, OTHERS) for pair in table.items() for name in (pair[0], *pair[1])},
    key=lambda name: (-len(name), name),
)
_TEXT = re.compile(
    rf"(?<![A-Za-z0-9])(?:{'|'.join(map(_spelling, _NAMES))}"
    r"|(?i:reglement|directive|loi|ordonnance|decret) (?i:\((?:ue|ce|cee)\) ?)?(?:n° ?)?"
    r"[0-9]{2,4}[/-][0-9]{1,4})(?![A-Za-z0-9])"
)
