"""Pictures of published metrics: beside each other, by condition, and one step further down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from digesta.records.board import Board, Row
from digesta.scorers.base import Metric
from digesta.scorers.forms import ConditionPicture, MetricPicture
from digesta_site.language import gettext, ngettext
from digesta_site.pages.boards.metrics_table import metric_cell, metric_ends
from digesta_site.pages.boards.pictures.tables import (
    NOTHING,
    PictureCell,
    PictureHead,
    PictureTable,
    head_of,
    rows_beside,
    shade_of,
)
from digesta_site.pages.common import metric_addresses, person, place_titles
from digesta_site.paths import board_name, board_stem
from digesta_site.values import SiteFrame, SiteRelease
from digesta_site.words import CONDITIONS, percent, span

Known = Mapping[str, tuple[Metric, str]]
_FEWEST = 2
WITHOUT_PASSAGES = "closed_book"
"""The condition under which nothing is retrieved."""


class _Column(NamedTuple):
    """A metric as a column: its heading, the name it has on boards, and where it is told."""

    heading: str
    name: str
    metric: Metric | None
    href: str

    def head(self) -> PictureHead:
        return PictureHead(text=self.heading, href=self.href)

    def cell(self, row: Row, *, ends: bool = True) -> PictureCell:
        value = row.metrics.get(self.name)
        between = metric_ends(value, self.metric, self.name) if ends else ""
        return PictureCell(metric_cell(value, self.metric, self.name), between)


def metric_tables(
    site: SiteFrame, release: SiteRelease, board: Board, *, picture: MetricPicture
) -> list[PictureTable]:
    """Return a table of the metrics that any row has, or one for each cut; none without any."""
    rows = rows_beside(board)
    known = _addresses(site, release, board)
    tables: list[PictureTable] = []
    for cut in picture.cuts or ("",):
        groups = {
            heading: _columns(known, rows, {text: f"{name}{cut}" for text, name in names.items()})
            for heading, names in picture.groups.items()
        }
        columns = [column for group in groups.values() for column in group]
        if columns:
            table = PictureTable(
                heads=[column.head() for column in columns],
                lines=[
                    (
                        head_of(release, board, row),
                        [column.cell(row, ends=not cut) for column in columns],
                    )
                    for row in rows
                ],
                groups=[(heading, len(group)) for heading, group in groups.items() if group],
                title=gettext("At K = %(k)s", k=cut) if cut else "",
                note=_missing(picture, columns) if not cut else "",
                fold=bool(tables),
            )
            tables.append(_table_below_zero(table, picture.taken, rows))
    return tables


def _missing(picture: MetricPicture, columns: Sequence[_Column]) -> str:
    """Return in words which columns nobody has a value for; empty where there is none."""
    kept = {column.name for column in columns}
    headings = [
        heading
        for names in picture.groups.values()
        for heading, name in names.items()
        if name not in kept
    ]
    if not headings:
        return ""
    return gettext("Not recorded for any system here: %(headings)s.", headings=", ".join(headings))


def _addresses(site: SiteFrame, release: SiteRelease, board: Board) -> Known:
    track = release.manifest.track_named(board_name(board.board).track)
    return metric_addresses(site, track)


def _columns(known: Known, rows: Sequence[Row], names: Mapping[str, str]) -> list[_Column]:
    """Return the columns of the metrics that some row has. names: heading -> metric."""
    return [
        _Column(heading, name, *known.get(name, (None, "")))
        for heading, name in names.items()
        if any(value_of(row, name) is not None for row in rows)
    ]


def value_of(row: Row, name: str) -> float | None:
    """Return a row's value of a metric; None where it has none, or it is not defined."""
    value = row.metrics.get(name)
    return None if value is None else value.value


