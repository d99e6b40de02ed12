"""A drawn question as the lines of a draft, and the files that they stand in."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from digesta.canonical import canonical_lines
from digesta.workspace import store

Row = dict[str, Any]


class QuestionLines(NamedTuple):
    """A question's line in each of three files. notes: how its truth was settled."""

    question: Row
    truth: Row
    notes: Row


def write_lines(draft: Path, drawn: Sequence[QuestionLines]) -> None:
    """Write questions.jsonl, truths.jsonl and notes.jsonl into a folder, and say how many."""
    draft.mkdir(parents=True, exist_ok=True)
    for name, part in {"questions": "question", "truths": "truth", "notes": "notes"}.items():
        data = canonical_lines(getattr(lines, part) for lines in drawn)
        store.write_file(draft / f"{name}.jsonl", data)
    sys.stdout.write(f"{draft.as_posix()}: {len(drawn)} questions\n")


def object_schema(properties: Row) -> Row:
    """Return the JSON Schema of an object that has all these members and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
