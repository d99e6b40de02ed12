"""What the legal basis earns: citations in any form, laws by any name, versions."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from penalty_cases import (
    BANKING,
    LAUNDERING,
    cells,
    prepared,
    truth,
)
from test_penalty import basis

from digesta.metrics.exact import NANO
from digesta_legal.penalty.read import PenaltyReader
from growth import MOST, growth_of, repeated

QUESTION = prepared()
RIGHT = {
    "penalty_type": ["类型1"],
    "violation_domain": ["领域1"],
    "legal_basis": ["《银监法》第四十六条"],
    "penalty_level": "B",
}


def grade(question: Any, answer: Any, part: str) -> int:
    found = cells(question, answer)
    return 2 * found.get(f"{part}_exact", 0) + found.get(f"{part}_partial", 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("《银行业监督管理法》第46条", 2),
        ("《中华人民共和国银行业监督管理法》第四十六条第（五）项", 2),
        ("《银监法》第４６条；《银行业监督管理法》", 2),
        ("银监法第四十六条", 2),
        ("《银监法（2006年修正）》第四十六条", 2),
        ([{"law": "《银监法》", "article": "第四十六条"}], 2),
        (["《银监法》第四十六条", {"law": "中华人民共和国银行业监督管理法", "article": "46"}], 2),
        ("《银监法》第四十六条之一", 1),
        ("《银监法》第四十六条、第四十七条", 1),
        ("《银监法》", 1),
        ([{"law": "银监法", "article": "第四十六条第一款"}], 2),
        ([{"law": "银监法", "article": "46条第（五）项"}], 2),
        ([{"law": "银监法", "article": "(2006年修正)第四十六条"}], 2),
        ([{"law": "银监法", "article": "第四十六條"}], 2),
        ("《银监法》第四十六條", 2),
        ([{"law": "银监法", "article": "第46条至第48条"}], 1),
        ([{"law": "银监法", "article": "第四十六条、《商业银行法》第一条"}], 1),
        ([{"law": "银监法", "article": "某条"}], 1),
        ("《商业银行法》第四十六条", 0),
        ("《某法》第四十六条", 0),
        ("第四十六条", 0),
        (["第四十六条", "《银监法》第四十七条"], 1),
        ("", 0),
    ],
)
def test_citations_are_graded_2_1_0_by_articles_and_laws(text: Any, expected: int) -> None:
    assert grade(QUESTION, basis(text), "basis") == expected


ARTICLES = st.lists(
    st.sampled_from(
        ["第四十六条", "46条", "第48条", "至", "、", "第一款", "第（五）项", "之一", "條"]
    ),
    min_size=1,
    max_size=5,
).map("".join)


@given(ARTICLES)
@settings(derandomize=True, max_examples=60)
def test_a_citation_is_the_same_as_an_object_and_as_a_text(article: str) -> None:
    reader = PenaltyReader(QUESTION.terms, QUESTION.limits)
    as_text, as_object = (
        reader.basis(part)
        for part in (f"《银监法》{article}", [{"law": "银监法", "article": article}])
    )

    assert as_text is not None
    assert as_object is not None
    # Where a text reads no article, an object says one that cannot be read.
    unread = {(law, "?") for law, said in as_text.pairs if not said}
    assert as_object.pairs == (unread or as_text.pairs)


@pytest.fixture
def _no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collector")
def test_a_reader_goes_with_its_last_use_and_all_texts_with_it() -> None:
    reader = PenaltyReader(QUESTION.terms, QUESTION.limits)
    answer = basis(["《银监法》第四十六条", {"law": "某法", "article": "第一条"}])
    assert reader.read(answer | {"violation_domain": "领域1、别的"}) is not None
    alive = weakref.ref(reader)

    del reader

    assert alive() is None


@pytest.mark.parametrize(
    "piece", ["第一条", "《", "》", "46条", "第一条至第五十条", "&#12298;", "之一"]
)
def test_an_object_s_article_is_read_in_linear_time(piece: str) -> None:
    def mark(article: str) -> None:
        cells(QUESTION, basis([{"law": "银监法", "article": article}]))

    assert growth_of(mark, repeated(piece)) <= MOST


def test_a_truth_without_an_article_can_be_met_exactly_but_not_as_coded() -> None:
    question = prepared(truth(basis=[(BANKING, "")]))
    found = cells(question, basis("《银监法》"))

    assert found["credit"] == NANO
    assert found["basis_exact"] == 1
    assert "basis_exact_as_coded" not in found
    assert "pair_right" not in found


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("", 2),
        ("（2006年）", 2),
        ("（二〇〇六年通过）", 2),
        ("（2007年施行）", 2),
        ("（2024年修订）", 1),
    ],
)
def test_another_version_of_the_law_is_another_article(said: str, expected: int) -> None:
    question = prepared(truth(basis=[(f"{LAUNDERING}（2006年）", "32")]))

    assert grade(question, basis(f"《反洗钱法》{said}第三十二条"), "basis") == expected
    assert grade(question, basis(f"《反洗钱法{said}》第三十二条"), "basis") == expected


def test_naming_both_versions_is_naming_a_wrong_one() -> None:
    question = prepared(truth(basis=[(f"{LAUNDERING}（2006年）", "32")]))
    both = "《反洗钱法（2006年）》第三十二条；《反洗钱法（2024年）》第三十二条"

    assert cells(question, basis(both))["pair_jaccard"] == NANO // 2
