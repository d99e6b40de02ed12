"""The queries and texts of a search, and the ranking of its results.

A ranking rounds the scores and breaks ties by id, so that the last bits of a sum on another machine
change nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from digesta.intake.records import read_records
from digesta.records.question import Question
from digesta.scorers.ranking.records import CorpusDocument
from digesta_legal.retrieval.records import Case, text_sha256

Search = Callable[[Sequence[str]], Callable[[str], Sequence[float]]]
"""Takes texts, and returns a function that scores a query against each."""

DIGITS = 4
"""Decimals of a score that count in a ranking."""


def best(scores: Mapping[str, float], most: int) -> list[str]:
    """Return the ids with the highest scores, best first; equal ones by id.

    >>> best({"b": 0.50001, "a": 0.5, "c": 0.7}, 2)
    ['c', 'a']
    """
    return sorted(scores, key=lambda text_id: (-round(scores[text_id], DIGITS), text_id))[:most]


def queries(questions: Sequence[Question]) -> dict[str, str]:
    """Return each question's own words by its id."""
    turns = defaultdict[str, list[str]](list)
    for question in questions:
        turns[question.track].append(question.turns[-1].content)
    shared = {track: _shared(texts) for track, texts in turns.items()}
    return {
        question.question_id: question.turns[-1].content[shared[question.track] :]
        for question in questions
    }


def _shared(texts: Sequence[str]) -> int:
    """Return the length of the whole lines that two or more texts begin with."""
    # The common beginning of the least and the greatest text is that of all.
    first, last = min(texts), max(texts)
    if first == last:
        return 0
    lines = zip(first.splitlines(keepends=True)[:-1], last.splitlines(keepends=True), strict=False)
    return sum(len(line) for line, _ in takewhile(lambda pair: pair[0] == pair[1], lines))


def corpus_file(corpus: str, resources: Mapping[str, Any]) -> str:
    """Return the file of a corpus NAME/2: NAME/corpus-2.jsonl of documents, or NAME/corpus.jsonl.

    The latter is of cases.
    """
    name, _, version = corpus.partition("/")
    documents = f"{name}/corpus-{version}.jsonl"
    return documents if documents in resources else f"{name}/corpus.jsonl"


def cases_of(corpus: str, resources: Mapping[str, Any]) -> list[Case]:
    """Return the cases of a corpus NAME/version; of documents as cases without a judgment."""
    path = corpus_file(corpus, resources)
    if not path.endswith("/corpus.jsonl"):
        pairs = [(each.document, each.text) for each in documents_of(corpus, resources)]
        bare: dict[str, Any] = {"accusation": [], "articles": []}
        return [
            Case(case=name, text=text, text_sha256=text_sha256(text), **bare)
            for name, text in pairs
        ]
    return read_records(Case, bytes(resources[path]), file=path)


def documents_of(corpus: str, resources: Mapping[str, Any]) -> list[CorpusDocument]:
    """Return the documents of a corpus NAME/2, which lie in resources/NAME/corpus-2.jsonl."""
    name, _, version = corpus.partition("/")
    path = f"{name}/corpus-{version}.jsonl"
    return read_records(CorpusDocument, bytes(resources[path]), file=path)
