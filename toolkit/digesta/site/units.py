"""Pages by what they rest on: those of one track of a release rest on that track alone.

Most pages are such. While what a unit rests on is as it was, its pages are, and are left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

import orjson
from pydantic import BaseModel

from digesta.site.kinds import OF_A_TRACK
from digesta.site.kinds.changes import page_of, release_pairs
from digesta.site.kinds.changes.systems import links_of
from digesta.site.kinds.questions.places import places_in
from digesta.site.language import ENGLISH, spoken
from digesta.site.page import DataFile, Page
from digesta.site.paths import board_name, changes_stem
from digesta.site.values import SiteFrame, SiteInput, SiteRelease, SiteSubmission

T = TypeVar("T")


class Unit(NamedTuple):
    """Pages that are made together.

    name: of what they are about. key: a digest of all that they rest on beside the code; "" of what
    is made each time.
    """

    name: str
    key: str
    make: Callable[[], Iterable[Page | DataFile]]


def units_of(site: SiteInput) -> Iterator[Unit]:
    """Yield each track of each release, the newest first."""
    frame = site.frame
    for release in site.newest_first:
        for track in release.manifest.tracks:
            yield _unit(frame, release, track.track)


def _unit(site: SiteFrame, release: SiteRelease, track: str) -> Unit:
    scorers, name = sorted(site.scorers), f"{release.id}/{track}"
    # Of files that do not change the digest is at hand; of what was made just now it is taken.
    basis = release.sources
    if not basis:
        part = part_of(release, track)
        names = {key: part.names[key] for key in part.cards}
        basis = content_digest([_without_listed_files(part), names, part.has_pairs, part.has_queue])
    key = content_digest([site.config, site.newest_id, scorers, name, basis])
    return Unit(name, key, partial(_pages_of, site, release, track))


_LISTED = {"questions.jsonl", "truths.jsonl", "review.jsonl"}


def _without_listed_files(part: SiteRelease) -> SiteRelease:
    """Return a part without what is read from files whose digests stand in its manifest."""
    if not {file.path for file in part.manifest.files} >= _LISTED:
        return part
    return replace(part, questions=(), truths={}, reviews=())


def _pages_of(site: SiteFrame, release: SiteRelease, track: str) -> Iterator[Page | DataFile]:
    part = part_of(release, track)
    for pages_of in OF_A_TRACK:
        yield from pages_of(site, part)


def changes_of(site: SiteInput) -> Iterator[Unit]:
    """Yield what changed from release to release, once the pages of questions are known."""
    places = cache(lambda: places_in(site.question_pages))

    def make(before: SiteRelease, after: SiteRelease) -> list[Page | DataFile]:
        with spoken(ENGLISH):
            return [page_of(site, before, after, places())]

    for before, after in release_pairs(site):
        linked = links_of(site, before, after)
        both = [before.sources, after.sources]
        key = content_digest([site.config, site.newest_id, both, linked]) if all(both) else ""
        yield Unit(changes_stem(after.id), key, partial(make, before, after))


def part_of(release: SiteRelease, track: str) -> SiteRelease:
    """Return of a release what pages of one track may show, so that they rest on nothing else."""
    questions = [question for question in release.questions if question.track == track]
    ids = {question.question_id for question in questions}
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
        truths=_only(release.truths, ids),
        reviews=[review for review in release.reviews if review.question_id in ids],
        changes=None,
        decisions=[decision for decision in release.decisions if decision.submission_id in own],
        attempts=(),
        access=(),
        disputes=[
            dispute
            for dispute in release.disputes
            if dispute.question_id in ids or dispute.submission_id in own
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


def content_digest(value: Any) -> str:
    """Return the SHA-256 of records, of dataclasses of ours and of JSON values, however nested.

    A part is digested without the release that it is of. TypeError for anything else.
    """
    state = sha256()
    for piece in _pieces(value):
        state.update(piece)
    return state.hexdigest()


def _pieces(value: Any) -> Iterator[bytes]:
    """Yield what says all of a value, and nothing else: a release is not to be held twice."""
    if isinstance(value, BaseModel):
        yield value.model_dump_json(by_alias=True, exclude_none=True).encode()
        return
    try:
        yield orjson.dumps(value, option=_JSON_ALONE) + b","
    except TypeError:
        for part in _parts(value):
            yield from _pieces(part)


_JSON_ALONE = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS


def _parts(value: Any) -> Iterator[Any]:
    """Yield what a value is made of that is no JSON value, behind how many these are."""
    if is_dataclass(value):
        parts = [getattr(value, each.name) for each in fields(value) if each.name != "whole"]
    elif isinstance(value, Mapping):
        parts = [part for pair in sorted(value.items(), key=_name) for part in pair]
    elif isinstance(value, set | frozenset):
        parts = sorted(value)
    elif isinstance(value, list | tuple):
        parts = list(value)
    else:
        raise TypeError(f"{type(value).__name__}: nothing that has a digest")
    yield len(parts)
    yield from parts


def _name(pair: tuple[Any, Any]) -> str:
    return str(pair[0])
