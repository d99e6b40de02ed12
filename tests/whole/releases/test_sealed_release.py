"""Release 2026-11-22.3: sealed halacha questions, and the temporal track with its holdout."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from authoring.keys import key_of
from authoring.tlr import build
from digesta.board.adversaries import ADVERSARIES
from digesta.releases.commitment import commitment_to
from digesta.releases.floors import over_the_floor
from digesta.scoring.facts import adversary_answers, expected_facts, mark_all
from digesta.workspace import store
from digesta.workspace.releases import open_release
from places import CONSTITUTION, ROOT

KINDS = ("added", "retired", "revised", "rekeyed")
RELEASE, BEFORE = "2026-11-22.3", "2026-11-22.2"
PUBLIC = {
    "point_in_time": 30, "amendment_attribution": 20, "temporal_difference": 15,
    "causal_lineage": 10, "temporal_consistency": 20, "hierarchical_impact": 15,
}  # fmt: skip


def records(name: str, release: str = RELEASE) -> list[dict[str, Any]]:
    path = ROOT / "releases" / release / name
    return [json.loads(line) for line in path.read_bytes().splitlines()]


QUESTIONS = records("questions.jsonl")
TRUTHS = {one["question_id"]: one for one in records("truths.jsonl")}


def of(track: str, split: str) -> list[dict[str, Any]]:
    return [one for one in QUESTIONS if (one["track"], one["split"]) == (track, split)]


def test_the_public_halacha_questions_are_those_of_the_release_before() -> None:
    before = {one["question_id"]: one for one in records("questions.jsonl", BEFORE)}

    assert {one["question_id"]: one for one in of("halacha", "public")} == before
    assert len(of("halacha", "holdout")) >= 100


def test_sixty_or_more_sealed_halacha_questions_are_computed() -> None:
    assert sum("computed" in one["tags"] for one in of("halacha", "holdout")) >= 60


def test_the_temporal_track_has_the_counts_of_its_document_and_a_holdout() -> None:
    public = Counter(one["task"] for one in of("tlr", "public"))
    sealed = Counter(one["task"] for one in of("tlr", "holdout"))
    difficulty = Counter((one["task"], one["difficulty"]) for one in of("tlr", "public"))

    assert public == PUBLIC
    assert sum(sealed.values()) >= 100
    assert min(sealed[task] for task in PUBLIC) >= 15
    assert [difficulty["point_in_time", kind] for kind in ("easy", "medium", "hard")] == [10, 15, 5]


def test_half_of_each_temporal_task_is_in_portuguese() -> None:
    for split in ("public", "holdout"):
        languages = Counter((one["task"], one["language"]) for one in of("tlr", split))
        assert all(abs(languages[task, "en"] - languages[task, "pt"]) <= 1 for task in PUBLIC)


def test_sealed_questions_have_no_open_truth_and_no_cluster_with_public_ones() -> None:
    sealed = {one["question_id"] for one in QUESTIONS if one["split"] == "holdout"}
    clusters = {
        split: {(one["track"], one["cluster_id"]) for one in QUESTIONS if one["split"] == split}
        for split in ("public", "holdout")
    }

    assert sealed.isdisjoint(TRUTHS)
    assert {one["question_id"] for one in records("review.jsonl")}.isdisjoint(sealed)
    assert clusters["public"].isdisjoint(clusters["holdout"])


def test_the_manifest_commits_to_exactly_these_sealed_questions() -> None:
    release = open_release(ROOT, RELEASE)
    manifest = release.manifest

    assert manifest.holdout is not None
    assert manifest.holdout.counts == {"halacha": 125, "tlr": 101}
    asked, sealed = release.data.holdout(), release.data.sealed
    assert commitment_to(asked, root=manifest.holdout.root, sealed=sealed) == manifest.holdout
    assert len(manifest.recipients) == 1


@pytest.mark.parametrize("adversary", ADVERSARIES)
def test_no_adversary_wins_a_public_headline(adversary: str) -> None:
    release = open_release(ROOT, RELEASE)
    data = release.data
    facts = expected_facts(release.compiled, adversary)
    if facts is None:
        answers = adversary_answers(data.public(), data.truths, adversary, resources=data.resources)
        order = [key for task in release.compiled.tasks for key in task.ids]
        facts = mark_all(release.compiled, [answers.get(key) for key in order])

    assert list(over_the_floor(data, facts, adversary)) == []


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


def test_thirty_temporal_truths_or_more_were_looked_up_in_another_source() -> None:
    temporal = {one["question_id"] for one in of("tlr", "public")}
    looked_up = [
        one
        for one in records("review.jsonl")
        if one["question_id"] in temporal and any("Planalto" in p["work"] for p in one["passages"])
    ]

    assert len(looked_up) >= 30
    assert all(passage["at"] for one in looked_up for passage in one["passages"])


def test_the_refreshed_release_retires_and_adds_and_keeps_the_holdout() -> None:
    after = {one["question_id"]: one for one in records("questions.jsonl", "2026-11-22.4")}
    before = {one["question_id"]: one for one in QUESTIONS}
    changes = json.loads((ROOT / "releases" / "2026-11-22.4" / "changes.json").read_bytes())
    said = {kind: {row["question_id"] for row in changes.get(kind, [])} for kind in KINDS}

    assert said["added"] == after.keys() - before.keys()
    assert said["retired"] == before.keys() - after.keys()
    assert min(map(len, (said["added"], said["retired"]))) >= 10
    assert not said["rekeyed"]
    assert (
        open_release(ROOT, "2026-11-22.4").manifest.holdout
        == open_release(ROOT, RELEASE).manifest.holdout
    )
