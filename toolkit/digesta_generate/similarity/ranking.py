"""The queries and texts of a search, and the ranking of its results.

A ranking rounds the scores and breaks ties by id, so that the last bits of a sum on another machine
change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import dropwhile
from typing import Any, TypeVar

from digesta.intake.records import read_records
from digesta.records.question import Question
from digesta.scorers.ranking.records import CorpusDocument, RankingAsk
from digesta_legal.retrieval.records import Case, RetrievalAsk, text_sha256

Search = Callable[[Sequence[str]], Callable[[str], Sequence[float]]]
"""Takes texts, and returns a function that scores a query against each."""

DIGITS = 4
"""Decimals of a score that count in a ranking."""

_Id = TypeVar("_Id", str, int)


def best(scores: Mapping[_Id, float], most: int) -> list[_Id]:
    """Return the ids with the highest scores, best first; equal ones by id.

    >>> best({"b": 0.50001, "a": 0.5, "c": 0.7}, 2)
    ['c', 'a']
    """
    return sorted(scores, key=lambda text_id: (-round(scores[text_id], DIGITS), text_id))[:most]


def queries(questions: Sequence[Question]) -> dict[str, str]:
    """Return each question's own words by its id: its last turn without the instructions above.

    An instruction is a line that two questions of a track and scorer share, and a tenth of them:
    one instruction for many would find one text for many. A turn of nothing else stays whole.
    """
    lines = {
        each.question_id: each.turns[-1].content.splitlines(keepends=True) for each in questions
    }
    size = Counter((each.track, each.scorer) for each in questions)
    shared = Counter(
        (each.track, each.scorer, line)
        for each in questions
        for line in {line.strip() for line in lines[each.question_id]}
    )

    def is_instruction(question: Question, line: str) -> bool:
        group = question.track, question.scorer
        return not line.strip() or shared[*group, line.strip()] >= max(2, size[group] // 10)

    own = {
        each.question_id: dropwhile(partial(is_instruction, each), lines[each.question_id])
        for each in questions
    }
    return {key: "".join(kept) or "".join(lines[key]) for key, kept in own.items()}


def ask_of(question: Question) -> RetrievalAsk | RankingAsk:
    """Return what a question of any scorer of ranked lists asks for."""
    form = RetrievalAsk if question.scorer == "retrieval" else RankingAsk
    return form.model_validate(question.as_json()["ask"])


def is_own(case: Case, ask: RetrievalAsk | RankingAsk) -> bool:
    """Return whether a case is the query's own, by the digest of its text."""
    return isinstance(ask, RetrievalAsk) and case.text_sha256 == ask.query_sha256


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
