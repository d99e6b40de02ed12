"""Cost of label metrics on FinLaw's size, 36,408 questions x 27 labels, beside scikit-learn.

Run from the repository's root: ``PYTHONPATH=toolkit python tests/bench/labels.py``. CPU
milliseconds of this process, the least of five runs (one for the whole marking). Seeded inputs.
Imports are not counted.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path[:0] = [
    str(Path(__file__).parents[2] / "toolkit"),
    str(Path(__file__).parents[1]),
    str(Path(__file__).parents[1] / "scorers"),
]

import numpy as np
import sklearn.metrics as sklearn
from penalty_cases import BANKING, COMMERCIAL, DOMAINS, PENALTY, RESOURCES, TYPES, ask, truth

from digesta.metrics.labels import members, overlap, per_label
from digesta.scorers._penalty_columns import SETS, WIDTH
from digesta.scorers._penalty_fast import fill_set, filled, set_part
from digesta.scorers._penalty_reading import Reader

QUESTIONS, LABELS, DISTINCT = 36_408, 27, 2_000
RNG = np.random.default_rng(2026)


def cpu(work: Callable[[], object], *, runs: int = 5) -> float:
    """Give the least CPU milliseconds of some runs."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return 1000 * min(taken)


def masks() -> Any:
    """Draw sets of labels of which most share some with the next draw."""
    bits = (RNG.random((LABELS, QUESTIONS)) < 0.06).astype(np.int64)
    return (bits << np.arange(LABELS)[:, None]).sum(axis=0)


def counts(given: Any, true: Any) -> object:
    """Count everything that label metrics are made of."""
    cells = overlap(given, true)
    either = np.maximum(cells.right + cells.extra + cells.missed, 1)
    return (
        [column.sum() for column in cells],
        (cells.right / either).sum(),
        per_label(given, true, LABELS),
    )


def peer(given: Any, true: Any) -> None:
    """Ask scikit-learn for the same figures."""
    for average in ("micro", "macro", "samples", None):
        sklearn.precision_recall_fscore_support(true, given, average=average, zero_division=0)
    sklearn.jaccard_score(true, given, average="samples", zero_division=1)
    sklearn.hamming_loss(true, given)
    sklearn.accuracy_score(true, given)


def drawn() -> tuple[list[Any], list[Any]]:
    """Draw questions and answers as texts; a question is prepared once and asked often."""
    prepared = []
    for number in range(DISTINCT):
        right = truth(
            RNG.choice(TYPES, 2, replace=False).tolist(), [DOMAINS[number % 17]],
            [(BANKING, str(number % 52 + 1))], "ABCDE"[number % 5],
        )  # fmt: skip
        prepared.append(PENALTY.prepare({"ask": ask()}, right, RESOURCES))
    questions = [prepared[k] for k in RNG.integers(0, DISTINCT, QUESTIONS)]
    answers = [
        {
            "处罚类型": "，".join(RNG.choice(TYPES, 2)),
            "违规领域": DOMAINS[k % 17],
            "法律依据": f"《中华人民共和国{BANKING}》第{k % 52 + 1}条；"
            f"《{COMMERCIAL}》第{k % 90 + 1}条",
            "处罚等级": "ABCDE"[k % 5],
        }
        for k in RNG.integers(0, 10_000, QUESTIONS).tolist()
    ]
    return questions, answers


def main() -> None:
    """Measure, and write one line for each figure."""
    warnings.simplefilter("ignore")
    given, true = masks(), masks() | 1
    tables = members(given, LABELS).T, members(true, LABELS).T
    questions, answers = drawn()
    reader = Reader(questions[0].terms, questions[0].limits)
    readings = [reader.read(answer) for answer in answers]
    rows = PENALTY.mark_many(questions, answers)
    sums = PENALTY.sums(rows)
    parts = [set_part(name, questions, readings) for name in SETS]
    empty, read = np.zeros((WIDTH, QUESTIONS), dtype=np.int64), np.ones(QUESTIONS, dtype=bool)
    ours, theirs = cpu(lambda: counts(given, true)), cpu(lambda: peer(*tables), runs=2)
    figures = [
        ("ms, counts from masks", ours),
        ("ms, peer: scikit-learn", theirs),
        ("scikit-learn / ours", theirs / ours),
        (
            "ms, 144 label columns from masks",
            cpu(lambda: [fill_set(empty, p, read) for p in parts]),
        ),
        ("ms, all columns from what was read", cpu(lambda: filled(questions, readings), runs=3)),
        ("ms, summing the columns", cpu(lambda: PENALTY.sums(rows))),
        (
            "ms, all metrics from the sums",
            cpu(lambda: [metric.formula(sums) for metric in PENALTY.metrics]),
        ),
        ("ms, whole: answers to rows", cpu(lambda: PENALTY.mark_many(questions, answers), runs=2)),
    ]
    for name, figure in figures:
        sys.stdout.write(f"{figure:9.2f}  {name}\n")


if __name__ == "__main__":
    main()
