"""The mapping of a table: which column is which, and what is the same for all rows."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal
from unicodedata import normalize

from pydantic import Field

from digesta.records.base import Day, Language, NonEmpty, Record
from digesta.records.question import LICENSE_FORM, License, Split
from digesta.sheets.base import own_name, trim
from digesta.workspace.owner.config import toml_table
from digesta_convert.shared.rows import Faults, JsonLine, SourceRow, nfc, record_of
from digesta_convert.table.kinds import KINDS

MOST_BYTES = 64 << 10
INFER = "infer"
OWN_FIELDS = ("language", "license", "attribution", "difficulty", "law_as_of", "split")
"""Columns whose cells are keys of a question; an empty cell is what stands for all."""
FIELD_FORMS: Mapping[str, str] = {
    "language": "a language tag, such as de",
    "license": LICENSE_FORM,
    "attribution": "whom to name",
    "difficulty": "easy, medium or hard",
    "law_as_of": "a day, YYYY-MM-DD, as text",
    "split": "public or holdout",
}
DETAILS = ("accepted", "unit", "tolerance", "reason", "criteria")
STANDARD = (
    "question", "answer", "choices", "kind", "id", "task", "category", "source",
    *OWN_FIELDS, *DETAILS,
)  # fmt: skip
"""Names of columns that need no mapping."""
_CHOICE = re.compile(r"choice[ _]?([1-9][0-9]?|[a-p])", re.IGNORECASE)
_BRACES = re.compile(r"\{\{\s*([^{}]+?)\s*\}\}")


class Constants(Record):
    """Keys that every question gets, or one by the cells of its row."""

    language: Language | None = None
    license: License | None = None
    attribution: NonEmpty | None = None
    released: Day | None = None
    law_as_of: Day | None = None
    difficulty: Literal["easy", "medium", "hard"] | None = None
    split: Split | None = None


class TableDefaults(Record):
    """What is the same for all rows of a table whose columns have the standard names."""

    title: NonEmpty | None = Field(default=None, description="the benchmark's title")
    constants: Constants = Field(default=Constants(), description="the same for all questions")


class TableColumns(TableDefaults):
    """Columns by their meaning."""

    question: NonEmpty = Field(description="a column, or a text with columns in {{braces}}")
    answer: NonEmpty = Field(description="the column of what is right")
    choices: NonEmpty | Annotated[list[NonEmpty], Field(min_length=2)] | None = None
    id: NonEmpty | None = None
    category: NonEmpty | None = None
    reply: NonEmpty | None = None
    first: Literal[0, 1] = Field(default=0, description="the first choice's place")
    answer_is: Literal["text", "letters", "place"] | None = None
    kind: NonEmpty | None = Field(default=None, description="a column, a kind for all, or infer")
    task: NonEmpty | None = None
    source: NonEmpty | None = None
    language: NonEmpty | None = None
    license: NonEmpty | None = None
    attribution: NonEmpty | None = None
    difficulty: NonEmpty | None = None
    law_as_of: NonEmpty | None = None
    split: NonEmpty | None = None
    accepted: NonEmpty | None = Field(default=None, description="what else is right, | between")
    unit: NonEmpty | None = None
    tolerance: NonEmpty | None = Field(default=None, description="how far off: 0.5, or 5%")
    reason: NonEmpty | None = Field(default=None, description="why a question changed")
    criteria: NonEmpty | None = Field(default=None, description="of free text: 2: one | -two")

    def prompt_columns(self) -> list[str]:
        """Return the columns in the question's braces; none where it is a column itself."""
        return _BRACES.findall(self.question)

    def prompt(self, cells: dict[str, str]) -> str:
        """Return the question's text with these cells in it."""
        return _BRACES.sub(lambda match: cells[match[1]], self.question)

    def choice_columns(self, columns: Collection[str]) -> Sequence[str]:
        """Return the columns of the single choices; none where choices are a list or texts."""
        listed = self.choices if isinstance(self.choices, list) else []
        return listed if all(choice in columns for choice in listed) else []

    def key_columns(self, columns: Collection[str]) -> list[str]:
        """Return the columns whose texts become keys: what is right, and what it is one of."""
        keys = [
            self.answer,
            self.accepted,
            self.criteria,
            self.id,
            self.unit,
            *self.choice_columns(columns),
        ]
        return [name for name in (*keys, self.choices) if isinstance(name, str)]

    def unknown_columns(self, columns: Collection[str]) -> list[str]:
        """Return the columns that are named and that a table lacks."""
        named = [*(self.prompt_columns() or [self.question]), self.answer]
        kind = None if self.kind in {*KINDS, INFER} else self.kind
        further = [getattr(self, name) for name in (*OWN_FIELDS, "source", *DETAILS)]
        listed = (self.choices, self.id, self.category, self.reply, self.task, kind, *further)
        named += [name for name in listed if isinstance(name, str)]
        if isinstance(self.choices, list) and set(self.choices) & set(columns):
            named += self.choices
        return [name for name in dict.fromkeys(named) if name not in columns]


