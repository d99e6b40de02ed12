"""Nothing published moves: what the code computes and what was published, by digest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from test_archives_page import COLUMNS, first_table_says_what_boards_and_paired_tests_say

from digesta.canonical import sha256_hex
from digesta.workspace.boards import board_inputs
from digesta.workspace.build import built_boards
from digesta.workspace.releases import open_release
from places import ARCHIVES, NEWEST, ROOT
from repository import linked, with_texts


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
def test_a_live_release_is_computed_to_the_frozen_bytes_and_the_page_on_archives_says_it(
    release: str, tmp_path: Path
) -> None:
    root = linked(with_texts(release), tmp_path)
    stored = open_release(root, release)
    built_boards(root, stored)
    if release in COLUMNS:
        first_table_says_what_boards_and_paired_tests_say(stored, board_inputs(root, stored))

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
