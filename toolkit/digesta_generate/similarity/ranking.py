"""What is searched, for what, and the order of what is nearest.

An order of texts rounds the scores and breaks ties by id, so that the last bits of a sum on another
machine change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.question import Question
from digesta.records.reading import read_record
from digesta.scorers.retrieval.records import Case

Search = Callable[[Sequence[str]], Callable[[str], Sequence[float]]]
"""Texts to what scores a query against each of them."""

DIGITS = 4
"""Decimals of a score that an order looks at."""


def best(scores: Mapping[str, float], most: int) -> list[str]:
    """Return the ids with the highest scores, best first; equal ones by id.

    >>> best({"b": 0.50001, "a": 0.5, "c": 0.7}, 2)
    ['c', 'a']
    """
    return sorted(scores, key=lambda text_id: (-round(scores[text_id], DIGITS), text_id))[:most]


def queries(questions: Sequence[Question]) -> dict[str, str]:
    """Return each question's own words by its id."""
    last = {question.question_id: question.turns[-1].content for question in questions}
    tracks = sorted({question.track for question in questions})
    shared = {
        track: _shared(
            [last[question.question_id] for question in questions if question.track == track]
        )
        for track in tracks
    }
    return {
        question.question_id: last[question.question_id][shared[question.track] :]
        for question in questions
    }


def _shared(texts: Sequence[str]) -> int:
    """Return the length of the whole lines that two or more texts begin with."""
    # What the least and the greatest of some texts begin with, all of them begin with.
    first, last = min(texts), max(texts)
    if first == last:
        return 0
    lines = zip(first.splitlines(keepends=True)[:-1], last.splitlines(keepends=True), strict=False)
    return sum(len(line) for line, _ in takewhile(lambda pair: pair[0] == pair[1], lines))


def cases_of(corpus: str, resources: Mapping[str, Any]) -> list[Case]:
    """Return the cases of a corpus NAME/version, which lies in resources/NAME/corpus.jsonl."""
    path = f"{corpus.partition('/')[0]}/corpus.jsonl"
    return [
        read_record(Case, strict_json(line, file=path, line=at, limits=RELEASE_LIMITS), path, at)
        for at, line in enumerate(bytes(resources[path]).splitlines(), start=1)
    ]
