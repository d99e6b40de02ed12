"""HalachaBench: questions as JSON lines with their truths, predictions, and the report JSON.

Shape of: codepharmer/halachabench@4c3cfd8 (``halachabench.eval``). UTF-8 without a byte order
mark, as its reader requires. A question's id is the SHA-256 of its other fields, as JSON with
sorted keys. Another id is refused. An export computes its ids in the same way from what it writes.

Differs: four faults are refused. The original lists repeated ids, ignores unknown ids, and cannot
mark a truth that its own accepted answers lack. It does not read a yes or no that accepts the
other. A prediction without ``answer`` and ``prediction`` is refused too (there: missing). A null
counts as an absent key. An index as an mcq's truth becomes the text of the choice. JSON answers
get the schema ``{"type": "object"}``, because the original asks no more of them. The report has
our scorer's marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from digesta.canonical import sha256_hex
from digesta.metrics.exact import NANO
from digesta.records.base import Answer, AnswerRecord, Day, NonEmpty, Record
from digesta.records.question import OPEN_LICENSES, Turn
from digesta.scorers.closed.records import AnswerType
from digesta.text import NORMALISERS
from digesta_convert.shared.converter import NO_INPUTS, Converter, Report, ReportInputs
from digesta_convert.shared.draft import AnswerCollector, Draft, DraftLines, Files, Value
from digesta_convert.shared.keys import yes_or_no
from digesta_convert.shared.kinds import file_kinds
from digesta_convert.shared.marks import cells_of, check, marks_of
from digesta_convert.shared.names import task_names, unique_names
from digesta_convert.shared.rows import (
    Faults,
    JsonLine,
    first_line,
    json_document,
    json_lines,
    lines_of,
    record_of,
)

QUESTION_FILE, PREDICTION_FILE = "questions.jsonl", "predictions.jsonl"
PLAIN_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")


class SeedRef(Record):
    """The place of a ruling."""

    work: NonEmpty = Field(description="the work")
    siman: int | NonEmpty | None = Field(default=None, description="the siman")
    seif: int | NonEmpty | None = Field(default=None, description="the seif")


class SeedQuestion(Record):
    """A line of a release's ``questions.jsonl``."""

    question_id: str = Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256 of the other fields")
    category: NonEmpty = Field(description="the category's name")
    task: NonEmpty = Field(description="the task's name")
    turns: list[Turn] = Field(min_length=1, description="the prompt, message by message")
    answer_type: AnswerType = Field(description="mcq, boolean, enum, numeric or json")
    ground_truth: Any = Field(description="the truth")
    release_date: Day = Field(description="a day, YYYY-MM-DD")
    license: NonEmpty = Field(description="the licence")
    attribution: NonEmpty = Field(description="whom to name")
    choices: Annotated[list[NonEmpty], Field(min_length=2)] | None = None
    acceptable_answers: Any = None
    source_refs: list[SeedRef] | None = None
    source_excerpt: NonEmpty | None = None
    tolerance: Annotated[float, Field(ge=0)] | None = None
    tolerance_type: Literal["absolute", "relative"] | None = None


class SeedPrediction(AnswerRecord):
    """A line of a predictions file; ``prediction`` counts where ``answer`` is absent or null."""

    question_id: str = Field(description="a question's id")
    answer: Answer = None
    prediction: Answer = None


def hash_of(fields: Mapping[str, Any]) -> str:
    """Return the id of a question: SHA-256 of its other fields, as the original makes it."""
    text = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256_hex(text.encode())


# From a draft ----------------------------------------------------------------------------------


_VERSION = re.compile(r"-([0-9.]+)\Z")


def compose(draft: Draft) -> dict[str, bytes]:
    """Return the questions, and the predictions where there are some."""
    ids = ids_of(draft)
    lines = [
        _record(question, truth, draft.track) | {"question_id": ids[question["question_id"]]}
        for question, truth in zip(draft.questions, draft.truths, strict=True)
    ]
    files = {QUESTION_FILE: json_lines(lines)}
    if draft.predictions:
        answers = (line | {"question_id": ids[line["question_id"]]} for line in draft.predictions)
        files[PREDICTION_FILE] = json_lines(answers)
    return files


def ids_of(draft: Draft) -> dict[str, str]:
    """Return the id that each question has in the files, by its own."""
    return {
        question["question_id"]: hash_of(_record(question, truth, draft.track))
        for question, truth in zip(draft.questions, draft.truths, strict=True)
    }


def title(track: Mapping[str, Any], kind: str, name: str) -> str:
    """Return the title of a category or task, its name where the draft has none."""
    return str(track.get(kind, {}).get(name, {}).get("title", name))


