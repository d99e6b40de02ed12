"""Cost of marking ranked lists, 10,000 queries x 20 results, beside ir_measures and pytrec_eval.

Run from the repository's root: ``python tests/bench/ranking.py``. CPU seconds of this process,
the least of some runs, in turns; seeded inputs. Ours marks all four parts and every column; the
peers are given one part (the positives) and nDCG, P, recall, MRR and MAP. Each reads its own
input shape, made beforehand: lists of ids as they come from a JSON file, parsed anew for each
run since Python remembers a text's hash, or for the peers dicts of scores.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "toolkit"))

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
from digesta.scorers.retrieval.records import text_sha256

QUERIES, RESULTS, CASES, SEED = 10_000, 20, 5_000, 20261122
TIERS = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
MEASURES = ("nDCG@10", "P@3", "P@5", "P@10", "R@3", "R@5", "R@10", "RR", "AP")
TREC = {"ndcg_cut.10", "P.3,5,10", "recall.3,5,10", "recip_rank", "map"}

Work = tuple[Callable[[], Any], Callable[[Any], object]]
"""What makes the input, which is not timed, and what is timed."""


def cpu(*works: Work, runs: int = 5) -> list[float]:
    """Return the least CPU milliseconds of each, in turns: a machine's speed drifts."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(runs):
        for times, (given, work) in zip(taken, works, strict=True):
            made = given()
            start = time.process_time()
            work(made)
            times.append(1000 * (time.process_time() - start))
    return [min(times) for times in taken]


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
        truth["positives"] = [{"case": one["case"], "tier": tier} for one, tier in tiers]
        prepared.append(scorer.prepare({"ask": ask}, truth, resources))
        pool = rng.sample(right, rng.randrange(11)) + rng.sample(cases, RESULTS + 11)
        ranked = list(dict.fromkeys(one["case"] for one in pool if one is not own))[:RESULTS]
        rng.shuffle(ranked)
        # As services answer: the query's own case comes first, in half of them.
        answers.append({"ranked": [own["case"], *ranked[:-1]] if n % 2 else ranked})
    return prepared, answers


def for_peers(prepared: list[Any], answers: list[Any]) -> tuple[Any, Any]:
    """Return qrels and run as dicts, own cases dropped."""
    qrels = {
        f"q{n}": {one.corpus.ids[case]: gain for case, gain in one.gains.items()}
        for n, one in enumerate(prepared)
    }
    run = {}
    for n, (one, answer) in enumerate(zip(prepared, answers, strict=True)):
        own = one.corpus.ids[one.query.own]
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


def main() -> None:
    """Build, measure, print."""
    rng = random.Random(SEED)
    prepared, answers = questions(corpus(rng), rng)
    qrels, run = for_peers(prepared, answers)
    scorer = scorer_named("retrieval")
    gains = np.array(
        [
            [one.gains.get(one.corpus.index[case], 0) for case in answer["ranked"]]
            for one, answer in zip(prepared, answers, strict=True)
        ]
    ).T.copy()
    ideal = np.array([one.query.ideal for one in prepared])
    written = orjson.dumps(answers)
    works: dict[str, Work] = {
        "digesta: metrics of one part, from gains": (
            lambda: gains,
            lambda made: metrics_alone(made, ideal),
        ),
        "digesta: mark_many, four parts, from ids": (
            lambda: orjson.loads(written),
            lambda made: scorer.mark_all(prepared, made),
        ),
    }
    try:
        import ir_measures

        wanted = [ir_measures.parse_measure(one) for one in MEASURES]
        works["ir_measures, one part"] = (
            lambda: run,
            lambda made: list(ir_measures.iter_calc(wanted, qrels, made)),
        )
        import pytrec_eval

        works["pytrec_eval, one part"] = (
            lambda: run,
            lambda made: pytrec_eval.RelevanceEvaluator(qrels, TREC).evaluate(made),
        )
    except ImportError as error:
        print(f"left out: {error.name} is not installed")
    print(f"{QUERIES:,} queries x {RESULTS} results, {CASES:,} cases; least CPU ms of 5 runs")
    for name, figure in zip(works, cpu(*works.values()), strict=True):
        print(f"{figure:9.1f}  {name}")
    print("target: at most 40 ms")


if __name__ == "__main__":
    main()
