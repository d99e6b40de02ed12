"""How a penalty's level follows from an article's range and the facts: the table, and its use."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from digesta.scorers.penalty.records import Derivation, Level
from digesta.scorers.penalty.resources import Discretion, FineRange
from digesta.text.chinese.citations import article_of, law_name
from digesta.text.chinese.law_names import name_key

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
