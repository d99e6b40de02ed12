"""A server of commands: it has imported all, and forks a child for each command.

A child waits until strace holds it, so that nothing of Python's own start is counted, and runs the
command line. Requests and answers are lines of JSON: ``commands`` (run at the same time),
``strace`` (options, for the only command), ``stdout`` (whether it is kept, too) -> ``codes``
(negative: the signal), ``said`` (on stderr), ``cpu_seconds``, ``peak_mib``. With ``warm`` a
command runs in the server itself, which thereby imports what it needs.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from digesta.cli import main

PR_SET_PTRACER = 0x59616D61
ANY = ctypes.c_ulong(-1)


def child(command: Sequence[str], gate: int, said: Path, *, stdout: bool) -> None:
    """Wait at the gate, then be the command."""
    ctypes.CDLL(None).prctl(PR_SET_PTRACER, ANY, 0, 0, 0)
    os.read(gate, 1)
    out = os.open(os.devnull, os.O_WRONLY)
    err = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(err if stdout else out, 1)
    os.dup2(err, 2)
    code = 70
    try:
        code = run(command)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def start(command: Sequence[str], said: Path, *, stdout: bool) -> tuple[int, int]:
    """Fork a child that waits; give its id and the descriptor that lets it go."""
    gate, go = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(go)
        child(command, gate, said, stdout=stdout)
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


def warmed(commands: Sequence[Sequence[str]]) -> dict[str, object]:
    """Run commands in this process."""
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        codes = [run(command) for command in commands]
    none = [0.0] * len(codes)
    return {"codes": codes, "said": [""] * len(codes), "cpu_seconds": none, "peak_mib": none}


def forked(asked: Mapping[str, Any], places: Sequence[Path]) -> dict[str, object]:
    """Run commands at the same time, each in a child that writes into its place."""
    stdout = asked.get("stdout", False)
    started = [
        start(command, place, stdout=stdout)
        for command, place in zip(asked["commands"], places, strict=True)
    ]
    options = asked.get("strace")
    tracers = [attach(pid, options) for pid, _ in started] if options else []
    for _, go in started:
        os.write(go, b"g")
        os.close(go)
    ended = [os.wait4(pid, 0) for pid, _ in started]
    for tracer in tracers:
        tracer.communicate()
    told = [place.read_bytes() if place.exists() else b"" for place in places]
    for place in places:
        place.unlink(missing_ok=True)
    return {
        "codes": [os.waitstatus_to_exitcode(status) for _, status, _ in ended],
        "said": [data.decode("utf-8", "surrogateescape") for data in told],
        "cpu_seconds": [usage.ru_utime + usage.ru_stime for _, _, usage in ended],
        "peak_mib": [usage.ru_maxrss / 1024 for _, _, usage in ended],
    }


def serve(folder: Path) -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if asked.get("warm"):
            told = warmed(asked["commands"])
        else:
            told = forked(asked, [folder / str(n) for n in range(len(asked["commands"]))])
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        serve(Path(made))
