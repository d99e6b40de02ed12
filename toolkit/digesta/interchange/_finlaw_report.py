"""FinLaw's two evaluation files from our scorer's marks, and the tables that it needs for them.

Figures that the original's code computes otherwise than ours stand under its names as it has
them (``…_as_coded``), with two differences: every case counts, answered or not, and articles and
law names are normalised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from digesta.canonical import canonical_bytes
from digesta.interchange._finlaw_back import NUMBER, numbers_of
from digesta.interchange._marking import rows_of
from digesta.interchange._reading import BOM, csv_of
from digesta.interchange.base import NOTHING_BESIDE, Beside, Draft, Report, Value
from digesta.scorers import SCORERS
from digesta.scorers.base import Sums

METRICS, DETAILS = "evaluation_metrics.csv", "evaluation_details.csv"
_TYPE, _DOMAIN, _BASIS, _LEVEL = "处罚类型", "违规领域", "法律依据", "处罚等级"
_SETS: Mapping[str, str] = {
    "完全正确率": "exact_rate",
    "部分正确率": "partial_rate",
    "错误率": "error_rate",
    "Precision": "micro_precision",
    "Recall": "micro_recall",
    "F1": "micro_f1",
    "Jaccard平均": "jaccard_as_coded",
    "HammingLoss": "one_minus_jaccard",
}
_OF_BASIS: Mapping[str, str] = {
    "完全正确率": "exact_rate_as_coded",
    "部分正确率": "partial_rate_as_coded",
    "错误率": "error_rate",
    "法律名称命中率": "law_hit_rate",
    "条款对_Precision": "pair_precision",
    "条款对_Recall": "pair_recall",
    "条款对_F1": "pair_f1",
}
_OF_LEVEL: Mapping[str, str] = {
    "Accuracy": "accuracy",
    "MacroF1": "macro_f1_as_coded",
    "MicroF1": "micro_f1_as_coded",
}
_OF_EACH: Mapping[str, str] = {
    "Precision": "precision_{}",
    "Recall": "recall_{}_as_coded",
    "F1": "f1_{}_as_coded",
}
FIGURES: Mapping[str, str] = {
    **{f"{_TYPE}_{name}": f"type.{ours}" for name, ours in _SETS.items()},
    **{f"{_DOMAIN}_{name}": f"domain.{ours}" for name, ours in _SETS.items()},
    **{f"{_BASIS}_{name}": f"basis.{ours}" for name, ours in _OF_BASIS.items()},
    **{f"{_LEVEL}_{name}": f"level.{ours}" for name, ours in _OF_LEVEL.items()},
    **{
        f"{_LEVEL}_{level}_{name}": f"level.{ours.format(level.lower())}"
        for level in "ABCDE"
        for name, ours in _OF_EACH.items()
    },
}
"""The original's name of each figure and ours, in the original's order."""


def report(draft: Draft, _beside: Beside = NOTHING_BESIDE) -> Report:
    """Give the details and the metrics of a draft's answers."""
    scorer = SCORERS["penalty"]
    rows = rows_of(draft)
    totals = [sum(column) for column in zip(*rows, strict=True)]
    sums = Sums(len(rows), scorer.column_names, totals)
    figures = [
        {"metric": name, "value": repr(float(scorer.metric_named(ours).value(sums)))}
        for name, ours in FIGURES.items()
    ]
    return Report(
        {
            DETAILS: BOM + csv_of(_COLUMNS, _details(draft, rows)).encode(),
            METRICS: BOM + csv_of(("metric", "value"), figures).encode(),
        }
    )


_COLUMNS = (NUMBER, f"{_TYPE}分数", f"{_DOMAIN}分数", f"{_BASIS}分数", f"{_LEVEL}是否正确")


def _details(draft: Draft, rows: Sequence[Sequence[int]]) -> list[dict[str, str]]:
    names = SCORERS["penalty"].column_names
    numbers = numbers_of(draft.questions)
    made = []
    for question, row in zip(draft.questions, rows, strict=True):
        cells = dict(zip(names, row, strict=True))
        grades = (
            2 * cells["type_exact"] + cells["type_partial"],
            2 * cells["domain_exact"] + cells["domain_partial"],
            cells["basis_exact_as_coded"] + max(cells["basis_exact"], cells["basis_partial"]),
            int(cells["level_right"] > 0),
        )
        said = (numbers[question["question_id"]], *map(str, grades))
        made.append(dict(zip(_COLUMNS, said, strict=True)))
    return made


def tables(truths: Iterable[Value]) -> dict[str, bytes]:
    """Give a vocabulary and a table of laws that hold what the truths name, and no more."""
    rights = [one["truth"] for one in truths]
    words: Value = {"vocabulary": "finlaw/1"}
    for key in ("penalty_type", "violation_domain"):
        labels = sorted({label for right in rights for label in right[key]})
        words[key] = [{"label": label, "aliases": []} for label in labels]
    names = sorted({one["law"] for right in rights for one in right["legal_basis"]})
    laws = {"laws": [{"law": name, "aliases": [], "versions": []} for name in names]}
    return {
        "finlaw/laws.json": canonical_bytes(laws) + b"\n",
        "finlaw/vocabulary.json": canonical_bytes(words) + b"\n",
    }
