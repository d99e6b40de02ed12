"""The scorer temporal against independent implementations, on seeded random answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import (
    balanced_accuracy_score,
    precision_recall_fscore_support,
    recall_score,
)
from temporal_cases import (
    AMENDED,
    NEVER,
    affected,
    changed,
    column,
    in_force,
    made_by,
    named,
    prepared,
    unchanged,
    value,
)

SEED = 20261122
ROWS = 500
HALF_A_NANO = 5e-10 + 1e-15
SPELLINGS: tuple[Callable[[int], str], ...] = (
    lambda n: f"EC {n}",
    lambda n: f"ec_{n}",
    lambda n: f"EC nº {n}/2009",
    lambda n: f"Emenda Constitucional nº {n}, de 2009",
)


def some(random: Random, universe: int, least: int) -> list[int]:
    return random.sample(range(1, universe + 1), random.randint(least, min(universe, 6)))


def drawn(universe: int = 8) -> tuple[list[list[int]], list[list[int]]]:
    """Draw true sets, and given ones, of which at most a fifth are empty."""
    random = Random(SEED)
    true = [some(random, universe, 1) for _ in range(ROWS)]
    given = [some(random, universe, 1) if random.random() > 0.1 else [] for _ in range(ROWS)]
    return true, given


def matrix(sets: list[list[int]], universe: int = 8) -> Any:
    rows = np.zeros((len(sets), universe), dtype=int)
    for row, members in zip(rows, sets, strict=True):
        row[[member - 1 for member in members]] = 1
    return rows


def scores_per_question(true: list[list[int]], given: list[list[int]]) -> Any:
    """Give (precision, recall, F1) of every question: of every label of the turned matrices."""
    return precision_recall_fscore_support(
        matrix(true).T, matrix(given).T, average=None, zero_division=0
    )[:3]


def spelt(random: Random, members: list[int]) -> list[str]:
    names = [random.choice(SPELLINGS)(n) for n in members]
    return names + random.choices(names, k=2) if names else []


def set_questions(kind: str) -> tuple[list[Any], list[Any], Any]:
    true, given = drawn()
    random = Random(SEED + 1)
    if kind == "impact":
        ones = [prepared(kind, affected(*(f"x_art_{n}" for n in t))) for t in true]
        answers: list[Any] = [{"articles": [f"X_art_{n}" for n in g]} for g in given]
    elif kind == "attribution":
        ones = [prepared(kind, made_by(*(f"EC {n}" for n in t))) for t in true]
        answers = [{"amendments": spelt(random, g)} for g in given]
    elif kind == "consistency":
        truths = [{"amended": True, "amendments": [f"EC {n}" for n in t]} for t in true]
        ones = [prepared(kind, truth) for truth in truths]
        answers = [{"amended": True, "amendments": spelt(random, g)} for g in given]
    else:
        ones = [prepared(kind, changed(*(f"EC {n}" for n in t))) for t in true]
        answers = [{"changed": True, "amendments_between": spelt(random, g)} for g in given]
    return ones, answers, scores_per_question(true, given)


@pytest.mark.parametrize(
    ("kind", "columns", "metrics"),
    [
        (
            "attribution",
            ("amendment_precision", "amendment_recall", "amendment_f1"),
            ("amendment_precision", "amendment_recall", "amendment_f1"),
        ),
        (
            "impact",
            ("article_precision", "article_recall", "article_f1"),
            ("article_precision", "article_recall", "article_f1"),
        ),
        ("difference", ("", "", "between_f1"), ("", "", "amendments_between_f1")),
        ("consistency", ("", "", "amended_by_f1"), ("", "", "consistency_amendment_f1")),
    ],
)
def test_precision_recall_and_f1_agree_with_scikit_learn(
    kind: str, columns: tuple[str, ...], metrics: tuple[str, ...]
) -> None:
    ones, answers, oracles = set_questions(kind)

    for name, metric, oracle in zip(columns, metrics, oracles, strict=True):
        if name:
            worst = np.abs(column(name, ones, answers) - oracle).max()
            assert worst <= HALF_A_NANO, (SEED, kind, name)
            mean = float(value(metric, ones, answers))
            assert mean == pytest.approx(oracle.mean(), abs=1e-9), (SEED, metric)


def test_credits_of_open_kinds_are_their_f1() -> None:
    for kind, name in (("attribution", "amendment_f1"), ("impact", "article_f1")):
        ones, answers, _ = set_questions(kind)

        assert np.array_equal(column("credit", ones, answers), column(name, ones, answers))


def test_dates_and_what_made_an_impact_agree_with_scikit_learn() -> None:
    true, given = drawn()
    days = [sorted(f"20{n:02}-01-01" for n in t) for t in true]
    said = [[f"20{n:02}-01-01" for n in g] for g in given]
    _, _, oracle = scores_per_question(true, given)
    dated = [prepared("attribution", made_by("EC 1", dates=d)) for d in days]
    moved = [prepared("impact", affected("x", by=[f"EC {n}" for n in t])) for t in true]

    f1_of_dates = column("dates_f1", dated, [{"amendments": [], "dates": d} for d in said])
    by = [{"articles": [], "amendments": [f"ec_{n}" for n in g]} for g in given]
    f1_of_causes = column("impact_by_f1", moved, by)

    assert np.abs(f1_of_dates - oracle).max() <= HALF_A_NANO, SEED
    assert np.abs(f1_of_causes - oracle).max() <= HALF_A_NANO, SEED


def versions_drawn() -> tuple[list[int], list[list[int]]]:
    random = Random(SEED + 2)
    true = [random.randint(1, 6) for _ in range(ROWS)]
    given = [random.sample(range(1, 9), random.choice((0, 1, 1, 1, 2, 3, 4))) for _ in true]
    return true, given


def test_versions_agree_with_scikit_learn_and_with_counting() -> None:
    true, given = versions_drawn()
    ones = [prepared("point_in_time", in_force(t)) for t in true]
    answers = [named(*g, *g[:1]) for g in given]

    precision, recall, f1 = scores_per_question([[t] for t in true], given)
    exact = (matrix([[t] for t in true]) == matrix(given)).all(axis=1)

    assert np.abs(column("precise", ones, answers) - precision).max() <= HALF_A_NANO, SEED
    assert np.abs(column("pit_f1", ones, answers) - f1).max() <= HALF_A_NANO, SEED
    assert np.array_equal(column("found", ones, answers), recall), SEED
    assert np.array_equal(column("pit_right", ones, answers), exact), SEED
    pairs = [
        ("temporal_precision", precision), ("temporal_recall", recall), ("temporal_f1", f1),
        ("version_accuracy", exact),
    ]  # fmt: skip
    for name, oracle in pairs:
        assert float(value(name, ones, answers)) == pytest.approx(oracle.mean(), abs=1e-9), name


def test_rates_of_what_is_named_agree_with_counting_by_arrays() -> None:
    true, given = versions_drawn()
    ones = [prepared("point_in_time", in_force(t)) for t in true]
    elsewhere = named(1, component="x_art_2")["versions"]
    answers = [
        {"versions": named(*g)["versions"] + elsewhere * (t % 2)}
        for t, g in zip(true, given, strict=True)
    ]

    flat = np.concatenate([np.array(g, dtype=int) for g in given])
    of = np.repeat(true, [len(g) for g in given])
    others = int(np.sum(np.array(true) % 2))
    all_named = len(flat) + others
    parts = [column(name, ones, answers) for name in ("found", "stale", "premature", "off_target")]
    # Whatever is named is right, past, to come or elsewhere.
    assert np.array_equal(sum(parts), column("named", ones, answers)), SEED

    assert float(value("stale_rate", ones, answers)) == pytest.approx(
        np.sum(flat < of) / all_named, abs=1e-12
    )
    assert float(value("premature_rate", ones, answers)) == pytest.approx(
        np.sum(flat > of) / all_named, abs=1e-12
    )
    assert float(value("off_target_rate", ones, answers)) == pytest.approx(
        others / all_named, abs=1e-12
    )


def truth_values_drawn() -> Iterator[tuple[Any, Any]]:
    """Draw 400 releases of true and given values, as columns, 20 of one length at a time."""
    random = np.random.default_rng(SEED + 3)
    for batch in range(20):
        true = random.random((4 + batch, 20)) < 0.5
        # At most a fifth have one class alone.
        true[:2, :17] = [[True], [False]]
        yield true, random.random(true.shape) < 0.6


def recalls(true: Any, given: Any) -> Any:
    """Return the recall of every column, a release each; NaN where it has nothing to recall."""
    each = recall_score(true, given, average=None, zero_division=0)
    return np.where(true.any(axis=0), each, np.nan)


@pytest.mark.parametrize(
    ("kind", "member", "truths", "metrics"),
    [
        (
            "difference",
            "changed",
            (changed(), unchanged()),
            ("change_balanced_accuracy", "change_accuracy"),
        ),
        ("consistency", "amended", (AMENDED, NEVER), ("consistency_balanced_accuracy",)),
    ],
)
def test_accuracies_agree_with_scikit_learn(
    kind: str, member: str, truths: tuple[Any, Any], metrics: tuple[str, ...]
) -> None:
    of = dict(zip((True, False), (prepared(kind, truth) for truth in truths), strict=True))
    for true, given in truth_values_drawn():
        oracle = np.nanmean([recalls(true, given), recalls(~true, ~given)], axis=0)
        plain = (true == given).mean(axis=0)
        for n in range(20):
            ones = [of[bool(t)] for t in true[:, n]]
            answers = [{member: bool(g)} for g in given[:, n]]

            got = [float(value(metric, ones, answers)) for metric in metrics]

            assert got == pytest.approx([oracle[n], plain[n]][: len(got)], abs=1e-12), (SEED, n)
        balanced = balanced_accuracy_score(true[:, 0], given[:, 0])
        assert oracle[0] == pytest.approx(balanced, abs=1e-12)


def test_specificity_and_sensitivity_agree_with_scikit_learn() -> None:
    of = {True: prepared("consistency", AMENDED), False: prepared("consistency", NEVER)}
    for true, given in truth_values_drawn():
        positives, negatives = recalls(true, given), recalls(~true, ~given)
        for n in range(20):
            ones = [of[bool(t)] for t in true[:, n]]
            answers = [{"amended": bool(g)} for g in given[:, n]]

            names = ("sensitivity", "specificity", "consistency_precision")
            got = [float(value(name, ones, answers)) for name in names]

            oracle = np.nan_to_num([positives[n], negatives[n], negatives[n]])
            assert got == pytest.approx(oracle.tolist(), abs=1e-12), (SEED, n)
