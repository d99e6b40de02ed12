"""How answers that are JSON objects stand in an answer sheet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from digesta.records.question import Question
from digesta.scorers.forms import SheetForm


def object_lines(
    question: Question, words: Mapping[str, str], _resources: Mapping[str, Any]
) -> list[str]:
    """Return the lines that ask for a JSON object and show the question's ask."""
    return [words["object"], f"{words['asked']} {shown_json(question.ask)}"]


def shown_json(value: Any) -> str:
    """Return JSON for people: with letters of all scripts, keys sorted."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


OBJECT_SHEET = SheetForm(cell=lambda _ask: "object", how=object_lines)
