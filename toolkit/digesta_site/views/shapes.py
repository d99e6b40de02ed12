"""JSON values of the maintainers (truths, asks) as something that a template can show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from digesta_site.words import visible

DEEP, FLAT = 2, 3
"""Nested objects: DEEP of them or more are shown as JSON, up to FLAT with a line a member."""


def shape(value: Any) -> dict[str, Any]:
    """Return a value as a tagged tree: ``text``, ``list``, ``table``, ``pairs`` or ``code``.

    A list of objects becomes a table whose columns are all their keys, as they first occur.
    """
    if isinstance(value, Mapping):
        return {"is": "pairs", "of": [[key, _inner(of)] for key, of in value.items()]}
    if isinstance(value, list | tuple):
        if value and all(isinstance(inner, Mapping) for inner in value):
            return _table(value)
        return {"is": "list", "of": [_inner(of) for of in value]}
    return {"is": "text", "of": visible(value) if isinstance(value, str) else json.dumps(value)}


def _inner(value: Any) -> dict[str, Any]:
    if _depth(value) < DEEP:
        return shape(value)
    return {"is": "code", "of": _code(json.dumps(value, ensure_ascii=False))}


@lru_cache(maxsize=256)
def _code(text: str) -> str:
    """Return a JSON text in lines, of a shallow object a line for each member.

    Many questions ask for an answer of one schema.
    """
    value = json.loads(text)
    if not isinstance(value, Mapping) or _depth(value) > FLAT:
        return visible(json.dumps(value, ensure_ascii=False, indent=1))
    rows = (json.dumps({k: v}, ensure_ascii=False)[1:-1] for k, v in value.items())
    return visible("{ " + ",\n  ".join(rows) + " }")


def _depth(value: Any) -> int:
    if isinstance(value, Mapping):
        return 1 + max(map(_depth, value.values()), default=0)
    return max(map(_depth, value), default=0) if isinstance(value, list | tuple) else 0


def _table(rows: Any) -> dict[str, Any]:
    head = list(dict.fromkeys(key for row in rows for key in row))
    cells = [[_inner(row[key]) if key in row else None for key in head] for row in rows]
    return {"is": "table", "head": head, "of": cells}
