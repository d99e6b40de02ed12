"""The formula of a metric, read off the metric's own code.

``Metric.share`` is run on names instead of numbers; what it does with them is its formula, so a
page cannot say otherwise than the code does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO
from digesta.metrics.labels import PICO, pico_share
from digesta.scorers.base import Column, Metric, Sums
from digesta.site.kinds.metric_terms import (
    N,
    Name,
    Positive,
    Rounded,
    Sum,
    added,
    multiplied,
    number,
    scaled,
    single,
)

Raw = Any
"""What code did, step by step: a number, (column, its name), (sign, left, right)."""

_COLUMN, _ANY = "column", "any"


class UntraceableError(TypeError):
    """Code asks of a sum what only a number has, or does what no formula here says."""


class Traced:
    """A column sum that remembers what is done with it."""

    __slots__ = ("raw",)

    def __init__(self, raw: Raw) -> None:
        self.raw = raw

    def __add__(self, other: object) -> Traced:
        """Write down a sum."""
        return Traced(("+", self.raw, _raw(other)))

    def __radd__(self, other: object) -> Traced:
        """Write down a sum."""
        return Traced(("+", _raw(other), self.raw))

    def __sub__(self, other: object) -> Traced:
        """Write down a difference."""
        return Traced(("-", self.raw, _raw(other)))

    def __rsub__(self, other: object) -> Traced:
        """Write down a difference."""
        return Traced(("-", _raw(other), self.raw))

    def __mul__(self, other: object) -> Traced:
        """Write down a product."""
        return Traced(("*", self.raw, _raw(other)))

    def __rmul__(self, other: object) -> Traced:
        """Write down a product."""
        return Traced(("*", _raw(other), self.raw))

    def __floordiv__(self, other: object) -> Traced:
        """Write down a whole quotient."""
        return Traced(("//", self.raw, _raw(other)))

    def __divmod__(self, other: object) -> tuple[Traced, Traced]:
        """Write down a whole quotient and its rest."""
        return self // other, Traced(("%", self.raw, _raw(other)))

    def __gt__(self, other: object) -> Traced:
        """Write down a comparison."""
        return Traced((">", self.raw, _raw(other)))

    def __eq__(self, other: object) -> Traced:  # type: ignore[override]  # as arrays compare
        """Write down a comparison."""
        return Traced(("==", self.raw, _raw(other)))

    __hash__ = None  # type: ignore[assignment]  # it equals nothing: comparing writes

    def __bool__(self) -> bool:
        """Refuse: a formula takes no turns."""
        raise UntraceableError("a metric's formula may not branch on a column sum")


def _raw(one: object) -> Raw:
    if isinstance(one, Traced):
        return one.raw
    if isinstance(one, int):
        return one
    raise UntraceableError(f"{one!r} is no whole number")


class Formula(NamedTuple):
    """What stands above and below the line of a metric's formula."""

    numerator: Sum
    denominator: Sum


def traced(metric: Metric, columns: Sequence[Column]) -> Formula | None:
    """Give the formula of a metric over a scorer's columns, or None where none can be read off.

    None happens to owners' metrics alone, which branch or call what knows only numbers.
    """
    names = [column.name for column in columns]
    sums = Sums(Traced((_COLUMN, N)), names, [Traced((_COLUMN, name)) for name in names])
    known = family_names(columns)
    try:
        numerator, denominator = metric.share(sums)
        return Formula(_sum_of(_raw(numerator), known), _sum_of(_raw(denominator), known))
    except TypeError:
        return None


def family_names(columns: Sequence[Column]) -> dict[str, Name]:
    """Give each column's name taken apart, and n.

    Of a confusion cell the parts that are two digits or more, or one letter, are indices.
    """
    found = {N: Name((N,))}
    for column in columns:
        parts = tuple(column.name.split("_"))
        family = tuple("" if _is_index(part) else part for part in parts)
        if column.kind != "cell" or family == parts:
            found[column.name] = Name((column.name,), share=column.kind == "share")
        else:
            found[column.name] = Name(family, tuple(part for part in parts if _is_index(part)))
    return found


def _is_index(part: str) -> bool:
    return (part.isdigit() and len(part) > 1) or (part.isalpha() and len(part) == 1)


@cache
def _rounding() -> Raw:
    """Give the steps of ``pico_share`` on anything, by which it is known again."""
    return pico_share(Traced((_ANY, "part")), Traced((_ANY, "whole"))).raw


def _matches(pattern: Raw, raw: Raw, found: dict[str, Raw]) -> bool:
    if isinstance(pattern, tuple) and pattern[0] == _ANY:
        return bool(found.setdefault(pattern[1], raw) == raw)
    if not isinstance(pattern, tuple) or not isinstance(raw, tuple):
        return bool(pattern == raw)
    return len(pattern) == len(raw) and all(
        _matches(one, other, found) for one, other in zip(pattern, raw, strict=True)
    )


def _sum_of(raw: Raw, known: Mapping[str, Name]) -> Sum:
    if isinstance(raw, int):
        return number(raw)
    if raw[0] == _COLUMN:
        name = known[raw[1]]
        return single(name, NANO if name.share else 1)
    found: dict[str, Raw] = {}
    if _matches(_rounding(), raw, found):
        rounded = Rounded(_sum_of(found["part"], known), _sum_of(found["whole"], known))
        return single(rounded, PICO)
    sign, left, right = raw
    if sign == ">" and right == 0:
        return single(Positive(_sum_of(left, known)))
    if sign not in _SIGNS:
        raise UntraceableError(f"no formula here says {sign}")
    return _SIGNS[sign](_sum_of(left, known), _sum_of(right, known))


_SIGNS: Mapping[str, Callable[[Sum, Sum], Sum]] = {
    "+": lambda one, other: added((*one.terms, *other.terms)),
    "-": lambda one, other: added((*one.terms, *scaled(other, -1).terms)),
    "*": multiplied,
}
