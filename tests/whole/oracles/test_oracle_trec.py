"""Qrels and runs against ir_measures."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from test_trec_files import TREC, drawn

from digesta.scorers import SCORERS
from digesta_convert.shared.marks import marks_of, sums_of


@pytest.mark.parametrize("part", ["gold", "accusation", "article", "imprisonment"])
def test_ir_measures_gives_on_our_files_what_we_score(part: str, tmp_path: Path) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    draft = drawn(12)
    sums, scorer = sums_of(marks_of(draft), "retrieval"), SCORERS["retrieval"]
    for name, data in TREC.write(draft).files.items():
        (tmp_path / name).write_bytes(data)
    name = "qrels.txt" if part == "gold" else f"qrels.{part}.txt"
    qrels = list(ir_measures.read_trec_qrels(str(tmp_path / name)))
    measures = {"precision_at_5": ir_measures.P @ 5, "mrr": ir_measures.RR, "map": ir_measures.AP}
    asked = {one.query_id for one in qrels}

    run = list(ir_measures.read_trec_run(str(tmp_path / "run.txt")))
    found = list(ir_measures.iter_calc([*measures.values(), ir_measures.nDCG @ 10], qrels, run))

    def mean(measure: Any) -> float:
        # ir_measures leaves out queries without anything relevant; ours count 0.
        return float(sum(one.value for one in found if one.measure == measure)) / 12

    assert asked, "a part with nothing right in it would compare nothing"
    for ours, measure in measures.items():
        assert float(scorer.metric_named(f"{part}.{ours}").value(sums)) == pytest.approx(
            mean(measure), abs=1e-8
        )
    if part == "gold":
        assert float(scorer.metric_named("gold_ndcg_at_10").value(sums)) == pytest.approx(
            mean(ir_measures.nDCG @ 10), abs=1e-8
        )


def test_ir_measures_gives_on_the_original_files_what_we_score_after_an_import(
    tmp_path: Path,
) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    rng = random.Random(11)
    judged, ran = [], []
    for query in range(15):
        documents = [f"D{n}" for n in range(300)]
        grades = [(name, rng.choice([-1, 0, 0, 1, 2, 8])) for name in rng.sample(documents, 120)]
        judged += [f"{query} 0 {name} {grade}" for name, grade in [*grades, ("D999", 3)]]
        scores = rng.sample(range(1000), 150)
        pairs = zip(rng.sample(documents, 150), scores, strict=True)
        ran += [f"{query} Q0 {name} 0 {score / 7} t" for name, score in pairs]
    files = {"qrels.txt": "\n".join(judged), "run.txt": "\n".join(ran)}
    for name, text in files.items():
        (tmp_path / name).write_text(f"{text}\n", "utf-8")

    draft = TREC.read({name: f"{text}\n".encode() for name, text in files.items()})

    measures = {
        "ndcg_at_10": ir_measures.nDCG @ 10, "ndcg_at_30": ir_measures.nDCG @ 30,
        "precision_at_5": ir_measures.P @ 5, "map": ir_measures.AP, "mrr": ir_measures.RR,
    }  # fmt: skip
    qrels = list(ir_measures.read_trec_qrels(str(tmp_path / "qrels.txt")))
    run = list(ir_measures.read_trec_run(str(tmp_path / "run.txt")))
    theirs = ir_measures.calc_aggregate(list(measures.values()), qrels, run)
    sums = sums_of(marks_of(draft), "ranking")
    for ours, measure in measures.items():
        metric = SCORERS["ranking"].metric_named(ours)
        assert float(metric.value(sums)) == pytest.approx(theirs[measure], abs=1e-8)
