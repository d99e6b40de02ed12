"""LawBench's questions and predictions to a draft."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from pydantic import ConfigDict, Field

from digesta.package_files import json_file
from digesta.records.base import NonEmpty, Record
from digesta_convert.shared.draft import Draft, Files, SourceQuestion, Value, draft_of, user_turn
from digesta_convert.shared.keys import right_letters, stem_of
from digesta_convert.shared.kinds import file_groups
from digesta_convert.shared.rows import Faults, JsonLine, LineFault, document_of, record_of


class LawBenchRecord(Record):
    """A record of LawBench; other keys are ignored."""

    model_config = ConfigDict(extra="ignore")


class LawBenchQuestion(LawBenchRecord):
    """One of a task's questions."""

    instruction: str = Field(default="", description="what to do")
    question: NonEmpty = Field(description="the question")
    answer: NonEmpty = Field(description="the key")


class LawBenchTurn(LawBenchRecord):
    """A message that was sent."""

    role: str = Field(description="HUMAN, BOT or SYSTEM")
    prompt: NonEmpty = Field(description="the text")


class LawBenchPrediction(LawBenchRecord):
    """One of a model's predictions."""

    origin_prompt: NonEmpty | list[LawBenchTurn] = Field(description="what was sent")
    prediction: str = Field(description="the reply")
    refr: NonEmpty = Field(description="the key")


TRACK = {"track": "lawbench", "title": "LawBench"}
READINGS = ("letters/3", "lawbench/1")
LABELS = "lawbench-labels/1"
LEVELS = {"1": "Memorization", "2": "Understanding", "3": "Application"}
_QUESTIONS, _PREDICTIONS = "questions", "predictions"
_KEY = re.compile(r"(?:正确答案[:：]|(\[正确答案\]))\s*([A-E])")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_ROLES = {"HUMAN": "user", "BOT": "assistant", "SYSTEM": "system"}
_OTHERWISE = (
    "closed asks for the very text; the original marks these by the overlap of segmented words"
)


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults(mends=True)
    expected = "a list of instruction, question and answer, or predictions by number"
    groups = file_groups(files, _kind, [_QUESTIONS, _PREDICTIONS], expected)
    tasks: dict[str, list[SourceQuestion]] = {}
    for path in groups.paths.get(_QUESTIONS, ()):
        tasks[_name(path)] = list(_questions(path, files[path], faults))
    models: dict[str, None] = {}
    for path in groups.paths.get(_PREDICTIONS, ()):
        models.setdefault(PurePosixPath(path).parent.name)
        questions = list(_predictions(path, files[path], faults))
        if asked_before := tasks.get(_name(path)):
            _check_same(path, questions, asked_before, faults)
        tasks[_name(path)] = questions
    for other in list(models)[1:]:
        got = f"predictions of {next(iter(models))} and of {other}"
        fix = "import each model by itself"
        faults.add("several-models", groups.paths[_PREDICTIONS][0], got=got, fix=fix)
    faults.refuse()
    questions = [question for task in tasks.values() for question in task]
    notes = [f"the answers are those of {m}" for m in models if m]
    if any(not question.choices and not question.mentions for question in questions):
        notes.append(f"scorer: {_OTHERWISE}")
    if count := sum(_is_left_out(question.right) for question in questions):
        left_out = (
            f"{count} questions on death or life sentences are left out, as the original does"
        )
        notes.append(left_out)
        questions = [question for question in questions if not _is_left_out(question.right)]
    draft = draft_of(TRACK, questions, faults, readings=READINGS, notes=notes, unread=groups.unread)
    return _with_labels(draft)


def _kind(path: str, data: bytes) -> str | None:
    head = data[:4000].lstrip()
    if not path.endswith(".json"):
        return None
    if head.startswith(b"{") and b'"origin_prompt"' in head:
        return _PREDICTIONS
    return _QUESTIONS if head.startswith(b"[") and b'"question"' in head else None


def _name(path: str) -> str:
    return PurePosixPath(path).stem


def _questions(path: str, data: bytes, faults: Faults) -> Iterator[SourceQuestion]:
    document = document_of(path, data, faults)
    values = document.value if document and isinstance(document.value, list) else []
    for number, value in enumerate(values):
        line = JsonLine(path, number + 1, value, value)
        if record := record_of(LawBenchQuestion, line, faults):
            turns = user_turn(f"{record.instruction}\n{record.question}".strip())
            yield _question(path, number, turns, record.answer)


