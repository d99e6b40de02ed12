"""The scorer temporal on points in time: versions named, texts, and distance."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from temporal_cases import (
    TEMPORAL,
    TRUTHS,
    cells,
    in_force,
    named,
    prepared,
    value,
)

from digesta.metrics.exact import NANO
from digesta_legal.temporal.kinds import distance_of
from digesta_legal.timeline import text_digest


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        (named(2), 1),
        (named(2, 2), 1),
        (named(2, component=" X_ART_1\n"), 1),
        ({"versions": [*named(2)["versions"], *named(7, component="x_art_2")["versions"]]}, 1),
        (named(1), 0),
        (named(1, 2), 0),
        (named(), 0),
        (named(2, component="x_art_11"), 0),
    ],
)
def test_the_version_is_right_when_no_second_one_is_named(answer: Any, right: int) -> None:
    assert value("version_accuracy", [prepared("point_in_time", in_force(2))], [answer]) == right


def test_naming_versions_is_worth_less_the_more_are_named() -> None:
    one = prepared("point_in_time", in_force(3))

    row = cells(one, named(1, 2, 3, 4, 4))

    assert (row["named"], row["stale"], row["premature"]) == (4, 2, 1)
    assert row["precise"] == NANO // 4
    assert row["pit_f1"] == 2 * NANO // 5
    assert row["found"] == NANO


def test_the_rates_of_what_is_named_divide_by_what_is_named() -> None:
    ones = [prepared("point_in_time", in_force(2))] * 3
    answers = [named(1), named(2, component="x_art_9"), None]

    rates = ("stale_rate", "premature_rate", "off_target_rate")

    assert [value(name, ones, answers) for name in rates] == [Fraction(1, 2), 0, Fraction(1, 2)]
    assert all(TEMPORAL.metric_named(name).of_answered for name in rates)
    assert value("stale_rate", ones, [None] * 3) == 0


@pytest.mark.parametrize(
    ("text", "required", "forbidden"),
    [
        ("São direitos: a moradia.", 1, 0),
        ("SÃO A MORADIA, O TRANSPORTE", 1, 1),
        ("a  moradia e o\ntransporte", 1, 1),
        ("a moradia e os transportes", 1, 0),
        ("toda moradia", 0, 0),
        ("a moradias", 0, 0),
        ("direito", 0, 0),
    ],
)
def test_a_text_is_searched_for_phrases_by_whole_words(
    text: str, required: int, forbidden: int
) -> None:
    one = prepared("point_in_time", TRUTHS["point_in_time"])

    row = cells(one, named(2, text=text))

    assert row.get("required", 0) == required * NANO
    assert row.get("forbidden", 0) == forbidden * NANO
    assert row.get("contained", 0) == max(0, required - forbidden) * NANO


@pytest.mark.parametrize("blank", ["", " \n\u00a0", "...", "\u200b", "-"])
def test_a_blank_text_is_no_text_and_escapes_no_forbidden_phrase(blank: str) -> None:
    one = prepared("point_in_time", TRUTHS["point_in_time"])

    assert cells(one, named(2, text=blank)) == cells(one, named(2))
    assert value("must_not_contain", [one], [named(2, text=blank)]) == 1
    assert value("must_not_contain", [one], [named(2, text="direito")]) == 0
    assert "nothing to do with" in TEMPORAL.metric_named("must_not_contain").limits


def test_a_phrase_of_signs_has_no_word_ends() -> None:
    one = prepared("point_in_time", in_force(2, must=["§ 5º"]))

    assert cells(one, named(2, text="(§ 5º) x"))["required"] == NANO
    assert "required" not in cells(one, named(2, text="§ 5ºA"))


def test_a_text_without_phrases_to_look_for_contains_them_all() -> None:
    one = prepared("point_in_time", in_force(2))

    assert cells(one, named(2, text="x"))["contained"] == NANO
    assert "contained" not in cells(one, named(2))
    assert "requires" not in cells(one, None)
    assert "forbidden" not in cells(one, None)


def test_a_text_is_known_by_its_digest_whatever_its_white_space_and_composition() -> None:
    one = prepared("point_in_time", in_force(2, sha256=text_digest("Art. 1º São\nCaetano.")))

    assert cells(one, named(2, text=" Art.  1º Sa\u0303o Caetano. "))["text_right"] == 1
    assert "text_right" not in cells(one, named(2, text="Art. 1º São Caetano"))
    assert "text_right" not in cells(one, named(2, text="art. 1º São Caetano."))


@pytest.mark.parametrize(
    ("date", "distance"),
    [
        ("2020-08-26", "near"),
        ("2010-08-27", "near"),
        ("2010-08-26", "middle"),
        ("2000-08-27", "middle"),
        ("2000-08-26", "far"),
        ("1988-10-05", "far"),
    ],
)
def test_accuracy_is_told_apart_by_distance_from_the_horizon(date: str, distance: str) -> None:
    one = prepared("point_in_time", in_force(2), date=date)

    assert distance_of(date, "2020-08-26") == distance
    assert cells(one, named(2))[f"{distance}_right"] == NANO
