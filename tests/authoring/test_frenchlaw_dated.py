"""Dated rules: each value held to the text in force, one question a day under a key."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from authored import author, rows

from authoring.frenchlaw.dated.__main__ import PUBLIC_RULES
from authoring.frenchlaw.dated.rules import FIRST, LAST, MARGIN, read_rules
from digesta.metrics.exact import NANO
from digesta.records.review import Passage
from digesta.scorers.base import Response
from digesta.scorers.closed import SCORER
from digesta.workspace import store
from digesta_generate.compilations.dated.folder import read_folder
from places import CODE_DU_TRAVAIL

DRAW = ("--split", "public", "--released", "2026-12-22")


@pytest.fixture(scope="module")
def versions() -> list[dict[str, Any]]:
    return read_folder(store.read_tree(CODE_DU_TRAVAIL), once=False)[0]


@pytest.fixture(scope="module")
def dated_draft(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dated") / "draft"
    made = author("frenchlaw.dated", CODE_DU_TRAVAIL, "--seed", 7, "--draft", folder, *DRAW)
    assert made.returncode == 0
    return folder


def write_rules(path: Path, *rules: Mapping[str, Any]) -> Path:
    path.write_text(json.dumps(list(rules)), "utf-8")
    return path


PATERNITY = {
    "key": "paternity",
    "article": "L1225-35",
    "ask": "{jour} ?",
    "values": [["2019-07-01", 11, "onze jours"], ["2021-07-01", 25, "vingt-cinq jours"]],
}


def test_a_value_that_the_text_in_force_does_not_bear_out_is_refused(
    tmp_path: Path, versions: list[dict[str, Any]]
) -> None:
    wrong = PATERNITY | {"values": [["2019-07-01", 25, "vingt-cinq jours"]]}

    with pytest.raises(ValueError, match="L1225-35 from 2019-07-01 does not bear out"):
        read_rules(write_rules(tmp_path / "rules.json", wrong), versions)


def test_words_after_an_exclamation_mark_must_be_absent(
    tmp_path: Path, versions: list[dict[str, Any]]
) -> None:
    absent = PATERNITY | {"values": [["2019-07-01", "non", "!vingt-cinq jours"]]}
    present = PATERNITY | {"values": [["2021-07-01", "non", "!vingt-cinq jours"]]}

    (rule,) = read_rules(write_rules(tmp_path / "rules.json", absent), versions)
    assert rule.values == ("non",)
    with pytest.raises(ValueError, match="does not bear out"):
        read_rules(write_rules(tmp_path / "rules.json", present), versions)


def test_no_day_is_asked_about_near_a_change_or_outside_the_corpus(
    tmp_path: Path, versions: list[dict[str, Any]]
) -> None:
    (rule,) = read_rules(write_rules(tmp_path / "rules.json", PATERNITY), versions)

    before, after = rule.periods
    assert (before.first, before.last) == (FIRST, date(2021, 7, 1) - MARGIN)
    assert (after.first, after.last) == (date(2021, 7, 1) + MARGIN, LAST)


def test_every_rule_of_the_table_can_be_asked_about(versions: list[dict[str, Any]]) -> None:
    rules = read_rules(PUBLIC_RULES, versions)

    assert len({rule.key for rule in rules}) == len(rules)
    for rule in rules:
        assert rule.periods
        assert rule.ask.count("{jour}") == 1


def test_a_rule_that_changed_is_asked_on_both_sides_and_another_once(
    dated_draft: Path, versions: list[dict[str, Any]]
) -> None:
    clusters = defaultdict(list)
    truths = {line["question_id"]: line["truth"]["answer"] for line in rows(dated_draft, "truths")}
    for question in rows(dated_draft, "questions"):
        clusters[question["cluster_id"]].append(truths[question["question_id"]])
    values = sorted(len(rule.values) > 1 for rule in read_rules(PUBLIC_RULES, versions))

    assert sorted(len(one) == 2 for one in clusters.values()) == values
    for one in clusters.values():
        assert len({answer["article"] for answer in one}) == 1
        assert len({answer["valeur"] for answer in one}) == len(one)


def test_the_proof_of_a_rule_marks_words_of_the_text_in_force_on_its_day(dated_draft: Path) -> None:
    days = {line["question_id"]: line["law_as_of"] for line in rows(dated_draft, "questions")}
    for line in rows(dated_draft, "notes"):
        [passage] = map(Passage.model_validate, line["passages"])
        day = days[line["question_id"]]
        assert passage.text
        assert passage.url
        assert passage.words in passage.text
        assert day in passage.url
        assert line["steps"].split(" < ")[0].endswith(f"≤ {day}")


@pytest.mark.parametrize("form", ["{article}", "art. {dotted} du code du travail", "{dotted}"])
def test_an_article_is_read_as_lawyers_write_it(dated_draft: Path, form: str) -> None:
    question, line = rows(dated_draft, "questions")[0], rows(dated_draft, "truths")[0]
    prepared = SCORER.prepare(question, line["truth"], {})
    truth = line["truth"]["answer"]
    article = truth["article"]
    written = form.format(article=article, dotted=f"{article[0]}. {article[1:]}")

    assert SCORER.mark(prepared, Response(truth | {"article": written}))[0] == NANO
    assert SCORER.mark(prepared, Response(truth | {"article": article + "-1"}))[0] == 0
