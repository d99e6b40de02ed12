"""Same inputs, same bytes: hash seeds, locales, BLAS kernels, time zones; and no network."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT

SETTINGS = {
    "hash seed 0": {"PYTHONHASHSEED": "0"},
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "hash seed 77": {"PYTHONHASHSEED": "77"},
    "hash seed 4242": {"PYTHONHASHSEED": "4242"},
    "turkish": {"LC_ALL": "tr_TR.UTF-8", "TZ": "Europe/Istanbul"},
    "german": {"LC_ALL": "de_DE.UTF-8", "TZ": "Pacific/Auckland"},
    "hebrew": {"LC_ALL": "he_IL.UTF-8", "TZ": "Asia/Jerusalem"},
    "haswell kernel": {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "2"},
    "nehalem kernel": {"OPENBLAS_CORETYPE": "Nehalem", "OPENBLAS_NUM_THREADS": "1"},
}

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


def workspace(root: Path) -> Path:
    """Copy what a clone holds: releases, predictions, hand-written pages, mkdocs.yml."""
    for name in ("releases", "predictions", "site"):
        shutil.copytree(ROOT / name, root / name)
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
def reference(tmp_path_factory: pytest.TempPathFactory) -> str:
    root = workspace(tmp_path_factory.mktemp("reference"))
    run(root, "board")
    return digest_of(root / "build")


def has_locale(name: str) -> bool:
    done = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False)
    return name.casefold().replace("-", "") in done.stdout.casefold().replace("-", "")


@pytest.mark.parametrize("name", SETTINGS)
def test_scoring_gives_one_digest_everywhere(name: str, reference: str, tmp_path: Path) -> None:
    setting = SETTINGS[name]
    if "LC_ALL" in setting and not has_locale(setting["LC_ALL"]):
        assert not os.environ.get("CI"), "CI generates the locales (tests/machine.sh)"
        pytest.skip(f"locale {setting['LC_ALL']} is not on this machine (tests/machine.sh)")
    root = workspace(tmp_path / "w")

    run(root, "board", **setting)

    assert digest_of(root / "build") == reference


def test_the_site_built_twice_gives_one_digest(tmp_path: Path) -> None:
    digests = set()
    for name, setting in (
        ("a", {"PYTHONHASHSEED": "1", "TZ": "UTC"}),
        ("b", {"PYTHONHASHSEED": "2", "TZ": "Pacific/Auckland"}),
    ):
        root = workspace(tmp_path / name)
        run(root, "site", **setting)
        digests.add(digest_of(root / "build" / "site"))

    assert len(digests) == 1
