"""What the original's own code gives on files of its shape, and what ours gives beside it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from rubric_cases import RUBRIC, question

from digesta.metrics.exact import NANO, nano
from digesta.scorers.base import Response, Sums
from places import SAMPLES

DIMENSION = {
    "Structure": "structure",
    "Style": "style",
    "Substance": "substance",
    "Méthodologie": "methodology",
    "Négatif": "negative",
}
SEVERITY = {"critical": "critical", "major": "major", "minor": "minor", "Critical": "minor"}
"""The original counts any severity that it does not know as minor; ours refuses the file."""


@pytest.fixture(scope="module")
def by_seed() -> Any:
    return json.loads((SAMPLES / "frenchlaw/expected.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def results() -> list[Any]:
    path = SAMPLES / "frenchlaw/results/3f9a0c7be512/results.json"
    found: list[Any] = json.loads(path.read_text("utf-8"))["task_results"]
    return found


def rubric(expected: Any, number: int) -> Any:
    criteria = []
    for name, dimension, points, cap in expected["tasks"][str(number)]["items"]:
        more = {"cap": f"{cap:g}"} if cap is not None else {}
        criteria.append(
            {"criterion_id": name, "dimension": DIMENSION[dimension], "points": f"{points:g}"}
            | {"text": name}
            | more
        )
    return RUBRIC.prepare(question(number), {"criteria": criteria}, {})


def verdict(result: Any) -> dict[str, Any]:
    criteria = [
        {
            "criterion_id": one["item_id"],
            "satisfied": one["satisfied"],
            "confidence": f"{one['confidence']:g}",
            "evidence": one["evidence"],
        }
        for one in [*result["rubric_results"], *result["negatif_results"]]
    ]
    claims = [
        {"hallucinated": one["hallucinated"], "severity": SEVERITY[one["severity"]]}
        for one in result["hallucination_details"]
    ]
    return {"criteria": criteria, "claims": claims}


def row(expected: Any, results: list[Any], number: int) -> dict[str, int]:
    result = results[number - 1]
    answer = None if result["error"] else result["response"]
    said = None if result["error"] else verdict(result)
    cells = RUBRIC.mark(rubric(expected, number), Response(answer, said))
    return dict(zip(RUBRIC.column_names, cells, strict=True))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_answer_score_as_coded_is_what_the_original_s_code_gives(
    by_seed: Any, results: list[Any], number: int
) -> None:
    theirs = by_seed["task_results"][str(number)]["answer_score"]

    ours = row(by_seed, results, number)["answer_score_as_coded"]

    assert abs(Fraction(ours, NANO) - Fraction(theirs)) <= Fraction(1, 2 * NANO) + Fraction(
        1, 10**15
    )


@pytest.mark.parametrize("number", [1, 2])
def test_counts_of_claims_and_their_rate_are_the_original_s(
    by_seed: Any, results: list[Any], number: int
) -> None:
    theirs = by_seed["task_results"][str(number)]

    ours = row(by_seed, results, number)

    counts = theirs["hallucination_severity_counts"]
    assert {severity: ours[severity] for severity in counts} == counts
    assert ours["hallucinated_share"] == nano(Fraction(str(theirs["hallucination_rate"])))
    assert ours["triggered"] == theirs["negatif_items_triggered"]
    assert ours["criteria"] == len(
        [one for one in by_seed["tasks"][str(number)]["items"] if one[2] > 0]
    )


def test_the_weighted_points_are_the_original_s_as_coded_and_more_with_1_3(by_seed: Any) -> None:
    for number in (1, 2, 3):
        ours, theirs = rubric(by_seed, number), by_seed["tasks"][str(number)]

        assert float(ours.coded_total) == theirs["total_weighted_points"]
        assert float(ours.points) == theirs["total_positive_points"]
        methodology = ours.by_dimension["methodology"]
        assert ours.total == ours.coded_total + methodology * Fraction(3, 10)


def test_ours_differs_where_evidence_is_not_in_the_answer(by_seed: Any, results: list[Any]) -> None:
    first, second = (row(by_seed, results, n) for n in (1, 2))
    theirs = by_seed["task_results"]

    dimensions = {name: DIMENSION[name] for name in theirs["1"]["answer_score_by_dimension"]}
    for name, ours in dimensions.items():
        assert first[ours] == nano(Fraction(theirs["1"]["answer_score_by_dimension"][name]))
    # 2/ST1: "Le ton de la requête est soutenu." is the judge's sentence, not the answer's.
    assert (second["unanchored"], second["style"]) == (1, 0)
    assert theirs["2"]["answer_score_by_dimension"]["Style"] == 1.0
    assert second["satisfied"] == theirs["2"]["rubric_items_satisfied"] - 1
    # 1: (1217) T = 10.05 + 0.3, E = 9.05 + 0.3, H = 3.6, N = 0.5. 2: E = 8.9 - 0.4, T = 10.85.
    assert first["credit"] == nano((Fraction("9.35") - Fraction("4.1")) / Fraction("10.35"))
    assert second["credit"] == nano(Fraction("8.5") / Fraction("10.85"))


def test_the_original_s_mean_leaves_the_failed_task_out_and_ours_does_not(
    by_seed: Any, results: list[Any]
) -> None:
    rows = [row(by_seed, results, n) for n in (1, 2, 3)]
    sums = Sums(3, RUBRIC.column_names, [sum(r[c] for r in rows) for c in RUBRIC.column_names])
    theirs = by_seed["aggregates"][0]

    ours = RUBRIC.metric_named("answer_score_as_coded").value(sums)

    answered = sums.n - sums["missing"]
    assert float(ours * 3 / answered) == pytest.approx(theirs["answer_score_mean"], abs=1e-9)
    assert float(ours) == pytest.approx(theirs["answer_score_mean"] * 2 / 3, abs=1e-9)
    rate = RUBRIC.metric_named("hallucination_rate_as_coded").value(sums)
    assert float(rate) == pytest.approx(theirs["hallucination_rate_mean"], abs=1e-12)
    assert RUBRIC.metric_named("hallucination_rate").value(sums) == Fraction(4, 7)
