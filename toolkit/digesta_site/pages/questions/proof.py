"""The proof of a key: the reason, the passages of law with the deciding words marked, the steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from digesta.records.review import Passage, Review

SHORT = 400
"""Longest article that is shown unfolded, in characters."""

TWICE = 2
"""Programs that agree on a key with recorded steps: without steps, they only checked words."""


def proof_view(reviews: Sequence[Review]) -> dict[str, Any]:
    """Return what a question's box shows as proof; "places" is empty where nothing is recorded.

    Each place has its work, its link, the deciding words, and its text in runs (words, marked).
    """
    passages = [passage for review in reviews for passage in review.passages]
    readers = [reader for review in reviews for reader in review.readers]
    programs = [reader for reader in readers if reader.kind == "program"]
    steps = [review.steps for review in reviews if review.steps]
    return {
        "reasons": [review.reason for review in reviews if review.reason],
        "steps": steps,
        "places": [_place(group) for group in _by_place(passages)],
        "twice": bool(steps)
        and len(programs) >= TWICE
        and all(each.verdict == "agreed" for each in programs),
        "read": any(reader.kind == "human" for reader in readers),
    }


def _by_place(passages: Sequence[Passage]) -> Iterable[list[Passage]]:
    """Put the words of one shown article together; others stay in the order of the key's parts."""
    shown = {(passage.work, passage.at) for passage in passages if passage.text}
    groups: dict[Any, list[Passage]] = {}
    for order, passage in enumerate(passages):
        place = passage.work, passage.at
        groups.setdefault(place if place in shown else order, []).append(passage)
    return groups.values()


def _place(group: Sequence[Passage]) -> dict[str, Any]:
    words = list(dict.fromkeys(passage.words for passage in group))
    text = next((passage.text for passage in group if passage.text), "")
    return {
        "work": group[0].work,
        "at": group[0].at,
        "url": next((passage.url for passage in group if passage.url), ""),
        "words": words,
        "length": len(text),
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
