"""The five systems that know no law, on closed questions."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from digesta.metrics.splitmix import below, seed_from, splitmix64
from digesta.scorers import SCORERS
from digesta.scorers.base import Adversary, QuestionWithTruth, Response

CLOSED = SCORERS["closed"]


def adversary(name: str) -> Adversary[Any]:
    return next(one for one in CLOSED.adversaries if one.name == name)


def asked(
    number: int, ask: dict[str, Any], answer: Any, *accepted: Any, task: str = "t"
) -> QuestionWithTruth:
    question = {
        "question_id": f"q{number}",
        "task": task,
        "language": "en",
        "turns": [
            {"role": "system", "content": "s"},
            {"role": "user", "content": f"turn {number}"},
        ],
        "ask": ask,
    }
    return QuestionWithTruth(
        f"q{number}", task, question, {"answer": answer, "accepted": list(accepted)}
    )


def marks(name: str, questions: list[QuestionWithTruth]) -> list[int]:
    answers = adversary(name).answers(questions)
    prepared = [CLOSED.prepare(one.question, one.truth, {}) for one in questions]
    return [CLOSED.mark(p, Response(a))[0] // 10**9 for p, a in zip(prepared, answers, strict=True)]


def mcq(*choices: str, labels: str = "") -> dict[str, Any]:
    return {"answer_type": "mcq", "choices": list(choices)} | (
        {"labels": list(labels)} if labels else {}
    )


def order(*names: str) -> dict[str, Any]:
    n = len(names)
    items = {"type": "string", "enum": list(names)}
    member = {"type": "array", "items": items, "minItems": n, "maxItems": n}
    return {"answer_type": "json", "schema": {"type": "object", "properties": {"o": member}}}


def clock(minutes: str) -> dict[str, Any]:
    tolerance = {"amount": minutes, "kind": "absolute"}
    return {"answer_type": "numeric", "unit": "clock", "tolerance": tolerance}


def number(amount: str) -> dict[str, Any]:
    return {"answer_type": "numeric", "tolerance": {"amount": amount, "kind": "absolute"}}


def test_the_constant_goes_by_position_where_choices_are_shown() -> None:
    questions = [
        asked(1, mcq("a", "b"), "b"),
        asked(2, mcq("c", "d"), "d"),
        asked(3, mcq("d", "e"), "d"),
        asked(4, mcq("d", "e", "f"), "d"),
    ]

    assert adversary("constant").answers(questions) == ["b", "d", "e", "d"]
    assert marks("constant", questions) == [1, 1, 0, 1]


def test_the_constant_knows_accepted_choices_and_keeps_tasks_apart() -> None:
    enum = {"answer_type": "enum", "choices": ["x", "y", "z"]}
    questions = [
        asked(1, enum, "x", "z"),
        asked(2, enum, "y", "z"),
        asked(3, enum, "y", task="other"),
    ]

    assert adversary("constant").answers(questions) == ["z", "z", "y"]


def test_the_constant_goes_by_value_elsewhere_and_ties_go_to_the_least() -> None:
    questions = [
        asked(1, {"answer_type": "enum"}, "B"),
        asked(2, {"answer_type": "enum"}, "a", "c"),
        asked(3, {"answer_type": "boolean"}, answer=True),
        asked(4, {"answer_type": "boolean"}, answer=False),
        asked(5, {"answer_type": "json", "schema": {}}, {"k": 2}),
    ]

    assert adversary("constant").answers(questions) == ["a", "a", False, False, {"k": 2}]


def test_the_constant_finds_the_number_within_most_tolerances() -> None:
    questions = [
        asked(1, number("5"), 10),
        asked(2, number("5.25"), "20"),
        asked(3, number("0"), 10),
        asked(4, number("1"), 15, 16),
        asked(5, clock("1"), "00:00"),
    ]

    assert adversary("constant").answers(questions) == ["1475e-2"] * 5
    assert marks("constant", questions) == [1, 1, 0, 1, 0]


def test_the_constant_finds_a_time_of_day_and_none_before_midnight() -> None:
    questions = [asked(1, clock("3"), "00:01"), asked(2, clock("1"), "00:05")]

    assert adversary("constant").answers(questions) == ["00:04", "00:04"]
    assert adversary("constant").answers(questions[:1]) == ["00:00"]


def test_the_constant_sees_an_order_that_is_listed_in_its_true_order() -> None:
    questions = [
        asked(1, order("dawn", "noon"), {"o": ["dawn", "noon"]}),
        asked(2, order("sunset", "night"), {"o": ["sunset", "night"]}),
    ]

    assert marks("constant", questions) == [1, 1]


@pytest.mark.parametrize(
    ("ask", "truth", "options"),
    [
        (mcq("a", "b", "c"), ["b"], ["a", "b", "c"]),
        (mcq("a", "b", "c"), ["b", "c"], ["a", "b", "c"]),
        ({"answer_type": "enum", "choices": ["a", "b"]}, ["b", "bee"], ["a", "b"]),
        ({"answer_type": "boolean"}, [False], [False, True]),
        (order(*"abc"), [{"o": list("cab")}], [{"o": list(p)} for p in permutations("abc")]),
        ({"answer_type": "enum"}, ["a"], [None]),
        (number("1"), [3], [None]),
        ({"answer_type": "json", "schema": {}}, [{}], [None]),
    ],
)
def test_randoms_expectation_is_the_mean_over_all_that_it_may_draw(
    ask: dict[str, Any], truth: list[Any], options: list[Any]
) -> None:
    one = asked(1, ask, *truth)
    prepared = CLOSED.prepare(one.question, one.truth, {})
    expected = adversary("random").expected
    assert expected is not None

    rows = np.array([CLOSED.mark(prepared, Response(option)) for option in options])
    means = [round(Fraction(int(total), len(options))) for total in rows.sum(axis=0)]

    assert list(expected(prepared)) == means


def test_random_draws_evenly_among_what_is_shown_and_leaves_open_questions_out() -> None:
    questions = [asked(i, mcq("a", "b", "c", "d"), "a") for i in range(2000)]
    drawn = adversary("random").answers(questions)

    assert all(400 < drawn.count(choice) < 600 for choice in "abcd")
    assert adversary("random").answers([asked(1, number("1"), 5)]) == [None]


def test_random_draws_every_order() -> None:
    questions = [asked(i, order(*"abc"), {"o": list("abc")}) for i in range(1200)]
    drawn = ["".join(answer["o"]) for answer in adversary("random").answers(questions)]

    assert all(150 < drawn.count("".join(p)) < 250 for p in permutations("abc"))


def test_enumerating_says_everything_at_once_and_is_never_right() -> None:
    schema = {
        "type": "object",
        "properties": {
            "names": {"type": "array", "items": {"enum": ["x", "y", "z"]}, "maxItems": 2},
            "texts": {"type": "array", "items": {"type": "string"}},
            "kind": {"enum": ["k", "l"]},
            "fixed": {"const": 7},
            "n": {"type": "integer", "minimum": 3},
            "share": {"type": "number"},
            "yes": {"type": "boolean"},
            "any": {},
        },
    }
    questions = [
        asked(1, mcq("a", "b", labels="PQ"), "b"),
        asked(2, mcq("a", "b"), "b"),
        asked(3, {"answer_type": "boolean"}, answer=True),
        asked(4, {"answer_type": "enum"}, "u"),
        asked(5, number("1"), 5),
        asked(6, {"answer_type": "json", "schema": schema}, {"kind": "k", "fixed": 7}),
    ]

    assert adversary("enumerate").answers(questions) == [
        "P, Q",
        "a, b",
        "true, false, yes, no",
        "5, u",
        "5, u",
        {"names": ["x", "y"], "texts": [""], "kind": "k", "fixed": 7, "n": 3, "share": 0,
         "yes": True, "any": None},
    ]  # fmt: skip
    assert marks("enumerate", questions) == [0] * 6


def test_echo_repeats_the_last_turn_and_silence_says_nothing() -> None:
    questions = [asked(1, number("1"), 5), asked(2, {"answer_type": "enum"}, "u")]

    assert adversary("echo").answers(questions) == ["turn 1", "turn 2"]
    assert adversary("silent").answers(questions) == [None, None]


def test_splitmix64_gives_the_published_stream() -> None:
    # The first numbers of the reference C program for seed 1234567.
    stream = [6457827717110365317, 3203168211198807973, 9817491932198370423]

    assert [splitmix64(1234567, index) for index in range(3)] == stream
    assert {below(3, seed_from(str(n))) for n in range(50)} == {0, 1, 2}
