"""Reports in the originals' shapes, beside what the originals' own code gives on the samples.

Our rows hold shares in nano-units, so that figures agree within 1e-9.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from seeds import close, folder, reported, sample

from digesta_convert import CONVERTERS
from digesta_convert.frenchlaw.report import integers_below
from digesta_convert.shared.converter import ReportInputs
from digesta_convert.shared.draft import Draft

RUN = "frenchlaw/results/3f9a0c7be512/"
SEVERITY = {"Critical": "minor"}
"""The original counts any severity that it does not know as minor; ours refuses the file."""
LEFT_OUT = {"timestamp_utc", "duration_seconds", "judge_temperature", "dataset_sha256",
            "python_version", "platform", "package_version"}  # fmt: skip


# FrenchLaw -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def theirs() -> Any:
    return json.loads(sample(RUN + "results.json"))


def core() -> Draft:
    return CONVERTERS["frenchlaw"].read(
        {"tasks.csv": sample("frenchlaw/tasks.csv"), "results.json": sample(RUN + "results.json")}
    )


def beside(theirs: Any, *, traces: bool = True) -> ReportInputs:
    """Return the original's run as verdicts and traces: what its judge said, what it measured."""
    done = {
        f"flb-{one['task_number']:03d}": one for one in theirs["task_results"] if not one["error"]
    }
    cost = {
        key: {
            "latency_ms": round(one["latency_seconds"] * 1000),
            "input_tokens": one["input_tokens"],
            "output_tokens": one["output_tokens"],
            "cost_micro_usd": round(one["cost_usd"] * 1_000_000),
        }
        for key, one in done.items()
    }
    return ReportInputs(
        "atelier/plume-8b",
        {key: verdict(one) for key, one in done.items()},
        {"model": "atelier/juge-32b"},
        cost if traces else {},
    )


def verdict(result: Any) -> dict[str, Any]:
    needing = 0 if result["source_score"] is None else 4
    sourced = round((result["source_score"] or 0) * needing)
    return {
        "criteria": [
            {"criterion_id": one["item_id"], "satisfied": one["satisfied"],
             "confidence": str(one["confidence"]), "evidence": one["evidence"],
             "analysis": one["reasoning"]}
            for one in result["rubric_results"] + result["negatif_results"]
        ],
        "claims": [
            {"text": one["claim"], "category": one["category"],
             "hallucinated": one["hallucinated"],
             "severity": SEVERITY.get(one["severity"], one["severity"])}
            for one in result["hallucination_details"]
        ],
        "assertions": [
            {"text": str(n), "needs_source": True, "has_source": n < sourced}
            for n in range(needing)
        ],
    }  # fmt: skip


def test_frenchlaw_results_are_the_original_s_but_for_what_nobody_recorded(theirs: Any) -> None:
    ours = json.loads(reported("frenchlaw", core(), beside(theirs))["results.json"])

    for mine, other in zip(ours["task_results"][:2], theirs["task_results"][:2], strict=True):
        assert set(other) - set(mine) == {"retry_count"}
        for one in other["hallucination_details"]:
            one["severity"] = SEVERITY.get(one["severity"], one["severity"])
            one["reasoning"] = ""
        assert mine == close({key: other[key] for key in mine})
    failed = ours["task_results"][2]
    assert (failed["task_number"], failed["error"]) == (3, "no answer")
    assert ours["failed_tasks"] == [failed]


def test_frenchlaw_aggregates_are_the_original_s(theirs: Any) -> None:
    [expected] = json.loads(sample("frenchlaw/expected.json"))["aggregates"]
    assert expected == theirs["aggregates"][0]

    [ours] = json.loads(reported("frenchlaw", core(), beside(theirs))["results.json"])["aggregates"]

    assert set(expected) - set(ours) == {"cost_judge_usd"}
    assert ours == close({key: expected[key] for key in ours})


@pytest.mark.parametrize(
    ("rounds", "confidence", "seed"), [(1000, 0.95, 42), (200, 0.9, 7), (1, 0.5, 0), (999, 0.99, 3)]
)
def test_the_interval_s_parameters_are_the_original_s(
    rounds: int, confidence: float, seed: int, theirs: Any
) -> None:
    scores = [one["answer_score"] for one in theirs["task_results"] if not one["error"]]
    draws = random.Random(seed)
    means = sorted(sum(draws.choice(scores) for _ in scores) / len(scores) for _ in range(rounds))
    tail = (1 - confidence) / 2
    low, high = int(tail * rounds), min(rounds - 1, int((1 - tail) * rounds))
    chosen = {"rounds": f"{rounds}", "confidence": f"{confidence}", "seed": f"{seed}"}

    made = reported("frenchlaw", core(), replace(beside(theirs), settings=chosen))

    [ours] = json.loads(made["results.json"])["aggregates"]
    assert [ours["answer_score_ci_lower"], ours["answer_score_ci_upper"]] == pytest.approx(
        [means[low], means[high]], abs=1e-9
    )


