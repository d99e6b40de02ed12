"""The sheets of graders and of the adjudicator: a row for each criterion of each answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta.canonical import digest
from digesta.records.question import Question
from digesta.sheets.base import ANSWERED, ROW, SAID, Sheet, SheetLine
from digesta.sheets.graders.masks import AnswerUnderMask, row_id
from digesta.sheets.questions import ADJUDICATION, ALL, COLUMNS, FORMS, GRADING, SEND_BACK, about

ADJUDICATOR = "adjudicator"
KINDS = ("human", "model", "program")
"""What a reader is, as review records have it."""

_HEAD = (
    "At the top, say in kind what you are (human, model or program), in qualification what makes "
    "you fit to judge, in minutes how long it took, in whole minutes."
)
HOW: Mapping[str, str] = {
    GRADING: f"{_HEAD} In met write yes or no for each row: whether the answer does what the "
    "criterion says; of one that counts against the answer, whether it is so. Give the reason in "
    "note where it is not plain. Leave no row empty, change no row's name, speak with nobody who "
    "grades too. The answers are under masks: do not guess whose they are.",
    ADJUDICATION: f"{_HEAD} The graders differ on these rows; what they said stands beside them, "
    "in no order. In met write yes or no; that counts.",
}
"""Purpose -> what the sheet tells its reader."""

HOW_SHA256 = {purpose: digest(text) for purpose, text in HOW.items()}
"""Their digests, as a judge's record names its prompts."""


def grader(number: int) -> str:
    """Return the name of a grader, counted from 1: nobody's own name is asked for."""
    return f"grader-{number}"


def grading_sheet(
    reader: str,
    rows: Sequence[AnswerUnderMask],
    questions: Mapping[str, Question],
    resources: Mapping[str, Any],
    *,
    place: tuple[str, str],
    disputed: Mapping[str, str] | None = None,
) -> Sheet:
    """Return a reader's sheet.

    place: release and track. disputed: what was said of each row to adjudicate, by its name; None
    for a grader.
    """
    purpose = GRADING if disputed is None else ADJUDICATION
    head = (
        *(("format", FORMS[purpose]), ("release", place[0]), ("track", place[1])),
        *(("split", "public"), ("questions", ALL), ("reader", reader), (SEND_BACK, HOW[purpose])),
        *(("kind", ""), ("qualification", ""), ("minutes", "")),
    )
    lines: list[SheetLine] = []
    before = question_before = ""
    for each, key, name in _rows(rows, disputed):
        question = questions[each.masked.question_id]
        # A question and an answer are shown once, on the first of their rows.
        opens = each.masked.label != before
        asks = opens and each.masked.question_id != question_before
        cells = {
            ROW: name,
            "task": question.task if opens else "",
            "question": about(question, resources).question if asks else "",
            ANSWERED: _text(each.judged.answer) if opens else "",
            "criterion": criterion_text(each.judged.criteria[key], key),
            SAID: (disputed or {}).get(name, ""),
        }
        row = tuple(cells.get(column, "") for column in COLUMNS[purpose])
        lines.append(SheetLine(row, question.language))
        before, question_before = each.masked.label, each.masked.question_id
    return Sheet(head, COLUMNS[purpose], tuple(lines))


def criterion_text(criterion: Mapping[str, Any], key: str) -> str:
    """Return what a criterion asks, in words; of a text field, whether two values mean one."""
    if "text" not in criterion:
        answer, truth = _text(criterion["answer"]), _text(criterion["truth"])
        return f"{key}: “{answer}” means the same as “{truth}”"
    against = "Counts against the answer: " if criterion["dimension"] == "negative" else ""
    return f"{against}{criterion['text']}"


def _rows(
    rows: Sequence[AnswerUnderMask], disputed: Mapping[str, str] | None
) -> Iterator[tuple[AnswerUnderMask, str, str]]:
    for each in rows:
        for key in each.judged.criteria:
            name = row_id(each, key)
            if disputed is None or name in disputed:
                yield each, key, name


def _text(answer: Any) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
