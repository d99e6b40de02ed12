"""Against an OpenAI-compatible server that others wrote (llmock), also with faults switched on."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
from runs import answers, folder, generate, options

PYTHON = os.environ.get("LLMOCK_PYTHON", sys.executable)
"""An interpreter that has llmock, where it is not installed beside the tests."""

pytestmark = pytest.mark.skipif(
    find_spec("llmock") is None and sys.executable == PYTHON, reason="llmock is not installed"
)


@contextmanager
def mock(*more: str) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    main = "from llmock.cli import app; app()"
    with subprocess.Popen(
        [PYTHON, "-c", main, "serve", "--port", str(port), *more],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={name: one for name, one in os.environ.items() if name != "PYTHONPATH"},
    ) as server:  # fmt: skip
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.kill()


def test_a_server_that_others_wrote_is_understood(twelve: Path) -> None:
    with mock("--response-style", "hello") as url:
        done = generate(*options(url, twelve, "--key-env", "TOY_KEY"), TOY_KEY="sk-any-key-0")

    assert done.returncode == 0, done.stderr
    assert len(answers(twelve)) == 12
    record = json.loads((folder(twelve) / "run.json").read_bytes())["inference"]
    assert record["outcomes"] == {"answered": 12}
    assert record["models"] == {"toy": 12}
    assert record["tokens"]["input"] > 12


def test_its_random_faults_are_survived(twelve: Path) -> None:
    with mock("--error-rate", "429=0.2", "--error-rate", "503=0.2") as url:
        more = ("--retries", "20", "--timeout", "60")
        done = generate(
            *options(url, twelve, "--key-env", "TOY_KEY", *more), TOY_KEY="sk-any-key-0"
        )

    assert done.returncode == 0, done.stderr
    assert len(answers(twelve)) == 12
