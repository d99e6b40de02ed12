"""Every two systems of a track, as columns of whole numbers in an order that needs no names.

Two hundred systems have 19,900 pairs: with names, decimals and the ids of questions a file of them
was 87 times as large.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

UNIT = 1_000_000_000
SHARES = ("difference", "low", "high", "p", "adjusted", "smallest")
"""Columns in billionths."""
COUNTS = ("more", "only_a_better", "only_b_better")


def triangle(pairs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the pairs of one track.

    systems: ids, sorted. In each column the pair of the systems i < j of K, counted from 0, stands
    at i * (2 * K - i - 1) / 2 + j - i - 1; a difference is that of i less j, in ``unit``; null
    where nothing is tested or said. family: the place in ``families``, each a name and its pairs.
    """
    systems = sorted({pair[side] for pair in pairs for side in "ab"})
    known = {(pair["a"], pair["b"]): pair for pair in pairs}
    every = [
        known.get((a, b)) or opposite(known.get((b, a), {})) for a, b in combinations(systems, 2)
    ]
    families = sorted({(pair["family"], pair["pairs"]) for pair in pairs})
    scores = {pair[side]: pair[f"score_{side}"] for pair in pairs for side in "ab"}
    return {
        "format": "pairs/1",
        "unit": 1 / UNIT,
        "metric": pairs[0]["metric"],
        "n": pairs[0]["n"],
        "systems": systems,
        "scores": [whole(scores[name]) for name in systems],
        "families": [list(family) for family in families],
        **{name: [whole(pair[name]) if pair else None for pair in every] for name in SHARES},
        **{name: [pair[name] if pair else None for pair in every] for name in COUNTS},
        "separable": [int(pair["separable"]) if pair else None for pair in every],
        "family": [
            families.index((pair["family"], pair["pairs"])) if pair else None for pair in every
        ],
    }


def whole(share: float | None) -> int | None:
    """Return a share in billionths."""
    return None if share is None else round(share * UNIT)


def opposite(pair: Mapping[str, Any]) -> dict[str, Any]:
    """Return a pair the other way round; nothing of nothing."""
    if not pair:
        return {}
    return dict(pair) | {
        "a": pair["b"],
        "b": pair["a"],
        "score_a": pair["score_b"],
        "score_b": pair["score_a"],
        # + 0.0: no "-0.0" in a table that somebody computes with.
        "difference": -pair["difference"] + 0.0,
        "low": _minus(pair["high"]),
        "high": _minus(pair["low"]),
        "only_a_better": pair["only_b_better"],
        "only_b_better": pair["only_a_better"],
    }


def best_first(pair: Mapping[str, Any]) -> dict[str, Any]:
    """Return a pair so that its first has the higher score."""
    return dict(pair) if pair["difference"] >= 0 else opposite(pair)


def _minus(end: float | None) -> float | None:
    return None if end is None else -end + 0.0
