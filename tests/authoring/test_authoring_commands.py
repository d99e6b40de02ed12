"""The authoring commands: their help, and their examples, which run; what must not use them."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from places import ROOT

TRACKS = ("halacha", "tlr", "finlaw", "cases", "cases.elements")


def run(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=False, cwd=cwd,
        env=os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'toolkit'}", "COLUMNS": "100"},
    )  # fmt: skip


def example(track: str) -> str:
    return str(import_module(f"authoring.{track}.__main__").EXAMPLE)


@pytest.mark.parametrize("track", TRACKS)
def test_help_gives_an_example(track: str) -> None:
    done = run("-m", f"authoring.{track}", "--help")

    assert done.returncode == 0, done.stderr
    said = re.sub(r"\s+", " ", done.stdout)
    assert f"Example: python -m {example(track)}" in said


@pytest.mark.parametrize("track", TRACKS)
def test_contributing_gives_the_same_example(track: str) -> None:
    assert f"\npython -m {example(track)}\n" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


@pytest.mark.parametrize("track", TRACKS)
def test_the_example_runs_from_the_repositorys_root(track: str, tmp_path: Path) -> None:
    for name in ("corpora", "releases", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "build").mkdir()

    done = run("-m", *shlex.split(example(track)), cwd=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert [path for path in (tmp_path / "build").rglob("*.jsonl") if path.stat().st_size]


def test_the_product_never_imports_what_made_our_questions() -> None:
    for path in sorted((ROOT / "toolkit").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in names if name.split(".")[0] == "authoring"], path
