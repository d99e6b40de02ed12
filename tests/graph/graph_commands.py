"""The graph's commands against a given server, here or in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys

from authored import author

import commands
from digesta_generate.graph.client import Address
from places import ROOT

NAMES = ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE")


def environment(address: Address) -> dict[str, str]:
    """Return the environment that names a server."""
    return os.environ | dict(zip(NAMES, address, strict=True))


def run(*words: object, address: Address, module: str = "digesta_generate") -> commands.Done:
    """Run a command in this process; give exit code, stdout and stderr."""
    said, named = map(str, words), dict(zip(NAMES, address, strict=True))
    if module == "authoring.tlr":
        return author("tlr", *said, **named)
    return commands.run(*said, module=module, **named)


def loading(folder: object, *, address: Address) -> subprocess.Popen[str]:
    """Start a load in a process and give it while it is under way."""
    process = subprocess.Popen(
        [sys.executable, "-m", "digesta_generate", "graph", "load", str(folder)],
        env=environment(address), cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr
    line = process.stderr.readline()
    assert line.startswith("loading: "), line + process.stderr.read()
    assert int(line.split()[1]) < 50, "more than half is reading back"
    return process
