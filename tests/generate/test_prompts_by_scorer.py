"""What a model is shown of each scorer's questions, and to what a constrained reply is held."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from digesta.errors import UsageError
from digesta.records.base import example_of
from digesta.records.question import Question
from digesta.scorers import SCORERS
from digesta.scorers.extraction.records import ExtractionSchema
from digesta.workspace.releases import open_release
from digesta_generate.inference.messages import Prompt, default_prompts, make_prompt
from places import ROOT

TLR = open_release(ROOT, "2026-11-22.4").data
TEMPORAL = [one for one in TLR.questions if one.scorer == "temporal"]

TYPES, DOMAINS = ["不予处罚", "罚款", "责令改正"], ["反洗钱业务违规", "信贷业务违规"]
PENALTY = {
    "finlaw/vocabulary.json": json.dumps(
        {
            "vocabulary": "finlaw/1",
            "penalty_type": [{"label": one} for one in TYPES],
            "violation_domain": [{"label": one, "aliases": [f"又名{one}"]} for one in DOMAINS],
        }
    ).encode(),
    "finlaw/laws.json": json.dumps({"laws": [{"law": "中华人民共和国反洗钱法"}]}).encode(),
}
HORIZON = "2020-08-26"
END = {
    "en": "End your reply with the JSON object that the question asks for.",
    "pt": "Termine a resposta com o objeto JSON que a pergunta pede.",
}
PENALTY_ASK = {"vocabulary": "finlaw/1", "at_most": {"labels": 6, "citations": 10}}

SCHEMA = ROOT / "tests" / "golden" / "extraction" / "cession_actions" / "schema.json"
EXTRACTION = {"cession_actions/schema.json": SCHEMA.read_bytes()}
EXTRACTION_ASK = {"schema": "cession_actions/1"}
FIELDS = ExtractionSchema.model_validate(json.loads(SCHEMA.read_bytes())).fields


def ask(
    scorer: str,
    language: str,
    inner: dict[str, Any],
    resources: Any = None,
    *,
    constrained: bool = False,
    **changes: Any,
) -> Prompt:
    fields = example_of(Question) | {"law_as_of": "2026-01-01"} | changes
    fields |= {"scorer": scorer, "language": language, "ask": inner}
    fields = {name: value for name, value in fields.items() if value is not None}
    question = Question.model_validate(fields)
    return make_prompt(
        question, default_prompts(), constrained=constrained, resources=resources or {}
    )


def system(one: Prompt) -> str:
    return one.messages[0]["content"]


def schema(one: Prompt) -> Any:
    assert one.form
    return one.form["json_schema"]["schema"]


def takes(one: Prompt, answer: Any) -> bool:
    return bool(Draft202012Validator(schema(one)).is_valid(answer))


def nested(fields: dict[str, Any]) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for pointer, value in fields.items():
        inner, names = whole, pointer.split("/")[1:]
        for name in names[:-1]:
            inner = inner.setdefault(name, {})
        inner[names[-1]] = value
    return whole


# What is shown ---------------------------------------------------------------------------------


def test_a_temporal_question_is_its_own_turns_under_the_same_words_as_all_others() -> None:
    made = [make_prompt(one, default_prompts(), constrained=False) for one in TEMPORAL]

    assert {system(one) for one in made} == {
        f"Answer the question.\nWhat counts is the law as compiled on {HORIZON}.\n{END['en']}",
        f"Responda à pergunta.\nVale o direito conforme compilado em {HORIZON}.\n{END['pt']}",
    }
    assert all(
        list(one.messages[1:]) == [turn.as_json() for turn in one.question.turns] for one in made
    )


def test_penalty_questions_begin_alike_whatever_the_day_of_their_law() -> None:
    days = ("2019-12-08", "2025-08-26")
    made = [ask("penalty", "zh", PENALTY_ASK, PENALTY, law_as_of=day) for day in days]

    assert made[0].messages == made[1].messages


def test_a_penalty_question_tells_no_label_but_those_of_its_turns() -> None:
    one = ask("penalty", "zh", PENALTY_ASK, PENALTY, shown_sources=None)

    assert system(one) == "请回答问题。\n回复以问题所要求的JSON对象结尾。"
    assert list(one.messages[1:]) == [turn.as_json() for turn in one.question.turns]


def test_a_free_text_is_asked_with_its_sources_and_without_a_form() -> None:
    inner = {"task_type": "redaction", "sub_category": "contrats"}
    sources = [{"title": "Pièce 1", "text": "Le bail {date}."}]

    one = ask("rubric", "fr", inner, shown_sources=sources)

    assert system(one) == (
        "Réponds à la question.\nLe droit applicable est celui en vigueur au 2026-01-01.\n"
        "Textes :\nPièce 1 : Le bail {date}."
    )


def test_every_field_of_an_extraction_is_shown_with_its_form_and_its_meaning() -> None:
    one = ask("extraction", "fr", EXTRACTION_ASK, EXTRACTION)

    said = system(one)

    lines = [line for line in said.splitlines() if line.startswith("- /")]
    assert [line.split()[1] for line in lines] == [field.pointer for field in FIELDS]
    assert all(field.about in line for line, field in zip(lines, FIELDS, strict=True))
    assert [line for line in lines if "(liste ; " in line] == [
        line for line, field in zip(lines, FIELDS, strict=True) if field.set_
    ]
    amount = next(field for field in FIELDS if field.kind == "amount")
    assert f"- {amount.pointer} (montant en {amount.unit}, en chiffres) : {amount.about}" in lines
    assert "Termine la réponse par cet objet JSON." in said
    assert "{" not in said.partition("Textes :")[0]


def test_a_release_without_what_an_ask_names_is_refused() -> None:
    with pytest.raises(UsageError, match=r"no resources/cession_actions/schema\.json"):
        ask("extraction", "fr", EXTRACTION_ASK)
    with pytest.raises(UsageError, match=r"no resources/finlaw/vocabulary\.json"):
        ask("penalty", "zh", PENALTY_ASK, constrained=True)


# To what a constrained reply is held -----------------------------------------------------------

_NOT_ANSWERED = {"must_contain", "must_not_contain", "text_sha256"}


def test_every_true_temporal_answer_fits_its_schema_and_is_readable() -> None:
    public = [one for one in TEMPORAL if one.split == "public"]

    for question in public:
        truth = TLR.truths[question.question_id].truth
        answer = {name: truth[name] for name in truth.keys() - _NOT_ANSWERED}
        one = make_prompt(question, default_prompts(), constrained=True)
        assert "nothing else" in system(one) or "nada mais" in system(one)
        assert takes(one, answer), (question.ask, answer)
    assert len({one.ask["kind"] for one in public}) == 6


LINK = {"version": 1, "date": "1988-10-05", "amendments": []}
WRONG: list[tuple[str, dict[str, Any]]] = [
    ("point_in_time", {"versions": []}),
    ("point_in_time", {"versions": [{"component_id": "cf_art_6", "version": 0}]}),
    ("point_in_time", {"versions": [{"component_id": "Art. 6", "version": 1}]}),
    ("point_in_time", {"versions": [{"component_id": "cf_art_6", "version": 1}] * 6}),
    ("attribution", {"amendments": ["EC 26"] * 11, "dates": []}),
    ("attribution", {"amendments": ["Emenda 26"], "dates": []}),
    ("attribution", {"amendments": ["EC 26"], "dates": ["14/02/2000"]}),
    ("lineage", {"version_chain": [LINK] * 21}),
    ("consistency", {"amended": "yes", "amendments": []}),
    ("impact", {"articles": ["cf_art_6"] * 16, "amendments": []}),
    ("impact", {"articles": ["cf_art_" + "6" * 9], "amendments": []}),
    ("difference", {"changed": True}),
]


@pytest.mark.parametrize(("kind", "answer"), WRONG)
def test_a_temporal_answer_beyond_its_bounds_does_not_fit(
    kind: str, answer: dict[str, Any]
) -> None:
    question = next(one for one in TEMPORAL if one.ask["kind"] == kind)

    assert not takes(make_prompt(question, default_prompts(), constrained=True), answer)


RIGHT = {
    "penalty_type": [TYPES[0], TYPES[2]],
    "violation_domain": [DOMAINS[1]],
    "legal_basis": ["《反洗钱法（2006年）》第三十二条", "《银行业监督管理法》第46条之一"],
    "penalty_level": "E",
}


def test_a_penalty_answer_is_held_to_the_release_s_labels_and_to_citations() -> None:
    one = ask("penalty", "zh", PENALTY_ASK, PENALTY, constrained=True)

    assert takes(one, RIGHT)
    SCORERS["penalty"].Answer.model_validate(RIGHT)
    wrong: dict[str, Any]
    for wrong in (
        {"penalty_type": ["处以罚款"]},
        {"penalty_type": [TYPES[0]] * 7},
        {"violation_domain": [TYPES[0]]},
        {"legal_basis": ["商业银行法第46条"]},
        {"legal_basis": ["《商业银行法》第46条"] * 11},
        {"penalty_level": "F"},
        {"clauses": []},
    ):
        assert not takes(one, RIGHT | wrong)


def test_an_extraction_is_held_to_the_schema_s_fields_and_null_leaves_one_unset() -> None:
    one = ask("extraction", "fr", EXTRACTION_ASK, EXTRACTION, constrained=True)
    nothing: dict[str, Any] = {field.pointer: [] if field.set_ else None for field in FIELDS}
    said = {
        "/date_signature": "2025-03-14",
        "/cessionnaire/nom": "SAS Verger & Fils",
        "/prix_de_cession/montant": 480000.5,
        "/prix_de_cession/sequestre": False,
        "/conditions_suspensives": ["accord de la banque"],
    }

    assert takes(one, nested(nothing))
    assert takes(one, nested(nothing | said))
    assert not takes(one, nested(nothing | said | {"/date_signature": "14 mars 2025"}))
    assert not takes(one, nested(nothing | said | {"/conditions_suspensives": ["x"] * 21}))
    assert not takes(one, nested(nothing | said) | {"autre": 1})
    assert "null" in system(one)


def test_a_free_text_is_held_to_nothing() -> None:
    inner = {"task_type": "redaction", "sub_category": "contrats"}

    free, held = (ask("rubric", "fr", inner, constrained=one) for one in (False, True))

    assert held.form is None
    assert held == free
