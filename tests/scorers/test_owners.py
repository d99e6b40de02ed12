"""Scorers that installed packages name by an entry point."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import sha256_hex
from digesta.errors import ScorerError, UsageError
from digesta.package_files import text_file
from digesta.registry import Registry
from digesta.scorers import SCORERS, owners, scorer_named
from digesta.scorers.base import Scorer
from world import write

CODE = text_file("digesta.scorers", "template.py").replace('"exact"', '"mine"').encode()
Install = Callable[[str, str], dict[str, Callable[[], Scorer[Any]]]]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Install:
    """Return what names an entry point of modules in a folder, as another process finds it."""
    monkeypatch.syspath_prepend(tmp_path)
    assert SCORERS.loaders, "what is put back afterwards"

    def point(name: str, value: str) -> dict[str, Callable[[], Scorer[Any]]]:
        named = EntryPoint(name, value, owners.GROUP)
        monkeypatch.setattr(owners, "entry_points_in", lambda _: [named])
        sys.modules.pop(named.module, None)
        registry = Registry[Scorer[Any]](
            "digesta.scorers",
            "SCORER",
            noun="scorer",
            beside=frozenset({"shared"}),
            others=owners.installed_scorers,
        )
        monkeypatch.setattr(SCORERS, "loaders", registry.loaders)
        return registry.loaders

    return point


def test_one_is_found_by_name_beside_ours(tmp_path: Path, install: Install) -> None:
    write(tmp_path, {"outside_mine.py": CODE})

    names = list(install("mine", "outside_mine:SCORER"))

    assert scorer_named("mine").signature == f"mine/1:{sha256_hex(CODE)[:12]}"
    assert scorer_named("closed").signature == "closed/1"
    assert names == sorted(names)


def test_one_that_takes_our_name_is_refused_and_not_passed_over(install: Install) -> None:
    with pytest.raises(UsageError, match=r"outside:SCORER of .*closed: there is a scorer of that"):
        install("closed", "outside:SCORER")


@pytest.mark.parametrize(
    ("code", "place", "got"),
    [
        (b"import none_such\n", "outside_mine.py:1", "ModuleNotFoundError"),
        (b"x = 1\nSCORER = 1 / 0\n", "outside_mine.py:2", "ZeroDivisionError"),
        (b"OTHER = 1\n", "outside_mine:SCORER of ", "has no attribute 'SCORER'"),
        (b"SCORER = 1\n", "outside_mine:SCORER of ", "SCORER, a int"),
        (None, "outside_mine:SCORER of ", "No module named 'outside_mine'"),
    ],
)
def test_a_broken_one_is_a_located_error(
    tmp_path: Path, install: Install, code: bytes | None, place: str, got: str
) -> None:
    if code is not None:
        write(tmp_path, {"outside_mine.py": code})
    install("mine", "outside_mine:SCORER")

    with pytest.raises(ScorerError) as error:
        scorer_named("mine")

    assert place in str(error.value)
    assert got in str(error.value)


def test_what_it_is_made_of_joins_its_signature(tmp_path: Path, install: Install) -> None:
    folder = write(tmp_path, {"outside/__init__.py": CODE, "outside/words.json": b"{}"})
    signatures = []
    for content in (b"{}", b"[]"):
        (folder / "outside" / "words.json").write_bytes(content)
        install("mine", "outside:SCORER")
        signatures.append(scorer_named("mine").signature)

    assert len(set(signatures)) == 2
