"""ACORD: the searches that we ran, measured again by another program, and what is not there."""

from __future__ import annotations

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from digesta.workspace.compression import content_of
from digesta.workspace.releases import last_publication
from places import ROOT

RELEASE = "acord-2026-11-29"
MEASURES = {
    "ndcg_at_10": "nDCG(judged_only=True)@10", "ndcg_at_5": "nDCG(judged_only=True)@5",
    "ndcg_at_10_of_all": "nDCG@10", "judged_at_10": "Judged@10",
    "three_star_precision_at_5": "P(rel=2,judged_only=True)@5",
    "four_star_precision_at_5": "P(rel=3,judged_only=True)@5",
    "five_star_precision_at_5": "P(rel=4,judged_only=True)@5",
}  # fmt: skip


@cache
def truths() -> list[dict[str, Any]]:
    """Return the grades of each query, and where they come from."""
    data = lzma.decompress((ROOT / "releases" / RELEASE / "truths.jsonl.xz").read_bytes())
    return [json.loads(line) for line in data.splitlines()]


def grades() -> dict[str, dict[str, int]]:
    return {
        line["question_id"]: {
            clause: group["grade"] for group in line["truth"]["grades"]
            for clause in group["documents"]
        }
        for line in truths()
    }  # fmt: skip


def lists(folder: Path) -> dict[str, list[str]]:
    lines = map(json.loads, (content_of(folder / "predictions.jsonl") or b"").splitlines())
    return {line["question_id"]: line["answer"]["ranked"] for line in lines}


def boards() -> dict[str, dict[str, Any]]:
    every = map(json.loads, last_publication(ROOT / "releases" / RELEASE).values())
    return {
        name.partition("@")[0]: board
        for board in every
        for name in (board["board"], *board.get("addresses", []))
    }


FOLDERS = sorted((ROOT / "predictions" / RELEASE).glob("[bs]*"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_search_has_the_figures_that_ir_measures_gives_it(folder: Path) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    ranked, qrels = lists(folder), grades()
    assert len(ranked) == len(qrels) == 114
    run = {
        query: {clause: float(-rank) for rank, clause in enumerate(clauses)}
        for query, clauses in ranked.items()
    }
    measures = {name: ir_measures.parse_measure(text) for name, text in MEASURES.items()}
    per_query = list(ir_measures.iter_calc(list(measures.values()), qrels, run))

    for split, n in (("test", 57), ("valid", 6), ("train", 51)):
        board = boards()[f"acord/{split}"]
        asked = _queries(split)
        assert board["n"] == len(asked) == n
        [row] = [each for each in board["rows"] if each["submission_id"] == folder.name]
        values = {name: cell["value"] for name, cell in row["metrics"].items()}
        values["ndcg_at_10"] = row["score"]
        for name, measure in measures.items():
            theirs = [
                each.value for each in per_query if each.measure == measure
                and each.query_id in asked
            ]  # fmt: skip
            assert sum(theirs) / n == pytest.approx(values[name], abs=1e-8), (split, name)


def _queries(split: str) -> set[str]:
    place = f"ACORD, qrels/{split}.tsv"
    return {line["question_id"] for line in truths() if line["source_refs"][0]["work"] == place}


def test_the_score_is_that_of_the_test_queries_and_every_run_is_ours() -> None:
    whole = boards()["acord"]

    assert whole["n"] == 57
    assert boards()["acord/test"] == whole
    entered = [row for row in whole["rows"] if not row["submission_id"].startswith("adversary-")]
    assert {row["level"] for row in entered} == {"rerun"}


def test_no_text_of_the_original_is_in_the_repository() -> None:
    folder = ROOT / "releases" / RELEASE
    [line] = map(json.loads, (folder / "log" / "withheld.jsonl").read_bytes().splitlines())

    names = ("questions.jsonl", "resources/acord/corpus-1.jsonl")
    assert {file["path"] for file in line["files"]} == {f"releases/{RELEASE}/{n}" for n in names}
    assert not [name for name in names if (folder / name).exists()]
    assert line["license"] == "CC-BY-4.0"
