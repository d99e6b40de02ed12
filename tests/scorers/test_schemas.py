"""Schemas of a release: what the lint refuses, and that none can hang or fetch."""

from __future__ import annotations

from typing import Any

import pytest

from digesta.scorers.shared.schemas import lint_schema, satisfies, schema_text
from growth import MOST, growth_of


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        ({"pattern": "^(a+)+$"}, "/pattern: "),
        ({"properties": {"a": {"$ref": "file:///etc/passwd"}}}, "/properties/a/$ref: "),
        ({"$ref": "#"}, "/$ref: "),
        ({"items": {"allOf": [{}]}}, "/items/allOf: "),
        ({"patternProperties": {}}, "/patternProperties: "),
        ({"format": "email"}, "/format: "),
        ({"multipleOf": 0.01}, "/multipleOf: "),
        ({"uniqueItems": True}, "/uniqueItems: needs maxItems of at most 100"),
        ({"uniqueItems": True, "maxItems": 101}, "/uniqueItems: "),
        ({"additionalProperties": {"type": "string"}}, "/additionalProperties: "),
        ({"$schema": "http://json-schema.org/draft-07/schema#"}, "/$schema: "),
        ({"items": {"$schema": "https://json-schema.org/draft/2020-12/schema"}}, "/items/$schema"),
        ({"items": True}, "/items: a schema must be an object"),
        ({"properties": []}, "/properties: must be an object"),
        ({"enum": []}, "/enum: must be a list"),
        ({"enum": "ab"}, "/enum: must be a list"),
        ({"type": "text"}, ".type: 'text'"),
        ({"minItems": -1}, ".minItems: "),
        ([], "/: a schema must be an object"),
        (True, "/: a schema must be an object"),
        (nested(17), "/properties/a" * 17 + ": more than 16"),
    ],
)
def test_a_schema_that_could_harm_is_named_with_its_place(schema: Any, place: str) -> None:
    problems = lint_schema(schema)

    assert len(problems) == 1
    assert problems[0].startswith(place)


def test_every_problem_is_listed() -> None:
    assert len(lint_schema({"pattern": "a", "$ref": "b", "type": "object"})) == 2


@pytest.mark.parametrize(
    "schema",
    [
        {},
        nested(16),
        {"type": ["string", "null"], "minLength": 1, "maxLength": 9, "title": "t"},
        {"type": "array", "items": {"enum": [1, "a"]}, "uniqueItems": True, "maxItems": 100},
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "const": 1},
        {"type": "integer", "minimum": 1, "exclusiveMaximum": 9, "description": "d"},
    ],
)
def test_a_plain_schema_has_no_problem(schema: Any) -> None:
    assert lint_schema(schema) == []


def test_a_hostile_list_does_not_reach_the_comparison_of_all_pairs() -> None:
    schema = schema_text({"type": "array", "uniqueItems": True, "maxItems": 100})

    def look(values: Any) -> None:
        assert not satisfies(schema, values)

    assert growth_of(look, lambda n: [{"a": at} for at in range(n)], 1_000) <= MOST


def test_a_boolean_is_no_number_and_a_whole_double_is_an_integer() -> None:
    integer = schema_text({"type": "integer"})

    assert not satisfies(integer, value=True)
    assert satisfies(integer, 2.0)
    assert not satisfies(schema_text({"enum": [1]}), value=True)
    assert not satisfies(schema_text({"const": 0}), value=False)
