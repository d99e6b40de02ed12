"""OAB-Bench: what o3 gives itself and another, as its verdicts, its board and the page have it."""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest

from digesta.package_files import json_file
from places import ROOT
from repository import opened

RELEASE = "oab-bench-2026-11-23"
JUDGE = ROOT / "predictions" / RELEASE / "_judges" / "o3-judging-itself"
PAGE = (ROOT / "site" / "docs" / "archives.md").read_text("utf-8")
MODELS = ("o3-2025-04-16", "sabia-3.1-2025-05-08")


class Judgment(NamedTuple):
    """A verdict with its question: area, kind, points by criterion, ids granted, own total."""

    area: str
    kind: str
    points: dict[str, Fraction]
    grants: set[str]
    total: Fraction

    @property
    def sum(self) -> Fraction:
        return sum((self.points[key] for key in self.grants), Fraction(0))


@cache
def judgments(model: str) -> list[Judgment]:
    data = opened(RELEASE).data
    asked = {question.question_id: question for question in data.questions}
    lines = map(json.loads, (JUDGE / f"{model}.jsonl").read_bytes().splitlines())
    return [
        Judgment(
            asked[line["question_id"]].category,
            asked[line["question_id"]].ask["task_type"],
            {
                each["criterion_id"]: Fraction(each["points"])
                for each in data.truths[line["question_id"]].truth["criteria"]
            },
            {each["criterion_id"] for each in line["criteria"] if each["satisfied"]},
            Fraction(line["replies"][0].strip("[]")),
        )
        for line in lines
    ]


@cache
def board() -> dict[str, Any]:
    folder = ROOT / "releases" / RELEASE / "boards" / "3"
    path = folder / "oab_bench@closed_book@o3-judging-itself.json"
    value: dict[str, Any] = json.loads(path.read_bytes())
    return value


def row(model: str) -> dict[str, Any]:
    return next(each for each in board()["rows"] if each["submission_id"] == model)


def points(value: Fraction) -> str:
    return f"{float(value):.2f}"


def test_the_page_says_what_o3_gives_itself_and_sabia() -> None:
    own, other = map(judgments, MODELS)
    every = sum((sum(each.points.values(), Fraction(0)) for each in own), Fraction(0))
    expected = [
        (f"its own totals, of {points(every)} points", lambda each: each.total),
        ("points of the phrases that it gives", lambda each: each.sum),
        ("of them for pleadings, of 105.00", lambda each: each.sum * (each.kind == "peca")),
        ("of them for questions, of 104.40", lambda each: each.sum * (each.kind == "questao")),
    ]
    for title, figure in expected:
        cells = " | ".join(
            points(sum(map(figure, both), Fraction(0))) for both in (own, other)
        )  # fmt: skip
        assert f"| {title} | {cells} |" in PAGE
    phrases = [sum(len(each.grants) for each in both) for both in (own, other)]
    assert f"| phrases, of 935 | {phrases[0]} | {phrases[1]} |" in PAGE
    assert sum(len(each.points) for each in own) == 935
    scores = " | ".join(f"{row(model)['score']:.1%}" for model in MODELS)
    assert f"| score on the board | {scores} |" in PAGE
    spans = " | ".join(f"{row(m)['low']:.1%} to {row(m)['high']:.1%}" for m in MODELS)
    assert f"| its interval | {spans} |" in PAGE


@pytest.mark.parametrize("model", MODELS)
def test_its_board_has_the_mean_of_areas_of_the_shares_that_it_gives(model: str) -> None:
    shares: dict[str, dict[str, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for each in judgments(model):
        shares[each.area][each.kind].append(each.sum / sum(each.points.values()))
    kinds = [sum(some) / len(some) for area in shares.values() for some in area.values()]

    assert (len(shares), len(kinds)) == (7, 14)
    assert row(model)["score"] == pytest.approx(float(sum(kinds) / 14), abs=1e-9)


def test_its_board_ranks_nobody_and_names_those_it_did_not_judge() -> None:
    left = {each["submission_id"] for each in board()["ineligible"]}

    assert not board()["ranked"]
    assert "passages: none were recorded" in board()["why_unranked"]
    assert {each["submission_id"] for each in board()["rows"]} >= set(MODELS)
    assert {name for name in left if not name.startswith("adversary")} == {
        "claude-3-5-sonnet-20240620", "gpt-4o-2024-08-06", "qwen2.5-72b-instruct-deepinfra",
        "sabia-3-2024-12-11",
    }  # fmt: skip


def test_the_page_lists_every_turn_whose_total_is_not_what_was_given() -> None:
    rows = [
        line.split(" | ") for line in PAGE.splitlines() if line.startswith(("| 39, ", "| 40, "))
    ]
    listed = {tuple(cells[1:4]) for cells in rows}
    assert listed == {
        (model.rsplit("-", 3)[0], points(each.total), points(each.sum))
        for model in MODELS
        for each in judgments(model)
        if each.total != each.sum
    }


def test_the_page_says_how_the_judgments_were_read() -> None:
    by_eye = json_file("authoring.archives", "oab_judge.json")
    every = [each for model in MODELS for each in judgments(model)]
    alone = sum(_sets(each) == 1 for each in every)
    rest = len(every) - alone - len(by_eye["turns"])

    assert f"In {alone} of them only one set of phrases adds up to the total" in PAGE
    assert f"made {len(every)} judgments" in PAGE
    assert f"We read {rest} others row by row" in PAGE
    assert f"{len(by_eye['rows'])} of their rows were read by eye" in PAGE
    assert f"The remaining {len(by_eye['turns'])} judgments were read by eye" in PAGE


def _sets(judgment: Judgment) -> int:
    """Count the sets of phrases that come to the total; of more than eight, all and none."""
    every = list(judgment.points.values())
    sizes = range(len(every) + 1) if len(every) <= 8 else (0, len(every))
    some = itertools.chain.from_iterable(itertools.combinations(every, n) for n in sizes)
    return sum(sum(each) == judgment.total for each in some)
