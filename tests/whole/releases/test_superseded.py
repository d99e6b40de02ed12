"""What belongs to a superseded release is held by its digests, and not run again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from digesta.board.adversaries import IDS
from digesta.canonical import sha256_hex
from digesta.workspace.releases import open_release
from digesta.workspace.submissions import computes
from places import ROOT
from world import lines_of

RELEASES = sorted((ROOT / "releases").glob("2*"))


def published(release: Path) -> dict[str, str]:
    """Return the digest of every file that a release's newest boards were made from."""
    newest = max((release / "boards").iterdir(), key=lambda path: int(path.name))
    found: dict[str, str] = json.loads((newest / "index.json").read_bytes())["inputs"]
    return found


@pytest.mark.parametrize("release", RELEASES[:-1], ids=lambda path: path.name)
def test_every_file_that_its_boards_were_made_from_is_the_one_that_was_published(
    release: Path,
) -> None:
    stored = open_release(ROOT, release.name)
    computed = {one for one in IDS if computes(stored.logs, one)}
    for name, digest in published(release).items():
        if Path(name).parent.name in computed:
            continue  # its answers follow from the release, and lie nowhere
        lines = (ROOT / name).read_bytes().splitlines(keepends=True)
        # A log goes on after the publication that names it.
        shortest = 0 if "/log/" in name else len(lines)
        assert any(
            sha256_hex(b"".join(lines[:count])) == digest
            for count in range(shortest, len(lines) + 1)
        ), name


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_no_answers_lie_beside_those_that_were_published(release: Path) -> None:
    lying = [*(ROOT / "predictions" / release.name).glob("[a-z]*/predictions.jsonl")]

    stored = open_release(ROOT, release.name)
    computed = {one for one in IDS if computes(stored.logs, one)}
    log = release / "log" / "decisions.jsonl"
    decided = lines_of(log) if log.exists() else []
    last = {line["submission_id"]: line["decision"] for line in decided}
    lying = [path for path in lying if last.get(path.parent.name) != "withdraw"]
    assert {path.relative_to(ROOT).as_posix() for path in lying} == {
        name
        for name in published(release)
        if name.endswith("/predictions.jsonl") and Path(name).parent.name not in computed
    }
