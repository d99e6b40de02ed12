"""The tables of a board: which rows stand in which, and in what order."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from digesta.records.base import release_parts
from digesta.records.board import Board, Row
from digesta.records.submission import RANKED_LEVELS
from digesta_site.language import noop


def _may_rank(board: Board, row: Row) -> bool:
    """Return whether a row's level ranks: in an archive also what its makers published."""
    archive = release_parts(board.release).series
    return row.level in {"archived", "rerun"} if archive else row.level in RANKED_LEVELS


class Section(NamedTuple):
    """A table of a board: which rows stand in it. The first section that takes a row has it."""

    key: str
    title: str
    about: str
    takes: Callable[[Board, Row], bool]


SECTIONS = (
    Section(
        "ranked",
        noop("Ranked systems"),
        noop("Systems in a tie group do not differ significantly from the first of their group."),
        lambda board, row: board.ranked and row.rank_low is not None and _may_rank(board, row),
    ),
    Section(
        "floors",
        noop("Floors"),
        noop(
            "What a system must beat. Adversaries are programs that know no law; baselines are "
            "simple programs that may use some. Floors have no rank."
        ),
        lambda _, row: row.role in {"adversary", "baseline"},
    ),
    Section(
        "reference",
        noop("For reference"),
        noop("Answers written to calibrate or to compare, not ranked."),
        lambda _, row: row.role in {"calibration", "reference"},
    ),
    Section(
        "open",
        noop("Self-reported on open answers"),
        noop(
            "Sent in for questions whose right answers were public: nobody can say how these "
            "answers came to be, so they have no rank."
        ),
        lambda _, row: row.level == "open",
    ),
    Section(
        "archived",
        noop("Published elsewhere"),
        noop("Others' published answers, marked again here; not ranked."),
        lambda _, row: row.level == "archived",
    ),
    Section(
        "unranked",
        noop("Side by side"),
        noop("Too few to rank: only the scores are shown."),
        lambda *_: True,
    ),
)
SHOWN = ("ranked", "unranked", "open", "archived", "reference", "floors")
"""The order on the page."""


def sections_of(board: Board) -> list[tuple[Section, list[Row]]]:
    """Put every row into the one section that takes it; empty sections are left out."""
    rows: dict[str, list[Row]] = {}
    for row in board.rows:
        taken = next(section for section in SECTIONS if section.takes(board, row))
        rows.setdefault(taken.key, []).append(row)
    by_key = {section.key: section for section in SECTIONS}
    return [(by_key[key], rows[key]) for key in SHOWN if key in rows]
