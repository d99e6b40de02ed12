"""The temporal systems answer a released track."""

from __future__ import annotations

import json

import pytest
from test_temporal_systems import made

from digesta.records.question import Question
from digesta_generate.temporal.states import RetrievedState
from places import ROOT


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    lines = (ROOT / "releases" / "2026-11-22.6" / "questions.jsonl").read_bytes().splitlines()
    return [Question.model_validate(one) for one in map(json.loads, lines)]


def test_without_ask_truths_and_difficulty_the_same_bytes_come_out(
    toy_states: list[RetrievedState], questions: list[Question]
) -> None:
    bare = [
        one.model_copy(update={"ask": {}, "task": "x", "category": "x", "difficulty": "x"})
        for one in questions
    ]

    assert made(toy_states, bare) == made(toy_states, questions)


def test_a_submission_and_its_passages_are_of_all_temporal_questions(
    toy_states: list[RetrievedState], questions: list[Question]
) -> None:
    files = made(toy_states, questions)
    asked = sorted(one.question_id for one in questions if one.scorer == "temporal")

    for name in ("predictions.jsonl", "trace.jsonl", "passages"):
        lines = [json.loads(line) for line in files[name].splitlines()]
        assert [one["question_id"] for one in lines] == asked
    for line in map(json.loads, files["passages"].splitlines()):
        assert list(line) == ["injected", "query_sha256", "question_id", "retrieved", "shown"]
        assert [one["id"] for one in line["shown"]] == line["retrieved"][:5]
