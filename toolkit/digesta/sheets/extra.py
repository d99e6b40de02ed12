"""The libraries of the extra ``pack``, imported for a workbook."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from digesta.errors import UsageError


def part(name: str) -> Any:
    """Return a module of the extra, or UsageError that says how to install it."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise UsageError(
            f"{name.partition('.')[0]} is not installed: pip install 'digesta[pack]', "
            "or use CSV, which needs nothing"
        ) from None
