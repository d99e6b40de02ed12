"""The six kinds of temporal question, each ready to be marked.

Limits (the ask's ``at_most``) count an element that an answer repeats once. Sets are compared by
F1, 2·hits / (named + true).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from digesta.metrics.exact import NANO, nano, ratio
from digesta_legal.temporal.read import BR, ChainLink, read
from digesta_legal.temporal.states import Change, States
from digesta_legal.temporal.text import TextTruth

Cells = dict[str, int]
"""Column -> integer; columns that are absent are 0."""

NEAR_YEARS, FAR_YEARS = 10, 20
"""Bounds of the distance between the question's day and the horizon."""


@dataclass(frozen=True, kw_only=True)
class TemporalQuestion(ABC):
    """A question ready to be marked.

    blank: the cells of no answer. right: the right answer in words. states: the release's state
    table, for adversaries alone. amendments_by: what reads amendments. limited: the members of an
    answer that may hold ``at_most`` elements.
    """

    at_most: int
    blank: Cells = field(default_factory=dict)
    right: str = ""
    states: States | None = None
    amendments_by: str = BR
    kind: ClassVar[str]
    limited: ClassVar[tuple[str, ...]]
    chance: ClassVar[int] = 0

    @abstractmethod
    def shares(self, reply: Mapping[str, Any]) -> Cells:
        """Return the cells in which an answer, as read, differs from no answer."""

    def cells(self, answer: Any) -> Cells | None:
        """Return the cells of an answer; None where it is unreadable."""
        reply = read(self.kind, answer, self.amendments_by)
        if reply is None or any(len(reply[name]) > self.at_most for name in self.limited):
            return None
        return self.blank | self.shares(reply)


@dataclass(frozen=True, kw_only=True)
class PointInTime(TemporalQuestion):
    """Which version was in force. distance: near, middle or far from the horizon."""

    component: str
    version: int
    text: TextTruth
    distance: str
    kind = "point_in_time"
    limited = ("versions",)

    def shares(self, reply: Mapping[str, Any]) -> Cells:
        """Return the cells of an answer."""
        versions = reply["versions"]
        numbers = [number for name, number in versions if name == self.component]
        hit = int(self.version in numbers)
        credit = NANO * (numbers == [self.version])
        return self._text_cells(reply["text"]) | {
            "credit": credit,
            "pit_right": credit,
            f"{self.distance}_right": credit,
            "found": NANO * hit,
            "precise": _share(hit, len(numbers)),
            "pit_f1": _share(2 * hit, len(numbers) + 1),
            "named": len(versions),
            "stale": sum(number < self.version for number in numbers),
            "premature": sum(number > self.version for number in numbers),
            "off_target": len(versions) - len(numbers),
        }

    def _text_cells(self, text: str | None) -> Cells:
        match = None if text is None else self.text.match(text)
        if match is None:
            return {}
        cells = {"text_right": int(match.same), "contained": nano(match.containment)}
        if self.text.required:
            cells["required"] = nano(match.required)
        if self.text.forbidden:
            cells["forbidden"] = nano(match.forbidden)
        return cells


@dataclass(frozen=True, kw_only=True)
class Attribution(TemporalQuestion):
    """Which amendments changed an article, and when, both in order of time."""

    amendments: tuple[str, ...]
    dates: tuple[str, ...]
    kind = "attribution"
    limited = ("amendments", "dates")

    def shares(self, reply: Mapping[str, Any]) -> Cells:
        """Return the cells of an answer."""
        named = reply["amendments"]
        return set_cells("amendment", named, self.amendments) | {
            "dates_f1": f1(reply["dates"], self.dates),
            "order": _share(in_order(named, self.amendments), len(self.amendments)),
        }


@dataclass(frozen=True, kw_only=True)
class Difference(TemporalQuestion):
    """Whether an article changed between two days, and by which amendments."""

    changed: bool
    amendments: tuple[str, ...]
    versions: tuple[int, int]
    kind = "difference"
    limited = ("amendments_between",)
    chance = NANO // 2

    def shares(self, reply: Mapping[str, Any]) -> Cells:
        """Return the cells of an answer."""
        credit = NANO * (reply["changed"] is self.changed)
        return {
            "credit": credit,
            f"{CHANGED[self.changed]}_right": credit,
            "between_f1": f1(reply["amendments_between"], self.amendments),
            "versions_right": int((reply["version_1"], reply["version_2"]) == self.versions),
        }


