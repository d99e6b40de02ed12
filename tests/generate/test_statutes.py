"""Statutes become clauses: each article with its number, its headings and its text, or an error."""

from __future__ import annotations

from pathlib import Path

import pytest

import penal
from digesta.canonical import canonical_lines
from digesta.errors import InputError
from digesta_generate.compilations.statutes import Clause, clauses, clauses_of
from digesta_generate.compilations.statutes.index import match_index, read_index
from places import STATUTES
from world import write


def by_name(**changes: str) -> dict[str, Clause]:
    names = penal.ids()
    found = clauses_of(penal.statutes(**changes), name=penal.FOLDER)
    return {names[one.id]: one for one in found}


def refused(**changes: str) -> list[tuple[str, int, str]]:
    with pytest.raises(InputError) as error:
        clauses_of(penal.statutes(**changes), name=penal.FOLDER)
    assert all(one.got and one.expected and one.fix for one in error.value.problems)
    return [(one.code, one.line, one.got) for one in error.value.problems]


def test_every_article_of_every_version_is_a_clause_with_an_id_of_its_own() -> None:
    found = clauses_of(penal.statutes(), name=penal.FOLDER)

    assert len({one.id for one in found}) == len(found) == 6
    assert [one.article for one in found if one.version == "2006-10-31"] == ["1", "2", "2-1"]
    assert {one.version for one in found if one.law == penal.BANKS} == {
        "2006-10-31", "2024-11-08",
    }  # fmt: skip


def test_a_clause_has_its_headings_its_paragraphs_and_its_full_path() -> None:
    one = by_name()["old-2"]

    assert one.path == (penal.BANKS, "第二章 法律责任", "第一节 机构", "第二条")
    assert one.citation == f"《{penal.BANKS}》第二章 法律责任 第一节 机构 第二条"
    assert one.text.split("\n")[1:] == ["（一）第一条规定的客户；", "（二）其他客户。"]


def test_an_inserted_article_stands_apart_and_an_annex_is_no_text() -> None:
    one = by_name()["old-2-1"]

    assert one.path[-1] == "第二条之一"
    assert one.text == "第二条之一 银行拒绝检查的，处5万元以下的罚款。"


def test_white_space_in_the_text_changes_no_digest() -> None:
    spaced = penal.text_of(penal.MONEY).replace("第一条　", "第一条   ")

    assert by_name(money=spaced)["money-1"].sha256 == by_name()["money-1"].sha256
    other = spaced.replace("三十万", "四十万")
    assert by_name(money=other)["money-1"].sha256 != by_name()["money-1"].sha256


def test_the_law_is_named_as_its_file_even_where_the_title_is_misprinted() -> None:
    title = penal.text_of(penal.OLD).replace(f"# {penal.BANKS}", "# 中华人民共和国国甲行法")

    assert by_name(old=title)["old-1"].law == penal.BANKS


def test_a_file_without_a_day_has_the_last_day_that_it_names() -> None:
    files = {"法__甲行法.md": penal.statutes()[penal.NEW]}

    assert {one.version for one in clauses_of(files, name="x")} == {"2024-11-08"}


@pytest.mark.parametrize(
    ("before", "after", "code", "line"),
    [
        ("第二条 泄", "第三条 泄", "statute-articles", 8),
        ("第二条 泄", "第一条 泄", "statute-articles", 8),
        ("第二条 泄", "第一百六条 泄", "statute-articles", 8),
        ("第二条 泄", "第一条之二 泄", "statute-articles", 8),
        ("<!-- INFO END -->", "", "statute-shape", 0),
        ("# 乙币办法", "乙币办法", "statute-shape", 0),
        ("# 乙币办法", "# 丙币办法", "statute-title", 1),
        ("第", "条", "statute-none", 0),
    ],
)
def test_a_malformed_statute_is_refused_where_it_is_wrong(
    before: str, after: str, code: str, line: int
) -> None:
    text = penal.text_of(penal.MONEY)
    assert before in text

    assert [one[:2] for one in refused(money=text.replace(before, after))] == [(code, line)]


