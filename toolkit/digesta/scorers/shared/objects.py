"""Answers that are JSON objects, or text of one."""

from __future__ import annotations

from typing import Any

from digesta.errors import InputError
from digesta.intake import strict_json


def readable(answer: Any) -> dict[str, Any] | None:
    """Return the object that an answer is, or that its text strictly parses to; else None."""
    if type(answer) is str:
        try:
            answer = strict_json(answer.encode("utf-8", "surrogatepass"), file="answer")
        except InputError:
            return None
    return answer if type(answer) is dict else None
