"""Examples of records, which lie as data beside the module that defines the records."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def record_examples(package: str) -> Mapping[str, Any]:
    """Return the examples of a package's records, by the name of the class."""
    file = files(package) / "record_examples.json"
    examples: dict[str, Any] = json.loads(file.read_bytes()) if file.is_file() else {}
    return examples
