"""The reader of records: every problem of a value, each located, with the next step."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Any, get_args

import pytest
from pydantic import Field

from digesta.errors import InputError, Problem, ReleaseError, SubmissionError
from digesta.records.base import Record, example_of
from digesta.records.board import Board
from digesta.records.read import FIXES, read_record
from digesta.records.release import Manifest, Question
from digesta.records.submission import Card
from digesta.records.track import Track
from digesta.schemas.formats import FORMATS
from digesta_legal.temporal.records import TemporalAsk
from naming import about

OBJECTS = [
    one
    for one in FORMATS
    if one.name not in ("citations-answer", "mentions-answer", "rubric-answer", "extraction-answer")
]
NOT_A_VALUE = [[7.5]]
"""A list of a list of a fraction: no field of any format may be that."""


def _problems(record: Any, value: Any, **place: Any) -> tuple[Problem, ...]:
    with pytest.raises(InputError) as caught:
        read_record(record, value, **({"file": "f.json"} | place))
    return caught.value.problems


def test_an_unknown_key_is_refused_with_the_nearest_valid_one() -> None:
    for one in OBJECTS:
        with about(one.name):
            example = example_of(one.record)
            key = list(example)[-1]

            (problem,) = _problems(one.record, example | {f"{key}x": 1})

            assert (problem.code, problem.got, problem.nearest) == ("unknown-key", f"/{key}x", key)
            assert key in problem.expected
            assert problem.fix == FIXES["unknown-key"]


def test_a_list_for_a_strict_tuple_is_refused_with_what_the_record_lacks() -> None:
    class Pair(Record):
        strict: tuple[str, str]

    (problem,) = _problems(Pair, {"strict": ["a", "b"]})

    assert (problem.code, problem.got) == ("strict-tuple", '/strict: ["a", "b"]')
    assert problem.expected == "a tuple, which no file can hold"
    assert problem.fix == "in the record, give the field Field(strict=False)"


def test_a_text_for_a_tuple_is_refused_with_a_list_expected() -> None:
    class Pair(Record):
        lax: Annotated[tuple[str, str], Field(strict=False)]

    (problem,) = _problems(Pair, {"lax": "ab"})

    assert (problem.code, problem.expected) == ("wrong-type", "a list")


def test_a_null_is_refused_wherever_it_stands_but_in_an_answer() -> None:
    for one in OBJECTS:
        with about(one.name):
            example = example_of(one.record)

            for key in example:
                if key != "answer":
                    problems = _problems(one.record, example | {key: None})
                    assert [(p.code, p.got) for p in problems] == [("null", f"/{key}: null")]


def test_a_value_of_the_wrong_type_is_refused_where_it_stands() -> None:
    for one in OBJECTS:
        with about(one.name):
            example = example_of(one.record)

            for key in example:
                problems = _problems(one.record, example | {key: NOT_A_VALUE})
                assert all(p.got.startswith(f"/{key}") for p in problems), problems
                assert all(p.code in ("wrong-type", "bad-value") and p.expected for p in problems)


def test_a_missing_key_is_refused_with_its_meaning() -> None:
    for one in OBJECTS:
        with about(one.name):
            example = example_of(one.record)
            required = [
                k for k, f in one.record.model_fields.items() if f.is_required() and k != "root"
            ]

            for name in required:
                key = one.record.model_fields[name].alias or name
                problems = _problems(one.record, {k: v for k, v in example.items() if k != key})
                meaning = one.record.model_fields[name].description
                expected = ("missing-key", f"no /{key}", meaning)
                assert expected in [(p.code, p.got, p.expected) for p in problems]


def test_a_value_that_is_no_object_is_refused() -> None:
    for one, value in product(FORMATS, [None, True, 7.5, NOT_A_VALUE]):
        with about(f"{one.name}: {value}"):
            (problem,) = _problems(one.record, value)

            assert problem.got.startswith("the whole value")


WITH_FORMAT = [one for one in FORMATS if "format" in one.record.model_fields]


def test_an_unknown_format_is_the_one_problem_that_is_named() -> None:
    for one in WITH_FORMAT:
        with about(one.name):
            known = get_args(one.record.model_fields["format"].annotation)
            kind, _, number = known[-1].partition("/")
            newer = f"{kind}/{int(number) + 1}"

            (problem,) = _problems(one.record, {"format": newer, "since_then": None})

            assert problem.code == "unknown-format"
            assert problem.got == f'/format: "{newer}"'
            assert problem.expected == " or ".join(known)
            assert example_of(one.record)["format"] == known[-1]


def test_the_formats_that_say_their_version() -> None:
    assert {"release", "board", "facts", "judge", "holdout"} <= {one.name for one in WITH_FORMAT}


def test_every_problem_of_a_value_is_listed_with_file_line_and_question() -> None:
    question = example_of(Question)
    turns = [*question["turns"], {"role": "robot", "content": ""}]
    broken = question | {"turns": turns, "split": "secret", "released": "2026-02-30", "tagz": []}

    problems = _problems(Question, broken, file="questions.jsonl", line=4)

    assert {p.place for p in problems} == {"questions.jsonl:4"}
    assert {p.question_id for p in problems} == {question["question_id"]}
    assert [(p.code, p.got) for p in problems] == [
        ("bad-value", '/split: "secret"'),
        ("bad-value", '/turns/1/role: "robot"'),
        ("bad-value", '/turns/1/content: ""'),
        ("bad-value", '/released: "2026-02-30"'),
        ("unknown-key", "/tagz"),
    ]
    assert problems[1].expected == "'system', 'user' or 'assistant'"
    assert problems[-1].nearest == "tags"


def test_a_key_that_is_gone_is_answered_by_what_to_do_instead() -> None:
    (problem,) = _problems(Manifest, example_of(Manifest) | {"commitments": {}})
    assert (problem.code, problem.got) == ("unknown-key", "/commitments")
    assert problem.fix.startswith("remove it: releases have no commitments")


def test_a_problem_inside_a_score_is_located_without_the_rule_that_was_tried() -> None:
    score = {"name": "s", "pool": "every", "metricc": "f1"}
    track = example_of(Track) | {"scores": [score], "headline": "s"}

    problems = _problems(Manifest, example_of(Manifest) | {"tracks": [track]})

    assert [(p.code, p.got) for p in problems] == [
        ("bad-value", '/tracks/0/scores/0/pool: "every"'),
        ("missing-key", "no /tracks/0/scores/0/metric"),
        ("unknown-key", "/tracks/0/scores/0/metricc"),
    ]
    assert problems[0].expected == "a list or 'all'"
    assert problems[2].nearest == "metric"


def test_a_question_of_no_known_kind_is_told_the_kinds() -> None:
    ask = example_of(TemporalAsk)

    (problem,) = _problems(TemporalAsk, ask | {"kind": "guess"})
    assert (problem.code, problem.got) == ("bad-value", '/kind: "guess"')
    assert "'lineage'" in problem.expected
    (problem,) = _problems(TemporalAsk, {k: v for k, v in ask.items() if k != "kind"})
    assert (problem.code, problem.got) == ("missing-key", "no /kind")


def test_a_key_of_a_map_is_located() -> None:
    track = example_of(Track)
    tasks = {"Bad Name": track["tasks"]["point_in_time"]}

    problems = _problems(Track, track | {"tasks": tasks})

    assert problems[0].got.startswith("/tasks/Bad Name")


def test_a_pointer_escapes_what_a_key_holds() -> None:
    decoding = {"a/b~c": [None]}

    (problem,) = _problems(Card, example_of(Card) | {"decoding": decoding})

    assert problem.got == "/decoding/a~1b~0c/0: null"


def test_a_long_value_is_cut_and_a_hostile_one_is_escaped() -> None:
    (problem,) = _problems(Card, example_of(Card) | {"notes": "\x1b[2J" + "x" * 9999})

    assert len(problem.got) < 100
    assert str(problem).isprintable()


def test_the_caller_chooses_the_error() -> None:
    with pytest.raises(SubmissionError):
        read_record(Card, {}, "submission.json", error=SubmissionError)
    with pytest.raises(ReleaseError):
        read_record(Card, {}, "submission.json")


def test_a_board_with_an_integer_for_a_share_is_read() -> None:
    board = read_record(Board, example_of(Board) | {"chance": 0}, "board.json")

    assert board.chance == 0


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1.5, -0.1])
def test_a_share_lies_between_zero_and_one(number: float) -> None:
    (problem,) = _problems(Board, example_of(Board) | {"chance": number})

    assert problem.got.startswith("/chance")
