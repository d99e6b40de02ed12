"""Fill sheets in as people and programs do: with the library of spreadsheets."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import openpyxl

from digesta.records.question import Question
from digesta.records.release import Manifest
from digesta.sheets import (
    FilledSheet,
    PackOptions,
    answers_of,
    checked_head,
    pack_sheet,
    sheet_of,
    tables_of,
)
from digesta.sheets.base import Sheet, own_name
from digesta.sheets.questions import Purpose
from digesta.sheets.xlsx_file import _escape
from digesta.text.formulas import guard
from world import manifest, questions

Answers = Mapping[str, Any]
"""Question id -> what is put into its cell: a text, or what openpyxl takes."""

TRACK = Manifest.model_validate(manifest()).tracks[0]


def toy(each: int = 2) -> list[Question]:
    return [Question.model_validate(one) for one in questions(each)]


def toy_sheet(asked: Iterable[Question] | None = None, purpose: Purpose = "answers") -> Sheet:
    packing = PackOptions("2026-02-05", "public", purpose)
    return sheet_of(list(asked or toy()), TRACK, packing, {})


def in_cell(answer: Any) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def fill_csv(data: bytes, answers: Answers, column: str = "answer") -> bytes:
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    header = next(row for row in rows if own_name(row[0]) in {"question_id", "row"})
    for row in rows:
        if row[0] in answers:
            row[[own_name(name) for name in header].index(column)] = guard(in_cell(answers[row[0]]))
    out = io.StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(rows)
    return out.getvalue().encode()


def edit_xlsx(data: bytes, change: Callable[[Any], None]) -> bytes:
    book = openpyxl.load_workbook(io.BytesIO(data))
    change(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def fill_xlsx(data: bytes, answers: Answers, column: str = "answer") -> bytes:
    def fill(book: Any) -> None:
        sheet = book.worksheets[1]
        index = [own_name(cell.value) for cell in sheet[1]].index(column)
        for row in sheet.iter_rows(min_row=2):
            if row[0].value in answers:
                row[index].value = _escape(in_cell(answers[row[0].value]))
                row[index].data_type = "s"

    return edit_xlsx(data, fill)


def typed(value: Any, *, number_format: str = "General", at: int = 0) -> bytes:
    """Return a toy workbook in which the answer of one row is a value as a spreadsheet made it."""

    def put(book: Any) -> None:
        cell = book["answers"].cell(2 + at, 5)
        cell.value = value
        cell.number_format = number_format

    return edit_xlsx(pack_sheet(toy_sheet(), "xlsx"), put)


FILL = {"csv": fill_csv, "xlsx": fill_xlsx}


def read(data: bytes, form: str, purpose: Purpose = "answers") -> FilledSheet:
    return checked_head(tables_of(data, f"s.{form}"), f"s.{form}", purpose)


def back(data: bytes, form: str, asked: Iterable[Question] | None = None) -> dict[str, Any]:
    """Return the answers of a sheet, by question id."""
    made = answers_of(read(data, form), list(asked or toy()))
    lines = map(json.loads, made.predictions.splitlines())
    return {one["question_id"]: one["answer"] for one in lines}
