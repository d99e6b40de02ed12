"""answer/3: the answer in a reply, by worked cases; nothing is guessed."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.canonical import canonical_lines
from digesta.intake import PredictionReader
from digesta.scorers import scorer_named
from digesta.scorers.shared import extract as reading
from digesta.scorers.shared.extract import KEPT, LONGEST, extract_from_object
from digesta.scorers.shared.reply import BOOLEAN as TRUTH_VALUE
from digesta.scorers.shared.reply import list_of, object_of
from growth import MOST, growth_of, repeated

ENUM = {"answer_type": "enum"}
MCQ = {"answer_type": "mcq", "choices": ["dairy", "meat", "Acme Corp."], "labels": ["A", "B", "C"]}
BOOLEAN = {"answer_type": "boolean"}
NUMERIC = {"answer_type": "numeric", "unit": "minutes"}
CLOCK = {"answer_type": "numeric", "unit": "clock"}
JSON = {"answer_type": "json", "schema": {"type": "object"}}


def extract(
    text: str, ask: dict[str, Any], *, language: str, scorer: str = "closed", cut: bool = False
) -> Any:
    prompt = scorer_named(scorer).prompt
    assert prompt is not None
    return reading.extract(text, ask, language=language, form=prompt.reply(ask), cut=cut)


LINES: list[tuple[str, dict[str, Any], str, Any]] = [
    ("Answer: parve", ENUM, "en", "parve"),
    ("First, no.\nSo the answer is\nAnswer: yes", BOOLEAN, "en", "yes"),
    ("Answer: yes\n\nI hope that helps.", BOOLEAN, "en", "yes"),
    ("**Answer:** yes.", BOOLEAN, "en", "yes"),
    ("**Answer: yes**", BOOLEAN, "en", "yes"),
    ("> Answer: `yes`", BOOLEAN, "en", "yes"),
    ("ANSWER:\n\nyes", BOOLEAN, "en", "yes"),
    ("נימוק\nתשובה: כן", BOOLEAN, "he", "כן"),
    ("נימוק\nAnswer: כן", BOOLEAN, "he", "כן"),
    ("Réponse : « oui »", BOOLEAN, "fr", "oui"),
    ("Resposta: sim", BOOLEAN, "pt-BR", "sim"),
    ("答案：否。", BOOLEAN, "zh", "否"),
    ("<think>Answer: no</think>\nAnswer: yes", BOOLEAN, "en", "yes"),
    ("no</think>yes", BOOLEAN, "en", "yes"),
    ("yes", BOOLEAN, "en", "yes"),
    ("**Yes.**", BOOLEAN, "en", "yes"),
    ("Answer: B", MCQ, "en", "B"),
    ("Answer: (B)", MCQ, "en", "B"),
    ("Answer: B) meat", MCQ, "en", "meat"),
    ("Answer: B: dairy", MCQ, "en", "B: dairy"),
    ("Answer: (A) dairy", MCQ, "en", "dairy"),
    ("Answer: Acme Corp.", MCQ, "en", "Acme Corp."),
    ("Answer: 90 minutes", NUMERIC, "en", "90"),
    ("Answer: 90 hours", NUMERIC, "en", "90 hours"),
    ("Answer: 18:30", CLOCK, "he", "18:30"),
    # Nothing found: the reply itself, which will be wrong or unreadable.
    ("I think\nit may be yes", BOOLEAN, "en", "I think\nit may be yes"),
    ("I think\nit is yes", BOOLEAN, "en", "yes"),
    ("Answer: no\nOr else\nAnswer: yes", BOOLEAN, "en", "Answer: no\nOr else\nAnswer: yes"),
    ("Answer:", BOOLEAN, "en", "Answer:"),
    ("", BOOLEAN, "en", None),
    ("<think>hm</think>", BOOLEAN, "en", None),
    ("<think>Could it be\nAnswer: no\nNo, because", BOOLEAN, "en", None),
    ("Answer: yes\n<think>or\nAnswer: no", BOOLEAN, "en", "yes"),
    ("תשובה: 90 דקות", NUMERIC, "he", "90"),
    ("答案：90分钟。", NUMERIC, "zh", "90"),
]


@pytest.mark.parametrize(("text", "ask", "language", "expected"), LINES)
def test_an_answer_in_a_line(text: str, ask: dict[str, Any], language: str, expected: Any) -> None:
    assert extract(text, ask, language=language) == expected


OBJECTS: list[tuple[str, Any]] = [
    ('{"order":["a","b"]}', {"order": ["a", "b"]}),
    ('So: {"a":1} or rather {"a":2}.', {"a": 2}),
    ('```json\n{"a":1}\n```\nnot {"a":2}', {"a": 1}),
    ('```\n{"a":1}\n```\nthen\n```\n{"a":3}\n```', {"a": 3}),
    ('```json\n{"a":\n```\n{"a":4}', {"a": 4}),
    # A fence that opens and closes in one line, and one that closes behind the object.
    ('```json {"a":1}```', {"a": 1}),
    ('```json{"a":1}```', {"a": 1}),
    ('So:\n``` {"a":5} ``` \nnot {"a":2}', {"a": 5}),
    ('```json {"a":1}```\nor\n```\n{"a":6}\n```', {"a": 6}),
    ('```json\n{"a":7}```\nnot {"a":2}', {"a": 7}),
    ('```json {"a":\n"```x"}\n```', {"a": "```x"}),
    ('```json {"a":```\n{"a":4}', {"a": 4}),
    ('```{"a":1}``` or ```{"a":2}```', {"a": 2}),
    ('```{"a":1}```\n```{"a":2}```', {"a": 2}),
    ('~~~{"a":1}~~~ not ~~~{"a":2}', {"a": 2}),
    ('In {braces}: {"a":{"b":1}} end', {"a": {"b": 1}}),
    ('{"a":"}{"}', {"a": "}{"}),
    # What no submission may hold is no object.
    ('{"a":1,"a":2}', '{"a":1,"a":2}'),
    ('{"a":NaN}', '{"a":NaN}'),
    ("[1,2]", "[1,2]"),
    ('{"a":1', '{"a":1'),
    # Inside a broken object nothing is taken.
    ('{"items":[{"n":1},{"n":2}],"b":', '{"items":[{"n":1},{"n":2}],"b":'),
    ('{"a":1,"answer":{"c":2},,}', '{"a":1,"answer":{"c":2},,}'),
    ('{"a":"}","b":{"c":2};}', '{"a":"}","b":{"c":2};}'),
    # Quotes of Python and of word processors, lines broken in texts, commas at an end, comments.
    ("{'a': 'it\\'s', 'b': True, 'c': None}", {"a": "it's", "b": True, "c": None}),
    ('{“a”: „b“, "c": "“d”"}', {"a": "b", "c": "“d”"}),
    ('{"a": "one\ntwo"}', {"a": "one\ntwo"}),
    ('{"a":1,"answer":{"c":2},}', {"a": 1, "answer": {"c": 2}}),
    ('{"a":",}//", // both\n"b":[1,],/* c */}', {"a": ",}//", "b": [1]}),
    # Canonical JSON would write 21 digits, or be a level too deep in its line.
    ('{"a":1e20}', '{"a":1e20}'),
    ('{"a":' * 32 + "1" + "}" * 32, '{"a":' * 32 + "1" + "}" * 32),
]


@pytest.mark.parametrize(("text", "expected"), OBJECTS)
def test_an_object_in_a_reply(text: str, expected: Any) -> None:
    assert extract(text, JSON, language="en") == expected


@pytest.mark.parametrize("scorer", ["temporal", "penalty", "extraction"])
def test_an_object_is_looked_for_where_the_scorer_s_answers_are_objects(scorer: str) -> None:
    said = 'For example {"a":0}, so:\n```json\n{"amended": true}\n```'

    assert extract(said, {}, scorer=scorer, language="pt") == {"amended": True}
    assert extract(said, {"schema": "lease/1"}, scorer=scorer, language="pt") == {"amended": True}
    assert extract("No object.", {}, scorer=scorer, language="pt") == "No object."
    assert extract('{"amended": tr', {}, scorer=scorer, language="pt", cut=True) is None


RANKED = object_of(ranked=list_of({"type": "string"}, 12))
VERSIONS = object_of(
    versions=list_of(object_of(component_id={"type": "string"}, version={"type": "integer"}), 3)
)
CHANGE = object_of(changed=TRUTH_VALUE, amendments_between=list_of({"type": "string"}, 3))
DEAL = object_of(price=object_of(amount={"type": "string"}), day={"type": "string"})
LINK = {"component_id": "art_1", "version": 2}


@pytest.mark.parametrize(
    ("text", "schema", "expected"),
    [
        *[(text, RANKED, {"ranked": ["b", "a", "c"]}) for text in (
            "b > a > c", "**Ranking:** b → a → c", "b, a, c", "\\boxed{b \\succ a \\succ c}",
            '{"ranked": [{"id": "b", "score": 0.9}, {"id": "a"}, {"id": "c"}]}',
            '[{"rank": 1, "document": "b"}, {"rank": 2, "document": "a"}, {"document": "c"}]',
            "| Rank | Document |\n|---|---|\n| 1 | b |\n| 2 | a |\n| 3 | c |",
        )],
        *[(text, VERSIONS, {"versions": [LINK]}) for text in (
            '[{"component_id": "art_1", "version": 2}]', '{"component_id": "art_1", "version": 2}',
            '{"versions": {"component_id": "art_1", "version": "2"}}',
            '{"versions": [{"component_id": "art_1", "version": 2}], "explanation": "so"}',
        )],
        ("changed: yes\namendments_between: EC 26, EC 90", CHANGE,
         {"changed": True, "amendments_between": ["EC 26", "EC 90"]}),
        ('{"changed": "true", "amendments_between": "EC 26"}', CHANGE,
         {"changed": True, "amendments_between": ["EC 26"]}),
        ('{"/price/amount": "1 200 USD", "/day": "2026-03-01"}', DEAL,
         {"price": {"amount": "1 200 USD"}, "day": "2026-03-01"}),
    ],
)  # fmt: skip
def test_an_answer_of_a_schema_is_read_in_other_forms(
    text: str, schema: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert reading.extract(text, {}, language="en", form="object", schema=schema) == expected


@pytest.mark.parametrize(
    "text", ["a > b\nb > a", "b = a > c", '{"ranked": ["b", "a",', "a > b or b > a"]
)
def test_two_rankings_or_a_broken_one_are_none(text: str) -> None:
    assert reading.extract(text, {}, language="en", form="object", schema=RANKED) == text


@pytest.mark.parametrize(
    "part",
    ["a > ", "a, ", "- a\n", "[{", "[ ", "day: a\n", "day: ", "|a|\n", "> ", " ", "1:\n", "<"],
)
@pytest.mark.parametrize("schema", [RANKED, DEAL])
def test_other_forms_are_looked_for_in_linear_time(part: str, schema: dict[str, Any]) -> None:
    asked = partial(reading.extract, ask={}, language="en", form="object", schema=schema)

    assert growth_of(asked, repeated(part)) <= MOST


def test_a_free_text_is_all_that_was_said_also_where_it_was_cut() -> None:
    said = "# Titre\n\nRéponse : oui.\n{} et la su"

    def free(text: str, *, cut: bool = False) -> Any:
        return extract(text, {}, scorer="rubric", language="fr", cut=cut)

    assert free(f"<think>Réponse : non</think>\n{said}\n") == said
    assert free(said, cut=True) == said
    assert free("<think>sans fin", cut=True) is None
    assert free(" \n") is None
    assert free("x" * (KEPT + 1)) == "x" * KEPT
    assert free("a\x00b" + "e\u0301" + "\u0301" * 40) == "a\ufffdbe\ufffd"


def test_the_unfinished_last_line_of_a_cut_reply_holds_no_answer() -> None:
    assert extract("Answer: 1", NUMERIC, language="en", cut=True) is None
    assert extract("Answer: 18\nsince", NUMERIC, language="en", cut=True) == "18"
    assert extract('{"a":1} and', JSON, language="en", cut=True) == {"a": 1}
    assert extract("Answer: 18\n", NUMERIC, language="en", cut=True) == "18"


def test_a_cut_reply_of_one_line_is_no_answer() -> None:
    assert extract("10", NUMERIC, language="en", cut=True) is None
    assert extract('{"items":[{"n":1}],"b":', JSON, language="en", cut=True) is None


def test_an_object_that_began_long_ago_is_read_whole() -> None:
    inner = {"n": 1}
    said = json.dumps({"long": "x" * 70_000, "inner": [inner]})

    assert extract(said + " ", JSON, language="en") == json.loads(said)
    assert extract(said[:-1], JSON, language="en") == said[:LONGEST]


def test_a_line_of_stops_is_read_in_linear_time() -> None:
    assert growth_of(partial(extract, ask=ENUM, language="en"), repeated(".", "Answer: ")) <= MOST


CONSTRAINED: list[tuple[str, Any]] = [
    ('{"answer":"red"}', "red"),
    (' {"answer":true} ', True),
    ('{"answer":3.5}', 3.5),
    ('{"answer":{"a":1}}', {"a": 1}),
    ('{"answer":null}', None),
    ('{"answer":[1]}', '{"answer":[1]}'),
    ('{"other":1}', '{"other":1}'),
    ('{"answer":"re', '{"answer":"re'),
    ('{"answer":1e999}', '{"answer":1e999}'),
    ('{"answer":1e20}', '{"answer":1e20}'),
]


@pytest.mark.parametrize(("text", "expected"), CONSTRAINED)
def test_a_constrained_reply(text: str, expected: Any) -> None:
    found = extract_from_object(text)

    assert found == expected
    assert type(found) is type(expected)


def test_a_long_reply_without_an_answer_is_cut() -> None:
    assert extract("x\n" + "y" * 9000, ENUM, language="en") == "x\n" + "y" * (LONGEST - 2)


def test_characters_that_no_submission_may_hold_are_replaced() -> None:
    said = "Answer: a\x00b\ufffec\x85d"

    assert extract(said, ENUM, language="en") == "a\ufffdb\ufffdc\ufffdd"
    assert extract("e" + "\u0301" * 40, ENUM, language="en") is None


def test_braces_without_end_are_cut_in_linear_time() -> None:
    assert extract('{"a":' * 50_000, JSON, language="en") == ('{"a":' * 400)
    assert extract("{" * 500_000, JSON, language="en") == "{" * LONGEST
    for unit in ('{"a":', "{"):
        assert growth_of(partial(extract, ask=JSON, language="en"), repeated(unit), 8_192) <= MOST


SAID = st.text(st.characters(codec="utf-8") | st.sampled_from('{}":,\n*`.Answer')) | st.builds(
    "Answer: {}".format, st.text()
)


@given(SAID.filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text)), st.booleans())
@settings(max_examples=300)
def test_whatever_is_said_the_answer_can_be_submitted(text: str, cut: bool) -> None:  # noqa: FBT001 - drawn
    asks = (ENUM, MCQ, NUMERIC, JSON)
    found = [extract(text, ask, language="en", cut=cut) for ask in asks]
    found.append(extract_from_object(text))
    found.append(extract(text, {}, scorer="rubric", language="fr", cut=cut))
    ids = [f"q{n}" for n in range(len(found))]
    data = canonical_lines(
        {"question_id": name, "answer": one} for name, one in zip(ids, found, strict=True)
    )

    reader = PredictionReader({name: n for n, name in enumerate(ids)}, file="p", fast=False)

    read = [value for batch in (*reader.feed(data), *reader.finish()) for value in batch[1]]
    assert read == found


def test_a_reply_of_empty_lines_is_read_in_time_that_grows_with_it() -> None:
    assert growth_of(partial(extract, ask=BOOLEAN, language="en"), repeated("\n")) <= MOST
