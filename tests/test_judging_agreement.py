"""How judges agree: Krippendorff's alpha from column sums."""

from __future__ import annotations

import random
from fractions import Fraction

import krippendorff
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.board.judges.agreement import agreement_row, agreement_sums, judge_alpha
from digesta.scorers.base import Sums

SEED = 20261122
CASES = 400
Units = list[list[bool | None]]


def alpha(units: Units, judges: int) -> Fraction | None:
    metric, sums = judge_alpha(judges), agreement_sums(units)
    return metric.value(sums) if metric.share(sums).denominator else None


def test_alpha_worked_by_hand() -> None:
    # Two judges, four criteria, one disagreement: N = 8, yes 5; expected 2*5*3/56, observed 2/8.
    units: Units = [[True, True], [True, False], [True, True], [False, False]]

    assert [agreement_row(unit) for unit in units] == [(2, 2, 0), (2, 1, 1), (2, 2, 0), (2, 0, 0)]
    assert alpha(units, 2) == 1 - Fraction(2, 8) / Fraction(30, 56)


def test_what_one_judge_alone_said_tells_nothing_about_agreement() -> None:
    units: Units = [[True, True, None], [False, False, False]]

    assert alpha([*units, [True, None, None], [None, None, None]], 3) == alpha(units, 3) == 1


def test_alpha_is_not_defined_where_all_say_the_same() -> None:
    assert alpha([[True, True], [True, True]], 2) is None
    assert alpha([], 2) is None


def test_alpha_is_that_of_krippendorff_s_package() -> None:
    rng = random.Random(SEED)
    telling, worst = 0, 0.0

    for number in range(CASES):
        judges, size = rng.randint(2, 5), rng.randint(3, 25)
        lean, gaps, agree = rng.random(), rng.choice([0, 0, 0.2]), rng.random()
        units: Units = []
        for _ in range(size):
            base = rng.random() < lean
            said = [base if rng.random() < agree else rng.random() < lean for _ in range(judges)]
            units.append([None if rng.random() < gaps else one for one in said])
        ours = alpha(units, judges)
        if ours is None:
            continue
        rows = zip(*units, strict=True)
        table = [[np.nan if one is None else float(one) for one in row] for row in rows]
        theirs = krippendorff.alpha(table, level_of_measurement="nominal")
        worst = max(worst, abs(float(ours) - theirs))
        assert worst < 1e-12, (SEED, number)
        telling += 1

    assert telling >= CASES * 4 / 5


@settings(max_examples=60)
@given(st.lists(st.lists(st.sampled_from([True, False, None]), min_size=3, max_size=3)), st.data())
def test_the_order_of_criteria_and_of_judges_does_not_matter(
    units: Units, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(3)))
    turned = [[unit[j] for j in order] for unit in data.draw(st.permutations(units))]

    assert dict(agreement_sums(turned)) == dict(agreement_sums(units))
    found = alpha(units, 3)
    assert found is None or -1 <= found <= 1


def test_alpha_reads_arrays_of_sums_as_it_reads_one() -> None:
    first: Units = [[True, False, True], [False, False, None]]
    second: Units = [[True, True, True], [False, True, False]]
    metric = judge_alpha(3)
    sums = [agreement_sums(units) for units in (first, second)]
    both = Sums(
        np.array([2, 2]), list(sums[0]), [np.array([int(s[c]) for s in sums]) for c in sums[0]]
    )

    top, bottom = metric.share(both)

    for i, one in enumerate(sums):
        assert Fraction(int(top[i]), int(bottom[i])) == metric.value(one)
