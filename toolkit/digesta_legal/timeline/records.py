"""The records of the temporal graph, after TLR-Bench: norm, components, versions, amendments.

A CTV (component temporal version) is a component between two changes; its CLV (component
language version) is that in one language; the TextUnit holds the words. Ids are those of
TLR-Bench: component + ``_vN``, + ``_pt``, + ``_text``. A text is named by SHA-256 of its
collapsed form, where the original has half an MD5 of the raw text.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, get_args

from digesta.canonical import sha256_hex
from digesta.text.normal_form import collapse

Division = Literal["body", "title", "chapter", "section", "subsection"]
ComponentType = Literal[Division, "article", "paragraph", "item", "letter", "caput"]
"""What a component is. A body is the permanent text (cf) or the transitional one (adct). A caput
is the own line of what has parts, where versions are aggregated."""

DIVISIONS: tuple[ComponentType, ...] = get_args(Division)
"""Components without text of their own, widest first."""

Event = Literal["original", "added", "modified", "repealed", "restored"]
"""What made a version."""


def in_force(start: str, end: str | None, day: str) -> bool:
    """Return whether a day lies in [start, end); an interval of no length holds no day.

    >>> in_force("2000-02-14", "2010-02-04", "2010-02-04")
    False
    """
    return start <= day and (end is None or day < end)


def named(amendment: str) -> bool:
    """Return whether an amendment has a name: one that its source does not name is its day.

    >>> named("EC 59"), named("2016-1088"), named("2016-08-10")
    (True, True, False)
    """
    return _DAY.fullmatch(amendment) is None


_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def text_digest(text: str) -> str:
    """Return the SHA-256 of a text in NFC with white space collapsed, as 64 hexadecimal digits."""
    return sha256_hex(collapse(text).encode("utf-8", "surrogatepass"))


class Norm(NamedTuple):
    """A law as a whole."""

    official_id: str
    name: str
    enactment_date: str
    jurisdiction: str
    document_type: str
    language: str


class Component(NamedTuple):
    """A part of a norm, whatever its text: it stays the same through all its versions.

    ordering_id: place in the norm, from 0. parent_id: the component above; "" for a body.
    """

    component_id: str
    component_type: ComponentType
    ordering_id: int
    norm_id: str
    parent_id: str


class CTV(NamedTuple):
    """A component between two changes.

    substantive: False for a version that changed spelling or form alone, which makes no new
    state. amendments: of the day on which it began; none for the original text. ended_by: of
    the day on which the component was taken out without a next version.
    """

    component_id: str
    version_number: int
    date_start: str
    date_end: str | None
    event: Event
    substantive: bool
    amendments: tuple[str, ...]
    ended_by: tuple[str, ...]

    @property
    def ctv_id(self) -> str:
        """Return the id: the component's, then ``_v`` and the number."""
        return f"{self.component_id}_v{self.version_number}"

    def clv_id(self, language: str) -> str:
        """Return the id of the version in one language (CLV)."""
        return f"{self.ctv_id}_{language}"

    def text_id(self, language: str) -> str:
        """Return the id of its words in one language (TextUnit)."""
        return f"{self.clv_id(language)}_text"

    def in_force(self, day: str) -> bool:
        """Return whether the version is in force on a day."""
        return in_force(self.date_start, self.date_end, day)


class Action(NamedTuple):
    """An amendment as an event. Several may share a day. summary: official, may be empty."""

    amendment: str
    date: str
    summary: str

    @property
    def action_id(self) -> str:
        """Return the id, such as ``ec_59``."""
        return self.amendment.lower().replace(" ", "_")
