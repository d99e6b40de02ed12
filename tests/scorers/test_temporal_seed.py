"""What TLR-Bench's own code gives on the sample in its shapes, beside what we give.

The sample's expected.json holds the original's numbers. Where our formula is another one, the
test says by what identity the original's number follows from ours.
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from temporal_cases import affected, cells, chain, in_force, made_by, named, prepared, value

from digesta.metrics.exact import NANO
from digesta_legal.timeline import in_force as in_force_on
from places import SAMPLES


@pytest.fixture(scope="module")
def tlr_sample() -> Path:
    return SAMPLES / "tlr"


@pytest.fixture(scope="module")
def expected(tlr_sample: Path) -> Any:
    return json.loads((tlr_sample / "expected.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def metrics(expected: Any) -> Any:
    """Return the original's metrics of the run that answered, by query."""
    queries = expected["runs"]["TLR_BENCH_RESULTS_answered.json"]["queries"]
    return {name: query["metrics"] for name, query in queries.items()}


@pytest.fixture(scope="module")
def truths(tlr_sample: Path) -> Any:
    benchmark = json.loads((tlr_sample / "data/benchmark/tlr_bench_v1.json").read_text("utf-8"))
    return {query["query_id"]: query["ground_truth"] for query in benchmark["queries"]}


@pytest.fixture(scope="module")
def retrieved(tlr_sample: Path) -> Any:
    return json.loads((tlr_sample / "retrieved.json").read_text("utf-8"))


def canonical(*amendments: str) -> list[str]:
    return [name.replace("ec_", "EC ") for name in dict.fromkeys(amendments)]


def found_in(records: list[dict[str, Any]]) -> list[str]:
    """Return the amendments of retrieved versions, as the original's harness collects them."""
    numbers = [record["version_info"]["amendment"] for record in records]
    return [f"ec_{number}" for number in numbers if number is not None]


def test_temporal_precision_is_the_originals_but_for_versions_of_other_articles(
    truths: Any, retrieved: Any, metrics: Any
) -> None:
    article, truth = "tit_02_cap_01_art_12", truths["pit_000"]
    versions = [(r["component_id"], r["version_info"]["version"]) for r in retrieved["pit_000"]]
    one = prepared("point_in_time", in_force(truth["correct_version"], component=article),
                   component_id=article)  # fmt: skip
    answer = {"versions": [{"component_id": c, "version": v} for c, v in versions]}

    ours = value("temporal_precision", [one], [answer])

    assert ours == Fraction(1, 2)
    assert cells(one, answer)["off_target"] == 1
    # The original counts another article's version as valid when it was in force: 1 more of 1 more.
    assert metrics["pit_000"]["temporal_precision"] == pytest.approx(float(Fraction(1 + 1, 2 + 1)))


def test_versions_in_force_on_a_day_are_the_originals(expected: Any) -> None:
    intervals = {
        "tit_02_cap_01_art_12": ["1990-03-21", "2001-06-15", "2012-11-30", None],
        "tit_02_cap_01_art_12_par_1_art_13": ["1990-03-21", None],
        # Its second version has no length: from and to the day of the third.
        "tit_03_cap_01_sec_01_art_30": [
            "1990-03-21", "2012-11-30", "2012-11-30", "2019-02-01", None,
        ],
    }  # fmt: skip
    for day, valid in expected["functions"]["versions_valid_on"].items():
        for component, bounds in intervals.items():
            numbered = enumerate(pairwise(bounds), start=1)
            ours = [n for n, (start, end) in numbered if in_force_on(str(start), end, day)]
            assert ours == valid[component], (day, component)


def test_containment_is_the_originals_on_every_version(
    expected: Any, truths: Any, retrieved: Any
) -> None:
    truth = truths["pit_000"]
    one = prepared("point_in_time", in_force(
        1, must=truth["must_contain"], must_not=truth["must_not_contain"]
    ))  # fmt: skip
    records = [*retrieved["pit_000"], *retrieved["amend_000"]]
    texts = {r["version_info"]["version"]: r["text"] for r in records if "art_13" not in
             r["component_id"] and "art_30" not in r["component_id"]}  # fmt: skip

    for version, of in expected["functions"][
        "text_containment pit_000, by version of art. 12"
    ].items():
        ours = value("text_containment", [one], [named(1, text=texts[int(version)])])
        assert float(ours) == pytest.approx(of["score"], abs=1e-9), version


def test_the_originals_score_of_a_point_in_time_is_the_mean_of_two_of_ours(
    expected: Any, metrics: Any
) -> None:
    run = expected["runs"]["TLR_BENCH_RESULTS_answered.json"]["queries"]["pit_000"]
    of = metrics["pit_000"]

    assert run["score"] == pytest.approx((of["temporal_precision"] + of["text_score"]) / 2)


def test_precision_recall_and_f1_of_amendments_are_the_originals(
    truths: Any, retrieved: Any, metrics: Any
) -> None:
    one = prepared("attribution", made_by(*canonical(*truths["amend_000"]["amendments"])))
    found = found_in(retrieved["amend_000"])

    assert found == metrics["amend_000"]["found_amendments"]
    for name in ("precision", "recall", "f1"):
        ours = value(f"amendment_{name}", [one], [{"amendments": found}])
        assert float(ours) == metrics["amend_000"][name]


