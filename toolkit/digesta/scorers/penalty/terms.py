"""What a release says of labels and laws, read once: bytes of its resources to look-up tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from digesta.records.base import Record
from digesta.scorers.penalty.records import Derivation, Level
from digesta.scorers.penalty.resources import Discretion, FineRange, Laws, Vocabulary
from digesta.text.chinese.citations import LawName, article_of, law_name, year_of
from digesta.text.chinese.law_names import name_key, names_of
from digesta.text.normal_form import text_1

R = TypeVar("R", bound=Record)


Place = tuple[str, str, str]
"""A law's full name, the day of a version, an article."""


class Levels(NamedTuple):
    """The table of discretion with its ranges by place, and its circumstances' shares by name."""

    table: Discretion
    ranges: Mapping[Place, FineRange]
    shares: Mapping[str, str]

    def derived(self, facts: Derivation, place: Place) -> Level:
        """Return the level that follows; ValueError where the table lacks what it takes."""
        if place not in self.ranges:
            raise ValueError(
                f"the table of discretion has no range for {facts.law} ({facts.version}) "
                f"article {facts.article}"
            )
        if facts.circumstance not in self.shares:
            raise ValueError(f"the table of discretion has no circumstance {facts.circumstance}")
        fine = self.ranges[place].fine(self.shares[facts.circumstance])
        return self.table.level_of(fine + Fraction(facts.confiscated_cny or 0))


def levels_of(table: Discretion, laws: Mapping[str, str]) -> Levels:
    """Return a table of discretion; ValueError where a range cannot be looked up or stands twice.

    laws: key of a name -> full name.
    """
    ranges: dict[Place, FineRange] = {}
    for one in table.ranges:
        place = place_of(one, laws)
        if place is None:
            raise ValueError(
                f"the release's discretion.json: laws.json has no {one.law}, or {one.article} is "
                "no number of an article"
            )
        if place in ranges:
            raise ValueError(
                f"the release's discretion.json: {one.law} ({one.version}) article {one.article} "
                "has two ranges"
            )
        ranges[place] = one
    return Levels(table, ranges, {one.circumstance: one.share for one in table.circumstances})


def place_of(one: FineRange | Derivation, laws: Mapping[str, str]) -> Place | None:
    """Return the place of what names a law, a version and an article; None for an unknown one."""
    full, article = laws.get(name_key(law_name(one.law).name)), article_of(one.article)
    return None if full is None or article is None else (full, one.version, str(article))


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
        """Return how many labels there are: types, domains."""
        return len(self.names[0]), len(self.names[1])

    def law(self, name: LawName) -> tuple[str, int | None] | None:
        """Return the full name and the year of the version said; None for an unknown law.

        A year of no version in the table says nothing (many name the year of publication).
        """
        full = self.laws.get(name_key(name.name))
        if full is None:
            return None
        year = year_of(name.version)
        return full, year if year in self.years[full] else None


def terms_of(vocabulary: str, resources: Mapping[str, Any]) -> Terms:
    """Return the tables of a vocabulary such as ``finlaw/1``; ValueError with what is wrong.

    resources: bytes (or text) by path; ``finlaw/vocabulary.json`` and ``finlaw/laws.json``, and
    ``finlaw/discretion.json`` where there is one.
    """
    folder = vocabulary.rpartition("/")[0]
    paths = [f"{folder}/{name}.json" for name in ("vocabulary", "laws", "discretion")]
    if absent := [path for path in paths[:2] if path not in resources]:
        raise ValueError(f"the release has no resources/{absent[0]}")
    return _terms(vocabulary, *(_data(resources.get(path, b"")) for path in paths))


def _data(resource: bytes | str) -> bytes:
    return resource.encode() if isinstance(resource, str) else bytes(resource)


@lru_cache(maxsize=8)
def _terms(named: str, vocabulary: bytes, laws: bytes, discretion: bytes) -> Terms:
    words, table = _read(Vocabulary, vocabulary), _read(Laws, laws)
    if words.vocabulary != named:
        raise ValueError(f"the release has the vocabulary {words.vocabulary}, not {named}")
    pairs = [(law_name(one.law).name, one) for one in table.laws]
    known = dict(names_of((full, [law_name(a).name for a in one.aliases]) for full, one in pairs))
    levels = levels_of(_read(Discretion, discretion), known) if discretion else None
    ranged = dict.fromkeys((law, article) for law, _, article in levels.ranges) if levels else {}
    return Terms(
        labels=(_numbers(words.penalty_type), _numbers(words.violation_domain)),
        names=(
            [one.label for one in words.penalty_type],
            [one.label for one in words.violation_domain],
        ),
        laws=known,
        years={full: frozenset(int(v.version[:4]) for v in one.versions) for full, one in pairs},
        citable=tuple(ranged or dict.fromkeys((full, "") for full, _ in pairs)),
        levels=levels,
    )


def _numbers(labels: Any) -> dict[str, int]:
    return {text_1(said): number for number, one in enumerate(labels) for said in one.spellings}


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
