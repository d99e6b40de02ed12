"""The golden files of the scorers: small, readable, worked by hand.

A golden file is ``golden/NAME.jsonl``: lines ``{question, truth, answer, row}``, optionally with
``verdict``, ``passages`` and ``resources``; ``row`` lists the cells that are not 0. Files of the
folder ``golden/NAME/`` are the release's resources, as bytes, for all of its lines. Its last line
is what they come to: ``{n, sums, metrics, headlines}``, sums without those that are 0, metrics as
exact fractions, the headline of each task. The working stands beside it in ``golden/NAME.md``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from digesta.scorers import scorer_named
from digesta.scorers.base import QuestionWithTruth, Response, Scorer, Sums
from places import ROOT


@dataclass(frozen=True)
class Golden:
    scorer: Scorer[Any]
    asked: tuple[QuestionWithTruth, ...]
    prepared: tuple[Any, ...]
    responses: tuple[Response, ...]
    rows: tuple[dict[str, int], ...]
    total: dict[str, Any]

    def marked(self, responses: Sequence[Response]) -> Any:
        pairs = zip(self.prepared, responses, strict=True)
        return np.array([self.scorer.mark(p, r) for p, r in pairs], dtype=np.int64)

    def sums(self, responses: Sequence[Response]) -> Sums:
        return self.scorer.sums(self.marked(responses))

    def tasks(self) -> Iterator[tuple[str, list[int]]]:
        for task in sorted({one.task for one in self.asked}):
            yield task, [i for i, one in enumerate(self.asked) if one.task == task]


def shared_resources(name: str) -> dict[str, bytes]:
    folder = ROOT / "tests" / "golden" / name
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@cache
def golden(name: str) -> Golden:
    path = ROOT / "tests" / "golden" / f"{name}.jsonl"
    *lines, total = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    scorer = scorer_named(name)
    responses = tuple(
        Response(line["answer"], line.get("verdict"), tuple(line.get("passages", ())))
        for line in lines
    )
    questions = [line["question"] for line in lines]
    shared = shared_resources(name)
    asked = tuple(
        QuestionWithTruth(
            q["question_id"], q["task"], q, line["truth"], shared | line.get("resources", {})
        )
        for q, line in zip(questions, lines, strict=True)
    )
    prepared = tuple(scorer.prepare(one.question, one.truth, one.resources) for one in asked)
    return Golden(scorer, asked, prepared, responses, tuple(line["row"] for line in lines), total)
