"""The scorer closed on JSON objects: schema, equality, fields, orders."""

from __future__ import annotations

import json
from typing import Any

import pytest
from closed_cases import RIGHT, UNREADABLE, WRONG, cell, outcome, prepared
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.metrics.exact import NANO
from digesta.scorers.closed.objects import concordance

PEOPLE = {
    "type": "object",
    "properties": {
        "names": {"type": "array", "items": {"type": "string"}},
        "count": {"type": "number"},
        "kosher": {"type": "boolean"},
        "place": {"enum": ["Home", "Shul"]},
    },
    "additionalProperties": False,
}
TRUTH = {"names": ["Ruben", "Levi"], "count": 2, "kosher": True, "place": "Home"}


@pytest.mark.parametrize(
    ("change", "expected", "fields"),
    [
        ({}, RIGHT, 4),
        ({"count": 2.0}, RIGHT, 4),
        ({"names": [" ruben", "“Levi”"]}, RIGHT, 4),
        ({"names": ["Levi", "Ruben"]}, WRONG, 3),
        ({"count": 3, "kosher": False}, WRONG, 2),
        ({"kosher": 1}, WRONG, 0),
        ({"count": True}, WRONG, 0),
        ({"count": "2"}, WRONG, 0),
        ({"place": "home"}, WRONG, 0),
        ({"extra": 1}, WRONG, 0),
    ],
)
def test_an_object_must_satisfy_the_schema_and_equal_the_truth(
    change: dict[str, Any], expected: str, fields: int
) -> None:
    question = prepared({"answer_type": "json", "schema": PEOPLE}, TRUTH)
    answer = TRUTH | change

    for given_ in (answer, json.dumps(answer, ensure_ascii=False)):
        assert outcome(question, given_) == expected
        assert cell(question, given_, "json_fields") == fields * NANO // 4


def test_a_field_that_the_truth_leaves_out_counts_when_the_answer_fills_it() -> None:
    question = prepared({"answer_type": "json", "schema": PEOPLE}, {"count": 2})

    assert cell(question, {"count": 2, "kosher": True}, "json_fields") == NANO // 2
    assert cell(question, {}, "json_fields") == 0


def test_lists_are_unordered_where_a_pointer_says_so_and_keep_their_repeats() -> None:
    schema = {"type": "object", "properties": {"a/b": {"type": "object"}}}
    ask = {"answer_type": "json", "schema": schema, "unordered": ["/a~1b/names"]}
    question = prepared(ask, {"a/b": {"names": ["x", "y", "y", 1]}})

    assert outcome(question, {"a/b": {"names": [1.0, "y", "x", "y"]}}) == RIGHT
    assert outcome(question, {"a/b": {"names": [1, "y", "x", "x"]}}) == WRONG


@pytest.mark.parametrize(
    "answer",
    ["", "{", "[1]", "1", '{"count": 2, "count": 2}', '{"count": NaN}', '```{"count": 2}```', 2,
     True, ["count"], '"{}"', "\ud800", "[" * 100_000],
)  # fmt: skip
def test_what_is_no_object_nor_strictly_the_text_of_one_is_unreadable(answer: Any) -> None:
    assert outcome(prepared({"answer_type": "json", "schema": PEOPLE}, TRUTH), answer) == UNREADABLE


def test_several_objects_may_be_accepted() -> None:
    question = prepared({"answer_type": "json", "schema": PEOPLE}, {"count": 2}, {"count": 3})

    assert outcome(question, {"count": 3}) == RIGHT
    assert outcome(question, {"count": 4}) == WRONG


def order_ask(*names: str, **changes: Any) -> dict[str, Any]:
    n = len(names)
    items = {"type": "string", "enum": list(names)}
    times = {"type": "array", "items": items, "minItems": n, "maxItems": n} | changes
    return {"answer_type": "json", "schema": {"type": "object", "properties": {"times": times}}}


@pytest.mark.parametrize(
    ("given_", "pairs"),
    [("abcd", 6), ("bacd", 5), ("dcba", 0), ("abca", 0), ("abc", 0), ("abce", 0), ("", 0)],
)
def test_an_order_counts_its_concordant_pairs(given_: str, pairs: int) -> None:
    question = prepared(order_ask(*"abcd"), {"times": list("abcd")})

    assert cell(question, {"times": list(given_)}, "concordant") == round(pairs * NANO / 6)
    assert cell(question, {}, "concordant") == 0
    assert cell(question, None, "order") == 1


@pytest.mark.parametrize("reading", [{}, {"reading": "any-language/3"}])
@pytest.mark.parametrize(
    "odd", [5, 1.5, True, None, [1, "a", "b", "c"], [None, "a"], [["a"], "b"], [{}, 1], {"a": 1}]
)
def test_an_order_of_anything_earns_no_pairs_and_ends_nothing(
    odd: Any, reading: dict[str, str]
) -> None:
    question = prepared(order_ask(*"abcd") | reading, {"times": list("abcd")})

    assert cell(question, {"times": odd}, "concordant") == 0
    assert outcome(question, {"times": odd}) == WRONG


@pytest.mark.parametrize(
    "ask",
    [
        order_ask(*"abc", maxItems=4),
        order_ask(*"abcd", minItems=3, maxItems=3),
        {**order_ask(*"abc"), "unordered": ["/times"]},
    ],
)
def test_a_list_that_need_not_hold_every_name_once_is_no_order(ask: dict[str, Any]) -> None:
    assert cell(prepared(ask, {"times": list("abc")}), None, "order") == 0


@settings(max_examples=25)
@given(st.permutations("abcdef"), st.permutations("abcdef"))
def test_concordance_agrees_with_scipys_tau(one: list[str], other: list[str]) -> None:
    from scipy.stats import kendalltau

    tau = kendalltau([one.index(c) for c in "abcdef"], [other.index(c) for c in "abcdef"]).statistic

    assert float(2 * concordance(one, other) - 1) == pytest.approx(tau, abs=1e-12)
