"""Nothing published moves: what the code computes and what was published, by digest."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_archives_page import COLUMNS, first_table_says_what_boards_and_paired_tests_say

from digesta.canonical import sha256_hex
from digesta.workspace.boards import board_files, board_inputs, facts_files
from digesta.workspace.publication import check_last_publication
from digesta.workspace.releases import open_release
from places import ARCHIVES, NEWEST, ROOT
from repository import linked, with_texts


def listed(name: str) -> dict[str, str]:
    """Return the digests of a list as ``sha256sum`` writes it, by path."""
    lines = Path(__file__).with_name(name).read_text().splitlines()
    return {path: digest for digest, _, path in (line.partition("  ") for line in lines)}


@pytest.mark.parametrize("release", [NEWEST, *ARCHIVES])
def test_a_live_release_is_computed_to_the_frozen_bytes_and_the_page_on_archives_says_it(
    release: str, tmp_path: Path
) -> None:
    root = linked(with_texts(release), tmp_path)
    stored = open_release(root, release)
    boards = board_files(root, stored)
    check_last_publication(stored, boards)
    if release in COLUMNS:
        first_table_says_what_boards_and_paired_tests_say(stored, board_inputs(root, stored))

    made = {f"boards/{release}/{name}": data for name, data in boards.items()}
    facts = facts_files(root, stored) if release == NEWEST else {}
    made |= {f"facts/{release}/{name}": data for name, data in facts.items()}

    expected = listed("computed.sha256")
    assert {path: sha256_hex(data) for path, data in made.items()} == {
        path: digest for path, digest in expected.items() if path.split("/")[1] == release
    }


def test_every_published_board_keeps_its_bytes() -> None:
    expected = listed("published.sha256")
    found = {path: sha256_hex((ROOT / path).read_bytes()) for path in expected}

    assert found == expected
