"""A sheet that came back: its head, a row for each question that was packed, and their answers."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

from digesta.canonical import canonical_lines
from digesta.errors import SHOWN, Problem, SubmissionError
from digesta.records.base import SLUG
from digesta.records.question import Question
from digesta.sheets.answers import CellPlace, cell_answer
from digesta.sheets.base import ANSWER, EMPTY, ID, MET, ROW, Cell, SheetRow, own_name
from digesta.sheets.codes import problem
from digesta.sheets.questions import ALL, COLUMNS, FORMS, UNPACK, Purpose

RELEASE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}(\.[1-9][0-9]{0,2})?"


class Head(NamedTuple):
    """What a sheet says of itself.

    chosen: ids of the questions that were named, or none. cells: the head's values, by key.
    """

    purpose: Purpose
    release: str
    track: str
    split: str
    chosen: tuple[str, ...]
    cells: Mapping[str, Cell]


class FilledSheet(NamedTuple):
    """A sheet that came back, with its rows below the names of columns."""

    file: str
    head: Head
    columns: Mapping[str, int]
    rows: Sequence[SheetRow]

    @property
    def names(self) -> str:
        """Return the column whose cells name the rows."""
        return COLUMNS[self.head.purpose][0]

    def cell(self, row: SheetRow, column: str) -> Cell:
        """Return a row's cell in a column."""
        at = self.columns[column]
        return row.cells[at] if at < len(row.cells) else EMPTY


def checked_head(tables: Sequence[Sequence[SheetRow]], file: str, purpose: Purpose) -> FilledSheet:
    """Find the head and the rows of a sheet; SubmissionError where either is changed."""
    cells: dict[str, Cell] = {}
    parts: list[tuple[SheetRow, Sequence[SheetRow]]] = []
    for table in tables:
        names = next((i for i, row in enumerate(table) if _is_header(row)), len(table))
        for row in table[:names]:
            if len(row.cells) > 1 and (key := own_name(row.cells[0].text)):
                cells.setdefault(key, row.cells[1])
        if names < len(table):
            parts.append((table[names], table[names + 1 :]))
    head = _head(cells, file, purpose)
    if len(parts) != 1:
        _refuse("sheet-columns", file, f"{len(parts)} rows of column names")
    [(header, rows)] = parts
    return FilledSheet(file, head, _columns(header, file, COLUMNS[purpose]), rows)


def _is_header(row: SheetRow) -> bool:
    return any(own_name(cell.text).casefold() in {ID, ROW} for cell in row.cells)


def _head(cells: Mapping[str, Cell], file: str, purpose: Purpose) -> Head:
    values = {key: cell.text for key, cell in cells.items()}
    values |= {key: own_name(values.get(key, "")) for key in ("split", "questions")}
    _refuse_other_purpose(values.get("format", ""), file, purpose)
    wanted = {
        "format": re.escape(FORMS[purpose]),
        "release": RELEASE,
        "track": SLUG,
        "split": "public|all",
        "questions": rf"{ALL}|{SLUG}( {SLUG})*",
    }
    for key, form in wanted.items():
        got = values.get(key, "")
        if not re.fullmatch(form, got):
            _refuse("sheet-head", file, f"{key}: {got[:80]}" if got else f"no {key}")
    chosen = () if values["questions"] == ALL else tuple(values["questions"].split(" "))
    return Head(
        purpose,
        values["release"],
        values["track"],
        values["split"],
        chosen,
        cells,
    )


def _refuse_other_purpose(form: str, file: str, purpose: Purpose) -> None:
    """Refuse a sheet of the other purpose: its head is right, the command is not."""
    if form != FORMS[purpose] and form in FORMS.values():
        fix = next(f"take it back with: {UNPACK[name]}" for name in FORMS if FORMS[name] == form)
        wrong = problem("sheet-head", file, got=form, expected=FORMS[purpose], fix=fix)
        raise SubmissionError([wrong])


def _columns(header: SheetRow, file: str, wanted: Sequence[str]) -> dict[str, int]:
    names = [own_name(cell.text).casefold() for cell in header.cells]
    needed = [name for name in wanted if name in _READ]
    for name in needed:
        if names.count(name) != 1:
            _refuse("sheet-columns", file, f"{name}: {names.count(name)} times", header.number)
    return {name: names.index(name) for name in needed}


_READ = frozenset({ID, ROW, ANSWER, MET, "doubt", "note"})
"""Columns that are read; what the others hold, and further ones, is of no account."""


def rows_by_id(
    filled: FilledSheet, ids: Sequence[str]
) -> tuple[dict[str, SheetRow], list[Problem]]:
    """Return the rows by id, and what is wrong with ids: unknown, repeated, missing ones."""
    rows: dict[str, SheetRow] = {}
    problems: list[Problem] = []
    known = set(ids)
    for row in filled.rows:
        question_id = filled.cell(row, filled.names).text
        if not question_id and not any(filled.cell(row, c).text for c in filled.columns):
            continue
        if question_id not in known:
            # The nearest id is dear: it is looked for only where it will be shown.
            few = (
                difflib.get_close_matches(question_id[:128], ids, 1)
                if len(problems) < SHOWN
                else ()
            )
            near = "".join(few)
            problems.append(
                problem(
                    "unknown-id",
                    filled.file,
                    row.number,
                    got=f'"{question_id[:80]}"',
                    nearest=near,
                    expected=f"a {filled.names} as it was packed",
                    fix=f"put the {filled.names} back",
                )
            )
        elif question_id in rows:
            got = f"that of row {rows[question_id].number}"
            problems.append(
                problem(
                    "dup-id",
                    filled.file,
                    row.number,
                    question_id=question_id,
                    got=got,
                    expected=f"each {filled.names} once",
                    fix="keep one of the two rows",
                )
            )
        else:
            rows[question_id] = row
    return rows, problems + list(_missing(filled.file, rows, ids))


def _missing(file: str, rows: Mapping[str, SheetRow], ids: Sequence[str]) -> Iterator[Problem]:
    for question_id in ids:
        if question_id not in rows:
            yield problem("row-missing", file, question_id=question_id)


class SheetAnswers(NamedTuple):
    """The bytes of ``predictions.jsonl``, and the questions that were left without an answer."""

    predictions: bytes
    answered: int
    abstained: tuple[str, ...]


def answers_of(filled: FilledSheet, questions: Sequence[Question]) -> SheetAnswers:
    """Return what a sheet answers. questions: those that were packed. Raises SubmissionError."""
    rows, wrong = rows_by_id(filled, [question.question_id for question in questions])
    problems: list[Problem] = list(wrong)
    lines = []
    for question in sorted(questions, key=lambda q: q.question_id):
        if (row := rows.get(question.question_id)) is not None:
            place = CellPlace(filled.file, row.number, question.question_id)
            read = cell_answer(filled.cell(row, ANSWER), question, place)
            problems.extend(read.problems)
            lines.append({"question_id": question.question_id, "answer": read.answer})
    if problems:
        raise SubmissionError(sorted(problems, key=lambda p: (p.line or 1 << 30, p.question_id)))
    silent = tuple(str(line["question_id"]) for line in lines if line["answer"] is None)
    return SheetAnswers(canonical_lines(lines), len(lines) - len(silent), silent)


def _refuse(code: str, file: str, got: str, row: int = 0) -> NoReturn:
    raise SubmissionError([problem(code, file, row, got=got)])
