"""The machine in a record: the last bits of a network's result depend on its processor."""

from __future__ import annotations

import platform
from pathlib import Path


def processor(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """Return system, architecture and the processor's name, where the system gives it."""
    machine = f"{platform.system()} {platform.machine()}"
    if not cpuinfo.is_file():
        return machine
    named = (line.partition(":") for line in cpuinfo.read_text("utf-8").splitlines())
    names = [value.strip() for key, _, value in named if key.strip() == "model name"]
    return f"{machine}, {names[0]}" if names else machine
