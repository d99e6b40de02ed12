"""BM25 search: the nearest cases of the corpus, the nearest clause as the legal basis.

Words are runs of letters and digits without case, Chinese ones cut into overlapping pairs of
characters. Lucene's BM25 with k1 = 1.5 and b = 0.75 (package bm25s). Cases: the 20 nearest texts,
the query's own left out. Penalties: the nearest clause is cited and nothing else is answered; the
five nearest are the passages. The query is the last turn without the instructions above it.
"""

from __future__ import annotations

from functools import partial

from digesta_generate.baselines import Baseline
from digesta_generate.baselines.search import WAYS
from digesta_generate.similarity.bm25 import RETRIEVER, bm25, pairs

BASELINE = Baseline(
    "bm25-retrieval",
    "BM25 search by own words",
    __doc__ or "",
    {scorer: way(partial(bm25, pairs)) for scorer, way in WAYS.items()},
    condition="retrieval",
    retriever=RETRIEVER,
)
