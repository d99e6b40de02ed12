"""The golden files of the scorers: small, readable, worked by hand (``digesta.scorers.golden``).

A golden file is ``golden/NAME.jsonl``; files of the folder ``golden/NAME/`` are the release's
resources, as bytes, for all of its lines. The working stands beside it in ``golden/NAME.md``.
"""

from __future__ import annotations

import json
from functools import cache

from digesta.scorers import scorer_named
from digesta.scorers.golden import Golden, golden_of
from places import ROOT


def shared_resources(name: str) -> dict[str, bytes]:
    folder = ROOT / "tests" / "golden" / name
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@cache
def golden(name: str) -> Golden:
    path = ROOT / "tests" / "golden" / f"{name}.jsonl"
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return golden_of(scorer_named(name), lines, file=path.name, resources=shared_resources(name))
