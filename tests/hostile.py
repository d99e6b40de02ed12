"""The files of ``tests/data/hostile``, and how the Python API judges each.

``judged`` takes the bytes of any file as a submitter would send it, so that a test of another
rim (a command, a workflow) can compare its own verdicts with these.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from digesta.errors import InputError, Problem
from digesta.intake import (
    LIMITS,
    Batch,
    InputLimits,
    KnownIds,
    PredictionReader,
    check_file_name,
    read_submission_metadata,
)
from places import HOSTILE


class Case(NamedTuple):
    """One hostile file and what must become of it. kind: predictions, metadata or archive."""

    name: str
    kind: str
    path: Path
    accepted: bool
    reason: str


class Verdict(NamedTuple):
    """What became of a file: the answers by row, or the problems and how many there are."""

    answers: dict[int, Any]
    problems: tuple[Problem, ...] = ()
    total: int = 0

    @property
    def codes(self) -> list[str]:
        return [problem.code for problem in self.problems]


def hostile_cases() -> list[Case]:
    """Return the listed cases."""
    listed = json.loads((HOSTILE / "cases.json").read_bytes())["cases"]
    return [
        Case(
            one["name"],
            one["kind"],
            HOSTILE / one["file"],
            one["expected"] == "accept",
            one["reason"],
        )
        for one in listed
    ]


def hostile_known() -> dict[str, int]:
    """Return the release that the cases are written for: question id -> row."""
    ids = json.loads((HOSTILE / "cases.json").read_bytes())["known_question_ids"]
    return {question_id: row for row, question_id in enumerate(ids)}


def judged(case: Case, *, reader: str = "fast") -> Verdict:
    """Judge a hostile file by its name, then by its bytes."""
    refused = check_file_name(case.path.name)
    if refused is not None:
        return Verdict({}, (refused,), 1)
    data = case.path.read_bytes()
    if case.kind == "metadata":
        return judged_metadata(data)
    return judged_predictions([data], hostile_known(), reader=reader)


def judged_metadata(data: bytes) -> Verdict:
    try:
        read_submission_metadata(data, file="submission.json")
    except InputError as error:
        return Verdict({}, error.problems, error.total)
    return Verdict({})


def judged_predictions(
    chunks: list[bytes],
    known: dict[str, int],
    *,
    reader: str = "fast",
    limits: InputLimits = LIMITS,
) -> Verdict:
    # The strict reader judges without the order, so that agreement covers it too.
    order = KnownIds.of(known) if reader == "fast" else None
    intake = PredictionReader(
        known, file="predictions.jsonl", limits=limits, fast=reader == "fast", order=order
    )
    batches: list[Batch] = []
    try:
        for chunk in chunks:
            batches += intake.feed(chunk)
        batches += intake.finish()
    except InputError as error:
        return Verdict({}, error.problems, error.total)
    pairs = [pair for rows, answers in batches for pair in zip(rows, answers, strict=True)]
    answers = dict(pairs)
    assert len(answers) == len(pairs) == intake.lines
    return Verdict(answers)
