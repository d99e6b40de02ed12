"""A board: a track, category, task or part under one condition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from digesta.board.rows import best_floor
from digesta.records.board import Board, Row
from digesta.records.release import Track
from digesta.scorers.base import OWN_FLOORS
from digesta_site.language import gettext, noop
from digesta_site.page import DataFile, DataTable, Page
from digesta_site.pages.boards.embed import embed_stem
from digesta_site.pages.boards.further import further
from digesta_site.pages.boards.headline import counted_words, uneven_score
from digesta_site.pages.boards.judges import judges_view
from digesta_site.pages.boards.ledger import has_judges_page
from digesta_site.pages.boards.metrics_table import metric_names, metrics_table, small_tasks
from digesta_site.pages.boards.pictures import full_credit, picture_figures, pictures_of
from digesta_site.pages.boards.usage import usage_view
from digesta_site.pages.common import (
    condition_words,
    lead,
    marks,
    person,
    place_titles,
    rank_hindrance,
    redirect,
    release_crumb,
    score_cell,
    score_href,
    score_title,
    site_page,
)
from digesta_site.pages.limits import limits_of_track
from digesta_site.paths import (
    BoardName,
    board_name,
    board_stem,
    questions_stem,
    release_stem,
    system_stem,
    track_stem,
)
from digesta_site.values import SiteFrame, SiteRelease
from digesta_site.views import costs
from digesta_site.views.answer_types import types_under
from digesta_site.views.figures import Series, interval_figure
from digesta_site.views.reviews import review_words
from digesta_site.views.sections import Section, sections_of
from digesta_site.words import (
    INTERVALS,
    LEVELS,
    WHY_NOT,
    ascii_title,
    percent,
    span,
    with_spaces,
)

UNRANKED = noop(
    "Not ranked here: the maintainers' own rows on sealed questions, and rows scored on sealed "
    "truths that could have been computed."
)
"""What is said of unranked rows of a board that ranks others."""

COLUMNS = (
    *("submission_id", "model_name", "organization", "role", "level", "rank_low", "rank_high"),
    *("tie_group", "score", "low", "high", "missing", "unreadable", "refused"),
)


def pages_of(site: SiteFrame, release: SiteRelease) -> Iterator[Page | DataFile]:
    """Return one page per board; of a superseded release per track, with all boards below it.

    Further addresses of a board lead to its page.
    """
    for board in release.ordered_boards:
        whole = _whole(site, release, board)
        if whole is board:
            yield _page(site, release, board)
        else:
            yield redirect(board_stem(board), board_stem(whole), _anchor(board))
            yield DataFile(f"{board_stem(board)}.json", board.as_json())
        # A category of one task is the board of its task, too.
        for address in board.addresses:
            stem = f"r/{release.id}/{address}"
            yield redirect(stem, board_stem(board))
            yield DataFile(f"{stem}.json", {"board": board.board, "address": address})


def _whole(site: SiteFrame, release: SiteRelease, board: Board) -> Board:
    """Return the board on whose page a board is shown: its own, or its track's if superseded."""
    track, (_, at, tail) = board_name(board.board).track, board.board.partition("@")
    whole = release.board_at.get((f"{track}{at}{tail}", board.split), board)
    return whole if site.is_superseded(release) else board


def _anchor(board: Board) -> str:
    return "-".join(("below", *board_name(board.board).place[1:]))


