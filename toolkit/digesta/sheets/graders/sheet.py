"""The sheets of graders: a row for each criterion of each answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from digesta.canonical import digest
from digesta.records.question import Question
from digesta.sheets.base import ANSWERED, ROW, Sheet, SheetLine, name_in, one_language, words_for
from digesta.sheets.graders.masks import AnswerUnderMask, row_id
from digesta.sheets.questions import ALL, COLUMNS, FORMS, GRADING, SEND_BACK, about

KINDS = ("human", "model", "program")
"""What a reader is, as review records have it."""


def how_sha256(language: str) -> dict[str, str]:
    """Return the digest of what a sheet tells its reader, as a judge's record names its prompts."""
    return {GRADING: digest(words_for(language)[GRADING])}


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
    language = one_language(questions[each.question_id].language for each in rows)
    words = words_for(language)
    head = (
        *(("format", FORMS[GRADING]), ("release", place[0]), ("track", place[1])),
        *(("split", name_in(language, "public")), ("questions", name_in(language, ALL))),
        *(("reader", reader), (SEND_BACK, words[GRADING])),
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
            "criterion": criterion_text(each.judged.criteria[key], key, words),
        }
        row = tuple(cells.get(column, "") for column in COLUMNS[GRADING])
        lines.append(SheetLine(row, question.language))
        before, question_before = each.label, each.question_id
    return Sheet(head, COLUMNS[GRADING], tuple(lines))


def criterion_text(criterion: Mapping[str, Any], key: str, words: Mapping[str, str]) -> str:
    """Return what a criterion asks, in words; of a text field, whether two values mean one."""
    if "text" not in criterion:
        answer, truth = _text(criterion["answer"]), _text(criterion["truth"])
        return words["same"].format(key=key, answer=answer, truth=truth)
    text = str(criterion["text"])
    return words["against"].format(text=text) if criterion["dimension"] == "negative" else text


def _text(answer: Any) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
