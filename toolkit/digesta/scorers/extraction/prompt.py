"""How an extraction is asked for, in a prompt and an answer sheet: by the fields of its schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from digesta.errors import UsageError
from digesta.package_files import prompt_files
from digesta.records.question import Question
from digesta.scorers.extraction.read import nest, schema_among, schema_path
from digesta.scorers.extraction.records import ExtractionField, FieldKind
from digesta.scorers.forms import Part, PromptContext, PromptForm, SheetForm
from digesta.scorers.shared.prompt import end, fill, law, sources
from digesta.scorers.shared.reply import BOOLEAN, DAY, list_of, object_of, text_like
from digesta.scorers.shared.sheet import object_lines

_LONGEST_TEXT = 400
_LONGEST_NAME = 120
_MOST_ELEMENTS = 20


def _sections(shown: PromptContext) -> list[Part]:
    question = shown.question
    fields = _fields(question.ask, shown.resources)
    listed = [_section(field, shown.texts) for field in fields]
    parts: list[Part] = [("task", {}), *law(question), ("fields", {}), *listed, end(shown)]
    return parts + sources(question)


def _fields(ask: Mapping[str, Any], resources: Mapping[str, Any]) -> Sequence[ExtractionField]:
    try:
        schema = schema_among(resources, ask["schema"])
    except ValueError as error:
        raise UsageError(str(error)) from error
    if schema is None:
        raise UsageError(f"the release has no resources/{schema_path(ask['schema'])}")
    return schema.fields


def _section(field: ExtractionField, texts: Mapping[str, str]) -> Part:
    unit = ".unit" if field.kind == "number" and field.unit else ""
    choices = ", ".join(json.dumps(choice, ensure_ascii=False) for choice in field.choices or {})
    slots = {"unit": field.unit or "", "choices": choices}
    form = fill(texts[f"form.{field.kind}{unit}"], slots)
    words = {"pointer": field.pointer, "form": form, "about": field.about}
    return ("field.set" if field.set_ else "field", words)


def _schema(ask: Mapping[str, Any], resources: Mapping[str, Any]) -> dict[str, Any]:
    """Return the nested object of the schema's fields; a field that is not settled is null."""
    return _object(nest({field.pointer: field for field in _fields(ask, resources)}))


def _object(tree: Mapping[str, Any]) -> dict[str, Any]:
    members = {
        name: _value(inner) if isinstance(inner, ExtractionField) else _object(inner)
        for name, inner in tree.items()
    }
    return object_of(**members)


def _value(field: ExtractionField) -> dict[str, Any]:
    value = _VALUES[field.kind](field)
    if field.set_:
        return list_of(value, _MOST_ELEMENTS)
    if "enum" in value:
        return {"enum": [*value["enum"], None]}
    return value | {"type": [value["type"], "null"]}


def _short(most: int) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": most}


_VALUES: dict[FieldKind, Callable[[ExtractionField], dict[str, Any]]] = {
    "text": lambda _field: _short(_LONGEST_TEXT),
    "party": lambda _field: _short(_LONGEST_NAME),
    "amount": lambda _field: {"type": "number"},
    "number": lambda _field: {"type": "number"},
    "percent": lambda _field: {"type": "number"},
    "date": lambda _field: text_like(DAY),
    "boolean": lambda _field: BOOLEAN,
    "choice": lambda field: {"type": "string", "enum": list(field.choices or {})},
}

PROMPT = PromptForm(
    default="extraction.1",
    files=lambda: prompt_files("digesta.scorers.extraction"),
    sections=_sections,
    reply=lambda _ask: "object",
    schema=_schema,
)


def _sheet_lines(
    question: Question, words: Mapping[str, str], resources: Mapping[str, Any]
) -> list[str]:
    schema = schema_among(resources, question.ask["schema"])
    if schema is None:
        return object_lines(question, words, resources)
    lines = [words["fields"]]
    for field in schema.fields:
        notes = [field.kind, field.unit or "", *(field.choices or ())]
        kind = ", ".join(note for note in notes if note)
        lines.append(f"{field.pointer} ({kind}{', [ ]' if field.set_ else ''}): {field.about}")
    return lines


SHEET = SheetForm(lambda _ask: "object", _sheet_lines)
