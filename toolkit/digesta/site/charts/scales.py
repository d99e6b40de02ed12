"""From values to places in a picture: ranges, round ticks, categories."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

STEPS = (1, 2, 2.5, 5, 10)
"""Round steps between ticks, times a power of ten."""
LEAST_REACH = 8
"""Points that an axis shows at least: a smaller part would make much of little."""
NEARLY = 0.85
"""A range that is so much of the whole scale gives way to it."""


class Scale(NamedTuple):
    """Values from ``low`` to ``high``, drawn from ``start`` to ``end``.

    ticks: (value, label). names: what stands for 0, 1, 2 where values are texts.
    band: what a place has for its bars, where that is not all of it.
    """

    low: float
    high: float
    start: float
    end: float
    ticks: Sequence[tuple[float, str]]
    names: Sequence[str] = ()
    band: float = 0.0

    def at(self, value: float | str) -> float:
        """Return where a value is drawn."""
        place = self.names.index(value) if isinstance(value, str) else value
        return self.start + (place - self.low) / (self.high - self.low) * (self.end - self.start)

    @property
    def unit(self) -> float:
        """Return how much room a step of 1 has for bars."""
        return self.band or abs((self.end - self.start) / (self.high - self.low))


def scale_of(
    axis: Mapping[str, Any],
    values: Iterable[float | str | None],
    *,
    start: float,
    end: float,
    most: int = 6,
) -> Scale:
    """Return the scale of an axis of Plotly over its values. most: ticks, about."""
    shown = [value for value in values if value is not None]
    names = list(dict.fromkeys(value for value in shown if isinstance(value, str)))
    numbers = [value for value in shown if not isinstance(value, str)]
    low, high = axis.get("range") or _ends(numbers, names)
    if "ticktext" in axis:
        pairs = zip(axis["tickvals"], axis["ticktext"], strict=True)
        ticks = [pair for pair in pairs if min(low, high) <= pair[0] <= max(low, high)]
    elif names:
        ticks = list(enumerate(names))
    else:
        ticks = _ticks(low, high, most)
    return Scale(low=low, high=high, start=start, end=end, ticks=ticks, names=names)


def _ends(numbers: Sequence[float], names: Sequence[str]) -> tuple[float, float]:
    if names:
        return -0.5, len(names) - 0.5
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    room = (high - low) * 0.05 or 1.0
    return low - room, high + room


def step_of(reach: float, most: int) -> float:
    """Return the least round step that cuts a reach into at most so many parts."""
    rough = reach / most
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in STEPS if step * power >= rough * (1 - 1e-9))


def _ticks(low: float, high: float, most: int) -> list[tuple[float, str]]:
    first, last = min(low, high), max(low, high)
    step = step_of(last - first, most)
    inside = range(math.ceil(first / step - 1e-9), math.floor(last / step + 1e-9) + 1)
    return [(at * step, f"{at * step:.10g}".replace("-", "\N{MINUS SIGN}")) for at in inside]


def fit(values: Iterable[float], whole: tuple[float, float]) -> list[float]:
    """Return the range of an axis that holds the values, with some room; at most the whole."""
    shown = list(values)
    low, high = min(shown, default=whole[0]), max(shown, default=whole[1])
    room = max((high - low) * 0.06, (LEAST_REACH - (high - low)) / 2)
    start, end = max(whole[0], low - room), min(whole[1], high + room)
    if end - start >= NEARLY * (whole[1] - whole[0]):
        return list(whole)
    return [round(start, 2), round(end, 2)]
