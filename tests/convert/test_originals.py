"""What the originals' own files hold beside the samples: each comes in, and is marked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from seeds import case, cases, close, halacha_question, lines, only, reported, sample
from test_convert_guards import digesta

from digesta.intake import read_judge
from digesta.metrics.exact import NANO
from digesta.scorers import SCORERS
from digesta.scorers.base import QuestionWithTruth
from digesta_convert import CONVERTERS
from digesta_convert.shared.marks import marks_of
from places import SAMPLES

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


@pytest.mark.parametrize("accepted", [[True, False], ["yes", "no"], False, ["No."]])
def test_a_yes_or_no_that_accepts_both_is_refused(accepted: Any) -> None:
    question = halacha_question(
        answer_type="boolean", ground_truth=True, acceptable_answers=accepted
    )

    problem = only("halachabench", {"questions.jsonl": lines([question])})

    assert (problem.code, problem.line) == ("accepts-both", 1)
    assert "take the other out" in problem.fix


def test_what_a_boolean_accepts_in_words_its_own_scorer_takes() -> None:
    question = halacha_question(
        answer_type="boolean", ground_truth=True, acceptable_answers=["yes", "True"]
    )

    draft = CONVERTERS["halachabench"].read({"questions.jsonl": lines([question])})

    assert not [lack for lack in draft.lacks if lack.code == "bad-value"]


# FinLaw ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", ["处罚类型", "违规领域"])
def test_a_set_in_which_no_case_has_a_label_of_a_kind_is_marked_by_its_scorer(column: str) -> None:
    answer = {"序号": "1", "处罚类型": "", "违规领域": "", "法律依据": "", "处罚等级": "Ｂ"}

    draft = CONVERTERS["finlaw"].read(cases(case(**{column: ""}), answers=[answer]))

    assert not [lack for lack in draft.lacks if lack.code == "bad-value"]
    [row] = marks_of(draft)
    # By hand: of four parts the empty set and the level are right.
    assert row[0] == NANO // 2
    questions = [
        QuestionWithTruth(
            "1", "penalty", draft.questions[0], draft.truths[0]["truth"], draft.resources
        )
    ]
    for adversary in SCORERS["penalty"].adversaries:
        assert len(adversary.answers(questions)) == 1


def test_a_level_of_full_width_is_the_level() -> None:
    draft = CONVERTERS["finlaw"].read(cases(case(罚没金额分组="ｂ")))

    assert draft.truths[0]["truth"]["penalty_level"] == "B"


# FrenchLaw -------------------------------------------------------------------------------------


def test_a_run_s_verdicts_sources_latency_and_cost_come_in_and_go_out_as_they_were(
    tmp_path: Path,
) -> None:
    folder = SAMPLES / "frenchlaw"
    was = folder / "results" / "3f9a0c7be512" / "results.json"
    theirs = json.loads(was.read_bytes())
    draft, out = tmp_path / "plume-8b", tmp_path / "out"

    digesta("import", "frenchlaw", folder / "tasks.csv", was, "-o", draft)
    verdicts = draft / "judges" / "atelier-juge-32b" / "answers.jsonl"
    digesta("export", "frenchlaw", draft, "--verdicts", verdicts, "-o", out)

    judge = json.loads((verdicts.parent / "judge.json").read_bytes())
    assert (judge["model"], judge["date"]) == ("atelier/juge-32b", "2026-03-02")
    traces = list(map(json.loads, (draft / "trace.jsonl").read_bytes().splitlines()))
    # Task 3 failed: it has no answer, and took 91 seconds.
    assert [(trace["outcome"], trace["latency_ms"]) for trace in traces] == [
        ("answered", 4250), ("answered", 3500), ("error", 91000),
    ]  # fmt: skip
    ours = json.loads((out / "results.json").read_bytes())
    assert ours["run_id"] == theirs["run_id"]
    assert ours["metadata"]["judge_temperature"] == theirs["metadata"]["judge_temperature"]
    digesta("import", "frenchlaw", out / "tasks.csv", out / "results.json", "-o", tmp_path / "2")
    again = tmp_path / "2" / "judges" / "atelier-juge-32b" / "judge.json"
    assert json.loads(again.read_bytes()) == judge
    unlike = {"model_id", "retry_count", "hallucination_details"}
    for mine, other in zip(ours["task_results"][:2], theirs["task_results"][:2], strict=True):
        assert {key: mine[key] for key in other.keys() - unlike} == close(
            {key: other[key] for key in other.keys() - unlike}
        )
    figures = theirs["aggregates"][0].keys() - {"model_id", "cost_judge_usd"}
    assert {key: ours["aggregates"][0][key] for key in figures} == close(
        {key: theirs["aggregates"][0][key] for key in figures}
    )


@pytest.mark.parametrize(
    "spoilt",
    [
        {"confidence": "sure"},
        {"confidence": 2},
        {"evidence": "a"},
        {"satisfied": 1},
        {"item_id": 3},
    ],
)
def test_a_verdict_on_other_criteria_or_malformed_is_left_out_and_is_listed(
    spoilt: Any,
) -> None:
    run = json.loads(sample("frenchlaw/results/3f9a0c7be512/results.json"))
    run["task_results"][0]["rubric_results"].pop()
    run["task_results"][1]["rubric_results"][0] |= spoilt

    draft = CONVERTERS["frenchlaw"].read(
        {"tasks.csv": sample("frenchlaw/tasks.csv"), "results.json": json.dumps(run).encode()}
    )

    assert draft.beside["judges/atelier-juge-32b/answers.jsonl"] == b""
    assert draft.notes[-1].endswith(": flb-001, flb-002")
    assert len(draft.predictions) == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"metadata": None, "timestamp": 7, "run_id": {}},
        {"metadata": {"judge_model": "../..", "judge_temperature": []}, "timestamp": "x"},
        {"metadata": {"judge_model": ["a"]}},
    ],
)
def test_a_run_that_does_not_name_its_judge_has_one_all_the_same(fields: Any) -> None:
    run = json.loads(sample("frenchlaw/results/3f9a0c7be512/results.json")) | fields
    run["task_results"][0] |= {"latency_seconds": "4", "cost_usd": -1, "input_tokens": True}

    draft = CONVERTERS["frenchlaw"].read(
        {"tasks.csv": sample("frenchlaw/tasks.csv"), "results.json": json.dumps(run).encode()}
    )

    [judge, *_] = [path for path in draft.beside if path.endswith("judge.json")]
    read_judge(draft.beside[judge], file=judge, folder=judge.split("/")[1])
    assert len(draft.beside["trace.jsonl"].splitlines()) == 2


# TREC ------------------------------------------------------------------------------------------


def test_a_query_and_a_case_keep_the_sign_before_their_number() -> None:
    files = {
        # LeCaRD numbers its queries so: -1405 and 1405 are two.
        "qrels.txt": b"-1405 0 38633 3\n1405 0 38633 2\n1405 0 -7 1\n",
        "run.txt": b"-1405 Q0 38633 1 2 digesta\n-1405 Q0 -7 2 1 digesta\n",
    }

    draft = CONVERTERS["trec"].read(files)

    assert [question["question_id"] for question in draft.questions] == ["minus-1405", "1405"]
    assert draft.answer_of() == {"minus-1405": {"ranked": ["38633", "-7"]}}
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
    return bool(term["life_imprisonment"] or term["death_penalty"] or apart <= max(6, most))


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


# TLR-Bench -------------------------------------------------------------------------------------


def test_components_come_back_as_they_are_spelt_with_the_file_s_metadata() -> None:
    whole = json.loads(sample("tlr/data/benchmark/tlr_bench_v1.json"))
    # The original's ids hold Roman numerals in capitals.
    spelt = "tit_08_cap_05_art_221_inc_IV_art_222"
    for query in whole["queries"]:
        query["target_component"] = spelt
        if "affected_articles" in query["ground_truth"]:
            query["ground_truth"]["affected_articles"] = [spelt, "tit_08_art_214"]

    draft = CONVERTERS["tlr"].read({"tlr_bench_v1.json": json.dumps(whole).encode()})
    written = CONVERTERS["tlr"].write(draft)

    asks = [question["ask"] for question in draft.questions]
    assert {ask.get("component_id", ask.get("scope")) for ask in asks} == {spelt.lower()}
    assert not written.losses
    again = json.loads(written.files["tlr_bench_v1.json"])
    assert again["metadata"] == whole["metadata"]
    assert again["queries"] == whole["queries"]


def test_a_component_that_a_draft_has_changed_since_is_written_as_the_draft_has_it() -> None:
    whole = json.loads(sample("tlr/data/benchmark/tlr_bench_v1.json"))
    draft = CONVERTERS["tlr"].read({"tlr_bench_v1.json": json.dumps(whole).encode()})
    draft.questions[0]["ask"]["component_id"] = "tit_02_art_13"
    draft.truths[5]["truth"]["articles"] = ["tit_02_art_14"]

    queries = json.loads(CONVERTERS["tlr"].write(draft).files["tlr_bench_v1.json"])["queries"]

    assert queries[0]["target_component"] == "tit_02_art_13"
    assert queries[5]["ground_truth"]["affected_articles"] == ["tit_02_art_14"]
