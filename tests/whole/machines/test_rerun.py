"""rerun: a stranger's command in a sandbox; what it tries there, and what is written down of it."""

from __future__ import annotations

import json
import shlex
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from faulty import serving
from runs import answers, folder, generate, options

from commands import Done
from digesta.canonical import sha256_hex
from digesta.records.trace import Rerun
from world import RELEASE, released_in, submission

PROGRAM = '''
import json, os, pathlib, socket, subprocess, sys, time, urllib.request
here, where = pathlib.Path(__file__), sys.argv[2:]
release = pathlib.Path("releases/2026-02-05")

def refused(deed, *arguments):
    """Say whether the system refused; a deed that came off is the sandbox's failure."""
    try:
        deed(*arguments)
    except OSError:
        return True
    return False

def fill(place):
    files = [pathlib.Path(place) / f"full-{number}" for number in range(64)]
    try:
        for file in files: file.write_bytes(bytes(1 << 20))
    finally:
        for file in files: file.unlink(missing_ok=True)

def fork():
    for _ in range(500):
        if os.fork() == 0:
            time.sleep(60)

def show():
    sys.stdout.write("x" * (1 << 20))
    sys.stdout.flush()

def honest(): return True
def other(): return False
def outside():
    places = ["/usr/x", "/etc/x", "/x", "/dev/x", "/run/rerun/x", here, release / "questions.jsonl"]
    places += [pathlib.Path(sys.executable).parent / "x"]
    for place in (here.parent / "x", release / "x"):  # in memory: nobody else's
        refused(place.write_text, "x")
    return all(refused(pathlib.Path(place).write_text, "x") for place in places)
def secrets():
    names = {"truths.jsonl", "review.jsonl", "log"} & {path.name for path in release.iterdir()}
    seen = [path for path in (*where, "predictions") if os.path.exists(path)]
    return not names and not seen and "PLANTED" not in os.environ
def connects():
    return refused(socket.create_connection, ("127.0.0.1", int(where[-1])), 5)
def forks(): return refused(fork)
def fills(): return refused(fill, "/tmp") and refused(fill, "/dev/shm")
def forever():
    subprocess.Popen(["sleep", "12345"])
    while True: time.sleep(1)
def prints():
    while True: show()
def asks():
    with urllib.request.urlopen(where[0]) as reply:
        return reply.read() == b"yes" and connects()

answer = "yes" if globals()[sys.argv[1]]() else "no"
ids = [json.loads(line)["question_id"] for line in open(release / "questions.jsonl")]
if sys.argv[1] == "honest": ids = os.environ["DIGESTA_QUESTIONS"].split() or ids
place = pathlib.Path("predictions/2026-02-05/acme")
place.mkdir(parents=True)
with open(place / "predictions.jsonl", "w") as out:
    for name in ids: print(json.dumps({"question_id": name, "answer": answer}), file=out)
'''
"""What a stranger's command does, by a word; it answers yes where the sandbox held."""


