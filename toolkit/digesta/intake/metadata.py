"""The strict reader of ``submission.json``: one record, or every problem that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from digesta.errors import InputError, SubmissionError
from digesta.intake.characters.names import faults_of_name, faults_of_url
from digesta.intake.codes import Fault, problem
from digesta.intake.limits import LIMITS
from digesta.intake.strict import read_metadata
from digesta.records.read import read_record
from digesta.records.submission import Card

NAMES = ("model_name", "organization")
"""Keys whose values are display names."""


def read_submission_metadata(data: bytes, *, file: str) -> Card:
    """Return the record in the bytes of ``submission.json``, or raise SubmissionError.

    Every problem is located by line. Names obey ``characters.names``; whether they are taken
    already (``name_skeleton``), and whether the release exists, is not known here.
    """
    value = read_metadata(data, file=file)
    if type(value) is not dict:
        raise SubmissionError([problem(Fault("not-object"), file=file, line=1)])
    text = data.decode()
    problems = [problem(fault, file=file) for fault in _faults(value)]
    total = len(problems)
    if any(fault.code == "bad-url" for fault in problems):
        del value["url"]  # the record's own, longer words would only repeat it
    try:
        submission = read_record(Card, value, file, error=SubmissionError)
    except InputError as error:
        problems += error.problems
        total += error.total
    if problems:
        located = [replace(each, line=_line_of(each.got, text)) for each in problems]
        in_order = sorted(located, key=lambda each: (each.line, each.got, each.code))
        raise SubmissionError(in_order, total)
    return submission


def _faults(value: dict[str, Any]) -> Iterator[Fault]:
    url = value.get("url")
    faults = [("url", fault) for fault in faults_of_url(url)] if type(url) is str else []
    for key in NAMES:
        # The record refuses a name that is too long; its other faults can wait.
        if type(name := value.get(key)) is str and len(name) <= LIMITS.name_chars:
            faults += [(key, fault) for fault in faults_of_name(name)]
    yield from (fault._replace(got=f"/{key}: {fault.got}") for key, fault in faults)


def _line_of(got: str, text: str) -> int:
    """Return the line of the top-level key that a problem's JSON pointer begins with."""
    pointer = _POINTER.match(got)
    at = text.find(f'"{pointer[1]}"') if pointer else -1
    return text.count("\n", 0, max(at, 0)) + 1


_POINTER = re.compile(r"(?:no )?/([^/:]+)")
