"""JSON Schemas of constrained replies, from pieces that OpenAI, OpenRouter and llama.cpp document.

Every list, and every text that a rule can bound, is bounded, so that no model repeats itself up to
the limit of its tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

BOOLEAN = {"type": "boolean"}
DAY = "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
"""The pattern of a day."""


def object_of(**properties: Any) -> dict[str, Any]:
    """Return the schema of an object with just these members."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def list_of(element: Mapping[str, Any], most: int, least: int = 0) -> dict[str, Any]:
    """Return the schema of a list."""
    return {"type": "array", "items": dict(element), "minItems": least, "maxItems": most}


def text_like(pattern: str) -> dict[str, Any]:
    """Return the schema of a text of one pattern."""
    return {"type": "string", "pattern": pattern}
