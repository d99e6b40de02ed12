"""The scorer temporal: what answers of the six kinds earn, and which truths are refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from temporal_cases import (
    AMENDED,
    NEVER,
    ORIGINAL,
    RIGHT,
    TASKS,
    TEMPORAL,
    TRUTHS,
    affected,
    cells,
    chain,
    changed,
    links,
    made_by,
    named,
    prepared,
    unchanged,
    value,
)

from digesta.metrics.exact import NANO
from digesta.scorers.base import MISSING, Response

every_kind = pytest.mark.parametrize("kind", list(TASKS))


@every_kind
def test_a_right_answer_earns_the_credit_and_every_metric_of_its_kind(kind: str) -> None:
    one = prepared(kind, TRUTHS[kind])

    assert cells(one, RIGHT[kind])["credit"] == NANO
    assert value(TASKS[kind][1], [one], [RIGHT[kind]]) == 1
    assert TEMPORAL.why(one, Response(RIGHT[kind])).startswith("right: ")


@every_kind
def test_no_answer_earns_nothing_and_is_asked_all_the_same(kind: str) -> None:
    one = prepared(kind, TRUTHS[kind])

    missing, unreadable = cells(one, None), cells(one, "EC 26")

    assert missing.pop("missing") == unreadable.pop("unreadable") == 1
    assert missing == unreadable
    assert "credit" not in missing
    assert TEMPORAL.why(one, MISSING).startswith("missing: ")
    assert TEMPORAL.why(one, Response("EC 26")).startswith("unreadable: ")


# attribution ------------------------------------------------------------------------------------


def test_amendments_are_one_in_any_spelling_and_once_however_often() -> None:
    one = prepared("attribution", made_by("EC 59", "ECR 3"))
    answer = {"amendments": ["ec_59", "EC nº 59/2009", "Emenda Constitucional nº 59", "emr_3"]}

    assert cells(one, answer)["credit"] == NANO


def test_an_amendment_of_revision_is_no_amendment() -> None:
    one = prepared("attribution", made_by("EC 3"))

    assert "credit" not in cells(one, {"amendments": ["ECR 3", "3", "Lei 3"]})


def test_order_is_the_longest_common_subsequence_with_the_true_order() -> None:
    one = prepared("attribution", made_by("EC 1", "EC 2", "EC 3", "EC 4"))
    given_ = ["EC 4", "EC 1", "EC 9", "EC 2", "EC 4", "EC 3"]

    assert cells(one, {"amendments": given_})["order"] == 3 * NANO // 4
    assert "order" not in cells(one, {"amendments": []})


# difference and consistency ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "truths", "answers"),
    [
        ("change_balanced_accuracy", [changed(), unchanged()], "changed"),
        ("consistency_balanced_accuracy", [AMENDED, NEVER], "amended"),
    ],
)
def test_balanced_accuracy_gives_one_half_to_whoever_says_always_the_same(
    name: str, truths: list[dict[str, Any]], answers: str
) -> None:
    kind = "difference" if answers == "changed" else "consistency"
    ones = [prepared(kind, truth) for truth in [truths[0], truths[1], truths[1], truths[1]]]

    assert value(name, ones, [{answers: True}] * 4) == Fraction(1, 2)
    assert value(name, ones, [{answers: False}] * 4) == Fraction(1, 2)
    assert value(name, ones, [None] * 4) == 0
    assert value(name, ones[1:], [{answers: False}] * 2 + [None]) == Fraction(2, 3)
    assert value(name, ones[:1], [{answers: True}]) == 1


def test_silence_is_no_true_negative() -> None:
    ones = [prepared("consistency", NEVER)] * 4
    answers = [{"amended": False}, {"amended": True}, None, "no"]

    for name in ("consistency_precision", "specificity"):
        assert value(name, ones, answers) == Fraction(1, 4)


def test_amendments_between_count_where_the_truth_names_some() -> None:
    ones = [prepared("difference", changed("EC 5")), prepared("difference", unchanged())]
    answers = [{"changed": False, "amendments_between": ["EC 5"]}] * 2

    assert value("amendments_between_f1", ones, answers) == 1
    assert value("change_accuracy", ones, answers) == Fraction(1, 2)


def test_what_amended_an_article_counts_where_the_truth_names_some() -> None:
    truths = [{"amended": True, "amendments": ["EC 5", "EC 6"]}, AMENDED, NEVER]
    ones = [prepared("consistency", truth) for truth in truths]
    unsettled = prepared("consistency", {"amended": True, "amendments": []})
    answer = {"amended": True, "amendments": ["EC 5", "ec_6", "EC 7"]}

    assert value("consistency_amendment_f1", ones, [answer] * 3) == Fraction(2, 5)
    assert value("consistency_amendment_f1", [*ones, unsettled], [answer] * 4) == Fraction(2, 5)
    assert value("consistency_amendment_f1", ones, [None] * 3) == 0
    assert cells(ones[0], answer)["credit"] == NANO
    assert cells(ones[0], {"amended": False, "amendments": ["EC 5", "EC 6"]}).get("credit") is None


def test_versions_of_both_days_are_to_be_named() -> None:
    one = prepared("difference", changed(versions=(2, 5)))

    pairs = [(2, 5), (5, 2), (2, None), (None, None)]
    answers = [{"changed": True, "version_1": a, "version_2": b} for a, b in pairs]

    assert [value("version_pair_accuracy", [one], [answer]) for answer in answers] == [1, 0, 0, 0]


# lineage ----------------------------------------------------------------------------------------


def test_a_change_is_its_day_and_all_its_amendments() -> None:
    one = prepared("lineage", chain(("2000-02-14", ["EC 2", "EC 1"]), ("2010-02-04", ["EC 3"])))

    both = cells(one, chain(("2000-02-14", ["EC 1", "EC 2"]), ("2010-02-04", ["EC 3"])))
    half = cells(one, chain(("2000-02-14", ["EC 1"]), ("2010-02-04", ["EC 3"])))
    day_off = cells(one, chain(("2000-02-15", ["EC 1", "EC 2"]), ("2010-02-05", ["EC 3"])))

    assert both["credit"] == NANO
    assert half["credit"] == NANO // 2
    assert "credit" not in day_off


def test_the_original_text_neither_helps_nor_costs_the_headline() -> None:
    one = prepared("lineage", TRUTHS["lineage"])
    changes = TRUTHS["lineage"]["version_chain"][1:]

    assert cells(one, {"version_chain": changes})["credit"] == NANO
    assert cells(one, {"version_chain": [ORIGINAL, *changes]})["credit"] == NANO
    assert "credit" not in cells(one, {"version_chain": [ORIGINAL]})
    assert cells(one, {"version_chain": [ORIGINAL]})["links"] == round(Fraction(NANO, 3))


def test_inventing_versions_costs_and_counting_them_wins_only_as_coded() -> None:
    one = prepared("lineage", TRUTHS["lineage"], at_most=20)
    invented = links(*((f"{2001 + n}-01-01", [f"EC {n}"]) for n in range(1, 20)))

    row = cells(one, {"version_chain": invented})

    assert row["numbers"] == NANO
    assert "lineage_f1" not in row
    assert row["links"] == round(Fraction(NANO, 3))


def test_saying_a_chain_in_every_order_does_not_put_it_in_order() -> None:
    one = prepared("lineage", TRUTHS["lineage"])
    backwards = TRUTHS["lineage"]["version_chain"][::-1]

    row = cells(one, {"version_chain": backwards * 5})

    assert row["links"] == NANO
    assert row["links_in_order"] == round(Fraction(NANO, 3))
    assert "in_place" not in row


def test_an_article_that_an_amendment_added_has_its_first_version_in_its_lineage() -> None:
    added = {"version_chain": [{"version": 1, "date": "2004-12-08", "amendments": ["EC 45"]}]}
    one = prepared("lineage", added)

    assert cells(one, added)["credit"] == NANO
    without = {"version_chain": [{"version": 1, "date": "2004-12-08", "amendments": []}]}
    assert "credit" not in cells(one, without)


# impact -----------------------------------------------------------------------------------------


def test_naming_every_article_of_a_part_does_not_win() -> None:
    one = prepared("impact", affected("x_art_1", "x_art_2"), at_most=15)
    everything = {"articles": [f"x_art_{n}" for n in range(1, 16)]}

    row = cells(one, everything)

    assert row["article_recall"] == NANO
    assert row["credit"] == row["article_f1"] == round(Fraction(4 * NANO, 17))


# limits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "answer_of"),
    [
        ("point_in_time", lambda n: named(*range(1, n + 1))),
        ("attribution", lambda n: {"amendments": [f"EC {i}" for i in range(1, n + 1)]}),
        ("attribution", lambda n: {"amendments": [], "dates": [f"20{i:02}" for i in range(n)]}),
        ("difference", lambda n: {"changed": True, "amendments_between": [*map(str, range(n))]}),
        ("lineage", lambda n: chain(*((f"20{i:02}", ["EC 1"]) for i in range(n - 1)))),
        ("consistency", lambda n: {"amended": True, "amendments": [f"{i}" for i in range(n)]}),
        ("impact", lambda n: {"articles": [f"x_art_{i}" for i in range(n)]}),
    ],
)  # fmt: skip
def test_over_the_limit_an_answer_is_unreadable_and_repetition_is_not_counted(
    kind: str, answer_of: Any
) -> None:
    one = prepared(kind, TRUTHS[kind], at_most=4)
    at, over = answer_of(4), answer_of(5)
    twice = {name: got * 2 if isinstance(got, list) else got for name, got in at.items()}

    assert "unreadable" not in cells(one, at)
    assert cells(one, twice) == cells(one, at)
    assert cells(one, over)["unreadable"] == 1


@every_kind
@given(data=st.data())
def test_the_order_and_repetition_of_sets_do_not_matter_to_the_credit(
    kind: str, data: st.DataObject
) -> None:
    one = prepared(kind, TRUTHS[kind])
    answer = dict(RIGHT[kind])

    shuffled = {
        name: data.draw(st.permutations(got * data.draw(st.integers(1, 3))))
        if isinstance(got, list)
        else got
        for name, got in answer.items()
    }

    assert cells(one, shuffled)["credit"] == NANO
