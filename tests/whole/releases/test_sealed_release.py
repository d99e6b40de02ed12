"""Release 2026-11-22.3: sealed halacha questions, and the temporal track with its holdout."""

from __future__ import annotations

import json
from typing import Any

from authoring.keys import key_of
from authoring.tlr import build
from digesta.releases.commitment import commitment_to
from digesta.workspace import store
from digesta.workspace.releases import open_release
from places import CONSTITUTION, ROOT

RELEASE = "2026-11-22.3"


def records(name: str) -> list[dict[str, Any]]:
    path = ROOT / "releases" / RELEASE / name
    return [json.loads(line) for line in path.read_bytes().splitlines()]


QUESTIONS = records("questions.jsonl")
TRUTHS = {one["question_id"]: one for one in records("truths.jsonl")}


def of(track: str, split: str) -> list[dict[str, Any]]:
    return [one for one in QUESTIONS if (one["track"], one["split"]) == (track, split)]


def test_the_manifest_commits_to_exactly_these_sealed_questions() -> None:
    release = open_release(ROOT, RELEASE)
    manifest = release.manifest

    assert manifest.holdout is not None
    assert manifest.holdout.counts == {"halacha": 125, "tlr": 101}
    asked, sealed = release.data.holdout(), release.data.sealed
    assert commitment_to(asked, root=manifest.holdout.root, sealed=sealed) == manifest.holdout
    assert len(manifest.recipients) == 1


def test_the_temporal_questions_come_out_of_the_builder_again() -> None:
    released = {one["released"] for one in of("tlr", "public")}
    made = build(
        store.read_tree(CONSTITUTION), key_of(1, None), split="public", released=released.pop()
    )
    drawn = [json.loads(line) for line in made["questions.jsonl"].splitlines()]
    truths = {one["question_id"]: one for one in map(json.loads, made["truths.jsonl"].splitlines())}

    def asked(one: dict[str, Any]) -> str:
        # Words were bettered since: what is asked is the same.
        return json.dumps([one["ask"], one["cluster_id"]], sort_keys=True)

    committed = {asked(one): TRUTHS[one["question_id"]]["truth"] for one in of("tlr", "public")}
    assert {asked(one): truths[one["question_id"]]["truth"] for one in drawn} == committed
    resources = ROOT / "releases" / RELEASE / "resources" / "tlr"
    for path, data in made.items():
        if path.startswith("resources/"):
            assert (resources / path.rpartition("/")[2]).read_bytes() == data
