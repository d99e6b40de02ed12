"""Metrics of penalties against scikit-learn, on seeded answers of which most are not degenerate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
import sklearn.metrics as sklearn
from penalty_cases import BANKING, COMMERCIAL, DOMAINS, LAUNDERING, PENALTY, TYPES, prepared, truth
from sklearn import config_context

from digesta.metrics import labels
from digesta.metrics.exact import NANO
from digesta.scorers.base import Sums

ROUNDS = 400
LEVELS = "ABCDE"
QUESTIONS = 9
LAWS = (BANKING, COMMERCIAL, LAUNDERING)
CLOSE = 1e-12
ROUNDED = 1e-9


class Drawn(NamedTuple):
    """One round: truths and answers as 0/1 tables and levels, and the sums that we make."""

    seed: int
    types: tuple[Any, Any]
    domains: tuple[Any, Any]
    pairs: tuple[Any, Any]
    levels: tuple[list[str], list[str]]
    sums: Sums


def _sets(draw: np.random.Generator, labels: int, most: int) -> tuple[Any, Any]:
    """Draw truths and answers that share labels: a truth, changed here and there."""
    truths = np.zeros((QUESTIONS, labels), dtype=np.int64)
    for row in truths:
        row[draw.choice(labels, draw.integers(0, most), replace=False)] = 1
    answers = truths.copy()
    for row in answers:
        row[draw.integers(0, labels, draw.integers(0, 4))] ^= 1
        if draw.random() < 0.1:
            row[:] = 0
    return truths, answers


def drawn(seed: int) -> tuple[Drawn, list[Any], list[Any]]:
    draw = np.random.default_rng(seed)
    spread = int(draw.integers(3, 8))
    types, domains = _sets(draw, 27, min(spread, 4)), _sets(draw, 17, min(spread, 4))
    articles = [(law, str(number)) for law in LAWS for number in (1, 2, 3, 4)]
    pairs = _sets(draw, len(articles), 4)
    for row in pairs[0]:
        row[0] = row[0] or not row.any()
    true_levels = [LEVELS[k] for k in draw.integers(0, 5, QUESTIONS)]
    said = [one if draw.random() < 0.5 else "ABCDEX"[draw.integers(0, 6)] for one in true_levels]
    questions, answers = [], []
    for i in range(QUESTIONS):
        named = [np.flatnonzero(table[i]) for one in (types, domains, pairs) for table in one]
        cited = [[articles[k] for k in named[place]] for place in (4, 5)]
        questions.append(
            truth([TYPES[k] for k in named[0]], [DOMAINS[k] for k in named[2]], cited[0],
                  true_levels[i])
        )  # fmt: skip
        answers.append(
            {
                "penalty_type": [TYPES[k] for k in named[1]],
                "violation_domain": "、".join(DOMAINS[k] for k in named[3]),
                "legal_basis": "；".join(f"《{law}》第{number}条" for law, number in cited[1]),
                "penalty_level": said[i],
            }
        )
    nothing = PENALTY.sums(PENALTY.mark_all([], []))
    made = Drawn(seed, types, domains, pairs, (true_levels, said), nothing)
    return made, [prepared(one) for one in questions], answers


@pytest.fixture(scope="module")
def rounds() -> list[Drawn]:
    made = [drawn(seed) for seed in range(ROUNDS)]
    questions = [question for _, each, _ in made for question in each]
    rows = PENALTY.mark_all(questions, [answer for _, _, each in made for answer in each])
    return [
        one._replace(sums=PENALTY.sums(rows[place * QUESTIONS : (place + 1) * QUESTIONS]))
        for place, (one, _, _) in enumerate(made)
    ]


@pytest.fixture(autouse=True)
def _quick_oracle() -> Iterator[None]:
    with config_context(assume_finite=True, skip_parameter_validation=True):
        yield


def value(one: Drawn, metric: str) -> float:
    return float(PENALTY.metric_named(metric).value(one.sums))


def _counts(rounds: list[Drawn], part: str) -> list[tuple[Any, Any, Any]]:
    """Count right, extra and missed per label, all rounds at once: labels do not meet."""
    truths, answers = (np.hstack([getattr(one, part)[k] for one in rounds]) for k in (0, 1))
    cells = sklearn.multilabel_confusion_matrix(truths, answers).reshape(len(rounds), -1, 2, 2)
    return [(each[:, 1, 1], each[:, 0, 1], each[:, 1, 0]) for each in cells]


def _level_figures(rounds: list[Drawn]) -> Any:
    """Return precision, recall and F1 of each level and round, all rounds at once."""
    truths, said = (
        ["ABCDEX".index(level) + 6 * k for k, one in enumerate(rounds) for level in one.levels[at]]
        for at in (0, 1)
    )
    numbers = [6 * k + level for k in range(len(rounds)) for level in range(5)]
    figures = sklearn.precision_recall_fscore_support(
        truths, said, labels=numbers, zero_division=0.0
    )
    return np.array(figures[:3]).reshape(3, len(rounds), 5).transpose(1, 0, 2)


@pytest.mark.parametrize("part", ["type", "domain"])
def test_label_metrics_are_those_of_scikit_learn(rounds: list[Drawn], part: str) -> None:
    lively = 0
    field = f"{part}s"
    for one, (right, extra, missed) in zip(rounds, _counts(rounds, field), strict=True):
        truths, answers = getattr(one, field)
        occurs = right + missed > 0
        lively += bool(0 < right.sum() < answers.sum())
        ours = {name: value(one, f"{part}.{name}") for name in FIGURES}
        below = [right + extra, right + missed, 2 * right + extra + missed]
        above = [right, right, 2 * right]
        theirs = {
            f"macro_{name}": (top / np.maximum(bottom, 1))[occurs].sum() / max(occurs.sum(), 1)
            for name, top, bottom in zip(RATIOS, above, below, strict=True)
        } | {
            f"micro_{name}": top.sum() / max(bottom.sum(), 1)
            for name, top, bottom in zip(RATIOS, above, below, strict=True)
        }
        theirs["exact_rate"] = (truths == answers).all(axis=1).mean()
        for name, figure in theirs.items():
            assert abs(ours[name] - figure) <= CLOSE, (one.seed, name)
        either = np.maximum((truths | answers).sum(axis=1), 1)
        empty = (truths | answers).sum(axis=1) == 0
        jaccard = (((truths & answers).sum(axis=1) + empty) / either).mean()
        assert abs(ours["jaccard"] - jaccard) <= ROUNDED, one.seed
        loss = (extra + missed).sum() / truths.size
        assert abs(ours["hamming_loss"] - loss) <= ROUNDED, one.seed
    assert lively >= ROUNDS * 4 // 5


RATIOS = ("precision", "recall", "f1")
FIGURES = (
    *(f"{kind}_{name}" for kind in ("micro", "macro") for name in RATIOS),
    "exact_rate",
    "jaccard",
    "hamming_loss",
)


def test_averages_are_scikit_learns_own_over_the_labels_of_the_truths(rounds: list[Drawn]) -> None:
    for one in rounds[::20]:
        truths, answers = one.types
        loss = sklearn.hamming_loss(truths, answers)
        assert abs(value(one, "type.hamming_loss") - loss) <= ROUNDED, one.seed
        assert value(one, "type.exact_rate") == sklearn.accuracy_score(truths, answers), one.seed
        occur = np.flatnonzero(truths.any(axis=0))
        for kind, chosen in (("macro", occur), ("micro", None)):
            theirs = sklearn.precision_recall_fscore_support(
                truths, answers, labels=chosen, average=kind, zero_division=0.0
            )
            for name, figure in zip(RATIOS, theirs[:3], strict=True):
                assert abs(value(one, f"type.{kind}_{name}") - figure) <= CLOSE, (one.seed, name)


def test_pairs_of_law_and_article_are_those_of_scikit_learn(rounds: list[Drawn]) -> None:
    for one, counts in zip(rounds, _counts(rounds, "pairs"), strict=True):
        right, extra, missed = (part.sum() for part in counts)
        theirs = (
            right / max(right + extra, 1),
            right / (right + missed),
            2 * right / (2 * right + extra + missed),
        )
        for name, figure in zip(RATIOS, theirs, strict=True):
            assert abs(value(one, f"basis.pair_{name}") - figure) <= CLOSE, (one.seed, name)
        truths, answers = one.pairs
        jaccard = ((truths & answers).sum(axis=1) / (truths | answers).sum(axis=1)).mean()
        assert abs(value(one, "basis.pair_jaccard") - jaccard) <= ROUNDED, one.seed
        assert value(one, "basis.exact_rate") == (truths == answers).all(axis=1).mean(), one.seed


def test_levels_are_those_of_scikit_learn(rounds: list[Drawn]) -> None:
    lively = 0
    for one, theirs in zip(rounds, _level_figures(rounds), strict=True):
        truths, said = one.levels
        occur = sorted(set(truths))
        for place, name in enumerate(RATIOS):
            for letter, figure in zip(LEVELS, theirs[place], strict=True):
                ours = value(one, f"level.{name}_{letter.lower()}")
                assert abs(ours - figure) <= CLOSE, (one.seed, name, letter)
        macro = np.mean([theirs[2][LEVELS.index(letter)] for letter in occur])
        assert abs(value(one, "level.macro_f1") - macro) <= CLOSE, one.seed
        right = sum(a == b for a, b in zip(truths, said, strict=True))
        assert value(one, "level.accuracy") == right / QUESTIONS, one.seed
        valid = sum(level in LEVELS for level in said)
        assert abs(value(one, "level.micro_f1") - 2 * right / (valid + QUESTIONS)) <= CLOSE
        near = sum(abs(ord(a) - ord(b)) <= 1 for a, b in zip(truths, said, strict=True) if b != "X")
        assert value(one, "level.within_one") == near / QUESTIONS, one.seed
        lively += _kappa_is_theirs(one)
    assert lively >= ROUNDS * 4 // 5


def _kappa_is_theirs(one: Drawn) -> bool:
    told = zip(*one.levels, strict=True)
    pairs = [(LEVELS.index(a), LEVELS.index(b)) for a, b in told if b != "X"]
    if len({level for pair in pairs for level in pair}) < 2:
        return False
    truths, said = zip(*pairs, strict=True)
    kappa = sklearn.cohen_kappa_score(truths, said, labels=range(5), weights="quadratic")
    assert abs(value(one, "level.quadratic_weighted_kappa") - kappa) <= CLOSE, one.seed
    return True


def test_the_headline_is_the_mean_of_its_four_parts(rounds: list[Drawn]) -> None:
    parts = ("type.jaccard", "domain.jaccard", "basis.pair_jaccard", "level.accuracy")
    for one in rounds:
        mean = sum(value(one, part) for part in parts) / 4
        assert abs(value(one, "penalty_score") - mean) <= ROUNDED, one.seed
        assert one.sums["credit"] <= QUESTIONS * NANO


def test_counts_from_masks_are_those_of_scikit_learn(rounds: list[Drawn]) -> None:
    for one, counts in zip(rounds[::10], _counts(rounds[::10], "types"), strict=True):
        truths, answers = (table @ (1 << np.arange(27)) for table in one.types)

        pooled = [int(part.sum()) for part in labels.overlap(answers, truths)]
        assert pooled == [int(part.sum()) for part in counts], one.seed
