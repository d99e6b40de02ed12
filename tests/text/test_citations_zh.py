"""Citations of Chinese law: which article of which law a text names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.text.chinese.citations import (
    WIDEST,
    ArticleNumber,
    LawCitation,
    article_of,
    law_name,
    year_of,
    zh_citation_1,
)
from digesta.text.chinese.clean import clean_text
from digesta.text.chinese.law_names import name_key, names_of
from growth import MOST, growth_of, repeated
from places import STATUTES


def cited(text: str) -> list[str]:
    """Return citations as short words: law, article, 款 and 项, version."""
    found = []
    for one in zh_citation_1(text):
        details = [f"p{number}" for number in one.paragraphs] + [f"i{n}" for n in one.subparagraphs]
        version = [f"@{one.version}"] if one.version else []
        found.append(" ".join([one.law, str(one.article or "-"), *details, *version]))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("《甲法》第四十六条第（四）项", ["甲法 46 i4"]),
        ("《甲法》第四十六条第一款第(二)、（三）项", ["甲法 46 p1 i2 i3"]),
        ("《甲法》第三条第一、二款", ["甲法 3 p1 p2"]),
        ("《甲法》第一百二十条之一、之二", ["甲法 120-1", "甲法 120-2"]),
        ("《甲法》第一百二十条之一至之三", ["甲法 120-1", "甲法 120-2", "甲法 120-3"]),
        ("《甲法》第三十条至第三十二条", ["甲法 30", "甲法 31", "甲法 32"]),
        ("《甲法》第三十至三十二条", ["甲法 30", "甲法 31", "甲法 32"]),
        ("《甲法》第30-32条", ["甲法 30", "甲法 31", "甲法 32"]),
        ("《甲法》第三十条～第三十一条", ["甲法 30", "甲法 31"]),
        ("《甲法》第五条至第三条", ["甲法 5", "甲法 3"]),
        (f"《甲法》第1条至第{WIDEST + 2}条", ["甲法 1", f"甲法 {WIDEST + 2}"]),
        ("《甲法》第四十六条、第四十八条", ["甲法 46", "甲法 48"]),
        ("《甲法》第四十六、四十八条和第50条", ["甲法 46", "甲法 48", "甲法 50"]),
        ("《甲法》第四十六条；第４８条", ["甲法 46", "甲法 48"]),
        ("《甲法》第二十一条第二款第四十七条", ["甲法 21 p2", "甲法 47"]),
        ("《甲法》第二十一条四十六条", ["甲法 21", "甲法 46"]),
        ("《甲法》四十六条", ["甲法 46"]),
        ("《甲法》规定的三条措施", ["甲法 -"]),
        ("《甲法》", ["甲法 -"]),
        ("《甲法》和《乙法》第三条", ["甲法 -", "乙法 3"]),
        ("第四十六条", [" 46"]),
        ("没有引用", []),
        ("", []),
        ("《》第三条", [" 3"]),
        ("《甲法》第零条、第99999条", ["甲法 -"]),
        ("《甲 法》第 四 十 六 条", ["甲法 46"]),
        ("&#12298;甲法&#x300b;第&#22235;条", ["甲法 4"]),
        ("《关于&quot;甲&quot;的通知》第四条", ['关于"甲"的通知 4']),
        ("《关于印发&lt;甲办法&gt;的通知》（云银发〔2016〕7号）第四条",
         ["关于印发〈甲办法〉的通知 4"]),
        ("《关于修改《甲法》的决定》第二条", ["关于修改〈甲法〉的决定 2"]),
        ("《关于修改《甲法》的决定第二条", ["甲法 2"]),
        ("《甲法（2006年修正）》第四十六条", ["甲法 46 @2006年修正"]),
        ("《甲法》（2006年修正）第四十六条", ["甲法 46 @2006年修正"]),
        ("《甲法》(1995年5月10日通过，2015年修正)第三条", ["甲法 3 @1995年5月10日通过,2015年修正"]),
        ("根据商业银行法第七十四条、第七十五条", ["商业银行法 74", "商业银行法 75"]),
        ("《甲法》第三条及中华人民共和国商业银行法第七条",
         ["甲法 3", "中华人民共和国商业银行法 7"]),
        ("《甲法》的规定，商业银行法第七条", ["甲法 -", "商业银行法 7"]),
        ("《甲法》第三条，同法第四条，该办法第五条，依照本条例第6条",
         ["甲法 3", "甲法 4", "甲法 5", "甲法 6"]),
        ("刑法修正案（八）第三十七条", ["刑法修正案(八) 37"]),
        ("《甲法》令〔2016〕第7号第三条", ["甲法 3"]),
        ("《甲法》第四十六條第二款第一項", ["甲法 46 p2 i1"]),
        ("《甲法》第四十六條與第四十八條", ["甲法 46", "甲法 48"]),
        ("根據乙條例第五條", ["乙條例 5"]),
        ("《甲法》第一條、乙辦法（2006年修訂）第五條", ["甲法 1", "乙辦法 5 @2006年修訂"]),
    ],
)  # fmt: skip
def test_a_text_names_these_articles(text: str, expected: list[str]) -> None:
    assert cited(text) == expected


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("46", ArticleNumber(46)), ("第四十六条", ArticleNumber(46)), (" ４６ ", ArticleNumber(46)),
        ("四十六条", ArticleNumber(46)),
        ("120-1", ArticleNumber(120, 1)), ("120之一", ArticleNumber(120, 1)),
        ("第一百二十条之一", ArticleNumber(120, 1)), ("第四十六條", ArticleNumber(46)),
        ("0", None), ("abc", None), ("", None),
        ("46之", None), ("一百六", None), ("46条第一款", None), ("10000", None), ("46之0", None),
    ],
)  # fmt: skip
def test_an_article_alone_is_read_or_is_none(text: str, article: ArticleNumber | None) -> None:
    assert article_of(text) == article


def test_names_of_laws_are_one_with_marks_versions_and_the_state_left_out() -> None:
    names = names_of([("中华人民共和国银行业监督管理法", ["银监法"]), ("外资银行管理条例", [])])
    written = [
        "《中华人民共和国银行业监督管理法》",
        "银行业 监督管理法",
        "&#12298;银监法&#12299;（2006年修正）",
        "《银行业监督管理法（2006年修正）》",
    ]

    assert {names[name_key(law_name(one).name)] for one in written} == {
        "中华人民共和国银行业监督管理法"
    }
    assert [year_of(law_name(one).version) for one in written] == [None, None, 2006, 2006]
    assert name_key("中华人民共和国") == "中华人民共和国"
    with pytest.raises(ValueError, match="银监法 names two laws"):
        names_of([("甲法", ["银监法"]), ("乙法", ["银监法"])])


def test_entities_that_are_no_characters_stay_as_they_are() -> None:
    assert (
        clean_text("&#55296;&#9999999;&#0;&bogus;&amp;lt;") == "&#55296;&#9999999;&#0;&bogus;&lt;"
    )


@given(
    st.lists(st.integers(1, 999), min_size=1, max_size=5, unique=True),
    st.sampled_from(["、", "，", "和", "及", ""]),
)
def test_a_list_of_articles_is_read_in_its_order(numbers: list[int], between: str) -> None:
    text = "《甲法》" + between.join(f"第{number}条" for number in numbers)

    assert [one.article for one in zh_citation_1(text)] == [
        ArticleNumber(number) for number in numbers
    ]


@given(st.text("《》〈〉第条款项之至、一二十百0９()（ ）&#;甲法和号", max_size=60))
def test_any_text_is_read_without_an_error_and_alike_with_spaces(text: str) -> None:
    found = list(zh_citation_1(text))

    assert all(isinstance(one, LawCitation) for one in found)
    if "&" not in text:
        assert list(zh_citation_1(" ".join(text))) == found


@pytest.mark.parametrize(
    "piece",
    [
        "《", "》", "《》", "《甲法》", "一", "第", "之", "第一", "第一条", "第一、", "(一", "&#",
        "&amp;", "第一款", "第一条第一款", "(2006", "的法第一条", "《甲》(修", "条", " ",
        "第一条至", "&#1", "〈",
    ],
)  # fmt: skip
def test_a_hostile_text_takes_linear_time(piece: str) -> None:
    for read in (lambda text: list(zh_citation_1(text)), law_name, article_of):
        assert growth_of(read, repeated(piece), 4_096) <= MOST


def test_articles_of_real_statutes_are_found_where_a_plain_reading_finds_them() -> None:
    plain = re.compile(r"《([^《》〈〉<>（）()]+)》第([一二三四五六七八九十百零]+|[0-9]+)条(?!之)")
    checked = 0
    for path in sorted(STATUTES.glob("*.md")):
        text = path.read_text("utf-8")
        found = {(one.law, str(one.article)) for one in zh_citation_1(text)}
        for law, number in plain.findall(text):
            assert (law, str(article_of(number))) in found, (path.name, law, number)
            checked += 1

    assert checked > 5


def test_headings_of_real_statutes_count_their_articles_from_1() -> None:
    for name, last in (("银行业监督管理法", 52), ("商业银行法", 95), ("外资银行管理条例", 73)):
        path = next(STATUTES.glob(f"*{name}(*.md"))
        heads = re.findall(r"^(第[^ \u3000]+条) ?", path.read_text("utf-8"), re.MULTILINE)
        numbers = [article_of(head) for head in heads]
        assert numbers[:last] == [ArticleNumber(number) for number in range(1, last + 1)], name
