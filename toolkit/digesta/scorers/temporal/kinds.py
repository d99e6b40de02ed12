"""The six kinds of temporal question, each ready to be marked.

Each gives its cells of a row for an answer (``cells``: None where it is unreadable) and for no
answer (``blank``), and says what is right (``right``). ``states`` is the release's state table,
for adversaries alone. Limits (the ask's ``at_most``) count what
is said twice once. Sets are compared by F1, 2·hits / (named + true).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Hashable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO, nano
from digesta.scorers.temporal import answers as reading
from digesta.scorers.temporal.answers import Link
from digesta.scorers.temporal.states import States
from digesta.scorers.temporal.text import Expected

Cells = dict[str, int]
"""Column -> integer; columns that are absent are 0."""

NEAR_YEARS, FAR_YEARS = 10, 20
"""Bounds of the distance between the day that is asked about and the horizon."""


class PointInTime(NamedTuple):
    """Which version was in force. distance: near, middle or far from the horizon."""

    component: str
    version: int
    text: Expected
    distance: str
    at_most: int
    chance: int = 0
    states: States | None = None

    @property
    def blank(self) -> Cells:
        """Return the cells of no answer."""
        requires, forbids = bool(self.text.required), bool(self.text.forbidden)
        return {
            "pit": 1,
            self.distance: 1,
            "requires": int(requires),
            "forbids": int(forbids),
            "forbidden": NANO * forbids,
        }

    @property
    def right(self) -> str:
        """Return what is right."""
        return f"version {self.version} of {self.component}"

    def cells(self, answer: Any) -> Cells | None:
        """Mark an answer."""
        given = reading.named(answer)
        if given is None or len(given.versions) > self.at_most:
            return None
        mine = [number for name, number in given.versions if name == self.component]
        found = int(self.version in mine)
        right = int(mine == [self.version])
        return (
            self.blank
            | self._text_cells(given.text)
            | {
                "credit": NANO * right,
                "pit_right": NANO * right,
                f"{self.distance}_right": NANO * right,
                "found": NANO * found,
                "precise": nano(Fraction(found, len(mine))) if mine else 0,
                "pit_f1": nano(Fraction(2 * found, len(mine) + 1)),
                "named": len(given.versions),
                "stale": sum(number < self.version for number in mine),
                "premature": sum(number > self.version for number in mine),
                "off_target": len(given.versions) - len(mine),
            }
        )

    def _text_cells(self, text: str | None) -> Cells:
        held = None if text is None else self.text.held(text)
        if held is None:
            return {}
        cells = {"text_right": int(held.same), "contained": nano(held.containment)}
        if self.text.required:
            cells["required"] = nano(held.required)
        if self.text.forbidden:
            cells["forbidden"] = nano(held.forbidden)
        return cells


class Attribution(NamedTuple):
    """Which amendments changed an article, and when, both in order of time."""

    amendments: tuple[str, ...]
    dates: tuple[str, ...]
    at_most: int
    chance: int = 0
    states: States | None = None

    @property
    def blank(self) -> Cells:
        """Return the cells of no answer."""
        return {"attribution": 1}

    @property
    def right(self) -> str:
        """Return what is right."""
        return ", ".join(self.amendments)

    def cells(self, answer: Any) -> Cells | None:
        """Mark an answer."""
        given = reading.attributed(answer)
        if given is None or max(len(given.amendments), len(given.dates)) > self.at_most:
            return None
        hits = len(set(given.amendments) & set(self.amendments))
        share = f1(given.amendments, self.amendments)
        return self.blank | {
            "credit": share,
            "amendment_f1": share,
            "amendment_precision": _share(hits, len(given.amendments)),
            "amendment_recall": _share(hits, len(self.amendments)),
            "dates_f1": f1(given.dates, self.dates),
            "order": _share(in_order(given.amendments, self.amendments), len(self.amendments)),
        }


class Difference(NamedTuple):
    """Whether an article changed between two days, and by what."""

    changed: bool
    amendments: tuple[str, ...]
    versions: tuple[int, int]
    at_most: int
    chance: int = NANO // 2
    states: States | None = None

    @property
    def blank(self) -> Cells:
        """Return the cells of no answer."""
        return {_CHANGED[self.changed]: 1, "between": int(bool(self.amendments))}

    @property
    def right(self) -> str:
        """Return what is right."""
        by = f", by {', '.join(self.amendments)}" if self.amendments else ""
        return f"that it changed{by}" if self.changed else "that nothing changed"

    def cells(self, answer: Any) -> Cells | None:
        """Mark an answer."""
        given = reading.compared(answer)
        if given is None or len(given.amendments) > self.at_most:
            return None
        credit = NANO * (given.changed is self.changed)
        return self.blank | {
            "credit": credit,
            f"{_CHANGED[self.changed]}_right": credit,
            "between_f1": f1(given.amendments, self.amendments) if self.amendments else 0,
            "versions_right": int(given.versions == self.versions),
        }


class Lineage(NamedTuple):
    """Through which versions an article went, the first first."""

    chain: tuple[Link, ...]
    at_most: int
    chance: int = 0
    states: States | None = None

    @property
    def changes(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Give (date, amendments) of every version after the original text."""
        return changes_of(self.chain)

    @property
    def blank(self) -> Cells:
        """Return the cells of no answer."""
        return {"lineage": 1}

    @property
    def right(self) -> str:
        """Return what is right."""
        return "; ".join(f"{date}: {', '.join(made_by)}" for date, made_by in self.changes)

    def cells(self, answer: Any) -> Cells | None:
        """Mark an answer."""
        links = reading.chained(answer)
        if links is None or len(links) > self.at_most:
            return None
        length = len(self.chain)
        numbers = {link.version for link in links} & {link.version for link in self.chain}
        changes, given = self.changes, changes_of(links)
        share = f1(set(given), changes)
        in_place = sum(a[1] == b[1] for a, b in zip(given, changes, strict=False))
        return self.blank | {
            "credit": share,
            "lineage_f1": share,
            "links": _share(len(set(links) & set(self.chain)), length),
            "links_in_order": _share(in_order(links, self.chain), length),
            "numbers": _share(len(numbers), length),
            "in_place": _share(in_place, len(changes)),
        }


