"""What every page's view has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from digesta.board.rows import CLEARS, best_floor, clears
from digesta.board.specs import headlines
from digesta.records.base import release_parts
from digesta.records.board import Board, Row
from digesta.records.release import PoolScore, Track
from digesta.scorers.base import Metric
from digesta_site.language import ENGLISH, current_language, gettext
from digesta_site.page import DataFile, Page
from digesta_site.paths import (
    BoardName,
    board_name,
    board_stem,
    metric_address,
    model_stem,
    release_stem,
    system_stem,
)
from digesta_site.render import render
from digesta_site.values import AnySite, SiteInput, SiteRelease
from digesta_site.views.reviews import written_words
from digesta_site.words import CONDITIONS, percent, rank, shorten, span, with_spaces

BAR = 120
"""Units of width of an interval bar."""

METHODOLOGY = "methodology.html#track-"
"""The address of a track's rules on the page of methodology, without the track."""


def site_page(
    site: AnySite,
    stem: str,
    template: str,
    own: Mapping[str, Any],
    *,
    heading: str,
    release: SiteRelease | None = None,
    crumbs: Sequence[tuple[str, str]] | None = None,
    tracks: Iterable[Track] | None = None,
    **fields: Any,
) -> Page:
    """Return a page: what ``base.html`` reads, then what its own template reads.

    crumbs: (text, stem) from the home page down, this page left out; None: its release, if any.
    tracks: whose notices are on the page; None: all of the release's, or of the newest. fields:
    others of ``Page``; its title is the heading where none is given.
    """
    shown = release or (site.newest if isinstance(site, SiteInput) else None)
    of = shown.manifest.tracks if shown and tracks is None else (tracks or ())
    newest = site.newest_id if release is not None and site.is_superseded(release) else ""
    known = (site.frame if isinstance(site, SiteInput) else site).newest_places
    above = ([release_crumb(release)] if release else []) if crumbs is None else crumbs
    place = stem.split("/", 2)[-1]
    view = {
        "heading": heading,
        "file": stem.rpartition("/")[2],
        "crumbs": [{"text": text, "href": f"{to}.html"} for text, to in above],
        "notices": [notice(track, shown) for track in of],
        "csv": "table" in fields,
        "embed": "",
        "cite_page": f"{release_stem(shown.id)}.html#cite" if shown else "",
        "dispute": site.config.dispute_address,
        "repository": site.config.repo_url,
        "contact": site.config.contact,
        "release": release.id if release else "",
        "superseded_by": newest,
        "superseded_href": f"r/{newest}/{place if place in known else 'index'}.html"
        if newest
        else "",
    }
    page: dict[str, Any] = {
        "stem": stem,
        "template": template,
        "title": heading,
        "view": {**view, **own},
    }
    return Page(**page | fields)


def notice(track: Track, release: SiteRelease | None) -> dict[str, Any]:
    """Return a track's notice in all its languages, English first, and who wrote its questions.

    Each text once. On a site in another language that the notice has, English is left out.
    """
    every = sorted(track.notice, key=lambda language: (language != ENGLISH, language))
    if current_language() in every[1:]:
        every.remove(ENGLISH)
    first = {track.notice[language]: language for language in reversed(every)}
    languages = [language for language in every if first[track.notice[language]] == language]
    return {
        "track": track.title,
        "texts": [{"lang": language, "text": track.notice[language]} for language in languages],
        "written": written_words(release, track) if release else "",
    }


def condition_words(name: BoardName) -> str:
    """Return a board's condition, and its judges, in words."""
    words = gettext(CONDITIONS.get(name.condition, with_spaces(name.condition)))
    if not name.judges:
        return words
    return gettext("%(condition)s, judged by %(judges)s", condition=words, judges=name.judges)


def place_titles(track: Track, name: BoardName) -> list[str]:
    """Return the maintainers' titles from the track down to what the board is about."""
    titles = [track.title]
    if name.category:
        titles.append(_category_title(track, name.category))
    if name.task:
        task = track.tasks.get(name.task)
        titles.append(task.title if task else with_spaces(name.task))
    if name.part:
        scores = {score.name: score.title for score in track.scores}
        titles.append(scores.get(name.part) or with_spaces(name.part))
    return titles


def place_title(track: Track, name: BoardName) -> str:
    """Return the titles down to what the board is about as one."""
    return gettext(": ").join(place_titles(track, name))


def _category_title(track: Track, name: str) -> str:
    category = track.categories.get(name)
    return category.title if category else with_spaces(name)


def metric_addresses(site: AnySite, track: Track) -> dict[str, tuple[Metric, str]]:
    """Return each metric of a track's scorers by name, and where it is told."""
    return {
        metric.name: (metric, metric_address(scorer, metric.name))
        for scorer in track.scorers
        if scorer in site.scorers
        for metric in site.scorers[scorer].metrics
    }


def metric_href(site: AnySite, scorer: str, metric: str) -> str:
    """Return where a metric is told; empty where the site does not have the scorer or metric."""
    known = site.scorers[scorer].metrics if scorer in site.scorers else ()
    has_page = metric in {other.name for other in known}
    return metric_address(scorer, metric) if has_page else ""


def score_href(site: AnySite, track: Track, board: Board) -> str:
    """Return where a board's score is described: as a metric, a score of the track, or there."""
    task = track.tasks.get(board_name(board.board).task)
    own = metric_href(site, task.scorer, board.metric) if task else ""
    rule = next((score for score in track.scores if score.name == board.metric), None)
    rules = rules_href(site, board)
    if own or (rule and rules.startswith(METHODOLOGY)):
        return own or rules
    metric = rule.metric if isinstance(rule, PoolScore) else board.metric
    _, href = metric_addresses(site, track).get(metric, (None, ""))
    return href or rules


