"""Label metrics on FinLaw's size, 36,408 questions x 27 labels, beside scikit-learn and floors.

Beside scikit-learn both sides begin with the answers and end with figures. It reads the labels of
one part, which stand as they are written; ours reads all parts, and every wording of a label.

Two kinds of answers: such that repeat, as a model's do that picks from lists of labels, and
such that hardly do (labels and articles drawn anew for each question, half of them lists). The
floor of each is taking each part out of its answer and looking it up in a table once; the floor
of the columns is writing all cells of the rows once. Seeded inputs. Imports are not counted.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from digesta.metrics.labels import members
from digesta_legal.penalty.columns import WIDTH
from digesta_legal.penalty.fast import fill
from digesta_legal.penalty.read import PenaltyReader
from tests.bench.pairs import Pair, Row, Target, in_process
from tests.scorers.penalty_cases import (
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

QUESTIONS, LABELS, DISTINCT = 36_408, 27, 2_000
SEED = 2026


def figures(questions: list[Any], answers: list[Any]) -> list[Any]:
    """Mark answers, and return every metric."""
    sums = PENALTY.sums(PENALTY.mark_all(questions, answers))
    return [metric.value(sums) for metric in PENALTY.metrics]


def peer(answers: list[Any], true: Any) -> None:
    """Ask scikit-learn for the figures of one part, and have it read the labels."""
    import sklearn.metrics as sklearn
    from sklearn.preprocessing import MultiLabelBinarizer

    warnings.simplefilter("ignore")
    named = [answer["处罚类型"].split("，") for answer in answers]
    submitted = MultiLabelBinarizer(classes=TYPES).fit_transform(named)
    for average in ("micro", "macro", "samples", None):
        sklearn.precision_recall_fscore_support(true, submitted, average=average, zero_division=0)
    sklearn.jaccard_score(true, submitted, average="samples", zero_division=1)
    sklearn.hamming_loss(true, submitted)
    sklearn.accuracy_score(true, submitted)


class Drawn(NamedTuple):
    """Questions as they are marked, and answers to them."""

    questions: list[Any]
    answers: list[Any]


def prepared(number: int, rng: np.random.Generator) -> Any:
    """Prepare a question about two types, a domain and an article."""
    right = truth(
        rng.choice(TYPES, 2, replace=False).tolist(), [DOMAINS[number % 17]],
        [(BANKING, str(number % 52 + 1))], "ABCDE"[number % 5],
    )  # fmt: skip
    return PENALTY.prepare({"ask": ask()}, right, RESOURCES)


@cache
def repeating() -> Drawn:
    """Draw texts that repeat; a question is prepared once and asked often."""
    rng = np.random.default_rng(SEED)
    known = [prepared(number, rng) for number in range(DISTINCT)]
    answers = [
        {
            "处罚类型": "，".join(rng.choice(TYPES, 2)),
            "违规领域": DOMAINS[k % 17],
            "法律依据": f"《{STATE}{BANKING}》第{k % 52 + 1}条；《{COMMERCIAL}》第{k % 90 + 1}条",
            "处罚等级": "ABCDE"[k % 5],
        }
        for k in rng.integers(0, 10_000, QUESTIONS).tolist()
    ]
    questions = [known[k] for k in rng.integers(0, DISTINCT, QUESTIONS)]
    return Drawn(questions, answers)


@cache
def unlike() -> Drawn:
    """Draw texts and lists that hardly repeat; every question is prepared for itself."""
    rng = np.random.default_rng(SEED)
    answers = []
    for k in range(QUESTIONS):
        types, domains = (
            rng.permutation(names)[: rng.integers(1, 5)].tolist() for names in (TYPES, DOMAINS)
        )
        cited = [
            f"《{STATE}{(BANKING, COMMERCIAL, LAUNDERING)[law]}》第{article}条"
            for law, article in rng.integers([0, 1], [3, 100], (rng.integers(1, 5), 2)).tolist()
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
    return Drawn([prepared(k, rng) for k in range(QUESTIONS)], answers)


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


def of_scikit_learn(_folder: Path) -> Pair:
    """Start from the answers, and end with figures."""
    questions, answers = repeating()
    true = members(np.array([one.types for one in questions]), LABELS).T
    return Pair(
        in_process(lambda _: figures(questions, answers)), in_process(lambda _: peer(answers, true))
    )


def of_columns(draw: Callable[[], Drawn], _folder: Path) -> Pair:
    """Start from what was read of the answers."""
    questions, answers = draw()
    reader = PenaltyReader(questions[0].terms, questions[0].limits)
    parts = [reader.read(answer) for answer in answers]
    room, cells = np.zeros((2, WIDTH, QUESTIONS), dtype=np.int64)
    return Pair(
        in_process(lambda _: fill(room, questions, parts)), in_process(lambda _: cells.fill(1))
    )


def of_answers(draw: Callable[[], Drawn], _folder: Path) -> Pair:
    """Start from the answers."""
    questions, answers = draw()
    return Pair(
        in_process(lambda _: PENALTY.mark_many(questions, answers)),
        in_process(lambda _: floor(answers)),
    )


STAGE, SIZE = "label metrics", f"{QUESTIONS:,} × {LABELS}"
ROWS = (
    Row(STAGE, f"{SIZE}, whole, to figures, answers that repeat", "scikit-learn, one part",
        of_scikit_learn, (Target("ratio", 1),), ("scikit-learn",)),
    *(
        Row(STAGE, f"{SIZE}, {work}, answers that {kind}", floor_name, partial(pair, draw),
            (Target("seconds", most),))
        for kind, draw in (("repeat", repeating), ("hardly repeat", unlike))
        for work, floor_name, pair, most in (
            (f"all {WIDTH} columns", "floor: cells written", of_columns, 0.05),
            ("whole", "floor: parts looked up", of_answers, 1),
        )
    ),
)  # fmt: skip
