"""Draws and their keys: even, from a seed or a secret, and never written where git would look."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from authoring.draws import Draws
from authoring.keys import key_for, key_of
from digesta.errors import UsageError


def test_draws_are_even_and_within_their_limits() -> None:
    draws = Draws(bytes([7]) * 32, "even")
    seen = Counter(draws.below(6) for _ in range(6000))

    assert sorted(seen) == list(range(6))
    # Chi-square with five degrees of freedom, 99.9th percentile.
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 20.5


def test_either_a_seed_or_a_key_is_given(tmp_path: Path) -> None:
    for seed, keys in ((None, None), (1, tmp_path / "keys.json")):
        with pytest.raises(UsageError, match="either --seed or --keys"):
            key_of(seed, keys)


@pytest.mark.parametrize(
    "held", ["", "{}", '{"draw_key":7}', *(f'{{"draw_key":"{k}"}}' for k in ("5a" * 31, "zz" * 32))]
)
def test_a_file_without_a_key_is_refused_and_not_quoted(tmp_path: Path, held: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(held)
    with pytest.raises(UsageError, match="64 hexadecimal digits") as raised:
        key_of(None, path)

    assert not held or held not in str(raised.value)


def test_a_seed_gives_one_key_and_another_seed_another() -> None:
    assert key_of(1, None) == key_of(1, None) != key_of(2, None)


def test_a_holdout_is_drawn_under_a_secret_key_and_public_questions_under_a_seed(
    tmp_path: Path,
) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"draw_key": "5a" * 32}))

    assert key_for("holdout", None, keys, tmp_path / "draft") == bytes.fromhex("5a" * 32)
    assert key_for("public", 3, None, tmp_path) == key_of(3, None)
    with pytest.raises(UsageError, match="draw it with --keys"):
        key_for("holdout", 3, None, tmp_path)
    with pytest.raises(UsageError, match="draw it with --seed"):
        key_for("public", None, keys, tmp_path)
    with pytest.raises(UsageError, match="no split"):
        key_for("secret", None, keys, tmp_path)


def test_a_holdout_s_truths_are_not_written_where_git_would_take_them(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"draw_key": "5a" * 32}))
    subprocess.run(["git", "init", "-q", str(tmp_path / "repo")], check=True)
    (tmp_path / "repo" / ".gitignore").write_text("private/\n")

    with pytest.raises(UsageError, match="git would take"):
        key_for("holdout", None, keys, tmp_path / "repo" / "drafts" / "one")
    assert key_for("holdout", None, keys, tmp_path / "repo" / "private" / "one")
