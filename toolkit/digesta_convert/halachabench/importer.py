"""HalachaBench's questions and predictions to a draft."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from digesta.records.question import OPEN_LICENSES
from digesta.text import NORMALISERS
from digesta_convert.halachabench.records import (
    PLAIN_NUMBER,
    PREDICTION_FILE,
    QUESTION_FILE,
    SeedPrediction,
    SeedQuestion,
    SeedRef,
    hash_of,
)
from digesta_convert.shared.draft import AnswerCollector, Draft, Files, Value
from digesta_convert.shared.kinds import file_kinds
from digesta_convert.shared.names import cluster_of, task_names, unique_names
from digesta_convert.shared.rows import Faults, JsonLine, first_line, lines_of, record_of

EXCERPT = "Source excerpt"
_ACCEPTING = ("enum", "mcq")
"""Answer types of which the original takes the acceptable answers; of others it reads none."""
_HEBREW = re.compile("[\u05d0-\u05ea]")


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults()
    names = [QUESTION_FILE, PREDICTION_FILE]
    kinds = file_kinds(files, _kind, names[:1], "lines with ground_truth", names)
    path = kinds.path(QUESTION_FILE)
    lines = lines_of(path, files[path], faults)
    records = [(line, record_of(SeedQuestion, line, faults)) for line in lines]
    questions = [(line, question) for line, question in records if question is not None]
    _check(questions, faults)
    draft = _draft([question for _, question in questions])
    if answered := kinds.path(PREDICTION_FILE):
        answers = _answers(answered, files[answered], draft, faults)
        draft = replace(draft, predictions=answers)
    faults.refuse()
    places = {question.question_id: line.place for line, question in questions}
    return replace(draft, places=places, notes=_notes(draft), unread=kinds.unread)


def _kind(_path: str, data: bytes) -> str | None:
    first = first_line(data)
    if b'"ground_truth"' in first:
        return QUESTION_FILE
    has_answer = b'"answer"' in first or b'"prediction"' in first
    return PREDICTION_FILE if has_answer and b'"question_id"' in first else None


def _check(questions: Sequence[tuple[JsonLine, SeedQuestion]], faults: Faults) -> None:
    first: dict[str, int] = {}
    for line, question in questions:
        expected = hash_of({key: value for key, value in line.raw.items() if key != "question_id"})
        where = (line.file, line.line)
        if question.question_id != expected:
            fix = "the question was changed after its id was made: put in this id"
            faults.add("question-id", *where, got=question.question_id, expected=expected, fix=fix)
        if question.question_id in first:
            got = f"{question.question_id}, the id of line {first[question.question_id]}"
            faults.add("dup-id", *where, got=got, fix="keep one line")
        first.setdefault(question.question_id, line.line)
        _check_answers(line, question, faults)


def _check_answers(line: JsonLine, question: SeedQuestion, faults: Faults) -> None:
    accepted = _accepted_answers(question)
    if accepted is None or question.answer_type not in _ACCEPTING:
        return
    right, *others = map(_form, _as_choices(question, [question.ground_truth, *accepted]))
    if right in others:
        return
    faults.add(
        "truth-not-accepted",
        line.file,
        line.line,
        question_id=question.question_id,
        got=f"/acceptable_answers: {json.dumps(accepted, ensure_ascii=False)[:80]}",
        expected="the ground_truth among them: the original takes them in its place",
        fix="put the ground_truth among the acceptable_answers",
    )


def _draft(seeds: Sequence[SeedQuestion]) -> Draft:
    categories = unique_names(question.category for question in seeds)
    tasks = task_names((question.category, question.task) for question in seeds)
    track = {
        "track": "halacha",
        "method_after": "HalachaBench",
        "categories": {name: {"title": title} for title, name in categories.items()},
        "tasks": {
            name: {
                "title": task,
                "category": categories[category],
                "scorer": "closed",
                "metric": "accuracy",
            }
            for (category, task), name in tasks.items()
        },
    }
    questions = tuple(
        _question(question, categories[question.category], tasks[question.category, question.task])
        for question in seeds
    )
    return Draft(questions, tuple(map(_truth, seeds)), track=track)


def _question(seed: SeedQuestion, category: str, task: str) -> Value:
    prompt = " ".join(turn.content for turn in seed.turns)
    question: Value = {
        "question_id": seed.question_id,
        "split": "public",
        "track": "halacha",
        "category": category,
        "task": task,
        "scorer": "closed",
        "language": "he" if _HEBREW.search(prompt) else "en",
        "turns": [turn.as_json() for turn in seed.turns],
        "ask": _ask(seed),
        "attribution": seed.attribution,
        "released": seed.release_date,
        "cluster_id": cluster_of(seed.question_id),
        "tags": [],
    }
    license_ = seed.license.replace(" ", "-")
    if license_ in OPEN_LICENSES:
        question["license"] = license_
    if seed.source_excerpt is not None:
        question["shown_sources"] = [{"title": EXCERPT, "text": seed.source_excerpt}]
    return question


def _ask(seed: SeedQuestion) -> Value:
    ask: Value = {"answer_type": seed.answer_type}
    if seed.choices is not None:
        ask["choices"] = seed.choices
    if seed.tolerance is not None:
        amount = f"{Decimal(repr(seed.tolerance)).normalize():f}"
        ask["tolerance"] = {"amount": amount, "kind": seed.tolerance_type or "absolute"}
    if seed.answer_type == "json":
        ask["schema"] = {"type": "object"}
    return ask


def _accepted_answers(seed: SeedQuestion) -> list[Any] | None:
    if seed.acceptable_answers is None or isinstance(seed.acceptable_answers, list):
        return seed.acceptable_answers
    return [seed.acceptable_answers]


def _truth(seed: SeedQuestion) -> Value:
    right: Value = {"answer": _answer_of(seed, seed.ground_truth)}
    if (accepted := _accepted_answers(seed)) is not None:
        right["accepted"] = _as_choices(seed, accepted)
    truth: Value = {"question_id": seed.question_id, "truth": right}
    if seed.source_refs:
        truth["source_refs"] = [{"work": ref.work, "at": _at(ref)} for ref in seed.source_refs]
    return truth


def _as_choices(seed: SeedQuestion, answers: Sequence[Any]) -> list[Any]:
    """Return answers as they are marked."""
    return [_answer_of(seed, answer) for answer in answers]


def _form(answer: Any) -> Any:
    """Return an answer as answers are compared: a text in its normal form."""
    return NORMALISERS["text/1"](answer) if isinstance(answer, str) else answer


def _answer_of(seed: SeedQuestion, answer: Any) -> Any:
    """Return an mcq's index as the text of the choice, as the original reads it."""
    choices = seed.choices or []
    if seed.answer_type != "mcq" or answer in choices or isinstance(answer, bool):
        return answer
    index = answer
    if isinstance(answer, str) and PLAIN_NUMBER.match(answer):
        index = int(answer)
    return choices[index] if isinstance(index, int) and 0 <= index < len(choices) else answer


def _at(ref: SeedRef) -> str:
    parts = [str(part) for part in (ref.siman, ref.seif) if part is not None]
    return ":".join(parts) or "-"


def _answers(path: str, data: bytes, draft: Draft, faults: Faults) -> tuple[Value, ...]:
    ids = {question["question_id"]: question["question_id"] for question in draft.questions}
    answers = AnswerCollector(ids, "an id of the questions", faults)
    for line in lines_of(path, data, faults):
        seed = record_of(SeedPrediction, line, faults)
        if seed is None:
            continue
        if not {"answer", "prediction"} & seed.model_fields_set:
            faults.add("missing-key", path, line.line, got="no /answer", fix="add the key")
        answer = seed.prediction if seed.answer is None else seed.answer
        answers.add(path, line.line, seed.question_id, answer)
    return answers.lines(draft.questions)


def _notes(draft: Draft) -> tuple[str, ...]:
    clusters = "each question has its own: give one to all that share a section of a source"
    notes = [
        "language: check it: he where a turn has Hebrew letters, else en",
        f"cluster_id: {clusters}",
    ]
    if any(question["ask"]["answer_type"] == "json" for question in draft.questions):
        notes.append("ask/schema: any object is allowed: name the members")
    return tuple(notes)
