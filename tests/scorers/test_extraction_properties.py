"""The scorer extraction on generated and hostile answers: order, repetition, time."""

from __future__ import annotations

import time
from typing import Any

import pytest
from extraction_cases import EXTRACTION, QUESTION, marked, nested
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.scorers.base import Response

values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-3, 3) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
answers = st.dictionaries(
    st.sampled_from(["date_signature", "cessionnaire", "conditions_suspensives", "a/b", "~"]),
    values,
)


@settings(max_examples=200)
@given(answers)
def test_the_order_of_members_does_not_matter_and_no_shape_raises(answer: dict[str, Any]) -> None:
    row = EXTRACTION.mark(QUESTION, Response(answer))
    turned = dict(reversed(answer.items()))

    assert EXTRACTION.mark(QUESTION, Response(turned)) == row
    assert EXTRACTION.why(QUESTION, Response(answer))


@given(answers)
def test_what_is_beyond_the_truth_never_helps(answer: dict[str, Any]) -> None:
    plain = marked(QUESTION, answer)
    more = marked(QUESTION, answer | {"commentaire": "x"})

    assert more["credit"] <= plain["credit"]
    assert more["precision"] <= plain["precision"]


@given(st.permutations(["accord de la banque", "agrément des associés", "x", "x"]))
def test_order_and_repetition_within_a_set_do_not_matter(listed: list[str]) -> None:
    once = nested(
        {"/conditions_suspensives": ["x", "accord de la banque", "agrément des associés"]}
    )
    answer = nested({"/conditions_suspensives": listed})

    assert marked(QUESTION, answer) == marked(QUESTION, once)


@pytest.mark.parametrize(
    "answer",
    [
        nested({"/conditions_suspensives": [f"c{i}" for i in range(19_000)]}),
        {f"k{i}": i for i in range(1000)},
        {"cessionnaire": {"nom": "sas " * 60_000}},
        {"prix_de_cession": {"montant": "1 " * 100_000, "modalites_paiement": "…" * 200_000}},
        {"date_signature": [[[["x"] * 10_000]]]},
        "{" * 200_000,
    ],
    ids=["long set", "many members", "long name", "long amount", "deep list", "open braces"],
)
def test_hostile_answers_take_linear_time(answer: Any) -> None:
    start = time.process_time()

    row = EXTRACTION.mark(QUESTION, Response(answer))

    assert time.process_time() - start < 2
    assert row[0] == 0
