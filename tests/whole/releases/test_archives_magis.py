"""Magis-Bench: the judges' published ranks, authorities read by eye, and what is not there."""

from __future__ import annotations

import itertools
import json
import lzma
from functools import cache
from typing import Any

import pytest

from digesta.records.release import Manifest
from digesta.workspace.releases import last_publication
from digesta_site.pages.boards.ledger import published_ledger
from places import ORIGINALS, ROOT

RELEASE = "magis-bench-2026-11-29"
FOLDER = ROOT / "releases" / RELEASE
PAGE = (ROOT / "site" / "docs" / "archives.md").read_text("utf-8")
BY_EYE = {
    "trf1_fgv_2023_discursiva_questao_3": "Art. 29, do CP",
    "trf1_fgv_2023_discursiva_questao_4": "Tema 774; Art. 21, XII, alínea b, do CF; Art. 21, XI, "
    "alínea b, do CF; Art. 23, do CF",
    "trf2_comissao_2024_discursiva_questao_1": "Art. 102, alínea f, I, do CF; Art. 109, I, do CF",
    "trf2_comissao_2024_discursiva_questao_2": "Art. 5, LXXIII, do CF; Art. 1, da Lei 4717; Art. "
    "19, da Lei 4717; Art. 496, I, do CPC; Art. 45, § 3, do CPC; Art. 6, § 5, da Lei 4717",
    "trf2_comissao_2024_discursiva_questao_9": "Tema 224 do STF; Art. 206, do CTN; Tema 273",
    "tjam_fgv_2025_discursiva_questao_2": "Súmula 674 do STJ; Art. 50, § 1, da Lei 9784",
    "tjse_fgv_2025_discursiva_questao_2": "Art. 22, XXVII, do CF; Art. 125, da Lei 14133; Art. 46, "
    "§ 5, da Lei 14133; Art. 133, da Lei 14133; Art. 33, da Lei 8987",
    "tjse_fgv_2025_discursiva_questao_4": "Art. 5, LIX, do CF; Art. 29, do CPP; Art. 28, § 1, do "
    "CPP",
    "tjgo_fgv_2023_discursiva_questao_3": "Art. 58, § 3, do CF; Art. 71, § 1, do CF; Art. 75, do "
    "CF; Art. 58, § 2, do CF",
}
"""What a person finds in these sheets."""


@cache
def manifest() -> dict[str, Any]:
    value: dict[str, Any] = json.loads((FOLDER / "release.json").read_bytes())
    return value


@cache
def board(path: str) -> dict[str, Any]:
    every = map(json.loads, last_publication(FOLDER).values())
    return next(each for each in every if each["board"] == f"{path}@closed_book")


def ledgers() -> list[dict[str, Any]]:
    archive = Manifest.model_validate(manifest()).archive
    assert archive is not None
    return [published_ledger(table) for table in archive.judged or ()]


def columns(ledger: dict[str, Any], field: str) -> list[list[Any]]:
    return [list(each) for each in zip(
        *([cell[field] for cell in row["cells"]] for row in ledger["rows"]), strict=True
    )]  # fmt: skip


def test_the_ledgers_places_are_the_published_ranks() -> None:
    published = json.loads((ORIGINALS / "magis_bench" / "published.json").read_bytes()) if (
        ORIGINALS / "magis_bench"
    ).is_dir() else pytest.skip("no copy of the original")  # fmt: skip
    tables = sorted(
        (each for each in published.values() if "rows" in each), key=lambda t: -len(t["rows"])
    )
    for ledger, table in zip(ledgers(), tables, strict=True):
        assert [row["system"]["name"] for row in ledger["rows"]] == [
            row["model"] for row in table["rows"]
        ]
        means = [float(row["mean"]) for row in table["rows"]]
        for row, own in zip(table["rows"], means, strict=True):
            # Those of equal means have neighbouring ranks there, and share the first here.
            first = 1 + sum(mean > own for mean in means)
            assert first <= row["rank"] < first + means.count(own)
        assert [row["passed"] for row in ledger["rows"]] == [
            row.get("passed") for row in table["rows"]
        ]
    (one,) = columns(ledgers()[1], "place")
    assert one == [1, 2, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]


