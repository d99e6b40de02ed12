"""States of an article by aggregation of the versions of everything in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from digesta.text.amendments_pt import in_order_of_number
from digesta_legal.timeline.records import CTV, in_force, named, text_digest


class State(NamedTuple):
    """An article's whole text between two substantive changes anywhere inside it.

    number: from 1. [start, end): when it is in force. amendments: those of its first day, in
    order of number; none for the original text. settled: False where several amendments share
    that day and nothing tells which of them it was, or the source does not name it. text: caput
    and everything under it in order, a line each, as on the first day; empty where the source has
    none. retouched: later days on which spelling or form alone changed, after which the text is
    not letter by letter this one.
    """

    article: str
    number: int
    start: str
    end: str | None
    amendments: tuple[str, ...]
    settled: bool
    text: str
    retouched: tuple[str, ...]

    @property
    def sha256(self) -> str | None:
        """Return the digest of the text; None where the source has none."""
        return text_digest(self.text) if self.text else None

    def in_force(self, day: str) -> bool:
        """Return whether the state is in force on a day."""
        return in_force(self.start, self.end, day)


def states_of(
    article: str,
    versions: Mapping[str, Sequence[CTV]],
    texts: Mapping[str, str],
    answers: Mapping[str, tuple[str, ...]],
) -> tuple[State, ...]:
    """Return an article's states, from the oldest.

    versions: component in it -> its versions in order; components in the order of the text.
    texts: ctv_id -> text. answers: day -> amendments, where a checked table has them. Days on
    which nothing of the article is in force belong to no state; a version that was never in
    force makes none.
    """
    # A version whose end precedes its start was withdrawn before it came into force.
    born = [
        ctv
        for ctv in chain.from_iterable(versions.values())
        if ctv.date_end is None or ctv.date_start <= ctv.date_end
    ]
    lasting = [tuple(_lasting(ctvs)) for ctvs in versions.values()]
    every = list(chain.from_iterable(lasting))
    boundaries = sorted(set(chain.from_iterable(map(_boundaries, lasting))))
    states: list[State] = []
    for start, end in pairwise([*boundaries, None]):
        assert start is not None, "only the last end is open"
        here = [texts[ctv.ctv_id] for ctv in every if ctv.in_force(start)]
        if not here:
            continue
        made_by = answers.get(start) or _amendments_of(born, start)
        # Two that share a day, or one that the source does not name.
        settled = (len(made_by) < 2 or start in answers) and all(map(named, made_by))  # noqa: PLR2004
        number, text, days = len(states) + 1, "\n".join(here), _retouch_days(every, start, end)
        states.append(State(article, number, start, end, made_by, settled, text, days))
    return tuple(states)


def _lasting(versions: Sequence[CTV]) -> Iterator[CTV]:
    """Yield the versions that were in force for at least a day.

    A version that retouches one never in force changes the text before that in substance.
    """
    substantive = False
    for ctv in versions:
        substantive = substantive or ctv.substantive
        if ctv.date_end is None or ctv.date_start < ctv.date_end:
            yield ctv._replace(substantive=substantive)
            substantive = False


def _boundaries(versions: Sequence[CTV]) -> Iterator[str]:
    for before, ctv in pairwise([None, *versions]):
        assert ctv is not None, "only the first has none before it"
        if before is None or ctv.substantive:
            yield ctv.date_start
        if before is not None and before.date_end is not None and before.date_end < ctv.date_start:
            yield from (before.date_end, ctv.date_start)
    if versions and versions[-1].date_end is not None:
        yield versions[-1].date_end


def _amendments_of(versions: Sequence[CTV], day: str) -> tuple[str, ...]:
    begun = (ctv.amendments for ctv in versions if ctv.date_start == day)
    ended = (ctv.ended_by for ctv in versions if ctv.date_end == day)
    return tuple(sorted(set(chain(*begun, *ended)), key=in_order_of_number))


def _retouch_days(versions: Sequence[CTV], start: str, end: str | None) -> tuple[str, ...]:
    days = {ctv.date_start for ctv in versions if ctv.date_start != start}
    return tuple(sorted(day for day in days if in_force(start, end, day)))
