"""The most tokens of a reply: twice what its answer needs, and a fixed number for thought.

An answer's size is that of the largest usual value of its JSON Schema, written over several lines
as models write JSON. Measured with the tokeniser of Qwen2.5, right answers of our releases have
2.0 to 2.6 bytes a token in that form. Two are assumed, so twice the answer is a token a byte.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from digesta.records.question import Question
from digesta.scorers.forms import PromptForm, Resources

ROOM = 2048
"""Tokens for what a model thinks or says before its answer."""

_FREE_TEXT = 2048
"""Tokens of an answer without a schema: twice two pages of prose."""

_LONGEST_TEXT, _LONGEST_LIST, _DIGITS = 60, 20, 10**6
"""What is usual where a schema has no narrower bound: characters, elements, a number."""


def reply_limit(form: PromptForm, question: Question, resources: Resources) -> int:
    """Return the most tokens that a reply to a question is granted.

    >>> from digesta.records.base import example_of
    >>> form = PromptForm("x.1", dict, lambda _context: [], lambda _ask: "text")
    >>> reply_limit(form, Question.model_validate(example_of(Question)), {})
    4096
    """
    if form.schema is None:
        return ROOM + _FREE_TEXT
    answer = _usual(form.schema(question.ask, resources))
    return ROOM + len(json.dumps(answer, ensure_ascii=False, indent=2).encode())


def _usual(schema: Mapping[str, Any]) -> Any:
    """Return the largest usual value of a schema."""
    if "enum" in schema:
        return max(schema["enum"], key=lambda value: len(json.dumps(value, ensure_ascii=False)))
    kinds = schema.get("type", "string")
    kind = kinds if isinstance(kinds, str) else next(name for name in kinds if name != "null")
    if kind == "object":
        return {name: _usual(part) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        count = min(schema.get("maxItems", _LONGEST_LIST), _LONGEST_LIST)
        count = max(count, schema.get("minItems", 0))
        return [_usual(schema.get("items", {}))] * count
    if kind in ("integer", "number"):
        return schema.get("maximum", _DIGITS)
    length = min(schema.get("maxLength", _LONGEST_TEXT), _LONGEST_TEXT)
    return False if kind == "boolean" else "x" * length
