"""The scorer retrieval against ir_measures, on lists of every part; seeded."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

import pytest
from retrieval_cases import CUTS, PARTS, RETRIEVAL, TIERS, ask, case, resources, term

from digesta.metrics.exact import NANO

SEED = 20261122
QUERIES = 2_500
CASES = 120


class Drawn(NamedTuple):
    truths: list[dict[str, Any]]
    own: list[str]
    answers: list[dict[str, Any]]
    rows: Any


def relevant(part: str, mine: dict[str, Any], theirs: dict[str, Any]) -> bool:
    """Return whether two cases agree, written apart from the scorer."""
    if part == "accusation":
        return bool(mine["accusation"]) and set(mine["accusation"]) == set(theirs["accusation"])
    if part == "article":
        return bool(mine["articles"]) and set(mine["articles"]) == set(theirs["articles"])
    one, other = mine["term"], theirs.get("term")
    if other is None or any(one[flag] != other[flag] for flag in ("life", "death")):
        return False
    near = 10 * abs(one["months"] - other["months"]) <= max(60, 2 * one["months"])
    return bool(one["life"] or one["death"] or near)


@cache
def corpus() -> dict[str, dict[str, Any]]:
    rng = random.Random(SEED)
    made = {}
    for number in range(CASES):
        months = rng.choice([0, rng.randrange(240)])
        made[f"c{number}"] = case(
            f"c{number}",
            rng.sample(["a", "b", "c", "d"], rng.choice([0, *[1] * 12, 2])),
            articles=rng.sample(["1", "2", "3"], rng.choice([0, *[1] * 12, 2])),
            term=rng.choice([term(months), term(months), term(0, life=True), None]),
        )
    return made


@cache
def drawn() -> Drawn:
    rng, cases = random.Random(SEED + 1), corpus()
    files = resources(cases.values())
    with_term = [name for name, one in cases.items() if "term" in one]
    truths, owns, answers, prepared = [], [], [], []
    for number in range(QUERIES):
        own = rng.choice(with_term)
        others = [name for name in cases if name != own]
        positives = rng.sample(others, 10)
        tiers = zip(positives, rng.sample(TIERS, 10), strict=True)
        truth = {name: cases[own][name] for name in ("accusation", "articles", "term")}
        truth["positives"] = [{"case": one, "tier": tier} for one, tier in tiers]
        pool = rng.sample(positives, rng.randrange(1, 9)) + rng.sample(others, rng.randrange(1, 20))
        for part in PARTS[1:]:
            right = [name for name in others if relevant(part, cases[own], cases[name])]
            pool += rng.sample(right, min(len(right), rng.randrange(1, 4)))
        pool += [own] * (number % 3 == 0)
        rng.shuffle(pool)
        truths.append(truth)
        owns.append(own)
        answers.append({"ranked": pool})
        prepared.append(RETRIEVAL.prepare({"ask": ask(cases[own]["text"])}, truth, files))
    return Drawn(truths, owns, answers, RETRIEVAL.mark_all(prepared, answers))


def qrels_of(part: str) -> dict[str, dict[str, int]]:
    cases, made = corpus(), drawn()
    if part == "gold":
        return {
            f"q{number}": {one["case"]: 6 - one["tier"] for one in truth["positives"]}
            for number, truth in enumerate(made.truths)
        }
    return {
        f"q{number}": {
            name: 1 for name in cases if name != own and relevant(part, cases[own], cases[name])
        }
        for number, own in enumerate(made.own)
    }


def run() -> dict[str, dict[str, float]]:
    made: dict[str, dict[str, float]] = {}
    for number, (own, answer) in enumerate(zip(drawn().own, drawn().answers, strict=True)):
        names = [name for name in dict.fromkeys(answer["ranked"]) if name != own][:20]
        made[f"q{number}"] = {name: float(-rank) for rank, name in enumerate(names)}
    return made


def columns_of(part: str) -> dict[str, str]:
    """Return the row's share for each of ir_measures' measures."""
    table = {f"R@{k}": f"{part}_recall_at_{k}" for k in CUTS}
    table |= {f"Success@{k}": f"{part}_hit_at_{k}" for k in CUTS}
    table |= {"RR": f"{part}_rr", "AP": f"{part}_ap"}
    return table | ({"nDCG@10": "credit"} if part == "gold" else {})


def metric_of(part: str, measure: str) -> str:
    name, _, k = measure.partition("@")
    if name == "nDCG":
        return "gold_ndcg_at_10"
    ours = {"P": "precision", "R": "recall", "Success": "hit", "RR": "mrr", "AP": "map"}[name]
    return f"{part}.{ours}_at_{k}" if k else f"{part}.{ours}"


@pytest.mark.parametrize("part", PARTS)
def test_shares_and_means_are_those_of_ir_measures(part: str) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    made, columns = drawn(), columns_of(part)
    names = [*columns, *(f"P@{k}" for k in CUTS)]
    measures = {ir_measures.parse_measure(name): name for name in names}
    qrels = {query: right for query, right in qrels_of(part).items() if right}
    # A query for which nothing is right is none for ir_measures, and 0 here.
    theirs: dict[tuple[str, str], float] = {}
    for one in ir_measures.iter_calc(list(measures), qrels, run()):
        theirs[measures[one.measure], one.query_id] = one.value

    sums = RETRIEVAL.sums(made.rows)
    for name in names:
        values = [theirs.get((name, f"q{number}"), 0.0) for number in range(QUERIES)]
        if name in columns:
            shares = made.rows[:, RETRIEVAL.column_names.index(columns[name])]
            for number, (share, value) in enumerate(zip(shares, values, strict=True)):
                where = f"seed {SEED}, {part}, {name}, query {number}"
                assert abs(int(share) - value * NANO) <= 0.5 + 1e-4, where
        mean = RETRIEVAL.metric_named(metric_of(part, name)).value(sums)
        closeness = 1e-12 if name.startswith(("P@", "Success")) else 1e-9
        assert abs(float(mean) - sum(values) / QUERIES) < closeness, (SEED, part, name)


def test_four_fifths_of_the_lists_are_neither_empty_of_hits_nor_perfect() -> None:
    credit = drawn().rows[:, 0]

    assert ((credit > 0) & (credit < NANO)).sum() >= 0.8 * QUERIES
    for part in PARTS:
        precision = drawn().rows[:, RETRIEVAL.column_names.index(f"{part}_ap")]
        assert ((precision > 0) & (precision < NANO)).sum() >= 0.8 * QUERIES, part
