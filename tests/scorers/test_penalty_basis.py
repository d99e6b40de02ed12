"""What the legal basis earns: citations in any form, laws by any name, versions."""

from __future__ import annotations

from typing import Any

import pytest
from penalty_cases import (
    BANKING,
    LAUNDERING,
    cells,
    prepared,
    truth,
)

from digesta.metrics.exact import NANO

QUESTION = prepared()
RIGHT = {
    "penalty_type": ["类型1"],
    "violation_domain": ["领域1"],
    "legal_basis": ["《银监法》第四十六条"],
    "penalty_level": "B",
}


def basis(text: Any) -> dict[str, Any]:
    return RIGHT | {"legal_basis": text}


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
