"""Named, versioned readers of what a text writes: dates, sums, parties, citations.

A reader gives a value that compares exactly, or None (readers of whole texts), or all that a
running text cites (readers of citations: empty where it cites nothing). A reader never changes
under its name. Normalisers and plain numbers are in ``digesta.text`` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from digesta.text.french.citations import Article, articles_in
from digesta.text.french.decisions import Decision, decisions_in
from digesta.text.french.values import fr_amount, fr_date, fr_party, fr_percent
from digesta.text.hebrew import he_citation


class FrenchCitations(NamedTuple):
    """What a French text cites, each in order."""

    articles: tuple[Article, ...]
    decisions: tuple[Decision, ...]


def fr_citation(text: str) -> FrenchCitations:
    """Return the articles and numbered decisions that a text cites (``fr-citation/1``).

    >>> fr_citation("art. 1240 C. civ. ; Com. 12 mai 2021, n° 19-12.345").articles
    (Article(text='code civil', number='1240', divisions=(), last='', former=False),)
    """
    return FrenchCitations(articles_in(text), decisions_in(text))


READERS: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {
        "fr-amount/1": fr_amount,
        "fr-citation/1": fr_citation,
        "fr-date/1": fr_date,
        "fr-party/1": fr_party,
        "fr-percent/1": fr_percent,
        "he-citation/1": he_citation,
    }
)
"""Readers by name and version."""
