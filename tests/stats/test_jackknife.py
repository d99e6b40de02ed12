"""What leaving out each cluster says: by hand, by brute force, against other people's programs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulation import MEAN, even

from digesta.metrics.exact import NANO
from digesta.scorers import SCORERS
from digesta.scorers.base import Metric, Share
from digesta.stats.estimates import metric_interval
from digesta.stats.jackknife import CORRELATION, Jackknife, ScoreTerm, jackknife
from digesta.stats.layout import layout_of

F1 = Metric("f1", "2 right / (named + true).", lambda s: Share(2 * s["right"], s["both"]))
few = settings(derandomize=True, deadline=None, max_examples=60)
QUESTIONS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("uvwxyz"), st.integers(0, 4)),
    min_size=4,
    max_size=24,
)


def of_mean(
    credit: Sequence[float], clusters: Sequence[str], tasks: str | None = None
) -> Jackknife:
    """Leave out each cluster of a plain mean of credits, or of a pooled mean over tasks."""
    rows = np.rint(np.array(credit) * NANO).astype(np.int64)[:, None]
    ones = np.ones(len(rows), dtype=np.int64)
    layout = layout_of(list(tasks or "t" * len(rows)), list(clusters))
    return jackknife([ScoreTerm(Fraction(1), MEAN, ("credit",), rows, ones, ones)], layout)


def test_a_mean_of_four_questions_by_hand() -> None:
    # Clusters u (1, 1), v (0), w (1); the mean is 3/4. Without u it is 1/2, without v 1, without
    # w 2/3: deltas 1/4, -1/4, 1/12. Shares 1/2, 1/4, 1/4.
    # 1/2 · 1/16 + 3/4 · 1/16 + 3/4 · 1/144 = 1/12.
    own = of_mean([1, 1, 0, 1], "uuvw")

    assert own.delta == pytest.approx([1 / 4, -1 / 4, 1 / 12])
    assert own.shares == pytest.approx([1 / 2, 1 / 4, 1 / 4])
    assert own.variance == pytest.approx(1 / 12)
    assert own.design.n == pytest.approx(4)


@few
@given(st.lists(st.floats(0, 1), min_size=2, max_size=40))
def test_without_clusters_it_is_the_sample_variance_of_a_mean(credit: list[float]) -> None:
    own = of_mean(credit, [f"c{k}" for k in range(len(credit))])

    assert own.variance == pytest.approx(np.var(credit, ddof=1) / len(credit), abs=1e-9)
    assert own.design.df == len(credit) - 1


def test_with_independent_answers_it_is_right_on_average_however_uneven_the_clusters() -> None:
    # All 64 outcomes of six fair coins, in clusters of 3, 2 and 1: the mean has variance 1/24.
    every = [of_mean(coins, "uuuvvw").variance for coins in product([0, 1], repeat=6)]

    assert np.mean(every) == pytest.approx(1 / 24)


@few
@given(QUESTIONS)
def test_any_metric_is_computed_anew_without_each_cluster(
    marked: list[tuple[str, str, int]],
) -> None:
    """The oracle weighs questions by floats and adds them up in plain loops."""
    tasks, clusters, right = (list(column) for column in zip(*marked, strict=True))
    units = sorted(set(zip(tasks, clusters, strict=True)))
    if min(sum(task == other for task, _ in units) for other in set(tasks)) < 2:
        return
    both = [value + 5 for value in right]

    def figure(weight: Sequence[float]) -> float:
        above = 2 * sum(w * r for w, r in zip(weight, right, strict=True))
        return float(above / sum(w * b for w, b in zip(weight, both, strict=True)))

    def without(unit: tuple[str, str]) -> list[float]:
        kept = [key != unit and key[0] == unit[0] for key in zip(tasks, clusters, strict=True)]
        growth = tasks.count(unit[0]) / sum(kept)
        return [
            growth if here else float(task != unit[0])
            for here, task in zip(kept, tasks, strict=True)
        ]

    rows, ones = np.array([right, both]).T, np.ones(len(right), dtype=np.int64)
    layout = layout_of(tasks, clusters)
    own = jackknife([ScoreTerm(Fraction(1), F1, ("right", "both"), rows, ones, ones)], layout)

    expected = [figure([1.0] * len(right)) - figure(without(unit)) for unit in units]
    assert own.delta == pytest.approx(expected, abs=1e-12)


@few
@given(QUESTIONS, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_does_not_matter(
    marked: list[tuple[str, str, int]], random: object
) -> None:
    tasks, clusters, right = zip(*marked, strict=True)
    moved = sorted(marked, key=lambda _: random.random())  # type: ignore[attr-defined]
    others = [list(column) for column in zip(*moved, strict=True)]

    own = of_mean([value / 4 for value in right], clusters, "".join(tasks))
    again = of_mean([value / 4 for value in others[2]], others[1], "".join(others[0]))

    assert own.variance == again.variance
    assert own.design == again.design


def test_a_weighted_sum_of_tasks_adds_their_squared_weights_times_variances() -> None:
    credit, names = [1, 0, 1, 1, 0, 0.5], list("uvwxyz")
    first, second = of_mean(credit[:3], names[:3]), of_mean(credit[3:], names[3:])
    rows = np.rint(np.array(credit) * NANO).astype(np.int64)[:, None]
    here = np.array([1, 1, 1, 0, 0, 0])
    layout = layout_of(list("aaabbb"), names)

    own = jackknife(
        [
            ScoreTerm(weight, MEAN, ("credit",), rows * part[:, None], part, part)
            for weight, part in ((Fraction(1, 4), here), (Fraction(3, 4), 1 - here))
        ],
        layout,
    )

    assert own.variance == pytest.approx(first.variance / 16 + second.variance * 9 / 16)
    # Kish: 1 / (3 · (1/12)² + 3 · (1/4)²) = 4.8.
    assert own.design.n == pytest.approx(4.8)


def test_a_task_that_is_all_right_varies_for_an_interval_as_if_half_a_question_were_the_mean() -> (
    None
):
    # Three of three right, one of two: the mean of the tasks is 3/4, the variance of the second
    # alone counts: 1/4 · 1/2 · 1/2 / (2 - 1) = 1/16. With half a question at 3/4 the tasks stand
    # at (3 + 3/8) / 3.5 = 27/28 and (1 + 3/8) / 2.5 = 11/20; variances 27/784 / 3 and 99/400 / 2,
    # a quarter of each: less than 1/16, which stays.
    credit, names = [1, 1, 1, 1, 0], list("uvwxy")
    rows = np.rint(np.array(credit) * NANO).astype(np.int64)[:, None]
    here = np.array([1, 1, 1, 0, 0])
    terms = [
        ScoreTerm(Fraction(1, 2), MEAN, ("credit",), rows * part[:, None], part, part)
        for part in (here, 1 - here)
    ]
    own = jackknife(terms, layout_of(list("aaabb"), names))
    # All right and all wrong: no variance at all, and 0.5 questions at 1/2 for each of 3 and 2:
    # (3 + 1/4) / 3.5 = 13/14 and 0.25 / 2.5 = 1/10.
    sure = np.array([1, 1, 1, 0, 0])[:, None] * NANO
    terms = [
        ScoreTerm(Fraction(1, 2), MEAN, ("credit",), sure * part[:, None], part, part)
        for part in (here, 1 - here)
    ]
    pure = jackknife(terms, layout_of(list("aaabb"), names))

    assert own.variance == pytest.approx(1 / 16)
    assert own.careful_variance(Fraction(3, 4)) == own.variance
    assert pure.variance == 0
    assert pure.careful_variance(Fraction(1, 2)) == pytest.approx(
        1 / 4 * (13 / 14 * 1 / 14 / 3 + 1 / 10 * 9 / 10 / 2)
    )


def test_a_score_of_one_task_has_the_variance_of_the_data() -> None:
    own = of_mean([1, 0.5, 0, 1, 0.25], "uvwxy")

    assert own.careful_variance(Fraction(11, 20)) == own.variance


def test_tasks_of_one_cluster_each_are_one_stratum() -> None:
    setting = even("", 20, 1)
    credit = np.arange(20) * (NANO // 20)

    own = jackknife(setting.terms(credit), setting.layout)

    assert own.variance == pytest.approx(np.var(credit / NANO, ddof=1) / 20)
    assert own.design.df == 19


def test_a_lone_task_of_one_cluster_says_nothing() -> None:
    own = of_mean([1, 0, 1, 0], "uvww", "aabb")

    assert own.design.df == 0
    assert not own.design.suffices


@pytest.mark.parametrize(("tasks", "each", "df"), [(1, 30, 29), (10, 3, 20), (5, 4, 15)])
def test_even_clusters_leave_one_degree_of_freedom_less_than_clusters_in_each_task(
    tasks: int, each: int, df: int
) -> None:
    setting = even("", tasks, each)

    own = jackknife(setting.terms(np.zeros(tasks * each, dtype=np.int64)), setting.layout)

    assert own.design.df == df


@few
@given(st.lists(st.integers(1, 23), min_size=2, max_size=14))
def test_degrees_of_freedom_are_those_of_the_eigenvalues(sizes: list[int]) -> None:
    names = [f"c{k:02}" for k, size in enumerate(sizes) for _ in range(size)]
    masses = np.array(sizes) / sum(sizes)
    spread = np.diag(masses**2 * (1 + (np.array(sizes) - 1) * CORRELATION) / np.array(sizes))
    out = (np.eye(len(sizes)) - np.outer(masses, np.ones(len(sizes)))) / np.sqrt(1 - masses)[
        :, None
    ]
    values = np.linalg.eigvalsh(out @ spread @ out.T)

    own = of_mean([0.0] * len(names), names)

    assert own.design.df == int(values.sum() ** 2 / (values**2).sum() + 1e-9)


def test_one_source_of_23_in_49_questions_leaves_too_few_degrees_of_freedom() -> None:
    # The layout of finlaw's lending cases.
    sizes = [23, 10, 6, 4, 2, 2, 1, 1]
    names = [f"c{k}" for k, size in enumerate(sizes) for _ in range(size)]

    assert not of_mean([0.0] * 49, names).design.suffices


def test_balanced_accuracy_of_twenty_thousand_questions_has_an_interval() -> None:
    scorer = SCORERS["temporal"]
    metric = scorer.metric_named("change_balanced_accuracy")
    rng, n = np.random.default_rng(9), 20_000
    rows = np.zeros((n, len(scorer.column_names)), dtype=np.int64)
    changed = rng.random(n) < 0.3
    right = rng.random(n) < np.where(changed, 0.8, 0.6)
    for name, members in (("changed", changed), ("unchanged", ~changed)):
        rows[:, scorer.column_names.index(name)] = members
        rows[:, scorer.column_names.index(f"{name}_right")] = (members & right) * NANO
    layout = layout_of(["t"] * n, [f"c{k:05}" for k in range(n)])

    interval = metric_interval(metric, scorer.column_names, rows, layout)

    # Of two independent shares: their mean has a quarter of the sum of their variances.
    shares = [right[changed].mean(), right[~changed].mean()]
    sizes = [changed.sum(), n - changed.sum()]
    error = sum(p * (1 - p) / m for p, m in zip(shares, sizes, strict=True)) ** 0.5 / 2
    assert interval is not None
    assert (interval.high - interval.low) / 2 == pytest.approx(1.96 * error, rel=0.02)
    assert interval.low < 0.7 < interval.high
