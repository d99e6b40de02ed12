"""Fines are read from the words of an article; the command writes a corpus of clauses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from authored import author

import penal
from authoring.finlaw.fines import Fine, fines
from digesta.errors import InputError
from world import write


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("处二十万元以上五十万元以下罚款", Fine("range", 200_000, 500_000)),
        ("可以处５万元以上1亿元以下的罚款", Fine("range", 50_000, 100_000_000)),
        ("处一千元以下罚款", Fine("most", 0, 1000)),
        ("处以一千元以下的罚款", Fine("most", 0, 1000)),
        ("并处以二十万元以上五十万元以下罚款", Fine("range", 200_000, 500_000)),
        ("并处违法所得一倍以上五倍以下罚款", Fine("multiple", 1, 5)),
        ("并处相当于违法所得百分之十以上百分之三十以下罚款", Fine("percent")),
    ],
)
def test_a_fine_is_read_from_the_words_of_an_article(text: str, found: Fine) -> None:
    assert fines(f"有前款行为的，{text}；构成犯罪的，依法追究刑事责任。") == [found]


def test_what_may_be_decided_on_the_spot_is_no_fine_of_the_article() -> None:
    text = "处以二百元以下、对法人或者其他组织处以三千元以下罚款或者警告的行政处罚的，可以当场作出"

    assert fines(text) == []
    assert fines("对法人处以三千元以下罚款") == [Fine("most", 0, 3000)]


@pytest.mark.parametrize(
    ("text", "sum_"),
    [
        ("处万万元以下罚款", "万万"),
        ("处十二十元以上五万元以下罚款", "十二十"),
        ("处违法所得万万倍以上五倍以下罚款", "万万"),
    ],
)
def test_a_sum_that_is_no_number_is_refused_with_its_article(text: str, sum_: str) -> None:
    with pytest.raises(InputError) as caught:
        fines(text, place="《某法》第一条")

    [problem] = caught.value.problems
    assert (problem.code, problem.place, problem.got) == ("fine-number", "《某法》第一条", sum_)
    assert problem.fix


def test_fines_come_in_the_order_of_the_text_and_other_sums_are_none() -> None:
    text = (
        "违法所得五十万元以上的，并处违法所得一倍以上五倍以下罚款；"
        "违法所得不足五十万元的，处五十万元以上二百万元以下罚款。"
    )

    assert [one.kind for one in fines(text)] == ["multiple", "range"]


def test_the_command_writes_a_corpus_by_id(tmp_path: Path) -> None:
    write(tmp_path / "laws", penal.statutes())

    done = author("finlaw", tmp_path / "laws", "-o", tmp_path / "clauses.jsonl")

    assert (done.returncode, done.stderr) == (0, "")
    lines = [json.loads(line) for line in (tmp_path / "clauses.jsonl").read_bytes().splitlines()]
    assert done.stdout == f"{tmp_path.as_posix()}/clauses.jsonl: {len(lines)} clauses\n"
    assert [one["id"] for one in lines] == sorted(one["id"] for one in lines)
    assert lines[0].keys() == {
        "id", "law", "version", "article", "path", "text", "citation", "sha256",
    }  # fmt: skip


def test_the_command_says_what_is_wrong_with_the_folder(tmp_path: Path) -> None:
    write(tmp_path, {"a__b(2020-01-01).md": b"nothing"})

    assert author("finlaw", tmp_path / "none").returncode == 2
    done = author("finlaw", tmp_path)
    assert done.returncode == 1
    assert "statute-shape" in done.stderr
