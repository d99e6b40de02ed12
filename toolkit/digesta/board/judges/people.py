"""People as judges: how those who graded apart agree, and what they must show before they rank.

Attacks on programs are not tried on people, who quote no passages either. What stands in their
place: each criterion was graded by two apart and blind, who agree beyond chance. Where a release
has calibration answers, people order them as any judge must; those were in their sheets, masked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from digesta.board.judges.agreement import Ratings, agreement_sums, judge_alpha
from digesta.board.judges.calibration import Order
from digesta.board.judges.gate import (
    LEAST_CRITERIA,
    LEAST_QUESTIONS,
    LEAST_TASKS,
    Gate,
    Reason,
    order_reasons,
    part_reasons,
    unseen_reasons,
)
from digesta.metrics.exact import ratio, round_share
from digesta.records.judges.board import GraderAgreement
from digesta.records.judges.verdict import Judge, Verdict

LEAST_ALPHA = Fraction(667, 1000)
"""Below it agreement supports no conclusion (Krippendorff 2004, chapter 11)."""

_GRADERS = 2


def grader_agreement(verdicts: Iterable[Verdict], *, minutes: int) -> GraderAgreement | None:
    """Return how those who graded apart agreed; None where nobody did.

    verdicts: all of the judge's. Equal answers to a question were graded once, and count once.
    minutes: of all readers together.
    """
    ratings: dict[tuple[str, str, str], Ratings] = {
        (verdict.question_id, verdict.answer_sha256, criterion.criterion_id): criterion.ratings
        or (criterion.satisfied,)
        for verdict in verdicts
        for criterion in verdict.criteria
    }
    fewest = min(map(len, ratings.values()), default=0)
    if fewest < _GRADERS:
        return None
    return GraderAgreement(
        graders=fewest,
        questions=len({question for question, _, _ in ratings}),
        minutes=minutes,
        **agreement_figures(ratings.values()),
    )


def agreement_figures(ratings: Iterable[Ratings]) -> dict[str, Any]:
    """Return criteria, equal and alpha of some criteria, as a record has them."""
    units = list(ratings)
    alpha, sums = judge_alpha(max(map(len, units))), agreement_sums(units)
    known = alpha.share(sums).denominator
    return {
        "criteria": len(units),
        "equal": round_share(ratio(sum(len(set(unit)) == 1 for unit in units), len(units))),
        "alpha": round_share(alpha.value(sums)) if known else None,
    }


def gate_of_people(
    judge: Judge,
    agreement: GraderAgreement | None,
    order: Order,
    *,
    sets: int,
    unseen: Order | None = None,
    part: tuple[int, int],
) -> Gate:
    """Return whether people may be published as a judge, with every reason why not.

    order: of the calibration sets that were in their sheets. sets: how many of them the release
    has. part: how many questions they judge, and how many need a judge.
    """
    reasons = [*part_reasons(judge, *part), *_agreement_reasons(agreement)]
    if sets:
        reasons += [*order_reasons(order, least=min(sets, LEAST_TASKS)), *unseen_reasons(unseen)]
    return Gate({}, order, tuple(reasons), unseen)


def _agreement_reasons(agreement: GraderAgreement | None) -> Iterator[Reason]:
    if agreement is None:
        yield Reason("graders", f"a criterion that fewer than {_GRADERS} graded apart")
        return
    if agreement.criteria < LEAST_CRITERIA or agreement.questions < LEAST_QUESTIONS:
        got = f"{agreement.criteria} criteria of {agreement.questions} questions"
        least = f"at least {LEAST_CRITERIA} of {LEAST_QUESTIONS}"
        yield Reason("agreement-few", f"{got}, {least}")
    if agreement.alpha is None:
        yield Reason("agreement", "every rating is the same: nothing shows that they agree")
    elif agreement.alpha < LEAST_ALPHA:
        least = f"at least {float(LEAST_ALPHA):.3f}"
        yield Reason("agreement", f"Krippendorff's alpha {agreement.alpha:.3f}, {least}")
