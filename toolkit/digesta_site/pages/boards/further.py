"""Further pages on what a board is about: comparisons of its track, days of a temporal task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from digesta.board.questions import reliability_words
from digesta.records.board import Board, Row
from digesta.records.release import Question
from digesta_site.language import gettext, noop
from digesta_site.pages.boards.ledger import has_judges_page
from digesta_site.paths import (
    board_name,
    distance_stem,
    picker_address,
    questions_list_stem,
    release_stem,
    track_stem,
)
from digesta_site.values import SiteRelease

BELOW = noop("below 0")
"""What stands for a reliability under which questions agree on no order of the systems."""
DAY = "date"
"""The field of a question's ask that names the day which it asks about."""


def days_of(release: SiteRelease, questions: Sequence[Question]) -> list[tuple[str, str, str]]:
    """Return the tasks whose questions name one day and a horizon, by (track, category, task).

    questions: public ones of the release, among which is looked.

    Left out is a task that nobody answered whose facts are known by question.
    """
    tasks = {
        (question.track, question.category, question.task)
        for question in questions
        if {DAY, "horizon"} <= question.ask.keys()
    }
    return sorted(place for place in tasks if rows_at(release, place))


def rows_at(release: SiteRelease, place: tuple[str, str, str]) -> list[Row]:
    """Return the rows of a task's boards, under any condition, that have facts by question."""
    boards = release.boards_on.get("/".join(place), [])
    rows = {row.submission_id: row for board in boards for row in board.rows}
    shown = [row for key, row in rows.items() if key in release.cards and row.role != "adversary"]
    return sorted(shown, key=lambda row: (-row.score, row.submission_id))


def further(release: SiteRelease, board: Board) -> list[dict[str, str]]:
    """Return what else is told about what a board of public questions shows."""
    name = board_name(board.board)
    if board.split != "public" or name.part:
        return []
    tables = list(_of_track(release, name.track))
    for place in days_of(release, release.public_under.get(name.place, ())):
        stem = distance_stem(release.id, place)
        tables.append({"title": gettext("Accuracy by distance in years"), "href": f"{stem}.html"})
    for analysis in release.analyses:
        if analysis.board == board.board:
            known = reliability_words(analysis.reliability)
            title = gettext("Questions to look at")
            if known:
                own = f"{known.coefficient} {gettext(known.value)}"
                title += "; " + gettext("reliability of all, %(value)s", value=own)
            if known and known.ends:
                low, high = map(gettext, known.ends)
                title += f" ({gettext('%(low)s to %(high)s', low=low, high=high)})"
            href = f"{release_stem(release.id, 'queue')}.html"
            tables.append({"title": title, "href": href})
    return tables


def _of_track(release: SiteRelease, track: str) -> Iterator[dict[str, str]]:
    """Yield the pages that a whole track has."""
    if release.has_queue and release.submissions:
        yield {
            "title": gettext("Hardest questions"),
            "href": f"{questions_list_stem('hardest')}.html#{track}",
        }
    stem = track_stem(release.id, track, "compare")
    if track in release.marks or any(pair["board"] == track for pair in release.pairs):
        if release.manifest.archive is None:
            yield {"title": gettext("Systems compared pair by pair"), "href": f"{stem}.html"}
        href = picker_address(release.id, track=track)
        yield {"title": gettext("Pick two to four systems and compare them"), "href": href}
        if any(condition.track == track for condition in release.conditions):
            yield {"title": gettext("What passages change"), "href": f"{stem}.html#conditions"}
    if any(pair.track == track for pair in release.links):
        yield {
            "title": gettext("Across releases"),
            "href": f"{track_stem(release.id, track, 'across')}.html",
        }
    if any(board_name(each.board).track == track for each in release.abstentions):
        href = f"{track_stem(release.id, track, 'abstention')}.html"
        yield {"title": gettext("Abstentions, risk and language of the answers"), "href": href}
    if has_judges_page(release, track):
        href = f"{track_stem(release.id, track, 'judges')}.html"
        yield {"title": gettext("Judges compared"), "href": href}
