"""A filled answer sheet as the lines of ``predictions.jsonl``, whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from digesta.canonical import canonical_lines
from digesta.errors import Problem, SubmissionError
from digesta.records.question import Question
from digesta.sheets.answers import Place, given
from digesta.sheets.base import ANSWER
from digesta.sheets.filled import Filled, placed


class Unpacked(NamedTuple):
    """The bytes of ``predictions.jsonl``, and the questions that were left without an answer."""

    predictions: bytes
    answered: int
    abstained: tuple[str, ...]


def unpacked(filled: Filled, questions: Sequence[Question]) -> Unpacked:
    """Give what a sheet answers. questions: those that were packed. Raises SubmissionError."""
    rows, wrong = placed(filled, [one.question_id for one in questions])
    problems: list[Problem] = list(wrong)
    lines = []
    for one in sorted(questions, key=lambda q: q.question_id):
        if (row := rows.get(one.question_id)) is not None:
            place = Place(filled.file, row.number, one.question_id)
            read = given(filled.cell(row, ANSWER), one, place)
            problems.extend(read.problems)
            lines.append({"question_id": one.question_id, "answer": read.answer})
    if problems:
        raise SubmissionError(sorted(problems, key=lambda p: (p.line or 1 << 30, p.question_id)))
    silent = tuple(str(line["question_id"]) for line in lines if line["answer"] is None)
    return Unpacked(canonical_lines(lines), len(lines) - len(silent), silent)
