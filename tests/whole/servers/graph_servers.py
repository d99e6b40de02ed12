"""The servers that the tests of the graph start: what they need, and their password."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from digesta.errors import UsageError
from digesta_generate.graph.servers import NEO4J, Kind, fetch
from places import ROOT

PASSWORD = "open-sesame"  # noqa: S105 - of servers that live as long as the tests
LIBRARIES = ROOT / "build" / f"neo4j-{NEO4J}"


def libraries(kind: Kind) -> Path:
    """Return Neo4j's libraries, fetched where they are asked for.

    What a server needs and this machine has not skips its tests; in CI it fails them.
    """
    missing = ""
    if kind == "arcadedb" and find_spec("arcadedb_embedded") is None:
        missing = "the package arcadedb-embedded is missing (Linux on x86_64 has it)"
    if kind == "neo4j":
        try:
            fetch(LIBRARIES)
        except UsageError as error:
            missing = str(error)
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI has what both servers need (tests/machine.sh): {missing}")
    if missing:
        pytest.skip(missing)
    return LIBRARIES
