"""Logs of lm-evaluation-harness: what it asked, what was right and what was answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from seeds import folder, lines, only, sample_of

from digesta.metrics.exact import NANO
from digesta_convert import CONVERTERS
from digesta_convert.shared.draft import Draft
from digesta_convert.shared.marks import marks_of
from places import IMPORTS

LM_EVAL = CONVERTERS["lm_eval"]
MORE = folder("more", IMPORTS / "lm_eval")


def chat(role: str, content: str) -> dict[str, Any]:
    """Return the arguments of a request with one message."""
    turns = json.dumps([{"role": role, "content": content}])
    return {"gen_args_0": {"arg_0": [turns], "arg_1": {}}}


def logged(**fields: Any) -> dict[str, Any]:
    made = {
        "doc_id": 0,
        "doc": {"question": "Which?"},
        "target": "1",
        "arguments": {f"gen_args_{n}": {"arg_0": "Which?", "arg_1": f" {t}"}
                      for n, t in enumerate(["butter", "milk"])},
        "resps": [[["-2.0", "False"]], [["-0.5", "False"]]],
        "filtered_resps": [["-2.0", "False"], ["-0.5", "False"]],
        "filter": "none",
        "acc": 1.0,
    }  # fmt: skip
    return made | fields


def generated(reply: str = "(B) milk", **fields: Any) -> dict[str, Any]:
    made = logged(
        arguments={"gen_args_0": {"arg_0": "Which?", "arg_1": {"until": []}}},
        doc={"choices": ["butter", "milk"]}, target="B", resps=[[reply]], filtered_resps=["B"],
    )  # fmt: skip
    return {key: value for key, value in made.items() if key != "acc"} | fields


def log(*samples: dict[str, Any]) -> dict[str, bytes]:
    return {"samples_law_2026-11-23T10-00-00.000000.jsonl": lines(list(samples))}


def read(*samples: dict[str, Any]) -> Draft:
    return LM_EVAL.read(log(*samples))


def mean_credit(draft: Draft) -> Fraction:
    rows = marks_of(draft)
    return Fraction(sum(row[0] for row in rows), NANO * len(rows))


def test_a_multiple_choice_of_the_harness_has_its_own_accuracy() -> None:
    [results] = [json.loads(data) for path, data in MORE.items() if "results" in path]

    draft = LM_EVAL.read(MORE)

    assert {q["scorer"] for q in draft.questions} == {"letters"}
    assert mean_credit(draft) == Fraction(results["results"]["halacha_siman"]["acc,none"])
    assert "the answers are those of dummy" in draft.notes


def test_generated_replies_stand_raw_beside_letters_and_as_filtered_beside_texts() -> None:
    draft = LM_EVAL.read(sample_of("lm_eval"))

    answers = draft.answer_of()
    tasks = {q["question_id"]: (q["task"], q["scorer"]) for q in draft.questions}
    assert answers["halacha_siman_letters-0"] == "A. siman 371"
    assert tasks["halacha_siman_letters-0"] == ("halacha_siman_letters", "letters")
    assert draft.questions[-1]["ask"]["choices"][0] == "siman 604"
    assert tasks["halacha_beracha-0"] == ("halacha_beracha", "closed")
    assert draft.truth_of()["halacha_beracha-0"]["truth"] == {"answer": "borei minei mezonot"}
    # The chat that was sent is the prompt.
    assert draft.questions[0]["turns"][0]["content"].startswith("According to the Shulchan Arukh")


def test_letters_count_in_replies_that_the_harness_compared_letter_by_letter() -> None:
    draft = LM_EVAL.read(sample_of("lm_eval"))
    own = [q for q in draft.questions if q["scorer"] == "letters"]

    # By hand: four replies "A. siman …", of which the keys of the first three are A.
    rows = [row for q, row in zip(draft.questions, marks_of(draft), strict=True) if q in own]
    assert [row[0] == NANO for row in rows] == [True, True, True, False]


@pytest.mark.parametrize(
    ("sample", "choices", "right", "reply"),
    [
        (logged(), ["butter", "milk"], "B", "B"),
        (logged(target="butter", acc=0.0), ["butter", "milk"], "A", "B"),
        # As 0.4.0 wrote: lists for objects, numbers for texts.
        (logged(arguments=[["Which?", " butter"], ["Which?", " milk"]], target=1,
                resps=[[[-2, False]], [[-0.5, False]]], filtered_resps=[-2, -0.5]),
         ["butter", "milk"], "B", "B"),
        # Equal: the first, as numpy's argmax has it.
        (logged(filtered_resps=[["-1", "False"], ["-1", "False"]], acc=0.0),
         ["butter", "milk"], "B", "A"),
        # Letters stand for what the document lists.
        (logged(arguments=[["Which?", " A"], ["Which?", " B"]],
                doc={"choices": {"text": ["butter", "milk"], "label": ["A", "B"]}}),
         ["butter", "milk"], "B", "B"),
        (logged(arguments=[["Which?", " A"], ["Which?", " B"]], doc={"A": "yes", "B": "no"}),
         ["yes", "no"], "B", "B"),
        # acc_mutual_info asks for each choice again without a prompt.
        (logged(arguments=[["Which?", " a"], ["Which?", " b"], ["", " a"], ["", " b"]],
                filtered_resps=[["-2", ""], ["-1", ""], ["-9", ""], ["-9", ""]]),
         ["a", "b"], "B", "B"),
        # 0 and 1 are places and texts: acc says which.
        (logged(arguments=[["Which?", " 1"], ["Which?", " 0"]], target="1", acc=1.0),
         ["1", "0"], "B", "B"),
        (logged(arguments=[["Which?", " 1"], ["Which?", " 0"]], target="1", acc=0.0),
         ["1", "0"], "A", "B"),
        (generated(), ["butter", "milk"], "B", "(B) milk"),
        (generated(target="milk"), ["butter", "milk"], "B", "(B) milk"),
    ],
)  # fmt: skip
def test_choices_key_and_answer_are_the_harness_s(
    sample: dict[str, Any], choices: list[str], right: str, reply: str
) -> None:
    draft = read(sample)

    assert draft.questions[0]["ask"] == {"choices": choices, "readings": ["letters/6"]}
    assert draft.truths[0]["truth"] == {"answer": right}
    assert draft.answer_of() == {"law-0": reply}


def test_a_likelihood_of_nothing_and_a_seed_that_is_too_large_are_no_matter() -> None:
    files = log(logged(arguments=[["Which?", " a"], ["Which?", " b"]], doc={"seed": 2**70},
                       filtered_resps=[[float("-inf"), False], [-9.5, False]]))  # fmt: skip

    draft = LM_EVAL.read(files)

    assert draft.answer_of() == {"law-0": "B"}


def test_a_target_of_several_texts_accepts_each() -> None:
    draft = read(generated(doc={}, target="['1240', 'article 1240']", filtered_resps=["1240"]))

    assert draft.truths[0]["truth"] == {"answer": "1240", "accepted": ["article 1240"]}
    assert mean_credit(draft) == 1


def test_of_several_filters_the_first_counts_and_the_others_are_named() -> None:
    strict, flexible = generated(doc={}), generated(doc={}, filter="flexible", filtered_resps=["C"])

    draft = read(strict, flexible, strict | {"doc_id": 1}, flexible | {"doc_id": 1})

    assert draft.answer_of() == {"law-0": "B", "law-1": "B"}
    assert "answer: of law those of the filter none; left out: flexible" in draft.notes


def test_a_log_of_an_older_version_is_a_list_or_names_no_filter() -> None:
    samples = [logged(), generated(doc={}, doc_id=1)]
    twice = [{k: v for k, v in each.items() if k != "filter"} for each in (*samples, samples[1])]
    stated = {
        "exact_match,strict": 1.0,
        "exact_match_stderr,strict": 0.0,
        "exact_match,flexible": 1,
    }
    results = {"results": {"law": stated}, "config": {"model_args": "pretrained=org/m,dtype=x"}}
    run = json.dumps(results, indent=2).encode()
    listed = json.dumps(twice, indent=2).encode()

    for files in ({"pretrained__org__m_law.jsonl": listed, "results.json": run},
                  log(*twice) | {"results_2026-11-23T10-00-00.000000.json": run}):  # fmt: skip
        draft = LM_EVAL.read(files)

        assert draft.answer_of() == {"law-0": "B", "law-1": "B"}
        assert "the answers are those of org/m" in draft.notes
        assert "answer: of law those of the filter strict; left out: flexible" in draft.notes


def test_without_results_the_same_replies_again_are_another_filter_s() -> None:
    strict, flexible = generated(doc={}), generated(doc={}, filtered_resps=["C"])
    for each in (strict, flexible):
        del each["filter"]

    draft = read(strict, flexible)

    assert draft.answer_of() == {"law-0": "B"}
    assert "answer: of law those of the filter none; left out: 2" in draft.notes
    assert only("lm_eval", log(strict, strict | {"resps": [["A"]]})).code == "dup-id"


@pytest.mark.parametrize(
    ("change", "code", "expected"),
    [
        (lambda s: s.update(acc=0.0), "bad-value", "1.0: the likeliest choice is B"),
        (lambda s: s.update(target="2"), "bad-target", "one of butter, milk, or its place from 0"),
        (lambda s: s.update(target="[0, 1]"), "bad-target", "one of butter, milk"),
        (lambda s: s.update(filtered_resps=[["nan", ""], ["-1", ""]]), "bad-value",
         "2 log-likelihoods"),
        (lambda s: s.update(arguments=[["Which?", " a"]]), "bad-arguments", "2 to 16 choices"),
        (lambda s: s.update(arguments=[["Which?"]]), "bad-arguments", "a prompt and"),
        (lambda s: s.update(arguments={"gen_args_0": {"arg_0": ["[{}]"], "arg_1": {}}}),
         "bad-prompt", "messages with role and content"),
        (lambda s: s.update(arguments=chat("u929", "Which?")), "bad-prompt", "user, assistant"),
        (lambda s: s.update(arguments=chat("user", " ")), "bad-prompt", "role and content"),
        (lambda s: s.pop("target"), "missing-key", "what is right"),
    ],
)  # fmt: skip
def test_a_bad_line_is_told_by_its_number(
    change: Callable[[dict[str, Any]], None], code: str, expected: str
) -> None:
    bad = logged(doc_id=1)
    change(bad)

    problem = only("lm_eval", log(logged(), bad))

    assert (problem.line, problem.code) == (2, code)
    assert expected in problem.expected
    assert problem.fix


def test_a_document_twice_and_a_cut_log_are_refused() -> None:
    results = {"results": {}, "model_name": "m", "n-samples": {"law": {"effective": 2}}}
    files = {"results_1.json": json.dumps(results).encode()}

    twice = only("lm_eval", log(logged(), logged()))
    cut = only("lm_eval", log(logged()) | files)

    assert (twice.line, twice.got) == (2, "/doc_id: 0, a second time")
    assert (cut.code, cut.got) == ("line-count", "1 documents")


def test_two_logs_of_one_task_are_told_once() -> None:
    again = {"samples_law_2026-11-24T10-00-00.000000.jsonl": lines([logged()])}

    problem = only("lm_eval", log(logged()) | again)

    assert (problem.file, problem.code) == (next(iter(again)), "file-twice")


def test_a_prompt_with_a_picture_is_refused_and_one_of_messages_is_read() -> None:
    request = {"arg_0": [{"role": "user", "content": "Which?"}], "arg_1": {}}
    picture = {"arg_2": {"visual": ["picture"]}}

    refused = only("lm_eval", log(generated(arguments={"gen_args_0": request | picture})))

    assert refused.code == "bad-arguments"
    assert read(generated(arguments={"gen_args_0": request})).questions[0]["turns"] == [
        {"role": "user", "content": "Which?"}
    ]
