"""Records: examples, descriptions, and what each refuses that lies between its fields."""

from __future__ import annotations

import importlib
import json
import pkgutil
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

import digesta.records
import digesta.scorers
from digesta.canonical import canonical_bytes
from digesta.errors import ReleaseError
from digesta.records.base import Record, Whole, example_of, is_slug
from digesta.records.read import read_record, records_at
from digesta.records.release import Changes, Question, Review
from digesta.records.submission import Decision, Prediction
from digesta.schemas.formats import FORMATS
from naming import about

OWNERS = {"digesta.scorers.template", "digesta.scorers.golden"}
"""Modules of what lies beside an owner's scorer: its answers' shape is the owner's to say."""


def _record_classes() -> list[type[Record | Whole[Any]]]:
    found: dict[str, type[Record | Whole[Any]]] = {}
    places = (digesta.records, digesta.scorers)
    for module in (m for p in places for m in pkgutil.walk_packages(p.__path__, f"{p.__name__}.")):
        if module.name in OWNERS:
            continue
        for one in vars(importlib.import_module(module.name)).values():
            if isinstance(one, type) and issubclass(one, Record | Whole):
                found[one.__qualname__] = one
    bases = {base.__qualname__ for one in found.values() for base in one.__mro__[1:]}
    filled = {"Verdict", "PenaltyEnglish"}  # both a file's record and another record's base
    return [one for name, one in sorted(found.items()) if name not in bases - filled]


RECORDS = _record_classes()


def test_every_record_reads_its_example_and_gives_back_the_same_bytes() -> None:
    for record in RECORDS:
        with about(record.__name__):
            data = canonical_bytes(example_of(record))

            made = read_record(record, json.loads(data), "example.json")

            assert canonical_bytes(made.as_json()) == data


def test_every_record_and_field_says_what_it_means() -> None:
    for record in RECORDS:
        with about(record.__name__):
            fields = {} if issubclass(record, Whole) else record.model_fields

            unsaid = [
                name for name, field in fields.items() if not (field.description or "").strip()
            ]

            assert (record.__doc__ or "").strip()
            assert unsaid == []


def test_every_record_is_reachable_from_the_table_of_formats() -> None:
    found: list[type[BaseModel]] = []
    waiting = [one for each in FORMATS for one in records_at(each.record, ())]
    while waiting:
        record = waiting.pop()
        if record not in found:
            found.append(record)
            names = [field.alias or name for name, field in record.model_fields.items()]
            places = [(name, *mark) for name in names for mark in ((), (0,), ("k",), (0, 0))]
            waiting += [one for place in places for one in records_at(record, place)]

    assert {one.__name__ for one in RECORDS} - {one.__name__ for one in found} == set()


def test_names_of_formats_are_unique() -> None:
    names = [one.name for one in FORMATS]

    assert sorted(names) == sorted(set(names))


def test_an_absent_field_stays_absent() -> None:
    made = read_record(Prediction, {"question_id": "q", "answer": "no"}, "p.jsonl", 1)

    assert made.as_json() == {"question_id": "q", "answer": "no"}
    question = {k: v for k, v in example_of(Question).items() if k != "shown_sources"}
    assert "shown_sources" not in read_record(Question, question, "q.jsonl").as_json()


def test_a_null_answer_is_an_abstention_and_is_written() -> None:
    line = {"question_id": "q", "answer": None}

    assert read_record(Prediction, line, "p.jsonl").as_json() == line
    review = example_of(Review)
    review = review | {"readers": [review["readers"][0] | {"answer": None}]}
    assert read_record(Review, review, "r.jsonl").as_json() == review


def test_a_list_is_no_answer() -> None:
    with pytest.raises(ReleaseError, match="lists live in objects"):
        read_record(Prediction, {"question_id": "q", "answer": ["a"]}, "p.jsonl")


@pytest.mark.parametrize("name", ["con", "nul.txt", "com1", "a.", ".a", "A", "a b", "", "a" * 129])
def test_a_name_that_some_system_cannot_keep_is_no_slug(name: str) -> None:
    assert not is_slug(name)
    with pytest.raises(ReleaseError):
        read_record(Prediction, {"question_id": name, "answer": 1}, "p.jsonl")


def test_records_are_frozen_and_a_chain_starts_at_one() -> None:
    decision = read_record(Decision, example_of(Decision), "log/decisions.jsonl", 7)

    with pytest.raises(ValidationError, match="frozen"):
        decision.seq = 8  # type: ignore[misc]
    with pytest.raises(ReleaseError, match="/seq: 0"):
        read_record(Decision, example_of(Decision) | {"seq": 0}, "log/decisions.jsonl")


def test_a_first_release_has_no_previous() -> None:
    assert Changes(format="changes/1").as_json() == {
        "format": "changes/1",
        "added": [],
        "retired": [],
        "revised": [],
        "rekeyed": [],
    }