class Consistency(NamedTuple):
    """Whether an article was ever amended, and by what."""

    amended: bool
    amendments: tuple[str, ...]
    at_most: int
    chance: int = NANO // 2
    states: States | None = None

    @property
    def blank(self) -> Cells:
        """Return the cells of no answer."""
        return {_AMENDED[self.amended]: 1, "amended_by": int(bool(self.amendments))}

    @property
    def right(self) -> str:
        """Return what is right."""
        by = f", by {', '.join(self.amendments)}" if self.amendments else ""
        return f"that it was amended{by}" if self.amended else "that it was never amended"

    def cells(self, answer: Any) -> Cells | None:
        """Mark an answer."""
        given = reading.amended(answer)
        if given is None or len(given[1]) > self.at_most:
            return None
        credit = NANO * (given[0] is self.amended)
        return self.blank | {
            "credit": credit,
            f"{_AMENDED[self.amended]}_right": credit,
            "amended_by_f1": f1(given[1], self.amendments) if self.amendments else 0,
        }


class Impact(NamedTuple):
    """Which articles of a part were changed within a time, and by what."""

    articles: tuple[str, ...]
    amendments: tuple[str, ...]
    at_most: int
    chance: int = 0
    states: States | None = None

    @property
    def blank(self) -> Cells:
        """Return the cells of no answer."""
        return {"impact": 1, "impact_by": int(bool(self.amendments))}

    @property
    def right(self) -> str:
        """Return what is right."""
        return ", ".join(self.articles)

    def cells(self, answer: Any) -> Cells | None:
        """Mark an answer."""
        given = reading.affected(answer)
        if given is None or len(given.articles) > self.at_most:
            return None
        hits = len(set(given.articles) & set(self.articles))
        share = f1(given.articles, self.articles)
        return self.blank | {
            "credit": share,
            "article_f1": share,
            "article_precision": _share(hits, len(given.articles)),
            "article_recall": _share(hits, len(self.articles)),
            "impact_by_f1": f1(given.amendments, self.amendments) if self.amendments else 0,
        }


Prepared = PointInTime | Attribution | Difference | Lineage | Consistency | Impact

_CHANGED = {True: "changed", False: "unchanged"}
_AMENDED = {True: "amended", False: "unamended"}


def f1(given: Collection[Hashable], true: Collection[Hashable]) -> int:
    """Give 2·hits / (given + true) of collections without repetition, in nano-units; 0/0 is 0."""
    return _share(2 * len(set(given) & set(true)), len(given) + len(true))


def in_order(given: Sequence[Hashable], true: Sequence[Hashable]) -> int:
    """Count the longest common subsequence of two sequences, neither with repetition."""
    place = {one: index for index, one in enumerate(true)}
    # Without repetition it is the longest increasing run of places (Fredman 1975).
    ends: list[int] = []
    for index in (place[one] for one in given if one in place):
        at = bisect_left(ends, index)
        ends[at : at + 1] = [index]
    return len(ends)


def changes_of(links: Sequence[Link]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Give (date, amendments) of every link but the original text: version 1, by none."""
    pairs = ((link.date, link.amendments) for link in links if link.amendments or link.version > 1)
    return tuple(dict.fromkeys(pairs))


def distance_of(date: str, horizon: str) -> str:
    """Say how far a day lies from the horizon: near, middle or far."""
    for name, years in (("near", NEAR_YEARS), ("middle", FAR_YEARS)):
        if date > f"{int(horizon[:4]) - years:04}{horizon[4:]}":
            return name
    return "far"


def _share(part: int, whole: int) -> int:
    return nano(Fraction(part, whole)) if whole else 0
