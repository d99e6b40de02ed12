"""Commands that a process which has imported everything runs: what ``crashing.py`` serves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

from places import ROOT


class Answer(NamedTuple):
    """What each command did."""

    codes: list[int]
    said: list[str]
    cpu_seconds: list[float]
    peak_mib: list[float]

    def costs_at_most(self, other: Answer, *, times: float = 2) -> bool:
        """Return whether the first took some times the time of another, and twice its memory."""
        return (
            self.cpu_seconds[0] <= times * other.cpu_seconds[0]
            and self.peak_mib[0] <= 2 * other.peak_mib[0]
        )


class Server:
    """The process of ``crashing.py``. usual: what the cost of others is compared with."""

    usual: Answer

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests" / "crashing.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=os.environ
            | {"PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1",
               "PYTHONHASHSEED": "0"},
        )  # fmt: skip

    def run(self, *commands: Sequence[str], warm: bool = False, **options: object) -> Answer:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"commands": commands, "warm": warm, **options}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return Answer(**json.loads(self._process.stdout.readline()))

    def end(self) -> None:
        self._process.communicate()
