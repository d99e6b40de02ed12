"""BM25 over words: the answer of the nearest answered questions, or the nearest choice.

Words are runs of letters and digits, without case. Lucene's BM25 with k1 = 1.5 and b = 0.75
(package bm25s); the texts compared are the whole collection.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from digesta_generate.baselines import Baseline
from digesta_generate.baselines.nearest import answerer


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _likeness(text: str, others: Sequence[str]) -> Sequence[float]:
    import bm25s  # noqa: PLC0415 - of the extra [rag]: the generator starts without it

    index = bm25s.BM25()
    index.index([_words(other) or [""] for other in others], show_progress=False)
    known = [word for word in _words(text) if word in index.vocab_dict]
    return index.get_scores(known).tolist() if known else [0.0] * len(others)


BASELINE = Baseline("lexical", "BM25 neighbours", __doc__ or "", answerer(_likeness))