@dataclass(frozen=True, kw_only=True)
class Lineage(TemporalQuestion):
    """Through which versions an article went, the first first."""

    chain: tuple[ChainLink, ...]
    kind = "lineage"
    limited = ("version_chain",)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return (date, amendments) of every version after the original text."""
        return changes_of(self.chain)

    def shares(self, reply: Mapping[str, Any]) -> Cells:
        """Return the cells of an answer."""
        links = reply["version_chain"]
        length = len(self.chain)
        numbers = {link.version for link in links} & {link.version for link in self.chain}
        changes, named = self.changes, changes_of(links)
        share = f1(named, changes)
        in_place = sum(a[1] == b[1] for a, b in zip(named, changes, strict=False))
        return {
            "credit": share,
            "lineage_f1": share,
            "links": _share(len(set(links) & set(self.chain)), length),
            "links_in_order": _share(in_order(links, self.chain), length),
            "numbers": _share(len(numbers), length),
            "in_place": _share(in_place, len(changes)),
        }


@dataclass(frozen=True, kw_only=True)
class Consistency(TemporalQuestion):
    """Whether an article was ever amended, and by which amendments."""

    amended: bool
    amendments: tuple[str, ...]
    kind = "consistency"
    limited = ("amendments",)
    chance = NANO // 2

    def shares(self, reply: Mapping[str, Any]) -> Cells:
        """Return the cells of an answer."""
        credit = NANO * (reply["amended"] is self.amended)
        return {
            "credit": credit,
            f"{AMENDED[self.amended]}_right": credit,
            "amended_by_f1": f1(reply["amendments"], self.amendments),
        }


@dataclass(frozen=True, kw_only=True)
class Impact(TemporalQuestion):
    """Which articles of a part were changed within a period, and by which amendments."""

    articles: tuple[str, ...]
    amendments: tuple[str, ...]
    kind = "impact"
    limited = ("articles",)

    def shares(self, reply: Mapping[str, Any]) -> Cells:
        """Return the cells of an answer."""
        by = f1(reply["amendments"], self.amendments)
        return set_cells("article", reply["articles"], self.articles) | {"impact_by_f1": by}


CHANGED = {True: "changed", False: "unchanged"}
AMENDED = {True: "amended", False: "unamended"}


def set_cells(name: str, named: Collection[str], true: Collection[str]) -> Cells:
    """Return credit, F1, precision and recall of a set that is all of an answer."""
    hits, share = len(set(named) & set(true)), f1(named, true)
    return {
        "credit": share,
        f"{name}_f1": share,
        f"{name}_precision": _share(hits, len(named)),
        f"{name}_recall": _share(hits, len(true)),
    }


def f1(named: Collection[Hashable], true: Collection[Hashable]) -> int:
    """Return 2·hits / (named + true) of collections without repetition, in nano-units; 0/0 is 0."""
    return _share(2 * len(set(named) & set(true)), len(named) + len(true))


def in_order(named: Sequence[Hashable], true: Sequence[Hashable]) -> int:
    """Return the length of the longest common subsequence of two sequences without repetition."""
    places = {element: place for place, element in enumerate(true)}
    # Without repetition it is the longest increasing run of places (Fredman 1975).
    ends: list[int] = []
    for place in (places[element] for element in named if element in places):
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return len(ends)


def changes_of(links: Sequence[ChainLink]) -> tuple[Change, ...]:
    """Return (date, amendments) of every link but the original text: version 1, by none."""
    pairs = ((link.date, link.amendments) for link in links if link.amendments or link.version > 1)
    return tuple(dict.fromkeys(pairs))


def distance_of(date: str, horizon: str) -> str:
    """Return how far a day lies from the horizon: near, middle or far."""
    for name, years in (("near", NEAR_YEARS), ("middle", FAR_YEARS)):
        if date > f"{int(horizon[:4]) - years:04}{horizon[4:]}":
            return name
    return "far"


def _share(part: int, whole: int) -> int:
    return nano(ratio(part, whole))
