"""From a cell to an answer, by what the question asks for.

What the sheet damaged is refused; what was said is kept, be it right, wrong or unreadable:
``digesta check`` and the scorer judge.

Left out of every answer is what nobody sees at its ends (spaces of every kind, marks of
direction). In a JSON object they are left out between its strings too; within a string, never.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.errors import Problem
from digesta.intake import INT_MAX, strict_parse
from digesta.records.question import Question
from digesta.scorers import scorer_named
from digesta.scorers.forms import CellForm
from digesta.sheets.base import Cell
from digesta.sheets.codes import problem

KEPT_DIGITS = 15
"""Digits of a number that spreadsheets keep."""

SAID: Mapping[str, bool] = dict.fromkeys(["true", "vrai", "verdadeiro", "wahr", "vero"], True) | (
    dict.fromkeys(["false", "faux", "falso", "falsch"], False)
)
"""What spreadsheets of several languages call true and false, as they save them as CSV."""


class CellAnswer(NamedTuple):
    """An answer, None for an abstention, or what is wrong with its cell."""

    answer: Any
    problems: tuple[Problem, ...] = ()


class CellPlace(NamedTuple):
    """Where a cell stands, for its problems."""

    file: str
    row: int
    question_id: str

    def refuse(self, code: str, got: str, **more: str) -> CellAnswer:
        """Refuse a cell."""
        reason = problem(code, self.file, self.row, question_id=self.question_id, got=got, **more)
        return CellAnswer(None, (reason,))

    def named(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """Return the strict reader's problems with the question that they are about."""
        return tuple(replace(reason, question_id=self.question_id) for reason in problems)


def cell_answer(cell: Cell, question: Question, place: CellPlace) -> CellAnswer:
    """Read the answer to a question in a cell."""
    if cell.kind in NEVER:
        return place.refuse(f"cell-{cell.kind}", cell.text)
    if not cell.text:
        return CellAnswer(None)
    read = _FORMS[form_of(question)](cell, place)
    return read if read.problems else check_answer(read.answer, place)


def check_answer(answer: Any, place: CellPlace) -> CellAnswer:
    """Refuse what no line of ours may hold: characters, sizes, lists."""
    data = json.dumps(answer, ensure_ascii=False).encode("utf-8", "surrogatepass")
    parsed = strict_parse(data, file=place.file, line=place.row)
    return CellAnswer(answer, place.named(parsed.problems))


NEVER = frozenset({"formula", "error", "merged"})
"""Kinds of cells that hold no text of anybody's."""


def note_problems(note: Cell, place: CellPlace) -> tuple[Problem, ...]:
    """Return what is wrong with a reader's note."""
    if note.kind in NEVER:
        return place.refuse(f"cell-{note.kind}", f"note: {note.text[:80]}").problems
    return check_answer(note.text, place).problems


def form_of(question: Question) -> CellForm:
    """Return the form in which a question is answered, as its scorer says."""
    sheet = scorer_named(question.scorer).sheet
    return sheet.cell(question.ask) if sheet else "open"


def _text(cell: Cell, place: CellPlace) -> CellAnswer:
    if cell.kind == "number":
        number = _number(cell, place)
        # A label or a word may be a number: 3, never 3.0; a JSON number would be an index.
        return number if number.problems else CellAnswer(json.dumps(number.answer))
    if cell.kind != "text":
        return place.refuse(f"cell-{cell.kind}", cell.text)
    return CellAnswer(cell.text)


def _boolean(cell: Cell, place: CellPlace) -> CellAnswer:
    if cell.kind in {"text", "boolean"}:
        return CellAnswer(SAID.get(cell.text.casefold(), cell.text))
    return place.refuse(f"cell-{cell.kind}", cell.text)


def _number(cell: Cell, place: CellPlace) -> CellAnswer:
    if cell.kind == "text":
        return CellAnswer(cell.text)
    if cell.kind != "number":
        return place.refuse(f"cell-{cell.kind}", cell.text)
    if not re.fullmatch(r"-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?", cell.text):
        return place.refuse("cell-number", cell.text)
    exact = Fraction(cell.text)
    if abs(exact) >= 10**KEPT_DIGITS:
        return place.refuse("cell-number", f"{cell.text}: a number of more than 15 digits")
    whole = exact.denominator == 1 and abs(exact) <= INT_MAX
    return CellAnswer(int(exact) if whole else float(cell.text))


def _clock(cell: Cell, place: CellPlace) -> CellAnswer:
    if cell.kind == "date" and (time := _MINUTE.fullmatch(cell.text)):
        return CellAnswer(f"{int(time[1]):02}:{time[2]}")
    if cell.kind != "text":
        return place.refuse(f"cell-{cell.kind}", cell.text)
    return CellAnswer(cell.text)


_MINUTE = re.compile("([0-9]{1,2}):([0-9]{2}):00")
"""A time of day that is a whole minute; a day and a time, or seconds, are something else."""


# A JSON object ---------------------------------------------------------------------------------

# A string without an end goes to the end: else each quotation mark in it would be tried anew.
_STRING = re.compile(r'"(?:[^"\\]|\\.|\\\Z)*(?:"|\Z)', re.DOTALL)
_BETWEEN = re.compile(r"[\u200b\u200e\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_SMART = re.compile("[“”„‟«»]")


def _object(cell: Cell, place: CellPlace) -> CellAnswer:
    if cell.kind != "text":
        return place.refuse(f"cell-{cell.kind}", cell.text, expected="a JSON object, as text")
    text = _clean(cell.text)
    parsed = strict_parse(text.encode("utf-8", "surrogatepass"), file=place.file, line=place.row)
    if parsed.problems and (match := _SMART.search(_STRING.sub('""', text))):
        return place.refuse("smart-quotes", f"U+{ord(match[0]):04X} in {text[:80]}")
    if parsed.problems:
        return CellAnswer(None, place.named(parsed.problems))
    if parsed.value is not None and type(parsed.value) is not dict:
        return place.refuse("not-object", text[:80], expected="a JSON object", fix=_FIX)
    return CellAnswer(parsed.value)


_FIX = 'write one JSON object, such as {"key": "value"}'


def _clean(text: str) -> str:
    """Take marks of direction and odd spaces off between strings, where JSON has no place."""
    kept, at = [], 0
    for string in _STRING.finditer(text):
        kept += [_plain(text[at : string.start()]), string[0]]
        at = string.end()
    return "".join([*kept, _plain(text[at:])])


def _plain(text: str) -> str:
    return re.sub(r"[^\S\r\n\t]", " ", _BETWEEN.sub("", text))


def _open(cell: Cell, place: CellPlace) -> CellAnswer:
    if cell.kind == "number":
        return _number(cell, place)
    return _object(cell, place) if cell.text.startswith("{") else _text(cell, place)


_FORMS: Mapping[CellForm, Callable[[Cell, CellPlace], CellAnswer]] = {
    "text": _text,
    "boolean": _boolean,
    "number": _number,
    "clock": _clock,
    "object": _object,
    "open": _open,
}
"""Form -> how a cell is read."""
