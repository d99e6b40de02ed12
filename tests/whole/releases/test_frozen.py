"""Nothing published moves: what the code computes and what was published, by digest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from commands import run
from digesta.canonical import sha256_hex
from places import ARCHIVES, NEWEST, ROOT
from repository import linked


def listed(name: str) -> dict[str, str]:
    """Return the digests of a list as ``sha256sum`` writes it, by path."""
    lines = Path(__file__).with_name(name).read_text().splitlines()
    return {path: digest for digest, _, path in (line.partition("  ") for line in lines)}


def digests(folder: Path, paths: Iterable[Path]) -> Mapping[str, str]:
    return {
        path.relative_to(folder).as_posix(): sha256_hex(path.read_bytes())
        for path in paths
        if path.is_file()
    }


@pytest.mark.parametrize("release", [NEWEST, *ARCHIVES])
def test_the_boards_and_facts_of_a_live_release_are_computed_to_the_frozen_bytes(
    release: str, tmp_path: Path
) -> None:
    root = linked(ROOT, tmp_path)
    done = run("board", "--release", release, "--root", root)
    assert done.code == 0, done.stderr

    build = root / "build"
    made = {*(build / "boards").rglob("*")}
    made |= {*(build / "facts" / NEWEST).rglob("*")}

    expected = listed("computed.sha256")
    assert digests(build, made) == {
        path: digest for path, digest in expected.items() if path.split("/")[1] == release
    }


def test_every_published_board_keeps_its_bytes() -> None:
    expected = listed("published.sha256")
    found = digests(ROOT, (ROOT / "releases").glob("*/boards/**/*"))

    assert {path: found.get(path) for path in expected} == expected
