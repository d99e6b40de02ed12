"""What a row says of a metric that divides by nothing, and of one that is no share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from digesta.board.boards import boards
from digesta.metrics.labels import PICO
from digesta.records.board import MetricValue
from digesta.records.submission import Card
from digesta.scorers import scorer_named
from digesta.scorers.base import Metric, Share, Sums
from digesta.scoring import facts as scoring
from digesta.scoring.facts import CompiledRelease, expected_facts, mark_all
from digesta.scoring.submission import ScoredSubmission
from world import RELEASE, compiled_of, draft


def nothing(sums: Sums) -> Share:
    return Share(0 * sums.n, 0 * sums.n)


def macro(sums: Sums) -> Share:
    return Share(3 * PICO + 0 * sums.n, 4 * PICO + 0 * sums.n)


OF_NOTHING = (
    Metric("f1", "an F1", nothing, of_answered=True),
    Metric("recall", "a recall", nothing),
    Metric("rate", "a rate", nothing, undefined=True, of_answered=True),
    Metric("of_a_kind", "a mean over questions of a kind", nothing, undefined=True),
    Metric("macro", "a mean over four labels", macro, unit=PICO, of_answered=True),
)


@pytest.fixture
def nothings(monkeypatch: pytest.MonkeyPatch) -> CompiledRelease:
    closed = scorer_named("closed")
    more = replace(closed, metrics=closed.metrics + OF_NOTHING)
    monkeypatch.setattr(scoring, "scorer_named", lambda _name: more)
    return compiled_of(draft())


def told(compiled: CompiledRelease, submission: ScoredSubmission) -> dict[str, MetricValue | None]:
    board = next(one for one in boards(compiled, [submission]) if one.board == "toy@closed_book")
    return {one.name: board.rows[0].metrics.get(one.name) for one in OF_NOTHING}


def submission(compiled: CompiledRelease, **more: Any) -> ScoredSubmission:
    card = Card(submission_id="s", release=RELEASE, model_name="s", organization="Tests")
    wrong = ("no colour", *(None,) * (compiled.n - 1))
    facts = more.pop("facts", None) or mark_all(compiled, wrong)
    return ScoredSubmission(card, "0" * 64, facts, wrong, **more)


def test_nothing_over_nothing_is_zero_in_an_f1_and_not_defined_in_a_rate(
    nothings: CompiledRelease,
) -> None:
    row = told(nothings, submission(nothings))

    assert row["f1"] == MetricValue(value=0.0, numerator=0, denominator=0, of_answered=True)
    assert row["recall"] == MetricValue(value=0.0, numerator=0, denominator=0)
    assert row["rate"] == MetricValue(denominator=0, of_answered=True)
    assert row["of_a_kind"] is None


def test_an_adversary_s_expectation_says_nothing_of_counts_that_it_has_not(
    nothings: CompiledRelease,
) -> None:
    facts = expected_facts(nothings, "random")

    row = told(nothings, submission(nothings, facts=facts, role="adversary", expectation=True))

    assert [name for name, value in row.items() if value is not None] == ["macro"]


def test_a_mean_over_labels_counts_labels_below_the_line(nothings: CompiledRelease) -> None:
    macro = told(nothings, submission(nothings))["macro"]

    assert macro is not None
    assert (macro.value, macro.numerator, macro.denominator) == (0.75, 3, 4)