def _predictions(path: str, data: bytes, faults: Faults) -> Iterator[SourceQuestion]:
    document = document_of(path, data, faults)
    values = document.value if document and isinstance(document.value, dict) else {}
    for number in range(len(values)):
        with faults.noting(path, number + 1):
            if str(number) not in values:
                fix = "put in the prediction"
                raise LineFault("missing-key", got=f"no /{number}", expected="0, 1, 2 …", fix=fix)
            line = JsonLine(path, number + 1, values[str(number)], values[str(number)])
            if record := record_of(LawBenchPrediction, line, faults):
                question = _question(path, number, _turns(record), record.refr)
                yield replace(question, reply=record.prediction)


def _turns(record: LawBenchPrediction) -> list[Value]:
    if isinstance(record.origin_prompt, str):
        return user_turn(record.origin_prompt)
    if unknown := [turn.role for turn in record.origin_prompt if turn.role not in _ROLES]:
        expected, fix = ", ".join(_ROLES), "correct the role"
        raise LineFault("bad-prompt", got=f"role {unknown[0]}"[:80], expected=expected, fix=fix)
    return [{"role": _ROLES[turn.role], "content": turn.prompt} for turn in record.origin_prompt]


def _question(path: str, number: int, turns: Sequence[Value], key: str) -> SourceQuestion:
    name = _name(path)
    base = SourceQuestion(
        name=f"{name}-{number}", file=path, line=number + 1, task=name,
        category=LEVELS.get(name[0], ""), turns=turns, right=key, work="LawBench",
        at=f"{name}, {number}", fields={"language": "zh"},
    )  # fmt: skip
    for prefix, labels in _labels().items():
        if key.startswith(prefix) and (right := key.removeprefix(prefix).rstrip("。")) in labels:
            return replace(base, choices=labels, right=right_letters(right, labels) or "")
    if mentions := _mentions(key):
        return replace(base, mentions=mentions)
    if match := _KEY.match(key):
        letters = "ABCDE" if match[1] else "ABCD"
        choices = stem_of(turns[-1]["content"]).choices
        choices = choices if right_letters(match[2], choices) else list(letters)
        return replace(base, choices=choices, right=match[2])
    return base


def _mentions(key: str) -> tuple[Value, Value] | None:
    """Return what is looked for in a reply and what is right, of a key that is such; else None."""
    for form in json_file("digesta_convert.lawbench", "keys.json"):
        before, after = form["before"], form["after"]
        if not (key.startswith(before) and key.endswith(after)):
            continue
        inner = key[len(before) : len(key) - len(after)]
        right = inner.split(form["between"]) if form["between"] else [inner]
        labels = form.get("labels")
        if all(text in labels if labels else _NUMBER.fullmatch(text) for text in right):
            ask = {"reading": form["reading"]} | ({"labels": labels} if labels else {})
            return ask, {"right": right}
    return None


def _is_left_out(key: str) -> bool:
    """Return whether a key is a sentence without a term."""
    return key.startswith("刑期:") and any(word in key for word in ("死刑", "无期"))


def _labels() -> dict[str, list[str]]:
    """Return the labels that an answer is one of, by what stands before it."""
    labels: dict[str, list[str]] = json_file("digesta_convert.lawbench", "labels.json")
    return labels


def _check_same(
    path: str, predicted: Sequence[SourceQuestion], known: Sequence[SourceQuestion], faults: Faults
) -> None:
    """Note predictions on another question than the one in their place."""
    for prediction, question in zip(predicted, known, strict=False):
        shown, sent = question.turns[0]["content"], prediction.turns[-1]["content"]
        shown = shown.rpartition("\n")[2]
        if prediction.right != question.right or shown not in sent:
            faults.add("unknown-id", path, prediction.line, got=sent[-80:],
                       expected=f"the question of {question.place}: {shown}"[:200],
                       fix="name predictions on these questions")  # fmt: skip
    if len(predicted) != len(known):
        got, expected = f"{len(predicted)} predictions", f"{len(known)}, one for each question"
        faults.add("line-count", path, got=got, expected=expected, fix="name the whole file")


def _with_labels(draft: Draft) -> Draft:
    """Return the draft with the reading of labels where choices are labels, not letters' texts."""
    labels = list(_labels().values())
    return replace(draft, questions=tuple(
        question | {"ask": question["ask"] | {"readings": [READINGS[0], LABELS]}}
        if question["ask"].get("choices") in labels else question
        for question in draft.questions
    ))  # fmt: skip
