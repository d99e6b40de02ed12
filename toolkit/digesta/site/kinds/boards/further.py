"""Further pages on what a board is about: comparisons of its track, days of a temporal task."""

from __future__ import annotations

from digesta.board.questions import reliability_words
from digesta.records.board import Board, Row
from digesta.site.paths import board_name, compare_stem, distance_stem, queue_stem
from digesta.site.values import SiteRelease

DAY = "date"
"""The field of a question's ask that names the day which it asks about."""


def days_of(release: SiteRelease) -> list[tuple[str, str, str]]:
    """Return the tasks whose questions name one day and a horizon, by (track, category, task).

    Left out is a task that nobody answered whose facts are known by question.
    """
    tasks = {
        (question.track, question.category, question.task)
        for question in release.public
        if {DAY, "horizon"} <= question.ask.keys()
    }
    return sorted(place for place in tasks if rows_at(release, place))


def rows_at(release: SiteRelease, place: tuple[str, str, str]) -> list[Row]:
    """Return the rows of a task's boards, under any condition, that have facts by question."""
    path = "/".join(place)
    boards = [
        board
        for board in release.ordered_boards
        if board.split == "public" and board.board.partition("@")[0] == path
    ]
    rows = {row.submission_id: row for board in boards for row in board.rows}
    shown = [row for key, row in rows.items() if key in release.cards and row.role != "adversary"]
    return sorted(shown, key=lambda row: (-row.score, row.submission_id))


def further(release: SiteRelease, board: Board) -> list[dict[str, str]]:
    """Return what else is told about what a board of public questions shows."""
    name = board_name(board.board)
    tables = []
    if board.split == "public" and not name.part:
        if any(pair["board"] == name.track for pair in release.pairs):
            stem = compare_stem(release.id, name.track)
            tables.append({"title": "Systems compared pair by pair", "href": f"{stem}.html"})
            if any(condition.track == name.track for condition in release.conditions):
                href = f"{stem}.html#conditions"
                tables.append({"title": "What passages change", "href": href})
        for place in days_of(release):
            if place[: len(name.place)] == name.place:
                stem = distance_stem(release.id, place)
                tables.append({"title": "Accuracy by distance in years", "href": f"{stem}.html"})
        for analysis in release.analyses:
            if analysis.board == board.board:
                reliability, ends = reliability_words(analysis.reliability)
                words = f"; reliability of all, {reliability}" * bool(reliability)
                words += f" ({ends})" * bool(ends)
                href = f"{queue_stem(release.id)}.html"
                tables.append({"title": f"Questions to look at{words}", "href": href})
    return tables