def _page(site: SiteFrame, release: SiteRelease, board: Board) -> Page:
    name = board_name(board.board)
    on_board = {row.submission_id for row in board.rows}
    track = release.manifest.track_named(name.track)
    titles = place_titles(track, name)
    sections, old = sections_of(board), site.is_superseded(release)
    whole = full_credit(site, release, board)
    own = {
        "embed": "" if old else f"{embed_stem(site, board)}.html",
        "sections": [_section(release, board, *part, whole=whole) for part in sections],
        "lead": lead(release, board),
        "reviews": review_words(release, name.place[:1] if name.part else name.place),
        "limits": None if old else limits_of_track(release, name.track),
        "caption": _caption(board, name)
        | {
            "href": score_href(site, track, board),
            "score": score_title(track, board),
            "counted": counted_words(release, board),
            "uneven": uneven_score(release, track, board.metric, board.split),
            "never_right": _never_right(release, name, board.split),
        },
        "about": _about(track, name),
        "notes": [
            note.text
            for note in release.notes
            if tuple(note.place) == name.place and note.submission in on_board
        ],
        "metrics": {"rows": []} if old else metrics_table(site, release, board),
        "pictures": pictures_of(site, release, board),
        "usage": usage_view(release, board),
        "cost_page": f"{release_stem(release.id, 'cost')}.html"
        if release.id == site.newest_id
        else "",
        "answer_types": []
        if name.part
        else types_under(site.scorers, release, board.split, name.place),
        "earlier": _earlier(release, board),
        "empty": [condition_words(board_name(f"{name.track}@{e}")) for e in board.empty or ()],
        "small": small_tasks(release, board),
        "ineligible": [
            row.model_dump(mode="json") | {"why": WHY_NOT.get(row.code, with_spaces(row.code))}
            for row in board.ineligible
        ],
        "judged": judges_view(release, board),
        "judges_page": f"{track_stem(release.id, name.track, 'judges')}.html"
        if has_judges_page(release, name.track)
        else "",
        "below": [] if old else _below(release, board, name, track),
        "lower": _lower(site, release, board, track) if old else {"rows": []},
        "questions": [] if old else _questions(release, name),
        "further": [] if old else further(release, board),
        "downloads": _downloads(site, release, board),
    }
    return site_page(
        *(site, board_stem(board), "board.html"),
        own,
        heading=gettext(": ").join(titles),
        title=_title(titles, name, release.id),
        release=release,
        crumbs=[release_crumb(release), *_parents(release, board, name, titles)],
        tracks=[track],
        data=board.as_json(),
        table=_table(board),
        figures={}
        if old or not board.rows
        else {"": _figure(release, board, sections)} | picture_figures(site, release, board),
    )


def _figure(
    release: SiteRelease, board: Board, sections: Sequence[tuple[Section, Sequence[Row]]]
) -> dict[str, Any]:
    return interval_figure(
        [
            Series(section.key, gettext(section.title), [_named(release, row) for row in rows])
            for section, rows in sections
        ],
        chance=board.chance,
        metric=score_title(release.manifest.track_named(board_name(board.board).track), board),
        floor=best_floor(board),
    )


def _table(board: Board) -> DataTable:
    """Return all that a board says of its rows, but the metrics' intervals: JSON has those."""
    figures, metrics = costs.names_of(board.rows), metric_names(board)
    rows = [
        [getattr(row, column) for column in COLUMNS]
        + [row.usage.get(name) for name in figures]
        + [row.metrics[name].value if name in row.metrics else None for name in metrics]
        for row in board.rows
    ]
    return DataTable((*COLUMNS, *figures, *metrics), rows)


def _downloads(site: SiteFrame, release: SiteRelease, board: Board) -> list[dict[str, Any]]:
    """Return the files of a track's questions, on the newest release's boards of whole tracks."""
    if (board.release, board.split) != (site.newest_id, "public"):
        return []
    place = board_name(board.board).place
    return [download.view() for download in release.downloads if (download.track,) == place]


def _never_right(release: SiteRelease, name: BoardName, split: str) -> str:
    """Return the labels that no public question has as right, on a track's own boards."""
    whole = split == "public" and name.place == (name.track,)
    return ", ".join(release.never_right.get(name.track, ())) if whole else ""


def _title(titles: Sequence[str], name: BoardName, release: str) -> str:
    plain = [ascii_title(t, fallback) for t, fallback in zip(titles, name.place, strict=True)]
    return f"{': '.join(plain)} ({condition_words(name)}), {release}"


