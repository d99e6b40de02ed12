"""Jobs of our workflows, read from their YAML; their shell steps, run as a runner would."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from places import ROOT

WORKFLOWS = ROOT / ".github" / "workflows"


def workflow(name: str) -> dict[str | bool, Any]:
    """Return a workflow; YAML takes its key "on" for a truth value."""
    read: dict[str | bool, Any] = yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text("utf-8"))
    return read


def steps(name: str, job: str) -> Iterator[tuple[str, str]]:
    """Yield the name and script of each shell step of a job."""
    for step in workflow(name)["jobs"][job]["steps"]:
        if "run" in step:
            yield step["name"], step["run"]


class Done(NamedTuple):
    """What a script did. code: of the step that failed, or 0."""

    code: int
    said: str


class Runner:
    """A checkout in which the tools are installed, with stand-ins for a runner's programs."""

    def __init__(self, root: Path, place: Path) -> None:
        self.root, self.place = root, place
        self.tools = place / "tools"
        self.summary = place / "summary.md"
        self.output = place / "output"
        self.tool("make", 'echo "make $*"')
        python = f'PYTHONPATH="{os.pathsep.join(sys.path)}" exec "{sys.executable}" -m digesta "$@"'
        (root / ".venv" / "bin").mkdir(parents=True, exist_ok=True)
        _script(root / ".venv" / "bin" / "digesta", python)

    def tool(self, name: str, script: str) -> None:
        """Put a program before all others."""
        self.tools.mkdir(parents=True, exist_ok=True)
        _script(self.tools / name, script)

    def run(self, script: str, environment: Mapping[str, str]) -> Done:
        """Run one step in the checkout, with no variable of this process but what programs need."""
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=self.root, capture_output=True, text=True, check=False, errors="replace",
            env={
                "PATH": f"{self.tools}:{os.environ['PATH']}", "HOME": str(self.place),
                "GITHUB_STEP_SUMMARY": str(self.summary), "GITHUB_OUTPUT": str(self.output),
                "GITHUB_REPOSITORY": "owner/repository", "OPENBLAS_NUM_THREADS": "1",
                **environment,
            },
        )  # fmt: skip
        return Done(done.returncode, done.stdout + done.stderr)


def _script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/bash\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
