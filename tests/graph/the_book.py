"""The statute book: a law of thirty articles, its files, and questions drawn from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from charters import BOOK

from authoring.tlr import build
from digesta.workspace import store
from digesta_generate.graph.client import Address
from digesta_generate.graph.servers import free_port

FILES = store.read_tree(BOOK)
ROWS = [json.loads(line) for line in FILES["component_versions.jsonl"].splitlines()]
FIRST, HORIZON = "1990-03-01", "2015-12-31"
VERSIONS, TOLD = "component_versions.jsonl", "attributions.jsonl"
WAITING = "deferrals.jsonl"
Row = dict[str, Any]


def drawn(files: Mapping[str, bytes], **more: Any) -> dict[str, bytes]:
    """Return the draft of questions about a law's files."""
    return build(files, b"k" * 32, split="public", released="2026-11-22", **more)


@cache
def draft() -> dict[str, bytes]:
    """Return the draft of questions about the book as it is."""
    return drawn(FILES)


def lines(files: Mapping[str, bytes], name: str) -> list[Row]:
    """Return the lines of one of these files."""
    return [json.loads(line) for line in files[name].splitlines()]


def without(name: str) -> dict[str, bytes]:
    """Return the book without one of its files."""
    return {path: data for path, data in FILES.items() if path != name}


def nobody() -> Address:
    """Return an address at which no server is."""
    return Address(f"bolt://127.0.0.1:{free_port()}", "neo4j", "open-sesame")
