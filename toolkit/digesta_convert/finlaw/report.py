"""FinLaw's two evaluation files from our scorer's marks.

Figures that the original's code computes otherwise than ours stand under its names as it has
them (``…_as_coded``), with two differences: every case counts, answered or not, and articles and
law names are normalised.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from digesta.scorers import SCORERS
from digesta.scorers.base import Sums
from digesta_convert.finlaw.columns import BASIS, DOMAIN, LEVEL, NUMBER, TYPE
from digesta_convert.finlaw.exporter import numbers_of
from digesta_convert.shared.converter import NO_INPUTS, Report, ReportInputs
from digesta_convert.shared.draft import Draft
from digesta_convert.shared.marks import rows_of
from digesta_convert.shared.rows import BOM, csv_of

METRICS, DETAILS = "evaluation_metrics.csv", "evaluation_details.csv"
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
    **{
        f"{level}_{name}": ours.format(level.lower())
        for level in "ABCDE"
        for name, ours in (
            ("Precision", "precision_{}"),
            ("Recall", "recall_{}_as_coded"),
            ("F1", "f1_{}_as_coded"),
        )
    },
}
FIGURES: Mapping[str, str] = {
    f"{column}_{name}": f"{part}.{ours}"
    for column, part, table in (
        (TYPE, "type", _SETS),
        (DOMAIN, "domain", _SETS),
        (BASIS, "basis", _OF_BASIS),
        (LEVEL, "level", _OF_LEVEL),
    )
    for name, ours in table.items()
}
"""The original's name of each figure and ours, in the original's order."""
_COLUMNS = (NUMBER, f"{TYPE}分数", f"{DOMAIN}分数", f"{BASIS}分数", f"{LEVEL}是否正确")


def report(draft: Draft, _inputs: ReportInputs = NO_INPUTS) -> Report:
    """Return the details and the metrics of a draft's answers."""
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


def _details(draft: Draft, rows: Sequence[Sequence[int]]) -> list[dict[str, str]]:
    names = SCORERS["penalty"].column_names
    numbers = numbers_of(draft.questions)
    details = []
    for question, row in zip(draft.questions, rows, strict=True):
        cells = dict(zip(names, row, strict=True))
        grades = (
            2 * cells["type_exact"] + cells["type_partial"],
            2 * cells["domain_exact"] + cells["domain_partial"],
            cells["basis_exact_as_coded"] + max(cells["basis_exact"], cells["basis_partial"]),
            int(cells["level_right"] > 0),
        )
        fields = (numbers[question["question_id"]], *map(str, grades))
        details.append(dict(zip(_COLUMNS, fields, strict=True)))
    return details
