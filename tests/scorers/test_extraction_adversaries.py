"""The five systems that know no law, on extraction: what they answer, and the floor."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any

import numpy as np
import pytest
from extraction_cases import EXTRACTION, PATH, RESOURCES, asked, nested, prepared

from digesta.scorers.base import Adversary, QuestionWithTruth, Response

SEED = 20261122
HEADLINE = EXTRACTION.metric_named("field_f1")


def adversary(name: str) -> Adversary[Any]:
    return next(one for one in EXTRACTION.adversaries if one.name == name)


def f1(questions: list[QuestionWithTruth], answers: list[Any]) -> Fraction:
    made = [EXTRACTION.prepare(one.question, one.truth, RESOURCES) for one in questions]
    return HEADLINE.value(EXTRACTION.sums(EXTRACTION.mark_all(made, answers)))


def toy() -> list[QuestionWithTruth]:
    """Forty contracts with names, days, sums and percentages of their own, as real ones have."""
    chance = random.Random(SEED)
    questions = []
    for number in range(40):
        fields: dict[str, Any] = {
            "/date_signature": f"20{chance.randrange(10, 26)}-0{1 + number % 9}-{10 + number % 18}",
            "/cedant/nom": f"Cédant {number}",
            "/cessionnaire/nom": f"Société {number}",
            "/actions_cedees/nombre": chance.randrange(100, 9000),
            "/prix_de_cession/montant": chance.randrange(10_000, 9_000_000),
            "/cessionnaire/forme_juridique": chance.choice(["SAS", "SA", "SARL"]),
            "/prix_de_cession/sequestre": chance.random() < 0.5,
            "/droit_applicable": chance.choice(["droit français", "droit belge"]),
            "/conditions_suspensives": [f"accord {chance.randrange(12)}", "agrément"],
            "/garantie_actif_passif/plafond": chance.randrange(5, 90) * 1000,
        }
        left_out = chance.sample(sorted(fields), 3)
        questions.append(asked(number, {p: v for p, v in fields.items() if p not in left_out}))
    return questions


def seeing(
    questions: list[QuestionWithTruth], resources: dict[str, bytes] = RESOURCES
) -> list[QuestionWithTruth]:
    """Return the questions as they are seen with the release's resources."""
    return [one._replace(resources=resources) for one in questions]


@pytest.mark.parametrize("see", [seeing, list], ids=["with the schema", "without"])
def test_none_of_the_five_comes_near_the_floor_on_a_sensible_release(
    see: Callable[[list[QuestionWithTruth]], list[QuestionWithTruth]],
) -> None:
    questions = see(toy())
    scores = {
        one.name: f1(questions, list(one.answers(questions))) for one in EXTRACTION.adversaries
    }
    made = [EXTRACTION.prepare(one.question, one.truth, RESOURCES) for one in questions]
    expected = adversary("random").expected
    assert expected is not None
    rows = np.array([expected(one) for one in made], dtype=np.int64)

    assert scores["silent"] == scores["echo"] == 0
    assert scores["random"] < Fraction(1, 6)
    assert HEADLINE.value(EXTRACTION.sums(rows)) < Fraction(1, 6)
    assert scores["enumerate"] <= scores["constant"] < Fraction(2, 5)


def test_the_constant_is_the_best_of_all_answers_made_of_the_truths_values() -> None:
    chance = random.Random(SEED)
    values: dict[str, list[Any]] = {
        "/cedant/nom": ["A", "B"],
        "/actions_cedees/nombre": [1, 2, 3],
        "/prix_de_cession/sequestre": [True, False],
        "/conditions_suspensives": [["a"], ["a", "b"]],
    }
    options = [[(p, v) for v in (None, *listed)] for p, listed in values.items()]
    every = [{p: v for p, v in one if v is not None} for one in product(*options)]
    for _ in range(20):
        questions = []
        for number in range(chance.randrange(1, 6)):
            fields = {p: chance.choice(listed) for p, listed in values.items()}
            kept = chance.sample(sorted(fields), chance.randrange(1, 5))
            questions.append(asked(number, {p: fields[p] for p in kept}))
        best = max(f1(questions, [nested(one)] * len(questions)) for one in every)

        assert f1(questions, list(adversary("constant").answers(questions))) == best, SEED


def test_the_constant_keeps_tasks_apart_and_writes_a_set_one_way() -> None:
    questions = [
        asked(1, {"/conditions_suspensives": ["b", "a"]}),
        asked(2, {"/conditions_suspensives": ["a", "b"]}),
        asked(3, {"/conditions_suspensives": ["c"]}),
        asked(4, {"/cedant/nom": "Z"}, task="autre"),
    ]

    given = adversary("constant").answers(questions)

    assert given[:3] == [{"conditions_suspensives": ["a", "b"]}] * 3
    assert given[3] == {"cedant": {"nom": "Z"}}


