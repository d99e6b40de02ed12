"""The five systems that know no law, for replies marked by what stands in them.

They know the list of labels, and which truths a task has, and how often. ``constant`` says what
earns most when it is always said; ``enumerate`` names everything there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from digesta.metrics.splitmix import below
from digesta.scorers.base import Adversary, QuestionWithTruth, Response
from digesta.scorers.shared.adversaries import (
    ECHO,
    SILENT,
    answer_by_group,
    commonest,
    draw_seed,
    task_of,
)
from digesta_legal.mentions.mark import MentionsKey, mark, prepare

_TRIED = 12
"""Of the commonest truths, how many ``constant`` tries."""
_FORMS = {"articles/1": "第{}条", "months/1": "{}个月", "amount/1": "{}元"}


def constant(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return, per task, the truth that earns most when it is always given."""

    def best(members: list[QuestionWithTruth]) -> str:
        keys = list(map(_key, members))
        tried = commonest(Counter(key.right for key in keys))[:_TRIED]
        middle = sorted((key.right for key in keys), key=_size)[len(keys) // 2]
        texts = [as_text(keys[0], right) for right in dict.fromkeys([*tried, middle])]
        return max(texts, key=lambda text: _total_credit(keys, text))

    return answer_by_group(questions, task_of, best)


def random(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return a truth of the task, drawn evenly from those that it has."""
    known = answer_by_group(
        questions, task_of, lambda members: sorted({_key(each).right for each in members})
    )
    return [
        as_text(_key(each), rights[below(len(rights), draw_seed(each), 0)])
        for rights, each in zip(known, questions, strict=True)
    ]


def enumerate_all(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return all labels, or everything that is right somewhere in the task, commonest first."""

    def every(members: list[QuestionWithTruth]) -> str:
        keys = list(map(_key, members))
        counts = Counter(text for key in keys for text in key.right)
        return as_text(keys[0], keys[0].labels or tuple(commonest(counts)))

    return answer_by_group(questions, task_of, every)


def as_text(key: MentionsKey, values: Sequence[str]) -> str:
    """Return labels or numbers as a reply would name them."""
    form = _FORMS.get(key.reading, "{}")
    return "、".join(form.format(value) for value in values)


def _key(question: QuestionWithTruth) -> MentionsKey:
    return prepare(question.question, question.truth, {})


def _size(right: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return (int(right[0]) if right[0].isdecimal() else 0, right)


def _total_credit(keys: Sequence[MentionsKey], text: str) -> int:
    return sum(mark(key, Response(text))[0] for key in keys)


ADVERSARIES: tuple[Adversary[MentionsKey], ...] = (
    SILENT,
    Adversary("constant", "always says what earns most in its task", constant),
    Adversary("random", "says a truth of its task, drawn evenly", random),
    Adversary("enumerate", "names every label, or all that is right in its task", enumerate_all),
    ECHO,
)
