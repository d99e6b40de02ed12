"""The scorer extraction on generated and hostile answers: order, repetition, time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from extraction_cases import EXTRACTION, QUESTION, marked, nested
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.scorers.base import Response
from growth import MOST, growth_of

values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-3, 3) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
answers = st.dictionaries(
    st.sampled_from(["date_signature", "cessionnaire", "conditions_suspensives", "a/b", "~"]),
    values,
)


@settings(max_examples=50)
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
        lambda n: nested({"/conditions_suspensives": [f"c{i}" for i in range(n // 4)]}),
        lambda n: {f"k{i}": i for i in range(n // 64)},
        lambda n: {"cessionnaire": {"nom": "sas " * n}},
        lambda n: {"prix_de_cession": {"montant": "1 " * n, "modalites_paiement": "…" * n}},
        lambda n: {"date_signature": [[[["x"] * (n // 8)]]]},
        lambda n: "{" * n,
    ],
    ids=["long set", "many members", "long name", "long amount", "deep list", "open braces"],
)
def test_hostile_answers_take_linear_time(answer: Callable[[int], Any]) -> None:
    def mark(answer: Any) -> None:
        assert EXTRACTION.mark(QUESTION, Response(answer))[0] == 0

    assert growth_of(mark, answer) <= MOST
