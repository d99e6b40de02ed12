"""The contract that every scorer keeps, held to its golden answers: each check yields problems.

Checks that try answers take them as ``answers``. ``answers_to`` has the golden file's, the right
ones, the adversaries' and JSON values of every kind.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from pydantic import ValidationError

from digesta.errors import Problem
from digesta.metrics.exact import NANO, ratio
from digesta.scorers.base import MISSING, STANDARD, Response, Sums
from digesta.scorers.golden import Golden

Check = Callable[[Golden], Iterator[Problem]]

ADVERSARIES = ("silent", "constant", "random", "enumerate", "echo")
SLACK = Fraction(5, 100)
"""Over chance, what an adversary may earn where there is something to guess."""
OPEN_FLOOR = Fraction(40, 100)
"""What an adversary may earn where there is not."""

LARGEST = 2**31
"""A count of one question at most."""

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -5, 2**53, 0.5, -3.0, 1e300),
    *("", " ", "A", "b.", "0", "1", "true", "{}", '{"a":1}', "[1]", "\0", "x" * 5000),
    *({}, {"a": 1}, {"answer": None}, {"": {"a": [1, None]}}, {"A": {"A": {"A": "A"}}}),
)
"""Answers of every kind that a predictions file may hold."""


def answers_to(case: Golden) -> list[Any]:
    """Return answers to try on every question, each once."""
    answers = [response.answer for response in case.responses]
    answers += [question.truth.get("answer") for question in case.questions]
    for adversary in case.scorer.adversaries:
        answers += adversary.answers(case.questions)
    return list({json.dumps(each, sort_keys=True): each for each in (*answers, *ODD)}.values())


def problems_of(case: Golden) -> list[Problem]:
    """Return every way in which a scorer breaks its contract; [] where it keeps it."""
    problems = [problem for check in CHECKS for problem in check(case)]
    answers = answers_to(case)
    return problems + [problem for trial in TRIALS for problem in trial(case, answers)]


def _line(case: Golden, index: int, code: str, **texts: str) -> Problem:
    return Problem(code=code, file=case.file, line=index + 1, **texts)


def _whole(case: Golden, code: str, **texts: str) -> Problem:
    return _line(case, len(case.rows), code, **texts)


def golden_rows(case: Golden) -> Iterator[Problem]:
    """Hold rows, sums and metrics to what was worked out by hand."""
    columns, total = case.scorer.column_names, case.total
    for index, (cells, row) in enumerate(zip(case.mark(case.responses), case.rows, strict=True)):
        marked = {name: int(cell) for name, cell in zip(columns, cells, strict=True) if cell}
        if marked != row:
            fix = "correct the scorer, or the row where it was worked out wrongly"
            yield _line(case, index, "golden-row", got=str(marked), expected=str(row), fix=fix)
    sums = case.sums(case.responses)
    kept = {name: cell for name, cell in sums.items() if cell}
    if (sums.n, kept) != (total.n, total.sums):
        wrong = partial(_whole, case, "golden-sums", fix="add the rows up")
        yield wrong(got=f"n {sums.n}, {kept}", expected=f"n {total.n}, {total.sums}")
    values = {metric.name: metric.value(sums) for metric in case.scorer.metrics}
    for name in sorted(values.keys() | total.metrics.keys()):
        text = total.metrics.get(name)
        if name not in values or text is None or Fraction(text) != values[name]:
            wrong = partial(_whole, case, "golden-metric", fix="work the metric out by hand")
            yield wrong(got=f"{name}: {values.get(name, 'no metric')}", expected=text or "a value")


def order_is_free(case: Golden) -> Iterator[Problem]:
    """Require the same rows in any order of questions, and none of no question."""
    answers = [response.answer for response in case.responses]
    forwards = case.scorer.mark_all(case.prepared, answers)
    backwards = case.scorer.mark_all(case.prepared[::-1], answers[::-1])
    if not np.array_equal(backwards[::-1], forwards):
        yield _whole(case, "order", got="other rows backwards", fix="keep nothing between answers")
    if (shape := case.scorer.mark_all([], []).shape) != (0, len(case.scorer.all_columns)):
        yield _whole(case, "order", got=f"{shape} of no question", fix="return an empty array")
    for adversary in case.scorer.adversaries:
        first, again = (list(adversary.answers(q)) for q in (case.questions, case.questions[::-1]))
        if first != again[::-1]:
            fix = "draw by the question's id, count over all questions"
            yield _whole(case, "order", got=f"{adversary.name} answers otherwise", fix=fix)


def cells_in_bounds(case: Golden, answers: Sequence[Any]) -> Iterator[Problem]:
    """Require of each answer integers within their column's kind, and what STANDARD says."""
    for index, (prepared, response) in enumerate(zip(case.prepared, case.responses, strict=True)):
        chance = case.scorer.mark(prepared, MISSING)[3]
        for answer in answers:
            row = case.scorer.mark(prepared, replace(response, answer=answer))
            if odd := _odd_cells(case, row, answer=answer, chance=chance):
                fix = "correct mark"
                yield _line(case, index, "cell", got=f"{odd} for {_as_text(answer)}", fix=fix)


