"""The questions of a task, public split only: each with its truth, sources and answers.

Holdout questions never get here: pages walk ``SiteRelease.public``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, takewhile
from typing import Any

import orjson

from digesta.records.release import Question, Review
from digesta.scorers.letters.readings import letters_of
from digesta_site.first_words import beginning
from digesta_site.page import DataTable, Page, view_bytes
from digesta_site.pages.common import disputes_view, site_page
from digesta_site.pages.questions.answers import (
    SystemRows,
    cells,
    systems_view,
    together,
    track_rows,
)
from digesta_site.pages.questions.lists import list_links
from digesta_site.pages.questions.places import about_page
from digesta_site.pages.questions.proof import proof_view
from digesta_site.paths import question_anchor, questions_stem, release_stem
from digesta_site.values import SiteFrame, SiteRelease, places_of
from digesta_site.views.question_figures import figures_text
from digesta_site.views.reviews import READERS, review_level
from digesta_site.views.shapes import shape
from digesta_site.words import ascii_title, capital, with_spaces

BUDGET = 150_000
"""Bytes of view and markup on one page: about 250 KB of HTML. Tasks that need more are split."""
MARKUP = 200
"""Bytes of tags around an answer that its view does not have."""
RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "yi"})
FIRST = 70
"""Characters of a question that stand in the matrix."""
PROMPT_FIELDS = frozenset(["choices", "labels"])
"""Fields of ``ask`` that are shown with the prompt."""
REPEATED = 600
"""Characters with which two texts of a page begin alike before the second leaves them out."""
_LINE_END = re.compile(r"(?<=[\n。])")


def pages_of(site: SiteFrame, release: SiteRelease) -> Iterator[Page]:
    """Return the pages of questions of every task."""
    for track, members in groupby(release.public, key=lambda q: q.track):
        questions = list(members)
        by_id = {question.question_id: question for question in questions}
        systems = track_rows(site, release, track, by_id)
        words = release.first_words if systems else {}
        for task, group in groupby(questions, key=lambda q: (q.track, q.category, q.task)):
            members_of_task = list(group)
            answering = [each for each in systems if _answers_any(each, members_of_task)]
            shown = [
                question_view(release, number, question, answering)
                | {"first": beginning(words.get(question.question_id, ""), FIRST)}
                for number, question in enumerate(members_of_task, 1)
            ]
            yield from _task_pages(site, release, task, (shown, answering))


def _answers_any(system: SystemRows, questions: Sequence[Question]) -> bool:
    """Return whether a system answers any question of a task: who skipped it is no column there."""
    rows = (system.rows.get(question.question_id) for question in questions)
    return any(row is not None and row.status != "missing" for row in rows)


def _task_pages(
    site: SiteFrame,
    release: SiteRelease,
    task: tuple[str, str, str],
    group: tuple[Sequence[dict[str, Any]], Sequence[SystemRows]],
) -> Iterator[Page]:
    shown, systems = group
    parts = list(parts_of(shown))
    for at, part in enumerate(parts, 1):
        yield _page(site, release, task, (part, at, len(parts)), systems)


def parts_of(shown: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the questions of a task page by page."""
    part: list[dict[str, Any]] = []
    size = 0
    for question in shown:
        answers = len(question["systems"]) + len(question["floors"])
        own = len(view_bytes(question)) + MARKUP * answers
        if part and size + own > BUDGET:
            yield part
            part, size = [], 0
        part.append(question)
        size += own
    yield part


