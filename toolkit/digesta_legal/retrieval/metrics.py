"""Metrics of the scorer ``retrieval``: part by part, at three cuts, and over all lists."""

from __future__ import annotations

from collections.abc import Iterator

from digesta.metrics.exact import NANO
from digesta.scorers.base import ANSWERED_RATE, Metric, Share
from digesta.scorers.shared.metrics import mean_metric, rate_metric
from digesta_legal.retrieval.corpus import DEPTH, PARTS
from digesta_legal.retrieval.mark import CUTS

SEED = "Legal Agent Evaluation Module"
CODE = "Legal Agent, run_evaluation_v4.py"

_RIGHT = {
    "gold": "are positives of the query",
    "accusation": "have the query's set of charges",
    "article": "have the query's set of articles",
    "imprisonment": "have a term within max(6 months, 20 %) of the query's",
}
_ONE_NUMBER = (
    "Precision, recall10 and F1 of one part and cut are one number of hits on different "
    "scales: they order systems alike, and coincide at 10."
)


def _per_cut(part: str, k: int) -> Iterator[Metric]:
    hits = f"hits in the first {k} (results that {_RIGHT[part]}; fewer than {k} are misses)"
    yield _of_hits(part, k, "precision", f"Mean of: {hits} / {k}.", "Precision@K")
    yield mean_metric(
        f"{part}.recall10_at_{k}",
        f"Mean of: {hits} / 10, whatever is right.",
        f"{part}_recall10_at_{k}",
        family="PART.recall10_at_K",
        source=f"{SEED}: Recall@K",
        limits=_ONE_NUMBER,
    )
    yield mean_metric(
        f"{part}.recall_at_{k}",
        f"Mean of: {hits} / all such cases of the corpus; 0 where there is none.",
        f"{part}_recall_at_{k}",
        family="PART.recall_at_K",
        source="trec_eval: recall",
        limits="Where more cases are right than places are read, 1 cannot be reached.",
    )
    about = f"Mean of the queries' F1, 2h / ({k} + 10), h: {hits}."
    yield _of_hits(part, k, "macro_f1", about, "Macro-F1")
    about = f"2H / ({k}n + 10n), H: all {hits} of n queries. Always equal to the macro-F1."
    yield _of_hits(part, k, "micro_f1", about, "Micro-F1")
    yield mean_metric(
        f"{part}.hit_at_{k}",
        f"Questions with a hit in the first {k} (a result that is right) / all questions.",
        f"{part}_hit_at_{k}",
        family="PART.hit_at_K",
        proportion=True,
        source=f"{SEED}: Hit Rate@K",
        limits="One hit counts as much as many; where most cases are right a draw often hits.",
    )


def _of_hits(part: str, k: int, name: str, about: str, source: str) -> Metric:
    """Return precision at a cut, or F1: the hits on another scale than recall10."""
    column = f"{part}_recall10_at_{k}"
    times, over = (DEPTH, k) if name == "precision" else (2 * DEPTH, k + DEPTH)
    return Metric(
        f"{part}.{name}_at_{k}",
        about,
        lambda sums: Share(times * sums[column], over * NANO * sums.n),
        NANO,
        column=column if k == DEPTH else "",
        source=f"{SEED}: {source}",
        limits=_ONE_NUMBER,
        formula=f"{times} · {column} / ({over} · n)",
        family=f"PART.{name}_at_K",
    )


def _per_long_list(part: str, k: int) -> Iterator[Metric]:
    """Yield the metrics of the original's code, which leaves shorter lists out."""
    of = f"over the queries with {k} results or more, repeats counted, empty sets equal"
    hits, hit, full = f"{part}_coded10_at_{k}", f"{part}_coded_hit_at_{k}", f"full_at_{k}"
    yield Metric(
        f"{part}.precision_at_{k}_as_coded",
        f"Mean, {of}, of: hits in the first {k} / {k}. 0 when no list is so long.",
        lambda sums: Share(DEPTH * sums[hits], k * NANO * sums[full]),
        formula=f"10 · {hits} / ({k} · {full})",
        family="PART.precision_at_K_as_coded",
        unit=NANO,
        of_answered=True,
        source=CODE,
    )
    yield Metric(
        f"{part}.hit_at_{k}_as_coded",
        f"Queries with a hit in the first {k} / queries, {of}. 0 when no list is so long.",
        lambda sums: Share(sums[hit], NANO * sums[full]),
        formula=f"{hit} / {full}",
        family="PART.hit_at_K_as_coded",
        unit=NANO,
        of_answered=True,
        source=CODE,
    )


def _of_part(part: str) -> Iterator[Metric]:
    for k in CUTS:
        yield from _per_cut(part, k)
        yield from _per_long_list(part, k)
    yield mean_metric(
        f"{part}.mrr",
        f"Mean of: 1 / rank of the first of the results that {_RIGHT[part]}; 0 without one.",
        f"{part}_rr",
        family="PART.mrr",
        source="trec_eval: recip_rank",
        limits="It sees the first hit alone.",
    )
    yield mean_metric(
        f"{part}.map",
        f"Mean of average precision: over the results that {_RIGHT[part]}, the sum of hits so "
        "far / rank, / all cases of the corpus that are right; 0 where none is.",
        f"{part}_ap",
        family="PART.map",
        source="trec_eval: map",
        limits="Where far more cases are right than places are read, it is near 0 for every list.",
    )


METRICS = (
    mean_metric(
        "gold_ndcg_at_10",
        "Mean of: discounted gain of the first 10 / that of the best list; gains 5 for tier 1 "
        "to 1 for tier 5, discount 1/log2(rank + 1). 1 for the ten positives by tier; missing "
        "and unreadable answers earn 0.",
        "credit",
        source="Järvelin and Kekäläinen 2002; trec_eval: ndcg_cut_10",
        limits="A case outside the ten positives counts as a miss, though a lawyer might find it "
        "near.",
    ),
    *(metric for part in PARTS for metric in _of_part(part)),
    ANSWERED_RATE,
    *(
        rate_metric(
            name, about, count, of="results", undefined=True, of_answered=True, lower_is_better=True
        )
        for name, about, count in (
            (
                "duplicate_rate",
                "Elements that repeat an earlier one / elements of all lists.",
                "duplicates",
            ),
            (
                "unknown_rate",
                "Ids that the corpus does not hold, each once a list / elements of all lists.",
                "unknown",
            ),
        )
    ),
)
