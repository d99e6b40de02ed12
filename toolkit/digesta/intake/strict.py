"""The strict reader of one JSON document: the verdict of record.

The profile is I-JSON (RFC 7493) with ``InputLimits``. A linear scan bounds depth, number of values
and length of numbers before anything is parsed; then the standard library's parser, the only
one that lets repeated keys be refused; then the strings. Bytes in, values or faults out.

A document gets its first fault of encoding, size or grammar; one that parses gets every kind of
fault of its strings, each kind once.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple, NoReturn

from digesta.errors import InputError, Problem, SubmissionError
from digesta.intake.characters import code_point, has_mark_run, is_clean, wrong_characters
from digesta.intake.codes import Fault, problem
from digesta.intake.limits import INT_MAX, LIMITS, InputLimits

BOM = b"\xef\xbb\xbf"


class Document(NamedTuple):
    """A JSON value, or its faults; value is None where it could not be parsed."""

    value: Any
    faults: tuple[Fault, ...]


class ParsedJson(NamedTuple):
    """A JSON value, or its located problems."""

    value: Any
    problems: tuple[Problem, ...]


def strict_json(
    data: bytes,
    *,
    file: str,
    line: int = 0,
    limits: InputLimits = LIMITS,
    error: type[InputError] = InputError,
) -> Any:
    """Return the value of one JSON document, or raise ``error`` with located problems.

    file, line: where the document stands; line 0: it is the whole file, and problems name
    their own lines. Objects are dicts, arrays lists; a number is an int, or the double nearest
    to what is written.

    >>> strict_json(b'{"a": [1, 2.50]}', file="x.json")
    {'a': [1, 2.5]}
    """
    parsed = strict_parse(data, file=file, line=line, limits=limits)
    if parsed.problems:
        raise error(parsed.problems)
    return parsed.value


def read_metadata(data: bytes, *, file: str) -> Any:
    """Return the value of a small file such as ``submission.json``, or raise SubmissionError."""
    if len(data) > LIMITS.metadata_bytes:
        fault = Fault("file-size", f"{len(data)} bytes")
        raise SubmissionError([problem(fault, file=file)])
    return strict_json(data, file=file, error=SubmissionError)


def strict_parse(
    data: bytes, *, file: str, line: int = 0, limits: InputLimits = LIMITS
) -> ParsedJson:
    """Return the value of one JSON document with its problems: ``strict_json`` without raising."""
    value, faults = read_document(data, limits)
    locate = partial(problem, file=file, line=line, limits=limits)
    return ParsedJson(value, tuple(locate(fault) for fault in faults))


def read_document(data: bytes, limits: InputLimits) -> Document:
    """Return the value of one JSON document with its faults, for callers that locate them."""
    try:
        text = _decode(data, limits)
        _check_shape(text, limits)
        value = _value(text, limits)
    except _RefusedError as refused:
        return Document(None, (refused.fault,))
    except json.JSONDecodeError as error:
        return Document(None, (_fault_of_grammar(text, error),))
    if _holds_sound_strings(text, limits):
        return Document(value, ())
    return Document(value, tuple(_faults_of_strings(_strings(value), limits)))


class _RefusedError(Exception):
    """Leaves the parser's hooks; never leaves this module."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault)


def _refuse(code: str, got: str) -> NoReturn:
    raise _RefusedError(Fault(code, got))


# Before parsing -------------------------------------------------------------------------------


def _decode(data: bytes, limits: InputLimits) -> str:
    if len(data) > limits.line_bytes:
        _refuse("line-size", f"more than {limits.line_bytes} bytes")
    if data.startswith(BOM):
        _refuse("bom", "bytes EF BB BF")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        _refuse("utf8", f"byte {data[error.start]:02X} at byte {error.start + 1}")


def _check_shape(text: str, limits: InputLimits) -> None:
    bare = _without_strings(text)
    openers = bare.count("[") + bare.count("{")
    if openers > limits.depth:
        _check_depth(bare, limits)
    if openers > limits.values:
        _refuse("value-count", f"{openers} objects and arrays")
    if 1 + bare.count(",") + openers > limits.values:
        # Every value is the first of its container or follows a comma.
        values = 1 + bare.count(",") + openers - len(_EMPTY.findall(bare))
        if values > limits.values:
            _refuse("value-count", f"{values} values")
    if len(bare) > limits.number_chars:
        longest = max(map(len, _NOT_IN_NUMBER.split(bare)))
        if longest > limits.number_chars:
            _refuse("number-size", f"{longest} characters")


