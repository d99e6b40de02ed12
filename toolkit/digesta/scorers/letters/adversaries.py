"""The five systems that know no law, for questions answered by letters.

``constant`` gives, per task and number of choices, the letters that are right most often.
``random`` draws one letter, or where several may be right a set of them; its row is the exact
expectation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from digesta.metrics.splitmix import below
from digesta.scorers.base import Adversary, QuestionWithTruth
from digesta.scorers.letters.mark import LettersKey, expectation, prepare
from digesta.scorers.letters.readings import letters_of
from digesta.scorers.shared.adversaries import ECHO, SILENT, answer_by_group, commonest, draw_seed


def _shape(question: QuestionWithTruth) -> Hashable:
    return question.task, len(question.question["ask"]["choices"])


def constant(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return the letters that are right most often, per task and number of choices."""

    def best(members: list[QuestionWithTruth]) -> str:
        answers: list[str] = [member.truth["answer"] for member in members]
        return commonest(Counter(answers))[0]

    return answer_by_group(questions, _shape, best)


def random(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return letters drawn evenly, seeded by the question's id."""
    keys = (prepare(each.question, each.truth, {}) for each in questions)
    return [_draw(key, draw_seed(each)) for key, each in zip(keys, questions, strict=True)]


def _draw(key: LettersKey, seed: int) -> str:
    sets = key.sets
    return "".join(sorted(sets[below(len(sets), seed)]))


def enumerate_all(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return every letter."""
    return [letters_of(len(each.question["ask"]["choices"])) for each in questions]


ADVERSARIES: tuple[Adversary[LettersKey], ...] = (
    SILENT,
    Adversary("constant", "the letters that are right most often in its task", constant),
    Adversary("random", "draws among the letters", random, expectation),
    Adversary("enumerate", "answers with all letters", enumerate_all),
    ECHO,
)
