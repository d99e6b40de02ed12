"""A filled sheet of a grader, read; every bad cell refuses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from digesta.errors import Problem, SubmissionError
from digesta.sheets.answers import CellPlace, check_answer, note_problems
from digesta.sheets.base import EMPTY, MET, own_name
from digesta.sheets.codes import problem
from digesta.sheets.graders.sheet import KINDS
from digesta.sheets.reply import FilledSheet, rows_by_id
from digesta.text.readings import yes_no_words


class SheetReader(NamedTuple):
    """Who filled a sheet in, as they say."""

    reader: str
    kind: str
    qualification: str
    minutes: int


class Grade(NamedTuple):
    """What a reader says of a row."""

    met: bool
    note: str


class Grades(NamedTuple):
    """A sheet's reader, and what they say, by row."""

    reader: SheetReader
    rows: Mapping[str, Grade]


_WORDS = [word for words in yes_no_words("en") for word in words]
_MET = {word: at % 2 == 0 for at, word in enumerate(_WORDS)}
"""Yes and no, in the languages of the table: a spreadsheet writes TRUE in its own."""


def grades_of(filled: FilledSheet, reader: str, names: Sequence[str]) -> Grades:
    """Return what a sheet says of its rows, or raise SubmissionError with every bad cell.

    reader: whose sheet it has to be. names: of the rows that were packed.
    """
    rows, wrong = rows_by_id(filled, names)
    itself, problems = _reader(filled, reader)
    problems += wrong
    grades = {}
    for name, row in rows.items():
        met, note = filled.cell(row, MET), filled.cell(row, "note")
        place = CellPlace(filled.file, row.number, name)
        problems += note_problems(note, place)
        word = _MET.get(met.text.casefold()) if met.kind in {"text", "boolean"} else None
        if word is None:
            got = met.text[:80] or "nothing"
            problems.append(problem("grade", filled.file, row.number, question_id=name, got=got))
        else:
            grades[name] = Grade(word, note.text)
    if problems:
        raise SubmissionError(sorted(problems, key=lambda p: (p.line, p.question_id)))
    return Grades(itself, grades)


def _reader(filled: FilledSheet, reader: str) -> tuple[SheetReader, list[Problem]]:
    """Return who filled a sheet in, and what is wrong with what they say of themselves."""

    def text_of(key: str, *, number: bool = False) -> str:
        cell = filled.head.cells.get(key, EMPTY)
        return cell.text if cell.kind == "text" or (number and cell.kind == "number") else ""

    name, kind, qualification = text_of("reader"), text_of("kind"), text_of("qualification")
    minutes = text_of("minutes", number=True)
    is_count = minutes.isascii() and minutes.isdecimal() and len(minutes) <= _MOST_DIGITS
    kind = own_name(kind).casefold()
    problems = [
        problem(code, filled.file, got=got[:80] or "nothing")
        for code, got, fits in (
            ("grade-reader", name, name == reader),
            ("grade-kind", kind, kind in KINDS),
            ("qualification", qualification, qualification),
            ("grade-minutes", minutes, is_count),
        )
        if not fits
    ]
    problems += check_answer(qualification, CellPlace(filled.file, 0, "")).problems
    return SheetReader(name, kind, qualification, int(minutes) if is_count else 0), problems


_MOST_DIGITS = 6
