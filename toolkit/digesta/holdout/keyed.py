"""Find a key to sealed questions: a place where many of their ids stand beside their answers.

One short answer ("yes", "B", 7) stands everywhere. Beside the id of its own question, in one
JSON object or list, one CSV row, one line or one row of a page, it tells; and ``MANY`` such rows
in one file are no accident. An id counts in full or by its first 8 digits or more. What a
question itself says is left out, for there its options stand beside its id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from digesta.records.release import Question, Truth

MANY = 5
"""Sealed questions with their answers that make a file a key."""

_LEAST_OF_ID, _LONGEST_ROW, _FEW_WORDS = 8, 400, 8
_ID = re.compile(r"(?<![0-9a-f])[0-9a-f]{8,64}(?![0-9a-f])")
_ROW = re.compile(r"\n|</(?:tr|li|p)>")
_CELL = re.compile(r"[,;\t|]|<[^>]*>")
_PART = re.compile(rf"{_CELL.pattern}|\s-+>?\s|[=:]+>?")
_ASKED = Question.model_fields.keys() - {"question_id"}

Answers = Mapping[str, frozenset[str]]
"""Question id -> the texts of its answer."""


def answers_of(truths: list[Truth]) -> dict[str, frozenset[str]]:
    """Return the answer of each truth as the texts that must all stand beside its id."""
    return {one.question_id: _leaves(one.truth.get("answer", one.truth)) for one in truths}


def keyed(answers: Answers, data: bytes) -> list[str]:
    """Return the sealed questions that stand beside their answers in a file, sorted."""
    by_start = {name[:_LEAST_OF_ID]: name for name in answers}
    text = data.decode("utf-8-sig", "replace")
    starts = {one[:_LEAST_OF_ID] for one in _ID.findall(text)}
    if len(starts & by_start.keys()) < MANY:
        return []
    found = set()
    for name, row in _rows(text, data):
        whole = by_start.get(name[:_LEAST_OF_ID], "")
        if whole.startswith(name) and answers[whole] and answers[whole] <= row:
            found.add(whole)
    return sorted(found)


def _rows(text: str, data: bytes) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield ids, each with the texts that stand beside it."""
    for value in (whole := list(_values_in(data))):
        yield from _rows_of_value(value)
    if not whole:
        for row in _ROW.split(text):
            if _ID.search(row):
                yield from _rows_of_line(row)


def _values_in(data: bytes) -> Iterator[Any]:
    """Yield what a file of JSON holds: one value, or one a line; nothing of other files."""
    value = parsed(data)
    if isinstance(value, dict | list):
        yield value
        return
    for line in data.splitlines():
        if line.lstrip()[:1] in (b"{", b"["):
            value = parsed(line)
            if isinstance(value, dict | list):
                yield value


def parsed(data: bytes) -> Any:
    """Return the JSON value of some bytes, or None."""
    try:
        return orjson.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except ValueError:
        return None


def within(value: Any) -> Iterator[Any]:
    """Yield every object and list of a JSON value, itself among them."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict | list):
            yield one
            waiting.extend(one.values() if isinstance(one, dict) else one)


def _rows_of_value(value: Any) -> Iterator[tuple[str, frozenset[str]]]:
    for one in within(value):
        beside = one
        if isinstance(one, dict):
            yield from ((key, _leaves(inner)) for key, inner in one.items() if _ID.fullmatch(key))
            if "turns" in one:
                beside = {key: inner for key, inner in one.items() if key not in _ASKED}
        direct = beside.values() if isinstance(beside, dict) else beside
        names = [it for it in direct if isinstance(it, str) and _ID.fullmatch(it)]
        # A list of many ids is no row.
        if len(names) == 1:
            yield names[0], _leaves(beside)


def _rows_of_line(row: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each id of a line with the cells that follow it up to the next; the first, all."""
    found = list(_ID.finditer(row))
    ends = [one.start() for one in found[1:]] + [len(row)]
    for number, (one, end) in enumerate(zip(found, ends, strict=True)):
        rest = (row[: one.start()] if number == 0 else "") + "\t" + row[one.end() : end]
        if len(rest) <= _LONGEST_ROW:
            words = rest.split()
            cells = [rest, *_CELL.split(rest), *_PART.split(rest)]
            cells += words if len(words) <= _FEW_WORDS else []
            yield one[0], frozenset(_plain(cell) for cell in cells)


def _leaves(value: Any) -> frozenset[str]:
    """Return the texts within a JSON value: of texts, numbers and booleans; keys are none."""
    scalars = [value] if not isinstance(value, dict | list) else []
    for one in within(value):
        scalars += one.values() if isinstance(one, dict) else one
    return frozenset(
        _plain(str(one)) for one in scalars if isinstance(one, str | int | float)
    )  # fmt: skip


def _plain(text: str) -> str:
    return text.strip(" \t\r\"'`.,:;()[]{}*").casefold()
