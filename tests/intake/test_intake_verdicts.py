"""A judge's files are taken whole or refused whole; a verdict belongs to what was judged."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from verdict_lines import ANSWERS, FILE, JUDGE, KNOWN, TRUTH, criteria, line

from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.errors import SubmissionError
from digesta.intake import (
    InputLimits,
    judged_text,
    prompt_sha256,
    read_verdicts,
)
from digesta.intake.records import RecordFile
from digesta.records.judges.verdict import Judge, Verdict


def read(*lines: dict[str, Any], judge: Judge = JUDGE, **more: Any) -> dict[str, Verdict]:
    return read_verdicts(canonical_lines(lines), KNOWN, judge, file=FILE, **more)


def refused(*lines: dict[str, Any], **more: Any) -> list[tuple[int, str]]:
    with pytest.raises(SubmissionError) as caught:
        read(*lines, **more)
    assert {one.file for one in caught.value.problems} == {FILE}
    assert all(one.fix for one in caught.value.problems)
    return [(one.line, one.code) for one in caught.value.problems]


# Verdicts -------------------------------------------------------------------------------------


def test_verdicts_are_given_by_question_and_a_question_may_lack_one() -> None:
    found = read(line("q-2"), line("q-1"))

    assert list(found) == ["q-2", "q-1"]
    assert found["q-1"].criteria[0].evidence == ["1240"]
    assert read() == {}


def test_a_verdict_on_an_edited_answer_is_refused() -> None:
    assert refused(line("q-1"), line("q-2", answer_sha256=digest("Rien"))) == [
        (2, "verdict-answer")
    ]


@pytest.mark.parametrize("question_id", ["q-3", "q-4"])
def test_a_verdict_on_a_missing_or_unreadable_answer_is_refused(question_id: str) -> None:
    assert refused(line(question_id)) == [(1, "verdict-answer")]


@pytest.mark.parametrize(
    "change",
    [
        {"prompts": {"criterion": "0" * 64}},
        {"parameters": {"temperature": "1"}},
        {"model": "another"},
        {"judge": "rules-2"},
    ],
)
def test_a_verdict_by_a_judge_set_otherwise_is_refused(change: dict[str, Any]) -> None:
    other = JUDGE.model_copy(update=change)

    assert refused(line("q-1"), judge=other) == [(1, "verdict-prompt")]


def test_a_verdict_on_criteria_that_were_edited_since_is_refused() -> None:
    edited = {"criteria": [TRUTH["criteria"][0] | {"text": "Wants more."}, TRUTH["criteria"][1]]}
    known = {"q-1": judged_text(edited, ANSWERS["q-1"])}

    with pytest.raises(SubmissionError, match="verdict-prompt"):
        read_verdicts(canonical_lines([line("q-1")]), known, JUDGE, file=FILE)


def test_verdicts_and_their_judge_say_alike_whether_passages_were_recorded() -> None:
    other = JUDGE.model_copy(update={"passages": "not_recorded"})

    assert len(read(line(passages="not_recorded"), judge=other)) == 1
    assert refused(line(), judge=other) == [(1, "verdict-passages")]
    assert refused(line(passages="not_recorded")) == [(1, "verdict-passages")]


def test_what_does_not_concern_the_judging_leaves_verdicts_as_they_are() -> None:
    later = JUDGE.model_copy(update={"date": "2027-01-01", "operator": "others", "controls": {}})

    assert len(read(line("q-1"), judge=later)) == 1


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        (criteria()[:1], ["criterion-missing"]),
        ([], ["criterion-missing", "criterion-missing"]),
        (criteria(criterion_id="SUB9"), ["criterion-unknown", "criterion-missing"]),
        ([*criteria(), *criteria()[:1]], ["bad-value"]),
        (criteria(evidence=["a"] * 17), ["evidence-count"]),
        (criteria(evidence=["a" * 2001]), ["evidence-size"]),
        (criteria(evidence=["a" * 2001] * 17), ["evidence-count", "evidence-size"]),
        (criteria(evidence=[""]), ["bad-value"]),
        ([criteria()[0], {**criteria()[1], "evidence": ["x"]}], ["evidence-none"]),
        (criteria(confidence="1.2"), ["bad-value"]),
        (criteria(confidence=0.9), ["wrong-type"]),
        (criteria(satisfied="yes"), ["wrong-type"]),
        (criteria(satisfied=1), ["wrong-type"]),
        (criteria(score=1), ["unknown-key"]),
        (criteria(analysis=None), ["null"]),
    ],
)
def test_criteria_are_known_each_judged_once_within_limits(
    said: list[dict[str, Any]], codes: list[str]
) -> None:
    found = refused(line("q-2"), line("q-1", criteria=said))

    assert [code for _, code in found] == codes
    assert {number for number, _ in found} == {2}


def test_evidence_may_be_as_much_as_the_limits_allow() -> None:
    found = read(line(criteria=criteria(evidence=["a" * 2000] * 16)))

    assert len(found["q-1"].criteria[0].evidence) == 16


def test_every_problem_of_a_file_is_told_with_its_line() -> None:
    wrong = [
        line("q-1"),
        line("q-1"),
        line("q-9"),
        line("q-2", answer_sha256="0" * 64, criteria=[]),
        line("q-2", extra=1),
    ]

    assert refused(*wrong) == [
        (2, "dup-id"), (3, "unknown-id"), (4, "verdict-answer"), (4, "criterion-missing"),
        (4, "criterion-missing"), (5, "unknown-key"),
    ]  # fmt: skip


def test_problems_beyond_the_first_twenty_are_counted() -> None:
    with pytest.raises(SubmissionError) as caught:
        read(*(line("q-9") for _ in range(15)), *(line("q-1", criteria=[]) for _ in range(9)))

    assert len(caught.value.problems) == 20
    assert caught.value.total == 15 + 2 + 8


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ({"hallucinated": True}, "bad-value"),
        ({"hallucinated": True, "severity": "Critical"}, "bad-value"),
        ({"hallucinated": False, "category": "rumour"}, "bad-value"),
    ],
)
def test_an_unknown_or_absent_severity_is_an_error(claim: dict[str, Any], code: str) -> None:
    known = {"text": "x", "category": "legal_rule"} | claim

    assert refused(line("q-1", claims=[known])) == [(1, code)]


GOOD = canonical_bytes(line("q-1"))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (GOOD + b"\n\n", "line-blank"),
        (b"\n" + GOOD, "line-blank"),
        (b"\xef\xbb\xbf" + GOOD, "bom"),
        (GOOD.replace(b"1240", b"\xff"), "utf8"),
        (GOOD[:-1], "not-json"),
        (GOOD + GOOD, "not-json"),
        (GOOD[:-1] + b',"question_id":"q-1"}', "dup-key"),
        (GOOD.replace(b"1240", b"\\u0000"), "control"),
        (GOOD.replace(b"1240", b"\\ud800"), "surrogate"),
        (b"[" + GOOD + b"]", "wrong-type"),
        (b"\x1f\x8b" + GOOD, "file-packed"),
        (GOOD.replace(b'"q-1"', b'"Q 1"'), "bad-value"),
    ],
)
def test_bytes_are_read_as_strictly_as_predictions(data: bytes, code: str) -> None:
    with pytest.raises(SubmissionError) as caught:
        read_verdicts(data, KNOWN, JUDGE, file=FILE)

    assert [one.code for one in caught.value.problems] == [code]


def test_a_carriage_return_before_the_line_feed_is_white_space() -> None:
    assert list(read_verdicts(GOOD + b"\r\n", KNOWN, JUDGE, file=FILE)) == ["q-1"]


@pytest.mark.parametrize(
    ("limits", "problem"),
    [(InputLimits(file_bytes=10), (0, "file-size")), (InputLimits(lines=1), (2, "line-count"))],
)
def test_a_file_of_records_beyond_its_limits_is_refused(
    limits: InputLimits, problem: tuple[int, str]
) -> None:
    file = RecordFile(FILE, limits)
    list(file.lines(canonical_lines([line(), line("q-2")]), Verdict))

    with pytest.raises(SubmissionError) as caught:
        file.end()

    assert [(one.line, one.code) for one in caught.value.problems] == [problem]


@settings(max_examples=80)
@given(st.binary(max_size=60) | st.integers(0, len(GOOD)).map(lambda cut: GOOD[:cut]))
def test_no_bytes_raise_anything_but_located_problems(data: bytes) -> None:
    # Anything but a SubmissionError would leave the block, and fail the test.
    with suppress(SubmissionError):
        assert set(read_verdicts(data, KNOWN, JUDGE, file=FILE)) <= {"q-1"}


def test_the_prompt_digest_is_of_canonical_bytes_that_anybody_can_make() -> None:
    value = {
        "answer_sha256": digest("L'article 1240."),
        "criteria": {one["criterion_id"]: one for one in TRUTH["criteria"]},
        "judge": "rules-1",
        "model": "digesta rules 1",
        "parameters": {"temperature": "0"},
        "prompts": {"criterion": "5d" * 32},
        "question_id": "q-1",
    }

    assert prompt_sha256(JUDGE, "q-1", KNOWN["q-1"]) == digest(value)