def _record(question: Value, truth: Value, track: Mapping[str, Any]) -> Value:
    """Return the fields of a question without its id, as the original writes them."""
    ask, right = question["ask"], truth["truth"]
    record: Value = {
        "category": title(track, "categories", question["category"]),
        "task": title(track, "tasks", question["task"]),
        "turns": question["turns"],
        "answer_type": ask["answer_type"],
        "ground_truth": right["answer"],
    }
    if "choices" in ask:
        record["choices"] = ask["choices"]
    if "accepted" in right:
        accepted = right["accepted"]
        own = [] if right["answer"] in accepted else [right["answer"]]
        record["acceptable_answers"] = own + accepted
    if refs := truth.get("source_refs"):
        record["source_refs"] = [_ref(ref) for ref in refs]
    if sources := question.get("shown_sources"):
        record["source_excerpt"] = sources[0]["text"]
    record |= {
        "license": _VERSION.sub(r" \1", question.get("license", "none")),
        "attribution": question.get("attribution", "none"),
        "release_date": question.get("released", "1970-01-01"),
    }
    return record | _tolerance(ask)


def _tolerance(ask: Mapping[str, Any]) -> Value:
    if "tolerance" not in ask:
        return {}
    amount = float(ask["tolerance"]["amount"])
    fields: Value = {"tolerance": int(amount) if amount.is_integer() else amount}
    if ask["tolerance"]["kind"] != "absolute":
        fields["tolerance_type"] = ask["tolerance"]["kind"]
    return fields


def _ref(ref: Mapping[str, str]) -> Value:
    siman, colon, seif = ref["at"].partition(":")
    fields: Value = {"work": ref["work"]}
    if ref["at"] != "-":
        fields["siman"] = _number(siman)
    return fields | ({"seif": _number(seif)} if colon and seif else {})


def _number(text: str) -> int | str:
    return int(text) if PLAIN_NUMBER.match(text) else text


# To a draft ------------------------------------------------------------------------------------


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
    ids = {question.question_id: question.question_id for _, question in questions}
    answers = AnswerCollector(ids, "an id of the questions", faults)
    if answered := kinds.path(PREDICTION_FILE):
        _read_answers(answered, files[answered], answers)
    draft = _lines(questions).draft(answers.by_id, unread=kinds.unread)
    faults.refuse()
    return replace(draft, notes=_notes(draft))


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
    if accepted is None:
        return
    right, *others = map(_form, _as_choices(question, [question.ground_truth, *accepted]))
    got = f"/acceptable_answers: {json.dumps(accepted, ensure_ascii=False)[:80]}"
    own = {"question_id": question.question_id, "got": got}
    if question.answer_type == "boolean" and {right, *others} >= {True, False}:
        fix = "take the other out: the original marks it wrong"
        faults.add("accepts-both", line.file, line.line, **own, expected="yes, or no", fix=fix)
    if question.answer_type in _ACCEPTING and right not in others:
        expected = "the ground_truth among them: the original takes them in its place"
        fix = "put the ground_truth among the acceptable_answers"
        faults.add("truth-not-accepted", line.file, line.line, **own, expected=expected, fix=fix)


def _lines(seeds: Sequence[tuple[JsonLine, SeedQuestion]]) -> DraftLines:
    categories = unique_names(seed.category for _, seed in seeds)
    tasks = task_names((seed.category, seed.task) for _, seed in seeds)
    lines = DraftLines({"track": "halacha", "method_after": "HalachaBench"})
    for line, seed in seeds:
        category = categories[seed.category], seed.category
        keys = lines.task(
            tasks[seed.category, seed.task], seed.task, category, ("closed", "accuracy")
        )
        refs = [{"work": ref.work, "at": _at(ref)} for ref in seed.source_refs or ()]
        keys |= _keys(seed)
        lines.add(seed.question_id, line.place, _right(seed), refs, **keys)
    return lines


def _keys(seed: SeedQuestion) -> Value:
    prompt = " ".join(turn.content for turn in seed.turns)
    keys: Value = {
        "language": "he" if _HEBREW.search(prompt) else "en",
        "turns": [turn.as_json() for turn in seed.turns],
        "ask": _ask(seed),
        "attribution": seed.attribution,
        "released": seed.release_date,
    }
    license_ = seed.license.replace(" ", "-")
    if license_ in OPEN_LICENSES:
        keys["license"] = license_
    if seed.source_excerpt is not None:
        keys["shown_sources"] = [{"title": EXCERPT, "text": seed.source_excerpt}]
    return keys


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


def _right(seed: SeedQuestion) -> Value:
    right: Value = {"answer": _answer_of(seed, seed.ground_truth)}
    if (accepted := _accepted_answers(seed)) is not None:
        right["accepted"] = _as_choices(seed, accepted)
    return right


def _as_choices(seed: SeedQuestion, answers: Sequence[Any]) -> list[Any]:
    """Return answers as they are marked."""
    return [_answer_of(seed, answer) for answer in answers]


def _form(answer: Any) -> Any:
    """Return an answer as answers are compared: a text in its normal form."""
    return NORMALISERS["text/1"](answer) if isinstance(answer, str) else answer


def _answer_of(seed: SeedQuestion, answer: Any) -> Any:
    """Return an mcq's index as its choice's text, a boolean's word as true or false."""
    choices = seed.choices or []
    if seed.answer_type == "boolean" and isinstance(answer, str):
        meant = yes_or_no(answer)
        return answer if meant is None else meant
    if seed.answer_type != "mcq" or answer in choices or isinstance(answer, bool):
        return answer
    index = answer
    if isinstance(answer, str) and PLAIN_NUMBER.match(answer):
        index = int(answer)
    return choices[index] if isinstance(index, int) and 0 <= index < len(choices) else answer


