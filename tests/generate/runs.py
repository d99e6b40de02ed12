"""Run the generator as people do, on a toy workspace."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from commands import Done, environment, run
from places import ROOT
from world import RELEASE, lines_of

KEY = "sk-planted-0123456789abcdef"
"""A key that must never be seen again."""


def generate(*arguments: str | Path, **more: str) -> Done:
    """Run the generator in this process."""
    return run(*arguments, module="digesta_generate", **more)


@contextmanager
def waits() -> Iterator[dict[float | None, list[bool]]]:
    """Record for how long events were waited for, and whether they came in that time."""
    wait = threading.Event.wait
    waited: dict[float | None, list[bool]] = {}

    def recorded(event: threading.Event, timeout: float | None = None) -> bool:
        came = wait(event, timeout)
        waited.setdefault(timeout, []).append(came)
        return came

    with mock.patch.object(threading.Event, "wait", recorded):
        yield waited


def started(*arguments: str | Path, **more: str) -> subprocess.Popen[str]:
    """Start the command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "digesta_generate", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        env=environment(**more),
    )  # fmt: skip


def options(url: str, root: Path, *more: str | Path) -> list[str | Path]:
    """Return the arguments of a quick run of the model ``toy`` at a server on this machine."""
    return [
        "infer", "-m", "toy", "--base-url", url, "--loopback", "--organization", "Tests",
        "--root", root, "--backoff", "0.01", "--timeout", "60", *more,
    ]  # fmt: skip


def folder(root: Path, name: str = "toy") -> Path:
    return root / "predictions" / RELEASE / name


def answers(root: Path, name: str = "toy") -> dict[str, Any]:
    found = lines_of(folder(root, name) / "predictions.jsonl")
    return {one["question_id"]: one["answer"] for one in found}


def traces(root: Path, name: str = "toy") -> list[dict[str, Any]]:
    """Return the trace without what the clock put in."""
    found = lines_of(folder(root, name) / "trace.jsonl")
    return [{key: one[key] for key in one if key != "latency_ms"} for one in found]


def read_until(process: subprocess.Popen[str], said: str) -> str:
    """Read what a command says until it says that."""
    assert process.stderr is not None
    read = ""
    while said not in read:
        line = process.stderr.readline()
        assert line, read
        read += line
    return read