def _section(
    release: SiteRelease,
    board: Board,
    section: Section,
    rows: Sequence[Row],
    *,
    whole: tuple[int, Mapping[str, str]],
) -> dict[str, Any]:
    """Return a section of the table. whole: which share of how many questions earned all."""
    questions, full = whole
    differ, same = _columns(section.key, rows)
    if any(row.submission_id in full for row in rows):
        title = gettext("Full credit, of %(n)s", n=questions)
        differ.insert(0, {"key": "full", "title": title, "sort": "n"})
    about = UNRANKED if section.key == "unranked" else section.about
    place = board_name(board.board).place
    # The board that a note is about shows it above the table.
    notes = [note for note in release.notes if note.place != [*place] == note.place[: len(place)]]
    return {
        "key": section.key,
        "columns": differ,
        "same": same,
        "crossed": section.key == "ranked" and _ranks_cross_scores(rows),
        "title": gettext(section.title),
        "about": gettext(about),
        "why": rank_hindrance(board) if section.key == "unranked" else "",
        "rows": [
            person(release, row)
            | score_cell(board, row)
            | {
                "marks": marks(board),
                "role": row.role,
                "level": gettext(LEVELS[row.level]),
                "missing": row.missing,
                "unreadable": row.unreadable,
                "refused": row.refused,
                "full": full.get(row.submission_id, "–"),
                "pending": _pending(release, board, row),
                "attempts": row.attempts,
                "copy_of": release.names.get(row.copy_of or "", row.copy_of),
                "notes": [note.text for note in notes if note.submission == row.submission_id],
                "ungraded": _is_ungraded(release, board, row),
            }
            for row in rows
        ],
    }


def _is_ungraded(release: SiteRelease, board: Board, row: Row) -> bool:
    """Return whether a row is on a judge's board though no judge graded what it answered."""
    answered = row.role == "adversary" and row.missing < board.n and not row.inputs.verdicts
    return answered and bool(board.judges) and release.manifest.statistics >= OWN_FLOORS


def _ranks_cross_scores(rows: Sequence[Row]) -> bool:
    """Return whether a row has a higher score than one of better rank."""
    ranked = sorted(rows, key=lambda row: (row.rank_low or 0, -row.score))
    return any(above.score < below.score for above, below in pairwise(ranked))


