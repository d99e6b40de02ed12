"""What a metric's signs and marks mean, and what it cannot say, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from digesta.scorers.base import Metric

AS_CODED = "_as_coded"

_NAMES = (
    "A name stands for the sum of its column over the questions of a board, n for their number. "
    "Columns that are shares lie in [0, 1]; a row holds them in billionths."
)
_SIGNS: Mapping[str, str] = {
    "Σ": (
        "Σ[k=a…e] x adds x, the one factor after it, for each label k from a to e; where a "
        "label stands alone, as in i − j, it is its place."
    ),
    "> 0]": "[x > 0] is 1 where x is over 0, else 0.",
    "max(": "max(x, y) is the greater of the two.",
    "round12(": "round12 rounds half up to twelve decimals; it is 0 where nothing is below.",
}
"""By what stands in a formula that has the sign."""


def legend(formulas: Iterable[str]) -> list[str]:
    """Return what the signs of some formulas mean."""
    text = " ".join(formulas)
    return [
        _NAMES,
        *(sentence for sign, sentence in _SIGNS.items() if sign in text),
    ]


def facts(metric: Metric) -> list[str]:
    """Return what range a metric has, and how boards may use it."""
    share = metric.least == 0
    least = _with_sign(metric.least)
    sentences = [
        f"It lies between {least} and 1: it is a share."
        if share
        else f"It lies between {least} and 1: it is no share, and may fall below 0."
    ]
    if metric.proportion:
        sentences.append(
            "Each question adds 0 or 1 above the line and 1 below it, so it is a proportion: "
            "its interval is Wilson's where questions stand alone, else Wilson's on the "
            "effective number of questions."
        )
    elif metric.whole:
        sentences.append(
            "Each question that it covers is wholly right or wrong, but a board may hold "
            "others, or weigh them: its interval is Wilson's on the effective number of "
            "questions."
        )
    elif share:
        sentences.append(
            "It is not a proportion of questions: its interval is Wilson's on the effective "
            "number of questions."
        )
    else:
        sentences.append(
            "Its interval is made as a share's is, on its range moved to that from 0 to 1."
        )
    sentences.append(
        "Where the denominator is 0 the value is not defined."
        if metric.undefined
        else "Where the denominator is 0 the value counts as 0."
    )
    sentences.append("Lower is better." if metric.lower_is_better else "Higher is better.")
    if metric.of_answered:
        sentences.append(
            "Of answered: the answers, or the judge, set its denominator. It is shown with "
            "that denominator, is never a headline and is never ranked."
        )
    return sentences


def limits(metric: Metric) -> list[str]:
    """Return what a metric cannot say: what is its own, then what its marks imply."""
    of, lower = metric.of_answered, metric.lower_is_better
    is_whole = metric.proportion or metric.whole
    sentences = (
        (metric.limits, metric.limits),
        (
            of,
            (
                "Its denominator comes from the answers, or from the judge: a system that answers "
                "less may be measured on less. Read it beside missing and unreadable answers."
            ),
        ),
        (of and lower, "A system that says or finds less can look better here."),
        (
            metric.name.endswith(AS_CODED),
            (
                "It is what the original's code computes; it is here to "
                "connect to published results, not for ranking."
            ),
        ),
        (is_whole, "It sees each question as 0 or 1: degrees between do not show."),
        (
            not is_whole and not of,
            (
                "One value can come from many questions half right or "
                "from few wholly right; the matrix of questions and systems tells these apart."
            ),
        ),
        (True, "It describes the questions of one release, not legal work in general."),
    )
    return [sentence for holds, sentence in sentences if holds]


def _with_sign(number: int | Fraction) -> str:
    return str(number).replace("-", "−")
