"""The judge ledger: what each judge gives each system, at which place, and how far places move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.records.board import Board
from digesta.records.release import JudgedTable
from digesta_site.pages.common import condition_words, person
from digesta_site.paths import board_name, board_stem
from digesta_site.values import SiteRelease
from digesta_site.words import percent, span

SEVERAL = 2
"""Judges of whom a ledger is made; an archive's only judge has one too."""

_NOTHING_KNOWN = {"scale": "", "agreement": "", "examinations": None, "own": (), "left_out": 0}
"""What a ledger says beside its rows, where nothing of it is known."""


class LedgerCell(NamedTuple):
    """What a judge gives a system: the exact value, and as it is shown with its interval."""

    value: Fraction
    text: str
    span: str = ""


class LedgerRow(NamedTuple):
    """A system, with a cell for each judge; passed: examinations, where they were counted."""

    system: Mapping[str, Any]
    cells: Sequence[LedgerCell]
    passed: int | None = None


def ledgers_of(release: SiteRelease, track: str) -> list[dict[str, Any]]:
    """Return the ledgers of a track: of its boards under each condition, then as published."""
    boards: dict[str, list[Board]] = {}
    for board in release.boards_on.get(track, ()):
        name = board_name(board.board)
        if name.judges:
            boards.setdefault(name.condition, []).append(board)
    archive = release.manifest.archive
    own = (_of_boards(release, some) for some in boards.values())
    fewest = 1 if archive else SEVERAL
    return [
        *(ledger for ledger in own if ledger["rows"] and len(ledger["judges"]) >= fewest),
        *(published_ledger(table) for table in (archive.judged if archive else None) or ()),
    ]


def has_judges_page(release: SiteRelease, track: str) -> bool:
    """Return whether a track has a page of its judges: ``panel`` makes it."""
    compared = any(board_name(each.board).track == track for each in release.judge_comparisons)
    return compared or bool(ledgers_of(release, track))


def _of_boards(release: SiteRelease, boards: Sequence[Board]) -> dict[str, Any]:
    """Return the ledger of the boards of one judge each; systems that each of them has."""
    single = [board for board in boards if "+" not in board_name(board.board).judges]
    rows = [{row.submission_id: row for row in b.rows if row.role == "system"} for b in single]
    shared = [key for key in (rows[0] if rows else ()) if all(key in each for each in rows)]
    return {
        **_NOTHING_KNOWN,
        "title": condition_words(board_name(boards[0].board)._replace(judges="")),
        "judges": [
            {"name": board_name(board.board).judges, "href": f"{board_stem(board)}.html"}
            for board in single
        ],
        "left_out": len(set().union(*rows)) - len(shared),
        **_with_places(
            [
                LedgerRow(
                    person(release, rows[0][key]),
                    [
                        LedgerCell(
                            Fraction(str(own.score)), percent(own.score), span(own.low, own.high)
                        )
                        for own in (each[key] for each in rows)
                    ],
                )
                for key in shared
            ]
        ),
    }


def published_ledger(table: JudgedTable) -> dict[str, Any]:
    """Return the ledger of a table of means: no intervals, since the judgments are not known."""
    judges = {name.casefold() for name in table.judges}
    return {
        **_NOTHING_KNOWN,
        "title": table.title,
        "scale": table.scale,
        "agreement": table.agreement or "",
        "examinations": table.examinations,
        "judges": [{"name": name, "href": ""} for name in table.judges],
        "own": [row.model for row in table.rows if row.model.casefold() in judges],
        **_with_places(
            [
                LedgerRow(
                    {"name": row.model, "href": ""},
                    [LedgerCell(Fraction(mean), mean) for mean in row.means],
                    row.passed,
                )
                for row in table.rows
            ]
        ),
    }


def _with_places(rows: Sequence[LedgerRow]) -> dict[str, Any]:
    """Return rows with the place that each cell makes in its column; equal values share one."""
    columns = list(zip(*(row.cells for row in rows), strict=True))
    ahead = [sorted((cell.value for cell in column), reverse=True) for column in columns]
    lines: list[dict[str, Any]] = []
    for row in rows:
        places = [each.index(cell.value) + 1 for each, cell in zip(ahead, row.cells, strict=True)]
        lines.append(
            {
                "system": row.system,
                "cells": [
                    {"text": cell.text, "span": cell.span, "place": place}
                    for cell, place in zip(row.cells, places, strict=True)
                ],
                "moved": max(places) - min(places),
                "passed": row.passed,
            }
        )
    return {"rows": lines, "moved": sum(line["moved"] > 0 for line in lines)}


def ledger_lines(ledgers: Sequence[Mapping[str, Any]]) -> Iterator[list[Any]]:
    """Yield a line for each system and judge: table, system, judge, value, place, moved."""
    for ledger in ledgers:
        for row in ledger["rows"]:
            for judge, cell in zip(ledger["judges"], row["cells"], strict=True):
                yield [
                    ledger["title"],
                    row["system"]["name"],
                    judge["name"],
                    cell["text"],
                    cell["place"],
                    row["moved"],
                ]
