"""JSON Schemas and the documentation of every file format, generated from the records.

Schemas say what a schema can: a reader also checks what lies between fields (weights that add to
1, names that exist, days of the calendar), and its verdict counts. They ask for no other host:
every ``$ref`` points into its own file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from digesta.errors import ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.package_files import record_examples
from digesta.records.base import example_of
from digesta.records.format import Format
from digesta.schemas.formats import FORMATS

SCHEMAS = Path(__file__).parent / "json"
"""Where the generated schemas lie."""

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
"""The identifier of the draft; nothing is fetched from it."""

_SCALARS = {
    "string": "text",
    "integer": "integer",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "null",
    "array": "list",
}
_BOUNDS = {
    "minimum": "≥ {}",
    "maximum": "≤ {}",
    "maxLength": "at most {} characters",
    "minLength": "not empty",
    "minItems": "not empty",
    "minProperties": "not empty",
}


def json_schemas(formats: Iterable[Format] = FORMATS) -> dict[str, bytes]:
    """Return every schema file: name -> bytes (indent of two, sorted keys, LF at the end)."""
    return {_file_of(each): _file(each) for each in formats}


def is_schema(path: str, data: bytes) -> bool:
    """Return whether a file is a schema as any version writes it, under its own name."""
    named = re.fullmatch(r"schemas/[a-z0-9-]+\.schema\.json", path)
    value = strict_json(data, file=path, limits=RELEASE_LIMITS, error=ReleaseError) if named else 0
    # Earlier versions gave an $id, which older validators resolve references by.
    ids = {None, *(path.replace("schemas/", start) for start in ("urn:digesta:", "digesta/"))}
    known = isinstance(value, dict) and value.get("$schema") == DRAFT and value.get("$id") in ids
    return known and _pretty(value) == data


def schema_of(format_: Format) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a format, its fields in the record's order."""
    schema = format_.record.model_json_schema(schema_generator=_Schemas)
    return {"$schema": DRAFT} | schema


def formats_markdown(formats: Iterable[Format] = FORMATS) -> str:
    """Return the page of file formats: for each its path, meaning, fields and an example."""
    return "\n".join(["# File formats", "", *(line for each in formats for line in _section(each))])


class _Schemas(GenerateJsonSchema):
    """Schemas in which absent means absent: no null, no default of null, no derived titles."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> dict[str, Any]:
        made = super().default_schema(schema)
        if "default" in made and made["default"] is None:
            del made["default"]
        return made

    def dict_schema(self, schema: core_schema.DictSchema) -> dict[str, Any]:
        made = super().dict_schema(schema)
        if "patternProperties" in made:
            made["additionalProperties"] = False
        return made

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> dict[str, Any]:
        made = super().tagged_union_schema(schema)
        made.pop("discriminator", None)  # a keyword of OpenAPI, which strict validators refuse
        return made

    def model_schema(self, schema: core_schema.ModelSchema) -> dict[str, Any]:
        record = schema["cls"]
        example = record_examples(record.__module__.rpartition(".")[0]).get(record.__name__)
        return super().model_schema(schema) | ({"examples": [example]} if example else {})

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - pydantic's signature
        return False


def _file_of(format_: Format) -> str:
    return f"{format_.name}.schema.json"


@cache
def _file(format_: Format) -> bytes:
    return _pretty(schema_of(format_))


def _pretty(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()


# Documentation --------------------------------------------------------------------------------


class _Field(NamedTuple):
    path: str
    kind: str
    meaning: str
    required: str


def _section(format_: Format) -> Iterator[str]:
    schema = schema_of(format_)
    lines = {"JSON": "one object", "JSONL": "one object a line", "value": "a value"}[format_.kind]
    yield f"## {format_.name}"
    yield ""
    where = f"`{format_.path}` ({lines}; [schema](schemas/{_file_of(format_)}))"
    yield from (f"{where}: {format_.meaning}", "")
    yield from ('<details markdown="1">', "<summary>Fields and an example</summary>", "")
    for variant in _variants(schema):
        yield from _table(variant, schema)
    yield "```json"
    yield json.dumps(example_of(format_.record), ensure_ascii=False, indent=2)
    yield from ("```", "", "</details>", "")


def _variants(schema: Schema) -> list[Schema]:
    """Return the records that a schema stands for: itself, or the members of a union."""
    definitions = schema.get("$defs", {})
    members = _members(schema) or [schema]
    return [_resolve(member, definitions) for member in members]


def _table(variant: Schema, schema: Schema) -> Iterator[str]:
    if "properties" not in variant:
        return
    if _members(schema):
        yield f"**{variant['title']}**: {_cell(variant['description'])}"
        yield ""
    yield "| field | type | required | meaning |"
    yield "| --- | --- | --- | --- |"
    # A field that several members of a union have is one row, which names them.
    rows: dict[tuple[str, str, str], list[str]] = {}
    for path, kind, meaning, required in _fields(variant, schema.get("$defs", {}), ""):
        rows.setdefault((path, kind, meaning), []).append(required)
    for (path, kind, meaning), by_member in rows.items():
        yield f"| `{path}` | {_cell(kind)} | {', '.join(by_member)} | {_cell(meaning)} |"
    yield ""


def _fields(schema: Schema, definitions: Schema, prefix: str, within: str = "") -> Iterator[_Field]:
    """Yield a record's fields, each followed by the fields of the records inside it."""
    for name, field in schema.get("properties", {}).items():
        required = "yes" if name in schema.get("required", []) else "no"
        yield _Field(
            f"{prefix}{name}", _kind(field, definitions), field["description"], required + within
        )
        inside = list(_inside(field, definitions))
        for mark, record in inside:
            of = f" ({record['title']})" if len(inside) > 1 else ""
            yield from _fields(record, definitions, f"{prefix}{name}{mark}.", of)


