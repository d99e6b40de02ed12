"""The exact test where sources are too few for Student's t: every exchange is counted."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from layouts import FEW, sized
from simulation import Setting, compare, even

from digesta.metrics.exact import NANO
from digesta.stats.intervals import Design

LOPSIDED = sized("one of half", (6, 1, 1, 1, 1, 1, 1))


def p_of(setting: Setting, first: list[int], second: list[int]) -> tuple[float, Design]:
    board = np.array([first, second], dtype=np.int64) * NANO
    _, pairs, design = compare(setting, board)
    return float(pairs.p[0, 1]), design


def by_hand(setting: Setting, first: list[int], second: list[int]) -> Fraction:
    """Count all exchanges of whole sources, one by one."""
    clusters = [name for _, _, own in setting.tasks for name in own]
    weights = [weight / len(own) for _, weight, own in setting.tasks for _ in own]
    gaps = dict.fromkeys(clusters, Fraction(0))
    for name, weight, a, b in zip(clusters, weights, first, second, strict=True):
        gaps[name] += weight * (a - b)
    seen = abs(sum(gaps.values(), Fraction(0)))
    every = list(product((1, -1), repeat=len(gaps)))
    sums = (
        sum((sign * gap for sign, gap in zip(signs, gaps.values(), strict=True)), Fraction(0))
        for signs in every
    )
    as_great = sum(abs(each) >= seen for each in sums)
    return Fraction(as_great, len(every))


def test_a_layout_without_degrees_of_freedom_has_a_test_and_it_counts_every_exchange() -> None:
    better, worse = [1] * 12, [0] * 5 + [1] + [0] * 6

    p, design = p_of(LOPSIDED, better, worse)

    assert not design.suffices
    assert p == by_hand(LOPSIDED, better, worse) == Fraction(2, 2**7)


@pytest.mark.parametrize(
    "setting", [each for each in FEW if each.layout.units < 9], ids=lambda setting: setting.name
)
def test_p_is_the_share_of_exchanges_whatever_the_weights(setting: Setting) -> None:
    rng = np.random.default_rng(1)
    for _ in range(5):
        first, second = rng.integers(0, 2, (2, setting.layout.n)).tolist()
        assert p_of(setting, first, second)[0] == by_hand(setting, first, second)


def test_more_sources_than_can_be_counted_are_exchanged_in_groups() -> None:
    setting = sized("one of half", (40, *[1] * 40))
    p, design = p_of(setting, [1] * 80, [0] * 80)

    assert not design.suffices
    assert p == 2 / 2**12


def test_equal_systems_and_the_same_answers_are_never_told_apart() -> None:
    assert p_of(LOPSIDED, [1] * 12, [1] * 12)[0] == 1
    assert p_of(LOPSIDED, [1, 0] * 6, [0, 1] * 6)[0] == 1


def test_layouts_with_degrees_of_freedom_are_tested_as_before() -> None:
    setting = even("12", 1, 12)
    _, design = p_of(setting, [1] * 12, [0] * 12)

    assert design.suffices
    assert p_of(setting, [1] * 12, [0] * 12)[0] != Fraction(2, 2**12)
