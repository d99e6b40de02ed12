"""What each system answered to each question of a track, and what it earned, for the picker."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from digesta.records.release import Question, Truth
from digesta.releases.floors import headline_of, tasks_of_rule
from digesta_site.first_words import beginning
from digesta_site.language import plural
from digesta_site.page import view_bytes
from digesta_site.pages.picker.systems import Pick
from digesta_site.paths import QuestionPlaces
from digesta_site.values import KeptMarks, SiteRelease, SiteSubmission
from digesta_site.words import Cut, Mark, mark_of, visible, with_spaces

BUDGET = 300_000
"""Bytes of answers, or of verdicts, in one file, before compression."""
ANSWER = 240
"""Characters of an answer; the question's page has the rest."""
WORDS = 130
"""Characters of a question."""


FIRST = ord("^")
"""The character of the first mark; no later one is escaped in JSON. The script has the same."""


class TrackAnswers(NamedTuple):
    """A track's answers: what all questions need at once, and the texts, file by file."""

    marks: list[dict[str, Any]]
    earned: list[str]
    questions: list[list[Any]]
    texts: list[list[dict[str, Any]]]
    why: Sequence[str] = ()


T = TypeVar("T")


def answers_of(
    release: SiteRelease,
    track: str,
    picks: Sequence[Pick],
    places: QuestionPlaces,
) -> TrackAnswers:
    """Return the answers of some systems to a track's public questions.

    earned: for each system the place in ``marks`` of what each question earned, -1 where it took no
    part; a character each, from ``FIRST``. questions: [task, address, number, whether it
    counts in the headline]. texts: of each question, in files of a bounded size. why: sentences,
    which texts name by their number.
    """
    if track in release.marks:
        return _kept_answers(release, release.marks[track], picks)
    by_id = {each.card.submission_id: each for each in release.submissions}
    submissions = [by_id.get(pick.row.submission_id) for pick in picks]
    earned = [_marks(release, track, submission) for submission in submissions]
    known = sorted({mark for each in earned for mark in each.values()}, key=str)
    number = {mark: at for at, mark in enumerate(known)}
    questions = [
        question
        for question in (release.public if known else ())
        if question.track == track and (release.id, question.question_id) in places
    ]
    words = release.first_words if questions else {}
    of_track = release.manifest.track_named(track)
    counted = tasks_of_rule(of_track, headline_of(of_track))
    texts = [
        _text(
            q,
            beginning(words[q.question_id], WORDS),
            release.truths.get(q.question_id),
            submissions,
        )
        for q in questions
    ]
    return TrackAnswers(
        [{"key": m.key, "words": m.words, "share": m.share} for m in known],
        [
            _text_of(number[e[q.question_id]] if q.question_id in e else -1 for q in questions)
            for e in earned
        ],
        [[*places[release.id, q.question_id], q.task in counted] for q in questions],
        list(in_files(texts)),
    )


def _text_of(places: Iterable[int]) -> str:
    """Return places of marks as a text, a character each: half of the bytes of a list.

    >>> _text_of([0, 2, -1])
    '^`]'
    """
    return "".join(chr(FIRST + place) for place in places)


def _kept_answers(release: SiteRelease, kept: KeptMarks, picks: Sequence[Pick]) -> TrackAnswers:
    """Return what was found of answers that are withheld, and their questions' places elsewhere."""
    names = [pick.row.submission_id for pick in picks]
    while names and names[-1] not in kept.reasons:
        names.pop()  # floors, whose answers are not kept, come last: the script finds none
    truths = [release.truths.get(question) for question in kept.questions]
    texts = [
        {
            "words": "; ".join(map(str, truth.source_refs))
            if truth
            else f"Question {question[:16]}",
            "right": _one_line(_right(truth.truth, ())).text if truth else "",
            "said": [kept.reasons[name][at] if name in kept.reasons else "" for name in names],
        }
        for at, (question, truth) in enumerate(zip(kept.questions, truths, strict=True))
    ]
    marks = [mark_of(*each) for each in kept.earned]
    return TrackAnswers(
        [{"key": m.key, "words": m.words, "share": m.share} for m in marks],
        [_text_of(kept.marks.get(pick.row.submission_id, ())) for pick in picks],
        [["", "", 0, True]] * len(texts),
        list(in_files(texts)),
        list(kept.why),
    )


def _marks(release: SiteRelease, track: str, submission: SiteSubmission | None) -> dict[str, Mark]:
    facts = submission.facts.get(track) if submission else None
    if facts is None:
        return {}
    marks = {}
    scorer = {q.question_id: q.scorer for q in release.public}
    for question_id, status, *numbers in facts.rows:
        if question_id in scorer:
            column = facts.scorers[scorer[question_id]].index("credit")
            marks[question_id] = mark_of(status, numbers[column])
    return marks


def _text(
    question: Question,
    words: str,
    truth: Truth | None,
    submissions: Sequence[SiteSubmission | None],
) -> dict[str, Any]:
    key = question.question_id
    answers = [own.answers.get(key) if own else None for own in submissions]
    cuts = [Cut("", 0) if answer is None else _one_line(answer) for answer in answers]
    right = _one_line(_right(truth.truth, answers)) if truth else Cut("", 0)
    return {
        "words": words,
        "lang": question.language,
        "right": f"{right.text} …" if right.more else right.text,
        "said": [cut.text for cut in cuts],
        "more": [cut.more for cut in cuts],
    }


def _right(truth: Mapping[str, Any], answers: Sequence[Any]) -> Any:
    """Return of a truth what answers to its question have too; all of it where that is nothing."""
    if "criteria" in truth:
        return plural(
            "%(n)s criterion on the question's page",
            "%(n)s criteria on the question's page",
            len(truth["criteria"]),
        )
    members = {name for answer in answers if isinstance(answer, dict) for name in answer}
    shared = {name: value for name, value in truth.items() if name in members}
    return truth.get("answer", shared or truth)


def _one_line(answer: Any) -> Cut:
    """Return an answer on one line, so that answers lie beside each other."""
    text = " ".join(visible(_plain(answer)).split())
    return Cut(text[:ANSWER], max(0, len(text) - ANSWER))


def _plain(value: Any) -> str:
    """Return a value without the brackets of JSON.

    >>> _plain({"level": "B", "basis": [{"law": "L", "article": 3}, True]})
    'level: B; basis: (law: L; article: 3), true'
    >>> _plain({"citations": [{"points": 1, "text": "Art. 59, do CP"}, {"text": "Tema 237"}]})
    'citations: Art. 59, do CP; Tema 237'
    """
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "; ".join([f"{with_spaces(name)}: {_plain(inner)}" for name, inner in value.items()])
    if isinstance(value, list):
        if value and all(isinstance(v, dict) and isinstance(v.get("text"), str) for v in value):
            return "; ".join(v["text"] for v in value)
        return ", ".join([f"({_plain(v)})" if isinstance(v, dict) else _plain(v) for v in value])
    return str(value) if type(value) is int else json.dumps(value)


def in_files(texts: Sequence[T]) -> Iterator[list[T]]:
    """Yield what one file holds: values in their order, within the budget where one alone is."""
    part: list[T] = []
    size = 0
    for text in texts:
        own = len(view_bytes(text))
        if part and size + own > BUDGET:
            yield part
            part, size = [], 0
        part.append(text)
        size += own
    if part:
        yield part
