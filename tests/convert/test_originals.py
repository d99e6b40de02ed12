"""What the originals' own files hold beside the samples: each comes in, and is marked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from seeds import halacha_question, lines, only, reported, sample

from digesta_convert import CONVERTERS

PARTS = ("Gold", "Accusation", "Article", "Imprisonment")
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


# Legal Agent -----------------------------------------------------------------------------------


def original_figures(queries: list[Any], responses: list[Any]) -> dict[str, list[str]]:
    """Return the rows of the summary as the original's evaluator computes them, part by part."""
    rows: dict[str, list[list[float]]] = {}
    for query, results in zip(queries, responses, strict=True):
        found = [hit for hit in results if hit["fact"].strip() != query["query"]["fact"].strip()]
        for k in (k for k in (3, 5, 10) if k <= len(found)):
            for part in PARTS:
                hits = sum(is_right(part, query, hit) for hit in found[:k])
                rows.setdefault(f"{part} {k}", []).append(
                    [hits / k, hits / 10, float(hits > 0), 2 * hits / (k + 10)]
                )
    means = {
        key: [f"{100 * sum(column) / len(column):.2f}%" for column in zip(*values, strict=True)]
        for key, values in rows.items()
    }
    return {
        f"{part} {name}": [means[f"{part} {k}"][at] for k in (3, 5, 10)]
        for part in PARTS
        for at, name in enumerate(("Precision", "Recall", "Hit Rate", "Macro-F1"))
    }


def is_right(part: str, query: Any, hit: Any) -> bool:
    meta = query["query"]["meta"]
    if part == "Gold":
        return hit["fact"].strip() in {case["fact"].strip() for case in query["positives"][:10]}
    if part != "Imprisonment":
        key = {"Accusation": "accusation", "Article": "relevant_articles"}[part]
        return set(hit[key]) == set(meta[key])
    term, other = meta["term_of_imprisonment"], hit["imprisonment"]
    if any(term[key] != other[key] for key in ("life_imprisonment", "death_penalty")):
        return False
    apart, most = abs(term["imprisonment"] - other["imprisonment"]), 0.2 * term["imprisonment"]
    return term["life_imprisonment"] or term["death_penalty"] or apart <= max(6, most)


def figures_of(summary: str) -> dict[str, list[str]]:
    part, figures = "", {}
    for line in summary.split("\n")[10:]:
        if "|" in line:
            title, name, *values = (cell.strip() for cell in line.split("|"))
            part = title or part
            figures[f"{part} {name}"] = values
    return figures


@pytest.mark.parametrize("kind", ["itself", "again", "untiered", "as it is"])
def test_a_set_with_positives_outside_the_tiers_or_the_query_among_them_is_scored(
    kind: str,
) -> None:
    queries = [json.loads(line) for line in sample("legalagent/eval_dataset_v4.jsonl").splitlines()]
    responses = json.loads(sample("legalagent/batch_search_dense.response.json"))
    positives = queries[0]["positives"]
    if kind == "itself":
        own = {key: queries[0]["query"]["meta"][key] for key in ("accusation", "relevant_articles")}
        term = queries[0]["query"]["meta"]["term_of_imprisonment"]
        positives[2] = {"fact": queries[0]["query"]["fact"], **own, "imprisonment": term}
    elif kind == "again":
        positives[4] = positives[1]
    elif kind == "untiered":
        # The v4 filter takes equal charges with other articles; the tiers know no such case.
        for case in (*positives, *responses[0]):
            if case["fact"] in {positive["fact"] for positive in positives}:
                case["relevant_articles"] = ["999"]

    draft = CONVERTERS["legalagent"].read(
        {"set.jsonl": lines(queries), "response.json": json.dumps(responses).encode()}
    )
    summary = reported("legalagent", draft)["evaluate_summary.txt"].decode()

    assert figures_of(summary) == original_figures(queries, responses)
