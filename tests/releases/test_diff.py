"""What changed between two releases, and what cutting says of it in changes.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from digesta.canonical import canonical_bytes, question_id
from digesta.errors import ReleaseError
from digesta.releases.cut import cut
from digesta.releases.data import ReleaseData, parse_release
from digesta.releases.diff import NEW, counts, difference, untrue_changes
from digesta.releases.draft import canary_of, draft_from
from digesta.workspace.holdout.seal import seal
from digesta.workspace.store import read_tree
from digesta.workspace.verify import verify
from places import ROOT
from world import Identity, both, draft, edited, questions, review, toy

EACH = 40
BEFORE = cut(draft(toy(EACH)), name="draft")
OLD = parse_release(BEFORE, name="before")
IDS = {one["question_id"]: question_id(one) for one in questions(EACH)}
NEXT = {"release": "2026-03-05", "title": "March", "canary": canary_of("2026-03-05", "March")}


def started() -> dict[str, bytes]:
    return draft_from(BEFORE, OLD, NEXT)


def on(name: str, path: str, files: Mapping[str, bytes], **changes: Any) -> dict[str, bytes]:
    """Change one question's record in a file of a draft."""
    key = IDS[name]
    return edited(files, path, lambda one: one | changes if one["question_id"] == key else one)


def saying(files: Mapping[str, bytes], **kinds: list[dict[str, str]]) -> dict[str, bytes]:
    changes = json.loads(files["changes.json"]) | kinds
    return dict(files) | {"changes.json": canonical_bytes(changes)}


def reason(name: str, why: str = "because") -> list[dict[str, str]]:
    return [{"question_id": IDS.get(name, name), "reason": why}]


