"""Two servers that a machine can start by itself: ArcadeDB, and a real Neo4j Community.

Both listen on the loopback alone, in a process of their own that ends with the block, and with
this process, however that ends. ArcadeDB lies in the package ``arcadedb-embedded``, its Java with
it; Neo4j is fetched from Maven Central once and runs on the machine's own Java 17 (GPL-3.0, not a
part of this package). ArcadeDB speaks Neo4j's protocol and is not Neo4j: what answers is recorded
by its agent string.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import Literal, NamedTuple

from digesta.errors import UsageError
from digesta_generate.graph.client import Address

Kind = Literal["arcadedb", "neo4j"]
DATABASE = "digesta"
"""ArcadeDB has no database until one is made; Neo4j Community has one, by this server's choice."""
HEAP = "512m"
JAVA = "-XX:TieredStopAtLevel=1"
"""Compile fast, not well: it halves the processor time of a start and a load."""
SHORTEST = 8
"""Characters of a password, as both servers ask."""
_STARTING = 180
"""Seconds after which a server that is not ready is given up: tens of them are usual."""
_STOPPING = 30
"""Seconds that a server may take to write what it holds."""
_HERE = Path(__file__).parent / "neo4j_server"
_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
NEO4J = "5.26.24"
"""The version that is fetched: of the last line that runs on Java 17."""
_LIBRARIES = Path("build", f"neo4j-{NEO4J}")


class GraphServer(NamedTuple):
    """A server that runs: where it is, and its process."""

    address: Address
    process: subprocess.Popen[str]


@contextmanager
def serving(
    kind: Kind, folder: Path, *, password: str, port: int = 0, libraries: Path = _LIBRARIES
) -> Iterator[GraphServer]:
    """Serve a database from a folder while the block runs.

    password: of the only user. port: 0 for a free one. libraries: Neo4j's, as ``fetch`` left
    them. UsageError where something is missing or the server does not start.
    """
    if len(password) < SHORTEST:
        raise UsageError(f"a server's password has {SHORTEST} characters or more")
    port = port or free_port()
    folder.mkdir(parents=True, exist_ok=True)
    command = _arcadedb(folder, port) if kind == "arcadedb" else _neo4j(folder, port, libraries)
    user, database = ("root", DATABASE) if kind == "arcadedb" else ("neo4j", "")
    with (
        TemporaryFile() as talk,
        subprocess.Popen(  # noqa: S603 - our own interpreter or the machine's Java
            command,
            env=os.environ | {"NEO4J_PASSWORD": password},  # not in the command: others see that
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us: the server ends in order, by its stdin
            stderr=talk,  # not a pipe: unread, it would fill and stop the server
            text=True,
        ) as server,
    ):
        try:
            _wait(server)
            if server.poll() is not None:
                talk.seek(0)
                output = talk.read().decode(errors="replace").splitlines()
                raise UsageError(f"{kind} did not start: {_reason(output)}")
            yield GraphServer(Address(f"bolt://127.0.0.1:{port}", user, password, database), server)
        finally:
            _end(server)


def fetch(libraries: Path = _LIBRARIES) -> Path:
    """Return the folder of Neo4j's libraries, fetched once from Maven Central.

    UsageError where Java or Maven is missing, or the download fails.
    """
    if libraries.is_dir():
        return libraries
    maven = shutil.which("mvn")
    if maven is None or shutil.which("javac") is None:
        raise UsageError(
            f"{'a JDK' if maven else 'Maven'} is missing; on Debian or Ubuntu: "
            "apt-get install default-jdk-headless maven"
        )
    unfinished = libraries.with_name(f"{libraries.name}.part").absolute()
    done = subprocess.run(  # noqa: S603 - the machine's Maven, with our own pom
        [
            maven,
            "-q",
            "-B",
            "-f",
            str(_HERE / "pom.xml"),
            "dependency:copy-dependencies",
            f"-Dneo4j.version={NEO4J}",
            "-DincludeScope=runtime",
            f"-DoutputDirectory={unfinished}",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise UsageError(
            f"Maven fetched no Neo4j: {_reason((done.stdout + done.stderr).splitlines())}"
        )
    unfinished.rename(libraries)
    return libraries


def free_port() -> int:
    """Return a port of the loopback that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _arcadedb(folder: Path, port: int) -> list[str]:
    if find_spec("arcadedb_embedded") is None:
        raise UsageError(
            "ArcadeDB is not installed; install it with: pip install arcadedb-embedded"
        )
    here = "digesta_generate.graph.arcadedb"
    return [sys.executable, "-m", here, str(folder.absolute()), str(port)]


def _neo4j(folder: Path, port: int, libraries: Path) -> list[str]:
    if not libraries.is_dir() or shutil.which("java") is None:
        raise UsageError(f"no Neo4j in {libraries}; start it with: make neo4j")
    return [
        "java",
        *(f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in _OPENED),
        f"-Xmx{HEAP}",
        JAVA,
        "-XX:+UseSerialGC",
        "-cp",
        f"{libraries.absolute()}/*",
        str(_HERE / "Neo4jServer.java"),
        str(folder.absolute()),
        str(port),
    ]


def _wait(server: subprocess.Popen[str]) -> None:
    """Wait until the server says that it is ready, or ends."""
    assert server.stdout is not None, "the server is started with a pipe"
    patience = Timer(_STARTING, server.kill)
    patience.start()
    try:
        for line in server.stdout:
            if line.strip() == "ready":
                return
        server.wait()
    finally:
        patience.cancel()


def _end(server: subprocess.Popen[str]) -> None:
    assert server.stdin is not None, "the server is started with a pipe"
    server.stdin.close()  # its sign to end
    try:
        server.wait(_STOPPING)
    except subprocess.TimeoutExpired:
        server.kill()


def _reason(output: Sequence[str]) -> str:
    """Return the lines of a server's talk that say what is wrong, or its last ones."""
    lines = [line.strip() for line in output if line.strip()]
    wrong = [line for line in lines if "Caused by" in line or "ERROR" in line or "Address" in line]
    return " ".join((wrong or lines)[-3:])
