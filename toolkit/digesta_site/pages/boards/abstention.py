"""How a track's systems answer: abstentions, the risk among answers, the language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from digesta.records.analysis import Abstention, SystemAnswers
from digesta.records.release import Track
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import condition_words, site_page
from digesta_site.paths import board_name, system_stem, track_stem
from digesta_site.values import SiteFrame, SiteRelease
from digesta_site.words import percent, span

COLUMNS = (
    *("submission_id", "n", "missing", "unreadable", "wrong"),
    *("coverage", "risk", "low", "high"),
)
LANGUAGES = ("same", "other", "unclear")


def pages_of(site: SiteFrame, release: SiteRelease) -> Iterator[Page]:
    """Return a page for each track of whose answers there is something to say."""
    for track in release.manifest.tracks:
        some = [each for each in release.abstentions if board_name(each.board).track == track.track]
        if some:
            yield _page(site, release, track, some)


def _page(site: SiteFrame, release: SiteRelease, track: Track, some: Sequence[Abstention]) -> Page:
    return site_page(
        *(site, track_stem(release.id, track.track, "abstention"), "abstention.html"),
        {"boards": [_board(release, each) for each in some]},
        heading=f"{track.title}: how systems answer",
        title=f"{track.track}: how systems answer, {release.id}",
        release=release,
        tracks=[track],
        data={"abstention": [each.as_json() for each in some]},
        table=DataTable(
            ("board", *COLUMNS, *LANGUAGES),
            [_cells(each, row) for each in some for row in each.rows],
        ),
    )


def _cells(each: Abstention, row: SystemAnswers) -> list[Any]:
    counts = row.languages
    figures = [each.board, *(getattr(row, name) for name in COLUMNS)]
    if counts is None:
        return [*figures, None, None, None]
    return [*figures, counts.same, sum(counts.other.values()), counts.unclear]


def _board(release: SiteRelease, each: Abstention) -> dict[str, Any]:
    rows = [_row(release, row) for row in each.rows]
    return {
        "board": each.board,
        "condition": condition_words(board_name(each.board)),
        "questions": each.questions,
        "risks": [row for row in rows if row["wrong"] is not None],
        "languages": sorted(
            (row for row in rows if row["languages"]), key=lambda row: -row["other"]
        ),
    }


def _row(release: SiteRelease, row: SystemAnswers) -> dict[str, Any]:
    counts = row.languages
    page = row.submission_id in release.with_pages
    return row.model_dump(mode="json") | {
        "system": {
            "name": release.names.get(row.submission_id, row.model_name),
            "href": f"{system_stem(release.id, row.submission_id)}.html" if page else "",
        },
        "right": None if row.wrong is None else row.n - row.missing - row.unreadable - row.wrong,
        "answered": percent(row.coverage),
        "share": "–" if row.risk is None else percent(row.risk),
        "ends": "" if row.risk is None else span(row.low, row.high),
        "other": sum(counts.other.values()) if counts else 0,
        "others": ", ".join(f"{name} {n}" for name, n in counts.other.items()) if counts else "",
    }
