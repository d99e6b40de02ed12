"""Return each question its passages: what a search finds, and the right ones put before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from digesta.canonical import sha256_hex
from digesta.errors import InputError, Problem
from digesta.records.question import Question, Truth
from digesta_generate.retrieval.corpus import TextCorpus
from digesta_generate.retrieval.embedding import Embedder
from digesta_generate.retrieval.passages import Passages, ShownPassage, named_clauses
from digesta_generate.retrieval.vectors import VectorIndex
from digesta_generate.similarity.bm25 import bm25, pairs
from digesta_generate.similarity.ranking import best

Nearest = Callable[[str, int], list[str]]
"""Gives the ids of the texts nearest to a query, best first, and at most so many."""


def by_words(corpus: TextCorpus) -> Nearest:
    """Return BM25 over words, Han characters by pairs, as the baseline searches."""
    score = partial(bm25, pairs)([text.searched for text in corpus.texts])

    def nearest(query: str, most: int) -> list[str]:
        marks = zip(corpus.by_id, score(query), strict=True)
        return best(dict(marks), most)

    return nearest


def by_vectors(index: VectorIndex, embedder: Embedder) -> Nearest:
    """Return the search of an index."""
    return lambda query, most: index.nearest(embedder.query(query), most)


def passages_of(
    queries: Mapping[str, str],
    corpus: TextCorpus,
    nearest: Nearest,
    *,
    top: int,
    right: Mapping[str, Sequence[str]] | None = None,
) -> list[Passages]:
    """Return the passages of each question. queries: own words by question id.

    right: where the right passages are to stand first, their ids by question id; what the search
    found follows, ``top`` in all, or all the right ones where there are more.
    """
    lines = []
    for name in sorted(queries):
        nearest_ids = nearest(queries[name], top)
        first = list(dict.fromkeys((right or {}).get(name, ())))
        others = [text_id for text_id in nearest_ids if text_id not in first]
        shown = [*first, *others[: max(0, top - len(first))]]
        lines.append(
            Passages(
                question_id=name,
                query_sha256=sha256_hex(queries[name].encode()),
                retrieved=nearest_ids,
                injected=[text_id for text_id in first if text_id not in nearest_ids],
                shown=[
                    ShownPassage(id=text_id, text=corpus.by_id[text_id].shown) for text_id in shown
                ],
            )
        )
    return lines


def right_passages(
    questions: Sequence[Question], truths: Mapping[str, Truth], corpus: TextCorpus
) -> dict[str, list[str]]:
    """Return the ids of the clauses that truths name, by question id; or InputError.

    A question whose truth names no clause, or one that the corpus lacks, has no right passages.
    """
    named = named_clauses(questions, truths)
    problems = [
        Problem(
            code="passages-right",
            file="truths.jsonl",
            question_id=name,
            got=", ".join(ids) or "no clauses",
            expected="clauses of the corpus",
            fix="name the corpus that the release's truths cite, or another track",
        )
        for name, ids in named.items()
        if not ids or any(clause not in corpus.by_id for clause in ids)
    ]
    if problems:
        raise InputError(problems)
    return named
