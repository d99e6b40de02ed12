"""The graph database that the environment names."""

from __future__ import annotations

import os

from digesta.errors import UsageError
from digesta_generate.graph.client import Address

NAMES = ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE")


def address() -> Address:
    """Return the server that the environment names, or raise UsageError."""
    said = {name: os.environ.get(name, "") for name in NAMES}
    uri, user, database = (said[name].strip() for name in NAMES if name != "NEO4J_PASSWORD")
    if not uri:
        raise UsageError(
            "NEO4J_URI names no graph database; start one with: digesta-generate graph serve"
        )
    # A password may begin or end with a space.
    return Address(uri, user or "neo4j", said["NEO4J_PASSWORD"], database)
