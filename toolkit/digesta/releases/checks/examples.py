"""The worked question that a new draft begins with is nobody's benchmark."""

from __future__ import annotations

from collections.abc import Iterator

from digesta.errors import Problem
from digesta.releases.data import ReleaseData

EXAMPLE_TAG = "worked-example"
"""The tag of a new draft's first line, which shows how lines are written."""


def examples(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse the worked question that a new draft begins with."""
    for question in draft.questions:
        if EXAMPLE_TAG in question.tags:
            name, fix = question.question_id, "write your own in its place, without the tag"
            yield draft.problem(
                "questions.jsonl", name, "example-question", got=f"tag {EXAMPLE_TAG}",
                expected="your own questions: this line shows their form", fix=fix,
            )  # fmt: skip