def rules_href(site: AnySite, board: Board) -> str:
    """Return the page that gives a track's rules: methodology, or of another series the board."""
    series = {release_parts(name).series for name in (board.release, site.newest_id)}
    track = board_name(board.board).track
    return f"{METHODOLOGY}{track}" if len(series) == 1 else f"{board_stem(board)}.html#computed"


def score_title(track: Track, board: Board) -> str:
    """Return a board's score for the eye: its title where the track gives one."""
    return metric_title(track, board.metric)


def metric_title(track: Track, metric: str) -> str:
    """Return a score's or a metric's name for the eye: its title where the track gives one."""
    titles = {score.name: score.title for score in track.scores}
    return titles.get(metric) or with_spaces(metric)


def person(release: SiteRelease, row: Row) -> dict[str, Any]:
    """Return a system's name, which no other of its release has, and where its page is, if any.

    retriever: what found its passages, where its card says so.
    """
    card = release.cards.get(row.submission_id)
    name = release.names.get(row.submission_id) or row.model_name
    return {
        "id": row.submission_id,
        "name": gettext(name) if row.role == "adversary" else name,
        "org": row.organization,
        "href": page_address(release, row.submission_id),
        "retriever": shorten((card.retriever or "") if card else ""),
    }


def page_address(release: SiteRelease, submission_id: str) -> str:
    """Return a system's page; of one without its model's; "" where that has none either."""
    if submission_id in release.with_pages:
        return f"{system_stem(release.id, submission_id)}.html"
    model = release.models.get(submission_id)
    return f"{model_stem(model)}.html" if model else ""


def place_on_bar(share: float) -> float:
    """Return where a score lies on a bar from 0 to 1."""
    return round(share * BAR, 1)


def score_cell(board: Board, row: Row) -> dict[str, Any]:
    """Return a row's score, interval and rank for the eye, with its bar and its floor mark."""
    verdict = clears(board, row)
    return {
        "score": percent(row.score),
        "value": row.score,
        "span": span(row.low, row.high),
        "bar": [
            place_on_bar(row.score if share is None else share)
            for share in (row.low, row.high, row.score)
        ],
        "marks": [],
        "rank": rank(row),
        "rank_low": row.rank_low or 0,
        "group": row.tie_group or 0,
        "clears": verdict,
        "floor_words": CLEARS[verdict],
    }


def leaders(board: Board) -> list[Row]:
    """Return the ranked rows that may be the best: the lead is a group, not one winner."""
    return [row for row in board.rows if board.ranked and row.rank_low == 1]


def best_systems(board: Board) -> list[Row]:
    """Return a board's systems, best first: the ranked, then others, last the self-reported."""
    systems = [row for row in board.rows if row.role == "system"]
    return sorted(
        systems,
        key=lambda row: (
            row.rank_low is None,
            row.level == "open",
            -row.score,
            row.submission_id,
        ),
    )


def marks(board: Board) -> list[list[Any]]:
    """Return where chance and floor stand in each bar of a board; chance only above 0."""
    floor = best_floor(board)
    levels = [("chance", board.chance)] if board.chance else []
    levels += [("floor", floor.score)] if floor else []
    return [[key, place_on_bar(share)] for key, share in levels]


def headline_boards(release: SiteRelease) -> list[tuple[Board, BoardName]]:
    """Return the release's boards of whole tracks, the public split's."""
    named = [(b, board_name(b.board)) for b in release.ordered_boards if b.split == "public"]
    heads = {path for track in release.manifest.tracks for path in headlines(track)}
    return [(board, name) for board, name in named if board.board.partition("@")[0] in heads]


def rank_hindrance(board: Board) -> str:
    """Return why a board ranks nobody; a judge's figures stand with the judge."""
    judged = board_name(board.board).judges
    return board.why_unranked.partition(" (")[0] if judged else board.why_unranked


def lead(release: SiteRelease, board: Board) -> dict[str, Any]:
    """Return a sentence about a board: its leaders as a group, or why there are none."""
    floor = best_floor(board)
    ranked = [row for row in board.rows if board.ranked and row.rank_low is not None]
    return {
        "href": f"{board_stem(board)}.html",
        "condition": condition_words(board_name(board.board)),
        "n": board.n,
        "ranked": len(ranked),
        "why_unranked": rank_hindrance(board),
        "leaders": [person(release, row) | score_cell(board, row) for row in leaders(board)],
        "above_floor": sum(clears(board, row) == "yes" for row in ranked),
        "open": any(clears(board, row) == "open" for row in ranked),
        "floor": None if floor is None else person(release, floor) | score_cell(board, floor),
    }


def disputes_view(release: SiteRelease, about: str) -> list[dict[str, str]]:
    """Return the disputes on a question, a submission or all, as they stand, and where told."""
    return [
        {
            "id": dispute.dispute_id,
            "status": dispute.status,
            "href": f"disputes.html#{release.id}-{dispute.dispute_id}-{dispute.seq}",
        }
        for dispute in release.disputes_on.get(about, [])
    ]


def release_crumb(release: SiteRelease) -> tuple[str, str]:
    """Return the crumb of a release's page."""
    return gettext("Release %(release)s", release=release.id), release_stem(release.id)


def redirect(stem: str, target: str, place: str = "") -> DataFile:
    """Return a file at one address that leads a browser to a page, or a place on it, at another."""
    href = f"{'../' * stem.count('/')}{target}.html{place and f'#{place}'}"
    return DataFile(f"{stem}.html", render("moved.html", {"href": href}, root="").encode())
