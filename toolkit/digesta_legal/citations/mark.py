"""Marking of the scorer ``citations``: which provisions of the table an answer names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.metrics.exact import nano
from digesta.scorers.base import Column, Response, Row
from digesta_legal.citations.read import Reference, references
from digesta_legal.citations.records import CitationsAsk, CitationsTruth

COLUMNS = (
    Column("points", "count", "hundredths of a point earned"),
    Column("available", "count", "hundredths of a point that the table gives for authorities"),
    Column("article_points", "count", "hundredths earned where article and law alone count"),
    Column("references", "count", "different references that the answer names"),
)
HUNDREDTHS = 100


class Points(NamedTuple):
    """What one phrase is worth, in hundredths of a point, and the ways to earn it."""

    text: str
    worth: int
    ways: tuple[tuple[Reference, ...], ...]


class CitationsKey(NamedTuple):
    """What a question's answers are marked with."""

    phrases: tuple[Points, ...]
    at_most: int
    reading: int = 1

    @property
    def available(self) -> int:
        """Return what all phrases are worth, in hundredths of a point."""
        return sum(phrase.worth for phrase in self.phrases)


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], _resources: Mapping[str, Any]
) -> CitationsKey:
    """Prepare a question, or ValueError where a phrase is worth no whole hundredths."""
    phrases = []
    for each in CitationsTruth.model_validate(truth).citations:
        worth = Fraction(each.points) * HUNDREDTHS
        if worth <= 0 or worth.denominator != 1:
            raise ValueError(f"points {each.points}: over 0, at most two decimals")
        ways = tuple(
            tuple(Reference(each.law, each.number, frozenset(each.parts)) for each in way)
            for way in each.provisions
        )
        phrases.append(Points(each.text, int(worth), ways))
    ask = CitationsAsk.model_validate(question["ask"])
    return CitationsKey(tuple(phrases), ask.at_most, int(ask.reading.rpartition("/")[2]))


def mark(key: CitationsKey, response: Response) -> Row:
    """Mark one answer: the standard columns, then ``COLUMNS``."""
    if response.answer is None:
        return (0, 1, 0, 0, 0, key.available, 0, 0)
    if not isinstance(response.answer, str):
        return (0, 0, 1, 0, 0, key.available, 0, 0)
    named = references_in(response.answer, key.at_most, key.reading)
    earned = sum(phrase.worth for phrase in key.phrases if is_met(phrase, named))
    articles = [each._replace(parts=_EVERY) for each in named]
    bare = sum(phrase.worth for phrase in key.phrases if is_met(phrase, articles))
    credit = nano(Fraction(earned, key.available))
    return (credit, 0, 0, 0, earned, key.available, bare, len(named))


class _AllParts(frozenset[str]):
    """The parts of an article of which every part counts as named."""

    def __ge__(self, other: object) -> bool:
        return True


_EVERY = _AllParts()


def references_in(answer: str, at_most: int, reading: int = 1) -> list[Reference]:
    """Return the different references of an answer, the first ``at_most``."""
    return list(dict.fromkeys(references(answer, reading)))[:at_most]


def is_met(phrase: Points, named: Sequence[Reference]) -> bool:
    """Return whether one way of a phrase is named wholly."""
    return any(
        all(any(each.names(other) for each in named) for other in way) for way in phrase.ways
    )


def why(key: CitationsKey, response: Response) -> str:
    """Return in one plain sentence why the answer earned what it did."""
    if response.answer is None:
        return "missing: there is no answer"
    if not isinstance(response.answer, str):
        return "unreadable: the answer is no text"
    named = references_in(response.answer, key.at_most, key.reading)
    met = [phrase for phrase in key.phrases if is_met(phrase, named)]
    points = sum(phrase.worth for phrase in met) / HUNDREDTHS
    lacking = [phrase.text for phrase in key.phrases if phrase not in met]
    rest = f"; not named: {lacking[0]}" if lacking else ""
    return (
        f"{points:.2f} of {key.available / HUNDREDTHS:.2f} points: {len(met)} of "
        f"{len(key.phrases)} authorities named, {len(named)} references read{rest}"
    )