class Bench(NamedTuple):
    """A workspace, and a stranger's program outside it."""

    root: Path
    program: Path

    def rerun(self, deed: str, *more: str | Path, words: tuple[str, ...] = ()) -> Done:
        command = shlex.join(["python", str(self.program), deed, *words])
        ids = [json.loads(line)["question_id"] for line in self.questions.read_bytes().splitlines()]
        made = submission(self.root, "acme", dict.fromkeys(ids, "yes"), command=command)
        return self.again(made, "--show", self.program, *more)

    def again(self, made: Path, *more: str | Path) -> Done:
        return generate("rerun", made, "--root", self.root, *more, PLANTED="a planted secret")

    @property
    def questions(self) -> Path:
        return self.root / "releases" / RELEASE / "questions.jsonl"

    @property
    def record(self) -> dict[str, Any]:
        path = self.root / "build/reruns" / RELEASE / "acme/rerun.json"
        record: dict[str, Any] = json.loads(path.read_bytes())
        Rerun.model_validate(record)
        return record


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Skip, with the reason, where no sandbox can be made."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed (Debian: apt-get install bubblewrap)")
    words = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
    tried = subprocess.run(words, capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(f"bubblewrap may make no sandbox here: {tried.stderr.strip()}")
    root = tmp_path_factory.mktemp("rerun")
    program = root / "theirs" / "program.py"
    program.parent.mkdir()
    program.write_text(PROGRAM, encoding="utf-8")
    return Bench(released_in(root / "workspace"), program)


class Yes(BaseHTTPRequestHandler):
    """Says yes."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"yes")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def http_server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Yes) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def listener() -> Iterator[int]:
    """Return a port of this machine's loopback that takes connections."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_five_answers_drawn_by_a_recorded_seed_come_again(bench: Bench) -> None:
    done = bench.rerun("honest", "--seed", "dice")

    record = bench.record
    order = sorted(
        (json.loads(line)["question_id"] for line in bench.questions.read_bytes().splitlines()),
        key=lambda name: sha256_hex(f"dice\n{record['predictions']}\n{name}".encode()),
    )
    assert done.returncode == 0, done.stdout
    assert record["drawn"] == sorted(order[:5])
    assert (record["agreed"], record["disagreed"], record["missing"]) == (5, [], [])
    assert record["shown"] == {str(bench.program): sha256_hex(PROGRAM.encode())}
    assert "digesta decide acme accept --level rerun --reason '5 answers drawn" in done.stdout


def test_without_a_seed_another_draw_is_made_each_time(bench: Bench) -> None:
    bench.rerun("honest")
    first = bench.record["seed"]
    bench.rerun("honest")

    assert first != bench.record["seed"]


def test_all_answers_must_come_again_where_that_is_asked_for(bench: Bench) -> None:
    done = bench.rerun("honest", "--all")

    assert (done.returncode, bench.record["agreed"]) == (0, 12)


def test_answers_that_come_out_otherwise_are_named_and_no_decision_is_proposed(
    bench: Bench,
) -> None:
    done = bench.rerun("other")

    assert done.returncode == 1
    assert len(bench.record["disagreed"]) == 12
    assert "digesta decide" not in done.stdout


DEEDS = {
    "outside": (), "connects": (), "secrets": (),
    "forks": ("--processes", "24"), "fills": ("--disk", "8"),
}  # fmt: skip


@pytest.mark.parametrize("deed", DEEDS)
def test_the_sandbox_holds_where_a_command_tries(bench: Bench, listener: int, deed: str) -> None:
    beside = bench.root.parent / "theirs" / "x"
    seen = (str(bench.root), str(Path.home() / ".ssh"), str(Path(__file__)), "/etc/shadow")
    words = {"connects": (str(listener),), "secrets": seen}.get(deed, ())

    done = bench.rerun(deed, *DEEDS[deed], words=words)

    assert done.returncode == 0, done.stdout
    assert bench.record["agreed"] == 12
    assert not beside.exists()
    assert not (bench.root / "releases" / RELEASE / "x").exists()


def test_a_command_that_never_ends_is_ended_with_all_that_it_began(bench: Bench) -> None:
    done = bench.rerun("forever", "--minutes", "0.05")

    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert done.returncode == 1
    assert "its time was up" in done.stdout
    assert "code" not in bench.record
    assert "sleep 12345" not in running.stdout


def test_a_command_that_prints_without_end_is_stopped_at_the_limit_of_a_file(bench: Bench) -> None:
    done = bench.rerun("prints", "--disk", "4")

    assert done.returncode == 1
    assert bench.record["code"] not in (None, 0)
    assert len(done.stdout) < 10_000


def test_the_endpoint_that_was_named_is_reached_and_nothing_else(
    bench: Bench, listener: int
) -> None:
    with http_server() as url:
        words = (url, str(listener))
        held = bench.rerun("asks", words=words)
        done = bench.rerun("asks", "--endpoint", url, words=words)

    assert held.returncode == 1
    assert done.returncode == 0, done.stdout
    assert bench.record["endpoint"] == url


def test_a_model_is_asked_the_drawn_questions_alone(bench: Bench) -> None:
    with serving() as server:
        generate(*options(server.url, bench.root))
        before = len(server.requests)
        done = bench.again(folder(bench.root), "--endpoint", server.url, "-n", "3")

    assert done.returncode == 0, done.stdout
    assert len(answers(bench.root)) == 12
    assert len(server.requests) - before == 3


def test_what_was_carried_over_is_rerun_where_it_was_made(bench: Bench) -> None:
    line = "digesta-generate carry predictions/2026-01-05/acme --release 2026-02-05"
    made = submission(bench.root, "late", {"x": "yes"}, command=line)

    done = bench.again(made)

    assert (done.returncode, done.stdout) == (2, "")
    assert "rerun where they were made: predictions/2026-01-05/acme" in done.stderr


def test_a_card_without_a_command_is_refused(twelve: Path) -> None:
    done = generate("rerun", submission(twelve, "acme", {"x": "yes"}), "--root", twelve)

    assert done.returncode == 2
    assert "its card records no command" in done.stderr


def test_without_bubblewrap_one_is_told_what_to_install(twelve: Path) -> None:
    made = submission(twelve, "acme", {"x": "yes"}, command="true")

    done = generate("rerun", made, "--root", twelve, PATH=str(Path(sys.executable).parent / "none"))

    assert done.returncode == 2
    assert "apt-get install bubblewrap" in done.stderr
