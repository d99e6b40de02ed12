"""Metrics of the scorer ``ranking``, named as trec_eval's measures, the headline first."""

from __future__ import annotations

from collections.abc import Iterator

from digesta.scorers.base import ANSWERED_RATE, Metric
from digesta.scorers.ranking.mark import GAIN_CUTS, HIT_CUTS
from digesta.scorers.shared.lists import DEPTH
from digesta.scorers.shared.metrics import mean_metric

CODE = "the original's code; MUSER, metrics.py"
_UNJUDGED = "A document that nobody judged counts as irrelevant: see judged_at_10."
_FEW = "It counts fewer documents than were judged: some relevant ones earn nothing."


def _of_gain(k: int, *, coded: bool = False) -> Metric:
    name = f"ndcg_at_{k}{'_as_coded' * coded}"
    counted = "the best documents alone, as many as the original counts" if coded else "all judged"
    return mean_metric(
        name,
        f"Mean of: discounted gain of the first {k} / that of the best list; gains are the grades "
        f"of {counted}, discount 1/log2(rank + 1). Missing and unreadable answers earn 0.",
        "credit" if k == DEPTH and not coded else name,
        family=f"ndcg_at_K{'_as_coded' * coded}",
        source=CODE if coded else f"Järvelin and Kekäläinen 2002; trec_eval: ndcg_cut_{k}",
        limits=_FEW if coded else _UNJUDGED,
    )


def _of_hits(k: int, *, coded: bool = False) -> Metric:
    name = f"precision_at_{k}{'_as_coded' * coded}"
    counted = " and are among the best that the original counts" * coded
    return mean_metric(
        name,
        f"Mean of: results in the first {k} that have the level of relevance{counted} / {k}; fewer "
        "results are misses.",
        name,
        family=f"precision_at_K{'_as_coded' * coded}",
        source=CODE if coded else f"trec_eval: P_{k} with its option -l",
        limits=_FEW if coded else f"{_UNJUDGED} All relevant documents count alike.",
    )


def _metrics() -> Iterator[Metric]:
    yield from map(_of_gain, GAIN_CUTS)
    yield from map(_of_hits, HIT_CUTS)
    yield mean_metric(
        "map",
        "Mean of average precision: over the relevant results, the sum of hits so far / rank, / "
        "all relevant documents; 0 where none is.",
        "ap",
        source="trec_eval: map with its option -l",
        limits=_UNJUDGED,
    )
    yield mean_metric(
        "mrr",
        "Mean of: 1 / rank of the first relevant result; 0 without one.",
        "rr",
        source="trec_eval: recip_rank with its option -l",
        limits="It sees the first hit alone.",
    )
    yield mean_metric(
        f"judged_at_{DEPTH}",
        f"Mean of: results in the first {DEPTH} that were judged, whatever their grade / {DEPTH}.",
        f"judged_at_{DEPTH}",
        source="ir_measures: Judged@10",
        limits="It says how far the other figures can be trusted, and nothing of quality.",
    )
    yield ANSWERED_RATE
    yield from (_of_gain(k, coded=True) for k in GAIN_CUTS)
    yield from (_of_hits(k, coded=True) for k in HIT_CUTS)


METRICS = tuple(_metrics())
