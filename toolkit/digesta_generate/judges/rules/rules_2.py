"""``rules-2``: ``rules-1`` that reads more writings, near a criterion's words, and looks at claims.

- It reads each sentence as ``rules.spelling`` writes it, and every sentence, in lists and tables
  too. In place of a rule against lists, what a criterion asks for counts only *near its words*:
  the sentence, with the ones before and after it, has ``NEAR`` of the words of the criterion's
  text (by their first ``STEM`` letters), those of the check and of any sentence apart.
- A decision may be named by its court and day alone, where no number is written.
- *Claims* are the numbered decisions and the days that an answer writes. One is made up where
  arithmetic shows it: a day that no calendar has, a ruling older than its case's number, the
  number of a ruling that a criterion asks for with another day.
- *Assertions* are the criteria that ask for an authority and whose words the answer has: each
  needs a source, and has one where the criterion is met.

What it cannot tell is what ``rules-1`` cannot: whether what stands near is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from digesta.text.french.checks import CheckTerm, Quantity, Ruling, TextArticle, parse_check
from digesta.text.french.citations import CitedArticle, plain_french
from digesta.text.french.values import MONTHS, fr_date
from digesta_generate.judges.rules import french, rules_1
from digesta_generate.judges.rules.spelling import EMPTY, spell_alike

NEAR = Fraction(3, 20)
"""Share of a criterion's words that stand near what it asks for."""

FEW, STEM, WINDOW = 4, 5, 2
"""Words of a criterion below which it wants a statement of ``rules-1`` instead; letters by which
two words are one; sentences before and after that are near."""


@dataclass(frozen=True, eq=False)
class WideStatement(french.Statement):
    """A sentence read in one writing; ``words`` stay verbatim.

    around: the words of it and of its neighbours. states: it is a statement of ``rules-1``. asked:
    it stands in the question.
    """

    around: frozenset[str] = frozenset()
    states: bool = False
    wanted_value: bool = False

    @cached_property
    def _other(self) -> french.Statement:
        return french.Statement(spell_alike(self.words), self.before)

    @cached_property
    def plain(self) -> str:
        """Return it in one writing, plain, its case kept."""
        return self._other.plain

    @cached_property
    def articles(self) -> tuple[CitedArticle, ...]:
        """Return the articles that it cites, in either writing."""
        return tuple(dict.fromkeys((*super().articles, *self._other.articles)))

    @cached_property
    def dates(self) -> frozenset[date]:
        """Return the days that it names, in either writing."""
        return super().dates | self._other.dates

    @cached_property
    def numbers(self) -> frozenset[Quantity]:
        """Return the numbers that it writes, in either writing."""
        return super().numbers | self._other.numbers


class Findings(NamedTuple):
    """What is said of one answer, as a verdict has it."""

    criteria: list[dict[str, Any]]
    claims: list[dict[str, Any]]
    assertions: list[dict[str, Any]]


def judge_answer(question: str, criteria: Mapping[str, Mapping[str, Any]], answer: str) -> Findings:
    """Return the verdict on each criterion with a check, and the claims and assertions found."""
    checked = [criterion for criterion in criteria.values() if "check" in criterion]
    terms = [term for each in checked for some in parse_check(each["check"]) for term in some]
    reading = read(answer, question, terms)
    verdicts = [_verdict(criterion, reading) for criterion in checked]
    return Findings(
        verdicts, list(claims_in(reading, terms)), list(_assertions(checked, verdicts, reading))
    )


def read(answer: str, question: str, terms: list[CheckTerm]) -> french.ReadAnswer:
    """Return an answer as it is read. terms: of the checks; texts that it names are theirs too."""
    first = french.read(answer, question)
    stating = set(map(id, first.statements))
    stems = [_stems(spell_alike(each.words)) for each in first.sentences]
    wanted_value = plain_french(question).lower()
    sentences = tuple(
        WideStatement(
            each.words,
            each.before,
            frozenset().union(*stems[max(0, at - WINDOW) : at + WINDOW + 1]),
            states=id(each) in stating,
            wanted_value=each.lower_plain in wanted_value,
        )
        for at, each in enumerate(first.sentences)
    )
    stated = plain_french(" ".join((question, *(each.plain for each in sentences)))).lower()
    wanted = {term.value.text for term in terms if isinstance(term.value, TextArticle)}
    return french.ReadAnswer(
        first.lines,
        sentences,
        tuple(each for each in sentences if not each.wanted_value),
        first.texts | {text for text in wanted if text in stated},
    )


