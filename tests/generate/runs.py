"""Run the generator as people do, on a toy workspace."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from places import ROOT
from small import RELEASE, draft, write

KEY = "sk-planted-0123456789abcdef"
"""A key that must never be seen again."""


def workspace(root: Path, each: int = 4) -> Path:
    """Cut a toy release into a workspace: 3 * ``each`` questions."""
    from digesta.releases.cut import cut

    write(root / "releases" / RELEASE, cut(draft(each=each), name="draft"))
    return root


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return kept | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "100"} | more


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def generate(*arguments: str | Path, **more: str) -> Done:
    """Run the command in this process: what it prints, and its exit code."""
    from digesta_generate.cli import main

    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        mock.patch.dict(os.environ, environment(**more), clear=True),
        mock.patch.object(sys, "argv", ["digesta-generate", *map(str, arguments)]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Done(code, out.getvalue(), err.getvalue())


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


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def answers(root: Path, name: str = "toy") -> dict[str, Any]:
    found = lines(folder(root, name) / "predictions.jsonl")
    return {one["question_id"]: one["answer"] for one in found}


def traces(root: Path, name: str = "toy") -> list[dict[str, Any]]:
    """Return the trace without what the clock put in."""
    found = lines(folder(root, name) / "trace.jsonl")
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