def _columns(key: str, rows: Sequence[Row]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the columns behind a score, and those with one value for all of several rows."""
    last = ("role", gettext("Role")) if key == "floors" else ("level", gettext("Evidence"))
    titles = {
        "missing": gettext("Missing"),
        "unreadable": gettext("Unreadable"),
        "refused": gettext("Refused"),
        last[0]: last[1],
    }
    differ: list[dict[str, Any]] = []
    same: list[dict[str, Any]] = []
    for name, title in titles.items():
        values = {getattr(row, name) for row in rows}
        column = {"key": name, "title": title, "sort": "" if name == last[0] else "n"}
        if len(rows) > 1 and len(values) == 1:
            [value] = values
            same.append(column | {"value": LEVELS.get(value, value)})
        else:
            differ.append(column)
    return differ, same


def _named(release: SiteRelease, row: Row) -> Row:
    """Return a row under the name that no other of its release has."""
    return row.model_copy(update={"model_name": person(release, row)["name"]})


def _pending(release: SiteRelease, board: Board, row: Row) -> bool:
    if release.published is None:
        return False
    return row.submission_id not in release.published.get(board.path, ())


def _caption(board: Board, name: BoardName) -> dict[str, Any]:
    level = f"{float(board.interval.level) * 100:.0f}%"
    method = INTERVALS.get(board.interval.method, board.interval.method)
    rounds = f"{board.interval.rounds:,}" if board.interval.rounds else ""
    interval = f"{level} {method}"
    return {
        "condition": condition_words(name),
        "metric": board.metric,
        "n": board.n,
        "clusters": board.clusters,
        "weighting": board.weighting,
        "interval": f"{interval}, {rounds} rounds" if rounds else interval,
        "no_interval": board.why_no_interval,
        "effective": "" if board.interval.questions is None else f"{board.interval.questions:.0f}",
        "df": board.interval.df,
        "smallest": ""
        if board.smallest_difference is None or not board.ranked
        else f"{board.smallest_difference * 100:.1f}",
        "signature": board.signature,
        "test": board.test,
        "split": board.split,
        "chance": percent(board.chance),
        "inputs": sorted(board.inputs.items()),
    }


def _earlier(release: SiteRelease, board: Board) -> list[dict[str, Any]]:
    """Return the systems of earlier releases, for the eye: of one name each with its id."""
    rows = board.earlier or ()
    names = Counter(row.model_name for row in rows)
    scores = release.manifest.track_named(board_name(board.board).track).scores
    titles = {score.name: score.title for score in scores}
    return [
        {
            "name": row.model_name,
            "org": row.organization
            + (f", {row.submission_id}" if names[row.model_name] > 1 else ""),
            "href": f"{system_stem(row.release, row.submission_id)}.html",
            "score": percent(row.score),
            "value": row.score,
            "metric": titles.get(row.metric) or with_spaces(row.metric),
            "release": row.release,
            "day": row.day,
        }
        for row in rows
    ]


def _about(track: Track, name: BoardName) -> str:
    if name.task and name.task in track.tasks:
        return track.tasks[name.task].about
    return track.about if len(name.place) == 1 else ""


def _parents(
    release: SiteRelease, board: Board, name: BoardName, titles: Sequence[str]
) -> Iterator[tuple[str, str]]:
    tail = board.board[board.board.index("@") :]
    for depth in range(1, len(name.place)):
        above = release.board_at.get(("/".join(name.place[:depth]) + tail, board.split))
        if above is not None:
            yield titles[depth - 1], board_stem(above)


def _below(
    release: SiteRelease, board: Board, name: BoardName, track: Track
) -> list[dict[str, Any]]:
    """Return the boards one step further down, under the same condition."""
    charts = []
    for other in release.boards_below.get((board.split, name), []):
        below = board_name(other.board)
        shown = {"title": place_titles(track, below)[-1], "part": bool(below.part)}
        charts.append(shown | lead(release, other))
    return charts


def _lower(site: SiteFrame, release: SiteRelease, board: Board, track: Track) -> dict[str, Any]:
    """Return the boards that are shown on the page of another: a row each, a column per system."""
    others = [
        other
        for other in release.ordered_boards
        if other is not board and _whole(site, release, other) is board
    ]
    every = sorted((r for o in (board, *others) for r in o.rows), key=lambda r: r.role != "system")
    systems = {row.submission_id: row for row in every}
    rows = []
    for other in others:
        cells = {
            row.submission_id: (percent(row.score), span(row.low, row.high)) for row in other.rows
        }
        rows.append(
            {
                "anchor": _anchor(other),
                "title": gettext(": ").join(place_titles(track, board_name(other.board))[1:]),
                "n": other.n,
                "cells": [cells.get(name, ("–", "")) for name in systems],
            }
        )
    return {"systems": [person(release, row) for row in systems.values()], "rows": rows}


def _questions(release: SiteRelease, name: BoardName) -> list[dict[str, Any]]:
    """Return the pages of questions under this board."""
    tasks = {
        (q.track, q.category, q.task): None
        for q in (() if name.part else release.public_under.get(name.place, ()))
    }
    titles = release.manifest.track_named(name.track).tasks
    return [
        {
            "title": titles[task[2]].title if task[2] in titles else with_spaces(task[2]),
            "href": f"{questions_stem(release.id, task)}.html",
        }
        for task in tasks
    ]
