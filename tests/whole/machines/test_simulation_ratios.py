"""Metrics that are no means of credit, simulated: pooled F1 and balanced accuracy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from digesta.scorers.base import Metric, Share, Sums
from digesta.stats.estimates import metric_interval
from digesta.stats.layout import layout_of

SETS, LARGE = 150, 20_000
LEVELS = (0.1, 0.3, 0.5, 0.8, 0.95)
F1 = Metric("f1", "Pooled.", lambda s: Share(2 * s["tp"], 2 * s["tp"] + s["fp"] + s["fn"]))


def _balanced(sums: Sums) -> Share:
    yes, no = sums["yes"] + (sums["yes"] == 0), sums["no"] + (sums["no"] == 0)
    classes = 1 * (sums["yes"] > 0) + (sums["no"] > 0)
    return Share(sums["yes_right"] * no + sums["no_right"] * yes, classes * yes * no)


BALANCED = Metric("balanced", "Mean of two recalls.", _balanced)


def labels(n: int, level: float, rng: np.random.Generator) -> np.ndarray:
    """Draw three labels a question, found with a chance of its own, and false ones likewise."""
    own = rng.beta(2 * level, 2 * (1 - level), n)
    right = rng.binomial(3, own)
    return np.stack([right, rng.binomial(3, 1 - own), 3 - right], axis=1)


def classes(n: int, level: float, rng: np.random.Generator) -> np.ndarray:
    """Draw answers to questions of two classes, every second one of each."""
    yes, right = np.arange(n) % 2, rng.random(n) < level
    return np.stack([yes, 1 - yes, yes * right, (1 - yes) * right], axis=1)


@pytest.mark.parametrize("n", [15, 30])
@pytest.mark.parametrize(
    ("metric", "columns", "draw"),
    [
        (F1, ("tp", "fp", "fn"), labels),
        (BALANCED, ("yes", "no", "yes_right", "no_right"), classes),
    ],
    ids=["f1", "balanced accuracy"],
)
def test_intervals_of_ratios_cover_the_truth_and_are_near_the_oracles_width(
    metric: Metric,
    columns: tuple[str, ...],
    draw: Callable[[int, float, np.random.Generator], np.ndarray],
    n: int,
) -> None:
    layout = layout_of(["t"] * n, [f"c{k:02}" for k in range(n)])
    held, widths = [], []
    for level in LEVELS:
        rng = np.random.default_rng([n, round(100 * level)])
        many = draw(LARGE, level, rng).sum(axis=0).tolist()
        truth = float(metric.value(Sums(LARGE, columns, many)))
        every = [draw(n, level, rng).astype(np.int64) for _ in range(SETS)]
        values = [float(metric.value(Sums(n, columns, e.sum(axis=0).tolist()))) for e in every]
        ends = [metric_interval(metric, columns, each, layout) for each in every]
        low, high = np.array([each or (0.0, 1.0) for each in ends]).T
        held.append(((low <= truth) & (truth <= high)).mean())
        widths.append((high - low).mean() / (3.92 * np.std(values)))

    assert 0.93 <= np.mean(held) <= 0.99
    assert min(held) >= 0.9
    assert np.mean(widths) <= 1.25
