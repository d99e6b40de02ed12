"""The samples of TLR-Bench and the Legal Agent module, with what their code gives."""

from __future__ import annotations

import json

import pytest
from seeds import reported, sample
from test_samples import legal, read

from digesta_convert import CONVERTERS

# TLR-Bench -------------------------------------------------------------------------------------


def test_the_six_tasks_become_the_six_kinds() -> None:
    draft = read("tlr", bench__json=sample("tlr/data/benchmark/tlr_bench_v1.json"))

    assert [one["ask"]["kind"] for one in draft.questions] == [
        "point_in_time", "attribution", "difference", "lineage", "consistency", "impact",
    ]  # fmt: skip
    assert draft.truths[1]["truth"]["amendments"] == ["EC 4", "EC 9"]


def test_tlr_queries_come_back_with_every_null_and_figure() -> None:
    data = sample("tlr/data/benchmark/tlr_bench_v1.json")

    files = CONVERTERS["tlr"].write(read("tlr", bench__json=data)).files

    assert json.loads(files["tlr_bench_v1.json"])["queries"] == json.loads(data)["queries"]


def test_versions_that_begin_on_one_day_are_listed() -> None:
    draft = read("tlr", bench__json=sample("tlr/data/benchmark/tlr_bench_v1.json"))

    found = [one for one in draft.lacks if one.got.startswith("truth")]

    assert [one.place for one in found] == ["bench.json#/queries/3"]


# Legal Agent -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["dense", "rerank"])
def test_the_summary_has_the_original_s_figures(kind: str) -> None:
    files = reported("legalagent", legal(kind))

    ours = files["evaluate_summary.txt"].decode().split("\n")
    theirs = sample(f"legalagent/evaluate_summary_{kind}.txt").decode().split("\n")
    assert ours[7:] == theirs[7:]
    assert [ours[3], ours[4]] == [theirs[3], theirs[4]]


def test_tiers_are_those_of_the_first_set_builder() -> None:
    expected = json.loads(sample("legalagent/expected.json"))["tiers_v1"]

    draft = legal("dense")

    for number, truth in enumerate(draft.truths):
        for one in truth["truth"]["positives"]:
            assert one["tier"] == expected[str(number)][one["case"].removeprefix("case-")]


def test_the_query_set_comes_back_as_it_was() -> None:
    data = sample("legalagent/eval_dataset_v4.jsonl")

    files = CONVERTERS["legalagent"].write(legal("dense")).files

    written = files["eval_dataset_v4.jsonl"].splitlines()
    assert [json.loads(one) for one in written] == [json.loads(one) for one in data.splitlines()]


def test_the_rows_of_the_corpus_are_the_same_cases_as_the_query_set_s() -> None:
    whole = CONVERTERS["legalagent"].read(
        {
            "set.jsonl": sample("legalagent/eval_dataset_v4.jsonl"),
            "train.json": sample("legalagent/train.json"),
        }
    )

    cases = whole.resources["cases/corpus.jsonl"].splitlines()
    assert len(cases) == 24
    assert whole.questions == legal("dense").questions
