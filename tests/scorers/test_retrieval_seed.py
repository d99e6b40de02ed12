"""What the seed's own code gives on its sample: as coded, or by an identity."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from retrieval_cases import CUTS, PARTS, RETRIEVAL, TIERS, ask, case, resources

from places import SAMPLES

RUNS = ("dense", "rerank")


class Sample(NamedTuple):
    expected: dict[str, Any]
    queries: list[dict[str, Any]]
    prepared: list[Any]


@pytest.fixture(scope="module")
def folder() -> Path:
    return SAMPLES / "legalagent"


@pytest.fixture(scope="module")
def case_sample(folder: Path) -> Sample:
    rows = [json.loads(line) for line in (folder / "train.json").read_text("utf-8").splitlines()]
    cases = [
        case(
            str(number),
            one["meta"]["accusation"],
            text=one["fact"],
            articles=one["meta"]["relevant_articles"],
            term=term_of(one["meta"]["term_of_imprisonment"]),
        )
        for number, one in enumerate(rows)
    ]
    lines = (folder / "eval_dataset_v4.jsonl").read_text("utf-8").splitlines()
    queries = [json.loads(line) for line in lines]
    prepared = [
        RETRIEVAL.prepare(
            {"ask": ask(one["query"]["fact"])}, truth_of(one), resources(cases)
        )
        for one in queries
    ]  # fmt: skip
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    return Sample(expected, queries, prepared)


def term_of(term: dict[str, Any]) -> dict[str, Any]:
    flags = {"life": term["life_imprisonment"], "death": term["death_penalty"]}
    return {"months": term["imprisonment"], **flags}


def truth_of(line: dict[str, Any]) -> dict[str, Any]:
    # The seed's tiers are not in its file; none of the figures below depends on them.
    ids = [str(one["id"]) for one in line["positives"]]
    meta = line["query"]["meta"]
    return {
        "positives": [{"case": one, "tier": t} for one, t in zip(ids, TIERS, strict=True)],
        "accusation": meta["accusation"],
        "articles": meta["relevant_articles"],
        "term": term_of(meta["term_of_imprisonment"]),
    }


def answers_of(folder: Path, run: str) -> list[dict[str, Any]]:
    response = json.loads((folder / f"batch_search_{run}.response.json").read_text("utf-8"))
    lists = response["results"] if isinstance(response, dict) else response
    return [{"ranked": [one.get("fact_id") or one["id"] for one in found]} for found in lists]


@pytest.mark.parametrize("run", RUNS)
def test_the_originals_means_come_out_as_coded(folder: Path, case_sample: Sample, run: str) -> None:
    rows = RETRIEVAL.mark_all(case_sample.prepared, answers_of(folder, run))
    sums = RETRIEVAL.sums(rows)
    expected = case_sample.expected["runs"][run]
    value = {metric.name: metric.value(sums) for metric in RETRIEVAL.metrics}

    for k in CUTS:
        assert sums[f"full_at_{k}"] == expected["queries_counted"][str(k)]
        for part in PARTS:
            theirs = expected["mean_percent"][part][str(k)]
            precision = value[f"{part}.precision_at_{k}_as_coded"]
            ours = {
                "p": precision,
                "r": precision * Fraction(k, 10),
                "f1": precision * Fraction(2 * k, k + 10),
                "hit": value[f"{part}.hit_at_{k}_as_coded"],
            }
            for name, share in ours.items():
                assert abs(100 * share - Fraction(theirs[name])) < 1e-11, (part, k, name)


@pytest.mark.parametrize("run", RUNS)
def test_each_querys_figures_come_out_as_coded(folder: Path, case_sample: Sample, run: str) -> None:
    rows = RETRIEVAL.mark_all(case_sample.prepared, answers_of(folder, run))
    expected = case_sample.expected["runs"][run]["per_query"]

    for k in CUTS:
        counted = rows[rows[:, RETRIEVAL.column_names.index(f"full_at_{k}")] == 1]
        for part in PARTS:
            shares = counted[:, RETRIEVAL.column_names.index(f"{part}_coded10_at_{k}")]
            hits = [Fraction(int(share), 10**8) for share in shares]
            for name, divided in (("p", k), ("r", 10), ("f1", Fraction(k + 10, 2))):
                theirs = expected[part][str(k)][name]
                for ours, one in zip(hits, theirs, strict=True):
                    assert abs(ours / divided - Fraction(one)) < 1e-12, (part, k, name)


def test_where_every_list_is_long_enough_ours_are_the_originals(
    folder: Path, case_sample: Sample
) -> None:
    sums = RETRIEVAL.sums(RETRIEVAL.mark_all(case_sample.prepared, answers_of(folder, "dense")))
    theirs = case_sample.expected["runs"]["dense"]["mean_percent"]
    names = {"precision": "p", "recall10": "r", "macro_f1": "f1", "hit": "hit"}

    assert sums["duplicates"] == 0
    for part in PARTS:
        for k in CUTS:
            for ours, name in names.items():
                share = RETRIEVAL.metric_named(f"{part}.{ours}_at_{k}").value(sums)
                assert abs(100 * share - Fraction(theirs[part][str(k)][name])) < 1e-11


def test_a_short_list_is_charged_here_and_left_out_by_the_original(
    folder: Path, case_sample: Sample
) -> None:
    sums = RETRIEVAL.sums(RETRIEVAL.mark_all(case_sample.prepared, answers_of(folder, "rerank")))

    assert sums["full_at_10"] == 1
    charged = RETRIEVAL.metric_named("gold.precision_at_10").value(sums)
    coded = RETRIEVAL.metric_named("gold.precision_at_10_as_coded").value(sums)
    assert charged < coded == Fraction(8, 10)


def test_every_documents_attributes_match_as_in_the_original(case_sample: Sample) -> None:
    places = [
        RETRIEVAL.column_names.index(f"{part}_rr") for part in PARTS[1:]
    ]  # fmt: skip
    for query, prepared in zip(case_sample.queries, case_sample.prepared, strict=True):
        for document, theirs in case_sample.expected["matches"][str(query["query_id"])].items():
            row = RETRIEVAL.mark_all([prepared], [{"ranked": [document]}])[0]
            assert [bool(row[place]) for place in places] == theirs, document
