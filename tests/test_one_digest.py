"""Same inputs, same bytes: hash seeds, locales, BLAS kernels, time zones; and no network."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from digesta.scorers import SCORERS
from every_scorer import every_scorer
from places import ROOT

SETTINGS = {
    "hash seed 1, haswell kernel, german": {
        "PYTHONHASHSEED": "1", "OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "2",
        "LC_ALL": "de_DE.UTF-8", "TZ": "Pacific/Auckland",
    },
    "hash seed 77, nehalem kernel, hebrew": {
        "PYTHONHASHSEED": "77", "OPENBLAS_CORETYPE": "Nehalem", "OPENBLAS_NUM_THREADS": "1",
        "LC_ALL": "he_IL.UTF-8", "TZ": "Asia/Jerusalem",
    },
    "hash seed 4242, turkish": {
        "PYTHONHASHSEED": "4242", "LC_ALL": "tr_TR.UTF-8", "TZ": "Europe/Istanbul",
    },
}  # fmt: skip

RUN = """
import locale, os, socket, sys
wanted = os.environ.get("LC_ALL")
if wanted:
    assert locale.setlocale(locale.LC_ALL, "") == wanted, locale.setlocale(locale.LC_ALL)
def refuse(*_args, **_keywords):
    raise AssertionError("a socket was opened while scoring")
socket.socket.connect = socket.socket.bind = socket.socket.sendto = refuse
socket.getaddrinfo = refuse
from digesta.cli import main
main()
"""
"""Set the locale for real, forbid the network, then run the command line."""


def digest_of(root: Path) -> str:
    state = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file():
            state.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return state.hexdigest()


def copied(workspace: Path, root: Path) -> Path:
    """Copy what a clone holds: releases, predictions, hand-written pages, mkdocs.yml."""
    for name in ("releases", "predictions"):
        shutil.copytree(workspace / name, root / name)
    shutil.copytree(ROOT / "site", root / "site")
    shutil.copy(ROOT / "mkdocs.yml", root)
    return root


def run(root: Path, *arguments: str, **setting: str) -> None:
    fresh = {"XDG_CACHE_HOME": str(root / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments, "--root", str(root)],
        env=os.environ | fresh | setting, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return every_scorer(tmp_path_factory.mktemp("every-scorer"))


def scored(root: Path) -> str:
    """Return the digest of all that was scored; stamps beside it name where a workspace lies."""
    return "".join(digest_of(root / "build" / name) for name in ("boards", "facts", "conditions"))


@pytest.fixture(scope="module")
def reference(workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the workspace, scored and with its site."""
    root = copied(workspace, tmp_path_factory.mktemp("reference") / "w")
    run(root, "site", PYTHONHASHSEED="0", TZ="UTC")
    return root


def test_the_workspace_holds_all_that_is_scored(workspace: Path) -> None:
    (release,) = (workspace / "releases").iterdir()
    lines = (release / "questions.jsonl").read_bytes().splitlines()
    there = workspace / "predictions" / release.name

    # Archives have raw replies and judged lists: they are scored alone.
    assert {json.loads(line)["scorer"] for line in lines} == set(SCORERS) - {
        "citations",
        "letters",
        "mentions",
        "ranking",
    }
    assert len({path.parent for path in there.glob("_judges/*/smollm2-256.jsonl")}) == 2
    assert len(list(there.glob("*/holdout.json"))) == 2


def has_locale(name: str) -> bool:
    done = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False)
    return name.casefold().replace("-", "") in done.stdout.casefold().replace("-", "")


@pytest.mark.parametrize("name", SETTINGS)
def test_scoring_gives_one_digest_everywhere(
    name: str, workspace: Path, reference: Path, tmp_path: Path
) -> None:
    setting = SETTINGS[name]
    if "LC_ALL" in setting and not has_locale(setting["LC_ALL"]):
        assert not os.environ.get("CI"), "CI generates the locales (tests/machine.sh)"
        pytest.skip(f"locale {setting['LC_ALL']} is not on this machine (tests/machine.sh)")
    root = copied(workspace, tmp_path / "w")

    run(root, "board", **setting)

    assert scored(root) == scored(reference)


def test_the_site_built_twice_gives_one_digest(
    workspace: Path, reference: Path, tmp_path: Path
) -> None:
    root = copied(workspace, tmp_path / "w")

    run(root, "site", PYTHONHASHSEED="2", TZ="Pacific/Auckland")

    assert digest_of(root / "build" / "site") == digest_of(reference / "build" / "site")


COMPARED = ("score", "low", "high", "metrics", "usage", "inputs")
"""What of a published row no other submission and no decision changes."""


def rows(folder: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the rows of a folder's boards by (board's path, submission)."""
    boards = {path: json.loads(path.read_bytes()) for path in folder.rglob("*@*.json")}
    return {
        (path.relative_to(folder).as_posix(), row["submission_id"]): {
            name: row[name] for name in COMPARED if name in row
        }
        for path, board in boards.items()
        for row in board["rows"]
    }


def test_this_repository_scores_here_what_it_published_and_its_site_builds(tmp_path: Path) -> None:
    root = copied(ROOT, tmp_path / "w")
    release = max((root / "releases").glob("2*"))
    archives = sorted((root / "releases").glob("[a-z]*-2*"))

    for folder in (release, *archives):
        published = max((folder / "boards").iterdir(), key=lambda path: int(path.name))
        before = rows(published)
        more = {"PYTHONHASHSEED": "5", "TZ": "Pacific/Auckland", "OPENBLAS_CORETYPE": "Nehalem"}
        run(root, "board", "--release", folder.name, **more)
        made = rows(root / "build" / "boards" / folder.name)

        assert before, folder.name
        assert {key: row for key, row in made.items() if key in before} == before, folder.name
    assert archives
    run(root, "site", PYTHONHASHSEED="6")
    assert (root / "build" / "site" / "r" / release.name / "index.html").is_file()
