"""The scorer extraction: which fields of a document an answer has right."""

from __future__ import annotations

import json
from typing import Any

import pytest
from extraction_cases import (
    ASK,
    EXTRACTION,
    PATH,
    QUESTION,
    RESOURCES,
    TRUTH,
    marked,
    nested,
    prepared,
)

from digesta.metrics.exact import NANO
from digesta.scorers.base import Response


def right(pointer: str, truth: Any, answer: Any, *judged: str) -> bool:
    """Return whether a field alone is right, and that ``why`` says the same."""
    question = prepared({pointer: truth})
    answered = nested({pointer: answer})
    row = marked(question, answered, *judged)
    assert row["credit"] in {0, NANO}
    if not judged:
        said = EXTRACTION.why(question, Response(answered))
        assert said.startswith(f"{row['fields_right']} of 1 fields are right")
    return row["credit"] == NANO


@pytest.mark.parametrize(
    ("pointer", "truth", "answer"),
    [
        ("/date_signature", "2025-03-14", "le vendredi 14 mars 2025"),
        ("/date_signature", "1er janvier 2026", "01/01/2026"),
        ("/cedant/nom", "Verger & Fils", "VERGER ET FILS (S.A.S.)"),
        ("/cedant/nom", "Société Alpha SA", "Alpha"),
        ("/cessionnaire/forme_juridique", "SAS", "Société par actions simplifiée"),
        ("/actions_cedees/nombre", 1200, "1 200 actions"),
        ("/actions_cedees/nombre", "1.200", 1200.0),
        ("/actions_cedees/pourcentage", 12.5, "12,50 %"),
        ("/actions_cedees/pourcentage", "12,5 %", "12.5"),
        ("/prix_de_cession/montant", 480000, "480 000,00 €"),
        ("/prix_de_cession/montant", "1,25 million d'euros", 1250000),
        ("/prix_de_cession/montant", 0.1, "0,10"),
        ("/prix_de_cession/sequestre", True, "Oui"),
        ("/prix_de_cession/sequestre", "non", False),
        ("/prix_de_cession/modalites_paiement", "À terme", "à terme."),
        ("/conditions_suspensives", ["a", "b"], ["B", "a", "a", "", None]),
        ("/conditions_suspensives", ["a"], "a"),
    ],
)
def test_a_value_is_right_however_it_is_written(pointer: str, truth: Any, answer: Any) -> None:
    assert right(pointer, truth, answer)


@pytest.mark.parametrize(
    ("pointer", "truth", "answer"),
    [
        ("/date_signature", "2025-03-14", "14 mars"),
        ("/date_signature", "2025-03-14", 20250314),
        ("/cedant/nom", "Alpha SAS", "Alpha SARL"),
        ("/cedant/nom", "Alpha SAS", {"nom": "Alpha SAS"}),
        ("/cessionnaire/forme_juridique", "SAS", "SASU"),
        ("/cessionnaire/forme_juridique", "SAS", 1),
        ("/actions_cedees/nombre", 1200, "1 200 euros"),
        ("/actions_cedees/nombre", 1, True),
        ("/actions_cedees/pourcentage", 60, 0.6),
        ("/prix_de_cession/montant", 480000, "480 000 CHF"),
        ("/prix_de_cession/montant", 5000, "EUR 5k"),
        ("/prix_de_cession/montant", 480000, [480000]),
        ("/prix_de_cession/sequestre", True, 1),
        ("/prix_de_cession/sequestre", False, 0),
        ("/prix_de_cession/modalites_paiement", "12", 12),
        ("/conditions_suspensives", ["a", "b"], ["a"]),
        ("/conditions_suspensives", ["a"], ["a", "b"]),
        ("/conditions_suspensives", ["a"], ["a", 1]),
    ],
)
def test_another_value_is_wrong(pointer: str, truth: Any, answer: Any) -> None:
    assert not right(pointer, truth, answer)


@pytest.mark.parametrize("nothing", [None, "", " … ", [], {}, [None, ""]])
def test_null_and_what_says_nothing_fill_no_field(nothing: Any) -> None:
    row = marked(QUESTION, nested({"/cedant/nom": nothing, "/autre": nothing}))

    assert (row["fields_filled"], row["unreadable"], row["missing"]) == (0, 0, 0)


