"""A small fixed example per scorer, marked by the scorer when the pages are made.

``site/examples/SCORER.json`` holds ``resources`` (path -> JSON, or a list of the lines of a
``.jsonl``) and ``questions``: what a release has (question, truth), what a submission has
(answer, perhaps a verdict and passages), and ``about``, what the answer shows. A scorer without
such a file, an owner's, has no example.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from digesta.scorers.base import Response, Row, Scorer, Sums
from digesta.site.words import visible

_FOLDER = "examples"


class Answered(NamedTuple):
    """A question of an example with its answer, and what the scorer makes of it."""

    about: str
    asked: str
    language: str
    truth: Any
    answer: Any
    row: Row
    why: str


class Example(NamedTuple):
    """The questions of an example, and the column sums of their rows."""

    questions: tuple[Answered, ...]
    sums: Sums


def example_of(scorer: Scorer[Any]) -> Example | None:
    """Mark the scorer's example; None where it has none."""
    path = files("digesta.site") / _FOLDER / f"{scorer.name}.json"
    if not path.is_file():
        return None
    written = json.loads(path.read_bytes())
    resources = {name: _bytes(inner) for name, inner in written["resources"].items()}
    questions = tuple(_answered(scorer, one, resources) for one in written["questions"])
    totals = [sum(cells) for cells in zip(*(one.row for one in questions), strict=True)]
    return Example(questions, Sums(len(questions), scorer.column_names, totals))


def _bytes(inner: Any) -> bytes:
    lines = inner if isinstance(inner, list) else [inner]
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines).encode()


def _answered(
    scorer: Scorer[Any], one: Mapping[str, Any], resources: Mapping[str, bytes]
) -> Answered:
    question = one["question"]
    prepared = scorer.prepare(question, one["truth"], resources)
    response = Response(one["answer"], one.get("verdict"), tuple(one.get("passages", ())))
    return Answered(
        about=one["about"],
        asked=question["turns"][-1]["content"],
        language=question["language"],
        truth=one["truth"],
        answer=one["answer"],
        row=scorer.mark(prepared, response),
        why=visible(scorer.why(prepared, response)),
    )