def test_an_excerpt_may_lack_articles_but_keeps_their_order() -> None:
    text = penal.text_of(penal.MONEY).replace("\n<!-- INFO END", "\n（节选）\n\n<!-- INFO END")
    files = {"法__乙币办法(2020-01-01).md": text.replace("第二条 泄", "第十二条 泄").encode()}

    assert [one.article for one in clauses_of(files, name="x")][:2] == ["1", "12"]
    assert [one[0] for one in refused(money=text.replace("第二条 泄", "第一条 泄"))] == [
        "statute-articles"
    ]


def test_all_malformed_files_are_told_at_once() -> None:
    codes = [code for code, _, _ in refused(old="nothing", money="nothing")]

    assert codes == ["statute-shape", "statute-shape"]


def test_bytes_that_are_no_utf_8_no_day_and_a_version_twice_are_refused() -> None:
    new = penal.statutes()[penal.NEW]
    undated = new.replace("年".encode(), b"-")
    folders = {
        "statute-text": {penal.NEW: b"\xff" + new},
        "statute-version": {"a__甲行法.md": undated},
        "statute-twice": {"a__甲行法(2024-11-08).md": new, "b__甲行法(2024-11-08).md": new},
        "no-statutes": {"SOURCE.txt": b""},
    }
    for code, files in folders.items():
        with pytest.raises(InputError) as error:
            clauses_of(files, name="x")
        assert [one.code for one in error.value.problems] == [code]


def test_an_index_gives_its_clauses_their_texts_under_its_own_ids() -> None:
    index = read_index(penal.resources(), "finlaw/clauses.jsonl")

    found = match_index(index, by_name().values(), file="x")

    assert [one.id for one in found] == [one.id for one in index]
    assert {one.id: one.text for one in found} == {k: one.text for k, one in by_name().items()}


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("sha256", "0" * 64, "clause-differs"),
        ("path", [penal.BANKS, "第一条"], "clause-differs"),
        ("version", "2025-01-01", "clause-missing"),
        ("law", "甲行法", "clause-missing"),
        ("article", "9", "clause-missing"),
    ],
)
def test_a_clause_of_the_index_that_the_statutes_do_not_hold_so_is_told(
    key: str, value: object, code: str
) -> None:
    lines = [one | ({key: value} if one["id"] == "old-1" else {}) for one in penal.index()]
    index = read_index({"a/clauses.jsonl": canonical_lines(lines)}, "a/clauses.jsonl")
    line = next(at for at, one in enumerate(lines, start=1) if one["id"] == "old-1")

    with pytest.raises(InputError) as error:
        match_index(index, by_name().values(), file="resources/a/clauses.jsonl")

    [problem] = error.value.problems
    assert (problem.code, problem.place) == (code, f"resources/a/clauses.jsonl:{line}")
    assert problem.got
    assert problem.expected
    assert problem.fix


def test_a_file_that_is_not_named_as_a_statute_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path, penal.statutes() | {"README.md": b"# About these", "notes/TODO.md": b"?"})

    assert clauses(tmp_path) == clauses_of(penal.statutes(), name="laws")


def test_a_statute_under_another_name_is_refused_and_not_passed_over() -> None:
    files = penal.statutes()
    files["经济法_甲行法(2006-10-31).md"] = files.pop(penal.OLD)

    with pytest.raises(InputError) as caught:
        clauses_of(files, name="laws")

    [problem] = caught.value.problems
    assert (problem.code, problem.file) == ("statute-name", "laws/经济法_甲行法(2006-10-31).md")


def test_the_supplied_statutes_are_read_whole() -> None:
    found = {(one.law, one.version[:4], one.article): one for one in clauses(STATUTES)}

    # What tables of contents say, and two articles looked up by hand.
    assert sum(law == "中华人民共和国刑法" for law, _, _ in found) == 505
    assert sum(law == "中华人民共和国反洗钱法" for law, _, _ in found) == 37 + 65
    one = found["中华人民共和国商业银行法", "2015", "74"]
    assert one.citation == "《中华人民共和国商业银行法》第八章 法律责任 第七十四条"
    assert "恐怖活动" in found["中华人民共和国刑法", "2023", "120-1"].text
    assert ("中华人民共和国外资银行管理条例", "2019", "73") in found