def _inside(schema: Schema, definitions: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield the records within a field: ``[]`` marks a list's members, ``{}`` a map's values."""
    schema = _resolve(schema, definitions)
    if "properties" in schema:
        yield "", schema
        return
    for member in _members(schema):
        yield from _inside(member, definitions)
    for mark, inner in (("[]", schema.get("items")), ("{}", _map_values(schema))):
        for deeper, record in _inside(inner, definitions) if inner else ():
            yield f"{mark}{deeper}", record


def _members(schema: Schema) -> list[Schema]:
    return [*schema.get("oneOf", []), *schema.get("anyOf", [])]


def _map_values(schema: Schema) -> Schema | None:
    values = [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")]
    return values[0] if isinstance(values[0], dict) else None


def _resolve(schema: Schema, definitions: Schema) -> Schema:
    resolved: Schema = (
        definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    )
    return resolved


def _kind(schema: Schema, definitions: Schema) -> str:
    """Say a schema's type in words."""
    schema = _resolve(schema, definitions)
    if members := _members(schema):
        return " or ".join(dict.fromkeys(_kind(member, definitions) for member in members))
    if "const" in schema or "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    kind = schema.get("type", "any")
    return ", ".join([_named(schema, definitions, kind), *_bounds(schema)])


def _named(schema: Schema, definitions: Schema, kind: str) -> str:
    if "prefixItems" in schema:
        parts = [_kind(part, definitions) for part in schema["prefixItems"]]
        rest = [f"{_kind(schema['items'], definitions)} …"] if "items" in schema else []
        return f"list: {'; '.join(parts + rest)}"
    if kind in ("array", "object"):
        inner = schema.get("items") if kind == "array" else _map_values(schema)
        text = _kind(inner, definitions) if inner else ""
        text = f"({text})" if " or " in text or ", " in text or ": " in text else text
        return f"{_SCALARS[kind]} of {text}" if text else _SCALARS[kind]
    if "title" in schema:
        return str(schema["title"])
    return f"text like `{schema['pattern']}`" if "pattern" in schema else _SCALARS.get(kind, kind)


def _bounds(schema: Schema) -> Iterator[str]:
    if "prefixItems" not in schema and not (schema.get("title") and schema["type"] == "string"):
        for key, text in _BOUNDS.items():
            if key in schema:
                yield text.format(schema[key])


def _cell(text: str) -> str:
    """Return our own text as a cell of a Markdown table, on one line."""
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")
