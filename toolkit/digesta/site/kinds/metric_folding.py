"""Formulas made short: common factors cancelled, terms that differ in a label alone folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import gcd
from typing import NamedTuple

from digesta.site.kinds.metric_terms import (
    AtLeastOne,
    Each,
    Factor,
    Index,
    Name,
    Place,
    Positive,
    Rounded,
    Sum,
    Term,
    added,
    divided,
    names,
    number,
    single,
)
from digesta.site.kinds.metric_trace import Formula

FEWEST = 3
"""Terms that are worth a sign of summation."""

ROW, COLUMN, LABEL, GIVEN, TRUE = (Index(name) for name in "ijkgt")
"""Of a table; a label on its own; what an answer gave, and what the truth is."""


class Shown(NamedTuple):
    """A formula as it is shown: the mean of some fractions, most often of one.

    over: what the sum of the fractions is divided by.
    """

    over: Sum
    fractions: tuple[Formula, ...]


def shown(formula: Formula) -> Shown:
    """Cancel and fold a formula."""
    over, fractions = _cancelled(*_without_common_number(formula))
    return Shown(folded(over), tuple(Formula(folded(a), folded(b)) for a, b in fractions))


# Cancelling -----------------------------------------------------------------------------------


def _without_common_number(formula: Formula) -> Formula:
    whole = gcd(*(term.times for one in formula for term in one.terms))
    return Formula(*(divided(one, whole) for one in formula))


def _cancelled(above: Sum, below: Sum) -> Shown:
    """Cancel factors of a denominator that is a product with those of each term above it."""
    whole = Shown(number(1), (Formula(above, below),))
    if len(below.terms) != 1 or not above.terms:
        return whole
    times, factors = below.terms[0]
    rests = [Counter(factors) - Counter(term.factors) for term in above.terms]
    # Only where every term loses a factor: (n - missing) / n stays one fraction.
    if any(rest.total() == len(factors) for rest in rests):
        return whole
    common = rests[0].copy()
    for rest in rests[1:]:
        common &= rest
    tops = [_less(term, factors) for term in above.terms]
    if len(tops) == 1:
        return Shown(number(1), (Formula(Sum((tops[0],)), Sum((Term(times, _some(common)),))),))
    return Shown(
        Sum((Term(times, _some(common)),)),
        tuple(
            Formula(Sum((top,)), Sum((Term(1, _some(rest - common)),)))
            for top, rest in zip(tops, rests, strict=True)
        ),
    )


def _less(term: Term, factors: Sequence[Factor]) -> Term:
    return Term(term.times, _some(Counter(term.factors) - Counter(factors)))


def _some(counted: Counter[Factor]) -> tuple[Factor, ...]:
    return tuple(counted.elements())


# Folding --------------------------------------------------------------------------------------

Coefficients = dict[tuple[str, str], int]


def folded(whole: Sum) -> Sum:
    """Write terms that differ in one label, or in two, as a sum over labels."""
    terms = [Term(times, tuple(map(_folded_factor, factors))) for times, factors in whole.terms]
    groups: dict[tuple[Factor, ...], Coefficients] = {}
    rest: list[Term] = []
    for term in terms:
        at = _labels_of(term.factors)
        if at is None:
            rest.append(term)
        else:
            shape = tuple(_placed(factor, (ROW, COLUMN)) for factor in term.factors)
            groups.setdefault(shape, {})[at] = term.times
    lines = [term for shape, times in groups.items() for term in _group(shape, times)]
    return added(_joined([*lines, *rest]))


def _folded_factor(factor: Factor) -> Factor:
    if isinstance(factor, Rounded):
        return Rounded(folded(factor.part), folded(factor.whole))
    if isinstance(factor, Positive | AtLeastOne):
        return type(factor)(folded(factor.of))
    return folded(factor) if isinstance(factor, Sum) else factor


def _labels_of(factors: Iterable[Factor]) -> tuple[str, str] | None:
    """Give the one label in the first place of all names, and the one in the second.

    None where names differ, or have none; the second is empty where no name has one.
    """
    places: tuple[set[str], set[str]] = (set(), set())
    for factor in factors:
        for name in names(factor):
            for found, place in zip(places, name.at, strict=False):
                if not isinstance(place, Index):
                    found.add(place)
    if any(len(found) > 1 for found in places) or not (places[0] or places[1]):
        return None
    return "".join(places[0]), "".join(places[1])


def _placed(factor: Factor, by: tuple[Place, Place]) -> Factor:
    """Put something in the place of the labels of a factor, the first and the second."""
    if isinstance(factor, Name):
        at = (
            old if isinstance(old, Index) else new for old, new in zip(factor.at, by, strict=False)
        )
        return Name(factor.family, tuple(at), factor.share)
    if isinstance(factor, Sum):
        return _sum_placed(factor, by)
    if isinstance(factor, Rounded):
        return Rounded(_sum_placed(factor.part, by), _sum_placed(factor.whole, by))
    inner = _sum_placed(factor.of, by)
    if isinstance(factor, Each):
        return Each(factor.indices, factor.labels, inner, factor.near, factor.squared)
    return type(factor)(inner)


def _sum_placed(one: Sum, by: tuple[Place, Place]) -> Sum:
    return Sum(tuple(Term(t, tuple(_placed(f, by) for f in factors)) for t, factors in one.terms))


def _renamed(shape: tuple[Factor, ...], by: Mapping[Index, Place]) -> Sum:
    """Give a shape with other indices, or labels, in the place of i and j."""

    def inside(one: Sum) -> Sum:
        return Sum(tuple(Term(t, tuple(map(renamed, factors))) for t, factors in one.terms))

    def renamed(factor: Factor) -> Factor:
        if isinstance(factor, Name):
            at = (by.get(p, p) if isinstance(p, Index) else p for p in factor.at)
            return Name(factor.family, tuple(at), factor.share)
        if isinstance(factor, Sum):
            return inside(factor)
        if isinstance(factor, Rounded):
            return Rounded(inside(factor.part), inside(factor.whole))
        if isinstance(factor, Each):
            return Each(
                factor.indices, factor.labels, inside(factor.of), factor.near, factor.squared
            )
        return type(factor)(inside(factor.of))

    return Sum((Term(1, tuple(map(renamed, shape))),))


def _group(shape: tuple[Factor, ...], times: Coefficients) -> Iterator[Term]:
    """Give terms of one shape, folded where they can be; times: labels -> how often."""
    if any(one and other for one, other in times):
        yield from _table(shape, times)
        return
    place, index = (0, ROW) if any(one for one, _ in times) else (1, COLUMN)
    labels = tuple(at[place] for at in times)
    if len(labels) >= FEWEST and len({*times.values()}) == 1:
        yield Term(
            next(iter(times.values())), (Each((LABEL,), labels, _renamed(shape, {index: LABEL})),)
        )
        return
    for label, one in zip(labels, times.values(), strict=True):
        yield from (Term(one, factors) for _, factors in _renamed(shape, {index: label}).terms)


def _table(shape: tuple[Factor, ...], times: Coefficients) -> Iterator[Term]:
    """Give the terms of a table of labels × labels: whole, by row, by column, its diagonal."""
    labels = tuple(sorted({label for at in times for label in at}))
    pairs, both = list(product(labels, labels)), _renamed(shape, {})
    for special in _WEIGHTS if len(labels) >= FEWEST else ():
        each = Each((ROW, COLUMN), labels, both, **special)
        weights = [weight for _, weight in each.cases()]
        # Two neighbours weigh 1 in both.
        once = times.get(pairs[1], 0)
        if [times.get(at, 0) for at in pairs] == [once * weight for weight in weights]:
            yield Term(once, (each,))
            return
    left = dict(times)
    for cells, factor in _families(shape, labels):
        least = min(left.get(at, 0) for at in cells)
        if least > 0 and len(labels) >= FEWEST:
            for at in cells:
                left[at] -= least
            yield Term(least, (factor,))
    for (one, other), times_left in left.items():
        if times_left:
            found_terms = _renamed(shape, {ROW: one, COLUMN: other}).terms
            yield from (Term(times_left, factors) for _, factors in found_terms)


_WEIGHTS: tuple[dict[str, bool], ...] = ({"squared": True}, {"near": True})


def _families(
    shape: tuple[Factor, ...], labels: tuple[str, ...]
) -> Iterator[tuple[list[tuple[str, str]], Each]]:
    yield list(product(labels, labels)), Each((ROW, COLUMN), labels, _renamed(shape, {}))
    for label in labels:
        row = _renamed(shape, {ROW: label, COLUMN: GIVEN})
        yield [(label, other) for other in labels], Each((GIVEN,), labels, row)
    for label in labels:
        column = _renamed(shape, {ROW: TRUE, COLUMN: label})
        yield [(other, label) for other in labels], Each((TRUE,), labels, column)
    yield (
        [(label, label) for label in labels],
        Each((LABEL,), labels, _renamed(shape, {ROW: LABEL, COLUMN: LABEL})),
    )


def _joined(terms: Iterable[Term]) -> Iterator[Term]:
    """Make one sum over labels of several that run through the same."""
    joined: dict[tuple[str, ...], list[Term]] = {}
    for term in terms:
        first = term.factors[0] if len(term.factors) == 1 else None
        if isinstance(first, Each) and first.indices == (LABEL,):
            more = joined.setdefault(first.labels, [])
            more += [Term(term.times * times, factors) for times, factors in first.of.terms]
        else:
            yield term
    for labels, more in joined.items():
        whole = gcd(*(times for times, _ in more))
        yield from single(Each((LABEL,), labels, divided(Sum(tuple(more)), whole)), whole).terms
