"""Bad JSON is refused whole: every problem with file, line or place, what it is, how to mend it."""

from __future__ import annotations

from typing import Any

import pytest
from seeds import (
    benchmark,
    halacha_question,
    lines,
    only,
    query,
    query_set,
    refused,
)

from digesta_convert import CONVERTERS

# JSON ------------------------------------------------------------------------------------------


def test_a_question_that_was_changed_after_its_id_was_made_is_refused() -> None:
    question = halacha_question() | {"task": "meat"}

    problem = only("halachabench", {"q.jsonl": lines([question])})

    assert problem.code == "question-id"
    assert halacha_question(task="meat")["question_id"] == problem.expected


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"release_date": "2026-2-5"}, "bad-value"),
        ({"answer_type": "essay"}, "bad-value"),
        ({"turns": []}, "bad-value"),
        ({"tolerance": -1}, "bad-value"),
        ({"extra": 1}, "unknown-key"),
        ({"ground_truth": None}, "missing-key"),
        ({"acceptable_answers": []}, "truth-not-accepted"),
        ({"acceptable_answers": ["parve"]}, "truth-not-accepted"),
    ],
)
def test_a_bad_field_of_a_question_is_told(fields: dict[str, Any], code: str) -> None:
    question = halacha_question(**fields)

    problem = only("halachabench", {"q.jsonl": lines([halacha_question(task="x"), question])})

    assert (problem.code, problem.line) == (code, 2)


def test_predictions_need_an_answer_and_no_other_key() -> None:
    question = halacha_question()
    bad = [{"question_id": question["question_id"], "answer": "x", "note": 1}]
    files = {"q.jsonl": lines([question]), "p.jsonl": lines(bad)}

    assert only("halachabench", files).code == "unknown-key"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"task": "point_in_time"}, "unknown-key"),
        ({"task": "guess"}, "bad-value"),
        ({"ground_truth": {"amended": "no"}}, "wrong-type"),
        ({"target_date": "2001-02-30"}, "bad-value"),
        ({"difficulty": None}, "missing-key"),
    ],
)
def test_a_bad_query_is_told_by_its_place_in_the_file(fields: dict[str, Any], code: str) -> None:
    problems = refused("tlr", benchmark(query(query_id="a"), query(**fields)))

    assert code in {one.code for one in problems}
    assert {one.file for one in problems} == {"tlr_bench_v1.json#/queries/1"}


def test_two_queries_with_one_id_are_refused() -> None:
    assert only("tlr", benchmark(query(), query())).code == "dup-id"


def test_an_amendment_with_another_name_stays_and_is_listed() -> None:
    truth = {"amended": True, "amendments": ["lei 9"]}

    draft = CONVERTERS["tlr"].read(benchmark(query(ground_truth=truth)))

    assert draft.truths[0]["truth"]["amendments"] == ["lei 9"]
    assert "truth/amendments/0" in {one.got for one in draft.lacks}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda one: one | {"positives_count": 3}, "count"),
        (lambda one: one | {"positives": []}, "bad-value"),
        (lambda one: one | {"query": one["query"] | {"fact": ""}}, "bad-value"),
        (lambda one: one | {"positives": [one["positives"][0] | {"accusation": "盗窃"}],
                            "positives_count": 1}, "wrong-type"),
        (lambda one: one | {"positives": [one["positives"][0] | {"months": 1}],
                            "positives_count": 1}, "unknown-key"),
        (lambda one: one | {"positives": [*one["positives"], one["positives"][0] |
                            {"fact": "别的案情"}], "positives_count": 11}, "case-twice"),
    ],
)  # fmt: skip
def test_a_bad_line_of_a_query_set_is_told(change: Any, code: str) -> None:
    problem = only("legalagent", {"set.jsonl": lines([query_set(7), change(query_set())])})

    assert (problem.code, problem.line) == (code, 2)


def test_a_query_among_its_own_positives_is_listed() -> None:
    one = query_set()
    one["positives"][3] = one["positives"][3] | {"fact": one["query"]["fact"], "fact_id": "0"}
    one["positives"][3] |= {"accusation": ["盗窃"], "relevant_articles": ["264"]}
    one["positives"][3]["imprisonment"] = one["query"]["meta"]["term_of_imprisonment"]

    draft = CONVERTERS["legalagent"].read({"set.jsonl": lines([one])})

    assert any("is the query itself" in lack.expected for lack in draft.lacks)


def test_one_text_with_two_sets_of_attributes_keeps_the_first_and_is_listed() -> None:
    one = query_set()
    one["positives"][9] = one["positives"][0] | {"accusation": ["诈骗"], "fact_id": "300"}

    draft = CONVERTERS["legalagent"].read({"set.jsonl": lines([one])})

    found = next(note for note in draft.notes if "two sets of attributes" in note)
    assert found.startswith("set.jsonl:1: case-100: ")


def test_a_response_to_other_queries_is_refused() -> None:
    files = {"set.jsonl": lines([query_set()]), "response.json": b"[[], []]"}

    assert only("legalagent", files).code == "result-count"
