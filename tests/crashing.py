"""A server of commands for crash tests: it has imported all, and forks a child for each command.

A child waits until strace holds it, so that nothing of Python's own start is counted, and runs the
command line. Requests and answers are lines of JSON: ``commands`` (run at the same time),
``strace`` (options, for the only command) -> ``codes`` (negative: the signal), ``said`` (on
stderr). With ``warm`` a command runs in the server itself, which thereby imports what it needs.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

from digesta.cli import main

PR_SET_PTRACER = 0x59616D61
ANY = ctypes.c_ulong(-1)


def child(command: Sequence[str], gate: int, said: Path) -> None:
    """Wait at the gate, then be the command."""
    ctypes.CDLL(None).prctl(PR_SET_PTRACER, ANY, 0, 0, 0)
    os.read(gate, 1)
    out = os.open(os.devnull, os.O_WRONLY)
    err = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(err, 2)
    code = 70
    try:
        code = run(command)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def start(command: Sequence[str], said: Path) -> tuple[int, int]:
    """Fork a child that waits; give its id and the descriptor that lets it go."""
    gate, go = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(go)
        child(command, gate, said)
    os.close(gate)
    return pid, go


def attach(pid: int, options: Sequence[str]) -> subprocess.Popen[str]:
    """Start strace on a child and wait until it holds it."""
    tracer = subprocess.Popen(
        ["strace", *options, "-p", str(pid)], stderr=subprocess.PIPE, text=True
    )
    assert tracer.stderr is not None
    line = tracer.stderr.readline()
    if "attached" not in line:
        raise SystemExit(f"strace: {line}")
    return tracer


def run(command: Sequence[str]) -> int:
    """Be the command; give its exit code."""
    sys.argv = ["digesta", *command]
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    return 0


def serve(folder: Path) -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if asked.get("warm"):
            with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
                codes = [run(command) for command in asked["commands"]]
            tell(codes, [""] * len(codes))
            continue
        places = [folder / str(n) for n in range(len(asked["commands"]))]
        started = [start(*pair) for pair in zip(asked["commands"], places, strict=True)]
        options = asked.get("strace")
        tracers = [attach(pid, options) for pid, _ in started] if options else []
        for _, go in started:
            os.write(go, b"g")
            os.close(go)
        codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid, _ in started]
        for tracer in tracers:
            tracer.communicate()
        said = [place.read_text() if place.exists() else "" for place in places]
        for place in places:
            place.unlink(missing_ok=True)
        tell(codes, said)


def tell(codes: Sequence[int], said: Sequence[str]) -> None:
    sys.stdout.write(json.dumps({"codes": codes, "said": said}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        serve(Path(made))
