"""Answer keys of sealed questions: places where many of their ids are next to their answers.

A short answer ("yes", "B", 7) stands everywhere. Beside the id of its own question, in one JSON
object or list, one CSV row, one line or one row of a page, it gives the truth away; ``MANY`` such
rows in one file are no accident. An id counts in full or by its first 8 digits or more. The
fields of a question itself are left out: its options stand beside its id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
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
    return {truth.question_id: _leaves(truth.truth.get("answer", truth.truth)) for truth in truths}


def keyed_questions(answers: Answers, data: bytes) -> list[str]:
    """Return the sealed questions that are next to their answers in a file, sorted."""
    by_start = {name[:_LEAST_OF_ID]: name for name in answers}
    text = data.decode("utf-8-sig", "replace")
    starts = {start[:_LEAST_OF_ID] for start in _ID.findall(text)}
    if len(starts & by_start.keys()) < MANY:
        return []
    beside = set()
    for name, row in _rows(text, data):
        whole = by_start.get(name[:_LEAST_OF_ID], "")
        if whole.startswith(name) and answers[whole] and answers[whole] <= row:
            beside.add(whole)
    return sorted(beside)


def _rows(text: str, data: bytes) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield ids, each with the texts that stand beside it."""
    if values := list(_values_in(data)):
        yield from chain.from_iterable(map(_rows_of_value, values))
    else:
        yield from chain.from_iterable(map(_rows_of_line, filter(_ID.search, _ROW.split(text))))


def _values_in(data: bytes) -> Iterator[Any]:
    """Yield what a file of JSON holds: one value, or one a line; nothing of other files."""
    whole = json_value(data)
    lines = (line for line in data.splitlines() if line.lstrip()[:1] in (b"{", b"["))
    values = [whole] if isinstance(whole, dict | list) else map(json_value, lines)
    yield from (value for value in values if isinstance(value, dict | list))


def json_value(data: bytes) -> Any:
    """Return the JSON value of some bytes, or None."""
    try:
        return orjson.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except ValueError:
        return None


def containers_in(value: Any) -> Iterator[Any]:
    """Yield every object and list of a JSON value, itself among them."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict | list):
            yield node
            waiting.extend(node.values() if isinstance(node, dict) else node)


def _rows_of_value(value: Any) -> Iterator[tuple[str, frozenset[str]]]:
    for node in containers_in(value):
        beside = node
        if isinstance(node, dict):
            yield from ((key, _leaves(inner)) for key, inner in node.items() if _ID.fullmatch(key))
            if "turns" in node:
                beside = {key: inner for key, inner in node.items() if key not in _ASKED}
        direct = beside.values() if isinstance(beside, dict) else beside
        names = [it for it in direct if isinstance(it, str) and _ID.fullmatch(it)]
        # A list of many ids is no row.
        if len(names) == 1:
            yield names[0], _leaves(beside)


def _rows_of_line(row: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each id of a line with the cells up to the next; the first also with those before."""
    ids = list(_ID.finditer(row))
    ends = [match.start() for match in ids[1:]] + [len(row)]
    for number, (match, end) in enumerate(zip(ids, ends, strict=True)):
        rest = (row[: match.start()] if number == 0 else "") + "\t" + row[match.end() : end]
        if len(rest) <= _LONGEST_ROW:
            words = rest.split()
            cells = [rest, *_CELL.split(rest), *_PART.split(rest)]
            cells += words if len(words) <= _FEW_WORDS else []
            yield match[0], frozenset(_plain(cell) for cell in cells)


def _leaves(value: Any) -> frozenset[str]:
    """Return the texts within a JSON value: of texts, numbers and booleans; keys are none."""
    scalars = [value] if not isinstance(value, dict | list) else []
    for node in containers_in(value):
        scalars += node.values() if isinstance(node, dict) else node
    leaves = (leaf for leaf in scalars if isinstance(leaf, str | int | float))
    return frozenset(_plain(str(leaf)) for leaf in leaves)


def _plain(text: str) -> str:
    return text.strip(" \t\r\"'`.,:;()[]{}*").casefold()
