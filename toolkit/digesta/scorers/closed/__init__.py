"""Closed questions: answers that a program can tell right from wrong without a judge.

Measures, per question, whether an answer of one of five types is right: ``enum`` (the
normalised text is the answer or accepted), ``mcq`` (it names a right choice by its text, its
0-based index as a number, or its label), ``boolean`` (true, false, or yes and no in the
question's language), ``numeric`` (exact decimals within a tolerance; times of day in minutes)
and ``json`` (an object that satisfies the schema and equals a truth).

Defined in: HalachaBench, design document, section Scoring. Differs from its code, on purpose:
accepted answers add to the answer and count for every type; text is never stripped of what it
holds inside; a boolean is no index, a digit in a text is no index either; numbers are exact
decimals ("1,00" is not 100); JSON is checked against the schema and true is not 1.

An answer of another type than the question's is *unreadable*: a text that names no choice, a
number in words, an object that is none. A JSON object that breaks the schema is wrong, with no
field right. ``chance`` is the share of the choices that is right (1/k with one), 1/2 for
booleans, 0 for open answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import numpy as np

from digesta.metrics.exact import NANO
from digesta.scorers.base import (
    ANSWERED_RATE,
    STANDARD,
    Adversary,
    Column,
    Metric,
    Response,
    Row,
    Rows,
    Scorer,
    Share,
    Sums,
)
from digesta.scorers.closed import adversaries
from digesta.scorers.closed.answers import MISSING, RIGHT, UNREADABLE, WRONG
from digesta.scorers.closed.json import Structure
from digesta.scorers.closed.kinds import Prepared, normalisers, prepare
from digesta.scorers.closed.prompt import PROMPT
from digesta.scorers.closed.records import ClosedAnswer, ClosedAsk, ClosedTruth
from digesta.scorers.closed.sheet import SHEET
from digesta.scorers.shared.files import example_file

COLUMNS = (
    Column("json", "count", "1 when the answer is to be an object"),
    Column("json_fields", "share", "top-level members that equal the truth's, of either's"),
    Column("order", "count", "1 when the object is one list that a truth permutes"),
    Column("concordant", "share", "pairs of an order that stand in the true order"),
)
CREDIT, ABSENT, ILLEGIBLE, CHANCE, JSON, FIELDS, ORDER, CONCORDANT = range(
    len(STANDARD) + len(COLUMNS)
)
_PLAIN = np.zeros((4, len(STANDARD) + len(COLUMNS)), dtype=np.int64)
_PLAIN[MISSING, ABSENT] = _PLAIN[UNREADABLE, ILLEGIBLE] = 1
_PLAIN[RIGHT, CREDIT] = NANO


def mark(prepared: Prepared, response: Response) -> Row:
    """Mark one answer: the standard columns, then json, json_fields, order, concordant."""
    status = prepared.status(response.answer)
    row = [int(cell) for cell in _PLAIN[status]]
    row[CHANCE] = prepared.chance
    if isinstance(prepared, Structure):
        row[JSON:] = _json_cells(prepared, response.answer, status)
    return tuple(row)


def mark_many(prepared: Sequence[Prepared], answers: Sequence[Any]) -> Rows:
    """Mark answers to as many questions; the rows are those of ``mark``."""
    # An answer as the truth is written is right; all others are looked at. None is never sure.
    statuses = [
        RIGHT
        if answer == one.sure and answer.__class__ is one.sure.__class__ and answer is not None
        else one.status(answer)
        for one, answer in zip(prepared, answers, strict=True)
    ]
    rows: Rows = _PLAIN[np.array(statuses, dtype=np.intp)]
    rows[:, CHANCE] = list(map(_chance_of, prepared))
    for index in [i for i, kind in enumerate(map(type, prepared)) if kind is Structure]:
        one = prepared[index]
        assert isinstance(one, Structure), "just looked for"
        rows[index, JSON:] = _json_cells(one, answers[index], statuses[index])
    return rows


_chance_of = attrgetter("chance")


def why(prepared: Prepared, response: Response) -> str:
    """Say in one plain sentence why the answer earned what it did."""
    if response.answer is None:
        return "missing: there is no answer"
    status = prepared.status(response.answer)
    return f"{_SAID[status]}: {prepared.why(response.answer, status)}"


_SAID = {UNREADABLE: "unreadable", WRONG: "wrong", RIGHT: "right"}


def _json_cells(prepared: Structure, answer: Any, status: int) -> list[int]:
    order = int(bool(prepared.order))
    fields, concordant = 0, 0
    if status == RIGHT:
        fields, concordant = NANO, NANO * order
    elif status == WRONG:
        fields, concordant = prepared.shares(answer)
    return [1, fields, order, concordant]


def _expected(prepared: Prepared) -> Row:
    credit, missing, fields, concordant = adversaries.expected(prepared)
    row = [credit, missing, 0, prepared.chance, 0, 0, 0, 0]
    if isinstance(prepared, Structure):
        row[JSON:] = [1, fields, int(bool(prepared.order)), concordant]
    return tuple(row)


def _accuracy(sums: Sums) -> Share:
    return Share(sums["credit"], sums.n * NANO)


def _fields(sums: Sums) -> Share:
    return Share(sums["json_fields"], sums["json"] * NANO)


def _concordant(sums: Sums) -> Share:
    return Share(sums["concordant"], sums["order"] * NANO)


def _tau(sums: Sums) -> Share:
    return Share(2 * sums["concordant"] - sums["order"] * NANO, sums["order"] * NANO)


METRICS = (
    Metric(
        "accuracy",
        "Right answers / all questions; missing and unreadable ones are wrong.",
        _accuracy,
        formula="credit / n",
        unit=NANO,
        proportion=True,
        column="credit",
        source="HalachaBench: task score",
        limits="It says nothing of partial knowledge, and of listed choices some are right by "
        "guessing: compare it with chance.",
    ),
    ANSWERED_RATE,
    Metric(
        "json_fields",
        "Mean over the questions asked as JSON of: top-level members equal to the truth's / "
        "members of the truth or the answer; 0 for an object that breaks the schema.",
        _fields,
        formula="json_fields / json",
        unit=NANO,
        undefined=True,
        limits="Members weigh the same, however hard each is; questions of other types do not "
        "count.",
    ),
    Metric(
        "concordant_pairs",
        "Mean over the questions that ask for an order of: pairs in the true order / all pairs; "
        "0 for what is no order of the names. A drawn order earns 0.5.",
        _concordant,
        formula="concordant / order",
        unit=NANO,
        undefined=True,
        limits="Only questions that ask for an order count; 0.5 is what a draw earns.",
    ),
    Metric(
        "kendall_tau",
        "Mean of Kendall's tau over the questions that ask for an order, in [-1, 1]: "
        "2 * concordant_pairs - 1. Missing and unreadable orders count -1.",
        _tau,
        formula="(2 · concordant − order) / order",
        unit=NANO,
        undefined=True,
        least=-1,
        limits="Only questions that ask for an order count; a draw earns 0. It says the same as "
        "concordant_pairs on another scale.",
    ),
)

ADVERSARIES: tuple[Adversary[Prepared], ...] = (
    Adversary("silent", "answers nothing", adversaries.silent),
    Adversary(
        "constant",
        "the answer that is right most often in its task, by position where choices are shown",
        adversaries.constant,
    ),
    Adversary("random", "draws among what is shown", adversaries.random, _expected),
    Adversary("enumerate", "answers with all choices at once", adversaries.enumerate_all),
    Adversary("echo", "repeats the question", adversaries.echo),
)

SCORER: Scorer[Prepared] = Scorer(
    name="closed",
    version=1,
    Ask=ClosedAsk,
    Truth=ClosedTruth,
    Answer=ClosedAnswer,
    columns=COLUMNS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    mark_many=mark_many,
    why=why,
    normalisers=normalisers,
    sheet=SHEET,
    prompt=PROMPT,
    example=lambda: example_file("digesta.scorers.closed"),
)
