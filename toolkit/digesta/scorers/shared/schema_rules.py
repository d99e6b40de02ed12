"""What an answer must satisfy: the keywords of JSON Schema that a linted schema can have.

As ``jsonschema`` reads draft 2020-12, verdict by verdict (a test), which takes longer to import
than all answers of a submission take to be checked here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Rule = Callable[[Any, Any, Mapping[str, Any]], bool]
"""(what the keyword says, a value, the schema that the keyword is in) -> whether it satisfies."""


def fits(schema: Mapping[str, Any], value: Any) -> bool:
    """Return whether a JSON value satisfies a linted schema, whose keywords come sorted."""
    # Keywords are tried in that order: maxItems cuts a hostile list short before uniqueItems
    # compares its members.
    return all(RULES[keyword](rule, value, schema) for keyword, rule in schema.items())


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    return _is_number(value) and (isinstance(value, int) or value.is_integer())


TYPES: Mapping[str, Callable[[Any], bool]] = {
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "null": lambda value: value is None,
    "number": _is_number,
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
}
"""The types of JSON Schema: true is no number, 2.0 is an integer."""


def _is_of(types: str | list[str], value: Any) -> bool:
    return any(TYPES[name](value) for name in ([types] if isinstance(types, str) else types))


def _equal(first: Any, second: Any) -> bool:
    if isinstance(first, list) and isinstance(second, list):
        pairs = zip(first, second, strict=False)
        return len(first) == len(second) and all(_equal(a, b) for a, b in pairs)
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(_equal(first[k], second[k]) for k in first)
    either = isinstance(first, bool) or isinstance(second, bool)
    return first is second if either else bool(first == second)


def _are_unique(values: list[Any]) -> bool:
    """Return whether no value occurs twice; as ``jsonschema`` does, neighbours alone where sorted.

    So [[1], [true], [1.0]] passes: sorted, the equal ones are no neighbours.
    """
    try:
        if any(isinstance(value, bool) for value in values) and len(values) > 1:
            raise TypeError  # noqa: TRY301 - they have no order beside others
        ordered = sorted(values)
    except TypeError:
        pairs = ((a, b) for at, a in enumerate(values) for b in values[:at])
        return not any(_equal(a, b) for a, b in pairs)
    return not any(map(_equal, ordered, ordered[1:]))


def _properties_fit(properties: Mapping[str, Any], value: Any, _schema: Mapping[str, Any]) -> bool:
    return not isinstance(value, dict) or all(
        fits(inner, value[name]) for name, inner in properties.items() if name in value
    )


def _no_others(allowed: bool, value: Any, schema: Mapping[str, Any]) -> bool:  # noqa: FBT001 - a rule
    return allowed or not isinstance(value, dict) or value.keys() <= {*schema.get("properties", ())}


def _of(kind: Callable[[Any], bool], test: Callable[[Any, Any], bool]) -> Rule:
    """Return a rule for values of one kind; any other value satisfies it."""
    return lambda rule, value, _schema: not kind(value) or test(rule, value)


def _any_value(_rule: Any, _value: Any, _schema: Mapping[str, Any]) -> bool:
    return True


_LIST, _TEXT, _OBJECT = TYPES["array"], TYPES["string"], TYPES["object"]
RULES: Mapping[str, Rule] = {
    "$schema": _any_value,
    "additionalProperties": _no_others,
    "const": lambda rule, value, _schema: _equal(rule, value),
    "description": _any_value,
    "enum": lambda rule, value, _schema: any(_equal(each, value) for each in rule),
    "exclusiveMaximum": _of(_is_number, lambda rule, value: value < rule),
    "exclusiveMinimum": _of(_is_number, lambda rule, value: value > rule),
    "items": _of(_LIST, lambda rule, value: all(fits(rule, each) for each in value)),
    "maxItems": _of(_LIST, lambda rule, value: len(value) <= rule),
    "maxLength": _of(_TEXT, lambda rule, value: len(value) <= rule),
    "maximum": _of(_is_number, lambda rule, value: value <= rule),
    "minItems": _of(_LIST, lambda rule, value: len(value) >= rule),
    "minLength": _of(_TEXT, lambda rule, value: len(value) >= rule),
    "minimum": _of(_is_number, lambda rule, value: value >= rule),
    "properties": _properties_fit,
    "required": _of(_OBJECT, lambda rule, value: all(name in value for name in rule)),
    "title": _any_value,
    "type": lambda rule, value, _schema: _is_of(rule, value),
    "uniqueItems": _of(_LIST, lambda rule, value: not rule or _are_unique(value)),
}
"""By keyword, whether a value satisfies it."""


# What a schema must be ------------------------------------------------------------------------


def is_sound(schema: Mapping[str, Any]) -> bool:
    """Return whether each keyword of a linted schema says what the draft allows, at every depth.

    Of a schema that may be sound in other words, such as a count of 2.0, it is False.
    """
    return all(SOUND[keyword](rule) for keyword, rule in schema.items())


def _is_count(rule: Any) -> bool:
    return type(rule) is int and rule >= 0


def _is_text(rule: Any) -> bool:
    return isinstance(rule, str)


def _is_bool(rule: Any) -> bool:
    return isinstance(rule, bool)


def _are_texts(rule: Any) -> bool:
    return isinstance(rule, list) and all(map(_is_text, rule)) and len({*rule}) == len(rule)


def _are_types(rule: Any) -> bool:
    names = [rule] if isinstance(rule, str) else rule
    return _are_texts(names) and bool(names) and TYPES.keys() >= {*names}


SOUND: Mapping[str, Callable[[Any], bool]] = {
    "$schema": _is_text,
    "additionalProperties": _is_bool,
    "const": lambda _rule: True,
    "description": _is_text,
    "enum": lambda rule: isinstance(rule, list),
    "exclusiveMaximum": _is_number,
    "exclusiveMinimum": _is_number,
    "items": is_sound,
    "maxItems": _is_count,
    "maxLength": _is_count,
    "maximum": _is_number,
    "minItems": _is_count,
    "minLength": _is_count,
    "minimum": _is_number,
    "properties": lambda rule: all(map(is_sound, rule.values())),
    "required": _are_texts,
    "title": _is_text,
    "type": _are_types,
    "uniqueItems": _is_bool,
}
"""By keyword, whether what it says is what the draft allows."""
