"""What holds for every answer about penalties, and for the fast form of marking."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from penalty_cases import (
    BANKING,
    COMMERCIAL,
    LAUNDERING,
    PENALTY,
    ask,
    prepared,
    truth,
)
from test_penalty import credit

from digesta.metrics.exact import NANO
from digesta.scorers.base import MISSING, Response
from digesta.text.chinese.citations import zh_citation_1
from digesta_legal.penalty.read import pieces
from growth import MOST, growth_of

QUESTION = prepared()


def answers() -> st.SearchStrategy[Any]:
    labels = st.lists(st.sampled_from(["类型1", "类型2", "类型3", "别的", "领域1", ""]), max_size=8)
    cited = st.lists(
        st.sampled_from(
            ["《银监法》第46条", "《商业银行法》第七十三条至第七十五条", "《反洗钱法》", "第三条",
             "《某法》第一条"]
        ) | st.just({"law": "银监法", "article": "四十六"}), max_size=4,
    )  # fmt: skip
    parts = {
        "penalty_type": labels | labels.map("；".join),
        "violation_domain": labels,
        "legal_basis": cited | st.text("《银监法》第46、条7一", max_size=20),
        "penalty_level": st.sampled_from(["A", "b", "E", "", "F"]),
    }
    return st.none() | st.fixed_dictionaries({}, optional=parts)


TRUTHS = (
    truth(),
    truth(types=[], domains=["领域1", "领域2"], basis=[(COMMERCIAL, "73"), (BANKING, "")]),
    truth(types=["类型1", "类型2", "类型3"], basis=[(f"{LAUNDERING}（2006年）", "1")], level="E"),
)
QUESTIONS = tuple(map(prepared, TRUTHS))


@settings(max_examples=50)
@given(answers(), st.sampled_from(QUESTIONS), st.randoms(use_true_random=False))
def test_the_order_of_elements_and_repeats_do_not_matter(
    answer: Any, question: Any, draw: Any
) -> None:
    turned = json.loads(json.dumps(answer))
    for part in (turned or {}).values():
        if isinstance(part, list):
            part.extend(part)
            draw.shuffle(part)

    assert PENALTY.mark(question, Response(answer)) == PENALTY.mark(question, Response(turned))


@settings(max_examples=50)
@given(st.lists(answers(), min_size=3, max_size=3))
def test_the_fast_form_gives_the_rows_of_the_definition_on_likely_answers(given_: Any) -> None:
    slow = np.array([PENALTY.mark(q, Response(a)) for q, a in zip(QUESTIONS, given_, strict=True)])

    assert PENALTY.mark_many is not None
    assert np.array_equal(PENALTY.mark_many(QUESTIONS, given_), slow)


def _rows_agree(questions: Sequence[Any], given_: Sequence[Any]) -> bool:
    slow = [PENALTY.mark(q, Response(a)) for q, a in zip(questions, given_, strict=True)]
    return np.array_equal(PENALTY.mark_all(questions, given_), np.array(slow))


ODD: list[Any] = [
    None, {}, "x", 7, {"penalty_type": 1}, {"penalty_type": True}, {"penalty_level": None},
    {"penalty_type": [], "处罚类型": []}, {"penalty_level": "B", "x": 1}, {"处罚等级": "b"},
    {"legal_basis": [{}]}, {"legal_basis": [{"law": ["银监法"]}]}, {"legal_basis": [["x"]]},
    {"legal_basis": {"law": "银监法"}}, {"penalty_type": [{"law": "银监法"}]},
    {"legal_basis": [{"law": "银监法", "article": "46"}, "《商业银行法》"]},
    {"legal_basis": [{"article": "46", "law": "银监法"}]},
    {"法律依据": "《反洗钱法（2006年）》第一条；《反洗钱法（2024年）》第一条；《银监法》第46条"},
    {"legal_basis": ["《反洗钱法（2024年）》"], "violation_domain": ["领域1"]},
    {"处罚类型": ["类型1", 7]}, {"处罚类型": ["类型1", "类型2"], "法律依据": ["《某法》第1条"]},
    {"penalty_type": [f"类型{n}" for n in range(1, 6)]},
]  # fmt: skip


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from(ODD), st.sampled_from(range(5))), max_size=8))
def test_the_fast_form_takes_any_mixture_of_shapes_languages_and_limits(drawn: Any) -> None:
    stricter = [prepared(asks=ask(labels=n, citations=1)) for n in (1, 4)]
    questions = [(*QUESTIONS, *stricter)[place] for _, place in drawn]

    assert not drawn or _rows_agree(questions, [answer for answer, _ in drawn])


def test_the_fast_form_compares_more_articles_than_a_word_has_bits() -> None:
    numbers = range(1, 160)
    questions = [prepared(truth(basis=[(BANKING, str(n)), (COMMERCIAL, str(n))])) for n in numbers]
    given_ = [
        {"legal_basis": f"《{BANKING}》第{n if n % 3 else n + 1}条、《{COMMERCIAL}》第{n}条"}
        for n in numbers
    ]

    assert _rows_agree(questions, given_)
    assert PENALTY.sums(PENALTY.mark_all(questions, given_))["pair_right"] == 159 + 106


@settings(max_examples=75)
@given(st.text("《》〈〉<>第一二4６条之、；& #12298;银商法(06年)\n\u0301", max_size=40))
def test_pieces_of_a_text_give_the_citations_of_the_whole(text: str) -> None:
    in_pieces = [one for piece in pieces(text) for one in zh_citation_1(piece)]

    assert "".join(pieces(text)) == text
    assert in_pieces == list(zh_citation_1(text))


@settings(max_examples=50)
@given(answers(), st.sampled_from(QUESTIONS))
def test_credit_is_the_mean_of_its_parts_and_silence_is_the_worst_of_all(
    answer: Any, question: Any
) -> None:
    found = dict(zip(PENALTY.column_names, PENALTY.mark(question, Response(answer)), strict=True))
    parts = [found[f"{part}_jaccard"] for part in ("type", "domain", "pair")]
    silent = dict(zip(PENALTY.column_names, PENALTY.mark(question, MISSING), strict=True))

    assert abs(4 * found["credit"] - sum(parts) - found["level_right"]) <= 4
    assert silent["credit"] == 0 <= found["credit"] <= NANO
    assert silent["type_hamming"] == NANO >= found["type_hamming"]


@settings(max_examples=25)
@given(st.sampled_from(QUESTIONS), st.lists(st.sampled_from(["类型4", "类型5"]), max_size=2))
def test_a_perfect_answer_scores_1_and_naming_more_never_helps(
    question: Any, more: list[str]
) -> None:
    right = TRUTHS[QUESTIONS.index(question)]
    answer = {key: part for key, part in right.items() if key != "clauses"}

    assert credit(question, answer) == 1
    fuller = answer | {"penalty_type": [*right["penalty_type"], *more]}
    assert credit(question, fuller) == 1 if not more else credit(question, fuller) < 1


@pytest.mark.parametrize(
    "answer",
    [
        lambda n: {"penalty_type": "，" * n, "legal_basis": "《" * n},
        lambda n: {"penalty_type": "类" * n, "legal_basis": "第一条至第十条" * (n // 7)},
        lambda n: {
            "violation_domain": ["甲"] * n,
            "legal_basis": [{"law": "《》" * 9}] * (n // 20),
        },
        lambda n: {"penalty_level": "Ａ" * n, "legal_basis": "一" * n},
    ],
)
def test_a_hostile_answer_is_marked_in_linear_time(answer: Callable[[int], Any]) -> None:
    def mark(answer: Any) -> None:
        assert PENALTY.mark(QUESTION, Response(answer))[0] == 0
        PENALTY.why(QUESTION, Response(answer))

    assert growth_of(mark, answer, 4_096) <= MOST