def _table_below_zero(
    table: PictureTable, taken: Sequence[str], rows: Sequence[Row]
) -> PictureTable:
    """Add the column of what was taken off, where the metrics before and after are known."""
    if not taken:
        return table
    heading, before, after = taken
    ends = [(value_of(row, before), value_of(row, after)) for row in rows]
    cells = [
        NOTHING if high is None or low is None else PictureCell(_below_zero(high - low))
        for high, low in ends
    ]
    return replace(
        table,
        heads=[*table.heads, PictureHead(text=heading)],
        groups=[*table.groups, (gettext("Below zero"), 1)],
        lines=[
            (head, [*line, cell]) for (head, line), cell in zip(table.lines, cells, strict=True)
        ],
    )


def _below_zero(share: float) -> str:
    return f"−{percent(share)}" if share > 0 else percent(0)


def step_tables(release: SiteRelease, board: Board) -> list[PictureTable] | None:
    """Return the scores on the boards one step down; None where there are not two of them."""
    name = board_name(board.board)
    below = [
        (other, board_name(other.board))
        for other in release.boards_below.get((board.split, name), [])
        if not board_name(other.board).part
    ]
    if len(below) < _FEWEST:
        return None
    track = release.manifest.track_named(name.track)
    scores = [{row.submission_id: row for row in other.rows} for other, _ in below]
    return [
        PictureTable(
            heads=[
                PictureHead(
                    text=place_titles(track, step)[-1],
                    small=ngettext("%(n)s question", "%(n)s questions", other.n),
                    href=f"{board_stem(other)}.html",
                )
                for other, step in below
            ],
            lines=[
                (
                    head_of(release, board, row),
                    [_score(each.get(row.submission_id)) for each in scores],
                )
                for row in rows_beside(board)
            ],
        )
    ]


def _score(row: Row | None) -> PictureCell:
    if row is None:
        return NOTHING
    return PictureCell(percent(row.score), span(row.low, row.high), shade_of(row.score))


def condition_tables(
    site: SiteFrame, release: SiteRelease, board: Board, *, picture: ConditionPicture
) -> list[PictureTable]:
    """Return each system's parts under each condition of its track, the best system first."""
    boards = list(conditions_beside(release, board))
    rows = [row for _, row in by_system(boards)]
    known = _addresses(site, release, board)
    parts = _columns(known, rows, picture.parts)
    passages = _columns(known, rows, picture.passages)
    if not parts:
        return []
    lines = [
        (
            PictureHead(person(release, row), small=gettext(CONDITIONS.get(condition, condition))),
            [column.cell(row) for column in parts]
            + [
                NOTHING if condition == WITHOUT_PASSAGES else column.cell(row)
                for column in passages
            ],
        )
        for condition, row in by_system(boards)
    ]
    groups = [(gettext("The answers"), len(parts)), (gettext("The passages"), len(passages))]
    return [
        PictureTable(
            heads=[column.head() for column in (*parts, *passages)],
            lines=lines,
            groups=[group for group in groups if group[1]],
        )
    ]


def by_system(boards: Sequence[tuple[str, Board]]) -> list[tuple[str, Row]]:
    """Return the rows of each system together, in the order of conditions, the best one first."""
    rows = [
        (condition, row)
        for condition, board in boards
        for row in rows_beside(board)
        if row.role != "adversary"
    ]
    best: dict[tuple[str, str], float] = {}
    for _, row in rows:
        best[_system(row)] = max(row.score, best.get(_system(row), row.score))
    return sorted(rows, key=lambda pair: (-best[_system(pair[1])], _system(pair[1])))


def _system(row: Row) -> tuple[str, str]:
    """Return by what a system is known under several conditions."""
    return row.model_name, row.organization


def conditions_beside(release: SiteRelease, board: Board) -> Iterator[tuple[str, Board]]:
    """Yield the boards of the same place and judges under each condition of the track."""
    name = board_name(board.board)
    for condition in release.manifest.track_named(name.track).conditions:
        judges = [name.judges] if name.judges else []
        address = "@".join(["/".join(name.place), condition, *judges])
        other = release.board_at.get((address, board.split))
        if other is not None:
            yield condition, other
