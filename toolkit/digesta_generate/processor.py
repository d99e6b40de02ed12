"""What a record says of a run's machine: a network's last bits depend on its processor."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from digesta import __version__
from digesta.records.trace import Run

TIME = "%Y-%m-%dT%H:%M:%SZ"


def processor(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """Return system, architecture and the processor's name, where the system gives it."""
    machine = f"{platform.system()} {platform.machine()}"
    if not cpuinfo.is_file():
        return machine
    named = (line.partition(":") for line in cpuinfo.read_text("utf-8").splitlines())
    names = [value.strip() for key, _, value in named if key.strip() == "model name"]
    return f"{machine}, {names[0]}" if names else machine


def run_file(begun: datetime, versions: Mapping[str, str], **fields: Any) -> dict[str, Any]:
    """Return ``run.json`` of a run that ends now. versions: of packages. fields: of ``Run``."""
    return Run(
        versions={"digesta": __version__, "python": platform.python_version(), **versions},
        platform=processor(),
        start=begun.strftime(TIME),
        duration_ms=max(0, round((datetime.now(UTC) - begun).total_seconds() * 1000)),
        **fields,
    ).as_json()
