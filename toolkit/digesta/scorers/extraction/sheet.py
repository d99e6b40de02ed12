"""How extracted records stand in an answer sheet: as JSON, with the fields of the schema shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from digesta.records.question import Question
from digesta.scorers.extraction.records import ExtractionSchema
from digesta.scorers.forms import SheetForm
from digesta.scorers.shared.sheet import object_lines


def _how(question: Question, words: Mapping[str, str], resources: Mapping[str, Any]) -> list[str]:
    path = f"{question.ask['schema'].partition('/')[0]}/schema.json"
    if path not in resources:
        return object_lines(question, words, resources)
    schema = ExtractionSchema.model_validate_json(resources[path])
    lines = [words["fields"]]
    for field in schema.fields:
        notes = [field.kind, field.unit or "", *(field.choices or ())]
        kind = ", ".join(note for note in notes if note)
        lines.append(f"{field.pointer} ({kind}{', [ ]' if field.set_ else ''}): {field.about}")
    return lines


SHEET = SheetForm(lambda _ask: "object", _how)
