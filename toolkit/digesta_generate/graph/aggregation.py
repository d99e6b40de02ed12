"""A timeline of lines as one of aggregated versions: what has parts changes when they do.

In: versions of single lines, as the compilations have them. Out: the same components, in which an
article, a division, and every paragraph or item that has parts, has a version for each stretch
of time in which nothing in it changed in substance. The words of such a component's own line
stand in ``<id>_caput``, directly under it. Lines without parts keep their versions and numbers.

The text of an aggregated version is the whole of it, as ``digesta_legal.timeline.states_of`` gives
it; that of a division is empty. Amendments are those of the day, told apart where a checked table
knows which of them changed the article.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from digesta_legal.timeline import CTV, Attributions, Component, State, Timeline, states_of
from digesta_legal.timeline.records import DIVISIONS, Event

CAPUT = "_caput"


class AggregatedTimeline(NamedTuple):
    """A timeline of aggregated versions.

    places: ctv_id of an article's version -> the division in which the article stands in it.
    settled: the same -> whether it is known which amendments made it.
    """

    timeline: Timeline
    places: Mapping[str, str]
    settled: Mapping[str, bool]


def aggregate(lines: Timeline, attributions: Attributions) -> AggregatedTimeline:
    """Aggregate a timeline of lines. told: the table that it was made with.

    ValueError where an article moves to another division while its state stays the same.
    """
    builder = _Aggregator(lines, attributions)
    components = tuple(builder.components())
    versions: dict[str, list[CTV]] = {}
    texts: dict[str, str] = {}
    for component in components:
        for ctv, text in builder.versions(component):
            versions.setdefault(component.component_id, []).append(ctv)
            texts[ctv.ctv_id] = text
    states = {f"{s.article}_v{s.number}": s for of in lines.states.values() for s in of}
    places = {name: _place(lines, state) for name, state in states.items()}
    timeline = Timeline(
        lines.norm, components, versions, texts=texts, places=places, actions=lines.actions
    )
    return AggregatedTimeline(
        timeline, places, {name: state.settled for name, state in states.items()}
    )


class _Aggregator:
    def __init__(self, lines: Timeline, attributions: Attributions) -> None:
        self.lines = lines
        self.own = {
            name: [_attributed_version(ctv, lines.article_of(name), attributions) for ctv in of]
            for name, of in lines.versions.items()
        }
        self.inside: dict[str, list[str]] = {}
        for name in self.own:
            for above in lines.above(name):
                self.inside.setdefault(above, []).append(name)
        self.answers: dict[str, dict[str, tuple[str, ...]]] = {}
        for (article, day), amendments in attributions.items():
            self.answers.setdefault(article, {})[day] = amendments

    def components(self) -> Iterator[Component]:
        """Return every component, and after what has parts and a line of its own, that line."""
        place = 0
        for component in self.lines.components.values():
            yield component._replace(ordering_id=place)
            place += 1
            name = component.component_id
            if name in self.own and self._whole(component):
                yield Component(f"{name}{CAPUT}", "caput", place, component.norm_id, name)
                place += 1

    def versions(self, component: Component) -> Iterator[tuple[CTV, str]]:
        """Return a component's versions with their texts."""
        name = component.component_id
        if not self._whole(component):
            for ctv in self.own[name.removesuffix(CAPUT)]:
                yield ctv._replace(component_id=name), self.lines.texts[ctv.ctv_id]
            return
        texts = self.lines.texts
        if component.component_type in DIVISIONS:
            texts = dict.fromkeys(texts, "")
        parts = {part: self.own[part] for part in self.inside.get(name, ())}
        for state in states_of(name, parts, texts, self.answers.get(name, {})):
            yield _version(state), state.text.strip("\n")

    def _whole(self, component: Component) -> bool:
        always = component.component_type in {*DIVISIONS, "article"}
        return always or len(self.inside.get(component.component_id, ())) > 1


def _attributed_version(ctv: CTV, article: str, attributions: Attributions) -> CTV:
    """Return a line's version with the amendments of its days that changed its article."""
    begun = ctv.amendments and attributions.get((article, ctv.date_start), ctv.amendments)
    ended = ctv.ended_by and attributions.get((article, ctv.date_end or ""), ctv.ended_by)
    return ctv._replace(amendments=begun, ended_by=ended)


def _version(state: State) -> CTV:
    first: Event = "added" if state.amendments else "original"
    return CTV(
        state.article,
        state.number,
        state.start,
        state.end,
        event=first if state.number == 1 else "modified",
        substantive=True,
        amendments=state.amendments,
        ended_by=(),
    )


def _place(lines: Timeline, state: State) -> str:
    place = lines.place_on(state.article, state.start)
    for ctv in lines.versions[state.article]:
        if (
            state.in_force(ctv.date_start)
            and lines.place_on(state.article, ctv.date_start) != place
        ):
            raise ValueError(
                f"{ctv.ctv_id}: moves to another division while the article's state stays the same"
            )
    return place
