"""Lucene's BM25 with k1 = 1.5 and b = 0.75 (package bm25s), over words or pairs of characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

RETRIEVER = "bm25s, Chinese character pairs"
"""The name in submissions of a search by ``pairs``."""

_HAN = re.compile(r"([\u3400-\u4dbf\u4e00-\u9fff]+)")

Words = Callable[[str], list[str]]


def words(text: str) -> list[str]:
    """Return the runs of letters and digits of a text, without case."""
    return re.findall(r"\w+", text.casefold())


def bm25(split: Words, texts: Sequence[str]) -> Callable[[str], list[float]]:
    """Return a function that scores a query against each text."""
    import bm25s  # noqa: PLC0415 - of the extra [rag]: the generator starts without it

    index = bm25s.BM25()
    index.index([split(text) or [""] for text in texts], show_progress=False)

    def scores(query: str) -> list[float]:
        known = [word for word in split(query) if word in index.vocab_dict]
        values: list[float] = index.get_scores(known).tolist() if known else [0.0] * len(texts)
        return values

    return scores


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
        for piece in (map("".join, pairwise(run)) if len(run) > 1 and _HAN.match(run) else [run])
        if piece
    ]
