"""This repository, linked, scored and built by commands that may not reach the network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from places import ROOT

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


def run(root: Path, *arguments: str, **setting: str) -> None:
    fresh = {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments, "--root", str(root)],
        env=os.environ | fresh | setting, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
