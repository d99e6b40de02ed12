"""The tables that pictures are made of: lines of systems, columns of figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from digesta.board.rows import best_floor
from digesta.records.board import Board, Row
from digesta_site.language import gettext, noop
from digesta_site.pages.common import (
    person,
)
from digesta_site.values import SiteRelease

SHADES = 5
"""Steps of a cell's shade."""


class PictureCell(NamedTuple):
    """A figure for the eye, what stands small beside it, and its shade from 0 to ``SHADES``."""

    text: str
    small: str = ""
    shade: int = 0


NOTHING = PictureCell("–")


class PictureHead(NamedTuple):
    """The head of a line or column: a system as ``person`` has it, or a text that may lead on."""

    system: dict[str, Any] | None = None
    text: str = ""
    small: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureTable:
    """A table. groups: (heading, columns under it), over the heads; corner: over the lines.

    title, system: what it is of, where there are several. fold: it is shown on demand.
    """

    heads: Sequence[PictureHead]
    lines: Sequence[tuple[PictureHead, Sequence[PictureCell]]]
    groups: Sequence[tuple[str, int]] = ()
    corner: str = noop("System")
    title: str = ""
    system: dict[str, Any] | None = None
    note: str = ""
    fold: bool = False

    def view(self) -> dict[str, Any]:
        """Return what the template reads."""
        return {
            "title": self.title,
            "system": self.system,
            "note": self.note,
            "fold": self.fold,
            "corner": gettext(self.corner),
            "groups": [list(group) for group in self.groups],
            "heads": [head._asdict() for head in self.heads],
            "lines": [
                {"head": head._asdict(), "cells": [list(cell) for cell in cells]}
                for head, cells in self.lines
            ],
        }


def rows_beside(board: Board) -> list[Row]:
    """Return the rows that pictures show: all but adversaries, and the best floor."""
    floor = best_floor(board)
    return [row for row in board.rows if row.role != "adversary" or row is floor]


def head_of(release: SiteRelease, board: Board, row: Row) -> PictureHead:
    """Return a system as the head of a line, with its role where it is no system to be ranked."""
    role = "" if row.role == "system" else gettext(row.role)
    if row is best_floor(board):
        role = gettext("%(role)s, the floor", role=role)
    return PictureHead(person(release, row), small=role)


def shade_of(share: float) -> int:
    """Return the shade of a share.

    >>> shade_of(0.0), shade_of(0.5), shade_of(1.0)
    (0, 3, 5)
    """
    return min(SHADES, max(0, int(share * SHADES + 0.5)))
