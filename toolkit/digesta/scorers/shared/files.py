"""What a scorer's folder holds beside its code: prompts, and a worked example."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

_ENDING = ".txt"


def prompt_files(package: str) -> dict[str, bytes]:
    """Return the prompts in a package's folder ``prompts``, NAME.VERSION.LANGUAGE -> bytes."""
    return {
        file.name.removesuffix(_ENDING): file.read_bytes()
        for file in sorted((files(package) / "prompts").iterdir(), key=lambda file: file.name)
        if file.name.endswith(_ENDING)
    }


def example_file(package: str) -> dict[str, Any]:
    """Return the worked example in a package's file ``example.json``."""
    written: dict[str, Any] = json.loads((files(package) / "example.json").read_bytes())
    return written
