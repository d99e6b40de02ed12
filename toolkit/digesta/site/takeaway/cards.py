"""Share cards: the picture that a link to home or to a board shows elsewhere, drawn at build time.

Nothing on one was read as markup: names are drawn letter by letter, and one that the font of
Pillow lacks letters for stands as its system's id. Only the newest release's boards of whole
tracks have cards of their own; every other page shows home's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from io import BytesIO
from typing import Any, NamedTuple

from digesta.board.rows import best_floor, clears
from digesta.records.base import release_parts
from digesta.records.board import Board, Row
from digesta.site.kinds.common import (
    BAR,
    best_systems,
    condition_words,
    headline_boards,
    least_of,
    marks,
    person,
    score_cell,
)
from digesta.site.language import gettext, ngettext
from digesta.site.mkdocs.head import CARD
from digesta.site.page import DataFile
from digesta.site.paths import board_name, board_stem
from digesta.site.values import SiteInput, SiteRelease
from digesta.site.words import ascii_title, capital, percent, shorten

SIZE = (1200, 630)
"""Pixels, as those who show cards ask for them."""
ROWS = 3
"""Systems of a board."""
_COLOURS = 16
_EDGE, _TOP, _FOOT = 64, 216, 560
_PAPER, _INK, _MUTED, _RULE = "#ffffff", "#1b2026", "#59616b", "#d5d9de"


class Line(NamedTuple):
    """One line of a card: left, right, below it, and where its interval and floor lie, if drawn."""

    left: str
    right: str
    below: str = ""
    bar: Sequence[float] = ()
    floor: float | None = None


class ShareCard(NamedTuple):
    """What a card says, from above."""

    band: str
    heading: str
    about: str
    lines: Sequence[Line]
    foot: str

    def png(self, accent: str) -> bytes:
        """Return the picture: the same bytes for the same card, by the same Pillow."""
        image = _part("Image").new("RGB", SIZE, _PAPER)
        pen = _part("ImageDraw").Draw(image)
        pen.rectangle((0, 0, SIZE[0], 72), fill=accent)
        _write(pen, (_EDGE, 18), self.band, size=30, ink=_PAPER)
        _write(pen, (_EDGE, 92), self.heading, size=54)
        _write(pen, (_EDGE, 160), self.about, size=26, ink=_MUTED)
        step = min(112, (_FOOT - _TOP) // max(1, len(self.lines)))
        for at, line in enumerate(self.lines):
            _draw_line(pen, line, _TOP + at * step, accent=accent)
        pen.line((_EDGE, _FOOT, SIZE[0] - _EDGE, _FOOT), fill=_RULE, width=2)
        _write(pen, (_EDGE, _FOOT + 16), self.foot, size=26, ink=_MUTED)
        file = BytesIO()
        image.quantize(_COLOURS, dither=0).save(file, "PNG", optimize=True)
        return file.getvalue()


def card_files(site: SiteInput) -> Iterator[DataFile]:
    """Yield home's card and those of the newest release's tracks."""
    yield DataFile(f"index{CARD}", _home(site).png(site.config.accent))
    for board, _ in headline_boards(site.newest) if site.newest else ():
        card = board_card(site, board)
        yield DataFile(f"{board_stem(board)}{CARD}", card.png(site.config.accent))


def board_card(site: SiteInput, board: Board) -> ShareCard:
    """Return a board's card: its first systems, each beside the floor, and who is the floor."""
    release = site.newest
    assert release is not None
    name, floor = board_name(board.board), best_floor(board)
    lines = [_system(release, board, row) for row in best_systems(board)[:ROWS]]
    above = (
        ""
        if floor is None
        else "; " + gettext("the floor is %(score)s", score=percent(floor.score))
    )
    questions = ngettext("%(n)s question", "%(n)s questions", board.n)
    return ShareCard(
        band=ascii_title(site.config.title, gettext("Leaderboard")),
        heading=ascii_title(release.manifest.track_named(name.track).title, name.track),
        about=f"{capital(condition_words(name))}, {questions}{above}",
        lines=lines or [Line(gettext("No system has been scored here yet"), "")],
        foot=_release_words(release)
        + ("" if board.ranked else "; " + gettext("nobody is ranked on this board")),
    )


