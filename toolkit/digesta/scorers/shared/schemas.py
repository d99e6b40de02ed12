"""JSON Schemas of a release: linted before use, run by ``jsonschema``, never fetched.

Schemas are the maintainers', draft 2020-12, of the keywords in ``KEYWORDS`` alone: nothing
that backtracks (``pattern``), branches without end (``allOf``, ``anyOf``), refers elsewhere or
to itself (``$ref``), or compares all pairs of a long list (``uniqueItems`` needs ``maxItems``
of at most 100). What ``jsonschema`` makes of the rest belongs to a scorer's version.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from digesta.canonical import canonical_bytes
from digesta.errors import ReleaseError

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

DRAFT = "https://json-schema.org/draft/2020-12/schema"
LONGEST_UNIQUE = 100
DEEPEST = 16
"""Schemas within schemas."""


def lint_schema(schema: Any) -> list[str]:
    """Return what is wrong with a schema, one sentence each with its JSON pointer; [] if nothing.

    >>> lint_schema({"type": "string", "pattern": "^a+$"})[0][:32]
    '/pattern: the keyword is not all'
    """
    return [*_problems(schema, "", 0)] or [*_syntax_problems(schema_text(schema))]


def schema_text(schema: Mapping[str, Any]) -> str:
    """Return a schema as canonical JSON: a small, hashable name for its validator."""
    return canonical_bytes(schema).decode()


def stated_once(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema whose equal parts are written once, under ``$defs``: for a reader.

    >>> part = {"type": "string", "enum": ["allowed", "not allowed"]}
    >>> stated_once({"properties": {"a": part, "b": part}})["properties"]["b"]
    {'$ref': '#/$defs/part_1'}
    """
    text, defs = schema_text(schema), dict[str, Any]()
    for part in sorted({*_parts(schema)}, key=lambda part: (-len(part), part)):
        if len(part) >= _WORTH_A_NAME and text.count(part) > 1:
            name = f"part_{len(defs) + 1}"
            # Canonical, a part has one text; values of an enum are no schemas, so none is like it.
            text, defs[name] = text.replace(part, f'{{"$ref":"#/$defs/{name}"}}'), json.loads(part)
    once: dict[str, Any] = json.loads(text)
    return once | ({"$defs": defs} if defs else {})


_WORTH_A_NAME = 40
"""Characters from which on a part is longer than a reference to it."""


def _parts(schema: Mapping[str, Any]) -> Iterator[str]:
    inner = [schema["items"]] if "items" in schema else []
    for part in [*schema.get("properties", {}).values(), *inner]:
        yield schema_text(part)
        yield from _parts(part)


def satisfies(text: str, value: Any) -> bool:
    """Return whether a JSON value satisfies a linted schema. text: the schema's canonical JSON."""
    return _validator(text).is_valid(value)


@lru_cache(maxsize=1024)
def _validator(text: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - few answers are held to a schema

    schema = json.loads(text)
    # A release that is trusted for its digests was not linted, and a reference would be fetched.
    if wrong := next(_problems(schema, "", 0), ""):
        raise ReleaseError.of(code="schema", file="questions.jsonl", got=wrong, fix="take it out")
    # Keywords come sorted and are tried in that order: maxItems cuts a hostile list short before
    # uniqueItems compares its members.
    return Draft202012Validator(schema)


@lru_cache(maxsize=1024)
def _syntax_problems(text: str) -> tuple[str, ...]:
    from jsonschema import Draft202012Validator, SchemaError  # noqa: PLC0415 - as below

    try:
        Draft202012Validator.check_schema(json.loads(text))
    except SchemaError as error:
        return (f"{error.json_path.removeprefix('$')}: {error.message}",)
    return ()


def _problems(schema: Any, at: str, depth: int) -> Iterator[str]:
    if not isinstance(schema, dict):
        yield f"{at or '/'}: a schema must be an object"
        return
    if depth > DEEPEST:
        yield f"{at}: more than {DEEPEST} schemas within each other"
        return
    for keyword in sorted(schema):
        if keyword not in KEYWORDS:
            yield f"{at}/{keyword}: the keyword is not allowed; there are: {', '.join(KEYWORDS)}"
        elif (check := KEYWORDS[keyword]) is not None:
            yield from check(schema, f"{at}/{keyword}", depth)


def _properties(schema: Mapping[str, Any], at: str, depth: int) -> Iterator[str]:
    properties = schema["properties"]
    if not isinstance(properties, dict):
        yield f"{at}: must be an object"
        return
    for name, inner in properties.items():
        yield from _problems(inner, f"{at}/{name}", depth + 1)


def _element(schema: Mapping[str, Any], at: str, depth: int) -> Iterator[str]:
    yield from _problems(schema["items"], at, depth + 1)


def _closed(schema: Mapping[str, Any], at: str, _depth: int) -> Iterator[str]:
    if not isinstance(schema["additionalProperties"], bool):
        yield f"{at}: must be true or false"


def _unique(schema: Mapping[str, Any], at: str, _depth: int) -> Iterator[str]:
    most = schema.get("maxItems")
    if schema["uniqueItems"] and not (isinstance(most, int) and most <= LONGEST_UNIQUE):
        yield f"{at}: needs maxItems of at most {LONGEST_UNIQUE} beside it"


def _draft(schema: Mapping[str, Any], at: str, depth: int) -> Iterator[str]:
    if schema["$schema"] != DRAFT or depth:
        yield f"{at}: must be {DRAFT}, at the top"


def _enum(schema: Mapping[str, Any], at: str, _depth: int) -> Iterator[str]:
    if not isinstance(schema["enum"], list) or not schema["enum"]:
        yield f"{at}: must be a list of at least one value"


KEYWORDS: dict[str, Callable[[Mapping[str, Any], str, int], Iterator[str]] | None] = {
    "$schema": _draft,
    "additionalProperties": _closed,
    "const": None,
    "description": None,
    "enum": _enum,
    "exclusiveMaximum": None,
    "exclusiveMinimum": None,
    "items": _element,
    "maxItems": None,
    "maxLength": None,
    "maximum": None,
    "minItems": None,
    "minLength": None,
    "minimum": None,
    "properties": _properties,
    "required": None,
    "title": None,
    "type": None,
    "uniqueItems": _unique,
}
"""The keywords of a schema, and what is looked at beside the draft's own rules."""
