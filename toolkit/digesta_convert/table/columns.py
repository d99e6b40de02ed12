"""The mapping of a table: which column is which, and what is the same for all rows."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Collection, Sequence
from typing import Annotated, Literal

from pydantic import Field

from digesta.records.base import Day, Language, NonEmpty, Record
from digesta.records.question import License
from digesta_convert.shared.faults import Faults
from digesta_convert.shared.values import JsonLine, nfc, record_of

MOST_BYTES = 64 << 10
_BRACES = re.compile(r"\{\{\s*([^{}]+?)\s*\}\}")


class Constants(Record):
    """Keys that every question gets."""

    language: Language | None = None
    license: License | None = None
    attribution: NonEmpty | None = None
    released: Day | None = None
    law_as_of: Day | None = None
    difficulty: Literal["easy", "medium", "hard"] | None = None


class TableColumns(Record):
    """Columns by their meaning."""

    title: NonEmpty = Field(default="table", description="the benchmark's title")
    question: NonEmpty = Field(description="a column, or a text with columns in {{braces}}")
    answer: NonEmpty = Field(description="the column of what is right")
    choices: NonEmpty | Annotated[list[NonEmpty], Field(min_length=2)] | None = None
    id: NonEmpty | None = None
    category: NonEmpty | None = None
    reply: NonEmpty | None = None
    first: Literal[0, 1] = Field(default=0, description="the first choice's place")
    answer_is: Literal["text", "letters", "place"] | None = None
    constants: Constants = Field(default=Constants(), description="the same for all questions")

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

    def unknown_columns(self, columns: Collection[str]) -> list[str]:
        """Return the columns that are named and that a table lacks."""
        named = [*(self.prompt_columns() or [self.question]), self.answer]
        named += [
            c for c in (self.choices, self.id, self.category, self.reply) if isinstance(c, str)
        ]
        if isinstance(self.choices, list) and set(self.choices) & set(columns):
            named += self.choices
        return [name for name in dict.fromkeys(named) if name not in columns]


def read_mapping(path: str, data: bytes, faults: Faults) -> TableColumns | None:
    """Return the mapping of a TOML file, or None where it has problems, which are noted."""
    if len(data) > MOST_BYTES:
        expected = f"a mapping of at most {MOST_BYTES} bytes"
        faults.add("file-size", path, got=f"{len(data)} bytes", expected=expected)
        return None
    try:
        raw = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        place = re.search(r"at line (\d+)", str(error))
        fix = 'write lines such as question = "text"'
        faults.add("not-toml", path, int(place[1]) if place else 0, got=str(error)[:80], fix=fix)
        return None
    return record_of(TableColumns, JsonLine(path, 0, raw, nfc(raw)), faults)


def note_unknown(path: str, names: Sequence[str], columns: Sequence[str], faults: Faults) -> None:
    """Note columns that the mapping names and a table lacks, each with the nearest that it has."""
    for name in names:
        near = difflib.get_close_matches(name, columns[:64], 1)
        faults.add("missing-column", path, 1, got=f"no column {name}"[:80],
                   expected=", ".join(columns)[:200], nearest=near[0] if near else "",
                   fix="correct the mapping, or leave the table out")  # fmt: skip
