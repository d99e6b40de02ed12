"""Rolling refresh: whole clusters, the oldest first, then as the seed says."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.releases.draft import canary_of, draft_from
from digesta.releases.refresh import refreshed_files, retiring_questions
from world import draft, edited

NEXT = {"release": "2026-03-05", "title": "March", "canary": canary_of("2026-03-05", "March")}
CLUSTERED = edited(
    draft(), "questions.jsonl",
    lambda one: one
    | {"cluster_id": f"c-{one['task'][:3]}{int(one['question_id'].rsplit('-', 1)[1]) // 4}"},
)  # fmt: skip
"""Each task's twelve questions in three clusters of four, each with a balanced key."""


def started(files: dict[str, bytes] = CLUSTERED) -> tuple[Any, dict[str, bytes]]:
    release = cut(files, name="draft")
    before = parse_release(release, name="before")
    return before, draft_from(release, before, NEXT)


BEFORE, DRAFT = started()
DATA = parse_release(DRAFT, name="draft")


def by_task(questions: list[Any]) -> Counter[str]:
    return Counter(one.task for one in questions)


def test_a_third_of_each_task_is_one_cluster_of_each() -> None:
    found = retiring_questions(BEFORE, DATA, share=Fraction(1, 3), seed="x")

    assert by_task(found) == {"colour": 4, "count": 4, "yes_no": 4}
    assert len({one.cluster_id for one in found}) == 3


@settings(max_examples=40)
@given(share=st.fractions(0, 1), seed=st.text(max_size=3))
def test_whole_clusters_retire_and_never_more_than_the_share(share: Fraction, seed: str) -> None:
    found = retiring_questions(BEFORE, DATA, share=share, seed=seed)

    gone = {one.question_id for one in found}
    for question in DATA.questions:
        same = {one.question_id for one in DATA.questions if one.cluster_id == question.cluster_id}
        assert (question.question_id in gone) == (same <= gone)
    assert all(n <= 12 * share for n in by_task(found).values())


def test_a_share_below_a_cluster_retires_nothing() -> None:
    assert retiring_questions(BEFORE, DATA, share=Fraction("0.2"), seed="x") == []


def test_the_seed_chooses_among_those_of_an_age() -> None:
    picks = {
        tuple(
            one.question_id
            for one in retiring_questions(BEFORE, DATA, share=Fraction(1, 3), seed=seed)
        )
        for seed in ("a", "b", "c", "d")
    }

    assert len(picks) > 1
    assert retiring_questions(BEFORE, DATA, share=Fraction(1, 3), seed="a") == retiring_questions(
        BEFORE, DATA, share=Fraction(1, 3), seed="a"
    )


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_clusters_with_the_oldest_question_retire_first_whatever_the_seed(seed: str) -> None:
    aged = edited(
        CLUSTERED, "questions.jsonl",
        lambda one: one | {"released": "2025-01-01"} if one["question_id"][-2:] == "-8" else one,
    )  # fmt: skip
    before, files = started(aged)

    found = retiring_questions(
        before, parse_release(files, name="d"), share=Fraction(1, 3), seed=seed
    )

    assert {one.cluster_id for one in found} == {"c-col2", "c-cou2", "c-yes2"}


def test_what_retires_leaves_all_files_and_stands_in_changes_with_the_reason() -> None:
    found = retiring_questions(BEFORE, DATA, share=Fraction(1, 3), seed="x")

    after = refreshed_files(DRAFT, DATA, found, reason="rolling refresh")

    gone = {one.question_id for one in found}
    rows = json.loads(after["changes.json"])["retired"]
    assert {row["question_id"]: row["reason"] for row in rows} == dict.fromkeys(
        gone, "rolling refresh"
    )
    for path in ("questions.jsonl", "truths.jsonl", "review.jsonl"):
        assert not [
            line for line in after[path].splitlines() if json.loads(line)["question_id"] in gone
        ]
        assert set(after[path].splitlines()) < set(DRAFT[path].splitlines())
    assert cut(DRAFT | after, name="draft", before=BEFORE)


def test_the_same_refresh_again_retires_nothing_more() -> None:
    found = retiring_questions(BEFORE, DATA, share=Fraction(1, 3), seed="x")
    files = DRAFT | refreshed_files(DRAFT, DATA, found, reason="rolling")
    data = parse_release(files, name="draft")

    assert retiring_questions(BEFORE, data, share=Fraction(1, 3), seed="x") == []
    assert refreshed_files(files, data, [], reason="rolling").items() <= files.items()


@pytest.mark.parametrize("written", [1, 2, 3])
def test_a_refresh_that_was_cut_off_is_completed_by_the_same_command(written: int) -> None:
    found = retiring_questions(BEFORE, DATA, share=Fraction(1, 3), seed="x")
    whole = refreshed_files(DRAFT, DATA, found, reason="rolling")
    torn = DRAFT | dict(list(whole.items())[:written])

    data = parse_release(torn, name="draft")
    again = retiring_questions(BEFORE, data, share=Fraction(1, 3), seed="x")

    assert torn | refreshed_files(torn, data, again, reason="rolling") == DRAFT | whole


def test_new_questions_never_retire() -> None:
    files = edited(
        DRAFT, "questions.jsonl",
        lambda one: one | {"question_id": f"new-{one['question_id'][:9]}"},
    )  # fmt: skip

    assert (
        retiring_questions(BEFORE, parse_release(files, name="d"), share=Fraction(1), seed="x")
        == []
    )


def test_only_questions_of_what_is_named_retire() -> None:
    share = Fraction(1, 3)
    every = retiring_questions(BEFORE, DATA, share=share, seed="x")

    assert (
        retiring_questions(BEFORE, DATA, share=share, seed="x", only=["other", "toy/other"]) == []
    )
    assert retiring_questions(BEFORE, DATA, share=share, seed="x", only=["toy"]) == every
    assert retiring_questions(
        BEFORE, DATA, share=share, seed="x", only=["toy/colour", "toy/count"]
    ) == [one for one in every if one.task != "yes_no"]
