"""Our rules of JSON Schema and jsonschema's: one verdict on every value."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from digesta.scorers.shared.schema_rules import RULES, SOUND, is_sound
from digesta.scorers.shared.schemas import KEYWORDS, _problems, lint_schema, satisfies, schema_text

NUMBERS = st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 1.5, -2.0, 2.5, 1e300, 2**53 - 1])
LEAVES = st.none() | st.booleans() | NUMBERS | st.sampled_from(["", "a", "b", "ab", "\U0001f600"])
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=12,
)
NAMES = ("array", "boolean", "integer", "null", "number", "object", "string")
TYPES = st.sampled_from(NAMES) | st.lists(st.sampled_from(NAMES), min_size=1, unique=True)
SIZES = st.integers(0, 3)
SCHEMAS = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": TYPES,
            "const": VALUES,
            "enum": st.lists(VALUES, min_size=1, max_size=3),
            "minimum": NUMBERS, "maximum": NUMBERS,
            "exclusiveMinimum": NUMBERS, "exclusiveMaximum": NUMBERS,
            "minLength": SIZES, "maxLength": SIZES, "minItems": SIZES,
            "title": st.just("a"), "description": st.just("b"),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(("array", "object")),
            "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
            "required": st.lists(st.sampled_from("abcd"), max_size=2, unique=True),
            "additionalProperties": st.booleans(),
            "items": inner,
            "minItems": SIZES,
        },
    )
    | st.fixed_dictionaries({"maxItems": SIZES, "uniqueItems": st.booleans(), "items": inner}),
    max_leaves=4,
)  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(schema=SCHEMAS, value=VALUES)
def test_our_verdict_is_that_of_jsonschema(schema: dict[str, Any], value: Any) -> None:
    if lint_schema(schema):
        return  # a list of types may be one that the draft refuses

    ours = satisfies(schema_text(schema), value)

    assert ours == Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize(
    "value",
    [
        [1, 1.0], [1, True], [0, False, None], [True, True], [[1], [True]], [[1], [True], [1.0]],
        [{"a": 1}, {"a": 1.0}], [{"a": True}, {"a": 1}], ["1", 1], ["a", "b", "a"], [None, None],
        [[], {}], [[[1, 2]], [[1, 2.0]]], [2**40, float(2**40)],
    ],
)  # fmt: skip
def test_members_are_told_apart_as_jsonschema_does(value: list[Any]) -> None:
    schema = {"maxItems": 9, "uniqueItems": True}

    assert satisfies(schema_text(schema), value) == Draft202012Validator(schema).is_valid(value)
    for first in value:
        for second in value:
            const = schema_text({"const": first})
            assert satisfies(const, second) == Draft202012Validator({"const": first}).is_valid(
                second
            )


def test_every_keyword_that_the_lint_allows_has_a_rule() -> None:
    assert RULES.keys() == KEYWORDS.keys() == SOUND.keys()


ODD = VALUES | st.sampled_from(["string", "text", ["string", "string"], ["a", "a"], [], -1, 2.0])


@settings(max_examples=600, deadline=None)
@given(
    schema=st.dictionaries(st.sampled_from(sorted({*KEYWORDS} - {"$schema"})), ODD, max_size=3),
    depth=st.integers(0, 1),
)
def test_a_schema_that_we_call_sound_is_sound_to_jsonschema(
    schema: dict[str, Any], depth: int
) -> None:
    whole = {"properties": {"a": schema}, "items": schema} if depth else schema
    if not [*_problems(whole, "", 0)] and is_sound(whole):
        Draft202012Validator.check_schema(whole)


@settings(max_examples=200, deadline=None)
@given(schema=SCHEMAS)
def test_a_schema_in_usual_words_is_called_sound(schema: dict[str, Any]) -> None:
    assert is_sound(schema)
