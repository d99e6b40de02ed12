"""Replies marked by what stands in them, beside another program's reading of the same rules."""

from __future__ import annotations

import math
import random
import re

import pytest

from digesta.metrics.exact import NANO
from digesta.scorers import SCORERS
from digesta.scorers.base import Response
from digesta_legal.mentions.read import amounts_in, articles_in, months_in

LABELS = ["盗窃", "诈骗", "抢劫", "合同诈骗", "放火"]
SCORER = SCORERS["mentions"]


def marked(reading: str, right: list[str], reply: str) -> dict[str, int]:
    ask = {"reading": reading} | ({"labels": LABELS} if reading.startswith("label") else {})
    prepared = SCORER.prepare({"ask": ask}, {"right": right}, {})
    return dict(zip(SCORER.column_names, SCORER.mark(prepared, Response(reply)), strict=True))


@pytest.mark.parametrize("seed", range(30))
def test_sets_of_labels_have_the_f1_of_plain_sets(seed: int) -> None:
    draw = random.Random(seed)
    right = draw.sample(LABELS, draw.randint(1, 3))
    reply = "，".join(draw.sample(LABELS, draw.randint(0, 5)))
    named = {label for label in LABELS if label in reply}
    both = len(named & set(right))
    precision = both / len(named) if named else 0
    recall = both / len(right)
    f1 = 2 * precision * recall / (precision + recall) if both else 0

    cells = marked("labels/1", right, reply)

    assert cells["published"] / NANO == pytest.approx(f1, abs=1e-9)
    assert cells["credit"] == cells["published"]
    assert cells["nothing_read"] == (not named)
    assert cells["exact"] == (named == set(right))


def test_a_label_within_another_stands_in_the_reply_too() -> None:
    # As the original reads: 合同诈骗 holds 诈骗.
    assert marked("labels/1", ["合同诈骗"], "合同诈骗")["published"] == round(NANO * 2 / 3)
    assert marked("label/1", ["合同诈骗"], "合同诈骗")["published"] == 0


@pytest.mark.parametrize("seed", range(30))
def test_a_term_is_as_far_as_logarithms_say(seed: int) -> None:
    draw = random.Random(seed)
    right, read = draw.randint(0, 400), draw.randint(0, 400)
    distance = abs(math.log(right + 1) - math.log(read + 1))

    cells = marked("months/1", [str(right)], f"有期徒刑{read}个月")

    assert cells["distance"] / NANO * math.log(1000) == pytest.approx(distance, abs=1e-8)
    published = max(0.0, 1 - distance / math.log(216))
    assert cells["published"] / NANO == pytest.approx(published, abs=1e-8)
    assert cells["credit"] / NANO == pytest.approx(max(0.0, 1 - distance / math.log(2)), abs=1e-8)


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("三年", 36), ("十二个月", 12), ("1年6个月", 6), ("9月", 9), ("二百一十六个月", 216),
        ("10000000000000000个月", 999), ("无", None), ("三至五年", 60),
    ],
)  # fmt: skip
def test_a_term_is_read_as_the_original_reads_it(text: str, months: int | None) -> None:
    assert months_in(text) == months


@pytest.mark.parametrize(
    ("text", "articles"),
    [
        ("刑法第264条、第67条", ["264", "67"]),
        ("第二百六十四条第一款", ["264"]),
        ("罚金2万元，第十七条", ["2"]),
        ("无", []),
        ("第264条、第二百六十四条", ["264"]),
    ],
)
def test_the_first_number_between_two_marks_is_an_article(text: str, articles: list[str]) -> None:
    assert articles_in(text) == articles


@pytest.mark.parametrize(
    ("reading", "digits"), [("amount/1", 4300), ("amount/1", 4301), ("articles/1", 4301)]
)
def test_a_reply_of_more_digits_than_python_reads_is_marked(reading: str, digits: int) -> None:
    wrong = marked(reading, ["12"], "9" * digits)
    right = marked(reading, ["12"], f"12、{'9' * digits}")

    assert (wrong["credit"], wrong["unreadable"], wrong["exact"]) == (0, 0, 0)
    assert right["credit"] > 0


def test_articles_are_read_between_marks_wherever_the_last_mark_stands() -> None:
    assert articles_in("第12条第34、第条第5条款、第56\n条") == ["12", "56"]


def test_an_amount_counts_among_three_numbers_and_by_the_original_among_any() -> None:
    few, many = "共3元、4元，即7.50元", "1元、2元、3元、7.5元"

    assert marked("amount/1", ["7.5"], few)["credit"] == NANO
    assert marked("amount/1", ["7.5"], many)["credit"] == 0
    assert marked("amount/1", ["7.5"], many)["published"] == NANO
    assert amounts_in("3元，3.0元") == [3]
    assert [float(number) for number in re.findall(r"\d+\.?\d*", few)] == [
        float(amount) for amount in amounts_in(few)
    ]


@pytest.mark.parametrize(
    ("reading", "right"),
    [("labels/1", ["盗墓"]), ("label/1", ["盗窃", "诈骗"]), ("months/1", ["三"]),
     ("months/1", ["1", "2"]), ("amount/1", ["很多"]), ("articles/1", ["第1条"])],
)  # fmt: skip
def test_a_truth_that_is_none_of_its_reading_is_refused(reading: str, right: list[str]) -> None:
    with pytest.raises(ValueError, match="right"):
        marked(reading, right, "")


def test_a_reading_of_labels_needs_a_list_and_others_have_none() -> None:
    for ask in ({"reading": "labels/1"}, {"reading": "months/1", "labels": LABELS}):
        with pytest.raises(ValueError, match="labels"):
            SCORER.Ask.model_validate(ask)
