"""A filled reading sheet as review records: what a qualified person answered, without the truth.

A reader agrees when the answer earns full credit by the question's own scorer and no doubt was
marked; otherwise the question is disputed. The outcome stays ``kept``: a release with a question
that everybody disputed is not cut, so its author has to decide. A question that was not read has
no record. What only a judge can mark cannot be read so, and is not packed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from digesta.canonical import canonical_lines
from digesta.errors import Problem, SubmissionError
from digesta.metrics.exact import NANO
from digesta.records.question import Question, Truth
from digesta.records.read import read_record
from digesta.records.review import Review
from digesta.scorers import scorer_named
from digesta.scorers.base import Response
from digesta.scoring.facts import UNJUDGED, join_truths
from digesta.sheets.answers import CellPlace, cell_answer, check_answer, note_problems
from digesta.sheets.base import ANSWER, EMPTY, SheetRow
from digesta.sheets.codes import problem
from digesta.sheets.questions import about
from digesta.sheets.reply import FilledSheet, rows_by_id
from digesta.stats.intervals import highest_share


class ReviewKey(NamedTuple):
    """What answers are compared with. resources: the release's."""

    truths: Mapping[str, Truth]
    resources: Mapping[str, Any]


class ReviewLines(NamedTuple):
    """A reader's records; the questions that were read, and those disputed."""

    records: tuple[Review, ...]
    read: tuple[str, ...]
    disputed: tuple[str, ...]

    @property
    def lines(self) -> bytes:
        """Return the records as JSON lines."""
        return canonical_lines([record.as_json() for record in self.records])

    @property
    def most_wrong(self) -> float:
        """Return how many keys are wrong at most, as a share, were each dispute right.

        With 95 % confidence, exactly, of the questions that these were drawn from; 1 where none
        was read.
        """
        return highest_share(len(self.disputed), len(self.read))


def can_be_read(question: Question, key: ReviewKey) -> bool:
    """Return whether a reader's answer can be compared: its truth is open, and needs no judge."""
    needs_judge = UNJUDGED in scorer_named(question.scorer).column_names
    return question.question_id in key.truths and not needs_judge


def read_back(filled: FilledSheet, questions: Sequence[Question], key: ReviewKey) -> ReviewLines:
    """Return the reviews of a reading sheet. questions: those that were packed.

    Raises SubmissionError with every problem.
    """
    rows, wrong = rows_by_id(filled, [question.question_id for question in questions])
    problems: list[Problem] = list(wrong)
    reader, wrong = _reader(filled)
    problems += wrong
    records = []
    for question in sorted(questions, key=lambda q: q.question_id):
        if (row := rows.get(question.question_id)) is not None:
            review = _review(filled, row, question, key)
            problems.extend(review.problems)
            if review.reader:
                records.append(_record(question, review, reader, key))
    if problems:
        raise SubmissionError(sorted(problems, key=lambda p: (p.line or 1 << 30, p.question_id)))
    return ReviewLines(
        tuple(read_record(Review, record, filled.file) for record in records),
        tuple(record["question_id"] for record in records),
        tuple(record["question_id"] for record in records if _is_disputed(record)),
    )


def _reader(filled: FilledSheet) -> tuple[dict[str, str], list[Problem]]:
    """Return what a sheet's head says of its reader, and what is wrong with it."""
    cells = {key: filled.head.cells.get(key, EMPTY) for key in ("name", "qualification")}
    problems = [
        each
        for cell in cells.values()
        for each in check_answer(cell.text, CellPlace(filled.file, 0, "")).problems
    ]
    fitness = cells["qualification"]
    if fitness.kind != "text" or not fitness.text:
        got = fitness.text[:80] or "nothing"
        problems.insert(0, problem("qualification", filled.file, got=got))
    return {key: cell.text for key, cell in cells.items() if cell.text}, problems


class _ReviewRow(NamedTuple):
    reader: dict[str, Any]
    note: str
    problems: tuple[Problem, ...]


def _review(filled: FilledSheet, row: SheetRow, question: Question, key: ReviewKey) -> _ReviewRow:
    place = CellPlace(filled.file, row.number, question.question_id)
    doubt, note = filled.cell(row, "doubt"), filled.cell(row, "note")
    read = cell_answer(filled.cell(row, ANSWER), question, place)
    mark = doubt.text.casefold()
    problems = list(read.problems)
    if doubt.kind != "text" or mark not in {"", "x"}:
        problems += place.refuse("doubt", doubt.text[:80]).problems
    problems += note_problems(note, place)
    if note.text and read.answer is None and not mark:
        problems += place.refuse("doubt", "a note, and neither an answer nor an x").problems
    reader = {}
    if not problems and (read.answer is not None or mark):
        agreed = not mark and _is_right(question, read.answer, key)
        reader = {"answer": read.answer, "verdict": "agreed" if agreed else "disputed"}
    return _ReviewRow(reader, note.text, tuple(problems))


def _is_right(question: Question, answer: Any, key: ReviewKey) -> bool:
    scorer = scorer_named(question.scorer)
    [joined] = join_truths([question], key.truths, key.resources)
    prepared = scorer.prepare(joined.question, joined.truth, key.resources)
    credit = scorer.column_names.index("credit")
    return scorer.mark(prepared, Response(answer))[credit] == NANO


def _record(
    question: Question, review: _ReviewRow, named: Mapping[str, str], key: ReviewKey
) -> dict[str, Any]:
    shown = about(question, key.resources).sha256
    reader = {"kind": "human", **named, "prompt_sha256": shown}
    return {
        "question_id": question.question_id,
        "purpose": "blind",
        "readers": [reader | review.reader],
        "outcome": "kept",
        "why": review.note,
    }


def _is_disputed(record: Mapping[str, Any]) -> bool:
    return any(reader["verdict"] == "disputed" for reader in record["readers"])
