r"""The fast readers: they read the lines that are surely right, and leave all others.

The strict reader accepts every line that they read, with the same id and answer. orjson takes no
invalid UTF-8, byte order mark, raw control, lone surrogate, NaN, infinity or number outside
JSON's grammar; whatever else it takes too much of is excluded here.

``read_flat``: a block of lines whose answers are strings, numbers, booleans or null.

- The lines are joined by "," and LF and parsed as one array. A raw LF is never legal inside a
  string, and every LF is followed by "{"; as no answer is an object or array, each LF lies
  between two elements, and with as many elements as lines each line is one element.
- Every element has the two keys, and its id is a string, so the block has at least 6 structural
  quotation marks a line and 2 for each answer that is a string. All others stand in texts,
  written \" (or \u0022: such a block is left alone). So an equal number means that there is no
  other key and none twice: one more member would bring at least 2 more.
- An integer beyond 64 bits becomes a double: a block with a double of 2^53 or more is left
  alone, and so is one where a number is written long.
- Depth, number of values and keys are those of a flat line. Lengths and characters are checked
  on the parsed strings, all at once.

``read_compact``: lines that are, byte for byte, what orjson writes for the value that it read.

- Nothing was lost in reading, so no key is there twice; every number is an integer of at most
  53 bits (orjson's option) or the shortest form of its double; every line is one document.
- Depth, values and keys are bounded by counting brackets, commas and colons.
- Without \u, \b and \f, the characters of the strings are those of the line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import orjson

from digesta.intake.characters import is_clean
from digesta.intake.limits import INT_MAX, InputLimits


class Flat(NamedTuple):
    """Ids (any strings: the caller looks them up) and answers, one of each a line."""

    question_ids: list[str]
    answers: list[Any]


def read_flat(block: bytes, limits: InputLimits) -> Flat | None:
    """Return ids and answers of lines whose answers are scalars, or None where one is unsure."""
    body = block.removesuffix(b"\n")
    if len(body) > limits.line_bytes or body[-1:] == b"\n":
        return None
    codes = np.frombuffer(body, np.uint8)
    ends = np.flatnonzero(codes == _LF)
    if not (codes[ends + 1] == _BRACE).all():
        return None
    flat = _parse(body, len(ends) + 1)
    if flat is None or set(map(type, flat.question_ids)) != {str}:
        return None
    kinds = set(map(type, flat.answers))
    texts = [answer for answer in flat.answers if type(answer) is str]
    joined = "\n".join(texts)
    escapes = b"\\" in body
    quotes = 6 * len(flat.answers) + 2 * len(texts) + (joined.count('"') if escapes else 0)
    longest = int(np.diff(ends, prepend=-1, append=len(body)).max())
    sure = (
        kinds <= _FLAT
        and np.count_nonzero(codes == _QUOTE) == quotes
        and not (escapes and b"\\u0022" in body)
        and (len(joined) <= limits.string_chars or max(map(len, texts)) <= limits.string_chars)
        and is_clean(joined, limits.marks)
        and (not kinds & _NUMBERS or _numbers_are_sure(body, flat, limits, longest=longest))
    )
    return flat if sure else None


def _parse(body: bytes, lines: int) -> Flat | None:
    try:
        rows = orjson.loads(b"[%b]" % body.replace(b"\n", b",\n"))
        question_ids = [row["question_id"] for row in rows]
        answers = [row["answer"] for row in rows]
    except (orjson.JSONDecodeError, KeyError, TypeError):  # TypeError: a row is no object
        return None
    return Flat(question_ids, answers) if len(rows) == lines else None


def _numbers_are_sure(body: bytes, flat: Flat, limits: InputLimits, *, longest: int) -> bool:
    """Return whether all numbers were read as written; longest: bytes of a line, LF included."""
    numbers = [answer for answer in flat.answers if type(answer) in _NUMBERS]
    if max(map(abs, numbers)) > INT_MAX:
        return False
    room = longest - len(b'{"question_id":"","answer":}\n') - min(map(len, flat.question_ids))
    return room <= limits.number_chars or _long_number(limits.number_chars + 1).search(body) is None


@lru_cache(maxsize=8)
def _long_number(length: int) -> re.Pattern[bytes]:
    # It also matches in texts, which only sends the block to the strict reader.
    return re.compile(rb":[ \t\r]*[-+.0-9eE]{%d}" % length)


def read_compact(lines: Sequence[bytes], limits: InputLimits) -> dict[int, tuple[str, Any]]:
    """Return index -> (question id, answer) of the lines that it can read, objects too.

    One program writes a file: where its first line is not compact, no other is tried.
    """
    if not lines or not _is_compact(lines[0]):
        return {}
    try:
        rows = orjson.loads(b"[%b]" % b",".join(lines))
    except orjson.JSONDecodeError:
        return {}
    if len(rows) != len(lines):
        return {}
    sure = [
        index
        for index, (row, line) in enumerate(zip(rows, lines, strict=True))
        if type(row) is dict and _is_sure(row, line, limits)
    ]
    if not is_clean(b"\n".join([lines[index] for index in sure]).decode(), limits.marks):
        return {}
    return {index: (rows[index]["question_id"], rows[index]["answer"]) for index in sure}


def _is_sure(row: dict[Any, Any], line: bytes, limits: InputLimits) -> bool:
    if row.keys() != _KEYS or type(row["question_id"]) is not str or type(row["answer"]) is list:
        return False
    openers = line.count(b"{") + line.count(b"[")
    if openers > limits.depth or openers + line.count(b",") >= limits.values:
        return False
    if line.count(b":") > limits.keys or len(line) > min(limits.string_chars, limits.line_bytes):
        return False
    if b"\\" in line and _ESCAPED.search(line) is not None:
        return False
    try:
        return limits.number_chars >= _LONGEST and orjson.dumps(row, None, _STRICT) == line
    except orjson.JSONEncodeError:  # an integer beyond 53 bits
        return False


def _is_compact(line: bytes) -> bool:
    try:
        return orjson.dumps(orjson.loads(line)) == line
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):  # the latter: deeper than 254
        return False


_LF, _QUOTE, _BRACE = b'\n"{'
_KEYS = {"question_id", "answer"}
_FLAT = frozenset({str, int, float, bool, type(None)})
_NUMBERS = frozenset({int, float})
_STRICT = orjson.OPT_STRICT_INTEGER
_LONGEST = len("-2.2250738585072014e-308")
_ESCAPED = re.compile(rb"\\[ubf]")
