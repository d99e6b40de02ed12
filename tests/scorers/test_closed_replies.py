# ruff: noqa: E501 - rows of tables
"""any-language/3: replies as models write them are read as a person reads them, in files as well."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from closed_cases import CLOSED, RIGHT, UNREADABLE, WRONG, outcome, prepared

from digesta.scorers.base import QuestionWithTruth, Response, Row
from digesta.scorers.letters.readings import READINGS
from digesta.scorers.shared.extract import extract
from digesta.scorers.shared.objects import object_in
from digesta.text.readings import READING
from digesta_generate.judges.replies import Bounds, criterion, read
from places import NEWEST, ROOT

DATA: dict[str, Any] = json.loads((ROOT / "tests/data/replies.json").read_text("utf-8"))
TRUTHS = {
    "yes_no": [True, False],
    "labels": [*DATA["asks"]["labels"]["choices"]],
    "list": [*DATA["asks"]["list"]["choices"]],
    "unlabelled": [*DATA["asks"]["labels"]["choices"]],
    "number": [15, 1500, 16, 20],
    "count": [15, 1500, 16, 20, 3, 12, 1, 14],
    "word": ["2027-03-01", "usucapion"],
    "clock": ["14:30", "2:30", "15:00", "18:30", "0:30"],
}
NOT_READ = {
    "I would lean towards a negative reply here.": "an opinion in other words than yes or no",
    "The second of the three.": "a place among choices, in words",
}
"""Replies that a person reads and the rules do not, with what they are."""


def asked(name: str) -> dict[str, Any]:
    ask: dict[str, Any] = DATA["asks"][name]
    return ask | {"reading": READING}


def right_values(reply: dict[str, Any], *, extracted: bool) -> list[Any]:
    """Return the truths for which a reply is right, as infer writes it down or as it came."""
    name, language = reply["ask"], reply["language"]
    answer = reply["reply"]
    if extracted:
        answer = extract(answer, DATA["asks"][name], language=language, form="line")
    return [
        truth
        for truth in TRUTHS[name]
        if outcome(prepared(asked(name), truth, language=language), answer) == RIGHT
    ]


def extracted_object(name: str, text: str) -> Any:
    ask = DATA["asks"][name]
    return extract(text, ask, language="en", form="object", schema=ask["schema"])


def expected(reply: dict[str, Any]) -> list[Any]:
    value = reply["expected"]
    if value is None:
        return []
    return [
        TRUTHS[reply["ask"]][value]
        if "labelled" in reply["ask"] or reply["ask"] == "labels"
        else value
    ]


def test_an_element_of_a_list_may_have_several_words() -> None:
    schema = {"properties": {"articles": {"items": {"type": "string"}}}}

    for reply in ("- Article 12\n- Article 13", "1. **Article 12**: due\n2. Article 13 — not due"):
        assert object_in(reply, schema=schema) == {"articles": ["Article 12", "Article 13"]}


@pytest.mark.parametrize("reply", DATA["replies"], ids=lambda one: f"{one['kind']}-{one['ask']}")
def test_a_reply_is_read_as_a_person_reads_it(reply: dict[str, Any]) -> None:
    name, text = reply["ask"], reply["reply"]
    if name == "judge":
        value = read(text, criterion(Bounds(), evidence=True)).value
        assert {key: value[key] for key in reply["expected"]} == reply["expected"]
    elif name == "letters":
        choices = DATA["asks"]["letters"]["choices"]
        letters = READINGS["letters/6"].read(text, choices)
        assert "".join(sorted(letters)) == (reply["expected"] or "")
    elif "schema" in DATA["asks"].get(name, {}):
        answer = extracted_object(name, text)
        key = prepared(asked(name), reply["expected"])
        assert outcome(key, answer) == outcome(key, text) == RIGHT
    else:
        person = [] if text in NOT_READ else expected(reply)
        assert right_values(reply, extracted=True) == person
        assert right_values(reply, extracted=False) == person


OBJECTS = (
    '{"answer": {"ruling": "permitted", "days": 15}}', '{"why": "…", "result": {"ruling": "permitted", "days": 15}}',
    '```js\n{ruling: "permitted", days: 15}\n```', '{\\"ruling\\": \\"permitted\\", \\"days\\": 15}',
    '"{\\"ruling\\": \\"permitted\\", \\"days\\": 15}"', "{«ruling»: «permitted», «days»: 15}",
    '\\boxed{{"ruling": "permitted", "days": 15}}', '{{"ruling": "permitted", "days": 15}}',
    '{"ruling": "permitted"\n "days": 15}', "{`ruling`: `permitted`, `days`: 15}", '[{"ruling": "permitted", "days": 15}]',
    "{'ruling': 'permitted', // so\n 'days': \"15 days\",}", '{"Ruling": "PERMITTED", "days": "fifteen"}',
)  # fmt: skip


@pytest.mark.parametrize("text", OBJECTS)
def test_an_object_is_read_however_it_is_wrapped_or_quoted(text: str) -> None:
    key = prepared(asked("object"), {"ruling": "permitted", "days": 15})
    older = prepared(
        asked("object") | {"reading": "any-language/2"}, {"ruling": "permitted", "days": 15}
    )
    answer = extracted_object("object", text)

    assert outcome(key, answer) == outcome(key, text) == RIGHT
    assert text.startswith(("[", "{'", '{"R')) or outcome(older, text) != RIGHT


@pytest.mark.parametrize(
    ("choice", "reply"),
    [("le résultat est nul", "Réponse : le résultat est nul."), ("In short, void", "In short, void"),
     ("up to 15 days", "**Up to 15 days**"), ("it's void", "It's void."), ("قَانُون", "الجواب: قانون")],
)  # fmt: skip
def test_a_choice_is_read_whose_words_are_reworded_in_replies(choice: str, reply: str) -> None:
    ask = {"answer_type": "mcq", "choices": [choice, "valid"], "reading": READING}

    assert outcome(prepared(ask, choice), reply) == RIGHT
    letters = READINGS["letters/6"].read(reply, [choice, "valid"])
    assert letters == {"A"}


def test_of_the_replies_nine_in_ten_are_read_right_and_the_others_are_listed() -> None:
    texts = [reply["reply"] for reply in DATA["replies"]]

    assert NOT_READ.keys() <= set(texts)
    assert len(texts) >= 100
    assert len(NOT_READ) * 10 <= len(texts)


@pytest.mark.parametrize(
    "answer", ["cold", "It is neither.", "", "permitted or forbidden", "permitted by custom", 3]
)
def test_what_is_none_of_the_listed_choices_is_unreadable(answer: Any) -> None:
    assert outcome(prepared(asked("list"), "permitted"), answer) == UNREADABLE


@pytest.mark.parametrize(
    "answer", ["forbidden", "Forbidden.", "Answer: forbidden, as the sages say"]
)
def test_another_of_the_listed_choices_is_wrong(answer: str) -> None:
    assert outcome(prepared(asked("list"), "permitted"), answer) == WRONG


def test_a_label_with_its_text_is_read_alike_in_a_file_and_from_a_reply() -> None:
    key, ask = prepared(asked("labels"), "A single judge"), DATA["asks"]["labels"]

    for reply in (
        "C. A single judge",
        "C) a single judge",
        "(C) A single judge",
        "C",
        "c: A single judge",
    ):
        assert outcome(key, reply) == RIGHT
        assert outcome(key, extract(reply, ask, language="en", form="line")) == RIGHT


@pytest.mark.parametrize(
    "joint", [" or ", ", ", " and ", "/", "\n", "; ", " | ", " ", "\nAnswer: ", ". "]
)
@pytest.mark.parametrize("name", ["yes_no", "labels", "list", "number", "count"])
def test_two_answers_earn_nothing_whichever_is_right(name: str, joint: str) -> None:
    words = {
        "yes_no": ["yes", "no"],
        "number": ["15", "20"],
        "count": ["15 days", "€20", "sixteen", "**3**"],
    }.get(name) or DATA["asks"][name]["choices"]
    for first, second in permutations(words, 2):
        for truth in TRUTHS[name]:
            assert outcome(prepared(asked(name), truth), f"{first}{joint}{second}") != RIGHT


def test_a_letter_is_a_label_where_none_is_shown_if_its_own_text_follows() -> None:
    ask = {"answer_type": "mcq", "choices": ["dairy", "meat"], "reading": READING}
    replies = ("B. meat", "B) Meat.", "Answer: (B) meat", "meat", "B", "A. meat", "Answer: B")

    said = [outcome(prepared(ask, "meat"), reply) for reply in replies]

    assert said == [*[RIGHT] * 4, *[UNREADABLE] * 3]


def test_no_adversary_earns_more_on_the_newest_release_than_by_the_older_reading() -> None:
    folder = ROOT / "releases" / NEWEST
    truths = {line["question_id"]: line["truth"] for line in lines_of(folder / "truths.jsonl")}
    questions = [
        line
        for line in lines_of(folder / "questions.jsonl")
        if line["scorer"] == "closed" and line["question_id"] in truths
    ][::3]
    pairs = [
        QuestionWithTruth(line["question_id"], line["task"], line, truths[line["question_id"]])
        for line in questions
    ]
    for adversary in CLOSED.adversaries:
        answers = adversary.answers(pairs)
        before, now = (
            [
                row_of(line | {"ask": ask_of(line["ask"])}, truths, answer)
                for line, answer in zip(questions, answers, strict=True)
            ]
            for ask_of in (without_reading, dict)
        )
        assert all(new[0] <= old[0] for old, new in zip(before, now, strict=True)), adversary.name
        # What breaks a schema costs its own field alone, so a constant object has some right.
        assert sum(row[5] for row in now) - sum(row[5] for row in before) < len(now) * 10**7

    assert len(questions) > 150


def without_reading(ask: dict[str, Any]) -> dict[str, Any]:
    """Return an ask as drafts had it before readings."""
    return {name: value for name, value in ask.items() if name != "reading"}


def row_of(question: dict[str, Any], truths: dict[str, Any], answer: Any) -> Row:
    key = CLOSED.prepare(question, truths[question["question_id"]], {})
    return CLOSED.mark(key, Response(answer))


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_every_adversary_that_lists_or_echoes_earns_nothing() -> None:
    for name in ("labels", "list"):
        choices = DATA["asks"][name]["choices"]
        listed = [
            "\n".join(choices), ", ".join(choices), " or ".join(choices), "\n- ".join(["", *choices]),
            "\n".join(f"{'ABC'[at]}: {choice}" for at, choice in enumerate(choices)),
            "Which of these is it?\n" + "\n".join(choices) + "\nAnswer:",
        ]  # fmt: skip
        for truth, reply in ((truth, reply) for truth in choices for reply in listed):
            assert outcome(prepared(asked(name), truth), reply) == UNREADABLE


def test_a_pointed_hebrew_answer_is_right_and_signatures_name_the_normaliser() -> None:
    ask = {"answer_type": "enum", "reading": READING, "choices": ["בורא פרי האדמה", "שהכל"]}
    key = prepared(ask, "בורא פרי האדמה", language="he")

    assert CLOSED.normalisers(ask) == {"he/1", READING}
    assert outcome(key, "בּוֹרֵא פְּרִי הָאֲדָמָה") == outcome(key, "תשובה: בּוֹרֵא פְּרִי הָאֲדָמָה.") == RIGHT
    assert outcome(key, "שֶׁהַכֹּל") == WRONG
    assert (
        outcome(
            prepared({"answer_type": "enum", "reading": READING}, "שלום", language="he"), "שָׁלוֹם"
        )
        == RIGHT
    )


FIELDS = {
    "type": "object", "additionalProperties": False, "required": ["a", "b", "c", "d"],
    "properties": {
        "a": {"enum": ["oui", "non"]}, "b": {"type": "integer"}, "c": {"type": "boolean"},
        "d": {"type": "string"},
    },
}  # fmt: skip
TRUTH = {"a": "oui", "b": 6, "c": True, "d": "L1225-65-1"}


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"a": "OUI"}, 1), ({"b": "6"}, 1), ({"c": "yes"}, 1), ({"a": " ｏｕｉ "}, 1), ({"b": "６"}, 1),
        ({"a": "non"}, 0.75), ({"a": "peut-être"}, 0.75), ({"b": 6.5}, 0.75), ({"b": None}, 0.75),
        ({"c": 1}, 0.75), ({"e": 1}, 0.8), ({"d": "L. 1225-65-1"}, 0.75), ({"A": "oui"}, 0.8),
    ],
)  # fmt: skip
def test_a_field_that_is_written_otherwise_costs_itself_or_nothing(
    change: dict[str, Any], fields: float
) -> None:
    key = prepared({"answer_type": "json", "schema": FIELDS, "reading": READING}, TRUTH)

    row = CLOSED.mark(key, Response(TRUTH | change))

    assert row[5] == round(fields * 10**9)
    assert (row[0] > 0) is (fields == 1)


def test_a_field_that_is_left_out_costs_itself_and_by_the_older_rule_all() -> None:
    ask = {"answer_type": "json", "schema": FIELDS}
    less = {name: TRUTH[name] for name in "abc"}

    assert (
        CLOSED.mark(prepared(ask | {"reading": READING}, TRUTH), Response(less))[5] == 750_000_000
    )
    assert CLOSED.mark(prepared(ask, TRUTH), Response(less))[5] == 0


@pytest.mark.parametrize(
    "form",
    ["L. 1225-65-1", "L.1225-65-1", "article L 1225-65-1", "art. L1225-65-1", "l1225‑65‑1",
     "L. 1225-65-1 du code du travail", "Article L. 1225-65-1, C. trav."],
)  # fmt: skip
def test_an_article_is_one_in_its_written_forms_where_the_ask_names_them(form: str) -> None:
    ask = {
        "answer_type": "json",
        "schema": FIELDS,
        "reading": READING,
        "normaliser": "fr-article/1",
    }
    key = prepared(ask, TRUTH, language="fr")

    assert outcome(key, TRUTH | {"d": form}) == RIGHT
    assert outcome(key, TRUTH | {"d": "L1225-65-2"}) == WRONG
    assert outcome(key, TRUTH | {"d": f"{form} ou L. 1225-66"}) == WRONG
