"""Faults planted in committed releases."""

from __future__ import annotations

import json

import pytest
from test_release_refusals import copies

from digesta.canonical import canonical_bytes
from digesta.workspace.store import read_tree
from places import ROOT


@pytest.mark.parametrize("name", ["2026-11-22", "2026-11-22.2"])
def test_a_near_copy_planted_in_a_committed_release_is_found(name: str) -> None:
    files = read_tree(ROOT / "releases" / name)
    one = json.loads(files["questions.jsonl"].splitlines()[0])
    last = one["turns"][-1]
    one["turns"][-1] = last | {"content": last["content"] + "!"}
    copy = one | {"question_id": "copy", "cluster_id": "c-copy"}

    planted = files | {"questions.jsonl": files["questions.jsonl"] + canonical_bytes(copy) + b"\n"}

    assert copies(files) == []
    assert [name for name, _ in copies(planted)] == ["copy"]
