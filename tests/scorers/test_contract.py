"""The contract that every scorer keeps, on its golden file and on generated answers."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from golden_cases import golden
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.errors import UsageError
from digesta.metrics.exact import NANO, ratio
from digesta.scorers import SCORERS, scorer_named
from digesta.scorers.base import MISSING, STANDARD, Response, Scorer, Sums

ADVERSARIES = ("silent", "constant", "random", "enumerate", "echo")
SLACK = Fraction(1, 20)
OPEN_FLOOR = Fraction(2, 5)

every_scorer = pytest.mark.parametrize("name", list(SCORERS))


def json_values() -> st.SearchStrategy[Any]:
    texts = st.text(max_size=8) | st.sampled_from(
        ["", "A", "b.", "0", "1", "true", "{}", '{"a":1}']
    )
    plain = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-3, 3) | texts
    return st.recursive(
        plain, lambda inner: st.dictionaries(texts, inner, max_size=3), max_leaves=4
    )


@cache
def answers_like(name: str) -> st.SearchStrategy[Any]:
    """Answers of the golden file, right ones, adversaries' and any JSON value."""
    case = golden(name)
    known = [response.answer for response in case.responses]
    known += [one.truth.get("answer") for one in case.asked]
    for adversary in case.scorer.adversaries:
        known += adversary.answers(case.asked)
    return st.sampled_from(known) | json_values()


@every_scorer
def test_golden_rows_sums_and_metrics_come_out_as_worked_by_hand(name: str) -> None:
    case = golden(name)
    columns = case.scorer.column_names

    rows = [dict(zip(columns, map(int, row), strict=True)) for row in case.marked(case.responses)]
    sums = case.sums(case.responses)

    assert [{c: v for c, v in row.items() if v} for row in rows] == list(case.rows)
    assert dict(sums) == dict.fromkeys(columns, 0) | case.total["sums"]
    metrics = {m.name: m.value(sums) for m in case.scorer.metrics}
    assert metrics == {n: Fraction(v) for n, v in case.total["metrics"].items()}
    assert (sums.n, len(sums)) == (case.total["n"], len(columns))


@every_scorer
def test_the_order_of_questions_does_not_matter(name: str) -> None:
    case = golden(name)
    backwards = case.scorer.mark_all(case.prepared[::-1], [r.answer for r in case.responses[::-1]])
    forwards = case.scorer.mark_all(case.prepared, [r.answer for r in case.responses])

    assert np.array_equal(backwards[::-1], forwards)
    assert dict(case.scorer.sums(backwards)) == dict(case.scorer.sums(forwards))


@every_scorer
@settings(max_examples=40)
@given(data=st.data())
def test_every_cell_stays_within_its_kind(name: str, data: st.DataObject) -> None:
    case = golden(name)
    index = data.draw(st.integers(0, len(case.prepared) - 1))
    response = replace(case.responses[index], answer=data.draw(answers_like(name)))

    row = case.scorer.mark(case.prepared[index], response)

    assert len(row) == len(case.scorer.all_columns)
    for column, value in zip(case.scorer.all_columns, row, strict=True):
        assert type(value) is int, column
        assert 0 <= value <= (NANO if column.kind == "share" else 2**31), column
    cells = dict(zip(case.scorer.column_names, row, strict=True))
    assert cells["missing"] == (response.answer is None)
    assert not (cells["credit"] and cells["missing"] + cells["unreadable"])
    assert cells["chance"] == case.scorer.mark(case.prepared[index], MISSING)[3]


@every_scorer
@settings(max_examples=60)
@given(data=st.data())
def test_leaving_an_answer_out_never_helps_the_credit_or_a_headline(
    name: str, data: st.DataObject
) -> None:
    case = golden(name)
    index = data.draw(st.integers(0, len(case.prepared) - 1))
    given_responses = list(case.responses)
    given_responses[index] = replace(case.responses[index], answer=data.draw(answers_like(name)))
    left_out = [*given_responses[:index], MISSING, *given_responses[index + 1 :]]

    with_it, without = case.sums(given_responses), case.sums(left_out)

    assert without["credit"] <= with_it["credit"]
    for metric in case.scorer.metrics:
        if not metric.of_answered:
            sign = -1 if metric.lower_is_better else 1
            gain = metric.value(without) - metric.value(with_it)
            assert sign * gain <= 0, metric.name


@pytest.mark.parametrize("name", [name for name in SCORERS if SCORERS[name].mark_many])
@settings(max_examples=60)
@given(data=st.data())
def test_the_fast_form_gives_the_rows_of_the_definition(name: str, data: st.DataObject) -> None:
    case = golden(name)
    assert case.scorer.mark_many is not None
    n = len(case.prepared)
    answers = data.draw(st.lists(answers_like(name), min_size=n, max_size=n))

    fast = case.scorer.mark_many(case.prepared, answers)

    slow = replace(case.scorer, mark_many=None).mark_all(case.prepared, answers)
    assert fast.dtype == slow.dtype == np.int64
    assert np.array_equal(fast, slow)


