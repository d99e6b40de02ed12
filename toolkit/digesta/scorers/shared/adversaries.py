"""The five adversaries of a scorer, made of what it would answer to a group of questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from digesta.metrics.splitmix import seed_from
from digesta.scorers.base import Adversary, QuestionWithTruth, Row

H = TypeVar("H", bound=Hashable)
Q = TypeVar("Q")
Answers = Callable[[Sequence[QuestionWithTruth]], Sequence[Any]]


def last_turn(question: QuestionWithTruth) -> str:
    """Return the text of the question's last turn."""
    text: str = question.question["turns"][-1]["content"]
    return text


def draw_seed(question: QuestionWithTruth) -> int:
    """Return the seed of what ``random`` draws for a question."""
    return seed_from(f"random/1\n{question.question_id}")


def answer_by_group(
    questions: Sequence[Q], group_of: Callable[[Q], Hashable], answer_of: Callable[[list[Q]], Any]
) -> list[Any]:
    """Return an answer to each question, the same to all of a group.

    >>> answer_by_group([1, 2, 3], lambda n: n % 2, sum)
    [4, 2, 4]
    """
    groups: defaultdict[Hashable, list[Q]] = defaultdict(list)
    for question in questions:
        groups[group_of(question)].append(question)
    answers = {group: answer_of(members) for group, members in groups.items()}
    return [answers[group_of(question)] for question in questions]


def task_of(question: QuestionWithTruth) -> str:
    """Return the question's task, for ``answer_by_group``."""
    return question.task


def commonest(counts: Mapping[H, int]) -> list[H]:
    """Return the keys of counts, the most frequent first, ties in their own order.

    >>> commonest({"b": 1, "a": 1, "c": 2})
    ['c', 'a', 'b']
    """
    keys: Iterable[Any] = counts
    return sorted(keys, key=lambda key: (-counts[key], key))


def by_group(
    answer_of: Callable[[list[QuestionWithTruth]], Any],
    group_of: Callable[[QuestionWithTruth], Hashable] = task_of,
) -> Answers:
    """Return what gives all questions of a group, such as a task, the same answer."""
    return lambda questions: answer_by_group(questions, group_of, answer_of)


def of_each(answer_of: Callable[[QuestionWithTruth], Any]) -> Answers:
    """Return what answers each question without the others."""
    return lambda questions: list(map(answer_of, questions))


SILENT: Adversary[Any] = Adversary(
    "silent", "answers nothing", lambda questions: [None] * len(questions)
)
ECHO: Adversary[Any] = Adversary("echo", "repeats the question", of_each(last_turn))


def five(
    constant: tuple[str, Answers],
    random: tuple[str, Answers],
    enumerate_: tuple[str, Answers],
    *,
    expected: Callable[[Any], Row] | None = None,
    echo: Adversary[Any] = ECHO,
) -> tuple[Adversary[Any], ...]:
    """Return the five, each from what it does and its answers. expected: of ``random``."""
    return (
        SILENT,
        Adversary("constant", *constant),
        Adversary("random", *random, expected),
        Adversary("enumerate", *enumerate_),
        echo,
    )
