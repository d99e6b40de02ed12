"""BM25 over words: the answer of the nearest answered questions, or the nearest choice.

Words are runs of letters and digits, without case. Lucene's BM25 with k1 = 1.5 and b = 0.75
(package bm25s); the texts compared are the whole collection.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from digesta_generate.baselines import Baseline, closed
from digesta_generate.baselines.nearest import answerer

Words = Callable[[str], list[str]]


def words(text: str) -> list[str]:
    """Return the runs of letters and digits of a text, without case."""
    return re.findall(r"\w+", text.casefold())


def bm25(split: Words, texts: Sequence[str]) -> Callable[[str], list[float]]:
    """Index texts; give what scores a query against each of them."""
    import bm25s  # noqa: PLC0415 - of the extra [rag]: the generator starts without it

    index = bm25s.BM25()
    index.index([split(text) or [""] for text in texts], show_progress=False)

    def scores(query: str) -> list[float]:
        known = [word for word in split(query) if word in index.vocab_dict]
        found: list[float] = index.get_scores(known).tolist() if known else [0.0] * len(texts)
        return found

    return scores


def _likeness(text: str, others: Sequence[str]) -> Sequence[float]:
    return bm25(words, others)(text)


BASELINE = Baseline(
    "lexical", "BM25 neighbours", __doc__ or "", {"closed": closed(answerer(_likeness))}
)
