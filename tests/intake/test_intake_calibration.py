"""What a judge said of calibration answers is read as strictly as its verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from verdict_lines import JUDGE, TRUTH, criteria

from digesta.canonical import canonical_lines, digest
from digesta.errors import SubmissionError
from digesta.intake import (
    choice_sha256,
    judged_text,
    prompt_sha256,
    read_calibration,
    read_choices,
)
from digesta.records.judges.calibration import CalibrationKind

ANSWERS: dict[CalibrationKind, str] = {
    "reference": "L'article 1240.", "partial": "Un article.", "wrong": "L'article 1.",
    "off_topic": "Il pleut.",
}  # fmt: skip
SETS = {"q-1": {kind: judged_text(TRUTH, answer) for kind, answer in ANSWERS.items()}}


def line(kind: CalibrationKind, **changes: Any) -> dict[str, Any]:
    one = SETS["q-1"][kind]
    return {
        "question_id": "q-1", "answer_sha256": digest(one.answer),
        "prompt_sha256": prompt_sha256(JUDGE, "q-1", one), "criteria": criteria(),
    } | changes  # fmt: skip


def choice(
    first: CalibrationKind, second: CalibrationKind, chosen: str = "first", **changes: Any
) -> dict[str, Any]:
    pair = (SETS["q-1"][first], SETS["q-1"][second])
    return {
        "question_id": "q-1", "first": first, "second": second, "chosen": chosen,
        "prompt_sha256": choice_sha256(JUDGE, "q-1", pair),
    } | changes  # fmt: skip


def codes(read: Any, *lines: dict[str, Any]) -> list[tuple[int, str]]:
    with pytest.raises(SubmissionError) as caught:
        read(canonical_lines(lines), SETS, JUDGE, file="f.jsonl")
    return [(one.line, one.code) for one in caught.value.problems]


def test_a_verdict_is_on_the_calibration_answer_whose_digest_it_has() -> None:
    lines = canonical_lines([line("wrong"), line("reference")])

    found = read_calibration(lines, SETS, JUDGE, file="f.jsonl")

    assert list(found) == [("q-1", "wrong"), ("q-1", "reference")]
    assert read_calibration(b"", SETS, JUDGE, file="f.jsonl") == {}


def test_a_verdict_on_no_calibration_answer_refuses_the_file() -> None:
    assert codes(
        read_calibration,
        line("reference"),
        line("reference"),
        line("partial", answer_sha256="0" * 64),
        line("partial", prompt_sha256="0" * 64),
        line("wrong", question_id="q-2"),
        line("wrong", criteria=[]),
        line("off_topic") | {"kind": "off_topic"},
    ) == [
        (2, "calibration-twice"), (3, "verdict-answer"), (4, "verdict-prompt"),
        (5, "calibration-none"), (6, "criterion-missing"), (6, "criterion-missing"),
        (7, "unknown-key"),
    ]  # fmt: skip


def test_choices_are_read_in_order_each_pair_once_in_each_order() -> None:
    lines = canonical_lines([choice("partial", "wrong"), choice("wrong", "partial", "second")])

    found = read_choices(lines, SETS, JUDGE, file="f.jsonl")

    assert [(one.first, one.chosen) for one in found] == [("partial", "first"), ("wrong", "second")]


def test_a_choice_between_other_answers_refuses_the_file() -> None:
    assert codes(
        read_choices,
        choice("partial", "wrong"),
        choice("partial", "wrong", "tie"),
        choice("wrong", "partial", prompt_sha256=choice("partial", "wrong")["prompt_sha256"]),
        choice("wrong", "reference", question_id="q-2"),
        choice("wrong", "wrong"),
        choice("wrong", "reference", "neither"),
    ) == [
        (2, "choice-twice"), (3, "verdict-prompt"), (4, "calibration-none"), (5, "bad-value"),
        (6, "bad-value"),
    ]  # fmt: skip
