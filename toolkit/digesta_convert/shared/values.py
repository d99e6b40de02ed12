"""JSON of a source: bytes to values and records, each problem with its file and line.

UTF-8 only, read by the strict reader. All text is folded to NFC.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from digesta.errors import InputError
from digesta.intake import INT_MAX, LIMITS, RELEASE_LIMITS, strict_parse
from digesta.intake.characters import (
    CONTROLS,
    MARKS,
    NONCHARACTERS,
    SURROGATES,
    class_of,
    is_clean,
)
from digesta.records.base import Record
from digesta.records.read import read_record
from digesta_convert.shared.faults import Faults
from digesta_convert.shared.lines import too_many_lines

R = TypeVar("R", bound=Record)
_SHOWN = 80


class JsonLine(NamedTuple):
    """A JSON value of a source: the line that it stands on, as it is written, and in NFC."""

    file: str
    line: int
    raw: Any
    value: Any

    @property
    def place(self) -> str:
        """Return file:line."""
        return f"{self.file}:{self.line}" if self.line else self.file


def lines_of(path: str, data: bytes, faults: Faults) -> list[JsonLine]:
    """Return the JSON values of a file, one a line; lines of white space alone are passed over."""
    if wrong := too_many_lines(path, data):
        faults.problems += wrong
        return []
    lines = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            value = _json(path, line, number, faults)
            if value is not None:
                lines.append(value)
    return lines


def document_of(path: str, data: bytes, faults: Faults) -> JsonLine | None:
    """Return the JSON value of a whole file, or None where it is none."""
    return _json(path, data, 0, faults)


def record_of(record: type[R], line: JsonLine, faults: Faults, *, of: Any = None) -> R | None:
    """Return a line, or a part of it, as a record; where nulls stand, keys count as absent."""
    value = _without_nulls(line.value if of is None else of)
    if not isinstance(value, dict):
        faults.add(
            "wrong-type",
            line.file,
            line.line,
            got=json.dumps(value, ensure_ascii=False)[:_SHOWN],
            expected="an object",
            fix="write an object",
        )
        return None
    try:
        return read_record(record, value, line.file, line.line)
    except InputError as error:
        faults.problems.extend(error.problems)
        return None


def nfc(value: Any) -> Any:
    """Return a JSON value with every text in NFC, and whole numbers as integers."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, dict):
        return {nfc(key): nfc(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [nfc(inner) for inner in value]
    if isinstance(value, float) and value.is_integer() and abs(value) <= INT_MAX:
        return int(value)
    return value


def _without_nulls(value: Any) -> Any:
    """Return a value without keys that are null, except answers; a null in a list stays."""
    if isinstance(value, dict):
        return {
            key: inner if key == "answer" else _without_nulls(inner)
            for key, inner in value.items()
            if inner is not None or key == "answer"
        }
    if isinstance(value, list):
        return [_without_nulls(inner) for inner in value]
    return value


def _json(path: str, data: bytes, line: int, faults: Faults) -> JsonLine | None:
    parsed = strict_parse(data, file=path, line=line, limits=RELEASE_LIMITS)
    if faults.mends and parsed.problems and {p.code for p in parsed.problems} <= _MENDABLE:
        with suppress(ValueError, RecursionError):
            value = json.loads(data, strict=False, parse_float=_finite)
            plain = json.dumps(mend(value), ensure_ascii=False)
            parsed = strict_parse(plain.encode(), file=path, line=line, limits=RELEASE_LIMITS)
            faults.mended += 1
    if parsed.problems:
        faults.problems.extend(parsed.problems)
        return None
    return JsonLine(path, line, parsed.value, nfc(parsed.value))


def _finite(text: str) -> float | str:
    """Return a number, or its own digits where it is larger than any double."""
    return float(text) if math.isfinite(float(text)) else text


_MENDABLE = frozenset({"control", "noncharacter", "surrogate", "marks", "number-range"})
"""Codes of problems that ``mend`` takes away."""


def mend(value: Any) -> Any:
    """Return a value that a release may hold: U+FFFD for what texts may not, few marks.

    NaN, infinities and integers that are too large for JSON's readers stand as texts.
    """
    if isinstance(value, dict):
        return {key: mend(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [mend(inner) for inner in value]
    if isinstance(value, int | float) and not abs(value) <= INT_MAX:
        return str(value)
    if not isinstance(value, str) or is_clean(value, LIMITS.marks):
        return value
    return _MARK_RUN.sub(r"\1", _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", value))


_FORBIDDEN = re.compile(f"[{class_of(f'{CONTROLS} {SURROGATES} {NONCHARACTERS}')}]")
_MARK_RUN = re.compile(f"([{class_of(MARKS)}]{{{LIMITS.marks}}})[{class_of(MARKS)}]+")


def json_lines(values: Iterable[Any]) -> bytes:
    """Return a file of JSON values, one a line, as the originals write theirs."""
    return "".join(f"{json.dumps(value, ensure_ascii=False)}\n" for value in values).encode()


def json_document(value: Any, *, sort_keys: bool = False) -> bytes:
    """Return a JSON file as the originals write theirs: indented by two."""
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=sort_keys).encode()
