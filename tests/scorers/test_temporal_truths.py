"""The scorer temporal: which truths are refused, and what is said of an answer."""

from __future__ import annotations

from typing import Any

import pytest
from temporal_cases import (
    AMENDED,
    ORIGINAL,
    RIGHT,
    TASKS,
    TEMPORAL,
    TRUTHS,
    affected,
    chain,
    changed,
    column,
    in_force,
    made_by,
    named,
    prepared,
    question,
    unchanged,
)

from digesta.scorers.base import Response

# refused truths ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "truth", "why"),
    [
        ("point_in_time", in_force(2, component="x_art_2"), "one version of x_art_1 is in force"),
        ("point_in_time", in_force(2, must=["a", "?!"]), "a phrase is nothing after text/1"),
        ("point_in_time", in_force(2, must=["A"], must_not=["a."]), "both required and forbidden"),
        ("attribution", made_by("EC 1", "EC 1"), "EC 1 is listed twice"),
        ("attribution", made_by(*(f"EC {n}" for n in range(1, 12))), "lists 11, and an answer 10"),
        ("attribution", made_by("EC 1", dates=["2001-01-01", "1999-01-01"]), "not in order"),
        ("attribution", made_by("EC 1", dates=["2020-08-27"]), "after the horizon"),
        ("difference", changed(versions=(3, 2)), "comes after that of the later"),
        ("difference", changed("EC 1", "EC 1"), "listed twice"),
        ("lineage", {"version_chain": [ORIGINAL]}, "that an amendment changed or added"),
        ("lineage", chain(("2000-01-01", [])), "is made by an amendment"),
        ("lineage", chain(("2021-01-01", ["EC 1"])), "after the horizon"),
        ("impact", affected("x_art_1", "x_art_1"), "x_art_1 is listed twice"),
        ("impact", affected("x_art_1", by=["EC 1", "EC 1"]), "EC 1 is listed twice"),
        ("consistency", TRUTHS["difference"], "validation error"),
    ],
)
def test_a_truth_that_cannot_be_right_is_refused(
    kind: str, truth: dict[str, Any], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        prepared(kind, truth)


def test_two_versions_in_force_are_refused() -> None:
    both = in_force(2)
    both["versions"] = named(1, 2)["versions"]

    with pytest.raises(ValueError, match="one version of x_art_1 is in force"):
        prepared("point_in_time", both)


def test_a_question_of_no_kind_and_a_day_after_the_horizon_are_refused() -> None:
    with pytest.raises(ValueError, match="no kind of question 'when'; there are: point_in_time"):
        TEMPORAL.prepare({"ask": {"kind": "when"}}, {}, {})
    with pytest.raises(ValueError, match="2020-08-27 lies after the horizon 2020-08-26"):
        prepared("point_in_time", in_force(2), date="2020-08-27")
    with pytest.raises(ValueError, match="2020-09-01 lies after the horizon"):
        prepared("difference", changed(), date_2="2020-09-01")


def test_the_normalisers_that_a_question_uses_are_named() -> None:
    used = {kind: TEMPORAL.normalisers(question(kind)["ask"]) for kind in TASKS}

    assert used.pop("point_in_time") == {"text/1"}
    assert set(used.values()) == {frozenset({"br-amendment/1"})}


def test_why_says_what_a_partial_answer_earned_and_what_is_right() -> None:
    one = prepared("attribution", made_by("EC 26", "EC 64"))

    said = TEMPORAL.why(one, Response({"amendments": ["EC 26"]}))
    wrong = TEMPORAL.why(one, Response({"amendments": ["EC 1"]}))

    assert said == "in part: it earns 0.667; right is EC 26, EC 64"
    assert wrong == "wrong: it earns 0.000; right is EC 26, EC 64"


def test_what_is_right_is_said_in_plain_words() -> None:
    said = {kind: prepared(kind, TRUTHS[kind]).right for kind in TASKS}

    assert said == {
        "point_in_time": "version 2 of x_art_1",
        "attribution": "EC 26, EC 64",
        "difference": "that it changed, by EC 26",
        "lineage": "2000-02-14: EC 26; 2010-02-04: EC 64",
        "consistency": "that it was never amended",
        "impact": "x_art_1, x_art_2",
    }
    assert prepared("difference", changed()).right == "that it changed"
    assert prepared("difference", unchanged()).right == "that nothing changed"
    assert prepared("consistency", AMENDED).right == "that it was amended, by EC 1"
    unsettled = prepared("consistency", {"amended": True, "amendments": []})
    assert unsettled.right == "that it was amended"


def test_a_column_of_one_kind_stays_empty_for_the_others() -> None:
    ones = [prepared(kind, TRUTHS[kind]) for kind in TASKS]
    answers = [RIGHT[kind] for kind in TASKS]

    kinds = ("pit", "attribution", "changed", "lineage", "unamended", "impact")

    for index, name in enumerate(kinds):
        assert column(name, ones, answers).tolist() == [float(i == index) for i in range(6)]
