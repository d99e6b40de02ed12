"""What answers about penalties earn: forms that are read, limits, labels, citations, levels."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from penalty_cases import (
    BANKING,
    COMMERCIAL,
    LAUNDERING,
    LAWS,
    PENALTY,
    RESOURCES,
    ask,
    cells,
    prepared,
    resources,
    truth,
    vocabulary,
)
from pydantic import ValidationError

from digesta.metrics.exact import NANO
from digesta.model.penalty import CHINESE, PenaltyAnswer
from digesta.model.penalty_resources import Discretion, Vocabulary
from digesta.scorers.base import MISSING, Response
from digesta.scorers.penalty import named_only

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


def grade(question: Any, answer: Any, part: str) -> int:
    found = cells(question, answer)
    return 2 * found.get(f"{part}_exact", 0) + found.get(f"{part}_partial", 0)


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


@settings(max_examples=150)
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


def test_labels_only_named_are_listed_and_stand_in_micro_figures_alone() -> None:
    answers = [RIGHT, RIGHT | {"penalty_type": ["类型1", "类型9"]}]
    sums = PENALTY.sums(PENALTY.mark_all([QUESTION, QUESTION], answers))

    assert named_only(sums, "type") == [9]
    assert named_only(sums, "domain") == []
    assert PENALTY.metric_named("type.macro_f1").formula(sums) == 1
    assert PENALTY.metric_named("type.micro_precision").formula(sums) == Fraction(2, 3)


# -- legal basis


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


# -- properties


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


@settings(max_examples=200)
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


@settings(max_examples=200)
@given(st.lists(answers(), min_size=3, max_size=3))
def test_the_fast_form_gives_the_rows_of_the_definition_on_likely_answers(given_: Any) -> None:
    slow = np.array([PENALTY.mark(q, Response(a)) for q, a in zip(QUESTIONS, given_, strict=True)])

    assert np.array_equal(PENALTY.mark_many(QUESTIONS, given_), slow)


@settings(max_examples=200)
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


@settings(max_examples=100)
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
        {"penalty_type": "，" * 200_000, "legal_basis": "《" * 200_000},
        {"penalty_type": "类" * 200_000, "legal_basis": "第一条至第十条" * 25_000},
        {"violation_domain": ["甲"] * 19_000, "legal_basis": [{"law": "《》" * 9}] * 900},
        {"penalty_level": "Ａ" * 200_000, "legal_basis": "一" * 200_000},
    ],
)
def test_a_hostile_answer_is_marked_in_linear_time(answer: Any) -> None:
    start = time.process_time()
    row = PENALTY.mark(QUESTION, Response(answer))
    PENALTY.why(QUESTION, Response(answer))

    assert row[0] == 0
    assert time.process_time() - start < 4


# -- what a release must hold


@pytest.mark.parametrize(
    ("right", "match"),
    [
        (truth(types=["别的"]), "the vocabulary has no label 别的"),
        (truth(types=["类型1", "又名类型1"]), "names a label twice"),
        (truth(types=[f"类型{n}" for n in range(1, 8)]), "more than the 6 labels"),
        (truth(basis=[("某法", "1")]), "the table of laws has no 某法"),
        (truth(basis=[(BANKING, "某条")]), "某条 is no number"),
        (truth(basis=[(BANKING, "46"), ("银监法", "四十六")]), "cites an article twice"),
        (truth(basis=[(BANKING, str(n)) for n in range(1, 12)]), "more than an answer may"),
        (
            truth(basis=[(f"{LAUNDERING}（2006年）", "1"), (f"{LAUNDERING}（2024年）", "2")]),
            "two versions",
        ),
    ],
)
def test_a_truth_outside_the_releases_tables_is_refused(right: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        prepared(right)


@pytest.mark.parametrize(
    ("files", "match"),
    [
        ({}, "no resources/finlaw/vocabulary.json"),
        ({"finlaw/vocabulary.json": RESOURCES["finlaw/vocabulary.json"]}, "no resources/finlaw/l"),
        (RESOURCES | {"finlaw/laws.json": b"{"}, "laws.json is no JSON"),
        (RESOURCES | {"finlaw/laws.json": b"{}"}, "laws.json: laws: Field required"),
        (resources(vocabulary=vocabulary() | {"vocabulary": "finlaw/2"}), "finlaw/2, not finlaw/1"),
        (resources(laws={"laws": [*LAWS["laws"], {"law": "银监法"}]}), "names two laws"),
        (resources(vocabulary=vocabulary(types=["a/b"])), "must hold none of"),
    ],
)
def test_a_release_without_its_tables_is_refused(files: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        prepared(files=files)


def test_limits_that_no_row_could_hold_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 64"):
        prepared(asks=ask(labels=65))


def test_resources_may_be_text_and_are_read_once() -> None:
    texts = {path: data.decode() for path, data in RESOURCES.items()}

    as_bytes, as_text = prepared(files=RESOURCES), prepared(files=texts)

    assert as_text.terms is as_bytes.terms


@pytest.mark.parametrize(
    ("types", "match"),
    [(["。"], "a letter"), (["a", "A"], "one label, not two"), (["a|b"], "must hold none of")],
)
def test_labels_that_could_be_mistaken_are_refused(types: list[str], match: str) -> None:
    with pytest.raises(ValidationError, match=match):
        Vocabulary.model_validate(vocabulary(types=types))


def test_a_discretion_table_gives_levels_and_must_ascend() -> None:
    bounds = [("A", "50000"), ("B", "200000"), ("C", None)]
    table = {
        "levels": [{"level": n} | ({"most_cny": b} if b else {}) for n, b in bounds],
        "ranges": [],
        "circumstances": [],
    }
    levels = Discretion.model_validate(table)

    assert [levels.level_of(cny) for cny in ("0", "50000", "50000.01", "200000", "1e9")] == [
        *"AABBC"
    ]
    for wrong, match in (
        ([{"level": "B"}], "in this order"),
        ([{"level": "A", "most_cny": "5"}], "but the last"),
        ([{"level": "A"}, {"level": "B"}], "but the last"),
        (
            [{"level": "A", "most_cny": "5"}, {"level": "B", "most_cny": "5"}, {"level": "C"}],
            "ascend",
        ),
    ):
        with pytest.raises(ValidationError, match=match):
            Discretion.model_validate(table | {"levels": wrong})
