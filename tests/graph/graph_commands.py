"""The graph's commands in processes of their own, against a given server."""

from __future__ import annotations

import os
import subprocess
import sys

from digesta_generate.graph.client import Address
from places import ROOT
from waiting import HANG

NAMES = ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE")


def environment(address: Address) -> dict[str, str]:
    """Return the environment that names a server."""
    return os.environ | dict(zip(NAMES, address, strict=True))


def start(
    *words: object, address: Address, module: str = "digesta_generate"
) -> subprocess.Popen[str]:
    """Start a command."""
    return subprocess.Popen(
        [sys.executable, "-m", module, *map(str, words)],
        env=environment(address), cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def run(*words: object, address: Address, module: str = "digesta_generate") -> tuple[int, str, str]:
    """Run a command to its end; give exit code, stdout and stderr."""
    with start(*words, address=address, module=module) as process:
        said, talk = process.communicate(timeout=HANG)
    return process.returncode, said, talk


def loading(folder: object, *, address: Address) -> subprocess.Popen[str]:
    """Start a load and give it while it is under way."""
    process = start("graph", "load", folder, address=address)
    assert process.stderr
    line = process.stderr.readline()
    assert line.startswith("loading: "), line + process.stderr.read()
    assert int(line.split()[1]) < 50, "more than half is reading back"
    return process
