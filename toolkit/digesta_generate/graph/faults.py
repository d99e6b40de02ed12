"""What can go wrong with a graph database, and what to do: one table, one error.

Each fault has a stable code. ``client`` raises those of the connection, ``loading`` those of what
the database holds; both say the address, never the password.
"""

from __future__ import annotations

from typing import NamedTuple

from digesta.errors import InputError, Problem

LOAD = "load the folder: digesta-generate graph load FOLDER"


class GraphError(InputError):
    """A graph database does not answer, or does not hold what is asked of it: exit 1."""


class DatabaseFaultMeaning(NamedTuple):
    """What a fault's code means: what a right database does, and the next step."""

    expected: str
    fix: str


FAULTS: dict[str, DatabaseFaultMeaning] = {
    "graph-down": DatabaseFaultMeaning(
        "a server that speaks Bolt",
        "start one (digesta-generate graph serve), or correct NEO4J_URI",
    ),
    "graph-lost": DatabaseFaultMeaning(
        "a connection that lasts", "see that the server runs, then run the same command again"
    ),
    "graph-timeout": DatabaseFaultMeaning(
        "an answer in time", "see whether the server hangs, or raise --timeout; then run it again"
    ),
    "graph-auth": DatabaseFaultMeaning(
        "a user and password that the server takes", "correct NEO4J_USERNAME and NEO4J_PASSWORD"
    ),
    "graph-address": DatabaseFaultMeaning(
        "bolt://HOST:PORT or neo4j://HOST:PORT, with +s for TLS", "correct NEO4J_URI"
    ),
    "graph-database": DatabaseFaultMeaning(
        "a database that is there", "correct or unset NEO4J_DATABASE"
    ),
    "graph-refused": DatabaseFaultMeaning(
        "a server that takes Cypher of Neo4j 5",
        "use Neo4j 5.26 or newer, or one that is compatible",
    ),
    "graph-empty": DatabaseFaultMeaning("a loaded graph", LOAD),
    "graph-incomplete": DatabaseFaultMeaning("a graph that was loaded to its end", LOAD),
    "graph-foreign": DatabaseFaultMeaning(
        "a database without other nodes of these labels", "use an empty database"
    ),
    "graph-other-source": DatabaseFaultMeaning(
        "the source that this database was loaded from",
        "use another database, or load this folder in its place: graph load --replace FOLDER",
    ),
    "graph-differs": DatabaseFaultMeaning(
        "the nodes and relations of the folder, and no others",
        "load once more; if it stays so, use graph load --replace, or an empty database",
    ),
    "graph-question": DatabaseFaultMeaning(
        "an article, for impact a division, for point_in_time an article or a line, "
        "and a day on which it is there",
        "correct the id or the day; what changed a division, impact says, and what changed a line, "
        "the article that it stands in",
    ),
}


def graph_error(code: str, place: str, got: str) -> GraphError:
    """Return the error of a fault. place: the server's address, without user and password."""
    meaning = FAULTS[code]
    return GraphError(
        [Problem(code=code, file=place, got=got, expected=meaning.expected, fix=meaning.fix)]
    )
