"""Tables and their mapping to a draft."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from digesta.scorers.letters.readings import letters_of
from digesta_convert.shared.choices.keys import may_be_choices, stated_letters, texts_of
from digesta_convert.shared.choices.questions import SourceQuestion, draft_of, user_turn
from digesta_convert.shared.choices.rows import READERS, TableRow, table_rows
from digesta_convert.shared.converter import SourceDraft
from digesta_convert.shared.draft import Files
from digesta_convert.shared.faults import Faults, LineFault
from digesta_convert.shared.recognition import RequiredFile, file_groups
from digesta_convert.table.columns import TableColumns, note_unknown, read_mapping

_TABLE, _MAPPING = "table", "mapping"
_NEEDED = RequiredFile(
    kind=_MAPPING,
    name="mapping.toml",
    expected='a mapping: question = "a column", answer = "a column", choices, id, [constants]',
    fix="write one, and name it with the tables",
    endings=(".toml",),
)
_NO_TABLE = RequiredFile(
    kind=_TABLE,
    name="a table",
    expected=", ".join(READERS),
    fix="name a table with its mapping",
    endings=tuple(READERS),
)


def parse(files: Files) -> SourceDraft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults(mends=True)
    groups = file_groups(files, _kind, _NEEDED, faults)
    file_groups(files, _kind, _NO_TABLE, faults)
    path, *others = groups.paths[_MAPPING]
    for other in others:
        faults.add("file-twice", other, got=f"a second mapping beside {path}", fix="name one alone")
    mapping = read_mapping(path, files[path], faults)
    faults.refuse()
    assert mapping is not None
    questions = [
        question
        for table in groups.paths[_TABLE]
        for question in _Table(table, mapping, faults).questions(files[table])
    ]
    faults.refuse()
    track = {"track": "table", "title": mapping.title}
    return draft_of(track, questions, faults, unread=groups.unread)


def _kind(path: str, _data: bytes) -> str | None:
    suffix = PurePosixPath(path).suffix
    return _MAPPING if suffix == ".toml" else _TABLE if suffix in READERS else None


class _Table:
    """One table, read as its mapping says."""

    def __init__(self, path: str, mapping: TableColumns, faults: Faults) -> None:
        self._path, self._mapping, self._faults = path, mapping, faults
        self._task = str(PurePosixPath(path).with_suffix(""))

    def questions(self, data: bytes) -> Iterator[SourceQuestion]:
        """Yield a question for each row; what is wrong with one is noted."""
        before = len(self._faults.problems)
        rows = table_rows(self._path, data, self._faults)
        if not rows:
            if len(self._faults.problems) == before:
                self._faults.add("no-rows", self._path, expected="rows", fix="add the rows")
            return
        columns = list(dict.fromkeys(column for row in rows for column in row.cells))
        unknown = self._mapping.unknown_columns(columns)
        note_unknown(self._path, unknown, columns, self._faults)
        for row in rows if not unknown else ():
            with self._faults.noting(self._path, row.line):
                yield self._question(row, columns)

    def _question(self, row: TableRow, columns: Sequence[str]) -> SourceQuestion:
        mapping = self._mapping
        named = mapping.prompt_columns()
        text = mapping.prompt({name: _text(row, name) for name in named}) if named else ""
        choices, labels = self._choices(row, columns)
        own = _text(row, mapping.id) if mapping.id else str(row.line)
        reply = row.cells.get(mapping.reply) if mapping.reply else None
        return SourceQuestion(
            name=f"{self._task}-{own}",
            file=self._path,
            line=row.line,
            task=self._task,
            category=_text(row, mapping.category) if mapping.category else "",
            turns=user_turn(text or _text(row, mapping.question)),
            choices=choices,
            labels=labels,
            right=self._right(row, choices, labels),
            reply=None if reply in (None, "") else _plain(reply),
            work=mapping.title,
            at=f"{self._task}, {mapping.id or 'line'} {own}",
            fields=mapping.constants.as_json(),
        )

    def _choices(self, row: TableRow, columns: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the texts under letters, and the words that an answer is one of; one is empty."""
        choices = self._mapping.choices
        if choices is None:
            return [], []
        if named := self._mapping.choice_columns(columns):
            texts = [
                _plain(row.cells[name]) for name in named if row.cells.get(name) not in (None, "")
            ]
        elif isinstance(choices, str):
            texts = _list_of(row, choices)
        else:
            return [], list(choices)
        if texts and not may_be_choices(texts):
            raise _wrong(row, str(choices), 'a list of 2 to 16 texts, such as ["a", "b"]')
        return texts, []

    def _right(self, row: TableRow, choices: Sequence[str], labels: Sequence[str]) -> str:
        column = self._mapping.answer
        text = _text(row, column)
        if labels and text not in labels:
            raise _wrong(row, column, f"one of {', '.join(labels)}")
        if not choices:
            return text
        readings = self._letters(text, choices)
        kept = {k: v for k, v in readings.items() if v and self._mapping.answer_is in (None, k)}
        if len(set(kept.values())) > 1:
            ways = " or ".join(f"{way} ({letters})" for way, letters in kept.items())
            raise _wrong(
                row, column, f'one meaning, not {ways}: add answer_is = "{next(iter(kept))}"'
            )
        if not kept:
            raise _wrong(row, column, "letters, a choice's text or its place (first = 1 from 1)")
        return next(iter(kept.values()))

    def _letters(self, text: str, choices: Sequence[str]) -> dict[str, str | None]:
        """Return the letters that an answer means, by each way to read it."""
        n = len(choices)
        place = int(text) - self._mapping.first if text.isascii() and text.isdigit() else -1
        return {
            "text": letters_of(n)[choices.index(text)] if text in choices else None,
            "letters": stated_letters(text, n),
            "place": letters_of(n)[place] if 0 <= place < n else None,
        }


def _text(row: TableRow, column: str) -> str:
    """Return a cell that must hold something."""
    text = _plain(row.cells.get(column))
    if not text.strip():
        raise _wrong(row, column, "a text")
    return text


def _plain(value: Any) -> str:
    """Return a cell as a text; what is no text as JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False, default=str)


def _list_of(row: TableRow, column: str) -> list[str]:
    """Return the choices of a cell: a list, one written as a text, or texts beside labels."""
    value = row.cells.get(column)
    value = value.get("text") if isinstance(value, dict) else value
    value = texts_of(value) if isinstance(value, str) and value else value
    if value is None and row.cells.get(column):
        raise _wrong(row, column, "a list of texts")
    return [_plain(text) for text in value or ()]


def _wrong(row: TableRow, column: str, expected: str) -> LineFault:
    got = f"column {column}: {_plain(row.cells.get(column))}"[:80]
    return LineFault("bad-cell", got=got, expected=expected, fix="correct the cell, or the mapping")
