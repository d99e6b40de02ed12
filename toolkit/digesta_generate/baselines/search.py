"""What search baselines share: a text search in, answers to the scorers that have a corpus out.

A search indexes texts once and then scores any query against each of them, higher is nearer. An
order of texts rounds the scores and breaks ties by id, so that the last bits of a sum change
nothing. (A network's vectors differ by more from processor to processor: see ``vectors``.)

The query is what a question says of its own: its last turn, without the instructions
above it (one instruction for many would find one clause for many).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from digesta.errors import UsageError
from digesta.records.question import Question
from digesta_generate.baselines import BaselineAnswer, Sources, Way
from digesta_generate.compilations.statutes import Clause
from digesta_generate.similarity.ranking import Search, ask_of, best, cases_of, is_own, queries

PASSAGES = 5
"""Clauses that a search hands on: as many as ``hit_at_5`` looks at."""


def rank_texts(search: Search) -> Way:
    """Return the way that ranks the texts of a question's corpus, its own case left out."""

    def way(questions: Sequence[Question], sources: Sources) -> dict[str, BaselineAnswer]:
        words, answers = queries(questions), dict[str, BaselineAnswer]()
        asks = {question.question_id: ask_of(question) for question in questions}
        for corpus in sorted({ask.corpus for ask in asks.values() if ask.corpus}):
            cases = cases_of(corpus, sources.resources)
            score = search([case.text for case in cases])
            for key in (key for key, ask in asks.items() if ask.corpus == corpus):
                marks = {
                    case.case: mark
                    for case, mark in zip(cases, score(words[key]), strict=True)
                    if not is_own(case, asks[key])
                }
                answers[key] = BaselineAnswer({"ranked": best(marks, asks[key].at_most)})
        return answers

    return way


def cite_nearest(search: Search) -> Way:
    """Return the way that cites the nearest clause, in the version that was found."""

    def way(questions: Sequence[Question], sources: Sources) -> dict[str, BaselineAnswer]:
        if sources.clauses is None:
            raise UsageError("to search clauses, name the folder of statutes with --statutes")
        clauses = {clause.id: clause for clause in sources.clauses}
        score = search([f"{clause.citation}\n{clause.text}" for clause in clauses.values()])
        answers: dict[str, BaselineAnswer] = {}
        for key, query in queries(questions).items():
            marks = dict(zip(clauses, score(query), strict=True))
            passages = best(marks, PASSAGES)
            answers[key] = BaselineAnswer(
                {"legal_basis": [_citation(clauses[passages[0]])]}, tuple(passages)
            )
        return answers

    return way


def _citation(clause: Clause) -> dict[str, str]:
    return {"law": f"{clause.law}（{clause.version[:4]}年）", "article": clause.article}


WAYS: Mapping[str, Callable[[Search], Way]] = {
    "penalty": cite_nearest,
    "ranking": rank_texts,
    "retrieval": rank_texts,
    "stars": rank_texts,
}
"""How a search answers, by scorer: every scorer whose questions have something to search."""
