"""What a draft still lacks by our own records, by key and place in the source.

A source may be right by its own rules and short by ours: it has no licence, or a truth that our
scorer would refuse. An import of lines lists that; an import into a workspace refuses it, as
``release cut`` would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from digesta.errors import InputError, Problem
from digesta.records.base import example_of
from digesta.records.question import LICENSE_FORM, Question, Truth
from digesta.records.read import read_record, records_at
from digesta.records.submission import Prediction
from digesta.scorers import SCORERS
from digesta_convert.shared.draft import PREDICTIONS, QUESTIONS, TRUTHS, Draft, Value

Check = Callable[[Value, Value, Mapping[str, bytes]], str | None]
"""A question, its truth and the resources -> why the scorer refuses them, if it does."""

ADD: Mapping[str, str] = {
    "license": f"the licence: {LICENSE_FORM}",
    "law_as_of": "the day as of which the law is meant, YYYY-MM-DD",
    "released": "the date of the release that first has the question, YYYY-MM-DD",
    "difficulty": "easy, medium or hard, by the datasheet's rule",
    "attribution": "whom to name when the question is used",
    "turns": "the prompt, message by message",
    "source_refs": "where in which work the truth is found",
}
"""What to add where a key is absent; for other keys their description."""

LINES: Mapping[str, type[BaseModel]] = {
    QUESTIONS: Question,
    TRUTHS: Truth,
    PREDICTIONS: Prediction,
}
_NEEDED = frozenset(
    {"question_id", "scorer", "track", "category", "task", "ask", "truth", "answer"}
)
_TEXT_TO_ADD = re.compile(r"no /shown_sources/[0-9]+/text")


def problems_of_line(path: str, value: Any, line: int) -> list[Problem]:
    """Return what is wrong with a line of a draft; most keys may be absent, none may be wrong."""
    needed = {f"no /{key}" for key in _NEEDED}
    wrong = [
        problem
        for problem in _problems(LINES[path], value, path, line)
        if problem.code != "missing-key" or problem.got in needed or problem.got.count("/") > 1
    ]
    if path == QUESTIONS and not wrong and value["scorer"] not in SCORERS:
        wrong.append(_unknown_scorer(value["scorer"], line))
    # The text of a document that a source names alone is left to add.
    return [problem for problem in wrong if not _TEXT_TO_ADD.fullmatch(problem.got)]


def _problems(record: type[BaseModel], value: Any, path: str, line: int = 0) -> Sequence[Problem]:
    try:
        read_record(record, value, path, line)
    except InputError as error:
        return error.problems
    return ()


def _unknown_scorer(name: str, line: int) -> Problem:
    return Problem(
        code="scorer-unknown",
        file=QUESTIONS,
        line=line,
        got=f"/scorer: {name}",
        expected=", ".join(SCORERS),
        fix="correct the question",
    )


def lacks_of(draft: Draft, check: Check) -> tuple[Problem, ...]:
    """Return what the lines of a draft lack, each key once, at the first place that lacks it."""
    wanting: dict[tuple[str, str, bool], list[str]] = {}
    dated = bool(draft.track.get("dated"))
    for question, truth in zip(draft.questions, draft.truths, strict=True):
        needs = list(_needs(question, truth, dated=dated))
        # A scorer checks only what our own records accept.
        if not any(key.startswith(("ask", "truth")) for key, *_ in needs):
            refusal = check(question, truth, draft.resources)
            needs += [] if refusal is None else [("truth", refusal, False)]
        for need in needs:
            wanting.setdefault(need, []).append(draft.places[question["question_id"]])
    return tuple(_lack(*need, at) for need, at in wanting.items())


def _lack(key: str, add: str, absent: bool, at: Sequence[str]) -> Problem:  # noqa: FBT001
    more = f" and {len(at) - 1} more" if len(at) > 1 else ""
    file, line = place_of(at[0])
    return Problem(
        code="missing-key" if absent else "bad-value",
        file=file,
        line=line,
        got=f"no {key}{more}" if absent else f"{key}{more}",
        expected=add[:200],
        fix=f"add {OPTIONS.get(key, 'it')}" if absent else "correct the row, or the draft",
    )


def _needs(question: Value, truth: Value, *, dated: bool) -> Iterator[tuple[str, str, bool]]:
    yield from _lacks(Question, question)
    if dated and "law_as_of" not in question:
        yield "law_as_of", ADD["law_as_of"], True
    yield from _lacks(Truth, truth)
    scorer = SCORERS[question["scorer"]]
    for part, record, line in (("ask", scorer.Ask, question), ("truth", scorer.Truth, truth)):
        for key, add, absent in _lacks(record, line.get(part, {})):
            yield f"{part}/{key}".rstrip("/"), add, absent


def _lacks(record: type[BaseModel], value: Mapping[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """Yield (key, what to add, whether it is absent): what is absent first."""
    problems = _problems(record, value, "draft")
    absent = {
        problem.got.removeprefix("no /"): problem.expected
        for problem in problems
        if problem.code == "missing-key" and problem.got.count("/") == 1
    }
    for key, about in absent.items():
        yield key, ADD.get(key, about), True
    if absent:
        # A stand-in for what is absent lets the record's other rules speak.
        problems = _problems(record, _stand_ins(record, absent) | dict(value), "draft")
    for problem in problems:
        pointer = problem.got.removeprefix("no ").split(": ", 1)[0]
        yield pointer[1:] if pointer.startswith("/") else "", problem.expected or problem.fix, False


def _stand_ins(record: type[BaseModel], keys: Mapping[str, str]) -> Value:
    """Return an example's value for each key; of a record of several kinds, any kind's."""
    examples = [example_of(kind) for kind in records_at(record, ())]
    return {key: next(example[key] for example in examples if key in example) for key in keys}


OPTIONS: Mapping[str, str] = {
    "language": "--language, or a column language",
    "license": "--license, or a column license",
}


def place_of(text: str) -> tuple[str, int]:
    """Return file and line of a place in a source.

    >>> place_of("a/b.csv:3"), place_of("a/b.json")
    (('a/b.csv', 3), ('a/b.json', 0))
    """
    file, _, line = text.rpartition(":")
    return (file, int(line)) if line.isdigit() else (text, 0)
