"""HalachaBench: questions as JSON lines with their truths, predictions, and the report JSON.

Shape of: codepharmer/halachabench@4c3cfd8 (``halachabench.eval``). UTF-8 without a byte order
mark, as its reader has it. A question's id is the SHA-256 of its other fields as JSON with sorted
keys; one that is not is refused, and ours are computed the same way from what we write.

Differs: repeated ids, unknown ids and a truth that is not among its own accepted answers are
refused (there: listed, ignored, unanswerable); a null counts as an absent key. An index as an
mcq's truth becomes the text of the choice. JSON answers get the schema ``{"type": "object"}``,
which is all that the original asks of them. The report holds our scorer's marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from digesta.interchange._halachabench_back import (
    PLAIN_NUMBER,
    QUESTION_FILE,
    compose,
    hash_of,
    records_of,
    reported,
)
from digesta.interchange._halachabench_seed import SeedPrediction, SeedQuestion, SeedRef
from digesta.interchange._marking import check
from digesta.interchange._names import cluster_of, task_names, unique_names
from digesta.interchange._reading import Faults, Line, lines_of, record_of
from digesta.interchange._recognising import Needed, recognised
from digesta.interchange._todo import QUESTIONS, Todo
from digesta.interchange.base import Draft, Files, Importer, Parsed, Value
from digesta.records.question import LICENSES

EXCERPT = "Source excerpt"
_NEEDED = Needed(
    "questions", QUESTION_FILE, "lines with ground_truth",
    "name the file of questions with ground_truth", (".jsonl",),
)  # fmt: skip
_HEBREW = re.compile("[\u05d0-\u05ea]")


def _parse(files: Files) -> Parsed:
    faults = Faults()
    files_of = recognised(files, _kind, _NEEDED, faults)
    asked, answered = files_of.path["questions"], files_of.path.get("predictions")
    lines = lines_of(asked, files[asked], faults)
    records = [(line, record_of(SeedQuestion, line, faults)) for line in lines]
    found = [(line, one) for line, one in records if one is not None]
    _check_ids(found, faults)
    draft, ids = _draft([one for _, one in found], found, faults)
    if answered:
        answers = _answers(answered, files[answered], ids, faults)
        draft = _answered(draft, answers)
    faults.refuse()
    return Parsed(
        draft,
        tuple(line.place for line, _ in found),
        _notes(draft),
        files_of.unread,
    )


def _kind(_path: str, data: bytes) -> str | None:
    first = next((line for line in data.split(b"\n") if line.strip()), b"")
    if b'"ground_truth"' in first:
        return "questions"
    has_answer = b'"answer"' in first or b'"prediction"' in first
    return "predictions" if has_answer and b'"question_id"' in first else None


def _check_ids(found: Sequence[tuple[Line, SeedQuestion]], faults: Faults) -> None:
    first: dict[str, int] = {}
    for line, one in found:
        wanted = hash_of({key: value for key, value in line.raw.items() if key != "question_id"})
        if one.question_id != wanted:
            faults.add(
                "question-id", line.file, line.line, got=one.question_id, expected=wanted,
                fix="the question was changed after its id was made: put in this id",
            )  # fmt: skip
        if one.question_id in first:
            faults.add(
                "dup-id", line.file, line.line, question_id=one.question_id,
                got=f"the id of line {first[one.question_id]}", fix="keep one line",
            )  # fmt: skip
        first.setdefault(one.question_id, line.line)


# To a draft ------------------------------------------------------------------------------------


def _draft(
    seeds: Sequence[SeedQuestion], found: Sequence[tuple[Line, SeedQuestion]], faults: Faults
) -> tuple[Draft, dict[str, str]]:
    categories = unique_names(one.category for one in seeds)
    tasks = task_names((one.category, one.task) for one in seeds)
    track = {
        "track": "halacha",
        "method_after": "HalachaBench",
        "categories": {name: {"title": title} for title, name in categories.items()},
        "tasks": {
            name: {"title": task, "category": categories[category], "scorer": "closed",
                   "metric": "accuracy"}
            for (category, task), name in tasks.items()
        },
    }  # fmt: skip
    questions, truths = [], []
    for line, one in found:
        _check_accepted(line, one, faults)
        place = {"category": categories[one.category], "task": tasks[one.category, one.task]}
        questions.append(_question(one, place))
        truths.append(_truth(one))
    draft = Draft(tuple(questions), tuple(truths), track=track)
    ids = [hash_of(fields) for fields in records_of(draft)]
    for made, question, truth in zip(ids, questions, truths, strict=True):
        question |= {"question_id": made, "cluster_id": cluster_of(made)}
        truth["question_id"] = made
    return draft, {one.question_id: made for one, made in zip(seeds, ids, strict=True)}


def _question(one: SeedQuestion, place: Mapping[str, str]) -> Value:
    said = " ".join(turn.content for turn in one.turns)
    made: Value = {
        "question_id": "",
        "split": "public",
        "track": "halacha",
        **place,
        "scorer": "closed",
        "language": "he" if _HEBREW.search(said) else "en",
        "turns": [turn.as_json() for turn in one.turns],
        "ask": _ask(one),
        "attribution": one.attribution,
        "released": one.release_date,
        "tags": [],
    }
    license_ = one.license.replace(" ", "-")
    if license_ in LICENSES:
        made["license"] = license_
    if one.source_excerpt is not None:
        made["shown_sources"] = [{"title": EXCERPT, "text": one.source_excerpt}]
    return made


def _ask(one: SeedQuestion) -> Value:
    ask: Value = {"answer_type": one.answer_type}
    if one.choices is not None:
        ask["choices"] = one.choices
    if one.tolerance is not None:
        kind = one.tolerance_type or "absolute"
        ask["tolerance"] = {"amount": _decimal(one.tolerance), "kind": kind}
    if one.answer_type == "json":
        ask["schema"] = {"type": "object"}
    return ask


def _decimal(number: float) -> str:
    return f"{Decimal(repr(number)).normalize():f}"


def _accepted(one: SeedQuestion) -> list[Any] | None:
    if one.acceptable_answers is None or isinstance(one.acceptable_answers, list):
        return one.acceptable_answers
    return [one.acceptable_answers]


def _truth(one: SeedQuestion) -> Value:
    truth: Value = {"answer": _meant(one, one.ground_truth)}
    if (accepted := _accepted(one)) is not None:
        truth["accepted"] = [_meant(one, answer) for answer in accepted]
    made: Value = {"question_id": "", "truth": truth}
    if one.source_refs:
        made["source_refs"] = [{"work": ref.work, "at": _at(ref)} for ref in one.source_refs]
    return made


def _meant(one: SeedQuestion, answer: Any) -> Any:
    """Give an mcq's index as the text of the choice, as the original reads it; else the answer."""
    choices = one.choices or []
    if one.answer_type != "mcq" or answer in choices or isinstance(answer, bool):
        return answer
    index = answer
    if isinstance(answer, str) and PLAIN_NUMBER.match(answer):
        index = int(answer)
    return choices[index] if isinstance(index, int) and 0 <= index < len(choices) else answer


