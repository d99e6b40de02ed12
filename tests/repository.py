"""This repository, linked, scored and built by commands that may not reach the network."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from digesta.records.base import release_parts
from digesta.workspace.releases import SIGNERS, StoredRelease, missing_texts, open_release
from digesta_convert.texts import write_texts
from places import ORIGINALS, ROOT

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


def linked(workspace: Path, root: Path) -> Path:
    """Give a folder what a clone holds: releases, predictions, pages, its owner's choices."""
    root.mkdir(exist_ok=True)
    for name in ("releases", "predictions"):
        (root / name).symlink_to(workspace / name)
    shutil.copytree(ROOT / "site", root / "site")
    for name in ("digesta.toml", "mkdocs.yml"):
        shutil.copy(ROOT / name, root)
    return root


def listed(name: str) -> dict[str, str]:
    """Return the digests of a list of released files as ``sha256sum`` writes it, by path."""
    lines = (ROOT / "tests" / "whole" / "releases" / name).read_text().splitlines()
    return {path: digest for digest, _, path in (line.partition("  ") for line in lines)}


FOLDERS = {
    "acord": "acord", "disc-lawllm": "disc_lawllm", "lexeval": "lexeval",
    "mmlu-pro-law": "mmlu_pro_law", "oab-bench": "oab_bench", "oab-bench-citations": "oab_bench",
    "magis-bench": "magis_bench",
}  # fmt: skip
"""Where the original of a series lies that withholds texts."""


@cache
def with_texts(release: str) -> Path:
    """Return a workspace that holds an archive with its texts, made of the original.

    It is this repository for one that withholds none; without the original the test is skipped.
    """
    folder = ROOT / "releases" / release
    if not missing_texts(folder):
        return ROOT
    original = ORIGINALS / FOLDERS[release_parts(release).series]
    if not original.is_dir():
        pytest.skip(f"no copy of the original of {release}")
    beside = TemporaryDirectory(prefix="digesta-archive-")
    atexit.register(beside.cleanup)
    root = Path(beside.name)
    for name in SIGNERS:
        (root / "releases").mkdir(exist_ok=True)
        shutil.copy(ROOT / "releases" / name, root / "releases")
    for kind in ("releases", "predictions"):
        shutil.copytree(ROOT / kind / release, root / kind / release)
    write_texts(root, release, original, root)
    return root


OPEN = cache(open_release)
"""A release is opened once for all tests of a worker: most of them take less than opening it."""


def opened(release: str) -> StoredRelease:
    """Return an archive with its texts."""
    return OPEN(with_texts(release), release)


def run(root: Path, *arguments: str, **setting: str) -> None:
    fresh = {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments, "--root", str(root)],
        env=os.environ | fresh | setting, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
