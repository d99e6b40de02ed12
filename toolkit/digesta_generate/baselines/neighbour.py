"""BM25 over the question's own words: a penalty or a temporal question is answered as the nearest
public question of the same kind is, which is about other facts.

Words are runs of letters and digits without case, Chinese ones cut into overlapping pairs of
characters. Lucene's BM25 with k1 = 1.5 and b = 0.75 (package bm25s). An article that is asked about
takes the place of the other question's.
"""  # noqa: D205 - the notes of a scored submission say it so

from __future__ import annotations

from functools import partial

from digesta_generate.baselines import Baseline
from digesta_generate.baselines.nearest import as_nearest
from digesta_generate.similarity.bm25 import bm25, pairs

_nearest = as_nearest(partial(bm25, pairs))
BASELINE = Baseline(
    "neighbour",
    "Nearest question, by BM25",
    __doc__ or "",
    {"penalty": _nearest, "temporal": _nearest},
)
