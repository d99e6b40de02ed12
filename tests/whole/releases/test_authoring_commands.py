"""The authoring commands: their help, and their examples, which run; what must not use them."""

from __future__ import annotations

import ast
import json
import re
import shlex
from collections.abc import Mapping
from contextlib import chdir
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from authored import author, rows

from digesta.canonical import canonical_bytes
from digesta.workspace import store
from places import CODE_DU_TRAVAIL, NEWEST, REGULATIONS, ROOT

COMMANDS = (
    "tlr",
    "finlaw",
    "finlaw.recall",
    "cases",
    "cases.elements",
    "frenchlaw.dated",
)


def example(command: str) -> str:
    return str(import_module(f"authoring.{command}.__main__").EXAMPLE)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_gives_an_example(command: str) -> None:
    done = author(command, "--help")

    assert done.returncode == 0, done.stderr
    said = re.sub(r"\s+", " ", done.stdout)
    assert f"Example: python -m {example(command)}" in said


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_about_drawing_gives_the_same_example(command: str) -> None:
    page = (ROOT / "site" / "docs" / "drawing.md").read_text("utf-8")
    assert f"\npython -m {example(command)}\n" in page


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_runs_from_the_repositorys_root(command: str, tmp_path: Path) -> None:
    for name in ("corpora", "releases", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "build").mkdir()

    module, *words = shlex.split(example(command))
    with chdir(tmp_path):
        done = author(module.removeprefix("authoring."), *words)

    assert (done.returncode, done.stderr) == (0, "")
    assert [path for path in (tmp_path / "build").rglob("*.jsonl") if path.stat().st_size]


@pytest.mark.parametrize(
    ("command", "law"),
    [
        ("finlaw.recall", REGULATIONS),
        ("frenchlaw.dated", CODE_DU_TRAVAIL),
    ],
)
def test_one_seed_draws_the_same_bytes_and_another_seed_others(
    command: str, law: Path, tmp_path: Path
) -> None:
    options = ("--split", "public", "--released", "2026-12-22")

    for name, seed in (("first", 7), ("same", 7), ("other", 8)):
        done = author(command, law, "--seed", seed, "--draft", tmp_path / name, *options)
        assert done.returncode == 0

    for name in ("questions", "truths", "notes"):
        first, same, other = (
            (tmp_path / each / f"{name}.jsonl").read_bytes() for each in ("first", "same", "other")
        )
        assert first == same != other


@pytest.mark.parametrize(
    ("command", "task"),
    [("finlaw.recall", "regulation_acts"), ("frenchlaw.dated", "regles_du_jour")],
)
def test_the_example_draws_what_was_released(command: str, task: str, tmp_path: Path) -> None:
    _, *words = shlex.split(example(command))
    words[words.index("--draft") + 1] = str(tmp_path / "draft")
    lines = store.read_bytes(ROOT / "releases" / NEWEST / "questions.jsonl").splitlines()
    mine = (each for each in map(json.loads, lines) if each["task"] == task)
    public = [_seen(each) for each in mine if each["split"] == "public"]

    assert author(command, *words).returncode == 0

    assert len(public) > 60
    assert sorted(map(_seen, rows(tmp_path / "draft", "questions"))) == sorted(public)


def _seen(question: Mapping[str, Any]) -> bytes:
    """Return what a system is shown of a question."""
    return canonical_bytes([question["turns"], question.get("shown_sources", [])])


def test_the_product_never_imports_what_made_our_questions() -> None:
    for path in sorted((ROOT / "toolkit").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in names if name.split(".")[0] == "authoring"], path
