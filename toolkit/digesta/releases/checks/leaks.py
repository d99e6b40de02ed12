"""Open fields may not tell a truth: they hold no answer as whole tokens.

Exempt are numbers, booleans, texts under four characters, what stands in a list shown to every
answerer (in the ask, or in a table that the ask names: ``Scorer.listed``), shown sources, and turns
that several questions share word for word: such an instruction tells no truth of one. The rule
also holds for tags, attribution, cluster and difficulty, and for the reason why a sealed
question changed.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from digesta.errors import Problem
from digesta.records.release import Question
from digesta.releases.data import ReleaseData
from digesta.releases.near_copies import ENOUGH
from digesta.scorers import SCORERS

_TEXT_LONG_ENOUGH = 4


def leaks(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse a question whose open fields hold its own truth as whole tokens."""
    turns = Counter(turn.content for question in draft.questions for turn in question.turns)
    shared = {text for text, count in turns.items() if count >= ENOUGH}
    for question in draft.questions:
        truth = draft.truths.get(question.question_id)
        if truth is None:
            continue
        own = (text for text in _open_texts(draft, question) if text not in shared)
        open_text = _tokens(" ".join(own))
        shown = {_tokens(text) for text in _visible_texts(draft, question)}
        for text in sorted(set(texts_of([truth.truth]))):
            tokens = _tokens(text)
            if len(text) >= _TEXT_LONG_ENOUGH and tokens not in shown and tokens in open_text:
                wrong = partial(draft.problem, "questions.jsonl", question.question_id)
                fix = "reword the field that holds it, or show a document in shown_sources"
                yield wrong("truth-in-question", got=text, fix=fix)


def _open_texts(draft: ReleaseData, question: Question) -> Iterator[str]:
    """Yield the texts of a question's open records; of a sealed one, also why it changed."""
    yield from (turn.content for turn in question.turns)
    yield from (*question.tags, question.attribution, question.cluster_id, question.difficulty)
    if question.split == "holdout":
        yield question.question_id
        changes = draft.changes
        for change in (*changes.added, *changes.revised, *changes.rekeyed):
            if change.question_id == question.question_id:
                yield change.reason


def _visible_texts(draft: ReleaseData, question: Question) -> Iterator[str]:
    """Yield the texts of the lists that every answerer of a question is shown."""
    yield from texts_of(_lists(question.ask))
    if scorer := SCORERS.get(question.scorer):
        yield from scorer.listed(question.ask, draft.resources)


def _tokens(text: str) -> str:
    words = re.findall(r"\w+", unicodedata.normalize("NFC", text).casefold())
    return f" {' '.join(words)} "


def texts_of(values: Iterable[Any]) -> Iterator[str]:
    """Yield every text within some JSON values; keys are none."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from texts_of(value.values())
        elif isinstance(value, list):
            yield from texts_of(value)


def _lists(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, list):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else []:
        yield from _lists(inner)
