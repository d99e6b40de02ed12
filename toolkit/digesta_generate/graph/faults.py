"""What can go wrong with a graph database, and what to do: one table, one error.

Each fault has a stable code. ``client`` raises those of the connection, ``loading`` those of what
the database holds; both say the address, never the password.
"""

from __future__ import annotations

from typing import NamedTuple

from digesta.errors import InputError, Problem
from digesta.package_files import json_file


class GraphError(InputError):
    """A graph database does not answer, or does not hold what is asked of it: exit 1."""


class DatabaseFaultMeaning(NamedTuple):
    """What a fault's code means: what a right database does, and the next step."""

    expected: str
    fix: str


FAULTS = {
    code: DatabaseFaultMeaning(**meaning)
    for code, meaning in json_file(__package__, "faults.json").items()
}


def graph_error(code: str, place: str, got: str) -> GraphError:
    """Return the error of a fault. place: the server's address, without user and password."""
    meaning = FAULTS[code]
    return GraphError(
        [Problem(code=code, file=place, got=got, expected=meaning.expected, fix=meaning.fix)]
    )
