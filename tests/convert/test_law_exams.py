"""LexEval, DISC-LawLLM and LawBench: their folders, and each reply read by both rules."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections import defaultdict
from math import log
from typing import Any

import pytest
from seeds import folder, lines, only, refused, sample_of

from digesta.canonical import sha256_hex
from digesta.metrics.exact import NANO
from digesta.scorers import SCORERS
from digesta_convert import CONVERTERS
from digesta_convert.shared.draft import Draft
from digesta_convert.shared.marks import marks_of
from digesta_convert.shared.rows import Faults, LineFault, SourceRow
from places import IMPORTS

QUESTION = {"input": "下列哪一项是奶制品?\nA: 黄油\nB: 面包", "answer": "A"}
CELLS = {"input": "哪些是水果?\n", "output": "AC", "A": "苹果", "B": "黄油", "C": "梨", "D": "面包"}
RESULT = {"input": CELLS["input"], "model_output": "A. 苹果"}


def column(draft: Draft, name: str) -> list[bool]:
    """Return whether each question earned a whole credit, by our reading or the original's."""
    place = SCORERS["letters"].column_names.index(name)
    rows = zip(draft.questions, marks_of(draft), strict=True)
    return [row[place] == NANO for question, row in rows if question["scorer"] == "letters"]


def added(draft: Draft) -> set[str]:
    return {*draft.notes}


