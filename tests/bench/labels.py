"""Cost of label metrics on FinLaw's size, 36,408 questions x 27 labels, beside scikit-learn.

Run from the repository's root: ``PYTHONPATH=toolkit python tests/bench/labels.py``. CPU
milliseconds of this process, the least of some runs. Seeded inputs. Imports are not counted.

Two kinds of answers: such that repeat, as a model's do that picks from lists of labels, and
such that hardly do (labels and articles drawn anew for each question, half of them lists). The
floor of each is taking each part out of its answer and looking it up in a table once, and then
writing all cells of the rows once.
"""

from __future__ import annotations

import gc
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path[:0] = [
    str(Path(__file__).parents[2] / "toolkit"),
    str(Path(__file__).parents[1]),
    str(Path(__file__).parents[1] / "scorers"),
]

import numpy as np
import sklearn.metrics as sklearn
from penalty_cases import (
    BANKING,
    COMMERCIAL,
    DOMAINS,
    LAUNDERING,
    PENALTY,
    RESOURCES,
    STATE,
    TYPES,
    ask,
    truth,
)

from digesta.metrics.labels import members, overlap
from digesta.scorers.penalty.columns import WIDTH
from digesta.scorers.penalty.fast import fill
from digesta.scorers.penalty.read import PenaltyParts, PenaltyReader

QUESTIONS, LABELS, DISTINCT = 36_408, 27, 2_000
RNG = np.random.default_rng(2026)


def cpu(work: Callable[[], object], *, runs: int = 5) -> float:
    """Return the least CPU milliseconds of some runs."""
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
        [
            members(part, LABELS).sum(axis=1)
            for part in (given & true, given & ~true, true & ~given)
        ],
    )


def peer(given: Any, true: Any) -> None:
    """Ask scikit-learn for the same figures."""
    for average in ("micro", "macro", "samples", None):
        sklearn.precision_recall_fscore_support(true, given, average=average, zero_division=0)
    sklearn.jaccard_score(true, given, average="samples", zero_division=1)
    sklearn.hamming_loss(true, given)
    sklearn.accuracy_score(true, given)


class Drawn(NamedTuple):
    """Questions as they are marked, and answers to them."""

    about: str
    questions: list[Any]
    answers: list[Any]


def prepared(number: int) -> Any:
    """Prepare a question about two types, a domain and an article."""
    right = truth(
        RNG.choice(TYPES, 2, replace=False).tolist(), [DOMAINS[number % 17]],
        [(BANKING, str(number % 52 + 1))], "ABCDE"[number % 5],
    )  # fmt: skip
    return PENALTY.prepare({"ask": ask()}, right, RESOURCES)


def repeating() -> Drawn:
    """Draw texts that repeat; a question is prepared once and asked often."""
    known = [prepared(number) for number in range(DISTINCT)]
    answers = [
        {
            "处罚类型": "，".join(RNG.choice(TYPES, 2)),
            "违规领域": DOMAINS[k % 17],
            "法律依据": f"《{STATE}{BANKING}》第{k % 52 + 1}条；《{COMMERCIAL}》第{k % 90 + 1}条",
            "处罚等级": "ABCDE"[k % 5],
        }
        for k in RNG.integers(0, 10_000, QUESTIONS).tolist()
    ]
    questions = [known[k] for k in RNG.integers(0, DISTINCT, QUESTIONS)]
    return Drawn("answers that repeat", questions, answers)


def unlike() -> Drawn:
    """Draw texts and lists that hardly repeat; every question is prepared for itself."""
    answers = []
    for k in range(QUESTIONS):
        types, domains = (
            RNG.permutation(names)[: RNG.integers(1, 5)].tolist() for names in (TYPES, DOMAINS)
        )
        cited = [
            f"《{STATE}{(BANKING, COMMERCIAL, LAUNDERING)[law]}》第{article}条"
            for law, article in RNG.integers([0, 1], [3, 100], (RNG.integers(1, 5), 2)).tolist()
        ]
        listed = k % 2 == 0
        answers.append(
            {
                "penalty_type": types if listed else "，".join(types),
                "violation_domain": domains if listed else "；".join(domains),
                "legal_basis": cited if listed else "；".join(cited),
                "penalty_level": "ABCDE"[k % 5],
            }
        )
    return Drawn("answers that hardly repeat", [prepared(k) for k in range(QUESTIONS)], answers)


def floor(answers: list[Any]) -> list[dict[Any, int]]:
    """Take each part out of each answer and look it up."""
    keys = list(answers[0])
    tables: list[dict[Any, int]] = [{} for _ in keys]
    for key, table in zip(keys, tables, strict=True):
        for answer in answers:
            part = answer[key]
            form = tuple(part) if part.__class__ is list else part
            table[form] = table.get(form, 0) + 1
    return tables


def masks_figures() -> list[tuple[str, float]]:
    """Measure what starts from masks."""
    given, true = masks(), masks() | 1
    tables = members(given, LABELS).T, members(true, LABELS).T
    ours, theirs = cpu(lambda: counts(given, true)), cpu(lambda: peer(*tables), runs=2)
    return [
        ("ms, counts from masks", ours),
        ("ms, peer: scikit-learn", theirs),
        ("scikit-learn / ours", theirs / ours),
    ]


def read(reader: PenaltyReader, answers: Sequence[Any]) -> list[PenaltyParts | None]:
    return [reader.read(answer) for answer in answers]


def figures(drawn: Drawn) -> list[tuple[str, float]]:
    """Measure what starts from answers."""
    questions, answers = drawn.questions, drawn.answers
    one = questions[0]
    parts = read(PenaltyReader(one.terms, one.limits), answers)
    rows = PENALTY.mark_many(questions, answers)
    sums = PENALTY.sums(rows)
    room = np.zeros((WIDTH, QUESTIONS), dtype=np.int64)
    taken = floor(answers)
    return [
        ("distinct forms of the four parts", float(sum(map(len, taken)))),
        ("ms, floor: parts taken out and looked up", cpu(lambda: floor(answers))),
        ("ms, floor: all cells of the rows written", cpu(lambda: np.ones_like(room))),
        (
            "ms, answers read",
            cpu(lambda: read(PenaltyReader(one.terms, one.limits), answers)),
        ),
        ("ms, all columns from what was read", cpu(lambda: fill(room, questions, parts))),
        ("ms, whole: answers to rows", cpu(lambda: PENALTY.mark_many(questions, answers))),
        ("ms, summing the columns", cpu(lambda: PENALTY.sums(rows))),
        (
            "ms, all metrics from the sums",
            cpu(lambda: [metric.value(sums) for metric in PENALTY.metrics]),
        ),
    ]


def main() -> None:
    """Measure, and write one line for each figure."""
    warnings.simplefilter("ignore")
    gc.disable()  # as the command does
    measured = [("masks of labels", masks_figures())]
    measured += [(drawn.about, figures(drawn)) for drawn in (repeating(), unlike())]
    for about, lines in measured:
        sys.stdout.write(f"{about}\n")
        for name, figure in lines:
            sys.stdout.write(f"{figure:9.2f}  {name}\n")


if __name__ == "__main__":
    main()