def _at(ref: SeedRef) -> str:
    parts = [str(part) for part in (ref.siman, ref.seif) if part is not None]
    return ":".join(parts) or "-"


def _read_answers(path: str, data: bytes, answers: AnswerCollector) -> None:
    for line in lines_of(path, data, answers.faults):
        seed = record_of(SeedPrediction, line, answers.faults)
        if seed is None:
            continue
        if not {"answer", "prediction"} & seed.model_fields_set:
            fix = "add the key"
            answers.faults.add("missing-key", path, line.line, got="no /answer", fix=fix)
        answer = seed.prediction if seed.answer is None else seed.answer
        answers.add(path, line.line, seed.question_id, answer)


def _notes(draft: Draft) -> tuple[str, ...]:
    clusters = "each question has its own: give one to all that share a section of a source"
    notes = [
        "language: check it: he where a turn has Hebrew letters, else en",
        f"cluster_id: {clusters}",
    ]
    if any(question["ask"]["answer_type"] == "json" for question in draft.questions):
        notes.append("ask/schema: any object is allowed: name the members")
    return tuple(notes)


# The report ------------------------------------------------------------------------------------
#
# Task = mean of questions, category = mean of tasks, overall = mean of categories: the original's
# own aggregation, on exact fractions. Pretty, sorted keys, as ``--pretty --per-question`` writes.


REPORT = "results.json"
_SAYS_INVALID = frozenset({"boolean", "numeric", "json"})
"""Answer types whose unreadable answers the original's report names."""


def report(draft: Draft, _inputs: ReportInputs = NO_INPUTS) -> Report:
    """Return the report on a draft's answers, under the ids of the files written with it.

    A question without an answer is missing and wrong.
    """
    marks = list(cells_of(draft, marks_of(draft, _with_answer)))
    return Report({REPORT: json_document(_report(marks, draft), sort_keys=True)})


def _with_answer(question: Value, right: Mapping[str, Any]) -> Value:
    """Return the truth without accepted answers that the original could not take either.

    Those of an mcq that are not among its choices; all of a boolean, where it reads none.
    """
    ask = question["ask"]
    if ask["answer_type"] == "boolean":
        return {"answer": right["answer"]}
    if ask["answer_type"] != "mcq" or "accepted" not in right:
        return dict(right)
    normal = NORMALISERS[ask.get("normaliser", "text/1")]
    choices = {normal(choice) for choice in ask.get("choices", [])}
    accepted = [a for a in right["accepted"] if isinstance(a, str) and normal(a) in choices]
    return {"answer": right["answer"], "accepted": accepted}


def _report(marks: Sequence[tuple[Value, dict[str, int]]], draft: Draft) -> Value:
    groups: dict[str, dict[str, list[Fraction]]] = {}
    for question, cells in marks:
        category = title(draft.track, "categories", question["category"])
        task = title(draft.track, "tasks", question["task"])
        credit = Fraction(cells["credit"], NANO)
        groups.setdefault(category, {}).setdefault(task, []).append(credit)
    ids = ids_of(draft)
    tasks = {
        (category, task): {"score": float(_mean(credit)), "n_questions": len(credit)}
        for category, members in groups.items()
        for task, credit in members.items()
    }
    scores = {
        category: _mean([_mean(credit) for credit in members.values()])
        for category, members in groups.items()
    }
    return {
        "overall": float(_mean(list(scores.values()))),
        "categories": {
            category: {
                "score": float(scores[category]),
                "n_tasks": len(members),
                "tasks": {task: tasks[category, task] for task in members},
            }
            for category, members in groups.items()
        },
        "tasks": {
            f"{category}::{task}": {"category": category, "task": task, **figures}
            for (category, task), figures in tasks.items()
        },
        "n_questions": len(marks),
        "n_missing": sum(cells["missing"] for _, cells in marks),
        "per_question": [
            _per_question(question["ask"]["answer_type"], cells, ids[question["question_id"]])
            for question, cells in marks
        ],
    }


def _per_question(kind: str, cells: Mapping[str, int], own_id: str) -> Value:
    error = "missing_prediction" if cells["missing"] else None
    if cells["unreadable"] and kind in _SAYS_INVALID:
        error = f"invalid_{kind}"
    return {
        "question_id": own_id,
        "score": float(Fraction(cells["credit"], NANO)),
        "max_score": 1.0,
        "is_correct": cells["credit"] == NANO,
        "error": error,
    }


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


CONVERTER = Converter(
    name="halachabench",
    about="HalachaBench: questions.jsonl and a predictions file; UTF-8 without a byte order mark",
    track="halacha",
    scorers=("closed",),
    parse=parse,
    compose=compose,
    needs={"closed": ("ask/answer_type", "truth/answer")},
    report=report,
    check=check,
    import_example="halachabench build/halachabench -o build/draft",
    export_example="halachabench predictions/2026-11-22/baseline-longest -o build/halachabench",
)
