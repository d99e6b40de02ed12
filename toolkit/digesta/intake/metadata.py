"""The strict reader of ``submission.json``: one record, or every problem that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from digesta.errors import InputError, Problem, SubmissionError
from digesta.intake.characters.names import faults_of_name, faults_of_url
from digesta.intake.codes import Fault, problem
from digesta.intake.limits import LIMITS, InputLimits
from digesta.intake.strict import strict_parse
from digesta.records.read import read_record
from digesta.records.submission import Card

NAMES = ("model_name", "organization")
"""Keys whose values are shown as names."""


def read_submission_metadata(data: bytes, *, file: str, limits: InputLimits = LIMITS) -> Card:
    """Return the record in the bytes of ``submission.json``, or raise SubmissionError.

    Every problem is located by line. Names obey ``names``; whether they are taken already
    (``name_skeleton``), and whether the release exists, is not known here.
    """
    value, problems = _value(data, file, limits)
    if problems:
        raise SubmissionError(problems)
    text = data.decode()
    faults = [_place(key, fault, file=file, text=text) for key, fault in _faults(value, limits)]
    checked = {key: inner for key, inner in value.items() if key != "url" or not _bad_url(value)}
    try:
        submission = read_record(Card, checked, file, error=SubmissionError)
    except InputError as error:
        refused = [replace(each, line=_line_of(each.got, text)) for each in error.problems]
        raise SubmissionError(_in_order(refused + faults), error.total + len(faults)) from None
    if faults:
        raise SubmissionError(_in_order(faults))
    return submission


def _value(data: bytes, file: str, limits: InputLimits) -> tuple[Any, tuple[Problem, ...]]:
    if len(data) > limits.metadata_bytes:
        fault = Fault("file-size", f"{len(data)} bytes")
        return None, (problem(fault, file=file, limits=limits),)
    value, problems = strict_parse(data, file=file, limits=limits)
    if not problems and type(value) is not dict:
        problems = (problem(Fault("not-object"), file=file, line=1, limits=limits),)
    return value, problems


def _faults(value: dict[str, Any], limits: InputLimits) -> Iterator[tuple[str, Fault]]:
    for key in NAMES:
        # The record says that a name is too long; what else is wrong with it can wait.
        if type(name := value.get(key)) is str and len(name) <= limits.name_chars:
            yield from ((key, fault) for fault in faults_of_name(name))
    if _bad_url(value):
        yield from (("url", fault) for fault in faults_of_url(value["url"]))


def _bad_url(value: dict[str, Any]) -> bool:
    url = value.get("url")
    return type(url) is str and any(faults_of_url(url))


def _place(key: str, fault: Fault, *, file: str, text: str) -> Problem:
    located = problem(fault._replace(got=f"/{key}: {fault.got}"), file=file)
    return replace(located, line=_line_of(located.got, text))


def _line_of(got: str, text: str) -> int:
    """Return the line of the top-level key that a problem's JSON pointer begins with."""
    pointer = _POINTER.match(got)
    at = text.find(f'"{pointer[1]}"') if pointer else -1
    return text.count("\n", 0, max(at, 0)) + 1


def _in_order(problems: list[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda each: (each.line, each.got, each.code))


_POINTER = re.compile(r"(?:no )?/([^/:]+)")