def _odd_cells(case: Golden, row: tuple[int, ...], *, answer: Any, chance: int) -> str:
    columns = case.scorer.all_columns
    if len(row) != len(columns):
        return f"{len(row)} cells of {len(columns)}"
    for column, cell in zip(columns, row, strict=True):
        if type(cell) is not int or not 0 <= cell <= (NANO if column.kind == "share" else LARGEST):
            return f"{column.name} {cell!r}, a {type(cell).__name__}, as a {column.kind}"
    credit, missing, unreadable, guess = row[:4]
    if missing != (answer is None):
        return f"missing {missing}"
    if credit and missing + unreadable:
        return "credit for what is missing or unreadable"
    return "" if guess == chance else f"chance {guess}, and {chance} of a missing answer"


def silence_never_helps(case: Golden, answers: Sequence[Any]) -> Iterator[Problem]:
    """Refuse credit, or a metric that may be a headline, that an answer left out would raise."""
    rows = case.mark(case.responses)
    total = rows.sum(axis=0)
    for index, (prepared, response) in enumerate(zip(case.prepared, case.responses, strict=True)):
        others, tried = total - rows[index], dict[tuple[int, ...], Any]()
        for answer in answers:
            row = case.scorer.mark(prepared, replace(response, answer=answer))
            tried.setdefault(row, answer)
        without = _figures(case, others + case.scorer.mark(prepared, MISSING))
        for row, answer in tried.items():
            there = _figures(case, others + np.array(row))
            for name in [name for name, value in without.items() if value > there[name]]:
                got = f"{name} falls by answering {_as_text(answer)}"
                fix = "what is missing earns no more; or declare the metric of_answered"
                yield _line(case, index, "silence-helps", got=got, fix=fix)


def _figures(case: Golden, total: Any) -> dict[str, Fraction | int]:
    """Return what no silence may raise, by name, from column sums."""
    sums = Sums(len(case.rows), case.scorer.column_names, [int(cell) for cell in total])
    values = {
        metric.name: -metric.value(sums) if metric.lower_is_better else metric.value(sums)
        for metric in case.scorer.metrics
        if not metric.of_answered
    }
    return {"credit": sums["credit"], **values}


def fast_form_agrees(case: Golden, answers: Sequence[Any]) -> Iterator[Problem]:
    """Hold ``mark_many`` to ``mark``."""
    if case.scorer.mark_many is None:
        return
    n = len(case.prepared)
    for index, answer in enumerate(answers):
        # The same everywhere, and each beside others: a fast form may take one row for another.
        for tried in ([answer] * n, [answers[(index + at) % len(answers)] for at in range(n)]):
            fast = case.scorer.mark_many(case.prepared, tried)
            slow = case.mark([Response(each) for each in tried])
            if fast.dtype == np.int64 and np.array_equal(fast, slow):
                continue
            got = f"mark_many differs from mark for {_as_text(tried[0])}, ..."
            yield _whole(case, "fast-form", got=got, fix="mark is the definition")


def adversaries_stay_low(case: Golden) -> Iterator[Problem]:
    """Hold the five adversaries to the floor on each task's headline."""
    names = tuple(adversary.name for adversary in case.scorer.adversaries)
    if names != ADVERSARIES:
        yield _whole(case, "adversaries", got=", ".join(names), expected=", ".join(ADVERSARIES))
    for adversary in case.scorer.adversaries:
        rows = case.mark([Response(answer) for answer in adversary.answers(case.questions)])
        if adversary.expected is not None:
            rows = np.array([adversary.expected(p) for p in case.prepared], dtype=np.int64)
        for task, indexes in case.tasks():
            sums = case.scorer.sums(rows[indexes])
            chance = ratio(int(sums["chance"]), sums.n * NANO)
            limit = chance + SLACK if chance else OPEN_FLOOR
            metric = case.total.headlines.get(task)
            if metric is None:
                yield _whole(case, "golden-total", got=f"no headline of {task}", fix="name one")
            elif (value := case.scorer.metric_named(metric).value(sums)) > limit:
                got = f"{adversary.name} earns {float(value):.3f} on {task}"
                fix = "mark so that it earns less, or add golden questions with other truths"
                yield _whole(case, "floor", got=got, expected=f"at most {limit}", fix=fix)


