"""Metrics of the part ``level`` of the scorer ``penalty``: formulas over the 5 × 6 table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from digesta.metrics import labels
from digesta.metrics.exact import NANO
from digesta.metrics.labels import Cells
from digesta.scorers.base import Metric, Share, Sums
from digesta.scorers.penalty import formulas
from digesta.scorers.penalty.columns import GIVEN, LEVELS, level_column
from digesta.scorers.shared.metrics import mean_metric

SEED = "FinLaw: evaluation protocol"
CODE = "FinLaw: as its evaluat.py computes it"
Ratio = Callable[[Cells], tuple[Any, Any]]

RATIOS: Mapping[str, Ratio] = MappingProxyType(
    {"precision": labels.precision, "recall": labels.recall, "f1": labels.f1}
)
OF_ANSWERED = ("precision", "f1")
"""Ratios whose denominator the answers set; a recall's is the truths'."""

_WORDS = {
    "precision": "right / named",
    "recall": "right / true",
    "f1": "2 right / (named + true)",
}


def mean(column: str) -> Callable[[Sums], Share]:
    """Return the mean of a share column over all questions."""
    return lambda sums: Share(sums[column], sums.n * NANO)


def table(sums: Sums) -> list[list[Any]]:
    """Return the table of levels: 5 rows of truths, 6 columns of answers, the last without any."""
    return [[sums[level_column(truth, given)] for given in GIVEN] for truth in LEVELS]


def counted(sums: Sums) -> Any:
    """Return how many questions have counts: all but those of an adversary's expectation.

    A row that is an average over draws holds shares alone: what is made of its counts is then
    0/0, "not defined".
    """
    return sums.n - sums["averaged"]


def _level_cells(sums: Sums, *, valid_only: bool) -> list[Cells]:
    """Return each level's cells; valid_only: without the questions that have no valid level."""
    rows = table(sums)
    width = len(LEVELS) if valid_only else len(GIVEN)
    return [
        Cells(
            rows[k][k],
            sum(row[k] for row in rows) - rows[k][k],
            sum(rows[k][:width]) - rows[k][k],
        )
        for k in range(len(LEVELS))
    ]


def _level(number: int, ratio: Ratio, valid_only: bool, sums: Sums) -> Share:  # noqa: FBT001 - bound by partial
    return Share(*ratio(_level_cells(sums, valid_only=valid_only)[number]))


def _level_micro(valid_only: bool, sums: Sums) -> Share:  # noqa: FBT001 - bound by partial
    return Share(*labels.f1(labels.pool(_level_cells(sums, valid_only=valid_only))))


def _level_macro(sums: Sums) -> Share:
    cells = _level_cells(sums, valid_only=False)
    return Share(*labels.macro(cells, [labels.f1(one) for one in cells]))


def _level_macro_as_coded(sums: Sums) -> Share:
    pairs = (labels.f1(one) for one in _level_cells(sums, valid_only=True))
    each = [labels.pico_share(part, whole) for part, whole in pairs]
    return Share(sum(each), len(LEVELS) * labels.PICO * (counted(sums) > 0))


def _within_one(sums: Sums) -> Share:
    rows = table(sums)
    near = (rows[i][j] for i in range(len(LEVELS)) for j in range(len(LEVELS)) if abs(i - j) <= 1)
    return Share(sum(near), counted(sums))


def _kappa(sums: Sums) -> Share:
    return Share(*labels.quadratic_kappa([row[: len(LEVELS)] for row in table(sums)]))


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
        partial(_level_micro, False),  # noqa: FBT003 - bound here
        formula=formulas.LEVEL_MICRO,
        of_answered=True,
        source=SEED,
    )
    yield Metric(
        "level.micro_f1_as_coded",
        "Right / questions with a valid level.",
        partial(_level_micro, True),  # noqa: FBT003 - bound here
        formula=formulas.LEVEL_MICRO_AS_CODED,
        of_answered=True,
        source=CODE,
    )
    yield Metric(
        "level.macro_f1",
        "Mean over the levels that occur in the truths of their F1, each rounded to twelve "
        "decimals; a question without a valid level is missed.",
        _level_macro,
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
        _level_macro_as_coded,
        formula=formulas.LEVEL_MACRO_AS_CODED,
        unit=labels.PICO,
        of_answered=True,
        source=CODE,
    )
    for number, letter in enumerate(LEVELS):
        yield from _one_level(number, letter)


def _one_level(number: int, letter: str) -> Iterator[Metric]:
    for name, ratio in RATIOS.items():
        yield Metric(
            f"level.{name}_{letter.lower()}",
            f"Level {letter}: {_WORDS[name]}; 0 where nothing is below.",
            partial(_level, number, ratio, False),  # noqa: FBT003 - bound here
            of_answered=name in OF_ANSWERED,
            formula=formulas.level(name, letter),
            family=f"level.{name}_K",
            whole=name == "recall",
            source=SEED,
        )
    for name in ("recall", "f1"):
        yield Metric(
            f"level.{name}_{letter.lower()}_as_coded",
            f"Level {letter}: the same over questions with a valid level only.",
            partial(_level, number, RATIOS[name], True),  # noqa: FBT003 - bound here
            of_answered=True,
            source=CODE,
            formula=formulas.level_as_coded(name, letter),
            family=f"level.{name}_K_as_coded",
        )
