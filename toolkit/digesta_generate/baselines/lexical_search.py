"""BM25 search: the nearest cases of the corpus, the nearest clause as the legal basis.

Words are runs of letters and digits without case, Chinese ones cut into overlapping pairs of
characters. Lucene's BM25 with k1 = 1.5 and b = 0.75 (package bm25s). Cases: the 20 nearest texts,
the query's own left out. Penalties: the nearest clause is cited and nothing else is answered; the
five nearest are the passages. The query is the last turn without the lines that all questions of
its track begin with.
"""

from __future__ import annotations

import re
from functools import partial

from digesta_generate.baselines import Baseline
from digesta_generate.baselines.lexical import bm25, words
from digesta_generate.baselines.searching import WAYS

_HAN = re.compile(r"([\u3400-\u4dbf\u4e00-\u9fff]+)")


def pairs(text: str) -> list[str]:
    """Return the words of a text, Han characters by overlapping pairs.

    >>> pairs("罚款5万元, Bank")
    ['罚款', '5', '万元', 'bank']
    >>> pairs("罚款额 处")
    ['罚款', '款额', '处']
    """
    return [
        piece
        for word in words(text)
        for run in _HAN.split(word)
        for piece in (_in_two(run) if _HAN.fullmatch(run) else [run])
        if piece
    ]


def _in_two(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


BASELINE = Baseline(
    "lexical-retrieval",
    "BM25 search",
    __doc__ or "",
    {scorer: way(partial(bm25, pairs)) for scorer, way in WAYS.items()},
    condition="retrieval",
    retriever="bm25s, Chinese character pairs",
)