@pytest.mark.parametrize("something", [False, 0, "x", ["x"], {"x": 1}])
def test_a_field_filled_beyond_the_truth_is_a_false_positive(something: Any) -> None:
    whole = marked(QUESTION, nested(TRUTH))
    more = marked(QUESTION, nested(TRUTH | {"/cedant/nom": something}))
    unknown = marked(QUESTION, nested(TRUTH | {"/cedant/age": something}))

    assert (whole["credit"], whole["exact"]) == (NANO, 1)
    for row in (more, unknown):
        assert (row["fields_filled"], row["fields_right"], row["exact"]) == (7, 6, 0)
        assert row["credit"] == round(NANO * 12 / 13)
        assert (row["precision"], row["recall"]) == (round(NANO * 6 / 7), NANO)


def test_a_name_with_a_slash_or_a_dot_is_no_way_into_an_object() -> None:
    row = marked(QUESTION, {"cessionnaire/nom": "SAS Verger & Fils", "prix_de_cession.montant": 1})

    assert (row["fields_right"], row["fields_filled"]) == (0, 2)


def test_a_text_that_strictly_parses_to_an_object_is_one() -> None:
    text = json.dumps(nested(TRUTH))

    assert marked(QUESTION, text) == marked(QUESTION, nested(TRUTH))
    for broken in (f"```json\n{text}\n```", f"[{text}]", '{"a":1,"a":2}', "{'a': 1}", "", "null"):
        assert marked(QUESTION, broken)["unreadable"] == 1, broken


@pytest.mark.parametrize("answer", [True, 3, 1.5, "480 000 €"])
def test_what_is_no_object_is_unreadable_and_its_fields_stay_set(answer: Any) -> None:
    row = marked(QUESTION, answer)

    assert (row["unreadable"], row["fields_set"], row["credit"], row["has_sets"]) == (1, 6, 0, 1)


def test_a_verdict_makes_a_text_right_and_no_other_kind() -> None:
    where, conditions = "/prix_de_cession/modalites_paiement", "/conditions_suspensives"

    assert right(where, "à six mois", "dans un semestre", where)
    assert not right(where, "à six mois", "dans un semestre", conditions)
    assert not right(where, "à six mois", "", where)
    assert right(conditions, ["a", "b"], ["c"], conditions)
    assert not right("/prix_de_cession/montant", 5, 6, "/prix_de_cession/montant")


def test_a_verdict_that_says_no_or_speaks_of_what_is_right_anyway_changes_nothing() -> None:
    where = "/prix_de_cession/modalites_paiement"
    question = prepared({where: "à six mois"})
    refused = {"criteria": [{"criterion_id": where, "satisfied": False}]}

    row = EXTRACTION.mark(question, Response(nested({where: "demain"}), refused))

    assert row[0] == 0
    assert marked(question, nested({where: "À six mois"}), where)["fields_judged"] == 0
    assert marked(question, nested({where: "demain"}), where)["fields_judged"] == 1


def test_a_set_of_parties_takes_each_element_once() -> None:
    schema = {
        "format": "extraction-schema/1",
        "schema": "cession_actions/1",
        "fields": [{"pointer": "/cedants", "kind": "party", "set": True, "about": "Cédants."}],
    }
    question = prepared({"/cedants": ["Alpha SAS", "Alpha SARL", "Beta"]}, schema)

    for answer, credit, elements in [
        (["SARL Alpha", "Beta SA", "S.A.S. Alpha"], NANO, NANO),
        (["Alpha", "Beta"], 0, round(NANO * 4 / 5)),
        (["Alpha SAS", "Alpha SAS", "Alpha SNC", "Beta"], 0, round(NANO * 4 / 6)),
        (["Alpha SAS", "Alpha", "Beta"], NANO, NANO),
    ]:
        row = marked(question, {"cedants": answer})
        assert (row["credit"], row["element_f1"]) == (credit, elements), answer


def test_a_name_given_too_often_pays_for_no_other_name() -> None:
    schema = {
        "format": "extraction-schema/1",
        "schema": "cession_actions/1",
        "fields": [{"pointer": "/cedants", "kind": "party", "set": True, "about": "Cédants."}],
    }
    question = prepared({"/cedants": ["Verger", "SAS Wagram", "SARL Wagram"]}, schema)

    row = marked(question, {"cedants": ["SAS Verger", "SARL Verger", "Wagram"]})

    assert (row["credit"], row["exact"], row["element_f1"]) == (0, 0, round(NANO * 4 / 6))


