"""Run the commands as people do; the workspace that their tests share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from places import ROOT
from small import RELEASE


def run(*arguments: str | Path, module: str = "digesta") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        capture_output=True, text=True, check=False, cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "100"},
    )  # fmt: skip


def folder(root: Path, name: str) -> Path:
    return root / "predictions" / RELEASE / name


def key_of(root: Path) -> dict[str, Any]:
    lines = (root / "releases" / RELEASE / "truths.jsonl").read_bytes().splitlines()
    return {one["question_id"]: one["truth"]["answer"] for one in map(json.loads, lines)}
