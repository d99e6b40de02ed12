"""Cutting a draft: refused with located problems, or a release of canonical bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from digesta.canonical import canonical_bytes, question_id
from digesta.errors import ReleaseError
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.releases.report import warnings_of
from digesta.workspace.verify import verify
from world import disputed_by_all, draft, edited, questions, review


def lines(files: Mapping[str, bytes], path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[path].splitlines()]


def codes(files: Mapping[str, bytes]) -> set[str]:
    with pytest.raises(ReleaseError) as caught:
        cut(files, name="draft")
    return {problem.code for problem in caught.value.problems}


def test_a_sound_draft_becomes_a_release_that_verifies() -> None:
    release = cut(draft(), name="draft")

    assert verify(release, name="release") == []


def test_every_id_is_the_digest_of_what_is_asked_in_every_file() -> None:
    release = cut(draft(), name="draft")

    ids = {question_id(one) for one in lines(release, "questions.jsonl")}

    for path in ("questions.jsonl", "truths.jsonl", "review.jsonl"):
        assert {one["question_id"] for one in lines(release, path)} == ids


def test_the_order_of_a_draft_does_not_matter() -> None:
    files = draft()
    turned = {
        path: b"".join(reversed(data.splitlines(keepends=True))) if path[-1] == "l" else data
        for path, data in files.items()
    }

    assert cut(turned, name="draft") == cut(files, name="draft")


def test_a_release_is_a_draft_of_itself() -> None:
    release = cut(draft(), name="draft")

    assert cut(release, name="release") == release


# What is refused ------------------------------------------------------------------------------

Change = dict[str, Any]


@pytest.mark.parametrize(
    ("path", "change", "code"),
    [
        ("questions.jsonl", {"license": "CC0-1.0"}, "licence"),
        ("questions.jsonl", {"license": "proprietary"}, "bad-value"),
        ("questions.jsonl", {"attribution": ""}, "bad-value"),
        ("questions.jsonl", {"tags": ["translated"]}, "translation"),
        ("questions.jsonl", {"task": "count"}, "place"),
        ("questions.jsonl", {"track": "other"}, "place"),
        ("questions.jsonl", {"split": "holdout"}, "holdout-unsealed"),
        ("questions.jsonl", {"cluster_id": "chapter 3"}, "bad-value"),
        ("questions.jsonl", {"score": 1}, "unknown-key"),
        ("questions.jsonl", {"language": "he"}, "notice"),
        ("questions.jsonl", {"ask": {"answer_type": "guess"}}, "record"),
        (
            "questions.jsonl",
            {"ask": {"answer_type": "enum", "choices": ["Red", "red ", "green", "blue", "black"]}},
            "truth-refused",
        ),
        ("truths.jsonl", {"truth": {"answer": "violet"}}, "truth-refused"),
        ("truths.jsonl", {"source_refs": []}, "bad-value"),
        ("truths.jsonl", {"question_id": "nobody"}, "truth-unknown"),
        ("review.jsonl", {"question_id": "nobody"}, "review-missing"),
        ("review.jsonl", {"outcome": "dropped"}, "review-outcome"),
        (
            "review.jsonl",
            {
                "passages": [
                    {"work": "w", "at": "1", "words": "one two three four five six seven 8 9"}
                ]
            },
            "quotation-long",
        ),
    ],
)
def test_a_wrong_record_is_refused_with_its_code(path: str, change: Change, code: str) -> None:
    files = edited(
        draft(), path, lambda one: one | change if one["question_id"] == "colour-0" else one
    )

    assert code in codes(files)


def test_more_than_eight_words_may_be_quoted_of_an_article_that_is_given_whole() -> None:
    words = "one two three four five six seven 8 9"
    place = {"work": "w", "at": "1"}
    whole = {"passages": [place | {"words": "one two", "text": f"{words} 10"},
                          place | {"words": words}], "reason": "So it says."}  # fmt: skip
    other = {"passages": [*whole["passages"], {"work": "w", "at": "2", "words": words}]}

    def with_review(change: Change) -> dict[str, bytes]:
        mine = lambda one: one | change if one["question_id"] == "colour-0" else one  # noqa: E731
        return edited(draft(), "review.jsonl", mine)

    reviews = lines(cut(with_review(whole), name="draft"), "review.jsonl")
    assert [one["passages"] for one in reviews if one.get("reason")] == [whole["passages"]]
    assert codes(with_review(other)) == {"quotation-long"}


def test_a_kept_question_that_every_reader_disputes_is_refused_and_one_that_agrees_suffices() -> (
    None
):
    def on_one(change: Any) -> dict[str, bytes]:
        return edited(
            draft(), "review.jsonl",
            lambda one: change(one) if one["question_id"] == "colour-0" else one,
        )  # fmt: skip

    split = on_one(lambda one: one | {"readers": one["readers"] + disputed_by_all(one)["readers"]})
    refused = on_one(disputed_by_all)
    two = {**refused, "review.jsonl": refused["review.jsonl"] + canonical_bytes(review("colour-0"))}

    assert codes(refused) == {"review-disputed"}
    assert cut(split, name="draft")
    assert cut(two, name="draft")


def test_a_problem_names_file_line_and_question() -> None:
    files = edited(
        draft(),
        "questions.jsonl",
        lambda one: one | {"license": "CC0-1.0"} if one["question_id"] == "colour-3" else one,
    )

    with pytest.raises(ReleaseError, match=r"draft/questions\.jsonl:4: licence; question colour-3"):
        cut(files, name="draft")


def test_a_truth_in_the_turns_is_refused_and_one_in_the_choices_is_not() -> None:
    def asking(turn: str) -> dict[str, bytes]:
        return edited(
            draft(),
            "questions.jsonl",
            lambda one: (
                one | {"turns": [{"role": "user", "content": turn}], "ask": {"answer_type": "enum"}}
                if one["question_id"] == "colour-1"
                else one
            ),
        )

    assert "truth-in-question" in codes(asking("Is grass GREEN, or what?"))
    assert "truth-in-question" not in codes(
        edited(
            asking("Is grass evergreen?"),
            "release.json",
            lambda one: one | {"licenses": ["CC0-1.0"]},
        )
    )


def test_a_question_asked_twice_is_refused() -> None:
    files = draft()
    twin = questions()[0] | {"question_id": "twin", "cluster_id": "c-9999"}
    extra = {
        "questions.jsonl": twin,
        "truths.jsonl": lines(files, "truths.jsonl")[0] | {"question_id": "twin"},
        "review.jsonl": review("twin"),
    }
    for path, one in extra.items():
        files[path] += canonical_bytes(one) + b"\n"

    assert "dup-question" in codes(files)


def test_an_id_that_stands_twice_is_refused() -> None:
    files = draft()
    files["truths.jsonl"] += files["truths.jsonl"].splitlines(keepends=True)[0]

    assert "dup-id" in codes(files)


def test_a_biased_key_is_refused() -> None:
    files = edited(
        draft(),
        "truths.jsonl",
        lambda one: (
            one | {"truth": {"answer": True}} if one["question_id"].startswith("yes") else one
        ),
    )

    assert codes(files) == {"won-without-law"}


def test_a_task_that_weighs_over_twice_as_much_is_refused() -> None:
    gone = {f"count-{n}" for n in range(4, 12)}
    files = draft()
    for path in ("questions.jsonl", "truths.jsonl", "review.jsonl"):
        files = edited(
            files, path,
            lambda one: None if one["question_id"] in gone else one,
        )  # fmt: skip

    assert "weights" in codes(files)


def test_terms_that_weigh_a_question_over_twice_as_much_are_a_warning() -> None:
    """Their weights are the owner's choice, so the release is cut, and told of what they do."""

    def weighed(track: dict[str, Any]) -> None:
        terms = [["0.7", "sight", "accuracy"], ["0.3", "count", "accuracy"]]
        track["scores"].append({"name": "weighed", "terms": terms})
        track["headline"] = "weighed"

    def lighter(track: dict[str, Any]) -> None:
        weighed(track)
        track["scores"][-1]["terms"][0][0], track["scores"][-1]["terms"][1][0] = "0.1", "0.9"

    even, uneven = (
        parse_release(cut(with_track(change), name="draft"), name="release")
        for change in (weighed, lighter)
    )

    # 24 questions of sight and 12 of count.
    assert list(warnings_of(even)) == []
    [warning] = warnings_of(uneven)
    assert warning.startswith("toy: a question of count weighs 18 times one of colour; level")


