"""What goes wrong between a command and its server: each fault is caused for real."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest
from graph_commands import NAMES, environment, loading, run
from graph_servers import LIBRARIES, PASSWORD, libraries

from dated_law import charter_in, codes, long_charter_in
from digesta.errors import UsageError
from digesta.workspace import store
from digesta_generate.graph.client import Address, Client
from digesta_generate.graph.client import address as environment_address
from digesta_generate.graph.corpus import corpus
from digesta_generate.graph.faults import FAULTS, GraphError
from digesta_generate.graph.load import digest_of, load, load_record
from digesta_generate.graph.servers import GraphServer, Kind, fetch, free_port, serving
from places import ROOT
from waiting import HANG, until

TOOLKIT = str(ROOT / "toolkit")


def fault(address: Address, *, timeout: float = 60) -> GraphError:
    """Return the error of asking a server for one row."""
    with pytest.raises(GraphError) as caught, Client(address, timeout=timeout) as client:
        client.rows("RETURN 1 AS one ORDER BY one")
    return caught.value


def test_a_server_that_is_down_is_said_at_once() -> None:
    error = fault(Address(f"bolt://127.0.0.1:{free_port()}", "neo4j", PASSWORD), timeout=HANG)

    assert codes(error) == ["graph-down"]
    assert "graph serve" in error.problems[0].fix


def test_a_server_that_never_answers_is_not_waited_for() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        mock.patch.object(asyncio, "wait", wraps=asyncio.wait) as wait,
    ):
        place = f"bolt://127.0.0.1:{silent.getsockname()[1]}"
        error = fault(Address(place, "neo4j", PASSWORD), timeout=0.5)

    assert codes(error) == ["graph-timeout"]
    assert [call.kwargs["timeout"] for call in wait.call_args_list] == [0.5, 1], "and 1 to close"


def test_a_server_that_speaks_something_else_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        place = f"127.0.0.1:{other.getsockname()[1]}"
        other.settimeout(HANG)
        command = [sys.executable, "-m", "digesta_generate", "graph", "ask", "lineage", "x"]
        with subprocess.Popen(
            command, env=environment(Address(f"bolt://{place}", "neo4j", PASSWORD)), cwd=ROOT,
            stderr=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            connection, _ = other.accept()
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            connection.close()
            _, talk = process.communicate(timeout=HANG)

    assert process.returncode == 1
    assert f"bolt://{place}: graph-" in talk
    assert "Traceback" not in talk


@pytest.mark.parametrize(
    "uri", ["http://127.0.0.1:7474", "127.0.0.1:7687", "bolt://neo4j:hidden-word@127.0.0.1:7687/x"]
)
def test_an_address_that_is_none_is_refused_without_its_password(uri: str) -> None:
    error = fault(Address(uri, "neo4j", PASSWORD))

    assert codes(error) in (["graph-address"], ["graph-down"])
    assert "hidden-word" not in str(error) + repr(Address(uri, "neo4j", PASSWORD))


@pytest.mark.parametrize(
    ("uri", "shown"),
    [
        ("bolt://ana:hidden-word@db.example:7687/x?token=hidden-word#hidden-word",
         "bolt://db.example:7687"),
        ("neo4j+s://db.example?password=hidden-word", "neo4j+s://db.example"),
        ("bolt://db.example:7687#hidden-word", "bolt://db.example:7687"),
        ("bolt://ana:hidden-word@with@db.example:7687", "bolt://db.example:7687"),
        ("bolt://db.example/?next=bolt://hidden-word", "bolt://db.example"),
        ("hidden-word", "NEO4J_URI"),
    ],
)  # fmt: skip
def test_an_address_is_shown_without_user_password_path_and_options(uri: str, shown: str) -> None:
    address = Address(uri, "hidden-word", "hidden-word", "digesta")

    assert address.place == shown
    assert repr(address) == f"Address({shown}, digesta)"


def test_a_password_keeps_its_spaces_and_what_is_beside_it_loses_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = Address(" bolt://127.0.0.1:7687\n", " ana ", "  two words ", " digesta ")
    for name, value in zip(NAMES, said, strict=True):
        monkeypatch.setenv(name, value)

    assert environment_address() == Address(
        "bolt://127.0.0.1:7687", "ana", "  two words ", "digesta"
    )


def test_a_command_without_an_address_says_how_to_get_one() -> None:
    code, _, talk = run("graph", "ask", "lineage", "x", address=Address("", "", ""))

    assert code == 2
    assert "NEO4J_URI has no addresses of a graph database" in talk


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["genealogy", "x"], "no kind 'genealogy'; there are: point_in_time"),
        (["lineage", "x", "y"], "lineage takes 1 words: component_id"),
        (["point_in_time", "x", "2001-02-30"], "date: no day '2001-02-30'"),
        (["impact", "x", "2001-01-01", "2000-12-31"], "impact: the earlier day first"),
        (["difference", "x", "2001-01-01", "2000-12-31"], "difference: the earlier day first"),
    ],
)
def test_a_question_that_is_none_is_refused_before_any_server_is_asked(
    words: list[str], why: str
) -> None:
    code, _, talk = run("graph", "ask", *words, address=Address("bolt://127.0.0.1:1", "", ""))

    assert code == 2
    assert why in talk


def test_a_wrong_password_is_refused_and_not_shown(database: GraphServer) -> None:
    error = fault(database.address._replace(password="not-the-one"))  # noqa: S106 - wrong on purpose

    assert codes(error) == ["graph-auth"]
    assert "not-the-one" not in str(error)


def test_a_database_that_is_not_there_is_said(database: GraphServer) -> None:
    assert codes(fault(database.address._replace(database="nonesuch"))) == ["graph-database"]


def test_a_query_that_the_server_does_not_take_is_said(client: Client) -> None:
    with pytest.raises(GraphError) as caught:
        client.rows("RETRN 1")

    assert codes(caught.value) == ["graph-refused"]


def all_threads_stand(pid: int) -> bool:
    """Return whether each thread of a process is stopped: the signal alone says no such thing."""
    tasks = Path(f"/proc/{pid}/task").glob("*/stat")
    return all(task.read_text("utf-8").rpartition(")")[2].split()[0] == "T" for task in tasks)


def test_a_server_that_hangs_is_not_waited_for_and_serves_again_later(
    database: GraphServer,
) -> None:
    with Client(database.address) as client:
        assert client.rows("RETURN 1 AS one ORDER BY one") == [{"one": 1}]
        client._timeout = 1
        os.kill(database.process.pid, signal.SIGSTOP)
        until(lambda: all_threads_stand(database.process.pid), "every thread to stand still")
        try:
            with pytest.raises(GraphError) as caught:
                client.rows("RETURN 2 AS two ORDER BY two")
            assert codes(caught.value) == ["graph-timeout"]
            assert codes(fault(database.address, timeout=1)) == ["graph-timeout"]
        finally:
            os.kill(database.process.pid, signal.SIGCONT)

    with Client(database.address) as client:
        assert client.rows("RETURN 3 AS three ORDER BY three") == [{"three": 3}]


@pytest.mark.parametrize("kind", ["arcadedb"])
def test_a_server_killed_while_it_loads_is_said_and_the_next_load_mends_its_graph(
    kind: Kind, tmp_path: Path
) -> None:
    folder, charter = tmp_path / "database", long_charter_in(tmp_path / "long", 30)
    wanted = corpus(store.read_tree(charter))
    # Its port too stays: the loader finds nobody there.
    port = free_port()
    with (
        serving(kind, folder, password=PASSWORD, port=port, libraries=libraries(kind)) as first,
        loading(charter, address=first.address) as process,
    ):
        first.process.kill()
        _, talk = process.communicate(timeout=HANG)
    assert process.returncode == 1
    assert "graph-lost" in talk
    assert "Traceback" not in talk

    with (
        serving(kind, folder, password=PASSWORD, port=port, libraries=LIBRARIES) as again,
        Client(again.address) as client,
    ):
        found = load_record(client)
        assert found
        assert not found.complete
        code, _, talk = run("graph", "ask", "lineage", "ch_art_1", address=again.address)
        assert (code, "graph-incomplete" in talk) == (1, True)

        load(client, wanted, count=lambda _: None)
        assert digest_of(client, count=lambda _: None) == wanted.graph
        again.process.kill()


# the command that serves, and what servers need --------------------------------------------------


@pytest.mark.parametrize("kind", ["arcadedb"])
def test_the_lines_that_serve_says_are_all_that_the_other_commands_need(
    kind: Kind, tmp_path: Path
) -> None:
    libraries(kind)
    charter = charter_in(tmp_path / "small")
    bare = {name: value for name, value in os.environ.items() if not name.startswith("NEO4J_")}
    with subprocess.Popen(
        [sys.executable, "-m", "digesta_generate", "graph", "serve", "--port", "0"],
        env=bare, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout
        said = dict(process.stdout.readline().split()[1].split("=", 1) for _ in range(4))
        address = Address(*said.values())
        try:
            assert list(said) == list(environment(address))[-4:]
            assert address.uri.startswith("bolt://127.0.0.1:")
            code, loaded_, talk = run("graph", "load", charter, address=address)
            assert code == 0, talk
            assert "ArcadeDB" in loaded_
            code, answer, _ = run(
                "graph", "ask", "point_in_time", "ch_art_2", "2000-01-01", address=address
            )
            assert (code, '"text":"Art. 2º Só."' in answer) == (0, True)
            cmdline = Path(f"/proc/{process.pid}/cmdline").read_bytes()
            assert address.password.encode() not in cmdline
        finally:
            process.send_signal(signal.SIGTERM)
            _, talk = process.communicate(timeout=HANG)

    assert process.returncode == 0
    assert address.password not in talk
    assert codes(fault(address)) == ["graph-down"]


@pytest.mark.parametrize("kind", ["arcadedb"])
def test_a_port_that_is_taken_is_said(kind: Kind, tmp_path: Path) -> None:
    libraries(kind)
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(UsageError, match="arcadedb did not start"),
        serving(kind, tmp_path, password=PASSWORD, port=taken.getsockname()[1]),
    ):
        pytest.fail("two servers on one port")


def test_what_is_missing_for_neo4j_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)

    with pytest.raises(UsageError, match="apt-get install default-jdk-headless maven"):
        fetch(tmp_path / "lib")
    with (
        pytest.raises(UsageError, match="start it with: make neo4j"),
        serving("neo4j", tmp_path, password=PASSWORD, libraries=tmp_path / "lib"),
    ):
        pytest.fail("a server without libraries")


def test_libraries_that_are_there_are_taken_without_maven_and_a_jdk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)

    assert fetch(tmp_path) == tmp_path


SERVING = """
import sys
from pathlib import Path
from digesta_generate.graph.servers import serving
with serving("arcadedb", Path(sys.argv[1]), password="open-sesame"):
    print("ready", flush=True)
