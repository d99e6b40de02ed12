"""TLR-Bench's results file, beside what the original's own code gives on the samples."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from seeds import close, reported, sample

from digesta_convert import CONVERTERS
from digesta_convert.shared.converter import ReportInputs
from digesta_convert.shared.draft import Draft


def answers_of(retrieved: Any) -> dict[str, Any]:
    """Return what was retrieved as answers, as the original's harness reads it."""
    found = {
        key: [f"ec_{n}" for one in rows if (n := one["version_info"].get("amendment"))]
        for key, rows in retrieved.items()
    }
    links = [
        {"version": v["version"], "date": v["start"],
         "amendments": [f"EC {v['amendment']}"] if v["amendment"] else []}
        for v in (one["version_info"] for one in retrieved["lineage_000"])
    ]  # fmt: skip
    return {
        "pit_000": {
            "versions": [
                {"component_id": one["component_id"], "version": one["version_info"]["version"]}
                for one in retrieved["pit_000"]
            ],
            "text": " ".join(one["text"] for one in retrieved["pit_000"]),
        },
        "amend_000": {"amendments": found["amend_000"], "dates": []},
        "diff_000": {
            "changed": bool(found["diff_000"]),
            "amendments_between": found["diff_000"],
        },
        "lineage_000": {"version_chain": links},
        "consist_000": {"amended": bool(found["consist_000"])},
        "hier_000": {"articles": [one["component_id"] for one in retrieved["hier_000"]]},
    }


def tlr(answers: dict[str, Any]) -> Draft:
    lines = "".join(f"{json.dumps({'query_id': k, 'answer': a})}\n" for k, a in answers.items())
    return CONVERTERS["tlr"].read(
        {"b.json": sample("tlr/data/benchmark/tlr_bench_v1.json"), "answers.jsonl": lines.encode()}
    )


@pytest.fixture(scope="module")
def hits() -> Any:
    return json.loads(sample("tlr/retrieved.json"))


def mine(result: Any) -> Any:
    return {key: one for key, one in result.items() if not key.startswith("baseline")}


def test_tlr_results_are_the_original_s_but_for_versions_of_other_articles(hits: Any) -> None:
    theirs = json.loads(sample("tlr/TLR_BENCH_RESULTS_answered.json"))
    traces = {one["query_id"]: {"latency_ms": n} for n, one in enumerate(theirs["results"])}

    inputs = ReportInputs(traces=traces)
    files = reported("tlr", tlr(answers_of(hits)), inputs)
    ours = json.loads(files["TLR_BENCH_RESULTS.json"])

    for n, one in enumerate(theirs["results"]):
        one["sat_time_ms"] = n
    # Article 13 was in force that day: the original has 2/3 and (2/3 + 1/2) / 2.
    theirs["results"][0]["sat_metrics"]["temporal_precision"] = 1 / 2
    theirs["results"][0]["sat_score"] = (1 / 2 + 1 / 2) / 2
    assert ours["results"] == close([mine(one) for one in theirs["results"]])
    assert ours["by_task"] == {task: mine(one) for task, one in theirs["by_task"].items()}
    assert ours["summary"] == {
        "sat_graph_rag": {"passed": 2, "pass_rate": close(1 / 3), "avg_time_ms": 2.5,
                          "avg_score": close((0.5 + 0.5 + 1 + 0.75 + 1) / 6)}
    }  # fmt: skip


def test_tlr_point_in_time_is_the_original_s_where_only_the_article_is_named(
    hits: Any,
) -> None:
    # The second record is of Article 13: without it the original's figures are 1/2 and 1/2.
    del hits["pit_000"][1]

    ours = json.loads(reported("tlr", tlr(answers_of(hits)))["TLR_BENCH_RESULTS.json"])["results"][
        0
    ]

    assert ours["sat_metrics"] == {
        "temporal_precision": 0.5, "text_score": 0.5, "retrieved_ctvs": 2
    }  # fmt: skip
    assert (ours["sat_score"], ours["sat_passed"]) == (0.5, False)


def test_silence_is_no_answer_and_the_notes_say_what_differs() -> None:
    made = CONVERTERS["tlr"].report(tlr({"pit_000": {"versions": []}}), ReportInputs())  # type: ignore[misc]

    results = json.loads(made.files["TLR_BENCH_RESULTS.json"])["results"]
    assert [one["sat_score"] for one in results] == [0] * 6
    assert [note.split(":")[0] for note in made.notes] == [
        "TLR_BENCH_RESULTS.json",
        "5 queries without a readable answer score 0",
        "1 hierarchical_impact",
        "avg_time_ms",
    ]


def test_tlr_a_truth_without_versions_is_marked_as_its_exported_query_says(
    hits: Any,
) -> None:
    draft = tlr(answers_of(hits))
    bare = [line | {"truth": dict(line["truth"])} for line in draft.truths]
    del bare[0]["truth"]["versions"]

    results = json.loads(
        reported("tlr", replace(draft, truths=tuple(bare)))["TLR_BENCH_RESULTS.json"]
    )["results"]

    assert results[0]["ground_truth"]["correct_version"] == 1
    # The answer names version 1 and another.
    assert results[0]["sat_metrics"]["temporal_precision"] == 1 / 2