def without_repetition(questions: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the questions of a page, long beginnings of their texts only where they come first.

    A later text has the question that it begins like (``like``), and what follows (``rest``).
    """
    above: dict[tuple[str, int], tuple[dict[str, Any], str]] = {}
    for question in questions:
        shown: dict[str, list[dict[str, Any]]] = {"turns": [], "sources": []}
        for kind, key in (("turns", "content"), ("sources", "text")):
            for place, each in enumerate(question[kind]):
                like, whole = above.get((kind, place), (question, ""))
                lines = zip(*(_LINE_END.split(text) for text in (whole, each[key])), strict=False)
                same = sum(len(line) for line, _ in takewhile(lambda two: two[0] == two[1], lines))
                if same < REPEATED:
                    like, _ = above[kind, place] = question, each[key]
                rest = {"like": like, "rest": each[key][same:]} if like is not question else {}
                shown[kind].append({"like": None} | each | rest)
        yield question | shown


def with_facts(questions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the questions of a page with form, licence and reviews, each fact with its name.

    shared: what all of them have, which the page says once.
    """
    all_facts = [_facts(question) for question in questions]
    first, *others = all_facts
    shared = [fact for fact in first if others and all(fact in facts for facts in others)]
    own = [[fact for fact in facts if fact not in shared] for facts in all_facts]
    shown = [q | {"facts": facts} for q, facts in zip(questions, own, strict=True)]
    return {"questions": shown, "shared": shared}


def _facts(question: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    of, reviews = question["translation"], question["reviews"]
    for step in question["proof"]["steps"]:  # which are shown as the key's proof
        reviews = [
            (title, text | {"of": text["of"].removesuffix(f". {step}")}) for title, text in reviews
        ]
    return [
        *((f"Form of the answer: {name}", value) for name, value in question["ask"]["of"]),
        ("Licence", shape(f"{question['license']}; {question['attribution']}")),
        *([("Translation", shape("of {of} by {by}, {license}".format(**of)))] if of else []),
        ("Review", shape(question["level"])),
        *reviews,
    ]


def _review_words(review: Review) -> tuple[str, dict[str, Any]]:
    family = ", of the same family as the author"
    readers = "; ".join(
        f"{r.kind}, {r.qualification}{family * bool(r.same_family_as_author)}: {r.verdict}"
        for r in review.readers
    )
    title = f"{capital(review.purpose)}: {review.outcome}"
    return title, shape(". ".join(filter(None, (readers, review.why))))


def task_title(release: SiteRelease, task: Sequence[str]) -> str:
    """Return a task's title. task: its track, category and name."""
    tasks = release.manifest.track_named(task[0]).tasks
    return tasks[task[2]].title if task[2] in tasks else with_spaces(task[2])


def _page(
    site: SiteFrame,
    release: SiteRelease,
    task: tuple[str, str, str],
    part: tuple[list[dict[str, Any]], int, int],
    systems: Sequence[SystemRows],
) -> Page:
    questions, at, parts = part
    track, title = release.manifest.track_named(task[0]), task_title(release, task)
    stem = questions_stem(release.id, task, at)
    columns = systems_view(release, systems)
    pages = [
        {"n": n, "href": f"{questions_stem(release.id, task, n)}.html"} for n in range(1, parts + 1)
    ]
    part_words = f", part {at} of {parts}" if parts > 1 else ""
    about = about_page(stem, release.id, title, questions=questions, columns=columns)
    return site_page(
        *(site, stem, "questions.html"),
        with_facts([*without_repetition(questions)])
        | {"systems": columns, "parts": pages, "part": at, "retired": False}
        | {"archive": release.manifest.archive is not None}
        | {"queue": f"{release_stem(release.id, 'queue')}.html" if release.has_queue else ""}
        | {"lists": list_links() if release.id == site.newest_id else []},
        heading=f"Questions: {title}",
        title=f"Questions: {ascii_title(title, task[2])}, {release.id}{part_words}",
        release=release,
        tracks=[track],
        data=_data(release, [q["id"] for q in questions], systems=systems),
        table=DataTable(
            ("question_id", *(column["id"] for column in columns)),
            [[q["id"], *(cell["share"] for cell in q["cells"])] for q in questions],
        ),
        about=about,
    )


def _data(
    release: SiteRelease,
    shown: Sequence[str],
    *,
    systems: Sequence[SystemRows],
) -> list[dict[str, Any]]:
    """Return truth, answers and marks by question."""
    if release.manifest.archive:
        return [{"question_id": key, "truth": release.truths[key].truth} for key in shown]
    return [
        {
            "question_id": key,
            "truth": release.truths[key].as_json() if key in release.truths else None,
            "answers": _answers(systems, key),
        }
        for key in shown
    ]


def _answers(systems: Sequence[SystemRows], key: str) -> list[dict[str, Any]]:
    """Return what was answered to a question; who gave the same answer stands together."""
    groups: dict[bytes, dict[str, Any]] = {}
    for system in systems:
        if key in system.rows:
            own = _answer(system, key)
            group = groups.setdefault(view_bytes(own), {"submissions": [], **own})
            group["submissions"].append(system.submission.card.submission_id)
    return list(groups.values())


def _answer(answers: SystemRows, key: str) -> dict[str, Any]:
    row = answers.rows[key]
    marked = {"status": row.status, "credit": row.credit}
    if answers.blind:
        return marked
    return {
        "answer": answers.submission.answers.get(key),
        **marked,
        "why": row.why,
        "read": {read.by: read.text for read in row.readings},
    }


def question_view(
    release: SiteRelease, number: int, question: Question, systems: Sequence[SystemRows]
) -> dict[str, Any]:
    """Return what a page shows of a question, and of what systems answered."""
    row = cells(release, question, systems)
    answers = [cell for cell in row if cell["key"] != "none"]
    by_systems = [cell for cell in answers if not systems[cell["at"]].floor]
    floors = [
        cell
        for cell in answers
        if systems[cell["at"]].floor and not systems[cell["at"]].blind and cell["key"] != "missing"
    ]
    return {
        "id": question.question_id,
        "number": number,
        "task": task_title(release, places_of(question)[-1]),
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
        "own": release.first_words.get(question.question_id, ""),
        "turns": [turn.model_dump() for turn in question.turns],
        "sources": [source.model_dump() for source in question.shown_sources or []],
        "ask": _ask(view_bytes({k: v for k, v in question.ask.items() if k not in PROMPT_FIELDS})),
        "cells": [
            {"key": cell["key"], "share": cell["share"]}
            for cell in row
            if not systems[cell["at"]].blind
        ],
        "systems": together(by_systems),
        "floors": together(floors),
        "answered": len(by_systems),
        "right": sum(cell["key"] == "right" for cell in by_systems),
        "figures": figures_text(release, question.question_id),
    } | _truth(release, question)


@lru_cache(maxsize=256)
def _ask(fields: bytes) -> dict[str, Any]:
    """Return what is asked for, of JSON; of most questions of a task it is the same."""
    return shape(orjson.loads(fields))


def _truth(release: SiteRelease, question: Question) -> dict[str, Any]:
    truth = release.truths.get(question.question_id)
    right = _right_texts(truth.truth) if truth else ()
    letters = "readings" in question.ask
    choices = question.ask.get("choices", [])
    labels = question.ask.get("labels", [""] * len(choices))
    if letters:  # answered by letters, of which the truth is a text
        labels, right = list(letters_of(len(choices))), tuple(str(right[0]) if right else "")
    reviews = release.reviews_of.get(question.question_id, [])
    proof = proof_view(reviews)
    proved = {(place["work"], place["at"]) for place in proof["places"]}
    refs = truth.source_refs if truth else []
    return {
        "choices": [
            {"label": label, "text": str(text), "right": (label if letters else text) in right}
            for label, text in zip(labels, choices, strict=False)
        ],
        "truth": shape(truth.truth) if truth else None,
        "refs": [str(ref) for ref in refs if (ref.work, ref.at) not in proved],
        "proof": proof,
        "level": READERS[review_level(reviews)],
        "reviews": [*map(_review_words, reviews)],
    }


def _right_texts(truth: dict[str, Any]) -> tuple[Any, ...]:
    return (truth.get("answer"), *truth.get("accepted", ()))
