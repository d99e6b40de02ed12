"""Marking ranked lists, 10,000 queries x 20 results, beside ir_measures and pytrec_eval.

Ours marks all four parts and every column; the peers are given one part (the positives) and nDCG,
P, recall, MRR and MAP. Each reads its own input shape, made beforehand: lists of ids as they come
from a JSON file, parsed anew for each run since Python remembers a text's hash, or for the peers
dicts of scores. Seeded inputs.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import orjson

from digesta.canonical import canonical_lines
from digesta.metrics.exact import nano_shares
from digesta.metrics.ranking import (
    average_precisions,
    discounted_gains,
    hits_so_far,
    reciprocal_ranks,
)
from digesta.scorers import scorer_named
from digesta_legal.retrieval.records import text_sha256
from tests.bench.pairs import Pair, Row, Side, Target, in_process

QUERIES, RESULTS, CASES, SEED = 10_000, 20, 5_000, 20261122
TIERS = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
MEASURES = ("nDCG@10", "P@3", "P@5", "P@10", "R@3", "R@5", "R@10", "RR", "AP")
TREC = {"ndcg_cut.10", "P.3,5,10", "recall.3,5,10", "recip_rank", "map"}


def corpus(rng: random.Random) -> list[dict[str, Any]]:
    """Return cases with charges, articles and terms."""
    return [
        {
            "case": f"case-{n:05}",
            "text": f"t{n}",
            "text_sha256": text_sha256(f"t{n}"),
            "accusation": [f"c{rng.randrange(60)}"],
            "articles": [str(rng.randrange(80))],
            "term": {"months": rng.randrange(180), "life": False, "death": False},
        }
        for n in range(CASES)
    ]


def questions(cases: list[dict[str, Any]], rng: random.Random) -> tuple[list[Any], list[Any]]:
    """Prepare the queries, and give them with answers of which some hold the own case."""
    resources = {"cases/corpus.jsonl": canonical_lines(cases)}
    scorer = scorer_named("retrieval")
    prepared, answers = [], []
    for n in range(QUERIES):
        own, *right = rng.sample(cases, 11)
        ask = {"corpus": "cases/1", "at_most": RESULTS, "query_sha256": own["text_sha256"]}
        tiers = zip(right, TIERS, strict=True)
        truth = {name: own[name] for name in ("accusation", "articles", "term")}
        truth["positives"] = [{"case": case["case"], "tier": tier} for case, tier in tiers]
        prepared.append(scorer.prepare({"ask": ask}, truth, resources))
        pool = rng.sample(right, rng.randrange(11)) + rng.sample(cases, RESULTS + 11)
        ranked = list(dict.fromkeys(case["case"] for case in pool if case is not own))[:RESULTS]
        rng.shuffle(ranked)
        # As services answer: the query's own case comes first, in half of them.
        answers.append({"ranked": [own["case"], *ranked[:-1]] if n % 2 else ranked})
    return prepared, answers


def for_peers(prepared: list[Any], answers: list[Any]) -> tuple[Any, Any]:
    """Return qrels and run as dicts, own cases dropped."""
    qrels = {
        f"q{n}": {query.corpus.ids[case]: gain for case, gain in query.gains.items()}
        for n, query in enumerate(prepared)
    }
    run = {}
    for n, (query, answer) in enumerate(zip(prepared, answers, strict=True)):
        own = query.corpus.ids[query.query.own]
        listed = [case for case in answer["ranked"] if case != own]
        run[f"q{n}"] = {case: float(RESULTS - rank) for rank, case in enumerate(listed)}
    return qrels, run


def metrics_alone(gains: np.ndarray, ideal: np.ndarray) -> None:
    """Compute the peers' measures for one part, from gains: ranks x queries."""
    hits = gains > 0
    ten = np.full(hits.shape[1], 10, dtype=np.int64)
    nano_shares(discounted_gains(gains[:10]), ideal)
    nano_shares(hits_so_far(hits)[[2, 4, 9]].astype(np.int64), ten)
    reciprocal_ranks(hits)
    average_precisions(hits, ten)


class Queries(NamedTuple):
    """Queries and answers in everybody's shape."""

    prepared: list[Any]
    answers: list[Any]
    qrels: Any
    run: Any


@cache
def queries() -> Queries:
    """Draw the queries and answers once."""
    rng = random.Random(SEED)
    prepared, answers = questions(corpus(rng), rng)
    return Queries(prepared, answers, *for_peers(prepared, answers))


def marks() -> Side:
    """Mark four parts, from ids."""
    prepared, answers, _, _ = queries()
    scorer, written = scorer_named("retrieval"), orjson.dumps(answers)
    return in_process(
        lambda parsed: scorer.mark_all(prepared, parsed), lambda: orjson.loads(written)
    )


def metrics() -> Side:
    """Compute the peers' measures for one part."""
    prepared, answers, _, _ = queries()
    gains = np.array(
        [
            [query.gains.get(query.corpus.index[case], 0) for case in answer["ranked"]]
            for query, answer in zip(prepared, answers, strict=True)
        ]
    ).T.copy()
    ideal = np.array([query.query.ideal for query in prepared])
    return in_process(lambda _: metrics_alone(gains, ideal))


def by_ir_measures() -> Side:
    """Ask ir_measures."""
    import ir_measures

    measures = [ir_measures.parse_measure(name) for name in MEASURES]
    _, _, qrels, run = queries()
    return in_process(lambda _: list(ir_measures.iter_calc(measures, qrels, run)))


def by_pytrec_eval() -> Side:
    """Ask pytrec_eval."""
    import pytrec_eval

    _, _, qrels, run = queries()
    return in_process(lambda _: pytrec_eval.RelevanceEvaluator(qrels, TREC).evaluate(run))


def pair(ours: Callable[[], Side], peer: Callable[[], Side], _folder: Path) -> Pair:
    """Make both sides."""
    return Pair(ours(), peer())


STAGE, SIZE = "ranking metrics", f"{QUERIES:,} × {RESULTS}"
ROWS = tuple(
    Row(STAGE, f"{SIZE}, {work}", peer, partial(pair, ours, theirs), targets, packages)
    for work, ours, peer, theirs, targets, packages in (
        ("four parts from ids", marks, "ir_measures, one part", by_ir_measures,
         (Target("seconds", 0.04),), ("ir-measures",)),
        ("four parts from ids", marks, "pytrec_eval, one part", by_pytrec_eval,
         (Target("seconds", 0.04),), ("pytrec-eval-terrier",)),
        ("one part from gains", metrics, "pytrec_eval", by_pytrec_eval,
         (), ("pytrec-eval-terrier",)),
    )
)  # fmt: skip
