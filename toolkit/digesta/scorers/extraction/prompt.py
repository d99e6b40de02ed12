"""How a model is asked for an extraction: by the fields of the schema that the ask names."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from digesta.errors import UsageError
from digesta.scorers.extraction.fields import schema_of, schema_path
from digesta.scorers.extraction.records import ExtractionField, FieldKind
from digesta.scorers.forms import Part, PromptContext, PromptForm
from digesta.scorers.shared.files import prompt_files
from digesta.scorers.shared.prompt import end, fill, law, sources
from digesta.scorers.shared.reply import BOOLEAN, DAY, list_of, object_of, text_like

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
    path = schema_path(ask["schema"])
    if path not in resources:
        raise UsageError(f"the release has no resources/{path}")
    try:
        return schema_of(path, resources[path]).fields
    except ValueError as error:
        raise UsageError(str(error)) from error


def _section(field: ExtractionField, texts: Mapping[str, str]) -> Part:
    unit = ".unit" if field.kind == "number" and field.unit else ""
    choices = ", ".join(json.dumps(choice, ensure_ascii=False) for choice in field.choices or {})
    slots = {"unit": field.unit or "", "choices": choices}
    form = fill(texts[f"form.{field.kind}{unit}"], slots)
    words = {"pointer": field.pointer, "form": form, "about": field.about}
    return ("field.set" if field.set_ else "field", words)


def _schema(ask: Mapping[str, Any], resources: Mapping[str, Any]) -> dict[str, Any]:
    """Return the nested object of the schema's fields; a field that is not settled is null."""
    tree: dict[str, Any] = {}
    for field in _fields(ask, resources):
        *folders, name = field.pointer.split("/")[1:]
        place = tree
        for folder in folders:
            place = place.setdefault(folder, {})
        place[name] = field
    return _nest(tree)


def _nest(tree: Mapping[str, Any]) -> dict[str, Any]:
    return object_of(
        **{
            name: _value(inner) if isinstance(inner, ExtractionField) else _nest(inner)
            for name, inner in tree.items()
        }
    )


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
