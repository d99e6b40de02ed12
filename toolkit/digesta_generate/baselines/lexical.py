"""BM25 over words: the answer of the nearest answered questions, or the nearest choice.

Words are runs of letters and digits, without case. Lucene's BM25 with k1 = 1.5 and b = 0.75
(package bm25s); the texts compared are the whole collection.
"""

from __future__ import annotations

from functools import partial

from digesta_generate.baselines import Baseline, closed, letters
from digesta_generate.baselines.nearest import answerer
from digesta_generate.similarity.bm25 import bm25, words

SEARCH = partial(bm25, words)
_answer = answerer(SEARCH)
BASELINE = Baseline(
    "lexical",
    "BM25 neighbours",
    __doc__ or "",
    {"closed": closed(_answer), "letters": letters(_answer)},
)
