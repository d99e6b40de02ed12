"""What the builder asks of a law through time: a timeline in memory answers, or a graph database.

The meaning of each is that of ``digesta.timeline.Timeline``, which is one of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from digesta.timeline import Action, ArticleDifference, ArticleImpact, Component, State


class Temporal(Protocol):
    """A law through time."""

    @property
    def components(self) -> Mapping[str, Component]:
        """Every component by id, in the order of the text."""
        ...

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every amendment, by day and number."""
        ...

    @property
    def articles(self) -> tuple[str, ...]:
        """Every article, in the order of the text."""
        ...

    @property
    def states(self) -> Mapping[str, tuple[State, ...]]:
        """Every article's states."""
        ...

    def above(self, component: str) -> Iterable[str]:
        """Return what a component lies in, itself first."""
        ...

    def article_of(self, component: str) -> str:
        """Return the article that a component belongs to."""
        ...

    def place_on(self, article: str, day: str) -> str:
        """Return the division in which an article stands on a day."""
        ...

    def articles_in(self, scope: str, day: str) -> tuple[str, ...]:
        """Return the articles in force on a day in a division."""
        ...

    def difference(self, article: str, day_1: str, day_2: str) -> ArticleDifference:
        """Compare an article on two days."""
        ...

    def lineage(self, article: str) -> tuple[State, ...]:
        """Return every state of an article."""
        ...

    def changes(self, article: str) -> tuple[State, ...]:
        """Return the states that an amendment made."""
        ...

    def attribution(self, article: str) -> tuple[str, ...] | None:
        """Return the amendments that changed an article, None where that is not settled."""
        ...

    def impact(self, scope: str, start: str, end: str) -> tuple[ArticleImpact, ...]:
        """Return the articles of a division that changed in [start, end)."""
        ...
