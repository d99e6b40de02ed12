"""Calibration answers: refused unless four to a judged question, and given its final id."""

from __future__ import annotations

import json
from typing import Any

import pytest

from digesta.canonical import canonical_lines
from digesta.errors import ReleaseError
from digesta.releases.checks.calibration import sets_of, unseen_in
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.workspace.verify import verify
from judged_workspace import SETS, calibration, judged_draft

PATH = "resources/french/calibration.jsonl"


def codes(lines: list[dict[str, Any]]) -> set[tuple[str, int]]:
    with pytest.raises(ReleaseError) as caught:
        cut(judged_draft() | {PATH: canonical_lines(lines)}, name="draft")
    assert all(one.file == f"draft/{PATH}" for one in caught.value.problems)
    return {(one.code, one.line) for one in caught.value.problems}


def test_a_cut_gives_calibration_answers_the_final_ids_best_first() -> None:
    release = cut(judged_draft(), name="draft")

    lines = [json.loads(line) for line in release[PATH].splitlines()]

    ids = {json.loads(line)["question_id"] for line in release["questions.jsonl"].splitlines()}
    assert {one["question_id"] for one in lines} < ids
    assert [one["kind"] for one in lines] == SETS * ["reference", "partial", "wrong", "off_topic"]
    assert verify(release, name="release") == []
    assert cut(release, name="release") == release
    known = sets_of(parse_release(release, name="release"))
    assert len(known) == SETS
    assert all(one.criteria for answers in known.values() for one in answers.values())


def test_a_set_has_all_four_kinds_once_and_four_texts() -> None:
    lines = calibration()

    assert codes(lines[1:]) == {("calibration-set", 1)}
    assert codes([lines[0], *lines]) == {("calibration-set", 1)}
    assert codes([*lines[:3], lines[3] | {"answer": lines[2]["answer"]}]) == {
        ("calibration-set", 1)
    }


def test_questions_that_no_judge_marks_are_not_calibrated_on() -> None:
    lines = calibration()[:4]

    assert codes([one | {"question_id": "colour-1"} for one in lines]) == {
        ("calibration-question", n) for n in (1, 2, 3, 4)
    }
    assert ("calibration-question", 1) in codes([lines[0] | {"question_id": "nowhere"}])


def test_a_line_of_another_shape_is_refused() -> None:
    lines = calibration()

    assert codes([lines[0] | {"kind": "best"}, *lines[1:]]) == {("bad-value", 1)}


def test_a_set_is_unseen_only_if_all_four_answers_are() -> None:
    lines = [one | {"unseen": True} for one in calibration()]
    del lines[0]["unseen"]

    release = parse_release(
        cut(judged_draft() | {PATH: canonical_lines(lines)}, name="draft"), name="release"
    )

    assert len(unseen_in(release)) == SETS - 1
