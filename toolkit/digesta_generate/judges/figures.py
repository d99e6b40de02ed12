"""How well a model kept to the form that it was asked for: counted in its files.

What a verdict holds says what was asked for it, and in which order: so each reply is held to the
form that it was asked for, not to any.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from digesta_generate.judges.client import REASKS
from digesta_generate.judges.model import NO_REPLY
from digesta_generate.judges.replies import Bounds, Schema, criterion, read, schemas

Absences = Mapping[str, frozenset[str]]
"""By question id the criteria about an absence: they are asked for without passages."""


class ReplyFigures(NamedTuple):
    """Replies, those that were not valid; criteria, those that were left without a valid one."""

    replies: int
    invalid: int
    criteria: int
    unsaid: int


def reply_figures(files: Mapping[str, bytes], absences: Absences) -> ReplyFigures:
    """Count in a judge's folder, by file name, what each verdict and choice holds, once each."""
    record = json.loads(files["judge.json"])
    bounds = Bounds(**record["parameters"].get("bounds", {}))
    lines = {line["prompt_sha256"]: line for line in _lines(files)}.values()
    criteria = [criterion for line in lines for criterion in line.get("criteria", ())]
    return ReplyFigures(
        sum(len(line.get("replies", ())) for line in lines),
        sum(_invalid(line, bounds, absences) for line in lines if line.get("replies")),
        len(criteria),
        sum(criterion.get("analysis") == NO_REPLY for criterion in criteria),
    )


def _invalid(line: Mapping[str, Any], bounds: Bounds, absences: Absences) -> int:
    """Count the replies of a line that were not valid for what they were asked for."""
    replies, count = iter(line["replies"]), 0
    for schema in _forms(line, bounds, absences):
        for _ in range(REASKS + 1):
            text = next(replies, None)
            if text is None or not read(text, schema).fault:
                break
            count += 1
    return count


def _forms(line: Mapping[str, Any], bounds: Bounds, absences: Absences) -> Iterator[Schema]:
    """Yield the form of each thing that was asked for a line, in the order of its replies."""
    forms = schemas(bounds)
    if "chosen" in line:
        yield forms["pair"]
        return
    absent = absences.get(line["question_id"], frozenset())
    for grade in line["criteria"]:
        # Of an extraction each criterion is a field, by the pointer to it.
        alone = grade["criterion_id"] in absent or grade["criterion_id"].startswith("/")
        yield criterion(bounds, evidence=not alone)
    yield from (forms["claims"], forms["assertions"])
    yield from (forms["claim"] for _ in line["claims"])


def _lines(files: Mapping[str, bytes]) -> Iterator[dict[str, Any]]:
    for name, data in sorted(files.items()):
        if name.endswith(".jsonl"):
            yield from map(json.loads, data.splitlines())
