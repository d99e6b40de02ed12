"""A law through time: what follows from its components and states, wherever they are kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from digesta_legal.timeline.records import Component
from digesta_legal.timeline.states import State


class ArticleDifference(NamedTuple):
    """An article on two days. A state is None on a day when the article was not there.

    between: the states that began after the first day, up to and with the second.
    """

    state_1: State | None
    state_2: State | None
    between: tuple[State, ...]

    @property
    def differs(self) -> bool:
        """Return whether the states differ."""
        return self.state_1 != self.state_2

    @property
    def amendments(self) -> tuple[str, ...]:
        """Return the amendments between, each once, in order of time."""
        return _once(self.between)


class ArticleImpact(NamedTuple):
    """An article that changed within a period, and the states that began in it."""

    article: str
    states: tuple[State, ...]

    @property
    def amendments(self) -> tuple[str, ...]:
        """Return the amendments, each once, in order of time."""
        return _once(self.states)


class DatedLaw(ABC):
    """A law through time, in memory or in a database."""

    @property
    @abstractmethod
    def components(self) -> Mapping[str, Component]:
        """Return every component by its id, in the order of the text."""

    @property
    @abstractmethod
    def states(self) -> Mapping[str, tuple[State, ...]]:
        """Return every article's states."""

    def above(self, component: str) -> Iterator[str]:
        """Yield a component and all that it lies in, from the inside out."""
        while component:
            yield component
            component = self.components[component].parent_id

    def article_of(self, component: str) -> str:
        """Return the article that a component belongs to."""
        return next(name for name in self.above(component) if is_article(self.components[name]))

    def state_on(self, article: str, day: str) -> State | None:
        """Return the state of an article that is in force on a day: the point in time."""
        return next((state for state in self.states[article] if state.in_force(day)), None)

    def difference(self, article: str, day_1: str, day_2: str) -> ArticleDifference:
        """Return how an article differs between two days, the earlier first."""
        if day_1 >= day_2:
            raise ValueError(f"{day_1} does not lie before {day_2}")
        between = tuple(s for s in self.states[article] if day_1 < s.start <= day_2)
        return ArticleDifference(
            self.state_on(article, day_1), self.state_on(article, day_2), between
        )

    def lineage(self, article: str) -> tuple[State, ...]:
        """Return every state of an article, from the oldest."""
        return self.states[article]

    def changes(self, article: str) -> tuple[State, ...]:
        """Return the states that an amendment made: all but the original text."""
        return tuple(state for state in self.states[article] if state.amendments)

    def attribution(self, article: str) -> tuple[str, ...] | None:
        """Return the amendments that changed an article, each once, in order of time.

        None where a change is not settled: several amendments share its day.
        """
        changes = self.changes(article)
        return _once(changes) if all(state.settled for state in changes) else None


def is_article(component: Component) -> bool:
    """Return whether a component is an article."""
    return component.component_type == "article"


def _once(states: Sequence[State]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(state.amendments for state in states)))
