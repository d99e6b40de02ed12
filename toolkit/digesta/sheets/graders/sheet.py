"""The sheets of graders: a row for each criterion of each answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from digesta.canonical import digest
from digesta.records.question import Question
from digesta.sheets.base import ANSWERED, ROW, Sheet, SheetLine
from digesta.sheets.graders.masks import AnswerUnderMask, row_id
from digesta.sheets.questions import ALL, COLUMNS, FORMS, GRADING, SEND_BACK, about

KINDS = ("human", "model", "program")
"""What a reader is, as review records have it."""

HOW = (
    "At the top, say in kind what you are (human, model or program), in qualification what makes "
    "you fit to judge, in minutes how long it took, in whole minutes. In met write yes or no for "
    "each row: whether the answer does what the criterion says; of one that counts against the "
    "answer, whether it is so. Give the reason in note where it is not plain. Leave no row empty, "
    "change no row's name, speak with nobody who grades too. The answers are under masks: do not "
    "guess whose they are."
)
"""What the sheet tells its reader."""

HOW_SHA256 = {GRADING: digest(HOW)}
"""Its digest, as a judge's record names its prompts."""


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
) -> Sheet:
    """Return a reader's sheet. place: release and track."""
    head = (
        *(("format", FORMS[GRADING]), ("release", place[0]), ("track", place[1])),
        *(("split", "public"), ("questions", ALL), ("reader", reader), (SEND_BACK, HOW)),
        *(("kind", ""), ("qualification", ""), ("minutes", "")),
    )
    lines: list[SheetLine] = []
    before = question_before = ""
    for each, key in ((graded, key) for graded in rows for key in graded.judged.criteria):
        question = questions[each.question_id]
        # A question and an answer are shown once, on the first of their rows.
        opens = each.label != before
        asks = opens and each.question_id != question_before
        cells = {
            ROW: row_id(each, key),
            "task": question.task if opens else "",
            "question": about(question, resources).question if asks else "",
            ANSWERED: _text(each.judged.answer) if opens else "",
            "criterion": criterion_text(each.judged.criteria[key], key),
        }
        row = tuple(cells.get(column, "") for column in COLUMNS[GRADING])
        lines.append(SheetLine(row, question.language))
        before, question_before = each.label, each.question_id
    return Sheet(head, COLUMNS[GRADING], tuple(lines))


def criterion_text(criterion: Mapping[str, Any], key: str) -> str:
    """Return what a criterion asks, in words; of a text field, whether two values mean one."""
    if "text" not in criterion:
        answer, truth = _text(criterion["answer"]), _text(criterion["truth"])
        return f"{key}: “{answer}” means the same as “{truth}”"
    against = "Counts against the answer: " if criterion["dimension"] == "negative" else ""
    return f"{against}{criterion['text']}"


def _text(answer: Any) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
