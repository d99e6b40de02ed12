"""Free text marked by criteria: what a verdict earns, costs, and does not move."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from rubric_cases import ANSWER, RUBRIC, SUB, cells, claim, criterion, prepared, said, score

from digesta.errors import ReleaseError
from digesta.metrics.exact import NANO, nano
from digesta.records.judges.verdict import Verdict
from digesta.records.read import read_record
from digesta.scorers.base import Response
from digesta.scorers.rubric.read import WEIGHTS, fold, occurrences
from growth import MOST, growth_of

# Evidence -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("evidence", "counts"),
    [
        (["article 1240 du code civil"], 1),
        (["Le lien de causalité."], 1),
        (["  Le\tlien de\n causalité. "], 1),
        (["nothing of the kind", "code civil"], 1),
        (["Article 1240 du code civil"], 0),
        (["article 1241 du code civil"], 0),
        (["lien de cause"], 0),
        (["AUCUN PASSAGE PERTINENT"], 0),
        ([" \n "], 0),
        (["de"], 0),
        ([], 0),
    ],
)
def test_a_criterion_is_satisfied_only_by_a_passage_of_the_answer(
    evidence: list[str],
    counts: int,
) -> None:
    row = score(prepared(SUB), said("SUB1", *evidence))

    assert row["credit"] == NANO * counts
    assert (row["called"], row["satisfied"], row["unanchored"]) == (1, counts, 1 - counts)


def test_a_bare_word_of_the_judge_moves_the_original_s_formula_alone() -> None:
    row = score(prepared(SUB), said("SUB1", "not there"))

    assert (row["credit"], row["answer_score"], row["answer_score_as_coded"]) == (0, 0, NANO)


def test_a_bare_word_counts_where_the_verdict_says_that_no_passages_were_recorded() -> None:
    rubric = prepared(criterion("SUB1", "substance", "3"), criterion("SUB2", "substance", "1"))
    verdict = {"criteria": [said("SUB1"), said("SUB2", satisfied=False)]}

    bare = cells(rubric, "L'article 1240.", verdict | {"passages": "not_recorded"})

    assert (bare["credit"], bare["satisfied"]) == (NANO * 3 // 4, 1)
    assert (bare["called"], bare["unanchored"]) == (0, 0)
    assert cells(rubric, "L'article 1240.", verdict)["credit"] == 0


def test_evidence_without_the_judge_s_word_earns_nothing() -> None:
    row = score(prepared(SUB), said("SUB1", "code civil", satisfied=False))

    assert (row["credit"], row["called"], row["unanchored"]) == (0, 0, 0)


def test_white_space_is_folded_and_nothing_else() -> None:
    assert fold("\u00a0a \u2009\r\n\u3000b\u202f") == "a b"
    assert fold("l\u2019a\u200bb") == "l\u2019a\u200bb"


# Negatives ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "evidence", "cost"),
    [
        ({}, ["élai abrogé"], Fraction(1)),
        ({}, ["élai abrogé", "élai abrogé", "code civil"], Fraction(1)),
        ({}, ["not there"], Fraction(0)),
        ({}, [], Fraction(0)),
        ({"cap": "-5"}, ["élai abrogé"], Fraction(1)),
        ({"cap": "-5"}, ["élai abrogé"] * 2, Fraction(2)),
        ({"cap": "-5"}, ["élai abrogé"] * 9, Fraction(2)),
        ({"cap": "-5"}, ["élai abrogé", "code civil", "lien de causalité"], Fraction(3)),
        ({"cap": "-1.5"}, ["élai abrogé", "élai abrogé"], Fraction(3, 2)),
        ({"evidence": "none"}, [], Fraction(1)),
    ],
)
def test_a_negative_costs_once_or_per_occurrence_up_to_its_cap(
    more: dict[str, Any], evidence: list[str], cost: Fraction
) -> None:
    rubric = prepared(SUB, criterion("NEG1", "negative", "-1", **more))

    row = score(rubric, said("SUB1", "code civil"), said("NEG1", *evidence, sure="0.1"))

    assert row["credit"] == nano((6 - cost) / 6)
    assert row["triggered"] == (cost > 0)
    assert row["unanchored"] == (cost == 0)
    assert row["answer_score_as_coded"] == nano(Fraction(5, 6))


@pytest.mark.parametrize(
    ("evidence", "places"),
    [
        (["article 1240 du code civil", "1240 du code", "du code civil"], 1),
        (["du code civil", "article 1240", "article 1240 du code civil"], 1),
        (["1240", "1240", "1240"], 2),
        (["article 1240 du code civil", "1240"], 2),
        (["du code civil", "article 1240"], 2),
        (["1241", "12"], 0),
    ],
)
def test_passages_that_overlap_are_one_occurrence(evidence: list[str], places: int) -> None:
    text = "L'article 1240 du code civil. Voir 1240."

    assert occurrences(evidence, text) == occurrences(evidence[::-1], text) == places


def test_overlapping_passages_do_not_reach_the_cap_of_a_negative() -> None:
    rubric = prepared(SUB, criterion("NEG1", "negative", "-1", cap="-3"))
    quoted = ["article 1240 du code civil", "1240 du code", "code civil"]

    row = score(rubric, said("SUB1", "code civil"), said("NEG1", *quoted))

    assert row["credit"] == nano(Fraction(5, 6))


@pytest.mark.parametrize(
    "evidence",
    [lambda n: ["aaa"] * (n // 4), lambda _: ["a" * length for length in range(3, 300)],
     lambda n: ["a" * (n // 2), *["aaa"] * (n // 20)], lambda _: ["aab"]],
)  # fmt: skip
def test_counting_occurrences_takes_time_in_proportion_to_the_answer(
    evidence: Callable[[int], list[str]],
) -> None:
    def count(size: int) -> None:
        assert occurrences(evidence(size), "a" * size) <= len(evidence(size))

    assert growth_of(count, int) <= MOST


# Hallucinations -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("severities", "cost"),
    [
        (["critical"], "2"),
        (["major"], "1"),
        (["minor"], "0.3"),
        (["minor"] * 3 + ["major"], "1.9"),
        (["critical"] * 2, "4"),
        (["critical"] * 50, "4"),
        ([None, None], "0"),
    ],
)
def test_claims_made_up_cost_by_severity_at_most_the_points_of_the_rubric(
    severities: list[str | None], cost: str
) -> None:
    claims = [claim(one) for one in severities]

    row = score(prepared(SUB), said("SUB1", "code civil"), claims=claims)

    assert row["credit"] == nano((6 - Fraction(cost)) / 6)
    assert row["claims"] == len(severities)
    assert sum(row[s] for s in ("critical", "major", "minor")) == len(
        list(filter(None, severities))
    )


def test_an_unknown_severity_is_an_error() -> None:
    wrong = claim("Critical")

    with pytest.raises(KeyError):
        score(prepared(SUB), said("SUB1", "code civil"), claims=[wrong])
    value = {"question_id": "q", "answer_sha256": "0" * 64, "prompt_sha256": "0" * 64}
    with pytest.raises(ReleaseError, match="/claims/0/severity"):
        read_record(Verdict, {**value, "criteria": [], "claims": [wrong]}, "v.jsonl")


# Weights, status, preparing -------------------------------------------------------------------


def test_each_dimension_weighs_as_published_and_methodology_less_as_coded() -> None:
    rubric = prepared(*(criterion(f"C{i}", d, "1") for i, d in enumerate(WEIGHTS)))

    rows = [score(rubric, said(f"C{i}", "code civil")) for i in range(4)]

    total, coded = Fraction(46, 10), Fraction(43, 10)
    assert [row["credit"] for row in rows] == [nano(w / total) for w in WEIGHTS.values()]
    assert rows[3]["answer_score_as_coded"] == nano(1 / coded)
    assert [row[d] for row, d in zip(rows, WEIGHTS, strict=True)] == [NANO] * 4


def test_confidence_moves_the_seed_s_score_and_not_the_headline() -> None:
    rows = [score(prepared(SUB), said("SUB1", "code civil", sure=c)) for c in ("1", "0.25", "0")]

    assert [row["credit"] for row in rows] == [NANO] * 3
    assert [row["answer_score"] for row in rows] == [NANO, NANO // 4, 0]


def test_the_checkable_score_is_of_the_criteria_with_a_check_alone() -> None:
    rubric = prepared(
        criterion("SUB1", "substance", "2", check="number: 8 mois"),
        criterion("SUB2", "substance", "2", check="number: 9 mois"),
        criterion("STY1", "style", "5"),
        criterion("NEG1", "negative", "-1.5", check="number: 7 mois"),
        criterion("NEG2", "negative", "-3"),
    )
    verdict = {"criteria": [said(name, "Le lien") for name in ("SUB1", "STY1", "NEG1", "NEG2")]}

    marked = cells(rubric, "Le lien. Le lien.", verdict)

    # (2 x 1.5 - 1.5) / (4 x 1.5); 6 of the 10 points
    assert (marked["checkable"], marked["asks_checkable"]) == (NANO // 4, 1)
    assert marked["checkable_points"] == NANO * 6 // 10


def test_a_rubric_without_a_check_is_not_asked_for_the_checkable_score() -> None:
    marked = cells(prepared(criterion("STY1", "style", "5")), None, None)

    assert marked["asks_checkable"] == marked["checkable"] == marked["checkable_points"] == 0


def test_a_score_below_zero_is_kept_beside_the_clamped_one() -> None:
    rubric = prepared(SUB, criterion("NEG1", "negative", "-1"))

    row = score(rubric, said("SUB1", satisfied=False), claims=[claim("critical")])

    assert (row["credit"], row["below_zero"]) == (0, nano(Fraction(2, 6)))
    assert cells(rubric, None, None)["below_zero"] == nano(Fraction(5, 6))


@pytest.mark.parametrize(
    ("answer", "verdict", "status"),
    [
        (None, {"criteria": []}, "missing"),
        (7, {"criteria": []}, "unreadable"),
        ({"text": "x"}, {"criteria": []}, "unreadable"),
        ("", None, "unjudged"),
        ("", {"criteria": []}, "judged"),
    ],
)
def test_every_answer_has_one_status(answer: Any, verdict: Any, status: str) -> None:
    row = cells(prepared(SUB), answer, verdict)

    statuses = ("missing", "unreadable", "unjudged", "judged")
    assert [row[name] for name in statuses] == [int(name == status) for name in statuses]
    assert row["credit"] == 0
    assert RUBRIC.why(prepared(SUB), Response(answer, verdict))


def test_why_tells_what_was_met_and_what_lay_below_zero() -> None:
    rubric = prepared(SUB, criterion("NEG1", "negative", "-1"))
    verdict = {"criteria": [said("SUB1", "not there")], "claims": [claim("critical"), claim()]}

    assert RUBRIC.why(rubric, Response(ANSWER, verdict)) == (
        "scored 0.000: 0 of 1 criteria satisfied, 1 called so without a passage of the answer, "
        "0 of 1 negative ones triggered, 1 of 2 claims made up; 0.333 below 0 before the clamp"
    )


@pytest.mark.parametrize(
    ("criteria", "why"),
    [
        ([criterion("ST1", "style", "1"), criterion("NEG1", "negative", "-1")], "at most 2 times"),
        (
            [SUB, criterion("NEG1", "negative", "-1", cap="-2", evidence="none")],
            "NEG1: an absence occurs once",
        ),
        ([criterion("NEG1", "negative", "-1")], "at least one criterion that earns points"),
    ],
)
def test_a_rubric_that_cannot_be_scored_is_refused(criteria: list[Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        prepared(*criteria)
