"""Baselines answer from what others answered, and never see a truth of their own cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import pytest

from digesta.records.question import Question, Truth
from digesta_generate.baselines import (
    AnsweredExample,
    Answerer,
    Baseline,
    Shown,
    Sources,
    answers,
    closed,
)
from digesta_generate.baselines.nearest import answerer
from world import questions, truths

SEARCHES = ["lexical", "ngram", "embedding"]


def answers_of(name: str) -> Answerer:
    """Return a search's rule for one question."""
    return answerer(import_module(f"digesta_generate.baselines.{name}").SEARCH)


def asked(turn: str, *sources: str, **ask: Any) -> Shown:
    return {
        "turns": [{"role": "user", "content": turn}],
        "ask": ask,
        "shown_sources": [{"title": "1", "text": text} for text in sources],
    }


def test_no_truth_of_the_same_cluster_or_of_another_track_reaches_a_baseline() -> None:
    drafted = [
        Question.model_validate(one | {"cluster_id": f"c-{number // 3:04d}"})
        for number, one in enumerate(questions())
    ]
    drafted[-1] = drafted[-1].model_copy(update={"track": "other"})
    key = {one["question_id"]: Truth.model_validate(one) for one in truths(questions())}
    seen: dict[str, list[str]] = {}

    def spy(question: Shown, examples: Sequence[AnsweredExample]) -> Any:
        seen[question["turns"][0]["content"]] = [
            one.shown["turns"][0]["content"] for one in examples
        ]

    answers(Baseline("spy", "Spy", "", {"closed": closed(spy)}), drafted, Sources(key))

    for question in drafted:
        others = {
            one.turns[0].content
            for one in drafted
            if (one.track, one.cluster_id) != (question.track, question.cluster_id)
            and one.track == question.track
        }
        assert set(seen[question.turns[0].content]) == others
    assert len(seen) == len(drafted)


def test_a_question_without_a_truth_is_answered_and_teaches_nothing() -> None:
    drafted = [Question.model_validate(one) for one in questions()]
    known = Truth.model_validate(truths(questions())[0])
    seen: list[int] = []

    def spy(_: Shown, examples: Sequence[AnsweredExample]) -> Any:
        seen.append(len(examples))

    rule = Baseline("spy", "Spy", "", {"closed": closed(spy)})
    given = answers(rule, drafted, Sources({known.question_id: known}))

    assert len(given) == len(drafted)
    assert sorted(set(seen)) == [0, 1]


def shared_letters(texts: Sequence[str]) -> Callable[[str], list[float]]:
    return lambda query: [float(len(set(query) & set(text))) for text in texts]


def test_shared_choices_are_voted_on_by_the_five_nearest() -> None:
    near = [AnsweredExample(asked("abc" + "d" * n, answer_type="boolean"), n < 3) for n in range(5)]
    far = [AnsweredExample(asked("xyz", answer_type="boolean"), answer=False) for _ in range(9)]
    other_form = [AnsweredExample(asked("abc", answer_type="numeric", unit="days"), 7)] * 9

    answer = answerer(shared_letters)

    assert answer(asked("abc", answer_type="boolean"), [*far, *near, *other_form]) is True


def test_a_tied_vote_goes_to_the_nearer() -> None:
    choices = {"answer_type": "enum", "choices": ["x", "y"]}
    examples = [
        AnsweredExample(asked("ab", **choices), "x"),
        AnsweredExample(asked("abc", **choices), "y"),
    ]
    assert answerer(shared_letters)(asked("abc", **choices), examples) == "y"


def test_choices_of_its_own_are_compared_with_the_question_and_its_sources() -> None:
    question = asked("which?", "opq rst", answer_type="mcq", choices=["abc", "pqrst", "xyz"])
    assert answerer(shared_letters)(question, []) == "pqrst"


def test_a_schema_of_its_own_is_filled_leaf_by_leaf() -> None:
    schema = {
        "type": "object",
        "properties": {
            "who": {"enum": ["abc", "wxyz"]},
            "days": {"type": "integer"},
            "ok": {"type": "boolean"},
        },
    }
    question = asked("wxyz", "after 30 of 40", answer_type="json", schema=schema)
    assert answerer(shared_letters)(question, []) == {"who": "wxyz", "days": 30, "ok": True}


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_finds_the_same_words_in_four_scripts(name: str) -> None:
    texts = {
        "en": "Which blessing is said over cooked rice?",
        "he": "איזו ברכה מברכים על אורז מבושל?",
        "zh": "银行 违反 规定 的 罚款 是 多少?",
        "pt": "Qual artigo da Constituição estava em vigor?",
    }
    choices = {"answer_type": "enum", "choices": list(texts)}
    examples = [AnsweredExample(asked(text, **choices), key) for key, text in texts.items()]
    answer = answers_of(name)
    for key, text in texts.items():
        only = [one for one in examples for _ in range(3 if one.answer == key else 1)]
        assert answer(asked(text, **choices), only) == key


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_answers_what_shares_no_word_with_anything(name: str) -> None:
    answer = answers_of(name)
    example = AnsweredExample(asked("alpha beta", answer_type="boolean"), answer=False)
    assert answer(asked("???", answer_type="boolean"), [example]) is False
    assert answer(asked("", answer_type="mcq", choices=["a", "b"]), []) in {"a", "b"}
