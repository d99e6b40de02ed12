"""The strict reader of one line of predictions: exactly a question id and an answer."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from digesta.intake.codes import Fault
from digesta.intake.limits import InputLimits
from digesta.intake.strict import read_document
from digesta.records.base import is_slug

KEYS = ("question_id", "answer")

PACKED = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "zstandard",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "rar",
    b"\x04\x22\x4d\x18": "lz4",
}
"""First bytes of a file -> their packed format."""


class PredictionLine(NamedTuple):
    """One line.

    question_id: a well-formed id, or "". seems: the apparent id of a line that is no JSON, for
    messages.
    """

    question_id: str
    answer: Any
    faults: tuple[Fault, ...]
    seems: str = ""


def read_line(data: bytes, limits: InputLimits) -> PredictionLine:
    """Return the prediction of one line without its LF; a CR before the LF is white space."""
    if not data.strip(b" \t\r"):
        return PredictionLine("", None, (Fault("line-blank"),))
    value, faults = read_document(data, limits)
    if faults and value is None:
        return PredictionLine("", None, faults, _id_within(data))
    if type(value) is not dict:
        return PredictionLine("", None, (*faults, Fault("not-object", _KINDS[type(value)])))
    question_id = value.get("question_id", "")
    known = question_id if type(question_id) is str and is_slug(question_id) else ""
    return PredictionLine(
        known, value.get("answer"), (*faults, *_faults_of_prediction(value, known))
    )


def packed_format(data: bytes) -> str:
    """Return the name of the packed format of a file by its first bytes, or ""."""
    return next((name for magic, name in PACKED.items() if data.startswith(magic)), "")


def quote(text: str, most: int = 80) -> str:
    """Return a text in quotation marks, cut: long ids would hide the message.

    >>> quote("q-001")
    '"q-001"'
    """
    return f'"{text}"' if len(text) <= most else f'"{text[:most]}...", {len(text)} characters'


def _faults_of_prediction(value: dict[str, Any], known: str) -> Iterator[Fault]:
    unknown = [key for key in value if key not in KEYS]
    if unknown:
        near = difflib.get_close_matches(unknown[0][:32].lower(), KEYS, 1)
        yield Fault("unknown-key", ", ".join(map(quote, unknown[:3])), "".join(near))
    missing = [key for key in KEYS if key not in value]
    if missing:
        yield Fault("missing-key", "no " + ", no ".join(missing))
    if "question_id" in value and not known:
        name = value["question_id"]
        yield Fault("bad-id", quote(name) if type(name) is str else _KINDS[type(name)])
    if type(value.get("answer")) is list:
        yield Fault("list-answer", f"a list of {len(value['answer'])}")


def _id_within(data: bytes) -> str:
    """Return the only apparent id of a line that is no JSON, or ""."""
    ids = _ID.findall(data)
    text = ids[0].decode("ascii") if len(ids) == 1 else ""
    return text if is_slug(text) else ""


_ID = re.compile(rb'"question_id"[ \t]{0,8}:[ \t]{0,8}"([a-z0-9._-]{1,128})"')
_KINDS = {
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
    dict: "an object",
    list: "a list",
}