def test_enumerating_fills_all_that_the_task_ever_sets() -> None:
    questions = [
        asked(1, {"/conditions_suspensives": ["b"], "/cedant/nom": "A"}),
        asked(2, {"/conditions_suspensives": ["a"], "/actions_cedees/nombre": 2}),
        asked(3, {"/cedant/nom": "B"}),
    ]

    assert (
        adversary("enumerate").answers(questions)
        == [
            {
                "actions_cedees": {"nombre": 2},
                "cedant": {"nom": "B"},
                "conditions_suspensives": ["a", "b"],
            }
        ]
        * 3
    )


TWO: dict[str, list[str]] = {"x": [], "y": []}
THREE: dict[str, list[str]] = {"x": [], "y": ["ygrec"], "z": []}
MIXED = {
    "format": "extraction-schema/1",
    "schema": "cession_actions/1",
    "fields": [
        {"pointer": "/a", "kind": "boolean", "about": "?"},
        {"pointer": "/b", "kind": "boolean", "about": "?"},
        {"pointer": "/c/d", "kind": "choice", "choices": THREE, "about": "?"},
        {"pointer": "/e", "kind": "choice", "choices": TWO, "set": True, "about": "?"},
        {"pointer": "/droit_applicable", "kind": "text", "about": "?"},
    ],
}  # fmt: skip
DRAWN = {"/a": (False, True), "/b": (False, True), "/c/d": ("x", "y", "z")}
"""Of the mixed schema, the fields that random fills, and what it draws from."""
COUNTED = ("fields_set", "fields_filled", "fields_right")


@pytest.mark.parametrize("choice", ["y", "ygrec"])
def test_randoms_expectation_is_the_mean_over_all_that_it_may_draw(choice: str) -> None:
    whole: dict[str, Any] = {
        "/a": True, "/b": False, "/c/d": choice, "/e": ["x"], "/droit_applicable": "Droit belge",
    }  # fmt: skip
    expected = adversary("random").expected
    assert expected is not None
    for kept in chain.from_iterable(combinations(whole, n) for n in range(1, 6)):
        question = prepared({p: whole[p] for p in kept}, MIXED)
        drawn = [
            nested(dict(zip(DRAWN, values, strict=True))) for values in product(*DRAWN.values())
        ]
        rows = np.array([EXTRACTION.mark(question, Response(one)) for one in drawn])

        means = [Fraction(int(total), len(rows)) for total in rows.sum(axis=0)]

        for name, cell, mean in zip(
            EXTRACTION.column_names, expected(question), means, strict=True
        ):
            known = Fraction(0) if name in COUNTED else mean
            assert abs(cell - known) <= Fraction(1, 2), (kept, name)


def test_shares_of_counted_fields_are_not_defined_where_a_row_is_an_average() -> None:
    expected = adversary("random").expected
    assert expected is not None
    rows = np.array([expected(prepared({"/a": True}, MIXED))])

    for name in ("field_accuracy", "field_accuracy_unjudged", "field_precision_pooled"):
        assert EXTRACTION.metric_named(name).share(EXTRACTION.sums(rows)).denominator == 0


def test_random_draws_every_listed_value_of_the_schema_and_no_other_field() -> None:
    schema = {PATH: json.dumps(MIXED).encode()}
    questions = seeing([asked(i, {"/a": True}) for i in range(600)], schema)

    drawn = [json.dumps(one) for one in adversary("random").answers(questions)]

    counts = [
        drawn.count(json.dumps(nested(dict(zip(DRAWN, values, strict=True)))))
        for values in product(*DRAWN.values())
    ]
    assert sum(counts) == 600
    assert min(counts) > 25


def test_the_enumerator_that_sees_the_schema_names_every_choice_and_fills_what_it_lists() -> None:
    schema = {PATH: json.dumps(MIXED).encode()}
    questions = seeing([asked(1, {"/a": False, "/e": ["x"]}), asked(2, {"/a": False})], schema)

    given = adversary("enumerate").answers(questions)

    assert given == [{"a": False, "b": True, "c": {"d": "z"}, "e": ["x", "y"]}] * 2


def test_random_without_a_boolean_is_silent() -> None:
    schema = {
        "format": "extraction-schema/1",
        "schema": "cession_actions/1",
        "fields": [{"pointer": "/a", "kind": "text", "about": "?"}],
    }
    expected = adversary("random").expected
    assert expected is not None

    row = dict(zip(EXTRACTION.column_names, expected(prepared({"/a": "x"}, schema)), strict=True))

    assert adversary("random").answers([asked(1, {"/cedant/nom": "A"})]) == [None]
    assert (row["missing"], row["credit"], row["fields_set"]) == (1, 0, 1)


def test_random_draws_both_values_of_each_boolean_evenly() -> None:
    questions = [asked(i, {"/prix_de_cession/sequestre": True}) for i in range(1000)]

    drawn = [one["prix_de_cession"]["sequestre"] for one in adversary("random").answers(questions)]

    assert 400 < drawn.count(True) < 600
    assert abs(f1(questions, list(adversary("random").answers(questions))) - Fraction(1, 2)) < 0.05


def test_silence_says_nothing_and_echo_repeats_the_last_turn() -> None:
    questions = [asked(1, {"/cedant/nom": "A"})]

    assert adversary("silent").answers(questions) == [None]
    assert adversary("echo").answers(questions) == ["contrat 1"]