def without(name: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    made = dict(files)
    for path in ("questions.jsonl", "truths.jsonl", "review.jsonl"):
        made = edited(made, path, lambda one: None if one["question_id"] == IDS[name] else one)
    return made


def with_new(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Add a question under a working id of its own."""
    turns = [{"role": "user", "content": "How many doors has the shed?"}]
    one = questions(1)[2] | {"question_id": "count-new", "cluster_id": "c-new1", "turns": turns}
    truth = {
        "question_id": "count-new",
        "truth": {"answer": 7},
        "source_refs": [{"work": "the tests", "at": "2"}],
    }
    extra = {"questions.jsonl": one, "truths.jsonl": truth, "review.jsonl": review("count-new")}
    return dict(files) | {
        path: files[path] + canonical_bytes(record) + b"\n" for path, record in extra.items()
    }


REWORDED = {"turns": [{"role": "user", "content": "Of what colour is the lintel in case 3?"}]}


def made(files: Mapping[str, bytes]) -> dict[str, Any]:
    release = cut(files, name="draft", before=OLD)
    assert verify(release, name="release") == []
    assert list(untrue_changes(OLD, parse_release(release, name="after"))) == []
    found: dict[str, Any] = json.loads(release["changes.json"])
    return found


def problems(files: Mapping[str, bytes]) -> list[tuple[str, str, int]]:
    with pytest.raises(ReleaseError) as caught:
        cut(files, name="draft", before=OLD)
    return [(one.code, one.file, one.line) for one in caught.value.problems]


def test_a_question_under_a_new_working_id_is_added() -> None:
    found = made(with_new(started()))

    assert [row["reason"] for row in found["added"]] == [NEW]
    assert not (found["retired"])
    assert not (found["revised"])
    assert not (found["rekeyed"])


def test_the_author_s_reason_for_a_new_question_stands() -> None:
    files = saying(with_new(started()), added=reason("count-new", "asked for by readers"))

    assert [row["reason"] for row in made(files)["added"]] == ["asked for by readers"]


def test_a_question_reworded_under_its_old_id_is_revised_and_names_what_it_replaces() -> None:
    files = on("colour-3", "questions.jsonl", started(), **REWORDED)

    found = made(saying(files, revised=reason("colour-3", "it could be misread")))

    (row,) = found["revised"]
    assert row["replaces"] == IDS["colour-3"]
    assert row["question_id"] != row["replaces"]
    assert row["reason"] == "it could be misread"
    assert not (found["added"])
    assert not (found["retired"])


def test_a_question_may_name_what_it_replaces_itself() -> None:
    said = [{"question_id": "count-new", "reason": "clearer", "replaces": IDS["count-3"]}]
    files = saying(without("count-3", with_new(started())), revised=said)

    found = made(files)

    assert [row["replaces"] for row in found["revised"]] == [IDS["count-3"]]
    assert not (found["added"])
    assert not (found["retired"])


def test_a_corrected_truth_is_rekeyed() -> None:
    files = on("colour-3", "truths.jsonl", started(), truth={"answer": "red"})

    found = made(saying(files, rekeyed=reason("colour-3")))

    assert [row["question_id"] for row in found["rekeyed"]] == [IDS["colour-3"]]


def test_corrected_metadata_is_no_change_of_a_question() -> None:
    files = on("colour-3", "questions.jsonl", started(), difficulty="hard", tags=["wood"])
    moved = [{"work": "the tests", "at": "3"}]
    files = on("count-1", "truths.jsonl", files, source_refs=moved)

    found = made(files)

    assert [found[kind] for kind in ("added", "retired", "revised", "rekeyed")] == [[], [], [], []]
    after = parse_release(cut(files, name="draft", before=OLD), name="after")
    assert [(one.kind, one.task, one.fields) for one in difference(OLD, after)] == [
        ("metadata", "count", ("source_refs",)),
        ("metadata", "colour", ("difficulty", "tags")),
    ]


def test_a_question_that_is_gone_needs_a_reason() -> None:
    files = without("colour-3", started())

    assert problems(files) == [("change-unexplained", "draft/changes.json", 0)]
    found = made(saying(files, retired=reason("colour-3", "the source was repealed")))
    assert [row["reason"] for row in found["retired"]] == ["the source was repealed"]


@pytest.mark.parametrize(
    ("path", "change"),
    [("questions.jsonl", REWORDED), ("truths.jsonl", {"truth": {"answer": "red"}})],
)
def test_a_change_without_a_reason_is_refused_where_it_stands(
    path: str, change: dict[str, Any]
) -> None:
    files = on("colour-3", path, started(), **change)
    ids = [json.loads(line)["question_id"] for line in files[path].splitlines()]

    line = ids.index(IDS["colour-3"]) + 1

    assert problems(files) == [("change-unexplained", f"draft/{path}", line)]


@pytest.mark.parametrize("kind", ["added", "retired", "revised", "rekeyed"])
def test_a_change_that_was_not_made_is_refused(kind: str) -> None:
    files = saying(started(), **{kind: reason("colour-3")})

    assert [code for code, _, _ in problems(files)] == ["change-untrue"]


def test_an_id_that_is_the_digest_of_no_question_is_refused() -> None:
    files = {
        path: data.replace(b'"colour-0"', b'"' + b"ab" * 32 + b'"')
        if path != "release.json"
        else data
        for path, data in draft().items()
    }

    with pytest.raises(ReleaseError, match=r"draft/questions\.jsonl:1: id"):
        cut(files, name="draft")


def test_a_release_is_a_draft_of_itself_beside_the_release_before() -> None:
    files = on("colour-3", "questions.jsonl", with_new(started()), **REWORDED)
    release = cut(saying(files, revised=reason("colour-3")), name="draft", before=OLD)

    assert cut(release, name="release", before=OLD) == release


def test_a_line_that_was_taken_out_of_changes_is_found() -> None:
    files = on("colour-3", "truths.jsonl", with_new(started()), truth={"answer": "red"})
    release = cut(saying(files, rekeyed=reason("colour-3")), name="draft", before=OLD)
    hidden = json.loads(release["changes.json"]) | {"rekeyed": []}

    after = parse_release(release | {"changes.json": canonical_bytes(hidden)}, name="after")

    assert [(one.code, one.question_id) for one in untrue_changes(OLD, after)] == [
        ("changes", IDS["colour-3"])
    ]


def data_of(name: str) -> ReleaseData:
    return parse_release(read_tree(ROOT / "releases" / name), name=name)


def test_changes_are_counted_by_track_category_and_task() -> None:
    files = with_new(on("colour-1", "truths.jsonl", started(), truth={"answer": "red"}))
    files = saying(files, rekeyed=reason("colour-1"))
    after = parse_release(cut(files, name="draft", before=OLD), name="after")

    found = counts(difference(OLD, after))

    assert found == {
        ("toy", "number", "count"): {"added": 1},
        ("toy", "sight", "colour"): {"rekeyed": 1},
    }


def test_a_question_whose_truth_was_open_cannot_be_sealed_later() -> None:
    files, private = both(Identity().public)
    files |= {"release.json": canonical_bytes(json.loads(files["release.json"]) | NEXT)}
    sealed = files | seal(files, private, name="draft", folder="private")
    opened = parse_release(cut(draft(toy(42)), name="draft"), name="before")

    with pytest.raises(ReleaseError) as caught:
        cut(sealed, name="draft", before=opened)
    assert "split-known" in {one.code for one in caught.value.problems}
