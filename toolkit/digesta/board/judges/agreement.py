"""Several judges: how they agree, and the mean of their figures.

Agreement is Krippendorff's alpha (Content Analysis, 2004, chapter 11), nominal, by criterion: a
function of column sums of one integer row for each criterion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from digesta.metrics.exact import ratio
from digesta.records.judges.verdict import Verdict
from digesta.scorers.base import Metric, Share, Sums

Said = Mapping[tuple[str, str], bool]
"""What a judge said: whether (question, criterion) is satisfied."""


def ratings(verdicts: Sequence[Mapping[str, Verdict]]) -> list[tuple[bool | None, ...]]:
    """Return what each judge said of each criterion of each question; None: it did not judge it.

    verdicts: each judge's, by question. Criteria in the order of (question, criterion).
    """
    return units([said_in({k: v.as_json() for k, v in judge.items()}) for judge in verdicts])


def said_in(verdicts: Mapping[str, Mapping[str, Any]]) -> Said:
    """Return what a judge said of each criterion. verdicts: by question id, as JSON."""
    return {
        (key, one["criterion_id"]): one["satisfied"]
        for key, verdict in verdicts.items()
        for one in verdict["criteria"]
    }


def units(said: Sequence[Said]) -> list[tuple[bool | None, ...]]:
    """Return a unit of agreement for each criterion that a judge judged: what each said of it."""
    named = sorted({unit for judge in said for unit in judge})
    return [tuple(judge.get(unit) for judge in said) for unit in named]


AGREEMENT = ("ratings", "satisfied", "disagreement")
"""The columns of an agreement row: its ratings, those that say satisfied, disagreeing pairs."""


def agreement_row(unit: Sequence[bool | None]) -> tuple[int, int, int]:
    """Return one criterion's row for ``judge_alpha``, by what each judge said; None: nothing.

    A criterion that fewer than two judged says nothing and gives zeros. disagreement: pairs of
    judges that differ / (judges of this criterion - 1), times ``_scale`` so that it is whole.

    >>> agreement_row([True, False, True])
    (3, 2, 2)
    """
    given = [one for one in unit if one is not None]
    if len(given) < 2:  # noqa: PLR2004 - a pair
        return (0, 0, 0)
    yes = sum(given)
    return len(given), yes, yes * (len(given) - yes) * _scale(len(unit)) // (len(given) - 1)


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


def agreement_sums(units: Sequence[Sequence[bool | None]]) -> Sums:
    """Return the sums of the agreement rows of some criteria."""
    rows = [agreement_row(unit) for unit in units]
    totals = [sum(column) for column in zip(*rows, strict=True)] if rows else [0, 0, 0]
    return Sums(len(rows), AGREEMENT, totals)


class Figures(NamedTuple):
    """A metric by judge, and the mean over the judges; exact."""

    by_judge: Mapping[str, Fraction]
    mean: Fraction


def figures(metric: Metric, sums: Mapping[str, Sums]) -> Figures | None:
    """Return a metric of each judge's sums and the mean of the figures, each judge counting alike.

    None where a judge's figure is not defined: a mean over the others would be another one's.
    """
    found = {}
    for judge, own in sorted(sums.items()):
        numerator, denominator = metric.share(own)
        if not denominator and metric.undefined:
            return None
        found[judge] = ratio(int(numerator), int(denominator))
    return Figures(found, sum(found.values(), Fraction(0)) / len(found)) if found else None


def _scale(judges: int) -> int:
    """Return the least number that every (judges of a criterion - 1) divides."""
    return lcm(*range(1, max(judges, 2)))