def test_recall_of_one_question_is_the_seeds_accuracy_and_pooled_over_all_is_field_accuracy() -> (
    None
):
    rows = [
        (QUESTION, nested({"/date_signature": "14 mars 2025", "/cedant/nom": "x"})),
        (prepared({"/cedant/nom": "Y", "/droit_applicable": "belge"}), {"cedant": {"nom": "y"}}),
    ]
    table = EXTRACTION.mark_all(*zip(*rows, strict=True))
    for row in table:
        sums = EXTRACTION.sums(row[None, :])
        accuracy = EXTRACTION.metric_named("field_accuracy").value(sums)
        recall = EXTRACTION.metric_named("field_recall").value(sums)
        assert round(accuracy * NANO) == recall * NANO

    assert EXTRACTION.metric_named("field_accuracy").value(EXTRACTION.sums(table)) * 8 == 2


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"/cedant/age": 1}, "/cedant/age is no field of cession_actions/1"),
        ({"/date_signature": "mars"}, '/date_signature: "mars" is no date'),
        ({"/date_signature": None}, "/date_signature: null is no date"),
        ({"/conditions_suspensives": "a"}, "/conditions_suspensives is a set: its truth is a list"),
        ({"/conditions_suspensives": []}, r"/conditions_suspensives: \[\] is no text"),
        ({"/conditions_suspensives": ["a", "A."]}, "names one element twice"),
        ({"/cessionnaire/forme_juridique": "GmbH"}, "is no choice"),
        ({"/cedant": {}}, "/cedant is no field"),
    ],
)
def test_a_truth_that_cannot_be_right_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        prepared(fields)


def schema_with(**changes: Any) -> dict[str, Any]:
    """Return a schema of one field; changes: of that field, or of a member of the schema."""
    schema: dict[str, Any] = {"format": "extraction-schema/1", "schema": "cession_actions/1"}
    field = {"pointer": "/a", "kind": "text", "about": "A."}
    field |= {name: value for name, value in changes.items() if name not in schema}
    return (
        schema | {name: changes[name] for name in changes if name in schema} | {"fields": [field]}
    )


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (schema_with(schema="cession_actions/2"), "is cession_actions/2, not cession_actions/1"),
        (schema_with(kind="choice"), "choices"),
        (schema_with(kind="amount"), "an amount names its currency"),
        (schema_with(unit="EUR"), "only amounts and numbers have one"),
        (schema_with(kind="choice", choices={"A": ["x"], "B": ["X."]}), "is of two choices"),
        (schema_with(pointer="a"), "pointer"),
        (schema_with(format="extraction-schema/2"), "format"),
    ],
)
def test_a_schema_that_could_mislead_is_refused(schema: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        prepared({"/a": "A"}, schema)


def test_a_schema_has_each_field_once_and_none_below_another() -> None:
    field = {"kind": "text", "about": "A."}
    for second in ("/a", "/a/b"):
        schema = schema_with() | {"fields": [field | {"pointer": p} for p in ("/a", second)]}
        with pytest.raises(ValueError, match=r"/a"):
            prepared({"/a": "A"}, schema)


def test_a_number_without_a_unit_takes_no_word_after_it() -> None:
    question = prepared({"/a": 1200}, schema_with(kind="number"))

    assert marked(question, {"a": "1 200"})["credit"] == NANO
    assert marked(question, {"a": "1 200 actions"})["credit"] == 0


def test_a_question_without_its_schema_is_refused() -> None:
    with pytest.raises(ValueError, match=f"the release has no resources/{PATH}"):
        EXTRACTION.prepare({"ask": ASK}, {"fields": {"a": "A"}}, {})
    with pytest.raises(ValueError, match=f"resources/{PATH}"):
        EXTRACTION.prepare({"ask": ASK}, {"fields": {"a": "A"}}, {PATH: b"{"})


def test_the_normalisers_that_it_names_are_all_that_its_kinds_read_by() -> None:
    assert sorted(EXTRACTION.normalisers(ASK)) == [
        "fr-amount/1", "fr-date/1", "fr-party/1", "fr-percent/1", "text/1",
    ]  # fmt: skip
    assert set(RESOURCES) == {PATH}
