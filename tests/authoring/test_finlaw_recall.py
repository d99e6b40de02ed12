"""Files of regulations: places and bands read from the texts, and files drawn alike under a key."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from authored import author, rows

from authoring.finlaw.recall.__main__ import PUBLIC_WORDINGS
from authoring.finlaw.recall.bands import FineBand, Regulations, place_of
from authoring.finlaw.recall.draw import MATTERS, read_wordings
from digesta.metrics.exact import NANO
from digesta.scorers.base import STANDARD, Response
from digesta.scorers.closed import SCORER
from digesta_generate.compilations.statutes import clauses
from places import REGULATIONS

DRAW = ("--split", "public", "--released", "2026-12-22", "--number", 12)


@cache
def regulations() -> Regulations:
    return Regulations(clauses(REGULATIONS))


@pytest.fixture(scope="module")
def recall_draft(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recall") / "draft"
    made = author("finlaw.recall", REGULATIONS, "--seed", 7, "--draft", folder, *DRAW)
    assert made.returncode == 0
    return folder


@pytest.mark.parametrize(
    ("law", "at", "band"),
    [
        ("期货交易管理条例", "64.1.4", FineBand(0, 0)),
        ("期货交易管理条例", "66.1.14", FineBand(100_000, 300_000, 100_000, (1, 3))),
        ("期货交易管理条例", "67.3.0", FineBand(100_000, 500_000, 100_000, (1, 5))),
        ("非银行支付机构监督管理条例", "50.1.3", FineBand(0, 1_000_000, 500_000, (1, 5))),
        ("非银行支付机构监督管理条例", "54.2.0", FineBand(100_000, 500_000, 100_000, (1, 5))),
        ("上海市地方金融监督管理条例", "36.2.0+", FineBand(50_000, 200_000)),
        ("浙江省地方金融条例", "44.1.2+", FineBand(30_000, 100_000)),
        ("山东省地方金融条例", "48.1.1", FineBand(50_000, 100_000, 50_000, (1, 3))),
        ("征信业管理条例", "38.1.2", FineBand(50_000, 500_000)),
    ],
)
def test_the_band_of_a_company_is_read_from_the_place_or_from_where_it_points(
    law: str, at: str, band: FineBand
) -> None:
    assert regulations().band(place_of(law, at)) == band


def test_gains_from_the_threshold_on_are_multiplied_and_smaller_ones_are_not() -> None:
    band = FineBand(100_000, 300_000, 100_000, (1, 3))

    assert band.fine(0, 50) == 200_000
    assert band.fine(99_999, 50) == 200_000
    assert band.fine(100_000, 50) == 200_000
    assert band.fine(400_000, 25) == 600_000


def test_every_place_of_the_table_is_in_the_texts() -> None:
    for law, places in read_wordings(PUBLIC_WORDINGS).items():
        for at in places:
            place = place_of(law, at)
            assert regulations().words(place)
            assert regulations().band(place).least <= regulations().band(place).most


def test_a_file_has_its_matters_from_all_parts_and_none_twice(recall_draft: Path) -> None:
    for line in rows(recall_draft, "truths"):
        matters = list(line["truth"]["answer"].values())
        laws = Counter(matter["law"] for matter in matters)
        assert len(matters) == MATTERS
        assert laws["非银行支付机构监督管理条例"] == 3
        assert laws["征信业管理条例"] == 1
        places = [(m["law"], m["article"], m["paragraph"], m["item"]) for m in matters]
        assert max(Counter(places).values()) <= 2  # once mild, once severe


def test_a_truth_is_right_and_one_item_off_costs_one_matter(recall_draft: Path) -> None:
    question, line = rows(recall_draft, "questions")[0], rows(recall_draft, "truths")[0]
    prepared = SCORER.prepare(question, line["truth"], {})
    fields = len(STANDARD) + [column.name for column in SCORER.columns].index("json_fields")

    truth = line["truth"]["answer"]
    wrong = truth | {"matter_1": truth["matter_1"] | {"item": truth["matter_1"]["item"] + 1}}
    right, off = (SCORER.mark(prepared, Response(answer)) for answer in (truth, wrong))
    assert (right[0], right[fields]) == (NANO, NANO)
    assert (off[0], off[fields]) == (0, round(NANO * (MATTERS - 1) / MATTERS))