def _without_strings(text: str) -> str:
    """Return the text outside strings, with one quotation mark for each string.

    Linear, by whole-text operations. Up to the first error of grammar the strings are those of the
    parser, which stops there.
    """
    if "\\" in text:
        text = text.replace("\\\\", "").replace('\\"', "")
    return '"'.join(text.split('"')[::2])


def _check_depth(bare: str, limits: InputLimits) -> None:
    depth = 0
    # More brackets than this are too many values, which is refused next.
    for bracket in islice(_BRACKET.finditer(bare), 2 * limits.values):
        depth += 1 if bracket.group() in "[{" else -1
        if depth > limits.depth:
            _refuse("depth", f"level {depth}")


_SPACE = " \t\n\r"
_EMPTY = re.compile(r"\[[ \t\r\n]*\]|\{[ \t\r\n]*\}")
_BRACKET = re.compile(r"[][{}]")
_NOT_IN_NUMBER = re.compile(r"[^-+.0-9eE]+")

# While parsing --------------------------------------------------------------------------------


def _value(text: str, limits: InputLimits) -> Any:
    start = len(text) - len(text.lstrip(_SPACE))
    value, end = _decoder(limits.keys).raw_decode(text, start)
    if rest := text[end:].lstrip(_SPACE):
        raise json.JSONDecodeError("Extra data", text, len(text) - len(rest))
    return value


@lru_cache(maxsize=8)
def _decoder(most_keys: int) -> json.JSONDecoder:
    """Return the standard library's parser, without its tolerance for NaN and repeated keys."""
    return json.JSONDecoder(
        object_pairs_hook=partial(_object, most_keys),
        parse_float=_float,
        parse_int=_int,
        parse_constant=partial(_refuse, "number-range"),
    )


def _object(most_keys: int, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        last = {key: at for at, (key, _) in enumerate(pairs)}
        repeated = next(key for at, (key, _) in enumerate(pairs) if last[key] > at)
        _refuse("dup-key", f'"{repeated}"')
    if len(members) > most_keys:
        _refuse("key-count", f"{len(members)} keys")
    return members


def _float(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse("number-range", text)


def _int(text: str) -> int:
    number = int(text)
    return number if -INT_MAX <= number <= INT_MAX else _refuse("number-range", text)


def _fault_of_grammar(text: str, error: json.JSONDecodeError) -> Fault:
    control = _RAW_CONTROL.search(text)
    if control is not None or error.msg.startswith("Invalid control character"):
        at = error.pos if control is None else control.start()
        row = text.count("\n", 0, at) + 1
        return Fault("control", f"{code_point(text[at])}, not escaped", row=row)
    message = error.msg.removesuffix(" at")
    got = f"{message} at column {error.colno}, near {_near(text, error.pos)}"
    return Fault("not-json", got, row=error.lineno)


def _near(text: str, at: int) -> str:
    return f'"{text[max(0, at - _BEFORE) : at + _AFTER]}"'


_RAW_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_BEFORE, _AFTER = 12, 24

# After parsing --------------------------------------------------------------------------------


def _holds_sound_strings(text: str, limits: InputLimits) -> bool:
    """Return whether no string of a document that parsed has a fault, where its text tells.

    A string holds what stands in the text, and what escapes make of it: but for these, a text
    without faults has no string with one.
    """
    short = len(text) <= limits.string_chars
    return short and not _ESCAPE.search(text) and is_clean(text, limits.marks)


_ESCAPE = re.compile(r"\\[ubf]")
"""What may stand for a character that is not allowed; perhaps the end of another escape."""


def _strings(value: Any) -> list[str]:
    """Return every string and key of a value; depth is bounded, and so is their number."""
    strings: list[str] = []
    rest = [value]
    while rest:
        part = rest.pop()
        if type(part) is str:
            strings.append(part)
        elif type(part) is dict:
            strings.extend(part)
            rest.extend(part.values())
        elif type(part) is list:
            rest.extend(part)
    return strings


def _faults_of_strings(strings: list[str], limits: InputLimits) -> Iterator[Fault]:
    longest = max(map(len, strings), default=0)
    if longest > limits.string_chars:
        yield Fault("string-size", f"{longest} characters")
    # LF is allowed and is no mark, so it may separate the strings.
    joined = "\n".join(strings)
    for code, char in wrong_characters(joined):
        holder = next(text for text in strings if char in text)
        yield Fault(code, f"{code_point(char)} in {_near(holder, holder.index(char))}")
    if has_mark_run(joined, limits.marks):
        yield Fault("marks", f"more than {limits.marks} in a row")
