"""What a sheet is before it is a file, and what is found in one that came back.

A sheet has a head (keys with values), columns, and a row for each question. Everything in it is
text; what a spreadsheet made of a text that somebody typed is told by a cell's ``kind``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from digesta.package_files import json_file

WORDS: Mapping[str, Mapping[str, str]] = json_file(__package__, "words.json")
"""What a sheet says around a question: language -> name of a phrase -> the phrase, ``{...}`` filled
in."""

NAMES: Mapping[str, Mapping[str, str]] = json_file(__package__, "names.json")
"""What columns, keys of a head and kinds of readers are called: language -> name -> the word."""
_ENGLISH = {word.casefold(): name for names in NAMES.values() for name, word in names.items()}

FORMATS = ("xlsx", "csv", "html")
"""The forms of a sheet, which are the endings of their files."""
PRINTED = "html"
"""The form for printing, which is not read back."""

ID = "question_id"
ANSWER = "answer"
ROW, ANSWERED, MET = "row", "what was answered", "met"
"""Columns of a sheet for graders: a row is a criterion of an answer."""

Kind = Literal[
    "text", "number", "percent", "date", "boolean", "formula", "error", "merged", "format"
]
"""What a cell holds. date: a number that is shown as a date or a time of day. merged: nothing that
anybody sees, since another cell is drawn over it. format: a number that is shown as another, or as
words."""


class SheetLine(NamedTuple):
    """A row as it is packed: its cells by column; the language decides how it is aligned."""

    cells: tuple[str, ...]
    language: str


class Sheet(NamedTuple):
    """A sheet as it is packed. head: in order, each key once."""

    head: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    rows: tuple[SheetLine, ...]

    @property
    def language(self) -> str:
        """Return the language of the sheet's own words."""
        return one_language(line.language for line in self.rows)


class Cell(NamedTuple):
    """A cell of a sheet that came back. text: trimmed; of a number or date, as Python writes it."""

    text: str
    kind: Kind = "text"


class SheetRow(NamedTuple):
    """A row of a file, numbered from 1 as a spreadsheet does."""

    number: int
    cells: Sequence[Cell]
    hidden: bool = False
    """Whether a cell of it with something in it is hidden."""


EMPTY = Cell("")
MOST_COLUMNS = 64
"""Columns of a sheet that are looked at."""
MOST_CELLS = 1_000_000
"""Cells of a sheet: those of 100,000 questions in ten columns."""

# Spaces of every kind, marks of direction, the byte order mark: invisible at a text's ends.
_UNSEEN = "".join(filter(str.isspace, map(chr, range(0x3001)))) + (
    "\u200b\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "yi"})


def trim(text: str) -> str:
    r"""Return a text without what nobody sees at its ends.

    >>> trim("\u200f 18\u00a0")
    '18'
    """
    return text.strip(_UNSEEN)


def is_right_to_left(language: str) -> bool:
    """Return whether a language is written from right to left."""
    return language.partition("-")[0] in RIGHT_TO_LEFT


def words_for(language: str) -> Mapping[str, str]:
    """Return the words of a language, ``pt-BR`` having those of ``pt``; English for others."""
    return WORDS.get(language.partition("-")[0], WORDS["en"])


def one_language(languages: Iterable[str]) -> str:
    """Return the language that all have; English where they have several."""
    every = {language.partition("-")[0] for language in languages}
    return every.pop() if len(every) == 1 else "en"


def name_in(language: str, name: str) -> str:
    """Return what a column or a key is called in a language; its own name for others."""
    return NAMES.get(language, {}).get(name, name)


def own_name(word: str) -> str:
    """Return the name of a column or a key that a sheet calls so, in whichever language.

    >>> own_name("Kriterium"), own_name("criterion")
    ('criterion', 'criterion')
    """
    return _ENGLISH.get(word.casefold(), word)
