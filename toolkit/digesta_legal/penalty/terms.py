"""A release's labels and laws as look-up tables, read once from the bytes of its resources."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from digesta.records.base import Record
from digesta.text.chinese.citations import LawName, article_of, law_name, year_of
from digesta.text.chinese.law_names import name_key, names_of
from digesta.text.normal_form import text_1
from digesta_legal.penalty.records import Derivation, Level
from digesta_legal.penalty.resources import Discretion, FineRange, Label, Laws, Vocabulary

R = TypeVar("R", bound=Record)


Place = tuple[str, str, str]
"""A law's full name, the day of a version, an article."""


class Levels(NamedTuple):
    """The table of discretion with its ranges by place, and its circumstances' shares by name."""

    table: Discretion
    ranges: Mapping[Place, FineRange]
    shares: Mapping[str, str]

    def level(self, facts: Derivation, place: Place) -> Level:
        """Return the level that follows from facts; ValueError where the table lacks one."""
        if place not in self.ranges:
            raise ValueError(
                f"the table of discretion has no range for {facts.law} ({facts.version}) "
                f"article {facts.article}"
            )
        if facts.circumstance not in self.shares:
            raise ValueError(f"the table of discretion has no circumstance {facts.circumstance}")
        fine = self.ranges[place].fine(self.shares[facts.circumstance])
        return self.table.level_of(fine + Fraction(facts.confiscated_cny or 0))


def _levels(table: Discretion, laws: Mapping[str, str]) -> Levels:
    """Return a table of discretion; ValueError where a range cannot be looked up or stands twice.

    laws: key of a name -> full name.
    """
    ranges: dict[Place, FineRange] = {}
    for fine in table.ranges:
        place = place_of(fine, laws)
        if place is None:
            raise ValueError(
                f"the release's discretion.json: laws.json has no {fine.law}, or {fine.article} "
                "is no number of an article"
            )
        if place in ranges:
            raise ValueError(
                f"the release's discretion.json: {fine.law} ({fine.version}) article "
                f"{fine.article} has two ranges"
            )
        ranges[place] = fine
    return Levels(table, ranges, {case.circumstance: case.share for case in table.circumstances})


def place_of(article: FineRange | Derivation, laws: Mapping[str, str]) -> Place | None:
    """Return the place of an article, by the keys of laws' names; None for an unknown one."""
    law, number = laws.get(name_key(law_name(article.law).name)), article_of(article.article)
    return None if law is None or number is None else (law, article.version, str(number))


class Terms(NamedTuple):
    """Labels and laws of a release.

    labels: for types, then domains: normal form of a spelling -> number, from 0. names: of the
    labels, by number. laws: key of a name -> full name. years: full name -> the years of its
    versions. citable: what the tables alone let anyone cite, as (law, article): the articles
    that have a range, or each law, with "" for an article, where none has. levels: how levels
    follow, where the release says so.
    """

    labels: tuple[Mapping[str, int], Mapping[str, int]]
    names: tuple[Sequence[str], Sequence[str]]
    laws: Mapping[str, str]
    years: Mapping[str, frozenset[int]]
    citable: Sequence[tuple[str, str]]
    levels: Levels | None = None

    @property
    def sizes(self) -> tuple[int, int]:
        """Return how many labels there are: types, domains; 1 where there are none."""
        return max(1, len(self.names[0])), max(1, len(self.names[1]))

    def law(self, name: LawName) -> tuple[str, int | None] | None:
        """Return a law's full name and the year of the version named; None for an unknown law.

        A year of no version in the table is left out (many name the year of publication).
        """
        full = self.laws.get(name_key(name.name))
        if full is None:
            return None
        year = year_of(name.version)
        return full, year if year in self.years[full] else None


def terms_of(vocabulary: str, resources: Mapping[str, Any]) -> Terms:
    """Return the tables of a vocabulary such as ``finlaw/1``; ValueError where they are unsound.

    resources: bytes (or text) by path; ``finlaw/vocabulary.json`` and ``finlaw/laws.json``, and
    ``finlaw/discretion.json`` where there is one.
    """
    folder = vocabulary.rpartition("/")[0]
    paths = [f"{folder}/{name}.json" for name in ("vocabulary", "laws", "discretion")]
    if absent := [path for path in paths[:2] if path not in resources]:
        raise ValueError(f"the release has no resources/{absent[0]}")
    files = (resources.get(path, b"") for path in paths)
    return _terms(vocabulary, *(f.encode() if isinstance(f, str) else bytes(f) for f in files))


def listed_labels(ask: Mapping[str, Any], resources: Mapping[str, Any]) -> tuple[str, ...]:
    """Return all labels that an ask lets choose from; none where the tables are unsound."""
    try:
        types, domains = terms_of(str(ask.get("vocabulary")), resources).names
    except ValueError:
        return ()  # a check of the release's truths names what is wrong with the tables
    return (*types, *domains)


@lru_cache(maxsize=8)
def _terms(named: str, vocabulary: bytes, laws: bytes, discretion: bytes) -> Terms:
    words, table = _read(Vocabulary, vocabulary), _read(Laws, laws)
    if words.vocabulary != named:
        raise ValueError(f"the release has the vocabulary {words.vocabulary}, not {named}")
    pairs = [(law_name(law.law).name, law) for law in table.laws]
    known = dict(names_of((full, [law_name(a).name for a in law.aliases]) for full, law in pairs))
    levels = _levels(_read(Discretion, discretion), known) if discretion else None
    ranged = dict.fromkeys((law, article) for law, _, article in levels.ranges) if levels else {}
    return Terms(
        labels=(_numbers(words.penalty_type), _numbers(words.violation_domain)),
        names=(_labels(words.penalty_type), _labels(words.violation_domain)),
        laws=known,
        years={full: frozenset(int(v.version[:4]) for v in law.versions) for full, law in pairs},
        citable=tuple(ranged or dict.fromkeys((full, "") for full, _ in pairs)),
        levels=levels,
    )


def _numbers(labels: Sequence[Label]) -> dict[str, int]:
    return {text_1(text): number for number, label in enumerate(labels) for text in label.spellings}


def _labels(labels: Sequence[Label]) -> list[str]:
    return [label.label for label in labels]


def _read(record: type[R], data: bytes) -> R:
    name = record.__name__.lower()
    try:
        return record.model_validate(json.loads(data))
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        place = "/".join(map(str, first["loc"]))
        raise ValueError(f"the release's {name}.json: {place}: {first['msg']}") from wrong
    except ValueError as wrong:
        raise ValueError(f"the release's {name}.json is no JSON: {wrong}") from wrong
