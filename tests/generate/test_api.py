"""The generator from Python: what its docstrings show is run as it stands there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest
from faulty import serving
from judge_scripts import judged_by_rules
from runs import folder

import digesta_generate
import penal
from digesta.canonical import canonical_bytes
from places import ROOT
from world import RELEASE, write


def run_example(function: Any, url: str = "") -> dict[str, Any]:
    """Run the indented lines of a docstring; give the names that they leave."""
    lines = cleandoc(function.__doc__).splitlines()
    code = "\n".join(line[4:] for line in lines if line.startswith("    "))
    names: dict[str, Any] = {name: getattr(digesta_generate, name) for name in NAMES}
    exec(code.replace("http://127.0.0.1:8000/v1", url), names | {"Path": Path}, names)  # noqa: S102 - our own docstring
    return names


NAMES = ("InferOptions", "JudgeOptions", "RetrieveOptions", "infer", "judge", "retrieve")


def test_the_public_names_are_these() -> None:
    assert sorted(digesta_generate.__all__) == sorted(NAMES)
    with pytest.raises(AttributeError, match="no attribute 'carry'"):
        _ = digesta_generate.carry


def test_a_name_comes_with_what_it_needs_when_it_is_asked_for() -> None:
    code = (
        "import sys, digesta_generate; before = {*sys.modules}; digesta_generate.infer; "
        "print('httpx' in before, 'httpx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "True"]


def test_infer_answers_a_release(twelve: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(twelve)
    with serving() as server:
        made = run_example(digesta_generate.infer, server.url)

    outcome = made["outcome"]
    assert (twelve / outcome.folder, outcome.code) == (folder(twelve, "acme-7b"), 0)
    assert (outcome.result.answered, outcome.result.total) == (12, 12)
    card = json.loads((folder(twelve, "acme-7b") / "submission.json").read_bytes())
    assert card["command"].startswith("digesta-generate infer --model acme-7b --organization Us")


def test_a_dry_run_asks_nothing_and_gives_the_first_prompt(twelve: Path) -> None:
    with serving() as server:
        [outcome] = digesta_generate.infer(
            digesta_generate.InferOptions(
                model=("m",), base_url=server.url, loopback=True, organization="Us",
                root=twelve, dry_run=True,
            )
        )  # fmt: skip

    assert "--- system" in outcome.text
    assert (outcome.result, outcome.code, server.requests) == (None, 0, [])


def test_judge_says_what_the_judge_showed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(judged_by_rules(tmp_path))

    judged = run_example(digesta_generate.judge)["judged"]

    assert judged.folder == Path("predictions") / RELEASE / "_judges" / "rules-1"
    assert "judge.json" in judged.new
    assert judged.passed == ("passed its gate" in judged.text)


def test_retrieve_writes_the_file_of_passages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = penal.release()
    manifest = json.loads(files["release.json"])
    manifest["tracks"][0]["conditions"] = ["closed_book", "retrieval"]
    write(tmp_path / "releases" / RELEASE, files | {"release.json": canonical_bytes(manifest)})
    write(tmp_path / "statutes", penal.statutes())
    monkeypatch.chdir(tmp_path)

    made = run_example(digesta_generate.retrieve)["made"]

    assert len(made.path.read_bytes().splitlines()) == made.questions > 0


CLIMBING = re.compile(r"^\s*(from|import) digesta(_generate)?\.cli\b", re.MULTILINE)
MODULES = sorted((ROOT / "toolkit" / "digesta_generate").rglob("*.py"))


def test_nobody_outside_a_command_line_imports_one() -> None:
    climbing = [
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if path.parent.name != "cli" and path.name != "__main__.py"
        if CLIMBING.search(path.read_text("utf-8"))
    ]

    assert climbing == []


def test_no_folder_of_the_generator_outgrows_fifteen_files() -> None:
    sizes = Counter(path.parent for path in MODULES)

    assert len(sizes) > 10
    assert max(sizes.values()) <= 15
