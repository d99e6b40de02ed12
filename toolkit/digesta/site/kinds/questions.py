"""The questions of a task, public split only: each with its truth, sources and answers.

Holdout questions never get here: pages walk ``SiteRelease.public``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from digesta.records.release import Question, Review
from digesta.scorers.base import Scorer
from digesta.scorers.letters.readings import letters_of
from digesta.scoring.submission import NormalForm, normal_forms
from digesta.site.kinds.common import common, disputes_view, release_crumb
from digesta.site.page import DataTable, Page, view_bytes
from digesta.site.parts.certainty import review_level
from digesta.site.parts.normalisers import beside
from digesta.site.parts.question_figures import figures_text
from digesta.site.parts.shapes import shape
from digesta.site.paths import question_anchor, questions_stem, queue_stem, system_stem
from digesta.site.values import SiteInput, SiteRelease, SiteSubmission
from digesta.site.words import answer_text, ascii_title, mark_of, visible, with_spaces

BUDGET = 150_000
"""Bytes of view on one page: about 250 KB of HTML. Tasks that need more are split."""
REVIEW_LEVELS = (
    "R0: nobody but the author",
    "R1: a second model",
    "R2: citation checked, or answer computed, by a program",
    "R3: one qualified human",
    "R4: two qualified humans",
)
RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "yi"})
PROMPT_FIELDS = frozenset(["choices", "labels"])
"""Fields of ``ask`` that are shown with the prompt."""


class _Row(NamedTuple):
    """What an answer earned (credit in nano-units) and why; its readings that change it."""

    status: str
    credit: int
    why: str
    readings: tuple[NormalForm, ...]


class _SystemRows(NamedTuple):
    """A submission's facts by question."""

    submission: SiteSubmission
    rows: dict[str, _Row]


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the pages of questions of every task of every release."""
    for release in site.newest_first:
        for track, members in groupby(release.public, key=lambda q: q.track):
            questions = list(members)
            by_id = {question.question_id: question for question in questions}
            marked = [
                _system_rows(submission, track, by_id, site.scorers)
                for submission in release.ordered_submissions
                if _takes_part(submission, track)
            ]
            for task, group in groupby(questions, key=lambda q: (q.track, q.category, q.task)):
                yield from _task_pages(site, release, task, (list(group), marked))


def _takes_part(submission: SiteSubmission, track: str) -> bool:
    """Return whether a submission answered anything on a track."""
    facts = submission.facts.get(track)
    return facts is not None and any(status != "missing" for _, status, *_ in facts.rows)


def _system_rows(
    submission: SiteSubmission,
    track: str,
    questions: Mapping[str, Question],
    scorers: Mapping[str, Scorer[Any]],
) -> _SystemRows:
    facts = submission.facts[track]
    by = f"Judged by {facts.judge}: " if facts.judge else ""
    rows = {}
    for question_id, status, *numbers in facts.rows:
        if question_id in questions:
            question = questions[question_id]
            credit = facts.scorers[question.scorer].index("credit")
            answer = submission.answers.get(question_id)
            scorer = scorers.get(question.scorer)
            read = normal_forms(scorer, question.ask, answer) if scorer else ()
            rows[question_id] = _Row(
                status,
                numbers[credit],
                by + facts.why.get(question_id, ""),
                tuple(form for form in read if form.text != answer),
            )
    return _SystemRows(submission, rows)


def _task_pages(
    site: SiteInput,
    release: SiteRelease,
    task: tuple[str, str, str],
    group: tuple[Sequence[Question], Sequence[_SystemRows]],
) -> Iterator[Page]:
    questions, marked = group
    shown = [
        _question(release, number, question, marked) for number, question in enumerate(questions, 1)
    ]
    parts = list(_parts(shown))
    for at, part in enumerate(parts, 1):
        yield _page(site, release, task, (part, at, len(parts)), marked)


def _parts(shown: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    part: list[dict[str, Any]] = []
    size = 0
    for question in shown:
        own = len(view_bytes(question))
        if part and size + own > BUDGET:
            yield part
            part, size = [], 0
        part.append(question)
        size += own
    yield part


def _page(
    site: SiteInput,
    release: SiteRelease,
    task: tuple[str, str, str],
    part: tuple[list[dict[str, Any]], int, int],
    marked: Sequence[_SystemRows],
) -> Page:
    questions, at, parts = part
    track = release.manifest.track_named(task[0])
    title = track.tasks[task[2]].title if task[2] in track.tasks else with_spaces(task[2])
    stem = questions_stem(release.id, task, at)
    view = common(
        site,
        stem,
        heading=f"Questions: {title}",
        release=release,
        crumbs=[release_crumb(release)],
        tracks=[track],
        csv=True,
    )
    systems = [
        {
            "id": answers.submission.card.submission_id,
            "name": answers.submission.card.model_name,
            "href": f"{system_stem(release.id, answers.submission.card.submission_id)}.html",
        }
        for answers in marked
    ]
    pages = [
        {"n": n, "href": f"{questions_stem(release.id, task, n)}.html"} for n in range(1, parts + 1)
    ]
    part_words = f", part {at} of {parts}" if parts > 1 else ""
    return Page(
        stem=stem,
        title=f"Questions: {ascii_title(title, task[2])}, {release.id}{part_words}",
        template="questions.html",
        view=view
        | {"questions": questions, "systems": systems, "parts": pages, "part": at, "task": title}
        | {"archive": release.manifest.archive is not None}
        | {"queue": f"{queue_stem(release.id)}.html" if release.analyses else ""},
        data=_data(release, questions, marked),
        table=DataTable(
            ("question_id", *(system["id"] for system in systems)),
            [[q["id"], *(cell["share"] for cell in q["cells"])] for q in questions],
        ),
    )


def _data(
    release: SiteRelease, questions: Sequence[dict[str, Any]], marked: Sequence[_SystemRows]
) -> list[dict[str, Any]]:
    """Return the questions as the release has them, with truth, answers and marks in full."""
    by_id = {question.question_id: question for question in release.public}
    if release.manifest.archive:
        return [_archive_line(by_id[shown["id"]], release) for shown in questions]
    rows = []
    for shown in questions:
        key = shown["id"]
        truth = release.truths.get(key)
        rows.append(
            {
                "question": by_id[key].as_json(),
                "truth": truth.as_json() if truth else None,
                "answers": [
                    {
                        "submission_id": answers.submission.card.submission_id,
                        "answer": answers.submission.answers.get(key),
                        "status": answers.rows[key].status,
                        "credit": answers.rows[key].credit,
                        "why": answers.rows[key].why,
                        "read": {read.by: read.text for read in answers.rows[key].readings},
                    }
                    for answers in marked
                    if key in answers.rows
                ],
            }
        )
    return rows


def _archive_line(question: Question, release: SiteRelease) -> dict[str, Any]:
    """Return a question of an archive, of which thousands are alike in all else."""
    value, truth = question.as_json(), release.truths.get(question.question_id)
    kept = {key: value[key] for key in ("question_id", "turns", "ask")}
    return {"question": kept, "truth": truth.truth if truth else None, "answers": []}


def _question(
    release: SiteRelease, number: int, question: Question, marked: Sequence[_SystemRows]
) -> dict[str, Any]:
    cells = [_cell(question.question_id, system) for system in marked]
    answers = [cell for cell in cells if cell["key"] != "none"]
    return {
        "id": question.question_id,
        "number": number,
        "anchor": question_anchor(question.question_id),
        "lang": question.language,
        "dir": "rtl" if question.language.partition("-")[0] in RIGHT_TO_LEFT else "ltr",
        "difficulty": question.difficulty,
        "cluster": question.cluster_id,
        "disputes": disputes_view(release, question.question_id),
        "license": question.license,
        "attribution": question.attribution,
        "translation": question.translation.as_json() if question.translation else None,
        "law_as_of": question.law_as_of or "",
        "turns": [turn.model_dump() for turn in question.turns],
        "sources": [source.model_dump() for source in question.shown_sources or []],
        "ask": shape({k: v for k, v in question.ask.items() if k not in PROMPT_FIELDS}),
        "cells": [{"key": cell["key"], "share": cell["share"]} for cell in cells],
        "answers": answers,
        "right": sum(cell["key"] == "right" for cell in answers),
        "figures": figures_text(release, question.question_id),
    } | _truth(release, question)


def _truth(release: SiteRelease, question: Question) -> dict[str, Any]:
    truth = release.truths.get(question.question_id)
    right = _right_texts(truth.truth) if truth else ()
    letters = "readings" in question.ask
    choices = question.ask.get("choices", [])
    labels = question.ask.get("labels", [""] * len(choices))
    if letters:  # answered by letters, of which the truth is a text
        labels, right = list(letters_of(len(choices))), tuple(str(right[0]) if right else "")
    reviews = release.reviews_of.get(question.question_id, [])
    return {
        "choices": [
            {"label": label, "text": str(text), "right": (label if letters else text) in right}
            for label, text in zip(labels, choices, strict=False)
        ],
        "truth": shape(truth.truth) if truth else None,
        "refs": [ref.model_dump() for ref in truth.source_refs] if truth else [],
        "level": REVIEW_LEVELS[review_level(reviews)],
        "reviews": [_review(review) for review in reviews],
    }


def _right_texts(truth: dict[str, Any]) -> tuple[Any, ...]:
    return (truth.get("answer"), *truth.get("accepted", ()))


def _review(review: Review) -> dict[str, Any]:
    return {
        "outcome": review.outcome,
        "purpose": review.purpose,
        "why": review.why,
        "readers": [
            {
                "kind": r.kind,
                "qualification": r.qualification,
                "verdict": r.verdict,
                "family": bool(r.same_family_as_author),
            }
            for r in review.readers
        ],
        "passages": [passage.model_dump() for passage in review.passages],
    }


def _cell(question_id: str, answers: _SystemRows) -> dict[str, Any]:
    card = answers.submission.card
    if question_id not in answers.rows:
        return {"key": "none", "share": None}
    status, credit, why, read = answers.rows[question_id]
    mark = mark_of(status, credit)
    answer = answer_text(answers.submission.answers.get(question_id))
    return {
        "id": card.submission_id,
        "name": card.model_name,
        "key": mark.key,
        "words": mark.words,
        "share": mark.share,
        "text": "" if status == "missing" else answer.text,
        "more": answer.more,
        "read": [beside(answers) for answers in read],
        "why": visible(why),
    }
