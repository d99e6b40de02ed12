"""Pages that rest on one track of a release, and pages of what changed between releases."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from digesta_site.language import ENGLISH, spoken
from digesta_site.page import DataFile, Page
from digesta_site.pages import OF_A_TRACK, OF_SUPERSEDED
from digesta_site.pages.changes import page_of, release_pairs
from digesta_site.pages.questions import retirement
from digesta_site.pages.questions.places import places_in
from digesta_site.paths import board_name
from digesta_site.values import SiteInput, SiteRelease, SiteSubmission

T = TypeVar("T")


def pages_of_tracks(site: SiteInput) -> Iterator[Page | DataFile]:
    """Yield the pages of each track of each release, the newest release first."""
    for release in site.newest_first:
        superseded = site.is_superseded(release)
        for track in release.manifest.tracks:
            part = part_of(release, track.track)
            for pages_of in OF_SUPERSEDED if superseded else OF_A_TRACK:
                yield from pages_of(site.frame, part)
        if superseded:
            with spoken(ENGLISH):
                # Whole: a page that waits inside a generator would leave its language to others.
                pages = list(retirement.pages_of(site, release))
            yield from pages


def pages_of_changes(site: SiteInput) -> Iterator[Page]:
    """Yield what changed from release to release, once the pages of questions are known."""
    # A question that several releases ask stands in the newest of them.
    every = places_in(site.question_pages)
    places = {key: place for (_, key), place in reversed(list(every.items()))}
    for before, after in release_pairs(site):
        with spoken(ENGLISH):
            page = page_of(site, before, after, places)
        yield page


def part_of(release: SiteRelease, track: str) -> SiteRelease:
    """Return of a release what pages of one track may show, so that they rest on nothing else."""
    questions = [question for question in release.questions if question.track == track]
    ids = {question.question_id for question in questions}
    marks = _only(release.marks, {track})
    kept = {question for each in marks.values() for question in each.questions}
    boards = [board for board in release.boards if board_name(board.board).track == track]
    ranked = {row.submission_id for board in boards for row in board.rows}
    submissions = [
        _submission_part(submission, track, ids)
        for submission in release.submissions
        if submission.card.submission_id in ranked or submission.takes_part(track)
    ]
    own = ranked | {submission.card.submission_id for submission in submissions}
    return replace(
        release,
        whole=release,
        questions=questions,
        truths=_only(release.truths, ids | kept),
        reviews=[review for review in release.reviews if review.question_id in ids],
        changes=None,
        decisions=[decision for decision in release.decisions if decision.submission_id in own],
        attempts=(),
        access=(),
        disputes=[
            dispute
            for dispute in release.disputes
            if dispute.question_id in ids
            or dispute.submission_id in own
            or (dispute.limit or "").startswith(f"{track}: ")
        ],
        boards=boards,
        submissions=submissions,
        published=None
        if release.published is None
        else _only(release.published, {board.path for board in boards}),
        publications=(),
        pairs=[pair for pair in release.pairs if pair["board"] == track],
        conditions=[each for each in release.conditions if each.track == track],
        analyses=[each for each in release.analyses if board_name(each.board).track == track],
        links=[each for each in release.links if each.track == track],
        judge_comparisons=[
            each for each in release.judge_comparisons if board_name(each.board).track == track
        ],
        exposure=None,
        abstentions=[each for each in release.abstentions if board_name(each.board).track == track],
        giveaways=(),
        files={},
        marks=marks,
    )


def _submission_part(
    submission: SiteSubmission, track: str, questions: Collection[str]
) -> SiteSubmission:
    by_judge = {judge: _only(facts, {track}) for judge, facts in submission.by_judge.items()}
    return replace(
        submission,
        answers=_only(submission.answers, questions),
        facts=_only(submission.facts, {track}),
        digests={},
        by_judge={judge: facts for judge, facts in by_judge.items() if facts},
    )


def _only(values: Mapping[str, T], keys: Collection[str]) -> dict[str, T]:
    return {key: value for key, value in values.items() if key in keys}
