"""Baselines that know no model: one file each, exporting ``BASELINE``.

A baseline sees what an answerer sees, ``turns``, ``ask`` and ``shown_sources``, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

Answerer = Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True)
class Baseline:
    """A rule that answers questions. about: one sentence for its submission's notes."""

    name: str
    model_name: str
    about: str
    answer: Answerer


@cache
def baselines() -> dict[str, Baseline]:
    """Give the baselines of this folder by name."""
    modules = (import_module(f"{__name__}.{m.name}") for m in iter_modules(__path__))
    found = (module.BASELINE for module in modules if hasattr(module, "BASELINE"))
    return {baseline.name: baseline for baseline in found}


def instance(schema: Mapping[str, Any], pick: Callable[[Mapping[str, Any]], Any]) -> Any:
    """Build a value that satisfies a simple JSON schema; ``pick`` chooses each leaf."""
    if schema.get("type") == "object":
        return {name: instance(inner, pick) for name, inner in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        wanted = max(int(schema.get("minItems", 0)), 1)
        items = schema.get("items", {})
        values = items.get("enum")
        return list(values[:wanted]) if values else [instance(items, pick)] * wanted
    return pick(schema)
