"""Lists over all questions of the newest release: the hardest, those that split, those all get.

Nothing is estimated: a question's share is the mean credit of the systems that answered it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, pvariance
from typing import Any, NamedTuple

from digesta.records.release import Question
from digesta_site.first_words import beginning
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import release_crumb, site_page
from digesta_site.pages.questions.answers import condition
from digesta_site.pages.questions.places import QuestionResult, QuestionResults
from digesta_site.paths import QUESTIONS, questions_list_stem, release_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.views.question_figures import with_sign
from digesta_site.words import percent

OVERALL, BY_TRACK = 25, 15
"""Questions that a list shows over all tracks, and of each."""
FIRST = 110
NAMES = 6
"""Systems that are named in a row; then how many more there are."""
COLUMNS = ("question_id", "track", "task", "language", "share", "spread", "answered", "right")


class QuestionLine(NamedTuple):
    """How a question stood: its mean credit, the variance of credit, who answered."""

    question: Question
    result: QuestionResult
    first: str
    share: float
    spread: float

    @property
    def systems(self) -> int:
        """Return how many systems answered."""
        return len(self.result.credits)


class QuestionList(NamedTuple):
    """A list: which questions stand in it, and the order; equal ones go by id."""

    key: str
    title: str
    about: str
    takes: Callable[[QuestionLine], bool]
    order: Callable[[QuestionLine], tuple[float, ...]]


LISTS = (
    QuestionList(
        "hardest",
        "Hardest questions",
        "The questions with the lowest mean credit. Of equal ones, the most answered come first.",
        lambda row: row.share < 1,
        lambda row: (row.share, -row.systems),
    ),
    QuestionList(
        "split",
        "Questions that split the systems",
        (
            "The questions that at least two systems answered and whose credit varies most between "
            "systems. It varies most where half of the systems are right."
        ),
        lambda row: row.systems > 1 and row.spread > 0,
        lambda row: (-row.spread, -row.systems),
    ),
    QuestionList(
        "easiest",
        "Questions that all get right",
        "Questions that two or more systems answered, all of them correctly.",
        lambda row: row.systems > 1 and row.share == 1,
        lambda row: (-row.systems,),
    ),
)


def list_links() -> list[dict[str, str]]:
    """Return the lists by title and address."""
    return [
        {"title": each.title, "href": f"{questions_list_stem(each.key)}.html"} for each in LISTS
    ]


def pages_of(site: SiteInput, results: QuestionResults) -> Iterator[Page]:
    """Return a page for each list of the newest release."""
    if site.newest is None:
        return
    lines = {
        track.track: list(_lines(site.newest, track.track, results))
        for track in site.newest.manifest.tracks
    }
    for each in LISTS:
        yield _page(site, site.newest, each, lines)


def _lines(release: SiteRelease, track: str, results: QuestionResults) -> Iterator[QuestionLine]:
    questions = [question for question in release.public if question.track == track]
    words = release.first_words
    for question in questions:
        result = results.get(question.question_id)
        if result and result.credits:
            shares = [credit.share for credit in result.credits]
            first = beginning(words[question.question_id], FIRST)
            yield QuestionLine(question, result, first, fmean(shares), pvariance(shares))


def _page(
    site: SiteInput,
    release: SiteRelease,
    each: QuestionList,
    lines: dict[str, list[QuestionLine]],
) -> Page:
    crumbs = [release_crumb(release), ("Questions", QUESTIONS)]
    every = [row for rows in lines.values() for row in rows]
    sections = [_section(release, each, every, title="All tracks", key="all", most=OVERALL)]
    for track in release.manifest.tracks:
        rows, heading = lines[track.track], {"title": track.title, "key": track.track}
        sections.append(_section(release, each, rows, most=BY_TRACK, **heading))
    table = [_values(row) for row in sorted(filter(each.takes, every), key=_order(each))]
    return site_page(
        *(site, questions_list_stem(each.key), "question_list.html"),
        {
            "about": each.about,
            "key": each.key,
            "sections": sections,
            "lists": list_links(),
        }
        | {"queue": f"{release_stem(release.id, 'queue')}.html" if release.analyses else ""},
        heading=each.title,
        title=f"{each.title}, {release.id}",
        release=release,
        crumbs=crumbs,
        data=[dict(zip(COLUMNS, line, strict=True)) for line in table],
        table=DataTable(COLUMNS, table),
    )


def _order(each: QuestionList) -> Callable[[QuestionLine], tuple[Any, ...]]:
    return lambda row: (*each.order(row), row.question.question_id)


def _section(
    release: SiteRelease,
    each: QuestionList,
    rows: Sequence[QuestionLine],
    *,
    title: str,
    key: str,
    most: int,
) -> dict[str, Any]:
    chosen = sorted(filter(each.takes, rows), key=_order(each))
    systems = {credit.system["id"] for row in rows for credit in row.result.credits}
    conditions = Counter(condition(release.cards[name]) for name in systems)
    return {
        "title": title,
        "key": key,
        "asked": len(rows),
        "listed": len(chosen),
        "none": sum(row.share == 0 for row in chosen),
        "systems": len(systems),
        "conditions": [f"{count} {name}" for name, count in sorted(conditions.items())],
        "rows": [_row(release, row) for row in chosen[:most]],
    }


def _row(release: SiteRelease, row: QuestionLine) -> dict[str, Any]:
    question, right = row.question, row.result.right
    figures = release.figures_of.get(question.question_id, [])
    return {
        "first": row.first,
        "lang": question.language,
        "track": release.manifest.track_named(question.track).title,
        "task": row.result.place.task,
        "href": row.result.place.href,
        "value": row.share,
        "share": percent(row.share),
        "answered": row.systems,
        "right": right[:NAMES],
        "right_more": max(0, len(right) - NAMES),
        "r": ", ".join(with_sign(f.correlation) for _, f in figures if f.correlation is not None),
    }


def _values(row: QuestionLine) -> list[str | float | None]:
    question = row.question
    return [
        *(question.question_id, question.track, question.task, question.language),
        *(round(row.share, 9), round(row.spread, 9), row.systems, len(row.result.right)),
    ]
