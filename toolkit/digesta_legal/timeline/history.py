"""A norm through time: its versions and states, and the answers to the six tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from types import MappingProxyType

from digesta.text.amendments_pt import in_order_of_number
from digesta_legal.timeline.checks import above_and_below, complete, in_order
from digesta_legal.timeline.law import ArticleImpact, DatedLaw, is_article
from digesta_legal.timeline.records import (
    CTV,
    DIVISIONS,
    Action,
    Component,
    Norm,
    in_force,
)
from digesta_legal.timeline.states import State, states_of

Attributions = Mapping[tuple[str, str], tuple[str, ...]]
"""(article, day) -> the amendments that changed it that day, from a checked table."""


class Timeline(DatedLaw):
    """A norm with every version of every component.

    components: every one, those above before those below. versions: component -> its versions,
    numbered 1, 2, … in order of time. texts: ctv_id -> text. places: ctv_id of an article's
    caput -> the division it stood in. Contradictions are a ValueError that names them.
    """

    def __init__(
        self,
        norm: Norm,
        components: Sequence[Component],
        versions: Mapping[str, Sequence[CTV]],
        *,
        texts: Mapping[str, str],
        places: Mapping[str, str],
        actions: Sequence[Action] = (),
        attributions: Attributions = MappingProxyType({}),
    ) -> None:
        self.norm = norm
        self._components = components
        self.versions = {name: tuple(ctvs) for name, ctvs in versions.items()}
        self.texts = texts
        self.actions = tuple(sorted(actions, key=lambda a: (a.date, in_order_of_number(a[0]))))
        self._places = places
        self._attributions = attributions
        self._standing: dict[str, Mapping[str, Sequence[str]]] = {}
        wrong = [*above_and_below(self.components, self.versions), *in_order(self.versions)]
        wrong += [*complete(self.components, self.versions, texts), *self._attribution_faults()]
        if wrong:
            raise ValueError("; ".join(wrong))

    # versions ------------------------------------------------------------------------------

    def version_on(self, component: str, day: str) -> CTV | None:
        """Return the version of a component that is in force on a day."""
        return next((ctv for ctv in self.versions.get(component, ()) if ctv.in_force(day)), None)

    # hierarchy -----------------------------------------------------------------------------

    @cached_property
    def components(self) -> Mapping[str, Component]:
        """Return every component by its id, in the order of the text."""
        return {component.component_id: component for component in self._components}

    @cached_property
    def articles(self) -> tuple[str, ...]:
        """Return every article in the order of the text."""
        return tuple(c.component_id for c in self.components.values() if is_article(c))

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """Return article -> itself and everything under it, in the order of the text."""
        textual = (c for c in self.components.values() if c.component_type not in DIVISIONS)
        pairs = [(self.article_of(c.component_id), c.component_id) for c in textual]
        return {
            article: tuple(name for _, name in group)
            for article, group in groupby(pairs, lambda p: p[0])
        }

    def place_on(self, article: str, day: str) -> str:
        """Return the division of an article on a day; before it was there, its first division."""
        ctv = self.version_on(article, day) or self.versions[article][0]
        return self._places[ctv.ctv_id]

    def articles_in(self, scope: str, day: str) -> tuple[str, ...]:
        """Return articles in force on a day in a body, title, chapter, section or subsection."""
        if day not in self._standing:
            self._standing[day] = self._standing_on(day)
        return tuple(self._standing[day].get(scope, ()))

    def _standing_on(self, day: str) -> Mapping[str, Sequence[str]]:
        """Return division -> the articles in force in it on a day, in the order of the text."""
        standing: dict[str, list[str]] = {}
        for article in self.articles:
            if self.state_on(article, day):
                for scope in self.above(self.place_on(article, day)):
                    standing.setdefault(scope, []).append(article)
        return standing

    # states --------------------------------------------------------------------------------

    @cached_property
    def states(self) -> Mapping[str, tuple[State, ...]]:
        """Return every article's states: the state table of a release."""
        answers: dict[str, dict[str, tuple[str, ...]]] = {article: {} for article in self.articles}
        for (article, day), amendments in self._attributions.items():
            answers[article][day] = amendments
        return {a: self._states_of(a, answers[a]) for a in self.articles}

    def impact(self, scope: str, start: str, end: str) -> tuple[ArticleImpact, ...]:
        """Return the articles of a scope that an amendment changed or added in [start, end).

        An article counts where it stood on the day of the change.
        """
        impacts = []
        for article, changes in self._changes_in.get(scope, {}).items():
            states = tuple(state for state in changes if in_force(start, end, state.start))
            if states:
                impacts.append(ArticleImpact(article, states))
        return tuple(impacts)

    @cached_property
    def _changes_in(self) -> Mapping[str, Mapping[str, Sequence[State]]]:
        """Scope -> article -> the states made while it stood there, in the order of the text."""
        changes: dict[str, dict[str, list[State]]] = {}
        for article in self.articles:
            for state in self.changes(article):
                for scope in self.above(self.place_on(article, state.start)):
                    changes.setdefault(scope, {}).setdefault(article, []).append(state)
        return changes

    def _attribution_faults(self) -> Iterator[str]:
        for article, day in self._attributions:
            if article not in self.components or not is_article(self.components[article]):
                yield f"an attribution of {article} on {day}, which is no article"

    def _states_of(self, article: str, answers: Mapping[str, tuple[str, ...]]) -> tuple[State, ...]:
        versions = {name: self.versions[name] for name in self.members[article]}
        return states_of(article, versions, self.texts, answers)
