"""The parameter-free ladder: exact, against the paper's formula in floats, and its edges."""

from __future__ import annotations

import math
import statistics
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from digesta.workspace.holdout.ladder import climbs, whole_percent

CREDITS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=60)


def parts(pairs: list[tuple[int, int]]) -> tuple[Fraction, Fraction, list[Fraction]]:
    n = len(pairs)
    now = sum((Fraction(a, 4) for a, _ in pairs), Fraction(0)) / n
    then = sum((Fraction(b, 4) for _, b in pairs), Fraction(0)) / n
    return now, then, [Fraction(a - b, 4 * n) for a, b in pairs]


@settings(max_examples=200)
@given(CREDITS)
def test_it_is_the_papers_rule(pairs: list[tuple[int, int]]) -> None:
    now, then, differences = parts(pairs)
    # Algorithm 3 of Blum and Hardt: better by more than s / sqrt(n), s the sample's deviation.
    losses = [float(b - a) / 4 for a, b in pairs]
    noise = statistics.stdev(losses) / math.sqrt(len(losses))
    told = max(float(then), whole_percent(then) / 100)
    assume(abs(float(now) - told - noise) > 1e-9)

    assert climbs(now, then, differences) == (float(now) > told + noise)


@given(CREDITS)
def test_the_same_answers_never_climb(pairs: list[tuple[int, int]]) -> None:
    _, then, _ = parts(pairs)

    assert not climbs(then, then, [Fraction(0)] * len(pairs))


def test_one_more_right_answer_does_not_climb_and_many_do() -> None:
    def ahead(k: int) -> bool:
        return climbs(
            Fraction(50 + k, 100), Fraction(50, 100),
            [Fraction(1, 100)] * k + [Fraction(0)] * (100 - k),
        )  # fmt: skip

    # k right answers more, nothing lost: the noise is close to sqrt(k) hundredths.
    assert [ahead(k) for k in (1, 2, 3, 10)] == [False, True, True, True]


def test_an_attempt_must_beat_what_was_told_and_what_it_was_rounded_from() -> None:
    # 2 of 3 is told as 67 %: a gain that stays below that is no gain.
    assert not climbs(Fraction(669, 1000), Fraction(2, 3), [Fraction(7, 6000)] * 2)


def test_one_question_says_nothing_about_its_noise() -> None:
    assert not climbs(Fraction(1), Fraction(0), [Fraction(1)])


def test_percents_are_rounded_half_even() -> None:
    halves = (Fraction(1, 200), Fraction(3, 200), Fraction(1), Fraction(0))

    assert [whole_percent(one) for one in halves] == [0, 2, 100, 0]
