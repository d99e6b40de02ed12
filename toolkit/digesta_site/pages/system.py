"""A system: its card, the decisions about it, its scores, how to run it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from digesta.records.board import Board, Row
from digesta_site.language import gettext
from digesta_site.page import DataFile, DataTable, Page
from digesta_site.pages.badges import badge_views
from digesta_site.pages.boards.compare import nearest
from digesta_site.pages.common import (
    condition_words,
    disputes_view,
    place_title,
    place_titles,
    redirect,
    score_cell,
    score_href,
    site_page,
)
from digesta_site.paths import (
    board_name,
    board_stem,
    picker_address,
    questions_stem,
    system_stem,
    track_stem,
)
from digesta_site.values import SiteInput, SiteRelease, SiteSubmission
from digesta_site.views import costs
from digesta_site.views.shapes import shape
from digesta_site.words import CONDITIONS, LEVELS, percent, sentence, with_spaces

APART = frozenset(
    ["submission_id", "release", "model_name", "organization", "url", "command", "condition"]
)
"""Fields of the card that the page shows in a place of their own."""
COLUMNS = (
    *("board", "split", "metric", "score", "low", "high"),
    *("rank_low", "rank_high", "n", "missing", "unreadable", "refused"),
)


def pages_of(site: SiteInput) -> Iterator[Page | DataFile]:
    """Return a page per submission, in the newest release that has it; older ones lead there."""
    newest: dict[str, str] = {}
    for release in site.newest_first:
        for submission in release.ordered_submissions:
            name = submission.card.submission_id
            stem = system_stem(release.id, name)
            if site.is_superseded(release) and name in newest:
                yield redirect(stem, newest[name])
            else:
                newest.setdefault(name, stem)
                yield _page(site, release, submission)


def _page(site: SiteInput, release: SiteRelease, submission: SiteSubmission) -> Page:
    submission_id = submission.card.submission_id
    rows = release.rows_of.get(submission_id, [])
    places = {board_name(board.board).track for board, _ in rows}
    tracks = [track for track in release.manifest.tracks if track.track in places]
    figures = costs.names_of(row for _, row in rows)
    header = (*COLUMNS, *figures)
    table = [
        _table_row(board, row) + [row.usage.get(name) for name in figures] for board, row in rows
    ]
    return site_page(
        *(site, system_stem(release.id, submission_id), "system.html"),
        _card(release, submission)
        | {
            "rows": [board_row(site, release, board, row) for board, row in rows],
            "model": release.models.get(submission_id, ""),
            "usage": _usage(site, release, rows),
            "questions": _questions(release, submission),
            "picker": picker_address(release.id, system=submission_id)
            if rows and release.pairs
            else "",
            "against": list(nearest(release, submission_id)),
            "abstention": list(_abstention(release, submission_id)),
        }
        | badge_views(site, release, submission_id),
        heading=submission_id,
        title=gettext("%(system)s, release %(release)s", system=submission_id, release=release.id),
        release=release,
        tracks=tracks or release.manifest.tracks,
        data={
            "submission": submission.card.as_json(),
            "digests": dict(submission.digests),
            "scores": [dict(zip(header, line, strict=True)) for line in table],
        },
        table=DataTable(header, table),
    )


def _card(release: SiteRelease, submission: SiteSubmission) -> dict[str, Any]:
    card = submission.card
    decisions = release.decisions_on.get(card.submission_id, [])
    # An adversary has rows and no decision; without either, a submission is open.
    levels = ["open", *(row.level for _, row in release.rows_of.get(card.submission_id, []))]
    levels += [each.level for each in decisions]
    notes = card.notes if submission.role == "adversary" else None
    fields = {name: value for name, value in card.as_json().items() if name not in APART}
    return {
        "name": release.names[card.submission_id],
        "org": card.organization,
        "url": card.url or "",
        "command": card.command or "",
        "condition": gettext(CONDITIONS[card.condition]),
        "level": gettext(LEVELS[levels[-1]]),
        "levels": LEVELS,
        "role": submission.role,
        "told": [
            # What an adversary says of itself are our own words.
            [gettext(with_spaces(name)), shape(gettext(value) if value == notes else value)]
            for name, value in fields.items()
        ],
        "disputes": disputes_view(release, card.submission_id),
        "decisions": [
            d.model_dump(mode="json", exclude={"scores", "scores_before"}) for d in decisions
        ],
        "digests": sorted((sentence(k) or k, v) for k, v in submission.digests.items()),
    }


def board_row(site: SiteInput, release: SiteRelease, board: Board, row: Row) -> dict[str, Any]:
    """Return a system's row on a board, for a page of its own."""
    name = board_name(board.board)
    track = release.manifest.track_named(name.track)
    titles = place_titles(track, name)
    return score_cell(board, row) | {
        "title": place_title(track, name),
        "short": titles[-1],
        "depth": len(titles),
        "condition": condition_words(name),
        "split": board.split,
        "href": f"{board_stem(board)}.html",
        "n": board.n,
        "missing": row.missing,
        "unreadable": row.unreadable,
        "refused": row.refused,
        "metric": board.metric,
        "metric_href": score_href(site, track, board),
    }


def _abstention(release: SiteRelease, submission_id: str) -> Iterator[dict[str, Any]]:
    """Yield what a system's answers on each track show: none, unreadable, in which language."""
    for each in release.abstentions:
        name = board_name(each.board)
        for row in each.rows:
            if row.submission_id == submission_id:
                counts = row.languages
                yield {
                    "title": release.manifest.track_named(name.track).title,
                    "condition": condition_words(name),
                    "href": f"{track_stem(release.id, name.track, 'abstention')}.html",
                    "answered": percent(row.coverage),
                    "risk": "" if row.risk is None else percent(row.risk),
                    "other": sum(counts.other.values()) if counts else 0,
                    "told": counts.same + sum(counts.other.values()) if counts else 0,
                }


def _usage(
    site: SiteInput, release: SiteRelease, rows: Sequence[tuple[Board, Row]]
) -> dict[str, Any]:
    """Return what its answers cost on each board, of the rows that tell anything."""
    known = [(board, row) for board, row in rows if costs.has_usage(row)]
    names = costs.names_with_values(row for _, row in known)
    return {
        "names": costs.headings(names),
        "rows": [
            board_row(site, release, board, row) | costs.cells(row, names) for board, row in known
        ],
    }


def _table_row(board: Board, row: Row) -> list[str | float | None]:
    return [
        board.board,
        board.split,
        board.metric,
        *(getattr(row, name) for name in COLUMNS[3:8]),
        board.n,
        *(getattr(row, name) for name in COLUMNS[9:]),
    ]


def _questions(release: SiteRelease, submission: SiteSubmission) -> list[dict[str, Any]]:
    """Return the pages where its answers stand, question by question."""
    answered = submission.answers.keys()
    tasks = {
        (q.track, q.category, q.task): None for q in release.public if q.question_id in answered
    }
    rows = []
    for track, category, task in tasks:
        titles = release.manifest.track_named(track).tasks
        title = titles[task].title if task in titles else with_spaces(task)
        href = f"{questions_stem(release.id, (track, category, task))}.html"
        rows.append({"title": title, "href": href})
    return rows