def metrics_hold(case: Golden) -> Iterator[Problem]:
    """Require of each metric a value of no question, its range, and the same on arrays of sums."""
    columns, rows = case.scorer.column_names, case.mark(case.responses)
    nothing, whole = Sums(0, columns, [0] * len(columns)), case.scorer.sums(rows)
    halves = [rows[::2], rows[1::2]] if len(rows) % 2 == 0 else [rows, rows]
    both = Sums(len(halves[0]), columns, list(np.stack([half.sum(axis=0) for half in halves], 1)))
    for metric in case.scorer.metrics:
        parts = zip(*(np.broadcast_to(part, 2) for part in metric.share(both)), strict=True)
        apart = [metric.value(case.scorer.sums(half)) for half in halves]
        faults = {
            "not 0 of no question": metric.value(nothing) != 0,
            f"not from {metric.least} to 1": not metric.least <= metric.value(whole) <= 1,
            "another value on arrays": [ratio(int(a), int(b)) for a, b in parts] != apart,
            "not the mean of its column": metric.column != ""
            and metric.value(whole) != ratio(whole[metric.column], whole.n * NANO),
        }
        for fault in [fault for fault, holds in faults.items() if holds]:
            yield _whole(case, "metric", got=f"{metric.name}: {fault}", fix="correct its share")


def keys_survive_a_cache(case: Golden) -> Iterator[Problem]:
    """Require that what is prepared can be pickled, and marks the same afterwards."""
    try:
        again = pickle.loads(pickle.dumps(case.prepared))  # noqa: S301 - our own bytes
    except Exception as error:  # noqa: BLE001 - code of others is in it
        fix = "return values, or a NamedTuple of the module"
        yield _whole(case, "pickle", got=f"{type(error).__name__}: {error}", fix=fix)
        return
    if not np.array_equal(
        replace(case, prepared=again).mark(case.responses), case.mark(case.responses)
    ):
        yield _whole(case, "pickle", got="other rows from a copy", fix="prepare values")


def cut_form_agrees(case: Golden) -> Iterator[Problem]:
    """Hold ``prepare_cut`` to ``prepare``."""
    prepare = case.scorer.prepare_cut or case.scorer.prepare
    made = tuple(prepare(each.question, each.truth, each.resources) for each in case.questions)
    marks = replace(case, prepared=made).mark(case.responses)
    if not np.array_equal(marks, case.mark(case.responses)):
        fix = "prepare is the definition"
        yield _whole(case, "cut-form", got="other rows by prepare_cut", fix=fix)


def reasons_are_sentences(case: Golden) -> Iterator[Problem]:
    """Require of ``why`` one line on each answer."""
    for index, (prepared, response) in enumerate(zip(case.prepared, case.responses, strict=True)):
        reason = case.scorer.why(prepared, response)
        if reason.strip() != reason or not reason or "\n" in reason:
            yield _line(case, index, "why", got=repr(reason), expected="one sentence on one line")


def names_are_sound(case: Golden) -> Iterator[Problem]:
    """Require unique names, metrics described in sentences, and records that fit the questions."""
    scorer = case.scorer
    columns, metrics = list(scorer.column_names), [metric.name for metric in scorer.metrics]
    twice = [name for names in (columns, metrics) for name in set(names) if names.count(name) > 1]
    odd = [m.name for m in scorer.metrics if not m.about.endswith(".")]
    if scorer.all_columns[: len(STANDARD)] != STANDARD or twice or odd:
        expected = "columns and metrics named once, each metric's about a sentence"
        yield _whole(case, "names", got=", ".join([*twice, *odd]), expected=expected)
    for index, each in enumerate(case.questions):
        ask = each.question["ask"]
        try:
            scorer.Ask.model_validate(ask)
            scorer.Truth.model_validate(each.truth)
        except ValidationError as error:
            first = error.errors()[0]
            got = f"{error.title}: {'.'.join(map(str, first['loc']))}: {first['msg']}"
            yield _line(case, index, "names", got=got, fix="correct the line, or Ask and Truth")
        if odd := [name for name in scorer.normalisers(ask) if "/" not in name]:
            got = f"normalisers {', '.join(odd)}"
            yield _line(case, index, "names", got=got, expected="names such as text/1")


CHECKS: tuple[Check, ...] = (
    *(names_are_sound, golden_rows, order_is_free, adversaries_stay_low, metrics_hold),
    *(keys_survive_a_cache, cut_form_agrees, reasons_are_sentences),
)
TRIALS: tuple[Callable[[Golden, Sequence[Any]], Iterator[Problem]], ...] = (
    *(cells_in_bounds, silence_never_helps, fast_form_agrees),
)


def _as_text(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False)[:80]