def _verdict(criterion: Mapping[str, Any], reading: french.ReadAnswer) -> dict[str, Any]:
    if criterion["dimension"] != "negative":
        reading = replace(reading, statements=tuple(_near(criterion, reading)))
    return rules_1.verdict_of(criterion, reading)


def _near(criterion: Mapping[str, Any], reading: french.ReadAnswer) -> Iterator[french.Statement]:
    """Yield the sentences that may meet a criterion: near its words, or, of few words, stating."""
    words = _stems(criterion["text"]) - _stems(criterion["check"])
    for each in reading.sentences:
        assert isinstance(each, WideStatement), "read"
        if len(words) < FEW:
            near = each.states
        else:
            near = not each.wanted_value and len(words & each.around) >= NEAR * len(words)
        if near:
            yield each


def _stems(text: str) -> frozenset[str]:
    plain = plain_french(text).lower()
    return frozenset(word[:STEM] for word in _LETTERS.findall(plain) if word not in _EMPTY)


# Claims and assertions ------------------------------------------------------------------------


def claims_in(reading: french.ReadAnswer, terms: list[CheckTerm]) -> Iterator[dict[str, Any]]:
    """Yield the numbered decisions and the days of an answer, and whether each is made up."""
    wanted = {term.value.number: term.value.day for term in terms if isinstance(term.value, Ruling)}
    for each in reading.sentences:
        for match in _DAY.finditer(each.lower_plain):
            yield _claim(match[0], "date_fact", made_up=fr_date(match[0]) is None)
        for match in _RULED.finditer(plain_french(each.words)):
            decided, number = fr_date(match["day"]), match["number"].replace(".", "")
            false = decided is not None and (
                _year(number) > decided.year or wanted.get(number, decided) != decided
            )
            yield _claim(match[0], "jurisprudence", made_up=false)


def _claim(text: str, category: str, *, made_up: bool) -> dict[str, Any]:
    claim = {"text": text, "category": category, "hallucinated": made_up}
    return claim | ({"severity": "major"} if made_up else {})


def _year(number: str) -> int:
    """Return the year of a case by its number: 21-15809, C-807/21."""
    digits = int(number[-2:] if number[0] in "CT" else number[:2])
    return digits + (2000 if digits < _CENTURY else 1900)


def _assertions(
    criteria: list[Mapping[str, Any]], verdicts: list[dict[str, Any]], reading: french.ReadAnswer
) -> Iterator[dict[str, Any]]:
    for criterion, verdict in zip(criteria, verdicts, strict=True):
        asks = any(t.kind == "authority" for some in parse_check(criterion["check"]) for t in some)
        near = next(_near(criterion, reading), None) if asks else None
        if near is not None:
            yield {"text": near.words, "needs_source": True, "has_source": verdict["satisfied"]}


_MONTH = "|".join(map(plain_french, MONTHS))
_DAY = re.compile(rf"(?<![\w.,/-])(?:1er|[0-9]{{1,2}}) (?:{_MONTH})\.? [12][0-9]{{3}}(?![0-9])")
_RULED = re.compile(
    rf"(?i)(?:Cass\.|CJUE|CJCE)[^;()]{{0,40}}?(?P<day>(?:1er|[0-9]{{1,2}}) (?:{_MONTH})\.?"
    r" [12][0-9]{3})[^;().0-9]{0,60}(?:\(?(?:aff\.|affaire) |n° ?)?"
    r"(?P<number>[0-9]{2}-[0-9]{2}\.?[0-9]{3}|[CT]-[0-9]{1,4}/[0-9]{2})(?![0-9])"
)
_CENTURY = 50
_LETTERS = re.compile(r"[a-z]{4,}")
_EMPTY = french.CITING | frozenset(EMPTY)
"""Words that stand in any sentence."""
