"""What the scorer temporal reads: exactly what the published records take, and nothing raises."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from temporal_cases import RIGHT, TASKS, TRUTHS, cells, named, prepared

from digesta.canonical import canonical_bytes
from digesta_legal.temporal.answer_records import KINDS
from digesta_legal.temporal.read import component_id, read
from growth import MOST, growth_of

every_kind = pytest.mark.parametrize("kind", list(TASKS))

MEMBERS = sorted({name for answer in RIGHT.values() for name in answer} | {"extra"})
PIECES: st.SearchStrategy[Any] = st.sampled_from(
    [True, False, 0, 1, 2, 2.0, 1.5, -1, "", "EC 26", "x_art_1", "2000-02-14", {}, []]
)


def mutated(value: Any) -> st.SearchStrategy[Any]:
    """Return a right answer with pieces taken out, put in or made something else."""
    if isinstance(value, dict):
        kept = {name: mutated(inner) for name, inner in value.items()}
        changed = st.fixed_dictionaries({}, optional=kept)
        extra = st.dictionaries(st.sampled_from(MEMBERS), PIECES, max_size=1)
        return st.builds(lambda a, b: a | b, changed, extra) | st.just(value)
    if isinstance(value, list):
        return st.lists(mutated(value[0]) if value else PIECES, max_size=3) | st.just(value)
    return st.just(value) | PIECES


def taken_by_the_record(kind: str, answer: Any) -> bool:
    """Return whether the published record takes an answer, as its canonical bytes write it."""
    try:
        KINDS[kind].answer.model_validate(json.loads(canonical_bytes(answer)))
    except ValidationError:
        return False
    return True


@every_kind
@settings(max_examples=40)
@given(data=st.data())
def test_an_answer_is_readable_exactly_when_the_record_takes_it(
    kind: str, data: st.DataObject
) -> None:
    one = prepared(kind, TRUTHS[kind], at_most=100)
    answer = data.draw(mutated(RIGHT[kind]) | PIECES)

    readable = "unreadable" not in cells(one, answer)

    assert readable == taken_by_the_record(kind, answer)


def test_absent_and_null_optional_members_are_one() -> None:
    nulls = {
        "point_in_time": {"text": None},
        "attribution": {"dates": None},
        "difference": {"amendments_between": None, "version_1": None, "version_2": None},
        "consistency": {"amendments": None},
        "impact": {"amendments": None},
    }
    for kind, members in nulls.items():
        one = prepared(kind, TRUTHS[kind])
        required = {name: got for name, got in RIGHT[kind].items() if name not in members}

        assert cells(one, required | members) == cells(one, required)


@pytest.mark.parametrize(
    "version", [0, -1, 1.5, "2", True, None, [2], float("inf"), float("nan"), 2**53]
)
def test_what_is_no_version_number_earns_nothing(version: Any) -> None:
    one = prepared("point_in_time", TRUTHS["point_in_time"])

    row = cells(one, {"versions": [{"component_id": "x_art_1", "version": version}]})

    assert "credit" not in row
    assert ("unreadable" in row) == (version != 2**53)


def test_ids_are_trimmed_and_in_lower_case_but_letters_of_other_scripts_stay() -> None:
    assert component_id(" CF_Art_6\t") == "cf_art_6"
    assert component_id("\u212a") == "\u212a"


def test_long_texts_name_amendments_too() -> None:
    reply = read("attribution", {"amendments": [" " * 100 + "EC 5"]})

    assert reply is not None
    assert reply["amendments"] == ("EC 5",)


def test_amendments_of_a_law_that_numbers_them_by_year_are_read_in_any_usual_spelling() -> None:
    said = ["Loi n° 2016-1088 du 8 août 2016, art. 8", "2016-1088", "décret 2008-244", "2016-08-10"]

    by_number = read("attribution", {"amendments": said}, "numbered-text/1")
    by_kind = read("attribution", {"amendments": said[1:2]})

    assert by_number is not None
    assert by_number["amendments"] == ("2016-1088", "2008-244", "2016-08-10")
    assert by_kind is not None
    assert by_kind["amendments"] == ("2016-1088",)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(MEMBERS) | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@every_kind
@settings(max_examples=25)
@given(answer=JSON)
def test_no_answer_raises(kind: str, answer: Any) -> None:
    row = cells(prepared(kind, TRUTHS[kind]), answer)

    assert not ("credit" in row and "unreadable" in row)


HOSTILE: dict[str, Callable[[int], dict[str, Any]]] = {
    "point_in_time": lambda n: {"versions": [], "text": "a moradi" * n + "e\u0301" * n + " \n" * n},
    "attribution": lambda n: {"amendments": ["emenda constitucional de " * n, "EC " + "0" * n]},
    "difference": lambda n: {"changed": True, "amendments_between": [f"EC {i}" for i in range(n)]},
    "lineage": lambda n: {
        "version_chain": [{"version": i + 1, "date": "d", "amendments": ["EC 1"]} for i in range(n)]
    },
    "consistency": lambda n: {"amended": True, "amendments": ["EC n" * n]},
    "impact": lambda n: {"articles": [f"x_art_{i}" for i in range(n)], "amendments": ["x"] * n},
}


@every_kind
def test_a_hostile_answer_is_marked_in_linear_time(kind: str) -> None:
    one = prepared(kind, TRUTHS[kind], at_most=10**6)

    assert growth_of(partial(cells, one), HOSTILE[kind], 2_000) <= MOST


def test_a_lone_surrogate_has_a_digest_of_its_own() -> None:
    one = prepared("point_in_time", TRUTHS["point_in_time"])

    assert "text_right" not in cells(one, named(2, text="a moradia \ud800"))
