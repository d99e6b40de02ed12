"""What the signs of a metric's formula mean, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from digesta.site.kinds.metric_folding import GIVEN, TRUE, Shown
from digesta.site.kinds.metric_mathml import is_simple
from digesta.site.kinds.metric_terms import Each, Factor, N, Name, Positive, Rounded, inside

_QUESTIONS = "The index q runs over the questions of the board."
_SUMMED = "Each name stands for the sum of its column over the questions of the board."
_ZERO: Mapping[bool, str] = MappingProxyType(
    {
        False: "Where the denominator is 0 the value counts as 0.",
        True: "Where the denominator is 0 the value is not defined.",
    }
)
"""By ``Metric.undefined``."""

_SAID: Mapping[str, Callable[[Factor], bool]] = MappingProxyType(
    {
        "n is the number of questions.": lambda one: one == Name((N,)),
        "Columns that are shares lie in [0, 1]; a row holds them in billionths.": (
            lambda one: isinstance(one, Name) and one.share
        ),
        "A question stands in one cell of a table of labels: the sum over the table counts "
        "questions.": lambda one: (
            isinstance(one, Each) and len(one.indices) > 1 and not (one.near or one.squared)
        ),
        "g is the label of an answer, t that of a truth.": (
            lambda one: isinstance(one, Each) and one.indices[0] in {GIVEN, TRUE}
        ),
        "[x > 0] is 1 where x is over 0, else 0.": lambda one: isinstance(one, Positive),
        "Each label's fraction is rounded to twelve decimals; 0 where nothing is below it.": (
            lambda one: isinstance(one, Rounded)
        ),
    }
)


def legend(shown: Shown, *, undefined: bool) -> list[str]:
    """Say what the signs of a formula mean, a sentence each. undefined: as of the metric."""
    sums = [shown.over, *(part for fraction in shown.fractions for part in fraction)]
    found = [factor for one in sums for factor in inside(one)]
    through = sorted({one.labels for one in found if isinstance(one, Each)})
    return [
        _QUESTIONS if is_simple(shown) else _SUMMED,
        *(sentence for sentence, holds in _SAID.items() if any(map(holds, found))),
        *(_through(labels) for labels in through),
        _ZERO[undefined],
    ]


def _through(labels: Sequence[str]) -> str:
    return f"Sums over labels run through the {len(labels)} labels {labels[0]} to {labels[-1]}."