@pytest.mark.parametrize("path", ["limits.json", "review.jsonl", "changes.json", "truths.jsonl"])
def test_a_missing_file_is_named(path: str) -> None:
    files = draft()
    del files[path]

    with pytest.raises(ReleaseError, match=rf"draft/{path}: file-missing"):
        cut(files, name="draft")


def test_names_that_differ_by_case_or_punctuation_are_refused() -> None:
    def doubled(one: dict[str, Any]) -> dict[str, Any]:
        track = one["tracks"][0]
        track["tasks"]["yesno"] = track["tasks"]["yes_no"]
        return one

    assert "names-alike" in codes(edited(draft(), "release.json", doubled))


def test_a_repeated_key_in_a_draft_is_refused() -> None:
    files = draft()
    files["truths.jsonl"] = files["truths.jsonl"].replace(
        b'{"question_id"', b'{"question_id":"x","question_id"', 1
    )

    assert codes(files)


# What verify says -----------------------------------------------------------------------------


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


@pytest.mark.parametrize(
    "path", ["questions.jsonl", "truths.jsonl", "review.jsonl", "changes.json", "limits.json"]
)
def test_a_flipped_byte_is_found(path: str) -> None:
    release = cut(draft(), name="draft")
    at = release[path].index(b":") + 3

    broken = release | {path: flipped(release[path], at)}

    try:
        found = {problem.code for problem in verify(broken, name="release")}
    except ReleaseError as error:
        found = {problem.code for problem in error.problems}
    assert found


