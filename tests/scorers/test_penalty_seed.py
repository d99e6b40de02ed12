"""The seed's own numbers on sample files in its shapes, and where ours differ on purpose."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from penalty_cases import PENALTY, ask, vocabulary

from digesta.scorers.base import Sums
from digesta.text.chinese.citations import zh_citation_1
from places import SAMPLES

TYPES = ["罚款", "警告", "没收违法所得", "责令改正"]
DOMAINS = [
    "信贷业务违规", "内控制度不健全", "金融许可证违规", "票据业务违规", "反洗钱业务违规",
    "同业业务违规", "数据报送与治理违规",
]  # fmt: skip
PARTS = {"处罚类型": "type", "违规领域": "domain"}
SAME = {
    "完全正确率": "exact_rate",
    "部分正确率": "partial_rate",
    "错误率": "error_rate",
    "Precision": "micro_precision",
    "Recall": "micro_recall",
    "F1": "micro_f1",
    "Jaccard平均": "jaccard_as_coded",
    "HammingLoss": "one_minus_jaccard",
}
"""Their name for a figure of labels -> ours."""


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def names_of(rows: list[dict[str, str]]) -> list[str]:
    return sorted({one.law for row in rows for one in zh_citation_1(row["法律依据"])})


def truth_of(row: Mapping[str, str]) -> dict[str, Any]:
    cited = {
        (one.law, str(one.article) if one.article else None)
        for one in zh_citation_1(row["法律依据"])
    }
    return {
        "penalty_type": row["处罚类型"].split(","),
        "violation_domain": row["违规领域"].split(","),
        "legal_basis": [
            {"law": law} | ({"article": article} if article else {})
            for law, article in sorted(cited, key=str)
        ],
        "penalty_level": row["罚没金额分组"],
    }


def answer_of(row: Mapping[str, str]) -> dict[str, str]:
    return {key: row[key] for key in ("处罚类型", "违规领域", "法律依据", "处罚等级")}


class Sample:
    """The sample truths, and what the seed's code made of files of predictions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs = json.loads((folder / "expected.json").read_text("utf-8"))["runs"]
        rows = rows_of(folder / "Finlaw_dataset.csv")
        table = {"laws": [{"law": name, "aliases": [], "versions": []} for name in names_of(rows)]}
        files = {
            "finlaw/vocabulary.json": json.dumps(vocabulary(TYPES, DOMAINS)),
            "finlaw/laws.json": json.dumps(table),
        }
        self.questions = {
            row["序号"]: PENALTY.prepare({"ask": ask()}, truth_of(row), files) for row in rows
        }

    def sums(self, name: str, *, answered_only: bool = False) -> Sums:
        answers = {row["序号"]: answer_of(row) for row in rows_of(self.folder / name)}
        ids = [key for key in self.questions if key in answers or not answered_only]
        return PENALTY.sums(
            PENALTY.mark_all([self.questions[key] for key in ids], [answers.get(k) for k in ids])
        )


@pytest.fixture(scope="module")
def fines() -> Sample:
    return Sample(SAMPLES / "finlaw")


def value(sums: Sums, metric: str) -> float:
    return float(PENALTY.metric_named(metric).value(sums))


FILES = ("result_sample.csv", "result_sample_blank_row.csv", "result_perfect.csv")


@pytest.mark.parametrize("name", FILES)
def test_on_the_answered_questions_labels_come_out_as_the_seed_computes(
    fines: Sample, name: str
) -> None:
    theirs = fines.runs[name]["metrics"]
    sums = fines.sums(name, answered_only=True)

    assert sums.n == fines.runs[name]["n"]
    for chinese, part in PARTS.items():
        for their_name, ours in SAME.items():
            figure = theirs[f"{chinese}_{their_name}"]
            assert value(sums, f"{part}.{ours}") == pytest.approx(figure, abs=1e-9), their_name


@pytest.mark.parametrize("name", FILES)
def test_levels_come_out_as_coded(fines: Sample, name: str) -> None:
    theirs = fines.runs[name]["metrics"]
    sums = fines.sums(name, answered_only=True)

    figures = {
        "处罚等级_Accuracy": "level.accuracy",
        "处罚等级_MacroF1": "level.macro_f1_as_coded",
        "处罚等级_MicroF1": "level.micro_f1_as_coded",
    }
    for letter in "ABCDE":
        small = letter.lower()
        figures[f"处罚等级_{letter}_Precision"] = f"level.precision_{small}"
        figures[f"处罚等级_{letter}_Recall"] = f"level.recall_{small}_as_coded"
        figures[f"处罚等级_{letter}_F1"] = f"level.f1_{small}_as_coded"
    for their_name, ours in figures.items():
        assert value(sums, ours) == pytest.approx(theirs[their_name], abs=1e-12), their_name


def test_a_perfect_answer_is_exact_and_its_macro_f1_is_1_where_the_seed_gives_less(
    fines: Sample,
) -> None:
    sums = fines.sums("result_perfect.csv")

    assert value(sums, "penalty_score") == value(sums, "basis.exact_rate") == 1
    assert value(sums, "level.macro_f1") == 1
    assert fines.runs["result_perfect.csv"]["metrics"]["处罚等级_MacroF1"] == 0.8
    for metric in ("exact_rate", "partial_rate", "law_hit_rate"):
        ours = metric if metric == "law_hit_rate" else f"{metric}_as_coded"
        assert value(sums, f"basis.{ours}") == (0 if metric == "partial_rate" else 1)


def test_the_seed_gives_an_answer_left_out_for_free_and_we_do_not(fines: Sample) -> None:
    name = "result_sample.csv"
    theirs = fines.runs[name]["metrics"]["处罚类型_完全正确率"]
    whole, answered = fines.sums(name), fines.sums(name, answered_only=True)

    assert (whole.n, answered.n) == (5, 4)
    assert value(answered, "type.exact_rate") == theirs == 0.5
    assert value(whole, "type.exact_rate") == 0.4


def test_numerals_and_entities_give_citations_that_the_seed_s_code_misses(fines: Sample) -> None:
    theirs = fines.runs["result_sample.csv"]["metrics"]
    sums = fines.sums("result_sample.csv", answered_only=True)

    # Case 5: 第47条 is 第四十七条, <…> is &lt;…&gt;: exact with us, partial with them.
    assert (theirs["法律依据_完全正确率"], value(sums, "basis.exact_rate")) == (0.25, 0.5)
    assert theirs["法律依据_法律名称命中率"] == value(sums, "basis.law_hit_rate") == 1
    assert (theirs["法律依据_条款对_Precision"], sums["pair_right"]) == (0.6, 5)
    assert value(sums, "basis.pair_precision") == 1
    assert value(sums, "basis.pair_recall") == pytest.approx(5 / 7, abs=1e-12)
