"""Files that were supplied, not made by our commands: their digests, and that all are listed."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from digesta.canonical import sha256_hex
from places import CODE_DU_TRAVAIL, CONSTITUTION, HOSTILE, REGULATIONS, ROOT, SAMPLES, STATUTES

CORPORA = (CODE_DU_TRAVAIL, CONSTITUTION, STATUTES, REGULATIONS)
SETS = (*CORPORA, HOSTILE, SAMPLES)
SUMS = "SHA256SUMS"


@pytest.mark.parametrize("folder", SETS, ids=lambda one: one.relative_to(ROOT).as_posix())
def test_a_supplied_folder_holds_the_listed_bytes_and_nothing_else(folder: Path) -> None:
    lines = (folder / SUMS).read_text("utf-8").splitlines()
    listed = {path: sha256 for sha256, path in (line.split("  ", 1) for line in lines)}

    found = {
        path.relative_to(folder).as_posix(): sha256_hex(path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file() and path.name != SUMS
    }

    assert found == listed


@pytest.mark.parametrize("folder", CORPORA, ids=lambda one: one.name)
def test_a_corpus_says_whence_it_comes_and_under_which_licence(folder: Path) -> None:
    said = (folder / "SOURCE.txt").read_text("utf-8")

    assert all(f"\n{word}: " in f"\n{said}" for word in ("What", "From", "Licence", "Changed"))


def test_names_of_supplied_files_are_the_same_on_every_system() -> None:
    names = [path.name for folder in SETS for path in folder.rglob("*")]

    for name in names:
        assert unicodedata.normalize("NFD", name) == name
        assert not set(name) & set('<>:"\\|?*')
        assert len(name.encode()) <= 200
