"""A judge that covers a part: what it is asked, what it is bound to, what its figures are of."""

from __future__ import annotations

from typing import Any

import pytest

from digesta.board.judges.coverage import coverage
from digesta.canonical import canonical_lines, digest
from digesta.errors import SubmissionError
from digesta.intake import JudgedAnswer, asked_criteria, judged_text, prompt_sha256, read_verdicts
from digesta.records.judges.verdict import Judge

ALL = Judge.model_validate(
    {
        "format": "judge/1", "judge": "rules-1", "model": "m", "parameters": {}, "prompts": {},
        "operator": "the tests", "date": "2026-02-05", "controls": {},
    }
)  # fmt: skip
PART = ALL.model_copy(update={"covers": "checkable"})
TRUTH = {
    "criteria": [
        {"criterion_id": "SUB1", "dimension": "substance", "points": "3", "text": "a",
         "check": "party: A"},
        {"criterion_id": "SUB2", "dimension": "substance", "points": "1", "text": "b"},
        {"criterion_id": "NEG1", "dimension": "negative", "points": "-1", "text": "c",
         "check": "party: C"},
    ]
}  # fmt: skip
ONE = judged_text(TRUTH, "A.")


def line(judge: Judge, *criteria: str, one: JudgedAnswer = ONE) -> bytes:
    said = [{"criterion_id": c, "satisfied": False, "confidence": "1"} for c in criteria]
    value: dict[str, Any] = {
        "question_id": "q-1", "answer_sha256": digest(one.answer),
        "prompt_sha256": prompt_sha256(judge, "q-1", one), "criteria": said,
    }  # fmt: skip
    return canonical_lines([value])


def codes(judge: Judge, data: bytes) -> list[str]:
    try:
        read_verdicts(data, {"q-1": ONE}, judge, file="x")
    except SubmissionError as error:
        return [one.code for one in error.problems]
    return []


def test_a_judge_that_covers_a_part_is_asked_the_criteria_with_a_check_alone() -> None:
    assert list(asked_criteria(ONE, ALL)) == ["SUB1", "SUB2", "NEG1"]
    assert list(asked_criteria(ONE, PART)) == ["SUB1", "NEG1"]


def test_its_verdicts_list_those_and_no_other() -> None:
    assert codes(PART, line(PART, "SUB1", "NEG1")) == []
    assert codes(PART, line(PART, "SUB1")) == ["criterion-missing"]
    assert codes(PART, line(PART, "SUB1", "SUB2", "NEG1")) == ["criterion-unknown"]
    assert codes(ALL, line(ALL, "SUB1", "NEG1")) == ["criterion-missing"]


def test_its_prompt_digest_binds_those_alone() -> None:
    for name, moved in (("SUB2", False), ("SUB1", True)):
        edited = [
            one | {"text": "edited"} if one["criterion_id"] == name else one
            for one in TRUTH["criteria"]
        ]
        other = judged_text({"criteria": edited}, "A.")

        assert (prompt_sha256(PART, "q", other) != prompt_sha256(PART, "q", ONE)) is moved
        assert prompt_sha256(ALL, "q", other) != prompt_sha256(ALL, "q", ONE)


def test_how_much_it_covers_is_counted_in_criteria_and_in_points_that_can_be_earned() -> None:
    part = coverage(PART, [ONE, JudgedAnswer({"/a": {}}, needed=False)])

    assert part is not None
    assert part.as_json() == {"criteria": 2, "of": 3, "points": 0.75}
    assert coverage(ALL, [ONE]) is None


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(ValueError, match="checkable"):
        Judge.model_validate(ALL.as_json() | {"covers": "some"})