"""


def test_a_server_whose_parent_is_killed_while_it_starts_ends_too(tmp_path: Path) -> None:
    libraries("arcadedb")
    folder = tmp_path / "database"
    with subprocess.Popen(
        [sys.executable, "-c", SERVING, folder], cwd=ROOT, env=os.environ | {"PYTHONPATH": TOOLKIT},
        stdout=subprocess.PIPE,
    ) as parent:  # fmt: skip
        until(lambda: folder.is_dir() and any(folder.iterdir()), "Java to begin its log")
        [server] = processes(folder, but=parent.pid)
        parent.kill()
        said, _ = parent.communicate()

    assert said == b"", "it was ready before it could be killed"
    try:
        until(lambda: not processes(folder, but=parent.pid), "the server to end")
    finally:
        for left in processes(folder, but=parent.pid):
            os.kill(left, signal.SIGKILL)
    assert server


def processes(folder: Path, *, but: int) -> list[int]:
    """Return the processes, other than one, whose command names a folder."""
    found = []
    for one in Path("/proc").glob("[0-9]*"):
        try:
            words = (one / "cmdline").read_bytes().split(b"\0")
        except OSError:  # it ended meanwhile
            continue
        if os.fsencode(folder) in words and int(one.name) != but:
            found.append(int(one.name))
    return found


def test_a_failed_download_leaves_nothing_that_looks_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maven = tmp_path / "mvn"
    maven.write_text("#!/bin/sh\necho '[ERROR] could not reach the repository'\nexit 1\n")
    maven.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda _name: str(maven))

    with pytest.raises(UsageError, match="could not reach the repository"):
        fetch(tmp_path / "lib")

    assert not (tmp_path / "lib").exists()


def test_a_short_password_is_refused(tmp_path: Path) -> None:
    with (
        pytest.raises(UsageError, match="8 characters"),
        serving("arcadedb", tmp_path, password="short"),  # noqa: S106 - refused
    ):
        pytest.fail("a server behind a short password")


def test_every_fault_says_what_was_expected_and_what_to_do() -> None:
    assert all(meaning["expected"] and meaning["fix"] for meaning in FAULTS.values())
