"""What systems answered to a question: who, the mark, what was read, what was right instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from digesta.records.judges.board import Coverage
from digesta.records.release import Question
from digesta.records.submission import Card
from digesta.scorers.base import Scorer
from digesta.scoring.facts import UNJUDGED
from digesta.scoring.submission import NormalForm, normal_forms
from digesta_site.page import view_bytes
from digesta_site.pages.questions.differences import differences
from digesta_site.paths import system_stem
from digesta_site.values import SiteFrame, SiteRelease, SiteSubmission
from digesta_site.views.normalisers import beside
from digesta_site.words import CONDITIONS, Mark, answer_text, mark_of, visible

LONGEST = 700
"""Characters of an answer that are shown."""
ALONE = 20
"""Systems up to which each has its answer to itself; of more, equal answers stand together."""


class AnswerRow(NamedTuple):
    """What an answer earned (credit in nano-units) and why; its readings that change it.

    unjudged: it waits for a judge's verdict, so what it earned says nothing yet.
    """

    status: str
    credit: int
    unjudged: bool
    why: str
    readings: tuple[NormalForm, ...]


class SystemRows(NamedTuple):
    """A submission's facts by question, and how the pages of a track call it.

    floor: an adversary, a baseline or a reference. blind: an adversary, whose answers are not
    shown. note: its condition, where its name does not say it.
    """

    submission: SiteSubmission
    floor: bool
    blind: bool
    note: str
    rows: dict[str, AnswerRow]


def track_rows(
    site: SiteFrame, release: SiteRelease, track: str, questions: Mapping[str, Question]
) -> list[SystemRows]:
    """Return who answered anything on a track: systems by id, then those that set the floor."""
    among = [each for each in release.ordered_submissions if each.takes_part(track)]
    boards = release.boards_on.get(track, ())
    coverage = {judge.judge: judge.coverage for board in boards for judge in board.judges or ()}
    rows = [
        SystemRows(
            each,
            each.role != "system",
            each.role == "adversary",
            _note(release, each.card, among),
            _rows(each, track, questions, site.scorers, coverage),
        )
        for each in among
    ]
    return sorted(rows, key=lambda row: row.floor)


def condition(card: Card) -> str:
    """Return a card's condition in words."""
    return CONDITIONS.get(card.condition, card.condition)


def _note(release: SiteRelease, card: Card, among: Sequence[SiteSubmission]) -> str:
    """Return a card's condition where there are several and the name does not say it."""
    words = condition(card)
    several = len({each.card.condition for each in among}) > 1
    return words if several and words not in release.names[card.submission_id] else ""


def _rows(
    submission: SiteSubmission,
    track: str,
    questions: Mapping[str, Question],
    scorers: Mapping[str, Scorer[Any]],
    coverage: Mapping[str, Coverage | None],
) -> dict[str, AnswerRow]:
    facts = submission.facts[track]
    part = coverage.get(facts.judge or "")
    seen = f", which judges {part.criteria} of all {part.of} criteria" if part else ""
    by = f"Judged by {facts.judge}{seen}: " if facts.judge else ""
    rows = {}
    for question_id, status, *numbers in facts.rows:
        if question_id in questions:
            question = questions[question_id]
            marks = dict(zip(facts.scorers[question.scorer], numbers, strict=False))
            answer = submission.answers.get(question_id)
            scorer = scorers.get(question.scorer)
            read = normal_forms(scorer, question.ask, answer) if scorer else ()
            rows[question_id] = AnswerRow(
                status,
                marks["credit"],
                bool(marks.get(UNJUDGED)),
                # What no judge can change is not called judged.
                by * (UNJUDGED in marks) + facts.why.get(question_id, ""),
                tuple(form for form in read if form.text != answer),
            )
    return rows


def systems_view(release: SiteRelease, systems: Sequence[SystemRows]) -> list[dict[str, Any]]:
    """Return who answered, by their number; a page's matrix has a column of all but the blind."""
    return [
        {
            "id": row.submission.card.submission_id,
            "name": release.names[row.submission.card.submission_id],
            "href": f"{system_stem(release.id, row.submission.card.submission_id)}.html",
            "note": row.note,
            "floor": row.floor,
            "blind": row.blind,
            "counts": _counts(release, row),
        }
        for row in systems
    ]


def _counts(release: SiteRelease, row: SystemRows) -> bool:
    """Return whether a system's answers say how hard a question is: open ones nobody saw made."""
    rows = release.rows_of.get(row.submission.card.submission_id, [])
    return not row.floor and any(board_row.level != "open" for _, board_row in rows)


def cells(
    release: SiteRelease, question: Question, systems: Sequence[SystemRows]
) -> list[dict[str, Any]]:
    """Return what each system did with a question; ``at`` is its column."""
    truth = release.truths.get(question.question_id)
    return [
        _cell(question.question_id, row, truth.truth if truth else {}) | {"at": at}
        for at, row in enumerate(systems)
    ]


def together(answers: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return answers with who gave each (``who``: columns), those that most gave first.

    Of more than ``ALONE`` systems equal answers stand once.
    """
    if len(answers) <= ALONE:
        return [cell | {"who": [cell["at"]]} for cell in answers]
    groups: dict[bytes, dict[str, Any]] = {}
    for cell in answers:
        same = view_bytes({key: cell[key] for key in cell if key not in {"at", "id"}})
        groups.setdefault(same, cell | {"who": []})["who"].append(cell["at"])
    return sorted(groups.values(), key=lambda each: -len(each["who"]))


def _cell(question_id: str, system: SystemRows, truth: Mapping[str, Any]) -> dict[str, Any]:
    if question_id not in system.rows:
        return {"key": "none", "share": None}
    status, credit, unjudged, why, read = system.rows[question_id]
    mark = Mark("unjudged", "not judged", None) if unjudged else mark_of(status, credit)
    answer = system.submission.answers.get(question_id)
    text = answer_text(answer, LONGEST)
    # Of floors, which are folded, what they wrote is enough.
    plain = mark.key in {"right", "missing"} or system.floor
    return {
        "id": system.submission.card.submission_id,
        "key": mark.key,
        "words": mark.words,
        "share": mark.share,
        "text": "" if status == "missing" else text.text,
        "more": text.more,
        "fields": [] if plain else differences(answer, truth),
        "read": [beside(form) for form in read],
        # The page shows what is right above.
        "why": visible(why.partition("; right is ")[0]),
    }
