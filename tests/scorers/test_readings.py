"""How letters are read out of raw replies, by our rule and by the originals'."""

from __future__ import annotations

import json
from typing import Any

import pytest

from digesta.scorers.letters.readings import READINGS
from growth import MOST, growth_of, repeated
from places import ROOT

CHOICES = ("a fine of ten", "a caution", "a ban", "nothing at all")
STRICT = {
    "B": "B",
    "(B).": "B",
    " **B** ": "B",
    "A、C": "AC",
    "A and C": "AC",
    "A caution.": "B",
    "B. a caution": "B",
    "B. a fine": "",
    "The answer is (B).": "B",
    "The answer is B, since a caution is due.": "B",
    "The ANSWER is B since Congress said so.": "B",
    "So the answer is: A, C.": "AC",
    "答案：C": "C",
    "正确答案是BD。": "BD",
    "A. a fine, of ten\nC. a ban": "AC",
    "答案: A. a fine of ten\nB. a caution</s>": "AB",
    "答案: A. a fine of eleven\nB. a caution": "",
    "A. a fine of ten\nB. a caution\nC. a ban\n答案：B": "B",
    "A. a fine of ten\nB. a ban": "",
    "A. a fine of ten\nBecause it is due.": "",
    "A company was fined.": "",
    "The answer is (B). But no, the answer is (C).": "",
    "The answer is (B).\n\nQuestion: what else?\nThe answer is (C).": "B",
    "Perhaps B.": "",
    "The answer is (K).": "",
    "": "",
}


@pytest.mark.parametrize("reply", STRICT)
def test_the_strict_reading_reads_a_plain_answer_and_nothing_else(reply: str) -> None:
    assert "".join(sorted(READINGS["letters/1"].read(reply, CHOICES))) == STRICT[reply]


GENEROUS = {
    "B</s>": "B",
    "BD\n解析: 根据第十条": "BD",
    " A 解析: B项不对": "A",
    "A\n解析: 故选B": "",
    "C、D。消费者可以；而A、B则不合法。": "CD",
    "D\n下列说法错误的是\nA: 甲": "D",
    "D\n下列说法错误的是\nB": "D",
    "A\nB: a caution": "",
    "B: a cau": "B",
    "B: a can": "",
    "正确的选项是 C，理由如下": "C",
    "选项A正确，选项B错误": "",
    "A、B、C、D都是错误的": "",
    "1. A\n2. B": "",
}


@pytest.mark.parametrize("reply", STRICT | GENEROUS)
def test_the_later_reading_reads_what_comes_before_an_explanation_too(reply: str) -> None:
    expected = GENEROUS.get(reply, STRICT.get(reply, ""))

    assert "".join(sorted(READINGS["letters/2"].read(reply, CHOICES))) == expected


@pytest.mark.parametrize(
    ("reading", "reply", "letters"),
    [
        ("mmlu-pro/1", "The answer is (B). But no, the answer is (C).", "B"),
        ("mmlu-pro/1", "x\nAnswer: B, rather answer: C\nAnswer: D", "C"),
        ("mmlu-pro/1", "B", "B"),
        ("mmlu-pro/1", "(B)", ""),
        ("lexeval/1", "A company was fined. 解析：D", "A"),
        ("lexeval/1", "选A和C", "AC"),
        ("lexeval/1", "A、A和B", ""),
        ("lexeval/1", "D A", "AD"),
        ("lexeval/1", "没有", ""),
        ("disc/1", "A. B公司的行为\nD. E公司的行为", "AD"),
        ("disc/1", "选A和C", "AC"),
        ("lawbench/1", "[正确答案]B<eoa>，因为A公司有错", "AB"),
        ("lawbench/1", "没有", ""),
        ("letters/3", "[正确答案]B<eoa>", "B"),
        ("letters/3", "[正确答案]C<eoa> 因为A公司有错。", "C"),
        ("letters/3", "[争议焦点]a caution<eoa>", "B"),
        ("letters/3", "[正确答案]A<eoa>[正确答案]B<eoa>", ""),
        ("letters/3", "选A和C", ""),
        ("letters/3", "B", "B"),
        ("lawbench-labels/1", "a caution, or nothing at all", "BD"),
    ],
)
def test_an_original_s_reading_reads_as_the_original_did(
    reading: str, reply: str, letters: str
) -> None:
    assert "".join(sorted(READINGS[reading].read(reply, CHOICES))) == letters


RECORDED = [
    json.loads(line)
    for line in (ROOT / "tests/data/archives/recorded.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("line", RECORDED, ids=lambda line: line["system"])
def test_an_original_s_reading_gives_what_its_makers_recorded(line: dict[str, Any]) -> None:
    letters = "".join(sorted(READINGS[line["reading"]].read(line["reply"], line["choices"])))

    if "key" in line:
        assert (letters == "".join(sorted(line["key"]))) is line["recorded"]
    else:
        assert letters == line["recorded"]


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    "part",
    ["A ", " ", "\n", "[正确答案]", "answer is ", "answer:", "A, ", "and",
     "(", "*", "\nQuestion", "答案是"],
)  # fmt: skip
def test_every_reply_is_read_in_linear_time(reading: str, part: str) -> None:
    read = READINGS[reading].read

    assert growth_of(lambda text: read(text, CHOICES), repeated(part)) <= MOST


@pytest.mark.parametrize(
    ("reply", "letters"),
    [
        ("A und C", "AC"), ("A, B et D", "ABD"), ("A y C", "AC"), ("A e C", "AC"), ("A en C", "AC"),
        ("A i C", "AC"), ("A ו-C", "AC"), ("A וC", "AC"), ("A和C", "AC"), ("A、C", "AC"),
        ("Antwort: A und C", "AC"), ("Respuesta: B", "B"), ("Réponse : A et C.", "AC"),
        ("תשובה: B", "B"), ("The answer is A, and C.", "AC"), ("Antwort: K", ""),
        ("A en beau", ""), ("Wenn A und C, dann B", ""),
    ],
)  # fmt: skip
def test_letters_are_listed_as_languages_list_them(reply: str, letters: str) -> None:
    assert "".join(sorted(READINGS["letters/6"].read(reply, CHOICES))) == letters
