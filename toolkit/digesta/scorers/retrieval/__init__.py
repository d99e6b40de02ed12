"""Similar cases: a ranked list of the cases of a corpus that are near to a query.

Measures, per question, the list's first ten against the query's ten positives in five tiers
(``gold``; headline ``gold_ndcg_at_10``), and against three attributes of the query's case:
``accusation`` (the same set of charges), ``article`` (the same set of articles) and
``imprisonment`` (the same flags for life and death, and terms no further apart than the greater
of 6 months and 20 % of the query's, inclusive; with a flag, months do not count). A query
without charges or without articles matches no case in that part. The relation is "same charge,
same articles, similar term", not lawyers' similarity.

The list is read in the order given: the query's own case (by its text's digest) is dropped,
then repeats (the first place counts), then all beyond ``at_most``. An id that the corpus does
not hold keeps its rank and is a miss. Fewer results are misses.

Defined in: Legal Agent Evaluation Module, README (P, R, Hit, Macro- and Micro-F1 at 3, 5, 10);
trec_eval (ndcg_cut, recip_rank, map). Differs from the module's code, on purpose: a query with
fewer than K results stays in the means; repeats count once; an empty set equals nothing. What
the code gives stands beside as ``…_as_coded``: of the queries with K results or more, repeats
counted, empty equal to empty. Its recall is that times K/10, its F1 times 2K/(K + 10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from digesta.metrics.exact import NANO
from digesta.scorers.base import ANSWERED_RATE, Adversary, Metric, Response, Scorer, Share, Sums
from digesta.scorers.retrieval import adversaries
from digesta.scorers.retrieval.corpus import DEPTH, PARTS, UNKNOWN, Prepared, prepare
from digesta.scorers.retrieval.fast import mark_many
from digesta.scorers.retrieval.mark import COLUMNS, CUTS, credit, mark, read, tidy
from digesta.scorers.retrieval.records import FORMATS, RetrievalAnswer, RetrievalAsk, RetrievalTruth
from digesta.scorers.shared.adversaries import SILENT
from digesta.scorers.shared.files import example_file
from digesta.scorers.shared.metrics import mean_metric
from digesta.scorers.shared.sheet import OBJECT_SHEET

SEED = "Legal Agent Evaluation Module"
CODE = "Legal Agent, run_evaluation_v4.py"

_RIGHT = {
    "gold": "are positives of the query",
    "accusation": "have the query's set of charges",
    "article": "have the query's set of articles",
    "imprisonment": "have a term within max(6 months, 20 %) of the query's",
}


def why(prepared: Prepared, response: Response) -> str:
    """Say in one plain sentence why the answer earned what it did."""
    if response.answer is None:
        return "missing: there is no answer"
    ranked = read(response.answer)
    if ranked is None:
        return 'unreadable: not an object {"ranked": [ids of cases]}'
    listed = tidy(prepared, ranked)
    found = [one for one in listed.cases[:DEPTH] if one in prepared.gains]
    share = credit(prepared, listed.cases) / NANO
    said = f"{len(found)} of {DEPTH} positives among the first {DEPTH}, nDCG {share:.3f}"
    dropped = {"the query itself": listed.own, "repeated": listed.duplicates}
    notes = [f"{what} {times} x" for what, times in dropped.items() if times]
    unknown = listed.cases.count(UNKNOWN)
    notes += [f"{unknown} not in the corpus"] * bool(unknown)
    return f"{said} ({', '.join(notes)})" if notes else said


def _mean(column: str, times: int = 1, over: int = 1) -> Callable[[Sums], Share]:
    """Return the mean of a share column over all questions, times a ratio."""
    return lambda sums: Share(times * sums[column], over * NANO * sums.n)


def _of_full(column: str, k: int, times: int = 1, over: int = 1) -> Callable[[Sums], Share]:
    """Return the mean of a share column over the questions with k results or more."""
    return lambda sums: Share(times * sums[column], over * NANO * sums[f"full_at_{k}"])


_LIMITS = {
    False: "Precision, recall10 and F1 of one part and cut are one number of hits on different "
    "scales: they order systems alike, and coincide at 10.",
    True: "Where more cases are right than places are read, 1 cannot be reached.",
}
"""What a measure at a cut cannot say, by whether it is recall over the corpus."""


def _per_cut(part: str, k: int) -> Iterator[Metric]:
    hits, ten = f"{part}_recall10_at_{k}", f"{part}_recall10_at_{k}" if k == DEPTH else ""
    what = f"hits in the first {k} (results that {_RIGHT[part]}; fewer than {k} are misses)"
    f1 = f"20 · {hits} / ({k + DEPTH} · n)"
    rows = (
        (
            "precision",
            f"Mean of: {what} / {k}.",
            _mean(hits, DEPTH, k),
            ten,
            "Precision@K",
            f"10 · {hits} / ({k} · n)",
        ),
        (
            "recall10",
            f"Mean of: {what} / 10, whatever is right.",
            _mean(hits),
            hits,
            "Recall@K",
            f"{hits} / n",
        ),
        (
            "recall",
            f"Mean of: {what} / all such cases of the corpus; 0 where there is none.",
            _mean(f"{part}_recall_at_{k}"),
            f"{part}_recall_at_{k}",
            "",
            f"{part}_recall_at_{k} / n",
        ),
        (
            "macro_f1",
            f"Mean of the queries' F1, 2h / ({k} + 10), h: {what}.",
            _mean(hits, 2 * DEPTH, k + DEPTH),
            ten,
            "Macro-F1",
            f1,
        ),
        (
            "micro_f1",
            f"2H / ({k}n + 10n), H: all {what} of n queries. Always equal to the macro-F1.",
            _mean(hits, 2 * DEPTH, k + DEPTH),
            ten,
            "Micro-F1",
            f1,
        ),
    )
    for name, about, share, column, source, formula in rows:
        said = f"{SEED}: {source}" if source else "trec_eval: recall"
        yield Metric(
            f"{part}.{name}_at_{k}",
            about,
            share,
            NANO,
            column=column,
            source=said,
            limits=_LIMITS[name == "recall"],
            formula=formula,
            family=f"PART.{name}_at_K",
        )
    yield mean_metric(
        f"{part}.hit_at_{k}",
        f"Questions with a hit in the first {k} (a result that is right) / all questions.",
        f"{part}_hit_at_{k}",
        family="PART.hit_at_K",
        proportion=True,
        source=f"{SEED}: Hit Rate@K",
        limits="One hit counts as much as many; where most cases are right a draw often hits.",
    )


def _as_coded(part: str, k: int) -> Iterator[Metric]:
    of = f"over the queries with {k} results or more, repeats counted, empty sets equal"
    yield Metric(
        f"{part}.precision_at_{k}_as_coded",
        f"Mean, {of}, of: hits in the first {k} / {k}. 0 when no list is so long.",
        _of_full(f"{part}_coded10_at_{k}", k, DEPTH, k),
        formula=f"10 · {part}_coded10_at_{k} / ({k} · full_at_{k})",
        family="PART.precision_at_K_as_coded",
        unit=NANO,
        of_answered=True,
        source=CODE,
    )
    yield Metric(
        f"{part}.hit_at_{k}_as_coded",
        f"Queries with a hit in the first {k} / queries, {of}. 0 when no list is so long.",
        _of_full(f"{part}_coded_hit_at_{k}", k),
        formula=f"{part}_coded_hit_at_{k} / full_at_{k}",
        family="PART.hit_at_K_as_coded",
        unit=NANO,
        of_answered=True,
        source=CODE,
    )


def _of_part(part: str) -> Iterator[Metric]:
    for k in CUTS:
        yield from _per_cut(part, k)
        yield from _as_coded(part, k)
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
    Metric(
        "duplicate_rate",
        "Elements that repeat an earlier one / elements of all lists.",
        lambda sums: Share(sums["duplicates"], sums["results"]),
        formula="duplicates / results",
        undefined=True,
        of_answered=True,
        lower_is_better=True,
    ),
    Metric(
        "unknown_rate",
        "Ids that the corpus does not hold, each once a list / elements of all lists.",
        lambda sums: Share(sums["unknown"], sums["results"]),
        formula="unknown / results",
        undefined=True,
        of_answered=True,
        lower_is_better=True,
    ),
)

ADVERSARIES: tuple[Adversary[Prepared], ...] = (
    SILENT,
    Adversary("constant", "the one list that is best over its task", adversaries.constant),
    Adversary(
        "random", "draws different cases of the corpus", adversaries.random, adversaries.expected
    ),
    Adversary("enumerate", "lists the corpus from its first case on", adversaries.enumerate_all),
    Adversary("echo", "repeats the question", adversaries.echo),
)

SCORER: Scorer[Prepared] = Scorer(
    name="retrieval",
    version=1,
    Ask=RetrievalAsk,
    Truth=RetrievalTruth,
    Answer=RetrievalAnswer,
    columns=COLUMNS,
    parts=PARTS,
    metrics=METRICS,
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    mark_many=mark_many,
    why=why,
    sheet=OBJECT_SHEET,
    formats=FORMATS,
    example=lambda: example_file("digesta.scorers.retrieval"),
)
