"""The smallest difference between two systems that a number of questions can show.

Two systems answer the same n independent questions, right or wrong. The difference of a question
is -1, 0 or 1; it is not 0 at the discordance rate f, so its variance is f - d² <= f for a true
mean difference d. A two-sided paired test at 0.05 sees d with 80 % power when
d = (z(0.975) + z(0.8))·sqrt(f / n) (Miller 2024, arXiv 2411.00640; f for f - d² errs to the
safe side). d cannot exceed f: where it would, f is taken to be d, and d = (z + z)² / n.

It is for one comparison that was planned; Holm over many pairs needs more. Where questions share
sources, n is the number of clusters.
"""

from __future__ import annotations

import math
from fractions import Fraction

from digesta.metrics.exact import published
from digesta.stats.intervals import Z

Z_POWER = 0.8416212335729143
"""The 0.8 quantile of the standard normal distribution, as a double."""

DISCORDANCE = Fraction(3, 10)
"""Share of questions that one of two systems gets right and the other wrong, assumed.

Two systems of 60 to 80 % that are wrong independently differ on 32 to 48 % of questions; wrong
answers of real systems go together.
"""


def smallest_detectable_difference(n: int, *, discordance: Fraction = DISCORDANCE) -> float:
    """Return the difference of two shares that n questions show with 80 % power, in (0, 1].

    n: independent questions, or clusters; at least 1. discordance: in (0, 1].

    >>> smallest_detectable_difference(100)
    0.153449142
    """
    assert n > 0, "a difference needs at least one question"
    assert 0 < discordance <= 1, "a rate is a share"
    both = Z + Z_POWER
    usual = both * math.sqrt(float(discordance) / n)
    one_sided = both * both / n
    return published(min(Fraction(max(usual, one_sided)), Fraction(1)))
