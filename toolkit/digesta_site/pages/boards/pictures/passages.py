"""What passages change, in sentences above a track's parts by condition (FinLaw, RQ1 to RQ3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from digesta.board.comparison import p_text
from digesta.board.rows import CLEARS, best_floor, clears
from digesta.board.specs import headlines
from digesta.records.board import Board, ConditionDelta, EarlierRow, MetricValue, Row
from digesta_site.pages.boards.pictures.metrics import WITHOUT_PASSAGES, conditions_beside
from digesta_site.pages.boards.pictures.tables import rows_beside
from digesta_site.pages.common import page_address, person, score_title
from digesta_site.paths import board_name, system_stem
from digesta_site.values import SiteRelease
from digesta_site.words import CONDITIONS, percent, points, span

FOUND = "hit_at_5"
WRONG_ALL_THE_SAME = "basis.error_given_hit"


def passage_answers(release: SiteRelease, board: Board) -> list[dict[str, Any]]:
    """Return three questions with their answers; none below a track.

    An answer is lines: a system, if it is about one, and what is said of it.
    """
    name = board_name(board.board)
    if len(name.place) > 1:
        return []
    boards = dict(conditions_beside(release, board))
    rules = headlines(release.manifest.track_named(name.track))
    effects = (
        _change(release, row, rules[each.board].title if each.board else None)
        for each in release.conditions
        if each.track == name.track
        for row in each.rows
    )
    changes = [*effects, *_earlier_changes(boards)]
    searches = [
        line
        for condition, beside in boards.items()
        if condition != WITHOUT_PASSAGES
        for row in rows_beside(beside)
        for line in _search(release, condition, row)
    ]
    closed = (
        line
        for each in release.ordered_boards
        if each.split == board.split
        for line in _without_passages(release, each, name.track)
    )
    return [
        _answer(
            "What do systems know without passages?", closed, "No system has answered closed book."
        ),
        _answer(
            "What do passages change?", changes, "No system has answered under two conditions."
        ),
        _answer(
            "Where an answer is wrong: the search or the reading?", searches, "No search ran yet."
        ),
    ]


def _answer(question: str, lines: Iterable[Mapping[str, Any]], nothing: str) -> dict[str, Any]:
    return {"question": question, "lines": list(lines) or [{"system": None, "words": nothing}]}


def _without_passages(release: SiteRelease, board: Board, track: str) -> Iterator[dict[str, Any]]:
    """Yield the best system of a headline without passages, and whether it clears the floor."""
    name, floor = board_name(board.board), best_floor(board)
    headline = name.track == track and (name.part or len(name.place) == 1)
    systems = [row for row in board.rows if row.role == "system"]
    if headline and name.condition == WITHOUT_PASSAGES and floor is not None and systems:
        best = max(systems, key=lambda row: row.score)
        score = f"{score_title(release.manifest.track_named(track), board)} {_score(best)}"
        words = f"{score}. It {CLEARS[clears(board, best)]}, {_score(floor)}."
        yield {"system": person(release, best), "words": words}


def _score(row: Row) -> str:
    return f"{percent(row.score)} ({span(row.low, row.high)})"


def _change(release: SiteRelease, row: ConditionDelta, title: str | None) -> dict[str, Any]:
    sides = ", ".join(
        f"{CONDITIONS[side.condition]} {percent(side.score)}" for side in (row.base, row.other)
    )
    low, high = (None if end is None else points(end) for end in (row.low, row.high))
    between = "too few sources for an interval" if low is None else f"{low} to {high}"
    p = "" if row.adjusted is None else f", p {p_text(row.adjusted)}"
    apart = "told apart" if row.separable else "not told apart"
    name, of = row.other.submission_id, f"{title}: " if title else ""
    return {
        "system": {"name": release.names[name], "href": page_address(release, name)},
        "words": f"{of}{sides}: {points(row.delta)} points ({between}){p}, {apart}.",
    }


def _earlier_changes(boards: Mapping[str, Board]) -> Iterator[dict[str, Any]]:
    """Yield the scores under several conditions of systems that were not asked these questions."""
    known: dict[tuple[str, str, str], dict[str, EarlierRow]] = defaultdict(dict)
    for condition, board in boards.items():
        for row in board.earlier or ():
            known[row.model_name, row.organization, row.release][condition] = row
    for (name, _, release), rows in known.items():
        if len(rows) > 1:
            sides = (f"{CONDITIONS[each]} {percent(row.score)}" for each, row in rows.items())
            last = [*rows.values()][-1].submission_id
            yield {
                "system": {"name": name, "href": f"{system_stem(release, last)}.html"},
                "words": f"{', '.join(sides)}, on the questions of release {release}; "
                "the difference is not tested here.",
            }


def _search(release: SiteRelease, condition: str, row: Row) -> Iterator[dict[str, Any]]:
    """Yield how often the search failed, and how often the reading of what was found."""
    hit, wrong = row.metrics.get(FOUND), row.metrics.get(WRONG_ALL_THE_SAME)
    if row.role == "adversary" or hit is None or hit.numerator is None or not hit.denominator:
        return
    words = (
        f"{CONDITIONS[condition]}, a right clause is among the first five passages for "
        f"{hit.numerator:.0f} of {hit.denominator} questions, {_share(hit)}."
    )
    if wrong is not None and wrong.numerator is not None and wrong.denominator:
        words += (
            f" The legal basis is wrong all the same for {wrong.numerator:.0f} of these "
            f"{wrong.denominator}, {_share(wrong)}."
        )
    yield {"system": person(release, row), "words": words}


def _share(value: MetricValue) -> str:
    return f"{percent(value.value or 0)} ({span(value.low, value.high)})"
