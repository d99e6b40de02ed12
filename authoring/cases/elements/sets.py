"""The draw of queries and of the corpus in which their near cases are planted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from authoring.cases.elements.grades import CaseQuery, tiers
from authoring.cases.elements.vectors import AXES, COMMON, Vector, axes_of, draw
from authoring.draws import Draws


class ElementCorpus(NamedTuple):
    """The cases that the queries of a split search; prefix: of their ids."""

    name: str
    size: int
    prefix: str


CORPORA = {
    "public": ElementCorpus("cases/2", 640, "k2"),
    "holdout": ElementCorpus("cases/3", 460, "k3"),
}
"""Two, since truths of public queries tell much of the vectors of the cases that they search."""
ELEMENTS, COURSE = "case_elements", "case_course"
_SAME, _NEAR, _TURN = 3, 2, 4
_OTHERS = 5
"""Axes beside the condition, in a query of one family."""
_READ_CLOSELY = ("到案", "前科", "弥补")
"""Axes whose value follows from two passages, two days or several sums."""
_LEAST, _MOST = (3, 8), (16, 220)
"""Cases of the first tier and of all, at least and at most."""


def draw_queries(key: bytes, count: int) -> list[CaseQuery]:
    """Return queries, every fourth across families by the course of the proceedings alone."""
    label = "cases elements query/1"
    return [_query(Draws(key, f"{label} {n}"), course=n % _TURN == 0) for n in range(count)]


def _query(draws: Draws, *, course: bool) -> CaseQuery:
    vector = draw(draws)
    if course:
        first = draws.pick(("到案", "弥补", "前科"))
        others = [axis for axis in COMMON if axis != first]
        return CaseQuery(COURSE, (first, *draws.some(others, 4)), vector)
    own = [axis for axis in axes_of(vector) if axis not in COMMON]
    first = draws.pick(own)
    own = [axis for axis in own if axis != first]
    chosen = [*_READ_CLOSELY, *draws.some(own, min(len(own), draws.between(1, 2)))]
    others = [axis for axis in COMMON if axis not in chosen]
    chosen += draws.some(others, _OTHERS - len(chosen))
    return CaseQuery(ELEMENTS, (first, *draws.some(chosen, _OTHERS)), vector)


def draw_corpus(
    key: bytes, queries: Sequence[CaseQuery], corpus: ElementCorpus
) -> Mapping[str, Vector]:
    """Return the corpus's vectors by id: cases near to each query, and others, shuffled."""
    draws = Draws(key, "cases elements corpus/1")
    vectors = [vector for query in queries for vector in _plant(query, draws)]
    vectors += [draw(draws) for _ in range(corpus.size - len(vectors))]
    shuffled = draws.some(vectors, len(vectors))
    return {f"{corpus.prefix}-{n:03}": vector for n, vector in enumerate(shuffled, start=1)}


def _plant(query: CaseQuery, draws: Draws) -> list[Vector]:
    """Return cases that share all axes that a query names, and some that miss one."""
    shared = {axis: query.vector[axis] for axis in query.axes}
    vectors = [draw(draws, shared) for _ in range(_SAME)]
    while len(vectors) < _SAME + _NEAR:
        axis = draws.pick(query.axes[1:])
        value = draws.pick([v for v in AXES[axis]["values"] if v != query.vector[axis]])
        try:
            vectors.append(draw(draws, shared | {axis: value}))
        except ValueError:
            continue  # no case differs in this alone; another axis will do
    return vectors


def unfit(query: CaseQuery, corpus: Mapping[str, Vector]) -> str:
    """Return why a query cannot be asked of this corpus, or nothing."""
    sizes = [len(names) for names in tiers(query, corpus).values()]
    if not _LEAST[0] <= sizes[0] <= _MOST[0]:
        return f"{sizes[0]} cases of the first tier"
    return "" if _LEAST[1] <= sum(sizes) <= _MOST[1] else f"{sum(sizes)} near cases"


def fit(queries: Sequence[CaseQuery], corpus: Mapping[str, Vector], count: int) -> list[CaseQuery]:
    """Return the first queries that this corpus can be asked; ValueError if there are too few."""
    fitting = [query for query in queries if not unfit(query, corpus)]
    if len(fitting) < count:
        raise ValueError(f"{len(fitting)} queries fit this corpus; {count} are wanted")
    return fitting[:count]
