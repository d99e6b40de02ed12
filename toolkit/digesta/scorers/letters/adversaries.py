"""The five systems that know no law, for questions answered by letters.

``constant`` gives, per task and number of choices, the letters that are right most often.
``random`` draws one letter, or where several may be right a set of them; its row is the exact
expectation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from digesta.metrics.splitmix import below
from digesta.scorers.base import QuestionWithTruth
from digesta.scorers.letters.mark import expectation, prepare
from digesta.scorers.letters.readings import letters_of
from digesta.scorers.shared.adversaries import by_group, commonest, draw_seed, five, of_each


def _shape(question: QuestionWithTruth) -> Hashable:
    return question.task, len(question.question["ask"]["choices"])


def _best(members: Sequence[QuestionWithTruth]) -> str:
    return commonest(Counter(str(member.truth["answer"]) for member in members))[0]


def _draw(question: QuestionWithTruth) -> str:
    sets = prepare(question.question, question.truth, {}).sets
    return "".join(sorted(sets[below(len(sets), draw_seed(question))]))


def _every_letter(question: QuestionWithTruth) -> str:
    return letters_of(len(question.question["ask"]["choices"]))


ADVERSARIES = five(
    ("the letters that are right most often in its task", by_group(_best, _shape)),
    ("draws among the letters", of_each(_draw)),
    ("answers with all letters", of_each(_every_letter)),
    expected=expectation,
)
