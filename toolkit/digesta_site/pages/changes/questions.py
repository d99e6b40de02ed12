"""Which questions a release has otherwise than the one before it, counted so that it adds up.

The counts come from the questions of both releases, the reasons from ``changes.json``. Of sealed
questions there are counts and reasons alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from digesta.records.release import Question
from digesta_site.first_words import beginning
from digesta_site.paths import QuestionPlace
from digesta_site.values import SiteRelease
from digesta_site.words import with_spaces

KINDS = {
    "added": "Added",
    "retired": "Retired",
    "moved": "Moved",
    "revised": "Revised",
    "rekeyed": "Re-keyed",
}
"""How a question may have changed, and the words for it."""
COLUMNS = {
    "before": "Before",
    "added": "Added",
    "retired": "Retired",
    "moved": "Moved",
}
COLUMNS |= {"now": "Now", "revised": "Revised", "rekeyed": "Re-keyed"}
"""before + added - retired + moved = now; a revised question stands in place of another."""
LONGEST = 110
"""Characters of a question in a list."""

Place = tuple[str, str]
"""A track and a split."""


class QuestionChange(NamedTuple):
    """One question that changed. release: where it can be read; places: where it counts less, more.

    A question that is revised or re-keyed counts alike before and after.
    """

    kind: str
    question: Question
    release: str
    reason: str
    less: Place | None = None
    more: Place | None = None


def question_changes(before: SiteRelease, after: SiteRelease) -> list[QuestionChange]:
    """Return the questions that differ, by kind, track, split, task and id."""
    old = {question.question_id: question for question in before.questions}
    new = {question.question_id: question for question in after.questions}
    revised = _replacements(old, new, after)
    reasons = _reasons(after)
    changes = []
    for kind, question, less, more in _differences(old, new, revised):
        where = before.id if kind == "retired" else after.id
        reason = reasons.get((kind, question.question_id), "")
        changes.append(QuestionChange(kind, question, where, reason, less, more))
    rekeyed = after.changes.rekeyed if after.changes else ()
    changes += [
        QuestionChange("rekeyed", new[row.question_id], after.id, row.reason)
        for row in rekeyed
        if row.question_id in new
    ]
    return sorted(changes, key=_order)


def _order(change: QuestionChange) -> tuple[int, str, bool, str, str]:
    question = change.question
    kind = list(KINDS).index(change.kind)
    return kind, question.track, question.split != "public", question.task, question.question_id


def _place(question: Question) -> Place:
    return question.track, question.split


def _replacements(
    old: Mapping[str, Question], new: Mapping[str, Question], after: SiteRelease
) -> dict[str, str]:
    """Return by its id now what each revised question was, where both count in one place."""
    rows = after.changes.revised if after.changes else ()
    return {
        row.question_id: row.replaces
        for row in rows
        if row.replaces is not None
        and row.replaces in old
        and row.question_id in new
        and _place(old[row.replaces]) == _place(new[row.question_id])
    }


def _reasons(after: SiteRelease) -> dict[tuple[str, str], str]:
    changes = after.changes
    lists = {kind: getattr(changes, kind, ()) for kind in KINDS} if changes else {}
    return {(kind, row.question_id): row.reason for kind, rows in lists.items() for row in rows}


def _differences(
    old: Mapping[str, Question], new: Mapping[str, Question], revised: Mapping[str, str]
) -> Iterator[tuple[str, Question, Place | None, Place | None]]:
    for name, question in new.items():
        was = old.get(name)
        if name in revised:
            yield "revised", question, None, None
        elif was is None:
            yield "added", question, None, _place(question)
        elif _place(was) != _place(question):
            yield "moved", question, _place(was), _place(question)
    gone = old.keys() - new.keys() - set(revised.values())
    for name in gone:
        yield "retired", old[name], _place(old[name]), None


def count_rows(
    before: SiteRelease, after: SiteRelease, changes: list[QuestionChange]
) -> list[dict[str, Any]]:
    """Return a row of ``COLUMNS`` for each track and split, in the order of the tracks."""
    was, now = (Counter(map(_place, each.questions)) for each in (before, after))
    kinds = Counter((change.kind, _place(change.question)) for change in changes)
    moved: Counter[Place] = Counter()
    for change in changes:
        if change.kind == "moved" and change.less and change.more:
            moved.update({change.more: 1})
            moved.subtract({change.less: 1})
    tracks = [each.track for release in (after, before) for each in release.manifest.tracks]
    places = [(track, split) for track in dict.fromkeys(tracks) for split in ("public", "holdout")]
    return [
        {
            "track": place[0],
            "title": track_title(before, after, place[0]),
            "split": "sealed" if place[1] == "holdout" else "public",
            "before": was[place],
            **{kind: kinds[kind, place] for kind in ("added", "retired", "revised", "rekeyed")},
            "moved": moved[place],
            "now": now[place],
        }
        for place in places
        if was[place] or now[place]
    ]


def track_title(before: SiteRelease, after: SiteRelease, track: str) -> str:
    """Return the title of a track of either release, the later one's where both have it."""
    titles = {
        each.track: each.title for release in (before, after) for each in release.manifest.tracks
    }
    return titles.get(track, with_spaces(track))


def groups(
    before: SiteRelease,
    after: SiteRelease,
    changes: list[QuestionChange],
    places: Mapping[str, QuestionPlace],
) -> list[dict[str, Any]]:
    """Return the changed questions by kind, task, split and reason, the public ones with links.

    places: of questions by their ids.
    """
    members: dict[tuple[str, str, str, str, str], list[QuestionChange]] = {}
    for change in changes:
        question = change.question
        members.setdefault(
            (change.kind, question.track, question.task, question.split, change.reason), []
        ).append(change)
    words = {release.id: release.first_words for release in (before, after)}
    return [
        {
            "kind": kind,
            "track": track,
            "track_title": track_title(before, after, track),
            "task": _task_title(before, after, (track, task)),
            "split": "sealed" if split == "holdout" else "public",
            "n": len(some),
            "reason": reason,
            "questions": []
            if split == "holdout"
            else [_words_and_place(change, words[change.release], places) for change in some],
        }
        for (kind, track, task, split, reason), some in members.items()
    ]


def _task_title(before: SiteRelease, after: SiteRelease, place: tuple[str, str]) -> str:
    for release in (after, before):
        for track in release.manifest.tracks:
            if track.track == place[0] and place[1] in track.tasks:
                return track.tasks[place[1]].title
    return with_spaces(place[1])


def _words_and_place(
    change: QuestionChange,
    words: Mapping[str, str],
    places: Mapping[str, QuestionPlace],
) -> dict[str, Any]:
    question = change.question
    place = places.get(question.question_id)
    return {
        "id": question.question_id,
        "lang": question.language,
        "words": beginning(words[question.question_id], LONGEST),
        "href": place.href if place else "",
    }
