"""A connection to a graph database: Cypher in, rows of plain values out.

The official driver's asynchronous face is used for one reason: it can be told to stop waiting. A
server that hangs is a fault after ``timeout`` seconds, not a command that never ends. Days come
back as ``YYYY-MM-DD``. Faults are GraphErrors (``faults``); a refused password is said, not shown.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from neo4j import AsyncDriver, AsyncGraphDatabase
from neo4j.exceptions import (
    ConfigurationError,
    ConnectionAcquisitionTimeoutError,
    DriverError,
    Neo4jError,
    UnsupportedServerProduct,
)
from neo4j.time import Date

from digesta.errors import UsageError
from digesta_generate.graph.faults import GraphError, graph_error

T = TypeVar("T")
Row = dict[str, Any]
TIMEOUT = 60
"""Seconds that one query may take."""
_RETRY = 5
"""Seconds in which the driver tries a query again whose connection broke."""
_CLOSING = 1
_SCHEMES = ("bolt://", "bolt+s", "neo4j://", "neo4j+s")
_SAID = {
    "Neo.ClientError.Security.": "graph-auth",
    "Neo.ClientError.Database.": "graph-database",
    "Neo.ClientError.Transaction.TransactionTimedOut": "graph-timeout",
}
"""How a server's code begins -> the fault that it comes to."""


NAMES = ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE")
"""What the environment calls the server, in the order of an address."""


class Address(NamedTuple):
    """Where a graph database is, and as whom to speak to it.

    database: "" for the server's own choice. A password of "" means a server without any.
    """

    uri: str
    username: str
    password: str
    database: str = ""

    @property
    def place(self) -> str:
        """Return the address as it may be shown: without a user, a password or a path."""
        scheme, parted, rest = self.uri.partition("://")
        if not parted:
            return "NEO4J_URI"
        return f"{scheme}://{re.split('[/?#]', rest.rpartition('@')[2])[0]}"

    def checked_uri(self) -> str:
        """Return the address; a ValueError where it is none that we speak to."""
        if not self.uri.startswith(_SCHEMES):
            raise ValueError(self.place)
        return self.uri

    def __repr__(self) -> str:
        """Return the address without the password."""
        return f"Address({self.place}, {self.database or 'its own database'})"


def address(number: int = 0) -> Address:
    """Return a server that the environment names, the first by default, or raise UsageError.

    NEO4J_URI may have several addresses, with spaces between them.
    """
    values = {name: os.environ.get(name, "") for name in NAMES}
    uri, user, database = (values[name].strip() for name in NAMES if name != "NEO4J_PASSWORD")
    uris = uri.split()
    if len(uris) <= number:
        raise UsageError(
            f"NEO4J_URI has {len(uris) or 'no'} addresses of a graph database; each law needs one; "
            "start one with: digesta-generate graph serve"
        )
    # A password may begin or end with a space.
    return Address(uris[number], user or "neo4j", values["NEO4J_PASSWORD"], database)


class Server(NamedTuple):
    """What answers. agent: as it names itself; names and versions: ``dbms.components()``."""

    agent: str
    components: tuple[str, ...]


class Client:
    """A connection, from ``with`` to its end."""

    def __init__(self, address: Address, *, timeout: float = TIMEOUT) -> None:
        self.address = address
        self._timeout = timeout
        self._runner = asyncio.Runner()
        self._driver: AsyncDriver | None = None
        self._connected = False

    def __enter__(self) -> Self:
        """Connect; a GraphError where nothing answers or the password is refused."""
        address = self.address
        auth = (address.username, address.password) if address.password else None
        try:
            self._driver = AsyncGraphDatabase.driver(
                address.checked_uri(),
                auth=auth,
                connection_timeout=self._timeout,
                max_transaction_retry_time=_RETRY,
                notifications_min_severity="OFF",
            )
            self._run(self._driver.verify_connectivity())
        except (ConfigurationError, ValueError) as error:
            self._close()
            # Not what the driver says: it may repeat a password that stands in the address.
            got = "an address that is none, or has a user, a path or options"
            raise graph_error("graph-address", address.place, got) from error
        except GraphError:
            self._close()
            raise
        self._connected = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connection; a server that hangs is not waited for."""
        self._close()

    def rows(self, cypher: str, /, **parameters: Any) -> list[Row]:
        """Run a query and give its rows, days as text."""
        return self._ask(cypher, parameters)[0]

    def server(self) -> Server:
        """Return what answers, in its own words."""
        parts, agent = self._ask(
            "CALL dbms.components() YIELD name, versions, edition "
            "RETURN name, versions, edition ORDER BY name",
            {},
        )
        named = (f"{part['name']} {' '.join(part['versions'])} {part['edition']}" for part in parts)
        return Server(agent, tuple(named))

    def _ask(self, cypher: str, parameters: Row) -> tuple[list[Row], str]:
        assert self._driver is not None, "use the client in a with statement"
        query = self._driver.execute_query(
            cypher, parameters_=parameters, database_=self.address.database or None
        )
        records, summary, _ = self._run(query)
        rows = [
            {name: _plain(value) for name, value in record.data().items()} for record in records
        ]
        return rows, summary.server.agent

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return self._runner.run(_within(work, self._timeout))
        except TimeoutError as error:
            got = f"nothing in {self._timeout:g} s"
            raise graph_error("graph-timeout", self.address.place, got) from error
        except UnsupportedServerProduct as error:
            raise graph_error("graph-refused", self.address.place, str(error)) from error
        except ConfigurationError:
            raise
        except (DriverError, Neo4jError, OSError) as error:
            code = _code(error, connected=self._connected)
            raise graph_error(code, self.address.place, _message_of(error)) from error

    def _close(self) -> None:
        if self._driver is not None:
            with suppress(TimeoutError, DriverError, OSError):
                self._runner.run(_within(self._driver.close(), _CLOSING))
            self._driver = None
        self._runner.close()


async def _within(work: Coroutine[Any, Any, T], seconds: float) -> T:
    """Await work for some seconds; a TimeoutError then, however slowly it lets itself be ended."""
    # Not asyncio.wait_for: that waits until the cancelled work has ended too.
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    if not done:
        task.cancel()
        raise TimeoutError
    return task.result()


def _code(error: Exception, *, connected: bool) -> str:
    """Return the fault that an exception of the driver or an answer of the server comes to."""
    failure = error.code or "" if isinstance(error, Neo4jError) else ""
    for beginning, code in _SAID.items():
        if failure.startswith(beginning):
            return code
    if isinstance(error, ConnectionAcquisitionTimeoutError):
        return "graph-timeout"
    if isinstance(error, Neo4jError):
        return "graph-refused"
    return "graph-lost" if connected else "graph-down"


def _message_of(error: Exception) -> str:
    return (error.message if isinstance(error, Neo4jError) else None) or str(error)


def _plain(value: Any) -> Any:
    """Return days as text, in lists and maps too."""
    if isinstance(value, Date):
        return value.iso_format()
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list) else value