def _check_accepted(line: Line, one: SeedQuestion, faults: Faults) -> None:
    accepted = _accepted(one)
    if accepted is None or one.ground_truth in accepted:
        return
    faults.add(
        "truth-not-accepted", line.file, line.line, question_id=one.question_id,
        got=f"/acceptable_answers: {json.dumps(accepted, ensure_ascii=False)[:80]}",
        expected="the ground_truth among them: the original takes them in its place",
        fix="put the ground_truth among the acceptable_answers",
    )  # fmt: skip


def _at(ref: SeedRef) -> str:
    parts = [str(part) for part in (ref.siman, ref.seif) if part is not None]
    return ":".join(parts) or "-"


# Answers ---------------------------------------------------------------------------------------


def _answers(path: str, data: bytes, ids: Mapping[str, str], faults: Faults) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for line in lines_of(path, data, faults):
        one = record_of(SeedPrediction, line, faults)
        if one is None:
            continue
        if "answer" not in one.model_fields_set and "prediction" not in one.model_fields_set:
            faults.add("missing-key", path, line.line, got="no /answer", fix="add the key")
        if one.question_id in lines:
            faults.add(
                "dup-id", path, line.line, question_id=one.question_id,
                got=f"answered on line {lines[one.question_id]}", fix="keep one line",
            )  # fmt: skip
        elif one.question_id not in ids:
            faults.add(
                "unknown-id", path, line.line, question_id=one.question_id,
                expected="an id of the questions", fix="correct or remove the line",
            )  # fmt: skip
        else:
            answers[ids[one.question_id]] = one.prediction if one.answer is None else one.answer
        lines.setdefault(one.question_id, line.line)
    return answers


def _answered(draft: Draft, answers: Mapping[str, Any]) -> Draft:
    ids = [one["question_id"] for one in draft.questions]
    lines = [{"question_id": key, "answer": answers[key]} for key in ids if key in answers]
    return Draft(draft.questions, draft.truths, tuple(lines), track=draft.track)


def _notes(draft: Draft) -> tuple[Todo, ...]:
    notes = [
        Todo(QUESTIONS, "/language", "check it: he where a turn has Hebrew letters, else en"),
        Todo(QUESTIONS, "/cluster_id", "each question has its own: give one to all that share "
             "a section of a source"),
    ]  # fmt: skip
    if any(one["ask"]["answer_type"] == "json" for one in draft.questions):
        notes.append(Todo(QUESTIONS, "/ask/schema", "any object is allowed: name the members"))
    return tuple(notes)


IMPORTER = Importer(
    name="halachabench",
    about="HalachaBench: questions.jsonl and a predictions file; UTF-8 without a byte order mark",
    track="halacha",
    scorers=("closed",),
    parse=_parse,
    compose=compose,
    report=reported,
    check=check,
)