@every_scorer
def test_the_fast_form_marks_an_empty_list(name: str) -> None:
    scorer = scorer_named(name)

    assert scorer.mark_all([], []).shape == (0, len(scorer.all_columns))


@every_scorer
def test_the_five_adversaries_stay_at_the_floor(name: str) -> None:
    case = golden(name)
    assert tuple(a.name for a in case.scorer.adversaries) == ADVERSARIES

    for adversary in case.scorer.adversaries:
        rows = case.marked([Response(answer) for answer in adversary.answers(case.asked)])
        if adversary.expected is not None:
            rows = np.array([adversary.expected(p) for p in case.prepared], dtype=np.int64)
        for task, indexes in case.tasks():
            sums = case.scorer.sums(rows[indexes])
            chance = ratio(int(sums["chance"]), sums.n * NANO)
            limit = chance + SLACK if chance else OPEN_FLOOR
            metric = case.scorer.metric_named(case.total["headlines"][task])
            assert metric.value(sums) <= limit, (adversary.name, task)


@every_scorer
def test_adversaries_do_not_depend_on_anything_but_the_questions(name: str) -> None:
    case = golden(name)

    for adversary in case.scorer.adversaries:
        first, again = adversary.answers(case.asked), adversary.answers(case.asked[::-1])
        assert list(first) == list(again)[::-1], adversary.name


@every_scorer
def test_metrics_read_arrays_of_sums_as_they_read_one(name: str) -> None:
    case = golden(name)
    rows = case.marked(case.responses)
    halves = [rows[::2], rows[1::2]] if len(rows) % 2 == 0 else [rows, rows]
    singles = [case.scorer.sums(half) for half in halves]
    stacked = np.stack([half.sum(axis=0) for half in halves], axis=1)
    both = Sums(len(halves[0]), case.scorer.column_names, list(stacked))

    for metric in case.scorer.metrics:
        top, bottom = metric.share(both)
        for index, sums in enumerate(singles):
            one = (int(np.broadcast_to(part, 2)[index]) for part in (top, bottom))
            assert ratio(*one) == metric.value(sums), metric.name


@every_scorer
def test_metrics_of_no_question_are_defined_and_of_any_within_their_range(name: str) -> None:
    case = golden(name)
    nothing = Sums(0, case.scorer.column_names, [0] * len(case.scorer.all_columns))

    for metric in case.scorer.metrics:
        assert metric.value(nothing) == 0
        assert metric.least <= metric.value(case.sums(case.responses)) <= 1


@every_scorer
def test_what_is_prepared_survives_a_cache(name: str) -> None:
    case = golden(name)
    again = pickle.loads(pickle.dumps(case.prepared))  # noqa: S301 - our own bytes

    for prepared, response, row in zip(again, case.responses, case.rows, strict=True):
        marked = zip(case.scorer.column_names, case.scorer.mark(prepared, response), strict=True)
        assert {column: cell for column, cell in marked if cell} == row


@every_scorer
def test_why_is_one_sentence_on_one_line(name: str) -> None:
    case = golden(name)

    for prepared, response in zip(case.prepared, case.responses, strict=True):
        said = case.scorer.why(prepared, response)
        assert said.strip() == said != ""
        assert "\n" not in said


@every_scorer
def test_names_are_said_once_and_records_take_the_golden_questions(name: str) -> None:
    case = golden(name)
    scorer = case.scorer

    assert scorer.name == name
    assert scorer.all_columns[:4] == STANDARD
    assert len(set(scorer.column_names)) == len(scorer.column_names)
    assert len({m.name for m in scorer.metrics}) == len(scorer.metrics)
    assert all(metric.about.endswith(".") for metric in scorer.metrics)
    sums = case.sums(case.responses)
    for metric in scorer.metrics:
        if metric.column:
            assert metric.value(sums) == ratio(sums[metric.column], sums.n * NANO)
    for one in case.asked:
        scorer.Ask.model_validate(one.question["ask"])
        scorer.Truth.model_validate(one.truth)
        assert all("/" in used for used in scorer.normalisers(one.question["ask"]))


def test_an_unknown_scorer_is_a_wrong_command_that_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"no scorer 'clsoed'; there are: .*closed"):
        scorer_named("clsoed")
    assert SCORERS.get("clsoed") is None
    assert list(SCORERS) == sorted(SCORERS)
    assert "base" not in SCORERS


def test_an_owner_adds_a_scorer_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    from digesta import registry

    class Point:
        name = "aaa_mine"

        @staticmethod
        def load() -> Scorer[Any]:
            return replace(scorer_named("closed"), name="aaa_mine")

    monkeypatch.setattr(registry, "entry_points", lambda *, group: [Point] if group else [])
    scorers = registry.Registry[Scorer[Any]](
        "digesta.scorers", "SCORER", noun="scorer", beside=frozenset({"shared"}), group="any"
    )

    assert scorers["aaa_mine"].name == "aaa_mine"
    assert next(iter(scorers)) == "aaa_mine"
    assert len(scorers) == len(SCORERS) + 1
