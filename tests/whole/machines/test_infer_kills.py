"""A run survives kill -9, Ctrl-C and a full disk: nothing asked twice, the same files."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from multiprocessing import get_context
from pathlib import Path
from unittest import mock

import pytest
from faulty import Exchange, Faulty, serving
from runs import folder, generate, options, read_until, started, traces

from commands import Done
from digesta.errors import SubmissionError, UsageError
from digesta.workspace import store
from digesta_generate.cli import main
from digesta_generate.inference import journal as journals
from digesta_generate.inference.journal import NAME, JournalLine, RequestKey
from digesta_generate.inference.settings import Settings
from waiting import HANG, until
from world import lines_of, released_in

KILLS = 20
CONCURRENCY = 4
FORKS = get_context("forkserver")
"""Processes that are born with all modules, which most of a short run goes into."""
FORKS.set_forkserver_preload(["digesta_generate.cli", "digesta_generate.inference.systems.infer"])


def journalled(root: Path) -> set[str]:
    """Return the Idempotency-Keys of the whole lines of a journal."""
    path = folder(root) / NAME
    whole = path.read_bytes().rpartition(b"\n")[0].splitlines()[1:] if path.exists() else []
    found = [json.loads(line) for line in whole]
    return {RequestKey.of(one).idempotency for one in found}


def killed(root: Path, server: Faulty, seconds: float) -> bool:
    """Run, and kill after so many seconds from the first new request; say whether it ran then."""
    before, process = len(server.requests), FORKS.Process(target=main)
    words = ["digesta-generate", *options(server.url, root, "-c", str(CONCURRENCY))]
    with mock.patch.object(sys, "argv", list(map(str, words))):
        process.start()
    until(lambda: len(server.requests) > before or not process.is_alive(), "a request")
    time.sleep(seconds)
    running = process.is_alive()
    process.kill()
    process.join()
    return running


def test_twenty_kills_at_random_moments_ask_nothing_twice_and_change_no_file(
    tmp_path: Path,
) -> None:
    chance = random.Random(20)
    with serving(delay=0.01) as unkilled:
        whole = released_in(tmp_path / "whole", each=60)
        assert generate(*options(unkilled.url, whole)).returncode == 0

    done = 0
    with serving(delay=0.025) as server:
        root = released_in(tmp_path / "killed", each=60)
        while done < KILLS:
            known, asked = journalled(root), len(server.requests)
            done += killed(root, server, chance.uniform(0, 0.06))
            assert not known & set(server.requests[asked:]), "a journalled question, asked again"
        last = generate(*options(server.url, root, "-c", str(CONCURRENCY)))

    assert last.returncode == 0, last.stderr
    assert len(server.executions) == 180
    assert set(server.executions.values()) == {1}
    assert len(server.requests) - 180 <= KILLS * CONCURRENCY
    predictions = "predictions.jsonl"
    assert (folder(root) / predictions).read_bytes() == (folder(whole) / predictions).read_bytes()
    assert traces(root) == traces(whole)
    assert {p.name for p in folder(root).iterdir()} == {p.name for p in folder(whole).iterdir()}


def test_a_torn_last_line_is_cut_off_and_its_question_asked_again(twelve: Path) -> None:
    with serving() as server:
        generate(*options(server.url, twelve))
        predictions = (folder(twelve) / "predictions.jsonl").read_bytes()
        path = folder(twelve) / NAME
        path.write_bytes(path.read_bytes()[:-30])

        done = generate(*options(server.url, twelve))

    assert done.returncode == 0, done.stderr
    assert len(server.requests) == 13
    assert set(server.executions.values()) == {1}
    assert (folder(twelve) / "predictions.jsonl").read_bytes() == predictions
    assert len(lines_of(path)) == 13


def test_a_journal_that_is_damaged_inside_is_refused(twelve: Path) -> None:
    with serving() as server:
        generate(*options(server.url, twelve))
    path = folder(twelve) / NAME
    path.write_bytes(path.read_bytes().replace(b'"sample":0', b'"sample":', 1))

    done = generate(*options(server.url, twelve))

    assert done.returncode == 1
    assert "restore the file" in done.stderr


def test_a_kill_while_the_folder_is_replaced_loses_no_reply(twelve: Path) -> None:
    with serving() as server:
        generate(*options(server.url, twelve))
        aside = folder(twelve).parent / ".toy.abcdefgh.old"
        aside.mkdir()
        folder(twelve).rename(aside / "toy")

        done = generate(*options(server.url, twelve))

    assert done.returncode == 0, done.stderr
    assert len(server.requests) == 12
    assert not aside.exists()


def test_a_second_run_in_the_same_folder_is_told_so(twelve: Path) -> None:
    folder(twelve).mkdir(parents=True)

    with store.lock(folder(twelve)):
        done = generate(*options("http://127.0.0.1:9/v1", twelve))

    assert done.returncode == 2
    assert "another digesta is writing here" in done.stderr


def test_a_full_disk_leaves_a_whole_journal(twelve: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder(twelve)
    path.mkdir(parents=True)
    settings = Settings(model="m", endpoint="e", prompts={})
    one, two = (JournalLine(RequestKey("q", "p", "s", n), 200, "{}", 1, 1) for n in (0, 1))
    write = os.write

    def torn(descriptor: int, data: bytes) -> int:
        if b'"sample":1' in data:
            write(descriptor, data[:20])
            raise OSError(28, "No space left on device")
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", torn)
    with journals.open_journal(path, settings, start="2026-01-01T00:00:00Z") as journal:
        journal.add(one)
        with pytest.raises(OSError, match="No space"):
            journal.add(two)
    with journals.open_journal(path, settings, start="later") as again:
        assert list(again.lines) == [one.key]
        assert again.start == "2026-01-01T00:00:00Z"


def test_a_journal_is_for_one_settings_and_one_format(twelve: Path) -> None:
    path = folder(twelve)
    path.mkdir(parents=True)
    settings = Settings(model="m", endpoint="e", prompts={})
    with journals.open_journal(path, settings, start="2026-01-01T00:00:00Z"):
        pass

    other = Settings(model="m", endpoint="e", prompts={}, seed=1)
    with (
        pytest.raises(UsageError, match="seed was None, is 1"),
        journals.open_journal(path, other, start=""),
    ):
        pass
    (path / NAME).write_bytes((path / NAME).read_bytes().replace(b"journal/1", b"journal/2"))
    with (
        pytest.raises(SubmissionError, match="journal/2"),
        journals.open_journal(path, settings, start=""),
    ):
        pass


# Ctrl-C ---------------------------------------------------------------------------------------


def interrupted(process: subprocess.Popen[str], server: Faulty, *, after: int) -> Done:
    until(lambda: len(server.requests) >= after or process.poll() is not None, "requests")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG)
    return Done(process.returncode, out, err)


def test_ctrl_c_waits_for_what_is_in_flight_and_the_same_command_goes_on(twelve: Path) -> None:
    signalled = threading.Event()

    def script(exchange: Exchange, turn: int) -> None:
        if turn > 2:
            signalled.wait(HANG)
        exchange.execute()

    with serving(script) as server:
        process = started(*options(server.url, twelve, "-c", "2"))
        until(lambda: len(server.requests) >= 3, "the third request")
        process.send_signal(signal.SIGINT)
        before = read_until(process, "waiting for the replies in flight")
        signalled.set()
        out, err = process.communicate(timeout=HANG)
        stopped = Done(process.returncode, out, before + err)
        asked = len(server.requests)
        assert len(journalled(twelve)) == asked < 12

        done = generate(*options(server.url, twelve, "-c", "2"))

    assert stopped.returncode == 130, stopped.stderr
    assert stopped.stdout == ""
    assert f"{asked} of 12 questions are answered" in stopped.stderr
    assert "digesta-generate infer --model toy" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    assert done.returncode == 0
    assert len(server.requests) == 12


def test_ctrl_c_ends_the_wait_for_another_try(twelve: Path) -> None:
    with serving(lambda exchange, _turn: exchange.say({}, 500)) as server:
        process = started(*options(server.url, twelve, "--backoff", "60"))

        stopped = interrupted(process, server, after=4)

    assert stopped.returncode == 130
    assert len(server.requests) == 4
    assert not folder(twelve).exists()


def test_a_second_ctrl_c_leaves_at_once(twelve: Path) -> None:
    release = threading.Event()

    def script(exchange: Exchange, turn: int) -> None:
        if turn > 2:
            release.wait(HANG)
        exchange.execute()

    with serving(script) as server:
        process = started(*options(server.url, twelve, "-c", "1"))
        until(lambda: len(server.requests) >= 3, "the third request")
        process.send_signal(signal.SIGINT)
        read_until(process, "waiting for the replies in flight")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HANG)  # before the reply is there
        release.set()
        done = generate(*options(server.url, twelve))

    assert process.returncode == 130
    assert done.returncode == 0
    assert set(server.executions.values()) == {1}
