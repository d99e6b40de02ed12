"""Cells of a row as texts, and what is wrong with one."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from html import unescape
from typing import Any

from digesta.intake import name_skeleton
from digesta.intake.characters import CONTROLS, class_of, code_point
from digesta.intake.characters.names import INVISIBLE
from digesta.intake.characters.scripts import script_of
from digesta.sheets.base import trim
from digesta.sheets.csv_file import ERROR
from digesta_convert.shared.keys import texts_of
from digesta_convert.shared.rows import LineFault, SourceRow

_UNSEEN = re.compile(f"[{class_of(f'{CONTROLS} {INVISIBLE} ad 200b 200e-200f 202a-202e 2060-2069')}"
                     "\ufeff\ufffd\ue000-\uf8ff]")  # fmt: skip
"""What no reader sees, and the sign that stands for what was lost."""
_MONTH = (
    "(?i:jan|f[eé]v?b?|m[aäe]r|mrz|a[pvb]r|ma[iy]|jui?n|jui?l|aug|ago|ao[uû]t|sept?|o[ck]t|nov|"
    "d[eé][cz])"
)
_LOST = re.compile(
    rf"{ERROR.pattern}|-?[0-9](?:[.,][0-9]+)?E[+-][0-9]+"
    rf"|=.+|'[-+]?[0-9.,]+|(?:[0-3]?[0-9]-|0[1-9]\. ){_MONTH}|{_MONTH}-[0-9][0-9]"
    "|[0-9]{4}-[0-9]{2}-[0-9]{2}[ T]00:00:00.*|[Nn]a[NnT]|<NA>"
)
"""What a spreadsheet writes for an error, a narrow column, a number that it rounded, a formula, a
number that was to be a text, and 3-4 that it took for a day; Python for a day, and for nothing."""
NO_QUESTION = re.compile(
    rf"{_LOST.pattern}|(?i:(?:grand |sub)?totals?|sum|(?:gesamt)?summe|gesamt|somme|soma|[总合小]计"
    r"|סה[\"״]כ):?"
)
"""What may be in a question's cell that is none: the same, and the name of a table's last row."""
_WORD = re.compile(r"[^\W\d_]+")


def needed_text(row: SourceRow, column: str) -> str:
    """Return a cell that must hold something."""
    text = plain_text(row.cells.get(column))
    if not text.strip():
        raise wrong_cell(row, column, "a text")
    return text


def cell_text(row: SourceRow, column: str | None, *, needed: bool = False) -> str:
    """Return a cell's text; "" where there is no such column, or it is empty and may be."""
    if column is None:
        return ""
    return needed_text(row, column) if needed else plain_text(row.cells.get(column)).strip()


def plain_text(value: Any) -> str:
    """Return a cell as a text; what is no text as JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False, default=str)


def texts_in(row: SourceRow, column: str) -> list[str]:
    """Return the choices of a cell: a list, one written as a text, or texts beside labels."""
    value = row.cells.get(column)
    value = value.get("text") if isinstance(value, dict) else value
    if isinstance(value, str) and value:
        value = texts_of(value) if value.startswith("[") else values_in(value)
    if value is None and row.cells.get(column):
        raise wrong_cell(row, column, "a list of texts")
    return [plain_text(text) for text in value or ()]


def wrong_cell(row: SourceRow, column: str, expected: str) -> LineFault:
    """Return the fault of a cell that holds something else than is expected."""
    got = f"column {column}: {plain_text(row.cells.get(column))}"[:80]
    return LineFault("bad-cell", got=got, expected=expected, fix="correct the cell, or the mapping")


def check_key(row: SourceRow, column: str, question: str) -> None:
    """Raise LineFault where a key is not what its reader sees, or what somebody typed.

    question: its text, in whose scripts a key may be written: a letter of another one that looks
    like a Latin letter makes it an answer that nobody can give.
    """
    text = trim(plain_text(row.cells.get(column)))
    scripts = {"", "Latin", *map(script_of, {*question})}
    odd = set(_UNSEEN.findall(text))
    for word in () if text.isascii() else _WORD.findall(text):
        if name_skeleton(word).isascii():
            odd |= {char for char in word if script_of(char) not in scripts}
    if odd or is_misread(text) or any(_LOST.fullmatch(part.strip()) for part in text.split("|")):
        raise LineFault(
            "bad-cell",
            got=f"column {column}: {' '.join([*map(code_point, sorted(odd)), ''])}{text}"[:80],
            expected="what was typed, in letters that can be seen, of the question's alphabet",
            fix="format the cell as Text, and type it again",
        )


_READABLE = re.compile("[\x80-\u017f\u05d0-\u05ea\u2010-\u203a\u3000-\u9fff]")
"""What misread text is made of. A right ’ before É is UTF-8 in Mac's bytes too, of Armenian."""


def is_misread(text: str) -> bool:
    """Return whether a text is HTML's, or UTF-8 that was read as other letters."""
    if any(unescape(each) != each for each in re.findall(r"&#?\w{2,8};", text)):
        return True
    for encoding in () if text.isascii() else ("cp1252", "mac_roman", "cp850"):
        with suppress(UnicodeError):
            read = text.encode(encoding).decode()
            return encoding == "cp1252" or _READABLE.search(read) is not None
    return False


def values_in(value: Any) -> Sequence[Any]:
    """Return the values of a cell: of a list, texts parted by |, or what is no text itself.

    >>> values_in("a | b"), values_in(["a|b"]), values_in(1.5)
    (['a', 'b'], ['a|b'], [1.5])
    """
    if isinstance(value, list):
        return value
    if isinstance(value, str):
        listed = texts_of(value) if value.startswith("[") else None
        return listed or ([text.strip() for text in value.split("|")] if value else [])
    return [] if value is None else [value]


def finite_row(row: SourceRow) -> SourceRow:
    """Return a row whose NaN cells are empty, as data frames mean them; LineFault for infinity."""
    empty = {name for name, value in row.cells.items()
             if isinstance(value, float) and math.isnan(value)}  # fmt: skip
    cells = {name: None if name in empty else value for name, value in row.cells.items()}
    for name, value in cells.items():
        if isinstance(value, float) and math.isinf(value):
            raise wrong_cell(row, name, "a finite number")
    return replace(row, cells=cells)
