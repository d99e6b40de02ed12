"""The parameter-free ladder: when a new attempt's score may be published.

Blum and Hardt, The Ladder: A Reliable Leaderboard for Machine Learning Competitions, ICML 2015
(arXiv 1502.04585), the parameter-free variant: an attempt's score is published only if it beats
the score that stands by more than the standard error of the paired difference between the two;
otherwise the standing score is repeated. The first attempt's score is always published.

Differs: scores, not losses (greater is better); questions may weigh unlike; whole percents are
published, coarser than the paper's 1/n where n is over 100; and an attempt must beat both the
published figure and the exact score behind it, so that nobody climbs on rounding. All comparisons
are of exact fractions: no square root is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

PERCENT = 100


def climbs(score: Fraction, standing: Fraction, differences: Sequence[Fraction]) -> bool:
    """Return whether an attempt's score beats the one that stands by more than its noise.

    score, standing: both exact, in [0, 1]; the latter was published as a whole percent.
    differences: per question the attempt's credit less that of the attempt that stands, times the
    question's weight; their sum is the paired difference of the two scores. Noise is the standard
    error of that sum: sqrt(n / (n - 1) * sum of squared deviations), for n questions.
    """
    ahead = score - max(standing, Fraction(whole_percent(standing), PERCENT))
    return ahead > 0 and ahead * ahead > _variance(differences)


def _variance(differences: Sequence[Fraction]) -> Fraction:
    n = len(differences)
    if n < 2:  # noqa: PLR2004 - one question says nothing about its noise: no difference beats it
        return Fraction(1)
    mean = sum(differences) / Fraction(n)
    return Fraction(n, n - 1) * sum((difference - mean) ** 2 for difference in differences)


def whole_percent(share: Fraction) -> int:
    """Return a share in whole percents, rounded half-even: the published form of a sealed score.

    >>> whole_percent(Fraction(785, 1000)), whole_percent(Fraction(795, 1000))
    (78, 80)
    """
    return round(share * PERCENT)
