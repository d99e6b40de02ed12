"""Files that the packages hold beside their code: tables, examples, prompts.

Words and tables that a reader of another trade may have to correct (messages, languages, runs of
code points) are JSON, not code; they are part of the package, hence trusted.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


def json_file(package: str, name: str) -> Any:
    """Return the JSON value in a package's file; raises FileNotFoundError."""
    return json.loads((files(package) / name).read_bytes())


def text_file(package: str, name: str) -> str:
    """Return the text of a package's file; raises FileNotFoundError."""
    return (files(package) / name).read_text("utf-8")


def prompt_files(package: str) -> dict[str, bytes]:
    """Return the prompts in a package's folder ``prompts``, NAME.VERSION.LANGUAGE -> bytes."""
    return {
        file.name.removesuffix(".txt"): file.read_bytes()
        for file in sorted((files(package) / "prompts").iterdir(), key=lambda file: file.name)
        if file.name.endswith(".txt")
    }


@cache
def record_examples(package: str) -> dict[str, Any]:
    """Return the examples of a package's records, by the name of the class; none without a file."""
    try:
        examples: dict[str, Any] = json_file(package, "record_examples.json")
    except FileNotFoundError:
        return {}
    return examples
