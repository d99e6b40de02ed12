"""What answers about penalties earn: forms that are read, limits, labels, levels, retrieval."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from penalty_cases import (
    PENALTY,
    cells,
    prepared,
    truth,
)
from pydantic import ValidationError

from digesta.metrics.exact import NANO
from digesta.scorers.base import Response
from digesta_legal.penalty.records import CHINESE, PenaltyAnswer

QUESTION = prepared()
RIGHT = {
    "penalty_type": ["类型1"],
    "violation_domain": ["领域1"],
    "legal_basis": ["《银监法》第四十六条"],
    "penalty_level": "B",
}


def credit(question: Any, answer: Any) -> Fraction:
    return Fraction(cells(question, answer).get("credit", 0), NANO)


def basis(text: Any) -> dict[str, Any]:
    return RIGHT | {"legal_basis": text}


# -- forms of an answer


@pytest.mark.parametrize("separator", [";", ",", "/", "、", "；", "，", "|", "； ", "，，"])
def test_labels_may_be_a_list_or_a_text_split_at_any_separator(separator: str) -> None:
    question = prepared(truth(types=["类型1", "类型2"]))
    text = separator.join(["类型2", " 类型1。", "", "又名类型1"])

    assert cells(question, RIGHT | {"penalty_type": text}) == cells(
        question, RIGHT | {"penalty_type": ["类型1", "类型2"]}
    )


def test_english_and_chinese_keys_are_read_alike_but_never_mixed() -> None:
    chinese = {CHINESE[key]: part for key, part in RIGHT.items()}

    assert credit(QUESTION, RIGHT) == credit(QUESTION, chinese) == 1
    assert cells(QUESTION, RIGHT | {"处罚等级": "B"})["unreadable"] == 1


@pytest.mark.parametrize(
    "answer",
    [
        "罚款", "", 1, True, 2.5, {}, {"level": "B"}, RIGHT | {"note": ""},
        RIGHT | {"penalty_type": None}, RIGHT | {"penalty_type": {"a": 1}},
        RIGHT | {"penalty_type": ["类型1", 7]}, RIGHT | {"penalty_level": 2},
        RIGHT | {"penalty_level": ["B"]}, basis(46), basis([46]), basis({"law": "银监法"}),
        basis([{"article": "46"}]), basis([{"law": "银监法", "article": 46}]),
        basis([{"law": ""}]), basis([{"law": "银监法", "page": "1"}]),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_unreadable_and_earns_nothing(answer: Any) -> None:
    found = cells(QUESTION, answer)

    assert found["unreadable"] == 1
    assert "credit" not in found
    assert found["type_hamming"] == NANO
    assert found["level_b_none"] == 1
    assert PENALTY.why(QUESTION, Response(answer)).startswith("unreadable: ")


@settings(max_examples=40)
@given(
    st.dictionaries(
        st.sampled_from([*CHINESE, *CHINESE.values(), "x"]),
        st.none() | st.integers() | st.text(max_size=3) | st.lists(
            st.text(max_size=2) | st.integers() | st.dictionaries(
                st.sampled_from(["law", "article", "x"]), st.text(max_size=2), max_size=2
            ),
            max_size=2,
        ),
        max_size=3,
    )
)  # fmt: skip
def test_what_is_readable_is_what_the_record_of_answers_takes(answer: dict[str, Any]) -> None:
    nulls = None in answer.values()
    try:
        PenaltyAnswer.model_validate(answer)
    except ValidationError:
        takes = False
    else:
        takes = not nulls  # a file's reader refuses nulls: absent means absent

    assert ("unreadable" not in cells(QUESTION, answer)) == takes


def test_a_part_left_out_is_empty() -> None:
    question = prepared(truth(types=[]))

    assert credit(question, {"penalty_level": "B"}) == Fraction(1, 2)
    assert cells(question, {"penalty_level": "B"})["type_empty"] == 1
    assert cells(question, None).get("type_exact", 0) == 0


def test_beyond_the_limits_an_answer_is_unreadable_and_repeats_do_not_count() -> None:
    six = [f"类型{number}" for number in range(1, 7)]
    ten = "、".join(f"第{number}条" for number in range(46, 56))

    assert "unreadable" not in cells(QUESTION, RIGHT | {"penalty_type": six + six})
    assert cells(QUESTION, RIGHT | {"penalty_type": [*six, "别的"]})["unreadable"] == 1
    assert "unreadable" not in cells(QUESTION, basis(f"《银监法》{ten}；《银监法》{ten}"))
    assert cells(QUESTION, basis(f"《银监法》{ten}、第99条"))["unreadable"] == 1
    assert cells(QUESTION, basis("《银监法》第一条至第十一条"))["unreadable"] == 1
    assert cells(QUESTION, basis([f"《法{n}》" for n in range(30)]))["unreadable"] == 1
    assert "unreadable" not in cells(QUESTION, basis("《银监法》第46条" * 1000))
    assert cells(QUESTION, basis("《银监法》第46条" * 1001))["unreadable"] == 1


# -- labels


def test_labels_outside_the_vocabulary_are_wrong_and_counted_apart() -> None:
    found = cells(QUESTION, RIGHT | {"penalty_type": "类型1，口头提醒，口头提醒"})

    assert found["type_outside"] == 1
    assert found["type_jaccard"] == NANO // 2
    assert found["type_hamming"] == round(Fraction(NANO, 27))
    said = PENALTY.why(QUESTION, Response(RIGHT | {"penalty_type": "类型1\n，口头\u202e提醒"}))
    assert said == (
        "type partial, domain exact, basis exact, level B right; outside the vocabulary: "
        '["口头\\u202e提醒"]'
    )


def test_labels_that_no_truth_holds_stand_in_micro_figures_alone() -> None:
    answers = [RIGHT, RIGHT | {"penalty_type": ["类型1", "类型9"]}]
    sums = PENALTY.sums(PENALTY.mark_all([QUESTION, QUESTION], answers))

    assert PENALTY.metric_named("type.macro_f1").value(sums) == 1
    assert PENALTY.metric_named("type.micro_precision").value(sums) == Fraction(2, 3)


# -- level and retrieval


@pytest.mark.parametrize("level", ["B", " b ", "Ｂ", "B.", "ｂ"])
def test_a_level_is_a_letter_in_any_case_and_width(level: str) -> None:
    assert cells(QUESTION, RIGHT | {"penalty_level": level})["level_b_b"] == 1


@pytest.mark.parametrize("level", ["", "F", "B级", "AB", "严重", "二"])
def test_another_text_is_no_valid_level(level: str) -> None:
    assert cells(QUESTION, RIGHT | {"penalty_level": level})["level_b_none"] == 1


def test_retrieval_is_measured_from_passages_whatever_the_answer() -> None:
    question = prepared(truth(clauses=["a", "b", "c"]))

    found = cells(question, None, "x", "a", "a", "y", "z", "b", "c")

    assert (found["hit_at_5"], found["basis_wrong_after_hit"]) == (1, 1)
    assert found["recall_at_5"] == round(Fraction(2 * NANO, 3))  # a; b is fifth without the repeat
    assert found["reciprocal_rank"] == NANO // 2
    assert "basis_wrong_after_hit" not in cells(question, RIGHT, "a")
    assert cells(question, RIGHT)["clauses"] == 1
    assert "clauses" not in cells(QUESTION, RIGHT, "a")
