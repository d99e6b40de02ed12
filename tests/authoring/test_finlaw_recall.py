"""Acts under regulations: places and bands read from the texts, one question each under a key."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from authored import author, rows

from authoring.finlaw.recall.__main__ import PUBLIC_WORDINGS
from authoring.finlaw.recall.bands import FineBand, Regulations, place_of
from authoring.finlaw.recall.draw import NAME, read_wordings
from digesta.metrics.exact import NANO
from digesta.records.review import Passage
from digesta.scorers.base import Response
from digesta.scorers.closed import SCORER
from digesta_generate.compilations.statutes import clauses
from places import REGULATIONS

DRAW = ("--split", "public", "--released", "2026-12-22")


@cache
def regulations() -> Regulations:
    return Regulations(clauses(REGULATIONS))


@pytest.fixture(scope="module")
def acts_draft(tmp_path_factory: pytest.TempPathFactory) -> Path:
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


def test_the_steps_of_a_fine_end_in_the_fine() -> None:
    band = FineBand(100_000, 300_000, 100_000, (1, 3))

    assert band.steps(0, 50).endswith(f"= {band.fine(0, 50)} yuan")
    assert band.steps(400_000, 25).endswith(f"= {band.fine(400_000, 25)} yuan")
    assert FineBand(0, 0).steps(0, 50) == "No fine on the company: 0 yuan"


def test_every_place_of_the_table_is_in_the_texts() -> None:
    for law, places in read_wordings(PUBLIC_WORDINGS).items():
        for at in places:
            place = place_of(law, at)
            assert regulations().words(place)
            assert regulations().band(place).least <= regulations().band(place).most


def test_each_act_is_one_question_and_only_acts_of_one_place_share_a_cluster(
    acts_draft: Path,
) -> None:
    questions, truths = rows(acts_draft, "questions"), rows(acts_draft, "truths")
    acts = sum(map(len, read_wordings(PUBLIC_WORDINGS).values()))
    places = defaultdict(set)
    for question, truth in zip(questions, truths, strict=True):
        answer = {**truth["truth"]["answer"], "fine": None}
        places[question["cluster_id"]].add(json.dumps(answer, sort_keys=True))

    assert len(questions) == acts
    assert {len(one) for one in places.values()} == {1}
    assert len(set().union(*places.values())) == len(places)


def test_no_company_has_a_name_that_could_be_read_as_a_word(acts_draft: Path) -> None:
    for question in rows(acts_draft, "questions"):
        text = question["turns"][1]["content"]
        assert NAME in text
        assert not any(f"{stem}未" in text for stem in "甲乙丙丁戊己庚辛壬癸")


def test_the_proof_of_an_act_marks_words_that_its_article_has(acts_draft: Path) -> None:
    for line in rows(acts_draft, "notes"):
        passages = [Passage.model_validate(passage) for passage in line["passages"]]
        assert passages[0].text
        assert all(passage.words in passages[0].text for passage in passages)
        assert line["reason"]
        assert line["steps"].endswith(" yuan")


def test_a_truth_is_right_and_one_item_off_earns_nothing(acts_draft: Path) -> None:
    question, line = rows(acts_draft, "questions")[0], rows(acts_draft, "truths")[0]
    prepared = SCORER.prepare(question, line["truth"], {})
    truth = line["truth"]["answer"]

    wrong = truth | {"item": truth["item"] + 1}
    right, off = (SCORER.mark(prepared, Response(answer)) for answer in (truth, wrong))
    assert right[0] == NANO
    assert off[0] == 0
