"""``--constrained``: the JSON Schema that an endpoint is told to keep a reply to.

A constrained reply is ``{"answer": …}``; what stands there follows from the question's ask. The
keywords are those that OpenAI's structured outputs, OpenRouter and llama.cpp document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from digesta.errors import UsageError
from digesta.model.question import Question

_CLOCK = "^([01][0-9]|2[0-3]):[0-5][0-9]$"


def response_format(question: Question) -> dict[str, Any]:
    """Give the ``response_format`` of a question's request, or UsageError."""
    if question.scorer not in SCHEMAS:
        raise UsageError(f"--constrained: no schema for the scorer {question.scorer}")
    schema = {
        "type": "object",
        "properties": {"answer": SCHEMAS[question.scorer](question.ask)},
        "required": ["answer"],
        "additionalProperties": False,
    }
    named = {"name": "answer", "strict": True, "schema": schema}
    return {"type": "json_schema", "json_schema": named}


def _closed(ask: Mapping[str, Any]) -> dict[str, Any]:
    kind = ask["answer_type"]
    if kind == "json":
        return dict(ask["schema"])
    if kind == "numeric" and ask.get("unit") == "clock":
        return {"type": "string", "pattern": _CLOCK}
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    return {"type": "string"} | ({"enum": ask["choices"]} if "choices" in ask else {})


_PLAIN = {"boolean": "boolean", "numeric": "number"}

SCHEMAS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"closed": _closed}
"""Scorer -> the schema of an answer to an ask."""
