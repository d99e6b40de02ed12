"""The package: the wheel works outside the checkout, the public tree is whole."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

import digesta
from digesta.canonical import sha256_hex
from digesta.workspace.bundle import write_bundle
from places import ROOT

TRACKED = (
    "toolkit",
    "releases",
    "predictions",
    "site",
    "tests",
    "decisions",
    "requirements",
    "corpora",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "build", "-s", "-w", "--no-isolation", "-o", str(out), str(ROOT)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return next(out.glob("*.whl"))


def test_the_wheel_holds_templates_schemas_and_vendored_scripts(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    for wanted in (
        "digesta/templates/report.html",
        "digesta_site/templates/board.html",
        "digesta/schemas/json/board.schema.json",
        "digesta_site/assets/vendor/plotly-basic.min.js",
        "digesta/demo/LICENSE",
        "digesta/py.typed",
        "digesta_convert/py.typed",
        "digesta_convert/trec/lines.py",
        "digesta_generate/cli/__init__.py",
        "digesta/scorers/closed/prompts/closed.3.he.txt",
    ):
        assert wanted in names
    assert not [name for name in names if name.startswith("authoring/")]
    demo = ROOT / "toolkit" / "digesta" / "demo"
    tours = (path for name in ("workspace", "spreadsheet") for path in (demo / name).rglob("*"))
    files = {path.relative_to(ROOT / "toolkit") for path in tours if path.is_file()}
    assert len(files) == 16 + 14
    assert {path.as_posix() for path in files} <= set(names)


def test_the_source_archive_holds_the_code_alone(wheel: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(next(wheel.parent.glob("*.tar.gz")), tmp_path, filter="data")

    [folder] = tmp_path.iterdir()
    named = {"LICENSE", "CHANGELOG.md", "README.md", "pyproject.toml", "toolkit"}
    assert {path.name for path in folder.iterdir()} == named | {"PKG-INFO", ".gitignore"}


CORE_ONLY = """
import sys
class Absent:
    names = set("chromadb httpx hypothesis markdown mkdocs neo4j playwright plotly pyluach pytest "
                "requests scipy sklearn yaml".split())
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
from digesta.cli import main
main()
"""
"""Run the command line as where only the core is installed."""


def test_the_wheel_gives_the_guided_tour_with_the_core_alone(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")

    done = subprocess.run(
        [sys.executable, "-P", "-c", CORE_ONLY, "demo"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert done.stdout == (ROOT / "tests/golden/demo.txt").read_text("utf-8")


def test_the_wheel_and_a_bundle_are_all_that_a_first_score_needs(
    wheel: Path, tmp_path: Path
) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    name = "2026-11-22"
    bundle, place = tmp_path / "empty" / "b.zip", f"predictions/{name}/mine"
    write_bundle(ROOT, name, bundle)

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-P", "-c", CORE_ONLY, *arguments, "--release", "b.zip"],
            cwd=bundle.parent, env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("init", "mine", "--model", "M", "--organization", "Us")
    assert "without any answer, 0 answers" in run("check", place)
    answered = ROOT / "predictions" / name / "baseline-longest" / "predictions.jsonl"
    shutil.copyfile(answered, bundle.parent / place / "predictions.jsonl")
    [summary] = json.loads(run("score", place, "--json"))

    here = digesta.open(ROOT).release(name)
    assert summary["scores"] == here.score(here.read(answered)).summary()["scores"]
    assert {path.name for path in bundle.parent.iterdir()} == {"b.zip", "predictions"}


def checkout(root: Path, mode: int, day: int) -> Path:
    """Copy what a wheel is built from, as another person's checkout has it."""
    for name in ("toolkit", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".gitignore"):
        files = (ROOT / name).rglob("*") if (ROOT / name).is_dir() else [ROOT / name]
        for path in (path for path in files if path.is_file() and path.suffix != ".pyc"):
            copy = root / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            copy.chmod(mode)
            os.utime(copy, (day, day))
    return root


def test_two_people_who_build_the_wheel_get_the_same_bytes(tmp_path: Path) -> None:
    digests = set()
    for place, mode, day in (("a", 0o600, 10**9), ("elsewhere/of/another", 0o664, 17 * 10**8)):
        root = checkout(tmp_path / place, mode, day)
        shell = f'umask {0o777 - mode & 0o77:03o}; exec "$0" -m build -w --no-isolation -o dist .'
        done = subprocess.run(
            ["sh", "-c", shell, sys.executable], cwd=root,
            env=os.environ | {"SOURCE_DATE_EPOCH": "1795305600", "PYTHONHASHSEED": str(day % 7)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        [built] = (root / "dist").glob("*.whl")
        digests.add(sha256_hex(built.read_bytes()))

    assert len(digests) == 1


def test_each_environment_has_a_bill_of_materials_that_names_what_its_lock_names(
    tmp_path: Path,
) -> None:
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    programs = f"BIN={Path(sys.executable).parent}"
    done = subprocess.run(
        ["make", "-s", "-o", ".venv/dev.installed", programs, "sbom"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("core", "site", "generate"):
        text = (tmp_path / "build" / "sbom" / f"{name}.json").read_text()
        bill = json.loads(text)
        lock = (ROOT / "requirements" / f"{name}.txt").read_text()

        assert [(one["name"], one["version"]) for one in bill["components"]] == re.findall(
            r"^([\w.-]+)==([^ ;]+)", lock, re.MULTILINE
        )
        hashes = re.findall(r'"content": "([0-9a-f]{64})"', text)
        assert sorted(hashes) == sorted(re.findall(r"sha256:([0-9a-f]{64})", lock))
        assert not {"serialNumber", "timestamp"} & {*bill, *bill["metadata"]}, "the same each time"
    # The program holds each to the schema itself; this shows that it does.
    core = (tmp_path / "build" / "sbom" / "core.json").read_text()
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    assert validator.validate_str(core) is None
    assert validator.validate_str(core.replace('"library"', '"libary"')) is not None


def test_no_lock_file_holds_an_address_and_every_requirement_is_hashed() -> None:
    for lock in sorted((ROOT / "requirements").glob("*.txt")):
        text = lock.read_text()
        assert "://" not in text, lock
        for block in re.split(r"\n(?=\S)", text.strip()):
            assert "--hash=sha256:" in block, f"{lock.name}: {block[:60]}"


def test_the_core_lock_holds_neither_site_nor_network() -> None:
    core = (ROOT / "requirements/core.txt").read_text()

    assert not re.search(r"^(mkdocs|plotly|httpx|requests|chromadb|neo4j)\b", core, re.MULTILINE)


def test_no_committed_file_names_a_machine_s_path_or_a_registry() -> None:
    wrong = re.compile(
        r"(?:^|[^a-z0-9.])/(?:wor[k]|hom[e]|roo[t])/[a-z.]|https?://[a-z0-9.-]*(?:py[p]i|npm[j]s)"
    )
    for folder in TRACKED:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in {
                ".py",
                ".md",
                ".toml",
                ".yml",
                ".json",
                ".sh",
                ".txt",
            }:
                assert not wrong.search(path.read_text("utf-8")), path
