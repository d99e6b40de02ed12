"""Committed commands make the committed bytes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import run
from digesta.board.adversaries import IDS
from digesta.workspace.releases import open_release
from digesta.workspace.submissions import computes
from digesta_generate.baselines import submission as commanded
from places import NEWEST, ROOT
from repository import opened
from world import lines_of

CARDS = (ROOT / "predictions").glob("2*/[a-z]*/submission.json")
COMMITTED = sorted(card.parent for card in CARDS)
BY_A_NETWORK = "baseline-embedding"
SLOW = ("baseline-lexical", "baseline-ngram")
"""They read every answered question again for each question: a small release shows the same."""


def is_accepted(folder: Path) -> bool:
    """Return whether a submission was not withdrawn."""
    log = ROOT / "releases" / folder.parent.name / "log" / "decisions.jsonl"
    last = {line["submission_id"]: line["decision"] for line in lines_of(log)}
    return last.get(folder.name) != "withdraw"


RULES = [
    one
    for one in COMMITTED
    if one.parent.name == ("2026-11-22.2" if one.name in SLOW else NEWEST)
    and one.name.startswith(("adversary-", "baseline-"))
    and one.name != BY_A_NETWORK
    and is_accepted(one)
]
"""What a command computes exactly; other releases' are held by their digests."""


@pytest.mark.parametrize("folder", RULES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_committed_command_makes_the_committed_bytes(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commanded, "open_release", lambda _root, wanted: opened(wanted))
    command = json.loads((folder / "submission.json").read_bytes())["command"].split()
    assert command[0] == "digesta-generate"
    for name in ("releases", "vectors"):
        (tmp_path / name).symlink_to(ROOT / name)

    done = run(*command[1:], "--root", tmp_path, module="digesta_generate")

    assert done.returncode == 0, done.stderr
    made = tmp_path / folder.relative_to(ROOT)
    traced = ["trace.jsonl"] if (folder / "trace.jsonl").exists() else []
    for name in ("submission.json", "predictions.jsonl", *traced):
        assert (made / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.parametrize("release", sorted({folder.parent.name for folder in COMMITTED}))
def test_five_adversaries_and_baselines_of_words_stand_beside_each_release(
    release: str,
) -> None:
    names = {folder.name for folder in COMMITTED if folder.parent.name == release}
    stored = open_release(ROOT, release)

    assert {one for one in IDS if not computes(stored.logs, one)} <= names
    assert len(IDS) == 5
    assert {"baseline-longest", "baseline-overlap"} <= names


def test_searches_and_a_language_model_are_committed_for_the_newest_release() -> None:
    names = {folder.name for folder in COMMITTED if folder.parent.name == NEWEST}

    assert {f"baseline-{n}" for n in ("lexical", "bm25-retrieval", "ngram")} <= names
    assert any(name.startswith(("smollm2", "qwen")) for name in names)