@pytest.mark.parametrize(
    ("model", "per_million"),
    # The original's table, and its fallback for a model that it does not hold.
    [("openai/gpt-4o-mini", (0.15, 0.60)), ("acme/acme-7b", (2.0, 8.0))],
)
def test_tokens_without_a_cost_are_priced_by_the_original_s_table_where_a_model_is_named(
    model: str, per_million: tuple[float, float], theirs: Any
) -> None:
    inputs = beside(theirs)
    for trace in inputs.traces.values():
        del trace["cost_micro_usd"]

    named = reported("frenchlaw", core(), replace(inputs, settings={"model": model}))
    unnamed = reported("frenchlaw", core(), inputs)

    first = json.loads(named["results.json"])["task_results"][0]
    cost = (212 * per_million[0] + 341 * per_million[1]) / 1e6
    assert (first["model_id"], first["cost_usd"]) == (model, pytest.approx(cost, abs=1e-12))
    assert "cost_usd" not in json.loads(unnamed["results.json"])["task_results"][0]


def test_the_summary_has_the_original_s_keys_and_scores(theirs: Any) -> None:
    other = json.loads(sample(RUN + "summary.json"))

    ours = json.loads(reported("frenchlaw", core(), beside(theirs))["summary.json"])

    assert set(other) - set(ours) == {"timestamp"}
    assert set(other["metadata"]) - set(ours["metadata"]) == LEFT_OUT - {"dataset_sha256"}
    assert ours["metadata"]["judge_model"] == other["metadata"]["judge_model"]
    assert ours["task_scores"][:2] == close(other["task_scores"][:2])


def test_without_verdicts_there_is_no_score_and_the_note_says_how_to_name_them() -> None:
    made = CONVERTERS["frenchlaw"].report(core(), ReportInputs())  # type: ignore[misc]

    assert made.files == {}
    assert made.notes == ("no scores: they need a judge's verdicts (--verdicts)",)


def test_an_answer_without_a_verdict_has_no_score_and_is_told(theirs: Any) -> None:
    whole = beside(theirs, traces=False)
    one = ReportInputs(verdicts={"flb-001": whole.verdicts["flb-001"]})

    made = CONVERTERS["frenchlaw"].report(core(), one)  # type: ignore[misc]

    ours = json.loads(made.files["results.json"])
    assert "answer_score" not in ours["task_results"][1]
    assert ours["aggregates"][0]["tasks_succeeded"] == 1
    assert ours["aggregates"][0]["answer_score_ci_lower"] == pytest.approx(0.36069651741293524)
    assert "1 answers without a verdict: no scores, left out of the means" in made.notes
    assert made.notes[-1].startswith("latency, tokens, cost_total_usd: left out")


def test_the_report_s_results_give_the_same_answers_when_they_are_read_again(theirs: Any) -> None:
    draft = core()
    converter = CONVERTERS["frenchlaw"]

    files = reported("frenchlaw", draft, beside(theirs))
    again = converter.read({**converter.write(draft).files, **files})

    assert (again.questions, again.truths, again.predictions) == (
        draft.questions, draft.truths, draft.predictions,
    )  # fmt: skip


@pytest.mark.parametrize("seed", [0, 42, 2**32 - 1])
@pytest.mark.parametrize("n", [1, 2, 3, 20, 700])
def test_the_interval_s_draws_are_those_of_python_s_own_generator(n: int, seed: int) -> None:
    own = random.Random(seed)

    assert list(islice(integers_below(n, seed=seed), 2000)) == [
        own.choice(range(n)) for _ in range(2000)
    ]


# FLB-Workflows ---------------------------------------------------------------------------------


def test_the_scores_of_extractions_are_the_original_s_field_by_field() -> None:
    expected = json.loads(sample("frenchlaw/expected.json"))["workflow"]
    said = {key: '"match": true' in reply for key, reply in expected["judge_replies"].items()}
    criteria = [
        {"criterion_id": f"/{key.replace('.', '/')}", "satisfied": met} for key, met in said.items()
    ]
    draft = CONVERTERS["frenchlaw"].read(folder("frenchlaw/workflows"))
    verdicts = {"cession_moulin_bleu": {"criteria": criteria}}

    files = reported("frenchlaw", draft, ReportInputs(verdicts=verdicts))

    ours = json.loads(files["extraction_scores.json"])
    for one in expected["documents"]["cession_moulin_bleu.pdf"]["details"]:
        # The original's record holds "" for a text that is absent.
        one["got"] = one["got"] if one["field"] != "cessionnaire.rcs" else None
    assert ours["documents"] == close(expected["documents"])
    # By hand: 11/14, 3/6 and 1/1.
    assert ours["accuracy_mean"] == pytest.approx((11 / 14 + 1 / 2 + 1) / 3)


def test_a_document_without_an_extraction_earns_nothing_not_even_the_preset_law() -> None:
    files = folder("frenchlaw/workflows")
    found = json.loads(files["cession_actions/extracted.json"])
    files["cession_actions/extracted.json"] = json.dumps(found[:2]).encode()

    made = reported("frenchlaw", CONVERTERS["frenchlaw"].read(files))

    left = json.loads(made["extraction_scores.json"])["documents"]["cession_vide.pdf"]
    assert (left["total_fields"], left["exact_matches"], left["accuracy"]) == (1, 0, 0)
