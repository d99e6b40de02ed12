"""Metrics of the scorer ``stars``, named as ACORD's measures, the headline first."""

from __future__ import annotations

from digesta.scorers.base import ANSWERED_RATE, Metric
from digesta.scorers.shared.lists import DEPTH
from digesta.scorers.shared.metrics import mean_metric
from digesta.scorers.stars.mark import CUT, STARS

_UNGRADED = "What nobody graded is passed over, as if it were not in the list: see judged_at_10."


def _of_gain(k: int, column: str, *, of_all: bool = False) -> Metric:
    first = "results" if of_all else "graded results"
    return mean_metric(
        f"ndcg_at_{k}{'_of_all' * of_all}",
        f"Mean of: discounted gain of the first {k} {first} / that of the best list; gains are the "
        "grades, discount 1/log2(rank + 1). Missing and unreadable answers earn 0.",
        column,
        family=f"ndcg_at_K{'_of_all' * of_all}",
        source=f"trec_eval: ndcg_cut_{k}" if of_all else f"ir_measures: nDCG(judged_only)@{k}",
        limits="What nobody graded counts as one star." if of_all else _UNGRADED,
    )


METRICS = (
    _of_gain(DEPTH, "credit"),
    _of_gain(CUT, f"ndcg_at_{CUT}"),
    *(
        mean_metric(
            f"{stars}_star_precision_at_{CUT}",
            f"Mean of: the first {CUT} graded results that have {stars} stars or more / {CUT}; "
            "fewer results are misses.",
            f"{stars}_star_precision_at_{CUT}",
            source=f"ir_measures: P(rel={grade}, judged_only)@{CUT}",
            limits=f"{_UNGRADED} Where fewer than {CUT} have so many stars, 1 is out of reach.",
        )
        for stars, grade in STARS.items()
    ),
    _of_gain(DEPTH, f"ndcg_at_{DEPTH}_of_all", of_all=True),
    mean_metric(
        f"judged_at_{DEPTH}",
        f"Mean of: results in the first {DEPTH} that were graded, whatever their grade / {DEPTH}.",
        f"judged_at_{DEPTH}",
        source="ir_measures: Judged@10",
        limits="It says how far the other figures can be trusted, and nothing of quality.",
    ),
    ANSWERED_RATE,
)
