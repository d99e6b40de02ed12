"""Closed questions that cannot be cut, and what is said of answers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from digesta.scorers import SCORERS
from digesta.scorers.base import Response
from digesta.scorers.closed.records import ClosedAsk, ClosedTruth

CLOSED = SCORERS["closed"]


def prepared(ask: dict[str, Any], answer: Any, accepted: list[Any] | None = None) -> Any:
    truth = {"answer": answer} | ({} if accepted is None else {"accepted": accepted})
    return CLOSED.prepare({"ask": ask, "language": "en"}, truth, {})


def mcq(*choices: str, labels: str = "") -> dict[str, Any]:
    ask: dict[str, Any] = {"answer_type": "mcq", "choices": list(choices)}
    return ask | ({"labels": list(labels)} if labels else {})


def enum(*choices: str) -> dict[str, Any]:
    return {"answer_type": "enum"} | ({"choices": list(choices)} if choices else {})


def numeric(**more: Any) -> dict[str, Any]:
    return {"answer_type": "numeric", **more}


def objects(**more: Any) -> dict[str, Any]:
    return {"answer_type": "json", "schema": {"type": "object"}, **more}


SHARE = {"amount": "0.1", "kind": "relative"}


@pytest.mark.parametrize(
    ("ask", "answer", "accepted", "said"),
    [
        (enum(), "?", None, "is nothing after text/1"),
        (enum(), 5, None, "is text, not 5"),
        (enum(), "a", ["b", True], "is text, not True"),
        (enum("a", "b"), "c", None, "'c' is none of the choices"),
        (enum("a", "“A”", "b"), "b", None, "ambiguous choices: two are 'a'"),
        (enum() | {"normaliser": "text/2"}, "a", None, "no normaliser 'text/2'"),
        (mcq("a", "b"), "c", None, "'c' is the text of none of the choices"),
        (mcq("a", "b"), "a", ["c"], "'c' is the text of none of the choices"),
        (mcq("a", "A."), "a", None, "ambiguous choices: two are 'a'"),
        (mcq("yes", "no", labels="AA"), "no", None, "ambiguous labels: two are 'a'"),
        (mcq("B", "x", labels="AB"), "x", None, "'b' is also another choice's label"),
        (mcq("18", "24", "72", "1"), "1", None, "the number 1 is also another's index"),
        (mcq("x", "y", labels="12"), "x", None, "ambiguous labels: the number 1"),
        (mcq("x", "..."), "x", None, "'...' is nothing after text/1"),
        ({"answer_type": "boolean"}, "yes", None, "true or false"),
        ({"answer_type": "boolean"}, True, [False], "true or false"),
        ({"answer_type": "boolean", "normaliser": "he/7"}, True, None, "no normaliser"),
        (numeric(), "about 5", None, "'about 5' is not a number"),
        (numeric(), True, None, "True is not a number"),
        (numeric(), {}, None, "is not a number"),
        (numeric(numerals="zh/9"), 5, None, "no numerals 'zh/9'"),
        (numeric(unit="clock"), 1083, None, "1083 is not a time HH:MM"),
        (numeric(unit="clock"), "25:00", None, "'25:00' is not a time HH:MM"),
        (numeric(unit="clock", tolerance=SHARE), "18:03", None, "is absolute, in minutes"),
        (objects(), "{}", None, "is an object, not '{}'"),
        (objects(schema={"required": ["a"]}), {}, None, "the schema refuses its own truth {}"),
        (objects(schema={"pattern": "a"}), {}, None, "schema: /pattern: the keyword"),
        (objects(unordered=["/a"]), {"b": []}, None, "unordered: /a is no list of the truth"),
        (objects(unordered=["/a/0"]), {"a": [[]]}, None, "unordered: /a/0 is no list"),
    ],
)  # fmt: skip
def test_a_question_that_cannot_be_right_or_is_ambiguous_is_refused(
    ask: dict[str, Any], answer: Any, accepted: list[Any] | None, said: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        prepared(ask, answer, accepted)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        ({"answer_type": "essay"}, "answer_type"),
        ({"answer_type": "mcq"}, "choices: required with mcq"),
        ({"answer_type": "json"}, "schema: required with json"),
        (mcq("a", "b", labels="ABC"), "one for each choice"),
        (mcq("a"), "at least 2"),
        (enum("a", "b") | {"labels": ["A", "B"]}, "labels: means nothing with enum"),
        (numeric(choices=["1", "2"]), "choices: means nothing with numeric"),
        (numeric(tolerance={"amount": "-1", "kind": "absolute"}), "pattern"),
        (numeric(tolerance={"amount": 1, "kind": "absolute"}), "string"),
        (numeric(tolerance={"amount": "1", "kind": "about"}), "relative"),
        (numeric(shown=True), "shown"),
        (objects(unordered=["names"]), "pattern"),
        (objects(normaliser="text"), "pattern"),
    ],
)
def test_an_ask_takes_only_the_keys_that_its_answer_type_gives_a_meaning(
    ask: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        ClosedAsk.model_validate(ask)


def test_records_give_back_the_json_that_they_were_read_from() -> None:
    ask = objects(schema={"type": "object", "properties": {"a": {"const": None}}}, unordered=["/a"])

    assert ClosedAsk.model_validate(ask).as_json() == ask
    for answer in (True, 1, 1.5, "x", {"a": [1, None]}):
        assert ClosedTruth.model_validate({"answer": answer}).as_json() == {"answer": answer}
        assert type(ClosedTruth.model_validate({"answer": answer}).answer) is type(answer)


@pytest.mark.parametrize(
    ("ask", "truth", "answer", "said"),
    [
        (enum(), "dairy", None, "missing: there is no answer"),
        (enum(), "dairy", "Meat", 'wrong: "Meat" is not accepted; right is "dairy"'),
        (enum(), "dairy", "Dairy", 'right: "Dairy" is an accepted answer'),
        (mcq("meat", "dairy", labels="AB"), "dairy", "A",
         'wrong: "A" names "meat"; right is "dairy"'),
        (mcq("meat", "dairy"), "dairy", 1, 'right: 1 names "dairy"'),
        (mcq("meat", "dairy"), "dairy", True, "unreadable: a boolean names no choice"),
        (mcq("meat", "dairy"), "dairy", ["x"], "unreadable: a list names no choice"),
        ({"answer_type": "boolean"}, True, False, "wrong: false is not the answer; right is true"),
        ({"answer_type": "boolean"}, True, "yes", 'right: "yes" is the answer'),
        ({"answer_type": "boolean"}, True, 1, "unreadable: 1 is none of: true, false, yes, no"),
        (numeric(unit="clock", tolerance={"amount": "1", "kind": "absolute"}), "18:03", "18:02",
         "right: 18:02 is within 1 minute of 18:03"),
        (numeric(unit="hours", tolerance={"amount": "0.5", "kind": "absolute"}), 6, 5,
         "wrong: 5 is not within 0.5 hours of 6"),
        (numeric(tolerance=SHARE), 30, 40, "wrong: 40 is not within a share of 0.1 of 30"),
        (numeric(), 18, "18.0", "right: 18.0 is 18"),
        (numeric(), 18, "six", 'unreadable: "six" is not a number (ascii/1)'),
        (numeric(reading="any-language/2"), 18, "six",
         'unreadable: "six" is not a number (any-language/2:en)'),
        (numeric(unit="clock"), "18:03", 18, "unreadable: 18 is not a time HH:MM"),
        (objects(), {"a": 1}, {"a": 1}, "right: it satisfies the schema and equals the truth"),
        (objects(), {"a": 1}, {"b": 1}, 'wrong: it differs in "a", "b"; right is {"a":1}'),
        (objects(), {"a": 1}, "a" * 99,
         f'unreadable: "{"a" * 80}..." is no object, nor the text of one'),
        (objects(), {"a": 1}, "a\nb", 'unreadable: "a b" is no object, nor the text of one'),
        (objects(schema={"required": ["a"]}), {"a": 1}, {},
         'wrong: it does not satisfy the schema; right is {"a":1}'),
    ],
)  # fmt: skip
def test_why_says_what_an_answer_was_taken_for(
    ask: dict[str, Any], truth: Any, answer: Any, said: str
) -> None:
    assert CLOSED.why(prepared(ask, truth), Response(answer)) == said


def test_why_names_the_truth_that_was_met() -> None:
    question = prepared(numeric(tolerance={"amount": "1", "kind": "absolute"}), 5, [50])

    assert CLOSED.why(question, Response(51)) == "right: 51 is within 1 of 50"
    assert CLOSED.why(question, Response(9)) == "wrong: 9 is not within 1 of 5 or 50"


def test_normalisers_are_those_that_marking_uses() -> None:
    assert CLOSED.normalisers(enum()) == {"text/1"}
    assert CLOSED.normalisers(enum() | {"normaliser": "he/1"}) == {"he/1"}
    assert CLOSED.normalisers(numeric()) == {"ascii/1"}
