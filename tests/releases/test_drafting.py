"""Starting a draft from the release before it, or from an example."""

from __future__ import annotations

import json
import re

import pytest

from digesta.canonical import canonical_lines
from digesta.errors import ReleaseError, UsageError
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.releases.draft import REVEALED_WHY, canary_of, draft_from, example_draft
from digesta.workspace.holdout.seal import seal
from world import RELEASE, Identity, both, draft

NEXT = {
    "release": "2026-03-05",
    "title": "March",
    "canary": canary_of("2026-03-05", "March"),
    "next_due": "2026-04-05",
}


def released() -> dict[str, bytes]:
    return cut(draft(next_due="2026-03-01"), name="draft")


def started(files: dict[str, bytes]) -> dict[str, bytes]:
    return draft_from(files, parse_release(files, name="before"), NEXT)


def test_a_draft_goes_on_from_a_release_with_the_same_questions_and_no_history() -> None:
    before = released() | {"log/decisions.jsonl": b"", "boards/1/index.json": b"{}"}

    made = started(before)

    manifest = json.loads(made["release.json"])
    assert manifest["previous"] == RELEASE
    assert manifest["next_due"] == "2026-04-05"
    assert "files" not in manifest
    assert made["questions.jsonl"] == before["questions.jsonl"]
    assert not [path for path in made if path.startswith(("log/", "boards/"))]


def test_when_the_next_is_due_is_not_taken_over() -> None:
    files = released()
    manifest = {key: value for key, value in NEXT.items() if key != "next_due"}

    made = draft_from(files, parse_release(files, name="before"), manifest)

    assert "next_due" not in json.loads(made["release.json"])


def test_a_draft_that_nobody_changed_can_be_cut_and_changes_nothing() -> None:
    before = released()

    made = cut(started(before), name="draft", before=parse_release(before, name="before"))

    changes = json.loads(made["changes.json"])
    assert changes == {
        "format": "changes/1", "previous": RELEASE,
        "added": [], "retired": [], "revised": [], "rekeyed": [],
    }  # fmt: skip
    assert made["questions.jsonl"] == before["questions.jsonl"]


def test_the_canary_follows_from_id_and_title_and_is_a_uuid() -> None:
    made = canary_of("2026-03-05", "March")

    assert re.fullmatch(
        r"[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", made
    )
    assert made == canary_of("2026-03-05", "March")
    assert len({made, canary_of("2026-03-06", "March"), canary_of("2026-03-05", "april")}) == 3


def test_an_example_is_whole_and_refused_as_one() -> None:
    made = example_draft(NEXT)

    with pytest.raises(ReleaseError) as caught:
        cut(made, name="draft")
    [problem] = caught.value.problems
    assert (problem.code, problem.line) == ("example-question", 1)
    assert all(made.values())


def test_a_release_that_is_not_after_the_one_before_is_a_wrong_command() -> None:
    files = released()

    with pytest.raises(UsageError, match="previous release before"):
        draft_from(files, parse_release(files, name="before"), NEXT | {"release": "2026-01-01"})


def sealed_release() -> dict[str, bytes]:
    files, private = both(Identity().public)
    return cut(files | seal(files, private, name="draft", folder="private"), name="draft")


def test_a_sealed_set_goes_on_with_its_root() -> None:
    before = sealed_release()

    made = cut(started(before), name="draft", before=parse_release(before, name="before"))

    assert made["holdout.age"] == before["holdout.age"]
    manifests = [json.loads(files["release.json"]) for files in (made, before)]
    assert manifests[0]["holdout"] == manifests[1]["holdout"]


def test_sealed_questions_that_were_revealed_retire_and_say_so() -> None:
    before = sealed_release()
    data = parse_release(before, name="before")
    revealed = before | {"revealed/truths.jsonl": canonical_lines([])}

    made = draft_from(revealed, data, NEXT)

    changes = json.loads(made["changes.json"])
    gone = {one.question_id for one in data.holdout()}
    assert {row["question_id"] for row in changes["retired"]} == gone
    assert {row["reason"] for row in changes["retired"]} == {REVEALED_WHY}
    assert "holdout.age" not in made
    assert cut(made, name="draft", before=data)
