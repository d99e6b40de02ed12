"""The five systems that know no law, for replies marked by what stands in them.

They know the list of labels, and which truths a task has, and how often. ``constant`` says what
earns most when it is always said; ``enumerate`` names everything there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from digesta.metrics.splitmix import below
from digesta.scorers.base import QuestionWithTruth, Response
from digesta.scorers.shared.adversaries import by_group, commonest, draw_seed, five
from digesta_legal.mentions.mark import MentionsKey, mark, prepare

_TRIED = 12
"""Of the commonest truths, how many ``constant`` tries."""
_FORMS = {"articles/1": "第{}条", "months/1": "{}个月", "amount/1": "{}元"}


def _best(members: Sequence[QuestionWithTruth]) -> str:
    """Return the truth that earns most when it is always given."""
    keys = list(map(_key, members))
    tried = commonest(Counter(key.right for key in keys))[:_TRIED]
    middle = sorted((key.right for key in keys), key=_size)[len(keys) // 2]
    texts = [as_text(keys[0], right) for right in dict.fromkeys([*tried, middle])]
    return max(texts, key=lambda text: sum(mark(key, Response(text))[0] for key in keys))


def _random(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return a truth of the task, drawn evenly from those that it has."""
    known = by_group(lambda members: sorted({_key(each).right for each in members}))(questions)
    return [
        as_text(_key(each), rights[below(len(rights), draw_seed(each), 0)])
        for rights, each in zip(known, questions, strict=True)
    ]


def _every(members: Sequence[QuestionWithTruth]) -> str:
    """Return all labels, or everything that is right somewhere in the task, commonest first."""
    keys = list(map(_key, members))
    counts = Counter(text for key in keys for text in key.right)
    return as_text(keys[0], keys[0].labels or tuple(commonest(counts)))


def as_text(key: MentionsKey, values: Sequence[str]) -> str:
    """Return labels or numbers as a reply would name them."""
    form = _FORMS.get(key.reading, "{}")
    return "、".join(form.format(value) for value in values)


def _key(question: QuestionWithTruth) -> MentionsKey:
    return prepare(question.question, question.truth, {})


def _size(right: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return (int(right[0]) if right[0].isdecimal() else 0, right)


ADVERSARIES = five(
    ("always says what earns most in its task", by_group(_best)),
    ("says a truth of its task, drawn evenly", _random),
    ("names every label, or all that is right in its task", by_group(_every)),
)
