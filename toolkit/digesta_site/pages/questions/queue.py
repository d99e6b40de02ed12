"""Of each release the queue of questions that a maintainer should see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from digesta.board.questions import QuestionToRead, candidates, reliability_words
from digesta.records.analysis import FINDINGS, ItemAnalysis
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import condition_words, place_title, site_page
from digesta_site.paths import QuestionPlace, QuestionPlaces, board_name, release_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.views.question_figures import with_sign
from digesta_site.words import percent, with_spaces

MOST = {"suspicious": 25, "dead": 15, "free": 10}
"""Questions of a board that the page lists; all are counted, and the command lists all."""
HEADING = "Questions to look at"
COLUMNS = ("board", "question_id", "finding", "facility", "correlation", "low", "high")


def pages_of(site: SiteInput, places: QuestionPlaces) -> Iterator[Page]:
    """Return each release's queue."""
    for release in site.newest_first:
        if release.analyses:
            yield _page(site, release, candidates(release.analyses), places)


def _page(
    site: SiteInput,
    release: SiteRelease,
    proposed: list[QuestionToRead],
    places: QuestionPlaces,
) -> Page:
    boards = []
    for analysis in release.analyses:
        mine = [
            each
            for each in proposed
            if each.analysis is analysis and (release.id, each.row.question_id) in places
        ]
        listed = _first(mine)
        boards.append(
            _board(release, analysis)
            | {"proposed": len(mine), "all": len(listed) == len(mine)}
            | {"rows": [_row(each, places[release.id, each.row.question_id]) for each in listed]}
        )
    rows = [
        [board["board"], *(row[name] for name in COLUMNS[1:])]
        for board in boards
        for row in board["rows"]
    ]
    return site_page(
        *(site, release_stem(release.id, "queue"), "queue.html"),
        {"boards": boards, "archive": release.manifest.archive is not None},
        heading=HEADING,
        title=f"{HEADING}, {release.id}",
        release=release,
        data={"boards": boards},
        table=DataTable(COLUMNS, rows),
    )


def _first(mine: list[QuestionToRead]) -> list[QuestionToRead]:
    """Return the first of each kind, as many as the page lists."""
    return [
        each
        for kind, most in MOST.items()
        for each in [each for each in mine if each.row.finding == kind][:most]
    ]


def _board(release: SiteRelease, analysis: ItemAnalysis) -> dict[str, Any]:
    name = board_name(analysis.board)
    known = reliability_words(analysis.reliability)
    counts = analysis.counts
    return {
        "board": analysis.board,
        "title": place_title(release.manifest.track_named(name.track), name),
        "condition": condition_words(name),
        "href": f"r/{release.id}/{analysis.board}.html",
        "n": len(analysis.rows),
        "systems": len(analysis.systems),
        "repeats": len(analysis.repeats),
        "reliability": f"{known.coefficient} {known.value}" if known else "–",
        "ends": " to ".join(known.ends) if known and known.ends else "",
        "by_chance": f"{analysis.by_chance:.1f}" if analysis.by_chance else "–",
        "tasks": _tasks(release, analysis, name.track),
    } | {kind: counts[kind] for kind in FINDINGS}


def _tasks(release: SiteRelease, analysis: ItemAnalysis, name: str) -> list[dict[str, Any]]:
    """Return how many questions of each task show what; none of a board of a single task."""
    task_of = {question.question_id: question.task for question in release.public}
    counts: dict[str, Counter[str]] = {}
    for row in analysis.rows:
        shown = counts.setdefault(task_of.get(row.question_id, ""), Counter())
        shown.update(["n", *([row.finding] if row.finding else [])])
    track = release.manifest.track_named(name)
    return [
        {"title": track.tasks[task].title} | {kind: shown[kind] for kind in ("n", *FINDINGS)}
        for task, shown in sorted(counts.items())
        if task in track.tasks and len(counts) > 1
    ]


def _row(each: QuestionToRead, place: QuestionPlace) -> dict[str, Any]:
    row = each.row
    return {
        "question_id": row.question_id,
        "finding": row.finding,
        "facility": row.facility,
        "correlation": row.correlation,
        "low": row.low,
        "high": row.high,
        "task": with_spaces(place.task),
        "href": place.href,
        "number": place.number,
        "percent": percent(row.facility),
        "r": with_sign(row.correlation),
        "ends": f"{with_sign(row.low)} to {with_sign(row.high)}" if row.low is not None else "",
    }
