"""The proof of a key: the reason, the passages of law with the deciding words marked, the steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from digesta.records.review import Passage, Review

SHORT = 400
"""Longest article that is shown unfolded, in characters."""

TWICE = 2
"""Programs that derived a key and agree, from which a page says that it was derived twice."""


def proof_view(reviews: Sequence[Review]) -> dict[str, Any]:
    """Return what a question's box shows as proof; "places" is empty where nothing is recorded.

    Each place has its work, its link, the deciding words, and its text in runs (words, marked).
    """
    passages = [passage for review in reviews for passage in review.passages]
    readers = [reader for review in reviews for reader in review.readers]
    programs = [reader for reader in readers if reader.kind == "program"]
    return {
        "reasons": [review.reason for review in reviews if review.reason],
        "steps": [review.steps for review in reviews if review.steps],
        "places": [_place(group) for group in _by_place(passages)],
        "twice": len(programs) >= TWICE and all(each.verdict == "agreed" for each in programs),
        "read": any(reader.kind == "human" for reader in readers),
    }


def _by_place(passages: Sequence[Passage]) -> Iterable[list[Passage]]:
    order = {(passage.work, passage.at): None for passage in passages}
    ranks = {place: rank for rank, place in enumerate(order)}
    ranked = sorted(passages, key=lambda passage: ranks[passage.work, passage.at])
    return (list(group) for _, group in groupby(ranked, key=lambda each: (each.work, each.at)))


def _place(group: Sequence[Passage]) -> dict[str, Any]:
    words = list(dict.fromkeys(passage.words for passage in group))
    text = next((passage.text for passage in group if passage.text), "")
    return {
        "work": group[0].work,
        "at": group[0].at,
        "url": next((passage.url for passage in group if passage.url), ""),
        "words": words,
        "runs": marked_runs(text, words),
        "folded": len(text) > SHORT,
    }


def marked_runs(text: str, words: Iterable[str]) -> list[tuple[str, bool]]:
    """Split a text into runs, each with whether it is among the words that decide.

    >>> marked_runs("Two days, or ten days.", ["ten days"])
    [('Two days, or ', False), ('ten days', True), ('.', False)]
    """
    longest = sorted(words, key=len, reverse=True)
    # White space in a statute's lines may differ from that of the words quoted from it.
    ways = "|".join(r"\s+".join(map(re.escape, each.split())) for each in longest)
    parts = re.split(f"({ways})", text) if ways else [text]
    return [(part, at % 2 == 1) for at, part in enumerate(parts) if part]
