"""The contract that every scorer keeps, on its golden file and on generated answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from golden_cases import golden
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.errors import Problem, UsageError
from digesta.metrics.exact import NANO
from digesta.scorers import OWN, SCORERS, contract, scorer_named
from digesta.scorers.base import Metric, Scorer, Share
from digesta.scorers.golden import Golden

every_scorer = pytest.mark.parametrize("name", list(OWN))


def json_values() -> st.SearchStrategy[Any]:
    texts = st.text(max_size=8) | st.sampled_from(
        ["", "A", "b.", "0", "1", "true", "{}", '{"a":1}']
    )
    plain = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-3, 3) | texts
    return st.recursive(
        plain, lambda inner: st.dictionaries(texts, inner, max_size=3), max_leaves=4
    )


@every_scorer
@pytest.mark.parametrize("check", contract.CHECKS)
def test_every_scorer_keeps_the_contract_on_its_golden_answers(
    name: str, check: contract.Check
) -> None:
    assert list(check(golden(name))) == []


@every_scorer
@pytest.mark.parametrize("trial", contract.TRIALS)
def test_every_scorer_keeps_the_contract_whatever_is_answered(
    name: str, trial: Callable[[Golden, list[Any]], Iterator[Problem]]
) -> None:
    case = golden(name)

    assert list(trial(case, contract.answers_to(case))) == []


@every_scorer
@settings(max_examples=15)
@given(answers=st.lists(json_values(), min_size=4, max_size=8))
def test_every_scorer_keeps_the_contract_on_answers_of_chance(
    name: str, answers: list[Any]
) -> None:
    case = golden(name)

    assert [one for trial in contract.TRIALS for one in trial(case, answers)] == []


def breaking(**changes: Any) -> set[str]:
    """Return the codes of what is wrong with the scorer of closed answers, changed."""
    case = golden("closed")
    return {one.code for one in contract.problems_of(replace(case, scorer=changed(**changes)))}


def changed(**changes: Any) -> Scorer[Any]:
    return replace(scorer_named("closed"), mark_many=None, **changes)


CLOSED = scorer_named("closed")
RISING = Metric("rising", "Missing / n.", lambda s: Share(s["missing"], s.n), formula="missing / n")


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("cell", {"mark": lambda p, r: (2 * NANO, *CLOSED.mark(p, r)[1:])}),
        ("golden-row", {"mark": lambda p, r: CLOSED.mark(p, replace(r, answer=None))}),
        ("golden-metric", {"metrics": (*CLOSED.metrics, RISING)}),
        ("silence-helps", {"metrics": (*CLOSED.metrics, RISING)}),
        ("metric", {"metrics": (*CLOSED.metrics[1:], replace(CLOSED.metrics[0], least=2))}),
        ("adversaries", {"adversaries": CLOSED.adversaries[:4]}),
        ("floor", {"adversaries": tuple(
            replace(one, answers=lambda qs: [q.truth["answer"] for q in qs], expected=None)
            for one in CLOSED.adversaries
        )}),
        ("order", {"adversaries": tuple(
            replace(one, answers=lambda qs: list(range(len(qs)))) for one in CLOSED.adversaries
        )}),
        ("why", {"why": lambda *_: "two\nlines"}),
        ("names", {"metrics": (*CLOSED.metrics, CLOSED.metrics[0])}),
    ],
)  # fmt: skip
def test_a_scorer_that_breaks_the_contract_is_found(code: str, changes: dict[str, Any]) -> None:
    assert code in breaking(**changes)


def test_what_cannot_be_kept_and_a_fast_form_that_differs_are_found() -> None:
    case = golden("closed")
    closures = replace(case, prepared=tuple(partial(lambda key: key, one) for one in case.prepared))
    zeros = replace(
        CLOSED, mark_many=lambda keys, _: np.zeros((len(keys), len(CLOSED.all_columns)), np.int64)
    )

    assert [one.code for one in contract.keys_survive_a_cache(closures)] == ["pickle"]
    assert {one.code for one in contract.fast_form_agrees(replace(case, scorer=zeros), ["A"])} == {
        "fast-form"
    }


def test_a_form_for_what_was_cut_that_differs_is_found() -> None:
    case = golden("closed")
    others = iter(case.prepared[::-1])
    turned = replace(CLOSED, prepare_cut=lambda *_: next(others))

    assert CLOSED.prepare_cut is not None
    assert not list(contract.cut_form_agrees(case))
    [wrong] = contract.cut_form_agrees(replace(case, scorer=turned))
    assert wrong.code == "cut-form"


def test_an_unknown_scorer_is_a_wrong_command_that_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"no scorer 'clsoed'; there are: .*closed"):
        scorer_named("clsoed")
    assert SCORERS.get("clsoed") is None
    assert list(SCORERS) == sorted(SCORERS)
    assert "base" not in SCORERS
