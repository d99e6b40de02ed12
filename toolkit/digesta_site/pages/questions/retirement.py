"""Of a superseded release: the questions that ended with it, and the way from pages that it had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from digesta.records.release import Question
from digesta_site.page import DataFile, DataTable, Page
from digesta_site.pages.common import redirect, site_page
from digesta_site.pages.questions.places import about_page
from digesta_site.pages.questions.viewer import BUDGET, question_view, without_repetition
from digesta_site.paths import (
    questions_stem,
    release_stem,
)
from digesta_site.values import SiteInput, SiteRelease, places_of

HEADING = "Retired questions"
COLUMNS = ("track", "category", "task", "question_id")


def pages_of(site: SiteInput, release: SiteRelease) -> Iterator[Page | DataFile]:
    """Return the list of a superseded release, and a file at each address that led to more."""
    retired = retired_questions(site, release)
    if retired:
        yield _page(site, release, retired)
    if site.newest:
        yield from _ways_to_newest(
            site.newest, release, release_stem(release.id, "retired") if retired else ""
        )


def retired_questions(site: SiteInput, release: SiteRelease) -> list[Question]:
    """Return the public questions that the next release asks no more, in other words either."""
    after = next((each for each in site.releases if each.manifest.previous == release.id), None)
    kept = {question.question_id for question in (after.questions if after else ())}
    if after and after.changes:
        kept |= {each.replaces for each in after.changes.revised if each.replaces}
    return [question for question in release.public if question.question_id not in kept]


def _page(site: SiteInput, release: SiteRelease, retired: list[Question]) -> Page:
    stem = release_stem(release.id, "retired")
    plain = replace(release, reviews=())
    shown = [question_view(plain, number, each, ()) for number, each in enumerate(retired, 1)]
    truths = release.truths
    rows = [[q.track, q.category, q.task, q.question_id] for q in retired]
    return site_page(
        *(site, stem, "questions.html"),
        {
            "questions": [*without_repetition(shown)],
            "shared": [],
            "systems": [],
            "parts": [],
            "part": 1,
            "retired": True,
        }
        | {"archive": False, "queue": "", "lists": []},
        heading=f"{HEADING}: {release.id}",
        release=release,
        tracks=(),
        data=[
            dict(zip(COLUMNS, row, strict=True))
            | {
                "truth": truths[question.question_id].as_json()["truth"]
                if question.question_id in truths
                else None
            }
            for row, question in zip(rows, retired, strict=True)
        ],
        table=DataTable(COLUMNS, rows),
        about=about_page(stem, release.id, HEADING, questions=shown, columns=()),
    )


def _ways_to_newest(newest: SiteRelease, release: SiteRelease, retired: str) -> Iterator[DataFile]:
    """Yield files that lead from pages of a release to the same in the newest.

    retired: the stem of the release's list, where questions of a task that is no more stand.
    """
    home, old = release_stem(newest.id), release.id
    yield redirect(release_stem(old, "limits"), release_stem(newest.id, "limits"))
    if release.gaps is not None:
        has_gaps = newest.gaps is not None or newest.exposure is not None
        yield redirect(
            release_stem(old, "contamination"),
            release_stem(newest.id, "contamination") if has_gaps else home,
        )
    for task, group in groupby(release.public, key=lambda question: places_of(question)[-1]):
        in_newest = questions_stem(newest.id, (task[0], task[1], task[2]))
        target = in_newest if task in newest.public_under else retired
        for part in range(1, _most_parts(release, list(group)) + 1):
            stem = questions_stem(old, (task[0], task[1], task[2]), part)
            yield redirect(stem, target or home)


def _most_parts(release: SiteRelease, questions: Sequence[Question]) -> int:
    """Return at least as many pages as questions filled: with answers, twice their records."""
    size = sum(
        len(record.model_dump_json().encode())
        for question in questions
        for record in (
            question,
            release.truths.get(question.question_id),
            *release.reviews_of.get(question.question_id, ()),
        )
        if record is not None
    )
    return min(len(questions), 1 + 2 * size // BUDGET)
