"""The five systems that know no law, for questions about penalties (architecture.md section 6).

They see the truths and no resources, so their labels and citations are those that the truths of
a task hold. ``constant`` is an oracle: the score is a mean of four parts, so each part's best
value is found by itself, for sets by growth and exchange from every truth. ``random`` draws
evenly a type and a domain among these and a level among five, seeded by the question's id; its
board row is its exact expectation over the whole vocabulary.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from digesta.metrics.exact import nano
from digesta.metrics.splitmix import below, seed_from
from digesta.scorers._penalty_columns import AT, LEVELS
from digesta.scorers._penalty_prepared import Prepared
from digesta.scorers.base import Asked, Row

STARTS = 20
"""How many of the commonest sets the search for the best one starts from."""

_Sets = Mapping[tuple[Any, ...], int]

_KEYS = ("penalty_type", "violation_domain", "legal_basis")
_MOST = {"penalty_type": "labels", "violation_domain": "labels", "legal_basis": "citations"}


def silent(asked: Sequence[Asked]) -> list[Any]:
    """Answer nothing."""
    return [None] * len(asked)


def constant(asked: Sequence[Asked]) -> list[Any]:
    """Answer what scores best, per task."""
    best = {task: _answer(members, best_set) for task, members in _tasks(asked).items()}
    return [best[one.task] for one in asked]


def random(asked: Sequence[Asked]) -> list[Any]:
    """Draw a type, a domain and a level."""
    known = {task: _pools(members) for task, members in _tasks(asked).items()}
    return [_drawn(one, known[one.task]) for one in asked]


def expected(prepared: Prepared) -> Row:
    """Give what ``random`` earns on average: its shares; counts are not drawn and stay 0.

    One label of n hits a set of k with k/n and is then 1/k of it: 1/n, or 0 for an empty set.
    """
    row = [0] * len(AT)
    shares = {
        "type_jaccard": Fraction(prepared.types > 0, prepared.terms.sizes[0]),
        "domain_jaccard": Fraction(prepared.domains > 0, prepared.terms.sizes[1]),
        "level_right": Fraction(1, len(LEVELS)),
    }
    for name, share in shares.items():
        row[AT[name]] = nano(share)
    row[AT["credit"]] = nano(sum(shares.values(), Fraction(0)) / 4)
    for part, size, truth in zip(
        ("type", "domain"), prepared.terms.sizes, (prepared.types, prepared.domains), strict=True
    ):
        row[AT[f"{part}_hamming"]] = nano(_hamming(truth.bit_count(), size))
    row[AT["clauses"]] = int(bool(prepared.clauses))
    return tuple(row)


def _hamming(true: int, size: int) -> Fraction:
    inside = Fraction(true, size)
    return (inside * (true - 1) + (1 - inside) * min(true + 1, size)) / size


def enumerate_all(asked: Sequence[Asked]) -> list[Any]:
    """Answer with as much as the limits allow, the commonest first."""
    best = {task: _answer(members, _commonest) for task, members in _tasks(asked).items()}
    return [best[one.task] for one in asked]


def echo(asked: Sequence[Asked]) -> list[Any]:
    """Answer with the question's last turn, as the legal basis: it may cite laws."""
    return [{"legal_basis": one.question["turns"][-1]["content"]} for one in asked]


def best_set(sets: _Sets, most: int) -> tuple[Any, ...]:
    """Give the set of at most so many members whose summed Jaccard with these sets is best.

    sets: sorted members -> how often. By growth and exchange from none and from each of the
    ``STARTS`` commonest; ties go to the fewer members, then to the least.

    >>> best_set({("a",): 2, ("a", "b"): 1, ("c",): 1}, 6)
    ('a',)
    """
    members = sorted({one for each in sets for one in each})
    bits = {one: 1 << place for place, one in enumerate(members)}
    truths = [(sum(bits[one] for one in each), times) for each, times in sets.items()]
    truths.sort(key=lambda pair: (-pair[1], pair[0]))
    worth = _worth(truths, len(members))
    starts = [0, *(mask for mask, _ in truths[:STARTS] if mask.bit_count() <= most)]
    found = min((_climbed(start, list(bits.values()), most, worth) for start in starts), key=worth)
    return tuple(one for one in members if found & bits[one])


def _worth(truths: Sequence[tuple[int, int]], size: int) -> Callable[[int], tuple[int, int, int]]:
    """Give an order of masks: the best summed Jaccard first, in whole numbers."""
    unit = lcm(*range(1, size + 1))

    def order(given: int) -> tuple[int, int, int]:
        total = 0
        for truth, times in truths:
            either = (given | truth).bit_count()
            total += times * ((given & truth).bit_count() * unit // either if either else unit)
        return -total, given.bit_count(), given

    return order


def _climbed(
    start: int, bits: Sequence[int], most: int, worth: Callable[[int], tuple[int, int, int]]
) -> int:
    here = start
    while True:
        fewer = [here, *(here & ~bit for bit in bits if here & bit)]
        near = {*fewer, *(one | bit for one in fewer for bit in bits)}
        best = min((one for one in near if one.bit_count() <= most), key=worth)
        if best == here:
            return here
        here = best


def _commonest(sets: _Sets, most: int) -> tuple[Any, ...]:
    counts: Counter[Any] = Counter()
    for each, times in sets.items():
        counts.update(dict.fromkeys(each, times))
    return tuple(sorted(counts, key=lambda one: (-counts[one], one))[:most])


def _tasks(asked: Sequence[Asked]) -> dict[str, list[Asked]]:
    tasks: defaultdict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        tasks[one.task].append(one)
    return tasks


def _members(truth: Mapping[str, Any], key: str) -> tuple[Any, ...]:
    if key != "legal_basis":
        return tuple(sorted(truth[key]))
    return tuple(sorted((one["law"], one.get("article") or "") for one in truth[key]))


def _answer(
    asked: Sequence[Asked], choose: Callable[[_Sets, int], tuple[Any, ...]]
) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    for key in _KEYS:
        sets = Counter(_members(one.truth, key) for one in asked)
        most = min(one.question["ask"]["at_most"][_MOST[key]] for one in asked)
        chosen = choose(sets, most)
        answer[key] = list(map(_cited, chosen)) if key == "legal_basis" else list(chosen)
    levels = Counter(one.truth["penalty_level"] for one in asked)
    answer["penalty_level"] = min(levels, key=lambda level: (-levels[level], level))
    return answer


def _cited(pair: tuple[str, str]) -> dict[str, str]:
    law, article = pair
    return {"law": law, "article": article} if article else {"law": law}


def _pools(asked: Sequence[Asked]) -> dict[str, list[str]]:
    return {key: sorted({one for each in asked for one in each.truth[key]}) for key in _KEYS[:2]}


def _drawn(one: Asked, pools: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    seed = seed_from(f"random/1\n{one.question_id}")
    answer: dict[str, Any] = {}
    for index, (key, pool) in enumerate(pools.items()):
        answer[key] = [pool[below(len(pool), seed, index)]] if pool else []
    answer["penalty_level"] = LEVELS[below(len(LEVELS), seed, len(pools))]
    return answer