def test_a_file_that_the_manifest_does_not_list_is_found() -> None:
    release = cut(draft(), name="draft")

    found = verify(release | {"resources/extra.json": b"{}\n"}, name="release")

    assert [problem.code for problem in found] == ["digest"]


def test_an_id_that_is_not_its_digest_is_found() -> None:
    release = cut(draft(), name="draft")
    files = {
        path: data.replace(lines(release, "questions.jsonl")[0]["question_id"].encode(), b"0" * 64)
        for path, data in release.items()
    }

    assert "id" in {problem.code for problem in verify(files, name="release")}


def test_a_line_that_is_not_canonical_is_found() -> None:
    release = cut(draft(), name="draft")
    release["log/decisions.jsonl"] = b'{ "seq": 1 }\n'

    with pytest.raises(ReleaseError, match=r"decisions\.jsonl"):
        verify(release, name="release")


def test_spaces_in_a_file_of_ours_are_found() -> None:
    release = cut(draft(), name="draft")

    spaced = release | {"limits.json": release["limits.json"].replace(b":", b": ", 1)}

    assert {problem.code for problem in verify(spaced, name="release")} == {
        "digest",
        "not-canonical",
    }


# Manifests that would break a release later --------------------------------------------------


def with_track(change: Any) -> dict[str, bytes]:
    def changed(manifest: dict[str, Any]) -> dict[str, Any]:
        change(manifest["tracks"][0])
        return manifest

    return edited(draft(), "release.json", changed)


def unknown_metric(track: dict[str, Any]) -> None:
    track["scores"][1]["metric"] = "nope"


def metric_below_zero(track: dict[str, Any]) -> None:
    track["tasks"]["count"]["metric"] = "kendall_tau"


def unknown_metric_of_a_term(track: dict[str, Any]) -> None:
    track["scores"].append({"name": "extra", "terms": [["1", "sight", "nope"]]})


def empty_category(track: dict[str, Any]) -> None:
    track["categories"]["smell"] = {"title": "Smell"}


def unknown_scorer(track: dict[str, Any]) -> None:
    track["tasks"]["count"]["scorer"] = "oracle"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (unknown_metric, "metric-unfit"),
        (metric_below_zero, "metric-unfit"),
        (unknown_metric_of_a_term, "metric-unfit"),
        (empty_category, "category-empty"),
        (unknown_scorer, "scorer-unknown"),
    ],
)
def test_a_manifest_that_would_break_later_is_refused(change: Any, code: str) -> None:
    assert code in codes(with_track(change))


def test_a_cluster_in_two_tasks_is_refused() -> None:
    files = edited(
        draft(), "questions.jsonl",
        lambda one: one | {"cluster_id": "c-0000"}
        if one["question_id"] in {"colour-0", "count-0"}
        else one,
    )  # fmt: skip

    assert codes(files) == {"cluster-across"}


def test_a_resource_that_a_manifest_cannot_name_is_refused() -> None:
    assert codes(draft() | {"resources/.DS_Store": b"x"}) == {"resource-name"}


def test_a_draft_without_questions_is_refused() -> None:
    empty = {"questions.jsonl": b"", "truths.jsonl": b"", "review.jsonl": b""}

    assert "no-questions" in codes(draft() | empty)


def test_uneven_tasks_are_even_under_a_headline_that_pools() -> None:
    gone = {f"count-{n}" for n in range(3, 12)}
    files = with_track(lambda track: track.update(headline="accuracy_micro"))
    for path in ("questions.jsonl", "truths.jsonl", "review.jsonl"):
        files = edited(files, path, lambda one: None if one["question_id"] in gone else one)

    assert cut(files, name="draft")


def test_tracks_that_share_a_task_s_name_are_held_to_the_floor_one_by_one() -> None:
    def doubled(manifest: dict[str, Any]) -> dict[str, Any]:
        manifest["tracks"].append(manifest["tracks"][0] | {"track": "two"})
        return manifest

    files = edited(draft(), "release.json", doubled)
    limits = json.loads(files["limits.json"])
    limits["limits"].append(limits["limits"][0] | {"track": "two"})
    files["limits.json"] = canonical_bytes(limits)
    for path in ("questions.jsonl", "truths.jsonl", "review.jsonl"):
        for one in [json.loads(line) for line in files[path].splitlines()]:
            twin = one | {"question_id": f"two-{one['question_id']}"}
            if path == "questions.jsonl":
                twin |= {"track": "two"}
            if path == "truths.jsonl" and one["question_id"].startswith("yes"):
                # The first track's key leans to yes, the other's to no: together they balance.
                n = int(one["question_id"].rsplit("-", 1)[1])
                files[path] = files[path].replace(
                    canonical_bytes(one), canonical_bytes(one | {"truth": {"answer": n < 8}})
                )
                twin |= {"truth": {"answer": n >= 8}}
            files[path] += canonical_bytes(twin) + b"\n"

    assert codes(files) == {"won-without-law"}
