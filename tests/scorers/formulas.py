"""The value of a metric's formula, as a reader would work it out: its grammar in ``Metric``.

A factor is a number, a name, ``n``, brackets, [x > 0], max(x, y), round12(x), Σ[k=a…e] factor
or a factor squared; names and formulas that the grammar does not know are errors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import floor

from digesta.metrics.labels import PICO

_TOKEN = re.compile(r"\s*(\d+|[a-z][a-z0-9_]*|[Σ…=()\[\],+−·/>²])")
Values = Mapping[str, Fraction]


class Formula:
    """A formula that is being read, sign by sign.

    values: of the names. strict: what is divided by 0 is an error, and not 0.
    """

    def __init__(self, text: str, values: Values, *, strict: bool) -> None:
        self.signs = [found[1] for found in _TOKEN.finditer(text)]
        assert "".join(self.signs) == text.replace(" ", ""), text
        self.values, self.strict, self.at = values, strict, 0
        self.labels: dict[str, tuple[int, str]] = {}

    def value(self) -> Fraction:
        found = self.added()
        assert self.at == len(self.signs), self.signs[self.at :]
        return found

    def next(self, *expected: str) -> str:
        sign = self.signs[self.at]
        assert not expected or sign in expected, (sign, expected)
        self.at += 1
        return sign

    def follows(self, *signs: str) -> bool:
        return self.at < len(self.signs) and self.signs[self.at] in signs

    def added(self) -> Fraction:
        found = self.multiplied()
        while self.follows("+", "−"):
            found += self.multiplied() if self.next() == "+" else -self.multiplied()
        return found

    def multiplied(self) -> Fraction:
        found = self.squared()
        while self.follows("·", "/"):
            sign, other = self.next(), self.squared()
            found = found * other if sign == "·" else self.divided(found, other)
        return found

    def divided(self, found: Fraction, by: Fraction) -> Fraction:
        return found / by if by or self.strict else Fraction(0)

    def squared(self) -> Fraction:
        found = self.factor()
        return found**2 if self.follows("²") and self.next() else found

    def factor(self) -> Fraction:
        sign = self.next()
        if sign == "Σ":
            return self.over_labels()
        if sign == "(":
            return self.inside(")")
        if sign == "[":
            found = self.inside(">")
            assert (self.next(), self.next()) == ("0", "]")
            return Fraction(found > 0)
        if sign == "max" and self.next("("):
            return max(self.inside(","), self.inside(")"))
        return self.rounded() if sign == "round12" else self.named(sign)

    def inside(self, end: str) -> Fraction:
        found = self.added()
        self.next(end)
        return found

    def rounded(self) -> Fraction:
        """Round half up to twelve decimals, and take x / 0 for 0 whatever the metric says."""
        outside, self.strict = self.strict, False
        self.next("(")
        found = self.inside(")")
        self.strict = outside
        return Fraction(floor(found * PICO + Fraction(1, 2)), PICO)

    def over_labels(self) -> Fraction:
        self.next("[")
        index, _, first, _, last, _ = (self.next() for _ in range(6))
        start, total = self.at, Fraction(0)
        for place, label in enumerate(_labels(first, last)):
            self.at, self.labels[index] = start, (place, label)
            total += self.factor()
        del self.labels[index]
        return total

    def named(self, sign: str) -> Fraction:
        if sign.isdigit():
            return Fraction(int(sign))
        if sign in self.labels:
            return Fraction(self.labels[sign][0])
        parts = (self.labels[part][1] if part in self.labels else part for part in sign.split("_"))
        return self.values["_".join(parts)]


def _labels(first: str, last: str) -> list[str]:
    if first.isdigit():
        return [f"{number:02}" for number in range(int(first), int(last) + 1)]
    return [chr(code) for code in range(ord(first), ord(last) + 1)]
