"""What a model that judges may reply: a JSON Schema for each thing asked, and the strict reader.

A reply is one JSON object, read as any untrusted JSON is and held to its schema; nothing is looked
for in prose. Keys stand in the order of the alphabet, in which a request's canonical bytes have
them and some servers make a model write them: passages and reasons come before what is decided.
Every text and list is bounded: a small model would go on to its limit of tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator

from digesta.errors import InputError
from digesta.intake import LIMITS, strict_json

SURENESS = (0, 25, 50, 75, 100)
"""Percent: the steps of confidence that a judge may name."""

CATEGORIES = (
    "article_reference",
    "jurisprudence",
    "date_fact",
    "institution",
    "legal_rule",
    "other_fact",
)
SEVERITIES = ("critical", "major", "minor")

Schema = dict[str, Any]


class Bounds(NamedTuple):
    """How much a reply may hold: counts, and characters of one text."""

    passages: int = 4
    passage_chars: int = 160
    analysis_chars: int = 160
    claims: int = 20
    assertions: int = 20
    claim_chars: int = 160


TINY = Bounds(
    passages=1, passage_chars=64, analysis_chars=32, claims=4, assertions=3, claim_chars=48
)
"""For a model that writes thirty tokens a second: a criterion's reply has about 80, 140 if it is
all digits."""


class ReadReply(NamedTuple):
    """A reply as it was read: its value, or what is wrong with it."""

    value: Any = None
    fault: str = ""


def read(text: str, schema: Schema) -> ReadReply:
    """Return a reply as it is read. A fault names a place and a rule, never its words."""
    try:
        value = strict_json(text.encode(), file="reply")
    except (InputError, UnicodeEncodeError):
        return ReadReply(fault="not one JSON object")
    errors = sorted(
        Draft202012Validator(schema).iter_errors(value), key=lambda error: error.json_path
    )
    if errors:
        first = errors[0]
        # Of a key that is too many the path tells what the reply says; the rule alone does not.
        return ReadReply(
            fault=f"{first.json_path}: {first.validator} {first.validator_value!r}"[:200]
        )
    return ReadReply(value)


def tokens_of(schema: Schema) -> int:
    """Return the most tokens of a reply: half its characters, and what a model wastes on form.

    >>> tokens_of(claims(Bounds())), tokens_of(claim(TINY))
    (2456, 512)
    """
    return max(_LEAST_TOKENS, _chars(schema) // 2 + _FORM)


def _chars(schema: Schema) -> int:
    """Return the most characters of a value of one of these schemas, about."""
    if schema.get("type") == "array":
        return int(schema["maxItems"]) * _chars(schema["items"])
    if schema.get("type") == "object":
        return sum(_KEY + _chars(part) for part in schema["properties"].values())
    return int(schema.get("maxLength", 0))


_LEAST_TOKENS, _FORM, _KEY = 512, 200, 32
"""Tokens; tokens; characters of a key with its marks, or with one of few words."""


def form_of(name: str, schema: Schema) -> dict[str, Any]:
    """Return the ``response_format`` of a request."""
    held = {"name": name, "strict": True, "schema": schema}
    return {"type": "json_schema", "json_schema": held}


def criterion(bounds: Bounds, *, evidence: bool) -> Schema:
    """Return the form of what is said of a criterion. evidence: passages are asked for."""
    passages = _list(_text(bounds.passage_chars), bounds.passages)
    return _object(
        **({"evidence": passages} if evidence else {}),
        reasoning=_text(bounds.analysis_chars),
        satisfied=_BOOLEAN,
        sureness={"enum": list(SURENESS)},
    )


def claims(bounds: Bounds) -> Schema:
    """Return the form of the list of claims."""
    claim = _object(category={"enum": list(CATEGORIES)}, text=_text(bounds.claim_chars))
    return _object(claims=_list(claim, bounds.claims))


def claim(bounds: Bounds) -> Schema:
    """Return the form of what is said of one claim."""
    return _object(
        checked=_text(bounds.analysis_chars),
        hallucinated=_BOOLEAN,
        severity={"enum": list(SEVERITIES)},
    )


def assertions(bounds: Bounds) -> Schema:
    """Return the form of the list of assertions."""
    assertion = _object(
        assertion=_text(bounds.claim_chars), has_source=_BOOLEAN, needs_source=_BOOLEAN
    )
    return _object(assertions=_list(assertion, bounds.assertions))


def pair(bounds: Bounds) -> Schema:
    """Return the form of a choice between two answers."""
    return _object(
        checked=_text(bounds.analysis_chars), preferred={"enum": ["first", "second", "tie"]}
    )


def schemas(bounds: Bounds) -> dict[str, Schema]:
    """Return every form, by its name; of a criterion the one with passages."""
    return {
        "criterion": criterion(bounds, evidence=True),
        "field": criterion(bounds, evidence=False),
        "claims": claims(bounds),
        "claim": claim(bounds),
        "assertions": assertions(bounds),
        "pair": pair(bounds),
    }


_BOOLEAN: Mapping[str, Any] = {"type": "boolean"}


def _text(most: int) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": min(most, LIMITS.passage_chars)}


def _list(inner: Schema, most: int) -> Schema:
    return {"type": "array", "items": inner, "maxItems": most}


def _object(**properties: Any) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
