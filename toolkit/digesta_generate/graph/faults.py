"""What can go wrong with a graph database, and what to do: one table, one error.

Each fault has a stable code. ``client`` raises those of the connection, ``loading`` those of what
the database holds; both say the address, never the password.
"""

from __future__ import annotations

from collections.abc import Mapping

from digesta.errors import InputError, Problem
from digesta.package_files import json_file


class GraphError(InputError):
    """A graph database does not answer, or does not hold what is asked of it: exit 1."""


FAULTS: Mapping[str, Mapping[str, str]] = json_file(__package__, "faults.json")
"""Code -> what a right database does (expected), and the next step (fix)."""


def graph_error(code: str, place: str, got: str) -> GraphError:
    """Return the error of a fault. place: the server's address, without user and password."""
    expected, fix = FAULTS[code]["expected"], FAULTS[code]["fix"]
    return GraphError([Problem(code=code, file=place, got=got, expected=expected, fix=fix)])
