"""Which pairs of submissions are tested together: one family, one verdict for each pair.

*board*: both are ranked on one board, under one condition: corrected for all pairs of its ranked
rows, so that ranks and comparisons say the same. *planned*: one system under two conditions that
the release plans to compare; corrected among themselves. *other*: all that is left of a score,
which nobody planned; corrected among themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np

from digesta.intake import name_skeleton
from digesta.records.release import Track
from digesta.records.submission import Card
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.estimates import Estimates
from digesta.stats.ranks import ALPHA, holm

Family = Literal["board", "planned", "other"]

ORDER = {"closed_book": 0, "retrieval": 1, "gold_injected": 2}
"""Conditions by how much they show: a difference is what more of it changes."""


class PairVerdict(NamedTuple):
    """What is said of a pair. adjusted: its p by Holm. pairs: of its family."""

    family: Family
    adjusted: float
    pairs: int

    @property
    def apart(self) -> bool:
        """Return whether the two are told apart."""
        return self.adjusted <= ALPHA


def verdicts(
    estimates: Estimates, among: Sequence[ScoredSubmission], track: Track
) -> dict[tuple[int, int], PairVerdict]:
    """Return the verdict on every two of some submissions, by their places, the lower first."""
    families: dict[tuple[Family, str], list[tuple[int, int]]] = defaultdict(list)
    for a, b in combinations(range(len(among)), 2):
        families[family_of(among[a], among[b], track)].append((a, b))
    tests = {}
    for (family, _), pairs in families.items():
        p = np.array([estimates.pairs.p[pair] for pair in pairs])
        for pair, value in zip(pairs, holm(p).tolist(), strict=True):
            tests[pair] = PairVerdict(family, value, len(pairs))
    return tests


def family_of(a: ScoredSubmission, b: ScoredSubmission, track: Track) -> tuple[Family, str]:
    """Return the family of a pair, and of a board the condition."""
    if a.card.condition == b.card.condition and a.can_rank and b.can_rank:
        return "board", a.card.condition
    if is_planned(a.card, b.card, track):
        return "planned", ""
    return "other", ""


def is_planned(a: Card, b: Card, track: Track) -> bool:
    """Return whether two are one system under two conditions that a track plans to compare."""
    conditions = {a.condition, b.condition}
    planned = track.planned if track.planned is not None else combinations(track.conditions, 2)
    # Passages of two retrievers make two pipelines, not one system.
    retrievers = {retriever_of(a), retriever_of(b)} - {""}
    return (
        system_of(a) == system_of(b)
        and len(retrievers) <= 1
        and any(conditions == set(pair) for pair in planned)
    )


def system_of(card: Card) -> tuple[str, str]:
    """Return a system's name and organisation in the form in which names are compared."""
    return name_skeleton(card.model_name), name_skeleton(card.organization)


def retriever_of(card: Card) -> str:
    """Return the retriever's name in the form in which names are compared; "" for none."""
    return "" if card.condition == "closed_book" else name_skeleton(card.retriever or "")