def test_four_judges_agree_as_far_as_was_published() -> None:
    four = ledgers()[0]
    places, n = columns(four, "place"), len(four["rows"])
    ranks = [[own + (each.count(own) - 1) / 2 for own in each] for each in places]
    spread = sum((sum(own) - 2 * (n + 1)) ** 2 for own in zip(*ranks, strict=True))
    tied = sum(each.count(own) ** 2 - 1 for each in places for own in each)
    w = 12 * spread / (16 * (n**3 - n) - 4 * tied)

    assert w == pytest.approx(0.984, abs=0.002)
    assert "Kendall's W 0.984" in four["agreement"]
    taus = [tau(a, b) for a, b in itertools.combinations(places, 2)]
    assert min(taus) == pytest.approx(0.897, abs=0.003)
    gpt = next(row for row in four["rows"] if row["system"]["name"] == "GPT-5.1")
    assert ([cell["place"] for cell in gpt["cells"]], gpt["moved"]) == ([3, 4, 5, 5], 2)


def tau(one: list[int], other: list[int]) -> float:
    pairs = list(itertools.combinations(range(len(one)), 2))
    signs = [((one[i] > one[j]) - (one[i] < one[j]), (other[i] > other[j]) - (other[i] < other[j]))
             for i, j in pairs]  # fmt: skip
    rest = [sum(sign[at] != 0 for sign in signs) for at in (0, 1)]
    return float(sum(a * b for a, b in signs) / (rest[0] * rest[1]) ** 0.5)


def test_the_truths_name_what_a_person_reads_in_the_sheets() -> None:
    lines = map(json.loads, lzma.decompress((FOLDER / "truths.jsonl.xz").read_bytes()).splitlines())
    named = {
        line["source_refs"][0]["at"]: "; ".join(each["text"] for each in line["truth"]["citations"])
        for line in lines
    }

    assert len(named) == 64
    assert {name: named[name] for name in BY_EYE} == BY_EYE


def test_35_systems_are_ranked_and_kinds_have_boards_with_a_figure_for_each_examination() -> None:
    whole = board("magis_bench")
    kinds = {
        kind: board(f"magis_bench/{kind}")["n"] for kind in manifest()["tracks"][0]["categories"]
    }

    assert kinds == {"discursive": 50, "civil_judgment": 8, "criminal_judgment": 6}
    assert sum("rank_low" in row for row in whole["rows"]) == 35
    assert {row["level"] for row in whole["rows"] if row["role"] == "system"} == {"archived"}
    discursive = board("magis_bench/discursive")["rows"][0]["metrics"]
    assert sum(name.startswith("discursive/") for name in discursive) == 8


def test_no_text_of_the_original_is_in_the_repository() -> None:
    [line] = map(json.loads, (FOLDER / "log" / "withheld.jsonl").read_bytes().splitlines())
    answers = {f"predictions/{RELEASE}/{row['submission_id']}/predictions.jsonl"
               for row in board("magis_bench")["rows"] if row["role"] == "system"}  # fmt: skip

    assert {file["path"] for file in line["files"]} == {
        f"releases/{RELEASE}/questions.jsonl", *answers
    }  # fmt: skip
    assert not [path for path in answers if list(ROOT.glob(f"{path}*"))]
    assert line["license"] == "Apache-2.0"


def test_the_page_has_the_boards_figures() -> None:
    rows = {row["submission_id"]: row for row in board("magis_bench")["rows"]}
    shown = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| magis: ")]

    assert len(shown) == 8
    for cells in shown:
        row = rows[cells[0].removeprefix("| magis: ")]
        pooled = row["metrics"]["citation_points_pooled"]["value"]
        article = row["metrics"]["article_points_pooled"]["value"]
        low, high = row["low"], row["high"]
        assert cells[1:] == [
            f"{row['score']:.1%}", f"{low:.1%} to {high:.1%}", f"{pooled:.1%}", f"{article:.1%} |"
        ]  # fmt: skip
