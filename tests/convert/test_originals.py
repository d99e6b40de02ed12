"""What the originals' own files hold beside the samples: each comes in, and is marked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from seeds import halacha_question, lines, only, reported

from digesta_convert import CONVERTERS

CHOICES = ["dairy", "meat", "parve"]


# HalachaBench ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("truth", "acceptable", "accepted"),
    [
        # The original reads an index, as a number or a text, as the choice; then it normalises.
        ("dairy", [0], ["dairy"]),
        ("dairy", 0, ["dairy"]),
        (0, ["dairy"], ["dairy"]),
        (0, ["0"], ["dairy"]),
        ("0", [0, "meat"], ["dairy", "meat"]),
        ("dairy", ["Dairy", "1"], ["Dairy", "meat"]),
    ],
)
def test_acceptable_answers_may_repeat_the_right_one_as_an_index(
    truth: Any, acceptable: Any, accepted: list[str]
) -> None:
    question = halacha_question(
        answer_type="mcq", choices=CHOICES, ground_truth=truth, acceptable_answers=acceptable
    )
    answer = {"question_id": question["question_id"], "answer": 0}

    draft = CONVERTERS["halachabench"].read(
        {"questions.jsonl": lines([question]), "predictions.jsonl": lines([answer])}
    )

    assert draft.truths[0]["truth"] == {"answer": "dairy", "accepted": accepted}
    assert json.loads(reported("halachabench", draft)["results.json"])["overall"] == 1.0


def test_a_boolean_s_acceptable_answers_are_not_read_as_the_original_reads_none() -> None:
    question = halacha_question(
        answer_type="boolean", ground_truth=True, acceptable_answers=["yes", "true"]
    )
    answer = {"question_id": question["question_id"], "answer": "yes"}

    draft = CONVERTERS["halachabench"].read(
        {"questions.jsonl": lines([question]), "predictions.jsonl": lines([answer])}
    )

    assert json.loads(reported("halachabench", draft)["results.json"])["overall"] == 1.0


def test_acceptable_answers_that_leave_the_right_choice_out_are_refused() -> None:
    question = halacha_question(
        answer_type="mcq", choices=CHOICES, ground_truth=0, acceptable_answers=[1, "2"]
    )

    problem = only("halachabench", {"questions.jsonl": lines([question])})

    assert (problem.code, problem.line) == ("truth-not-accepted", 1)


# TREC ------------------------------------------------------------------------------------------


def test_a_query_and_a_case_keep_the_sign_before_their_number() -> None:
    files = {
        # LeCaRD numbers its queries so: -1405 and 1405 are two.
        "qrels.txt": b"-1405 0 38633 3\n1405 0 38633 2\n1405 0 -7 1\n",
        "run.txt": b"-1405 Q0 38633 1 2 digesta\n-1405 Q0 -7 2 1 digesta\n",
    }

    draft = CONVERTERS["trec"].read(files)

    assert [question["question_id"] for question in draft.questions] == ["minus-1405", "1405"]
    assert draft.answer_of() == {"minus-1405": {"ranked": ["38633", "minus-7"]}}
    written = CONVERTERS["trec"].write(draft)
    assert (dict(written.files), written.losses) == (files, ())
