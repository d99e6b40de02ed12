"""The kind of closed question that is answered by a number or a time of day.

Arithmetic is exact: a JSON number stands for its shortest decimal, a text is read by the
numerals that the question declares, a tolerance is a decimal, and |p - t| <= tolerance is
inclusive. A relative tolerance is a share of |t|, and absolute where t is 0. Times of day
(``unit`` ``clock``) are text HH:MM on the 24-hour clock, in minutes since 00:00; they do not
wrap at midnight, so a truth near it lists what else is accepted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

from digesta.scorers.closed.read import (
    DEFAULT_NUMERALS,
    RIGHT,
    UNREADABLE,
    WRONG,
    kind_of,
    quote,
)
from digesta.scorers.closed.records import ClosedAnswer
from digesta.text import NUMERALS, numerals_named
from digesta.text.numerals import LONGEST, clock_minutes, exact
from digesta.text.readers import AnswerKind, answer_of

CLOCK = "clock"


class NumberKey(NamedTuple):
    """A ``numeric``: right within the tolerance of one of the truths.

    numerals: how texts are read: numerals, or a reading. kind: as of ``TextKey``.
    bounds: (least, greatest, denominator) per truth, inclusive. truths, within: as written.
    """

    numerals: str
    clock: bool
    bounds: tuple[tuple[int, int, int], ...]
    truths: tuple[str, ...]
    within: str
    sure: Any
    chance: int = 0
    kind: AnswerKind | None = None

    @classmethod
    def of(cls, ask: Mapping[str, Any], answers: Sequence[Any], language: str) -> NumberKey:
        """Prepare a question, or ValueError when a truth is no number that could be answered."""
        numerals = ask.get("numerals", DEFAULT_NUMERALS)
        numerals_named(numerals)
        numerals = ask.get("reading", numerals)
        clock = ask.get("unit") == CLOCK
        tolerance = ask.get("tolerance", {})
        relative = tolerance.get("kind") == "relative"
        if clock and relative:
            raise ValueError("the tolerance of a time of day is absolute, in minutes")
        amount = Fraction(tolerance["amount"]) if tolerance else 0
        texts = tuple(str(answer).strip() for answer in answers)
        within = _within(tolerance, ask.get("unit", "")) if amount else ""
        kind = kind_of(ask, language)
        number = cls(numerals, clock, (), texts, within, answers[0], kind=kind)
        bounds = (_bounds(number.truth(a), amount, relative=relative) for a in answers)
        return number._replace(bounds=tuple(bounds))

    def truth(self, answer: ClosedAnswer) -> tuple[int, int]:
        """Return the number that a truth writes; ValueError where it writes none."""
        value = self.value(answer)
        if value is None:
            form = "a time HH:MM" if self.clock else "a number"
            raise ValueError(f"the answer {answer!r} is not {form} by {self.numerals}")
        return value

    def value(self, answer: Any) -> tuple[int, int] | None:
        """Return the number that an answer writes as (numerator, denominator); None if none.

        Times of day are in minutes.
        """
        kind = type(answer)
        if kind is str and self.kind:
            lead = answer_of(answer, self.kind)
            return lead.key.as_integer_ratio() if lead and isinstance(lead.key, Fraction) else None
        if kind is str:
            read = _read if len(answer) <= LONGEST else _read.__wrapped__
            return read(self.numerals, answer, self.clock)
        if self.clock:
            return None
        if kind is int:
            return answer, 1
        return _double(answer) if kind is float else None

    def status(self, answer: Any) -> int:
        """Return what an answer is; unreadable is what writes no number."""
        value = self.value(answer)
        if value is None:
            return UNREADABLE
        return WRONG if self._hit(value) is None else RIGHT

    def _hit(self, value: tuple[int, int]) -> int | None:
        """Return the place of the first truth that a value is within the tolerance of."""
        numerator, denominator = value
        for place, (least, greatest, scale) in enumerate(self.bounds):
            if least * denominator <= numerator * scale <= greatest * denominator:
                return place
        return None

    def why(self, answer: Any, _status: int) -> str:
        """Return why an answer has its status."""
        number, value = str(answer).strip(), self.value(answer)
        if value is None:
            by = f"{self.numerals}:{self.kind.language}" if self.kind else self.numerals
            form = "a time HH:MM" if self.clock else f"a number ({by})"
            return f"{quote(answer)} is not {form}"
        hit = self._hit(value)
        if hit is not None:
            return f"{number} is {self.within}{self.truths[hit]}"
        return f"{number} is not {self.within}{' or '.join(self.truths)}"


@lru_cache(maxsize=1 << 17)
def _read(numerals: str, text: str, clock: bool) -> tuple[int, int] | None:  # noqa: FBT001 - by position a remembered call is fastest
    value = clock_minutes(text) if clock else NUMERALS[numerals](text)
    return None if value is None else value.as_integer_ratio()


@lru_cache(maxsize=1 << 17)
def _double(number: float) -> tuple[int, int] | None:
    value = exact(number)
    return None if value is None else value.as_integer_ratio()


def _bounds(
    value: tuple[int, int], amount: Fraction | int, *, relative: bool
) -> tuple[int, int, int]:
    if not amount:
        return value[0], *value
    truth = Fraction(*value)
    tolerance = amount * abs(truth) if relative and truth else amount
    low, high = truth - tolerance, truth + tolerance
    scale = lcm(low.denominator, high.denominator)
    return int(low * scale), int(high * scale), scale


def _within(tolerance: Mapping[str, str], unit: str) -> str:
    """Return the tolerance in the words that stand between an answer and a truth."""
    written = tolerance["amount"]
    if tolerance["kind"] == "relative":
        return f"within a share of {written} of "
    unit = "minutes" if unit == CLOCK else unit
    if Fraction(written) == 1:
        unit = unit.removesuffix("s")
    return f"within {written} {unit}".strip() + " of "