def test_of_no_amendments_the_original_gives_one_and_we_ask_no_such_question(
    expected: Any,
) -> None:
    assert expected["functions"]["action_attribution_f1"]["both empty"]["f1"] == 1
    with pytest.raises(ValueError, match="at least 1 item"):
        prepared("attribution", {"amendments": [], "dates": ["2000-01-01"]})


def test_an_amendment_that_the_original_lists_twice_is_one(expected: Any, truths: Any) -> None:
    twice = truths["diff_000"]["amendments_between"]
    one = prepared("attribution", made_by(*canonical(*twice)))

    ours = value("amendment_f1", [one], [{"amendments": ["EC_9", "ec_11"]}])

    given = expected["functions"]["action_attribution_f1"]
    assert ours == given["duplicate truth ec_9, ec_9, ec_11, all found once"]["f1"] == 1


def test_a_change_is_right_as_in_the_original_where_something_was_found(
    truths: Any, retrieved: Any, expected: Any
) -> None:
    truth = truths["diff_000"]
    between = canonical(*truth["amendments_between"])
    one = prepared("difference", {
        "changed": truth["changed"], "amendments_between": between, "version_1": 1, "version_2": 4,
    })  # fmt: skip
    # The original reads `changed` off the amendments that it found.
    found = found_in(retrieved["diff_000"])
    answer = {"changed": bool(found), "amendments_between": found}

    runs = expected["runs"]
    original = runs["TLR_BENCH_RESULTS_answered.json"]["queries"]["diff_000"]["score"]
    assert value("change_accuracy", [one], [answer]) == original == 1
    # Nothing found is called "not changed" there; here it may be said, and silence is wrong too.
    silent = runs["TLR_BENCH_RESULTS.json"]["queries"]["diff_000"]["score"]
    assert value("change_accuracy", [one], [None]) == silent == 0


def test_completeness_as_coded_is_the_originals(truths: Any, retrieved: Any, metrics: Any) -> None:
    true = truths["lineage_000"]["version_chain"]
    # Version 2 lasts no day there: our truths have none such, so it began a day before here.
    days = ["1990-03-21", "2012-11-29", "2012-11-30", "2019-02-01"]
    links = [
        {"version": k["version"], "date": day,
         "amendments": canonical(*filter(None, [k["amendment"]]))}
        for k, day in zip(true, days, strict=True)
    ]  # fmt: skip
    one = prepared("lineage", {"version_chain": links})
    answer = {"version_chain": [
        {"version": v["version"], "date": v["start"],
         "amendments": [f"ec_{v['amendment']}"] if v["amendment"] else []}
        for v in (record["version_info"] for record in retrieved["lineage_000"])
    ]}  # fmt: skip

    as_coded = value("causal_completeness_as_coded", [one], [answer])
    ours = value("causal_completeness", [one], [answer])

    assert float(as_coded) == metrics["lineage_000"]["completeness"] == 0.75
    # By whole links 1 and 4 are found; 2 is given another day here than in the sample.
    assert ours == Fraction(1, 2)
    assert cells(one, answer)["links_in_order"] == NANO // 4


def test_the_chain_by_places_is_the_originals_function(expected: Any) -> None:
    of = expected["functions"]["causal_chain_completeness"]
    days = ("2012-11-29", "2012-11-30", "2019-02-01")
    true = chain(*zip(days, (["EC 9"], ["EC 9"], ["EC 11"]), strict=True))
    one = prepared("lineage", true)
    short = chain(("2012-11-29", ["EC 9"]), ("2019-02-01", ["EC 11"]))

    ours = value("causal_chain_completeness", [one], [short])

    assert float(ours) == pytest.approx(of["ec_9, ec_11 of ec_9, ec_9, ec_11"], abs=1e-9)
    assert value("causal_chain_completeness", [one], [true]) == of["all in order"] == 1


def test_consistency_is_the_originals_but_for_silence(
    truths: Any, retrieved: Any, expected: Any
) -> None:
    assert truths["consist_000"]["amended"] is False
    one = prepared("consistency", {"amended": False, "amendments": []})
    answer = {"amended": bool(found_in(retrieved["consist_000"]))}

    runs = expected["runs"]
    answered = runs["TLR_BENCH_RESULTS_answered.json"]["queries"]["consist_000"]["score"]
    empty = runs["TLR_BENCH_RESULTS.json"]["queries"]["consist_000"]["score"]
    assert value("consistency_precision", [one], [answer]) == answered == 1
    assert (value("consistency_precision", [one], [None]), empty) == (Fraction(0), 1)


def test_article_recall_is_the_originals_function_which_its_evaluator_does_not_call(
    truths: Any, retrieved: Any, expected: Any
) -> None:
    one = prepared("impact", affected(*truths["hier_000"]["affected_articles"]))
    answer = {"articles": [record["component_id"] for record in retrieved["hier_000"]]}

    run = expected["runs"]["TLR_BENCH_RESULTS_answered.json"]["queries"]["hier_000"]
    assert value("article_recall", [one], [answer]) == 1
    assert expected["functions"]["summary_completeness hier_000"] == 1
    assert run["score"] == 0
