"""Several judges: how they agree, and the mean of their figures.

Agreement is Krippendorff's alpha (Content Analysis, 2004, chapter 11), nominal, by criterion: a
function of column sums of one integer row for each criterion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from digesta.scorers.base import Metric, Share, Sums

Ratings = Sequence[bool | None]
"""One criterion of one answer: whether each judge called it satisfied; None: not judged."""


Criterion = tuple[str, str]
"""A question's id and a criterion's."""


def ratings_of(verdicts: Sequence[Mapping[str, Mapping[str, Any]]]) -> dict[Criterion, Ratings]:
    """Return the ratings of each criterion, in the order of (question, criterion).

    verdicts: each judge's, by question id, as JSON.
    """
    judges = [
        {
            (key, criterion["criterion_id"]): criterion["satisfied"]
            for key, verdict in by_question.items()
            for criterion in verdict["criteria"]
        }
        for by_question in verdicts
    ]
    every = sorted(set().union(*judges))
    return {unit: tuple(judge.get(unit) for judge in judges) for unit in every}


AGREEMENT = ("ratings", "satisfied", "disagreement")
"""The columns of an agreement row: its ratings, those that say satisfied, disagreeing pairs."""


def agreement_row(ratings: Ratings) -> tuple[int, int, int]:
    """Return one criterion's row for ``judge_alpha``.

    A criterion that fewer than two judged says nothing and gives zeros. disagreement: pairs of
    judges that differ / (judges of this criterion - 1), times ``_scale`` so that it is whole.

    >>> agreement_row([True, False, True])
    (3, 2, 2)
    """
    n, yes = sum(rating is not None for rating in ratings), sum(map(bool, ratings))
    if n < 2:  # noqa: PLR2004 - a pair
        return (0, 0, 0)
    return n, yes, yes * (n - yes) * _scale(len(ratings)) // (n - 1)


def judge_alpha(judges: int) -> Metric:
    """Return Krippendorff's alpha, nominal, as a metric of summed agreement rows of so many judges.

    1 - observed / expected disagreement, in (-1, 1]. Its denominator is 0, and it is not
    defined, where every rating is the same.
    """

    def share(sums: Sums) -> Share:
        n, yes = sums["ratings"], sums["satisfied"]
        expected = yes * (n - yes) * _scale(judges)
        return Share(expected - (n - 1) * sums["disagreement"], expected)

    return Metric(
        "judge_alpha",
        "Krippendorff's alpha of the judges' verdicts, nominal, by criterion: 1 - observed / "
        "expected disagreement; not defined where all say the same.",
        share,
        undefined=True,
        of_answered=True,
        source="Krippendorff 2004, chapter 11",
        least=-1,
    )


def agreement_sums(criteria: Iterable[Ratings]) -> Sums:
    """Return the sums of the agreement rows of some criteria."""
    rows = [agreement_row(ratings) for ratings in criteria]
    return Sums(
        len(rows), AGREEMENT, [sum(column) for column in zip(*rows, (0, 0, 0), strict=True)]
    )


def mean_figure(metric: Metric, sums: Collection[Sums]) -> Fraction | None:
    """Return the mean of a metric over the judges' sums, each judge counting alike.

    None where a judge's figure is not defined: a mean over the others would be another figure.
    """
    if metric.undefined and not all(metric.share(own).denominator for own in sums):
        return None
    return sum(map(metric.value, sums), Fraction(0)) / len(sums)


def _scale(judges: int) -> int:
    """Return the least number that every (judges of a criterion - 1) divides."""
    return lcm(*range(1, max(judges, 2)))