def _home(site: SiteInput) -> ShareCard:
    newest = site.newest
    boards = [
        (board, name, best_systems(board))
        for board, name in (headline_boards(newest) if newest else [])
    ]
    lines = [
        Line(
            f"{newest.manifest.track_named(name.track).title}, {condition_words(name)}",
            gettext(
                "%(n)s of %(all)s",
                n=sum(clears(board, row) == "yes" for row in systems),
                all=len(systems),
            ),
        )
        for board, name, systems in boards
        if newest and systems
    ]
    return ShareCard(
        band=gettext("Leaderboards"),
        heading=ascii_title(site.config.title, gettext("Home")),
        about=gettext(
            "Systems that clear the floor: a program that knows no law, or a simple search"
        ),
        lines=lines or [Line(gettext("No system has been scored here yet"), "")],
        foot=_release_words(newest) if newest else "",
    )


def _system(release: SiteRelease, board: Board, row: Row) -> Line:
    cell, name = score_cell(board, row, least_of(board)), person(release, row)["name"]
    rank = gettext("rank %(rank)s", rank=cell["rank"]) if cell["rank"] else gettext("not ranked")
    floor = cell["floor_words"]
    return Line(
        left=_plain(name, row.submission_id),
        right=f"{cell['score']} ({cell['span']})",
        below=", ".join(filter(None, (rank, gettext(floor)))),
        bar=cell["bar"],
        floor=dict(marks(board)).get("floor"),
    )


def _release_words(release: SiteRelease) -> str:
    return gettext(
        "Release %(release)s of %(day)s", release=release.id, day=release_parts(release.id).day
    )


def _plain(text: str, instead: str) -> str:
    """Return a text whose every letter the font has; else what stands for it."""
    return text if text and text.isascii() and text.isprintable() else instead


def _draw_line(pen: Any, line: Line, top: int, *, accent: str) -> None:
    right = SIZE[0] - _EDGE
    width = pen.textlength(line.right, font=_font(32))
    _write(pen, (_EDGE, top), line.left, size=32, most=right - _EDGE - width - 40)
    _write(pen, (right - width, top), line.right, size=32)
    _write(pen, (_EDGE, top + 42), line.below, size=24, ink=_MUTED)
    if line.bar:
        _draw_bar(pen, line, (right - 4 * BAR, top + 58), accent=accent)


def _draw_bar(pen: Any, line: Line, corner: tuple[int, int], *, accent: str) -> None:
    """Draw an interval with its score on its board's scale, and the floor across it."""
    left, middle = corner
    low, high, score = (left + 4 * place for place in line.bar)
    pen.line((left, middle, left + 4 * BAR, middle), fill=_RULE, width=4)
    pen.line((low, middle, high, middle), fill=accent, width=10)
    pen.ellipse((score - 9, middle - 9, score + 9, middle + 9), fill=accent)
    if line.floor is not None:
        at = left + 4 * line.floor
        pen.line((at, middle - 18, at, middle + 18), fill=_INK, width=3)


def _write(
    pen: Any,
    place: tuple[float, float],
    text: str,
    *,
    size: int,
    ink: str = _INK,
    most: float = SIZE[0] - 2 * _EDGE,
) -> None:
    """Write a text, without its middle where it would be wider than that many pixels."""
    font = _font(size)
    kept = next(
        cut
        for letters in range(len(text), -1, -1)
        if pen.textlength(cut := _cut(text, letters), font=font) <= most
    )
    pen.text(place, kept, font=font, fill=ink)


def _cut(text: str, letters: int) -> str:
    # The font has no ellipsis of one letter.
    return shorten(text, letters).replace("…", "...")


@cache
def _font(size: int) -> Any:
    # Letters laid out by Pillow itself: what a machine has beside it changes no byte.
    module = _part("ImageFont")
    return module.load_default(size).font_variant(layout_engine=module.Layout.BASIC)


@cache
def _part(name: str) -> Any:
    # Of the site's part, which whoever only scores does not have.
    return import_module(f"PIL.{name}")
