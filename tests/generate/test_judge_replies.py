# ruff: noqa: E501 - rows of tables
"""What a judge's reply comes to, whatever surrounds it and however it is written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from digesta_generate.judges.replies import Bounds, claim, criterion, pair, read

SCHEMA = criterion(Bounds(), evidence=False)
VALUE = {"reasoning": "it says so", "satisfied": True, "sureness": 75}
TEXT = json.dumps(VALUE)


@pytest.mark.parametrize(
    "dress",
    ["```json\n{}\n```", "```\n{}\n```", "~~~json\n{}\n~~~", "```JSON\n{}\n```", "Voici mon analyse :\n{}",
     "{}\nI hope this helps.", "<think>{{}}</think>{}", "[THINK]no[/THINK]\n{}<|im_end|>", "{}</s>",
     "<answer>{}</answer>", "Here:\n\n```json\n{}\n```\nDone.", "json\n{}", "<verdict>{}</verdict>", "`{}`", '{"criterion": {}}'],
)  # fmt: skip
def test_a_reply_is_read_whatever_surrounds_it(dress: str) -> None:
    assert read(dress.replace("{}", TEXT).replace("{{}}", "{}"), SCHEMA).value == VALUE


@pytest.mark.parametrize(
    "verdict",
    [
        "Met",
        "met.",
        "true",
        "True",
        "yes",
        "YES",
        1,
        "1",
        "satisfied",
        "oui",
        "**Met**",
        "PASS",
        "satisfait",
        "Erfüllt",
        "cumple",
        "atendido",
        "voldaan",
        "满足",
        "✅",
        "correct",
    ],
)
def test_a_verdict_is_read_however_it_is_written(verdict: Any) -> None:
    assert read(json.dumps(VALUE | {"satisfied": verdict}), SCHEMA).value == VALUE


@pytest.mark.parametrize(
    "verdict",
    [
        "Not met",
        "unmet",
        "false",
        "no",
        0,
        "0",
        "NO",
        "fail",
        "not_met",
        "Incorrect",
        "non satisfait",
        "nicht erfüllt",
        "no cumple",
        "❌",
        "不满足",
    ],
)
def test_a_verdict_against_is_read_however_it_is_written(verdict: Any) -> None:
    assert read(json.dumps(VALUE | {"satisfied": verdict}), SCHEMA).value == VALUE | {
        "satisfied": False
    }


@pytest.mark.parametrize(
    ("confidence", "step"),
    [("75", 75), ("75%", 75), (0.75, 75), ("0.75", 75), ("high", 75), ("High", 75), (70, 75), ("90%", 100),
     (0.9, 100), ("0.9", 100), ("medium", 50), ("low", 25), ("very high", 100), ("80/100", 75), ("élevée", 75), ("hoch", 75), ("certain", 100), (1.0, 100), ("0%", 0), (0, 0), (100, 100), ("extremely low", 0)],
)  # fmt: skip
def test_a_confidence_is_the_nearest_step_however_it_is_written(confidence: Any, step: int) -> None:
    assert read(json.dumps(VALUE | {"sureness": confidence}), SCHEMA).value["sureness"] == step


def test_names_of_members_are_read_in_other_cases_and_in_the_usual_other_words() -> None:
    for text in (
        '{"Reasoning": "it says so", "SATISFIED": true, "Sureness": 75}',
        '{"reasoning": "it says so", "verdict": "met", "confidence": "high"}',
        '{"reasoning": "it says so", "satisfied": true, "sureness": 75, "note": "extra",}',
        '{"reasoning": "it says so", // why\n "satisfied": true, "sureness": 75}',
    ):
        assert read(text, SCHEMA).value == VALUE


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Met.", "not one JSON object"), ("", "not one JSON object"), (TEXT[:-1], "not one JSON object"),
        (json.dumps(VALUE | {"satisfied": "perhaps"}), "$.satisfied: type 'boolean'"),
        (json.dumps(VALUE | {"satisfied": "yes and no"}), "$.satisfied: type 'boolean'"),
        (json.dumps(VALUE | {"sureness": 176}), "$.sureness: enum [0, 25, 50, 75, 100]"),
        (json.dumps(VALUE | {"sureness": "quite"}), "$.sureness: enum [0, 25, 50, 75, 100]"),
        (json.dumps({"satisfied": True, "sureness": 75}), "$: required ['reasoning', 'satisfied', 'sureness']"),
    ],
)  # fmt: skip
def test_what_is_not_valid_says_why(text: str, fault: str) -> None:
    assert read(text, SCHEMA).fault == fault


def test_words_of_a_list_are_read_in_other_cases() -> None:
    made_up = {"checked": "no such case", "hallucinated": "Yes", "severity": "Major"}

    assert read(json.dumps(made_up), claim(Bounds())).value == made_up | {
        "hallucinated": True, "severity": "major",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "preferred"),
    [('{"checked": "x", "preferred": "FIRST"}', "first"), ('{"checked": "x", "winner": "B"}', "second"),
     ('{"checked": "x", "preferred": 1}', "first"), ('{"checked": "x", "preferred": "Answer 2."}', "second"),
     ('{"checked": "x", "choice": "Equal"}', "tie")],
)  # fmt: skip
def test_a_choice_of_two_is_read_however_it_is_written(text: str, preferred: str) -> None:
    assert read(text, pair(Bounds())).value["preferred"] == preferred


def test_objects_that_are_wrapped_or_not_quite_json_are_judges_replies_too() -> None:
    for text in (
        json.dumps({"criterion": "x", "result": VALUE}),
        "{reasoning: 'it says so', is_met: True, confidence_score: '3/4'}",
        json.dumps(VALUE | {"satisfied": "Fully met", "sureness": "7.5/10"}),
        f"[{TEXT}]",
    ):
        assert read(text, SCHEMA).value == VALUE
    for evidence in ("", [""], None):
        value = VALUE | {"evidence": evidence}
        assert read(json.dumps(value), criterion(Bounds(), evidence=True)).value["evidence"] == []


@pytest.mark.parametrize(
    ("text", "satisfied", "step"),
    [
        ('{"reasoning": "x", "satisfied": "да", "sureness": "высокая"}', True, 75),
        ('{"reasoning": "x", "satisfied": "لا", "sureness": "85 percent"}', False, 75),
        ('{"reasoning": "x", "satisfied": "nie spełniono", "sureness": "wysoka"}', False, 75),
        ('{"reasoning": "x", "satisfied": "はい", "sureness": "~75"}', True, 75),
        ('{"reasoning": "x", "verdict": "Yes, it says so", "sureness": "0,75"}', True, 75),
        ('{"reasoning": "x", "result": "pass", "confidence": "High confidence"}', True, 75),
        ('{"Explanation": "x", "Answer": "yes", "Confidence Score": "high (75%)"}', True, 75),
        ('{"Begründung": "x", "erfüllt": "ja", "Konfidenz": 75}', True, 75),
        ('{"reasoning": "x", "satisfied": {"value": true}, "sureness": {"value": 75}}', True, 75),
        ('{"reasoning": ["x", "y"], "satisfied": true, "sureness": "7 out of 10"}', True, 75),
        ('{"criteria": [{"reasoning": "x", "satisfied": true, "sureness": 75}]}', True, 75),
        (
            '{"results": [{"id": "S1", "reasoning": "x", "satisfied": 0, "sureness": 75}]}',
            False,
            75,
        ),
        ('{"reasoning": "cites "Art. 5" twice", "satisfied": true, "sureness": 75}', True, 75),
        ('{"reasoning": "x", "satisfied": "yes", "sureness": "very confident"}', True, 100),
    ],
)
def test_siblings_of_what_judges_write_are_read(text: str, satisfied: bool, step: int) -> None:  # noqa: FBT001
    value = read(text, SCHEMA).value

    assert (value["satisfied"], value["sureness"]) == (satisfied, step)


@pytest.mark.parametrize(
    "member",
    ['"satisfied": {"a": 1, "b": 2}', '"satisfied": []', '"satisfied": true, "sureness": NaN',
     '"satisfied": true, "sureness": "70 or 80"', '"satisfied": true, "sureness": true',
     '"satisfied": true, "sureness": {"a": 1, "b": 2}', '"satisfied": true, "sureness": "-5"'],
)  # fmt: skip
def test_what_says_no_verdict_or_no_confidence_is_not_valid_and_stops_nothing(member: str) -> None:
    assert read(f'{{"reasoning": "x", "sureness": 75, {member}}}', SCHEMA).fault


def test_what_is_too_long_or_no_list_is_brought_within_its_bounds() -> None:
    bounds = Bounds()
    value = VALUE | {"reasoning": "word " * 200, "evidence": "a passage"}

    reply = read(json.dumps(value), criterion(bounds, evidence=True))

    assert not reply.fault
    assert (reply.value["evidence"], len(reply.value["reasoning"])) == (["a passage"], 160)
    nothing = read(json.dumps(value | {"evidence": None}), criterion(bounds, evidence=True))
    assert nothing.value["evidence"] == []
