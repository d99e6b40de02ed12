"""Every metric's formula is what its code divides, on sums as rows could have them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from formulas import Formula

from digesta.metrics.exact import NANO
from digesta.scorers import SCORERS
from digesta.scorers.base import Metric, Scorer, Sums

NAMES = (
    "citations",
    "closed",
    "extraction",
    "mentions",
    "penalty",
    "ranking",
    "retrieval",
    "rubric",
    "stars",
    "temporal",
)
DRAWS = 16


def drawn_sums(scorer: Scorer[Any], seed: str) -> Iterator[Sums]:
    """Return no questions, then sums as rows could have them, some of them 0."""
    yield Sums(0, scorer.column_names, [0] * len(scorer.all_columns))
    draw = random.Random(seed)
    for _ in range(DRAWS):
        units = [NANO if column.kind == "share" else 1 for column in scorer.all_columns]
        values = [draw.choice([0, draw.randrange(9), draw.randrange(9) * unit]) for unit in units]
        yield Sums(draw.randrange(1, 20), scorer.column_names, values)


def told(scorer: Scorer[Any], metric: Metric, sums: Sums) -> Fraction | None:
    """Return what the formula comes to; None where it divides by 0 and is not defined then."""
    units = {column.name: NANO if column.kind == "share" else 1 for column in scorer.all_columns}
    values = {name: Fraction(sums[name], unit) for name, unit in units.items()}
    try:
        text, n = metric.formula, Fraction(sums.n)
        return Formula(text, values | {"n": n}, strict=metric.undefined).value()
    except ZeroDivisionError:
        return None


def disagreeing(scorer: Scorer[Any], metric: Metric) -> list[tuple[object, object]]:
    """Return what formula and code come to, where they differ."""
    pairs = []
    for sums in drawn_sums(scorer, metric.name):
        defined = metric.share(sums).denominator != 0 or not metric.undefined
        pairs.append((told(scorer, metric, sums), metric.value(sums) if defined else None))
    return [pair for pair in pairs if pair[0] != pair[1]]


@pytest.mark.parametrize("name", NAMES)
def test_every_metrics_formula_is_what_its_code_divides(name: str) -> None:
    scorer = SCORERS[name]
    for metric in scorer.metrics:
        assert metric.formula, metric.name
        assert not disagreeing(scorer, metric), metric.name


@pytest.mark.parametrize("name", NAMES)
def test_a_formula_of_another_metric_is_found_out(name: str) -> None:
    scorer = SCORERS[name]
    formulas = sorted({metric.formula for metric in scorer.metrics})
    for metric in scorer.metrics:
        other = formulas[formulas.index(metric.formula) - 1]
        wrong = replace(metric, formula=other)
        assert disagreeing(scorer, wrong), (metric.name, other)


@pytest.mark.parametrize("name", NAMES)
def test_formulas_of_a_family_differ_in_columns_and_numbers_alone(name: str) -> None:
    signs: dict[str, set[str]] = {}
    for metric in SCORERS[name].metrics:
        if metric.family:
            plain = "".join(sign for sign in metric.formula if sign in "Σ…()[],+−·/>²")
            signs.setdefault(metric.family, set()).add(plain)
    assert all(len(found) == 1 for found in signs.values()), signs
    assert bool(signs) == (name not in {"citations", "closed", "extraction", "mentions"})
