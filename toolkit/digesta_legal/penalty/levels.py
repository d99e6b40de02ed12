"""Metrics of the part ``level`` of the scorer ``penalty``: formulas over the 5 × 6 table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from digesta.metrics import labels
from digesta.metrics.labels import Cells
from digesta.scorers.base import Metric, Share, Sums
from digesta.scorers.shared.metrics import Formula, mean_metric
from digesta_legal.penalty import formulas
from digesta_legal.penalty.columns import ANSWER_LEVELS, LEVELS, level_column

SEED = "FinLaw: evaluation protocol"
CODE = "FinLaw: as its evaluat.py computes it"
Ratio = Callable[[Cells], tuple[Any, Any]]

RATIOS: Mapping[str, Ratio] = {
    "precision": labels.precision,
    "recall": labels.recall,
    "f1": labels.f1,
}

_WORDS = {
    "precision": "right / named",
    "recall": "right / true",
    "f1": "2 right / (named + true)",
}


def questions_with_counts(sums: Sums) -> Any:
    """Return how many questions have counts: all but those of an adversary's expectation.

    A row that is an average over draws holds shares alone: what is made of its counts is then
    0/0, "not defined".
    """
    return sums.n - sums["averaged"]


def _table(sums: Sums) -> list[list[Any]]:
    """Return the table of levels: 5 rows of truths, 6 columns of answers, the last without any."""
    return [[sums[level_column(truth, level)] for level in ANSWER_LEVELS] for truth in LEVELS]


def _level_cells(sums: Sums, *, valid_only: bool = False) -> list[Cells]:
    """Return each level's cells; valid_only: without the questions that have no valid level."""
    rows = _table(sums)
    width = len(LEVELS) if valid_only else len(ANSWER_LEVELS)
    return [
        Cells(
            rows[k][k],
            sum(row[k] for row in rows) - rows[k][k],
            sum(rows[k][:width]) - rows[k][k],
        )
        for k in range(len(LEVELS))
    ]


def _level(number: int, ratio: Ratio, *, valid_only: bool = False) -> Formula:
    return lambda sums: Share(*ratio(_level_cells(sums, valid_only=valid_only)[number]))


def _micro_f1(*, valid_only: bool = False) -> Formula:
    return lambda sums: Share(*labels.f1(labels.pool(_level_cells(sums, valid_only=valid_only))))


def _macro_f1(sums: Sums) -> Share:
    cells = _level_cells(sums)
    return Share(*labels.macro(cells, list(map(labels.f1, cells))))


def _macro_f1_of_code(sums: Sums) -> Share:
    shares = [labels.pico_share(*labels.f1(c)) for c in _level_cells(sums, valid_only=True)]
    some = questions_with_counts(sums) > 0
    return Share(sum(shares), len(LEVELS) * labels.PICO * some)


def _within_one(sums: Sums) -> Share:
    rows = _table(sums)
    near = (rows[i][j] for i in range(len(LEVELS)) for j in range(len(LEVELS)) if abs(i - j) <= 1)
    return Share(sum(near), questions_with_counts(sums))


def _kappa(sums: Sums) -> Share:
    return Share(*labels.quadratic_kappa([row[: len(LEVELS)] for row in _table(sums)]))


def level_metrics() -> Iterator[Metric]:
    """Return the part's metrics."""
    yield mean_metric(
        "level.accuracy",
        "Right levels / all questions; no valid level is wrong.",
        "level_right",
        proportion=True,
        source=SEED,
    )
    yield Metric(
        "level.within_one",
        "Levels that are right or next to it / all questions.",
        _within_one,
        formula=formulas.within_one(),
        proportion=True,
        limits="Always answering the middle level earns much here.",
    )
    yield Metric(
        "level.quadratic_weighted_kappa",
        "Cohen's kappa with squared distances, in [-1, 1], over the questions with a valid "
        "level; not defined where all are one level.",
        _kappa,
        formula=formulas.KAPPA,
        undefined=True,
        of_answered=True,
        least=-1,
        source="Cohen 1968; scikit-learn: cohen_kappa_score",
        limits="It leaves out the questions without a valid level, and falls where one level is "
        "frequent.",
    )
    yield Metric(
        "level.micro_f1",
        "2 right / (valid levels + all questions): no valid level costs recall only.",
        _micro_f1(),
        formula=formulas.LEVEL_MICRO,
        of_answered=True,
        source=SEED,
    )
    yield Metric(
        "level.micro_f1_as_coded",
        "Right / questions with a valid level.",
        _micro_f1(valid_only=True),
        formula=formulas.LEVEL_MICRO_AS_CODED,
        of_answered=True,
        source=CODE,
    )
    yield Metric(
        "level.macro_f1",
        "Mean over the levels that occur in the truths of their F1, each rounded to twelve "
        "decimals; a question without a valid level is missed.",
        _macro_f1,
        formula=formulas.LEVEL_MACRO,
        unit=labels.PICO,
        of_answered=True,
        source=SEED,
        limits="A level with few questions weighs as much as a frequent one.",
    )
    yield Metric(
        "level.macro_f1_as_coded",
        "Sum of the five levels' F1 over questions with a valid level / 5: a level that never "
        "occurs counts 0.",
        _macro_f1_of_code,
        formula=formulas.LEVEL_MACRO_AS_CODED,
        unit=labels.PICO,
        of_answered=True,
        source=CODE,
    )
    for number, letter in enumerate(LEVELS):
        yield from _metrics_of_level(number, letter)


def _metrics_of_level(number: int, letter: str) -> Iterator[Metric]:
    for name, ratio in RATIOS.items():
        yield Metric(
            f"level.{name}_{letter.lower()}",
            f"Level {letter}: {_WORDS[name]}; 0 where nothing is below.",
            _level(number, ratio),
            of_answered=name != "recall",
            formula=formulas.level(name, letter),
            family=f"level.{name}_K",
            whole=name == "recall",
            source=SEED,
        )
    for name in ("recall", "f1"):
        yield Metric(
            f"level.{name}_{letter.lower()}_as_coded",
            f"Level {letter}: the same over questions with a valid level only.",
            _level(number, RATIOS[name], valid_only=True),
            of_answered=True,
            source=CODE,
            formula=formulas.level_of_code(name, letter),
            family=f"level.{name}_K_as_coded",
        )
