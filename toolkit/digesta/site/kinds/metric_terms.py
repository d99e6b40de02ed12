"""What formulas of metrics are made of: sums of products of column sums, and their values.

A column of shares is kept in nano-units in a row; here its name stands for the share itself, so
that scales of 10**9 show as coefficients and cancel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, prod
from typing import NamedTuple, TypeAlias

from digesta.metrics.exact import NANO
from digesta.metrics.labels import PICO, pico_share

N = "n"
"""How the number of questions is named."""


class Index(NamedTuple):
    """A variable that stands for a label in an indexed sum."""

    name: str


Place: TypeAlias = "str | Index"
Values: TypeAlias = Mapping[str, int]
"""Column sums by name, and the number of questions under ``N``."""


@dataclass(frozen=True, slots=True)
class Name:
    """A column's sum, or n.

    family: the parts of the column's name, an empty one where an index stands. at: the indices.
    """

    family: tuple[str, ...]
    at: tuple[Place, ...] = ()
    share: bool = False

    def column(self, bound: Mapping[str, str]) -> str:
        """Give the name of the column; bound: index -> the label that it stands for."""
        places = (bound[p.name] if isinstance(p, Index) else p for p in self.at)
        return "_".join(part or next(places) for part in self.family)


@dataclass(frozen=True, slots=True)
class Positive:
    """1 where a sum is over 0, else 0."""

    of: Sum


@dataclass(frozen=True, slots=True)
class AtLeastOne:
    """A sum, or 1 where it is 0."""

    of: Sum


@dataclass(frozen=True, slots=True)
class Rounded:
    """A quotient rounded to twelve decimals; 0 where the whole is 0."""

    part: Sum
    whole: Sum


@dataclass(frozen=True, slots=True)
class Each:
    """A sum over labels.

    indices: one or two. labels: what each runs through. near: only pairs at most one step
    apart. squared: each pair weighs its distance squared.
    """

    indices: tuple[Index, ...]
    labels: tuple[str, ...]
    of: Sum
    near: bool = False
    squared: bool = False

    def cases(self) -> Iterator[tuple[dict[str, str], int]]:
        """Give what the indices stand for, and the weight of it."""
        if len(self.indices) == 1:
            for label in self.labels:
                yield {self.indices[0].name: label}, 1
            return
        first, second = (index.name for index in self.indices)
        for i, one in enumerate(self.labels):
            for j, other in enumerate(self.labels):
                weight = (i - j) ** 2 if self.squared else int(not self.near or abs(i - j) <= 1)
                yield {first: one, second: other}, weight


Factor: TypeAlias = "Name | Positive | AtLeastOne | Rounded | Each | Sum"


class Term(NamedTuple):
    """A whole number times a product."""

    times: int
    factors: tuple[Factor, ...] = ()


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum of terms, no two with the same factors; without any it is 0."""

    terms: tuple[Term, ...] = ()

    @property
    def constant(self) -> int | None:
        """Give the number that it is, or None."""
        if not self.terms:
            return 0
        one = self.terms[0]
        return one.times if len(self.terms) == 1 and not one.factors else None


def number(value: int) -> Sum:
    """Give a number as a sum."""
    return Sum((Term(value),)) if value else Sum()


def single(factor: Factor, times: int = 1) -> Sum:
    """Give one factor as a sum."""
    return Sum((Term(times, (factor,)),))


def added(terms: Iterable[Term]) -> Sum:
    """Add terms, those with the same factors into one."""
    found: dict[tuple[Factor, ...], int] = {}
    for times, factors in terms:
        found[factors] = found.get(factors, 0) + times
    whole = Sum(tuple(Term(times, factors) for factors, times in found.items() if times))
    return _at_least_one(whole) or whole


def _at_least_one(whole: Sum) -> Sum | None:
    """Read x + 1 - [x > 0] as the greater of x and 1."""
    for term in whole.terms:
        if term.times == -1 and len(term.factors) == 1 and isinstance(term.factors[0], Positive):
            rest = term.factors[0].of
            if {*whole.terms} == {*rest.terms, Term(1), term}:
                return single(AtLeastOne(rest))
    return None


def scaled(one: Sum, by: int) -> Sum:
    """Multiply a sum by a number."""
    return Sum(tuple(Term(times * by, factors) for times, factors in one.terms)) if by else Sum()


def multiplied(one: Sum, other: Sum) -> Sum:
    """Multiply two sums; numbers go into the terms, other sums stay as they are."""
    for a, b in ((one, other), (other, one)):
        if (by := b.constant) is not None:
            return scaled(a, by)
    (times, left), (more, right) = _factors(one), _factors(other)
    return Sum((Term(times * more, (*left, *right)),))


def _factors(one: Sum) -> tuple[int, tuple[Factor, ...]]:
    if len(one.terms) == 1:
        return one.terms[0]
    common = gcd(*(term.times for term in one.terms))
    return common, (divided(one, common),)


def divided(one: Sum, by: int) -> Sum:
    """Divide a sum by a number that divides each of its terms."""
    return Sum(tuple(Term(times // by, factors) for times, factors in one.terms))


def value(one: Factor, sums: Values, bound: Mapping[str, str] | None = None) -> Fraction:
    """Give the exact value of a sum or factor for column sums."""
    at = bound or {}
    if isinstance(one, Name):
        return Fraction(sums[one.column(at)], NANO if one.share else 1)
    if isinstance(one, Sum):
        return sum(
            (times * prod((value(f, sums, at) for f in factors), start=Fraction(1))
             for times, factors in one.terms),
            start=Fraction(0),
        )  # fmt: skip
    if isinstance(one, Each):
        cases = ((value(one.of, sums, {**at, **case}), weight) for case, weight in one.cases())
        return sum((each * weight for each, weight in cases), start=Fraction(0))
    if isinstance(one, Rounded):
        part, whole = value(one.part, sums, at), value(one.whole, sums, at)
        return Fraction(pico_share(part, whole), PICO)
    inner = value(one.of, sums, at)
    return Fraction(int(inner > 0)) if isinstance(one, Positive) else max(inner, Fraction(1))


def inside(one: Factor) -> Iterator[Factor]:
    """Give every factor of a sum or factor, itself first."""
    yield one
    if isinstance(one, Name):
        return
    if isinstance(one, Sum):
        within = [factor for term in one.terms for factor in term.factors]
    else:
        within = [one.part, one.whole] if isinstance(one, Rounded) else [one.of]
    for factor in within:
        yield from inside(factor)


def names(one: Factor) -> Iterator[Name]:
    """Give every name that stands in a sum or factor, some more than once."""
    return (factor for factor in inside(one) if isinstance(factor, Name))