def table(*rows: dict[str, Any]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


# LexEval ---------------------------------------------------------------------------------------


def test_lexeval_s_own_folder_and_the_archive_s_are_one_draft() -> None:
    whole = {
        path.rpartition("/")[2].replace("Mini_", "Mini/").replace(".json", ".jsonl")
        .replace(".jsonll", ".jsonl"): data
        for path, data in sample_of("lexeval").items()
        if "5_1" not in path
    }  # fmt: skip
    own, packed = CONVERTERS["lexeval"].read(whole), folder("more", IMPORTS / "lexeval")

    again = CONVERTERS["lexeval"].read(packed)

    assert (again.questions, again.truths) == (own.questions, own.truths)
    assert again.answer_of() == own.answer_of() == {"1_1-0": "A", "1_1-1": "选A和C"}
    assert "1_1: 1 outputs left out, on texts that it lacks" in added(own) & added(again)
    assert "the answers are those of Mini" in added(own) & added(again)


def test_lexeval_is_read_strictly_and_as_the_original_reads() -> None:
    draft = CONVERTERS["lexeval"].read(sample_of("lexeval"))

    # By hand: "A" is right by both; "选A和C" is prose to ours, AC to theirs; the third is missing.
    assert column(draft, "credit") == [True, False, False]
    assert column(draft, "published") == [True, True, False]
    assert draft.questions[-1]["scorer"] == "closed"
    assert any("ROUGE-L" in text for text in added(draft))


@pytest.mark.parametrize(
    ("key", "right"),
    [("选项B", "B"), ("A,B", "AB"), ("面包", "B"), ("ab", "AB"), ("B（面包）", "B")],
)
def test_a_key_of_lexeval_is_letters_however_it_is_written_and_stays_beside(
    key: str, right: str
) -> None:
    draft = CONVERTERS["lexeval"].read({"6_3.json": lines([QUESTION | {"answer": key}])})

    # The original compared texts: what it published stays what its reading is compared with.
    assert draft.truths[0]["truth"] == {"answer": right, "published": key}


@pytest.mark.parametrize("key", [None, "", "C", "见解析"])
def test_a_key_of_lexeval_that_is_none_is_listed_with_its_line(key: str | None) -> None:
    rows = [QUESTION, QUESTION | {"input": "另一题\nA: 一\nB: 二", "answer": key}]

    draft = CONVERTERS["lexeval"].read({"3_5.json": lines(rows)})

    [lack] = [each for each in draft.lacks if each.got.startswith("truth")]
    assert lack.place == "3_5.json:2"


def test_where_one_key_of_many_has_several_letters_that_question_alone_says_so() -> None:
    rows = [QUESTION | {"input": f"{n}. {QUESTION['input']}"} for n in range(21)]

    draft = CONVERTERS["lexeval"].read({"3_2.json": lines([*rows, QUESTION | {"answer": "AB"}])})

    assert [question["ask"].get("several", False) for question in draft.questions] == [
        *([False] * 21), True,
    ]  # fmt: skip


def test_two_questions_of_one_text_get_an_output_each_and_a_third_is_counted() -> None:
    outputs = [{"input": f"{QUESTION['input']}\n答案:", "output": text} for text in "ABA"]
    files = {"1_2.json": lines([QUESTION, QUESTION]), "M_1_2.jsonl": lines(outputs)}

    draft = CONVERTERS["lexeval"].read(files)

    assert draft.answer_of() == {"1_2-0": "A", "1_2-1": "B"}
    assert "1_2: 1 outputs left out, on a question that has one" in added(draft)


def test_lexeval_outputs_of_two_models_or_of_no_task_that_is_there_are_refused() -> None:
    output = lines([{"question": 0, "output": "A"}])
    files = {"1_1.json": lines([QUESTION]), "a/1_1.jsonl": output}

    models = only("lexeval", files | {"b/1_1.jsonl": output})
    task = only("lexeval", files | {"a/1_2.jsonl": output})

    assert (models.code, models.got) == ("several-models", "outputs of a and of b")
    assert (task.file, task.code, task.got) == ("a/1_2.jsonl", "unknown-id", "1_2")


def test_characters_that_no_release_may_hold_are_replaced_and_said_to_be() -> None:
    outputs = [{"question": 0, "output": "A\x1f" + "e\u0301" + "\u0301" * 40}]
    files = {"1_1.json": lines([QUESTION]), "m/1_1.jsonl": lines(outputs)}

    draft = CONVERTERS["lexeval"].read(files)

    assert draft.answer_of() == {"1_1-0": "A\ufffd\u00e9" + "\u0301" * 29}
    assert any(text.startswith("U+FFFD stands for characters") for text in added(draft))


@pytest.mark.parametrize(
    ("data", "got"),
    [
        (gzip.compress(bytes(80 << 20)), "more"),
        (gzip.compress(b"{}")[:-4], "a part of a stream, or several"),
        (gzip.compress(b"{}") * 2, "a part of a stream, or several"),
        (b"no gzip at all", "Error -3 while decompressing data: incorrect header check"),
    ],
    ids=["bomb", "torn", "two", "none"],
)
def test_a_gzip_file_that_is_none_or_too_large_is_refused(data: bytes, got: str) -> None:
    problem = only("lexeval", {"1_1.jsonl.gz": data})

    assert (problem.file, problem.code, problem.got) == ("1_1.jsonl.gz", "archive", got)


# DISC-LawLLM -----------------------------------------------------------------------------------


def test_disc_s_folder_is_read_with_both_readings() -> None:
    draft = CONVERTERS["disc"].read(sample_of("disc"))

    # By hand: labels with their own choices' words, right by both rules.
    assert column(draft, "credit") == column(draft, "published") == [True, True]
    assert draft.questions[0]["ask"]["several"] is True
    assert draft.truths[0]["source_refs"] == [{"work": "kitchen test", "at": "mult_nje, row 1"}]
    assert list(draft.track["categories"].values()) == [{"title": "National judicial examination"}]


def test_disc_s_results_may_name_a_question_by_its_digest_in_lines() -> None:
    files = {
        "q/mcq_sing_pfe.jsonl.gz": gzip.compress(lines([CELLS | {"output": "A"}])),
        "p/mcq_sing_pfe.jsonl.gz": gzip.compress(
            lines([RESULT | {"input": sha256_hex(str(CELLS["input"]).encode())[:16]}])
        ),
    }

    draft = CONVERTERS["disc"].read(files)

    assert draft.answer_of() == {"sing_pfe-0": "A. 苹果"}


@pytest.mark.parametrize(
    ("question", "results", "code"),
    [
        (CELLS, [RESULT | {"input": "Another"}], "unknown-id"),
        (CELLS, [RESULT, RESULT], "line-count"),
        (CELLS | {"output": "E"}, [RESULT], "bad-cell"),
        (CELLS | {"B": ""}, [RESULT], "bad-cell"),
    ],
)
def test_a_bad_row_of_disc_is_told_by_its_line(
    question: dict[str, str], results: list[dict[str, str]], code: str
) -> None:
    files = {"mcq_mult_nje.csv": table(question), "multi/nje_results.csv": table(*results)}

    problem = refused("disc", files)[0]

    assert problem.code == code
    assert problem.line > 1
    assert problem.fix


def test_a_column_that_a_table_lacks_is_named() -> None:
    row = SourceRow("bar.csv", 2, {"question": "What is a lease?"}, Faults())

    with pytest.raises(LineFault) as fault:
        row["answer"]

    assert (fault.value.code, fault.value.details["got"]) == ("unknown-column", "no column answer")


# LawBench --------------------------------------------------------------------------------------


def test_lawbench_s_letters_and_labels_are_marked_as_the_original_marks_them() -> None:
    draft = CONVERTERS["lawbench"].read(sample_of("lawbench"))

    # By hand: "[正确答案]A<eoa>" has A; "A和C" has AC, not A; "没有" has none; 违约 alone of
    # the sixteen labels stands in "是违约。", which is no plain answer.
    assert column(draft, "published") == [True, False, False, True]
    assert column(draft, "credit") == [True, False, False, False]
    assert [q["ask"]["readings"][-1] for q in draft.questions if "readings" in q["ask"]] == [
        "lawbench/1", "lawbench/1", "lawbench/1", "lawbench-labels/1",
    ]  # fmt: skip
    assert {question["scorer"] for question in draft.questions} == {"letters", "mentions"}
    assert "1 questions on death or life sentences are left out, as the original does" in (
        added(draft)
    )


def test_lawbench_s_labels_articles_terms_and_amounts_have_the_original_s_figures() -> None:
    draft = CONVERTERS["lawbench"].read(sample_of("lawbench"))
    columns = SCORERS["mentions"].column_names
    figures: dict[str, list[float]] = defaultdict(list)
    for question, row in zip(draft.questions, marks_of(draft), strict=True):
        if question["scorer"] == "mentions":
            cells = dict(zip(columns, row, strict=True))
            file = question["question_id"].rpartition("-")[0]
            distance = cells["distance"] / NANO * log(1000)
            figures[file].append(distance if cells["terms"] else cells["published"] / NANO)

    # By hand: one of two labels on each side, 1/2; no label, 0; 婚姻家庭 alone; 侵权 not alone;
    # two of two and one more, 2 · 2 / 5; 264 of 264 and 67, with 69, 1/2; 盗窃 and 诈骗, 2/3.
    assert figures == {
        "2-3": [0.5, 0], "2-4": [1, 0], "2-9": [0.8], "3-1": [0.5],
        "3-3": [pytest.approx(2 / 3)], "lawbench_jetq": [1],
        "3-4": [pytest.approx(log(12) - log(6), abs=1e-8)], "3-5": [0],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("refr", "ask", "right"),
    [
        ("类别:准予离婚。", "labels/1", ["准予离婚"]),
        ("罪名:盗窃;走私普通货物、物品", "labels/1", ["盗窃", "走私普通货物、物品"]),
        ("法条:刑法第133条", "articles/1", ["133"]),
        ("刑期:7个月", "months/1", ["7"]),
        ("上文涉及到的犯罪金额:1234.5元。", "amount/1", ["1234.5"]),
        ("抵押担保", "label/1", ["抵押担保"]),
        ("伤害人身;赔偿", "labels/1", ["伤害人身", "赔偿"]),
    ],
)
def test_a_key_of_lawbench_says_how_its_replies_are_read(
    refr: str, ask: str, right: list[str]
) -> None:
    question = {"question": "哪一项?", "answer": refr}

    draft = CONVERTERS["lawbench"].read({"2-3.json": json.dumps([question]).encode()})

    assert draft.questions[0]["ask"]["reading"] == ask
    assert draft.truths[0]["truth"] == {"right": right}
    [task] = draft.track["tasks"].values()
    assert (task["scorer"], task["metric"]) == ("mentions", "reply_score")


def test_a_label_that_the_original_does_not_list_is_a_text() -> None:
    question = {"question": "哪一项?", "answer": "类别:另一类。"}

    draft = CONVERTERS["lawbench"].read({"2-3.json": json.dumps([question]).encode()})

    assert draft.questions[0]["scorer"] == "closed"
    assert any("overlap of segmented words" in text for text in added(draft))


def test_lawbench_s_questions_alone_have_choices_out_of_one_line() -> None:
    question = {
        "instruction": "选。",
        "question": "哪一项?A:一;B:二;C:三。",
        "answer": "正确答案：B。",
    }

    draft = CONVERTERS["lawbench"].read({"1-2.json": json.dumps([question]).encode()})

    assert draft.questions[0]["ask"]["choices"] == ["一", "二", "三。"]
    assert draft.truths[0]["truth"] == {"answer": "B"}
    assert not draft.predictions


@pytest.mark.parametrize(
    ("prediction", "code"),
    [
        ({"refr": "正确答案：A。"}, "unknown-id"),
        ({"origin_prompt": "另一题"}, "unknown-id"),
        ({"origin_prompt": [{"role": "TOOL", "prompt": "x"}]}, "bad-prompt"),
        ({"prediction": None}, "missing-key"),
    ],
)
def test_a_prediction_of_lawbench_on_another_question_is_told(
    prediction: dict[str, Any], code: str
) -> None:
    question = {"question": "哪一项?A:一;B:二。", "answer": "正确答案：B。"}
    right = {
        "origin_prompt": "请答：哪一项?A:一;B:二。",
        "prediction": "B",
        "refr": "正确答案：B。",
    }
    files = {
        "data/1-2.json": json.dumps([question]).encode(),
        "m/1-2.json": json.dumps({"0": right | prediction}).encode(),
    }

    problem = refused("lawbench", files)[0]

    assert (problem.file, problem.code) == ("m/1-2.json", code)


def test_a_key_of_lawbench_that_the_choices_lack_stands_among_letters_alone() -> None:
    question = {"question": "哪一项?A:一;B:二。", "answer": "[正确答案]E<eoa>"}

    draft = CONVERTERS["lawbench"].read({"2-8.json": json.dumps([question]).encode()})

    assert draft.questions[0]["ask"]["choices"] == list("ABCDE")
    assert draft.truths[0]["truth"] == {"answer": "E"}


def test_lawbench_s_predictions_with_a_gap_or_of_two_models_are_refused() -> None:
    right = {"origin_prompt": "哪一项?", "prediction": "B", "refr": "正确答案：B。"}
    gap = {"m/1-2.json": json.dumps({"0": right, "2": right}).encode()}
    two = {f"{m}/1-{m}.json": json.dumps({"0": right}).encode() for m in "12"}

    assert only("lawbench", gap).got == "no /1"
    assert only("lawbench", two).code == "several-models"