def standard_rows(path: str, rows: Sequence[SourceRow], faults: Faults) -> list[SourceRow]:
    """Return rows by standard names: capitals, and spaces or strokes for _, carry no meaning."""
    columns = dict.fromkeys(column for row in rows for column in row.cells)
    plain = {column: normalize("NFKC", own_name(trim(column))) for column in columns}
    names = {column: re.sub(r"[\s_-]+", "_", name).lower() for column, name in plain.items()}
    for name, count in Counter(names.values()).items():
        if count > 1:
            got = " and ".join(column for column in columns if names[column] == name)
            faults.add("dup-column", path, 1, got=got[:80], fix="keep one of them")
            return []
    return [replace(row, cells={names[c]: cell for c, cell in row.cells.items()}) for row in rows]


def standard_columns(
    path: str, columns: Sequence[str], constants: Constants, faults: Faults
) -> TableColumns | None:
    """Return the mapping of a table with the standard names, or None where some are not."""
    several = [name for name in columns if _CHOICE.fullmatch(name)]
    for name in columns:
        if name not in STANDARD and name not in several:
            near = difflib.get_close_matches(name.lower(), STANDARD, 1)
            faults.add("unknown-column", path, 1, got=name[:80],
                       expected=f"{', '.join(STANDARD)}, or choice_1, choice_2 and so on",
                       nearest=near[0] if near else "",
                       fix="rename or remove the column, or name a mapping, .toml")  # fmt: skip
    right = "answer" if "answer" in columns or "criteria" not in columns else "criteria"
    lacking = [name for name in ("question", right) if name not in columns]
    for name in lacking:
        fix = "name it so in the first row, or name a mapping, .toml, with the file"
        faults.add("missing-column", path, 1, got=", ".join(columns)[:80], expected=name, fix=fix)
    if several and "choices" in columns:
        fix = "keep one of the two"
        faults.add("dup-column", path, 1, got=f"choices and {several[0]}", fix=fix)
    if faults.problems:
        return None
    known: dict[str, Any] = {name: name for name in STANDARD if name in columns}
    known |= {"choices": several} if len(several) > 1 else {}
    return TableColumns(**{"kind": INFER, "answer": right} | known, constants=constants)


def read_mapping(path: str, data: bytes, faults: Faults) -> TableDefaults | None:
    """Return the mapping of a TOML file, or None where it has problems, which are noted.

    One that names neither question nor answer is of the standard names.
    """
    if len(data) > MOST_BYTES:
        expected = f"a mapping of at most {MOST_BYTES} bytes"
        faults.add("file-size", path, got=f"{len(data)} bytes", expected=expected)
        return None
    try:
        raw = toml_table(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        place = re.search(r"at line (\d+)", str(error))
        fix = 'write lines such as question = "text"'
        faults.add("not-toml", path, int(place[1]) if place else 0, got=str(error)[:80], fix=fix)
        return None
    record = TableColumns if {*STANDARD} & raw.keys() else TableDefaults
    return record_of(record, JsonLine(path, 0, raw, nfc(raw)), faults)


def note_unknown(path: str, names: Sequence[str], columns: Sequence[str], faults: Faults) -> None:
    """Note columns that the mapping names and a table lacks, each with the nearest that it has."""
    for name in names:
        near = difflib.get_close_matches(name, columns[:64], 1)
        faults.add("missing-column", path, 1, got=f"no column {name}"[:80],
                   expected=", ".join(columns)[:200], nearest=near[0] if near else "",
                   fix="correct the mapping, or leave the table out")  # fmt: skip
