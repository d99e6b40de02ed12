"""The five systems that know no law, for questions about penalties.

They see the truths, and the release's tables where these are given: all labels, and all articles
that the table of discretion has a range for (without one, all laws). Else they know the labels
and citations of the truths. ``constant`` is an oracle: the score is a mean of four parts, so each
part's best value is found by itself, for sets by growth and exchange from every truth.
``enumerate`` names the commonest of the truths, then what else the tables hold. ``random`` draws
evenly one type, one domain, one citation and a level, seeded by the question's id; its board row
is its exact expectation over the tables, of shares alone: an integer cannot hold a count that is
1/27 on average, so counts stay 0, and metrics of counts are not defined for that row.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from digesta.metrics.exact import nano
from digesta.metrics.splitmix import below, seed_from
from digesta.scorers.base import QuestionWithTruth, Row
from digesta.scorers.penalty.columns import AT, LEVELS, SETS
from digesta.scorers.penalty.prepared import Prepared
from digesta.scorers.penalty.terms import Terms, terms_of
from digesta.text.chinese.citations import article_of, law_name
from digesta.text.normal_form import text_1

STARTS = 20
"""How many of the commonest sets the search for the best one starts from."""

_Sets = Mapping[tuple[Any, ...], int]
_Pools = Mapping[str, Sequence[Any]]

_KEYS = ("penalty_type", "violation_domain", "legal_basis")
_MOST = {"penalty_type": "labels", "violation_domain": "labels", "legal_basis": "citations"}


def silent(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer nothing."""
    return [None] * len(asked)


def constant(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer what scores best, per task."""
    best = {task: _answer(members, best_set) for task, members in _tasks(asked).items()}
    return [best[one.task] for one in asked]


def random(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Draw a type, a domain, a citation and a level."""
    known = {task: _of_truths(members) for task, members in _tasks(asked).items()}
    return [_drawn(one, _of_tables(one) or known[one.task]) for one in asked]


def expected(prepared: Prepared) -> Row:
    """Return what ``random`` earns on average over the release's tables: its shares, no counts.

    One of n hits a set of k with k/n and is then 1/k of it: 1/n, or 0 for an empty set.
    """
    row = [0] * len(AT)
    sizes, citable = prepared.terms.sizes, prepared.terms.citable
    hits = sum(pair in prepared.pairs for pair in citable)
    shares = {
        "type_jaccard": Fraction(prepared.types > 0, sizes[0]),
        "domain_jaccard": Fraction(prepared.domains > 0, sizes[1]),
        "pair_jaccard": Fraction(hits, len(citable) * len(prepared.pairs)),
        "level_right": Fraction(1, len(LEVELS)),
    }
    for name, share in shares.items():
        row[AT[name]] = nano(share)
    row[AT["credit"]] = nano(sum(shares.values(), Fraction(0)) / len(shares))
    for part, size, truth in zip(SETS, sizes, (prepared.types, prepared.domains), strict=True):
        row[AT[f"{part}_hamming"]] = nano(_hamming(truth.bit_count(), size))
    row[AT["clauses"]] = int(bool(prepared.clauses))
    row[AT["averaged"]] = 1
    return tuple(row)


def _hamming(true: int, size: int) -> Fraction:
    inside = Fraction(true, size)
    return (inside * (true - 1) + (1 - inside) * min(true + 1, size)) / size


def enumerate_all(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer with as much as the limits allow, the commonest first."""
    best = {task: _answer(members, _commonest) for task, members in _tasks(asked).items()}
    return [best[one.task] for one in asked]


def echo(asked: Sequence[QuestionWithTruth]) -> list[Any]:
    """Answer with the question's last turn, as the legal basis: it may cite laws."""
    return [{"legal_basis": one.question["turns"][-1]["content"]} for one in asked]


def best_set(sets: _Sets, most: int, _known: Sequence[Any] = ()) -> tuple[Any, ...]:
    """Return the set of at most so many members whose summed Jaccard with these sets is best.

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
    """Return an order of masks: the best summed Jaccard first, in whole numbers."""
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


def _commonest(sets: _Sets, most: int, known: Sequence[Any]) -> tuple[Any, ...]:
    counts: Counter[Any] = Counter(dict.fromkeys(known, 0))
    for each, times in sets.items():
        counts.update(dict.fromkeys(each, times))
    return tuple(sorted(counts, key=lambda one: (-counts[one], one))[:most])


def _tasks(asked: Sequence[QuestionWithTruth]) -> dict[str, list[QuestionWithTruth]]:
    tasks: defaultdict[str, list[QuestionWithTruth]] = defaultdict(list)
    for one in asked:
        tasks[one.task].append(one)
    return tasks


def _terms(one: QuestionWithTruth) -> Terms | None:
    """Return the tables of a question, where the adversary sees them."""
    return terms_of(one.question["ask"]["vocabulary"], one.resources) if one.resources else None


def _members(one: QuestionWithTruth, key: str) -> tuple[Any, ...]:
    """Return one part of a truth, under the names of the tables where these are seen."""
    terms, part = _terms(one), one.truth[key]
    if key == "legal_basis":
        pairs = [(cited["law"], cited.get("article") or "") for cited in part]
        return tuple(sorted(pairs if terms is None else (_in_table(p, terms) for p in pairs)))
    kind = _KEYS.index(key)
    if terms is None:
        return tuple(sorted(part))
    return tuple(sorted(terms.names[kind][terms.labels[kind][text_1(label)]] for label in part))


def _in_table(pair: tuple[str, str], terms: Terms) -> tuple[str, str]:
    law, article = pair
    known = terms.law(law_name(law))
    # A version that is named is a part of what is cited.
    full = law if known is None or known[1] is not None else known[0]
    return full, str(article_of(article) or "") if article else ""


def _answer(
    asked: Sequence[QuestionWithTruth],
    choose: Callable[[_Sets, int, Sequence[Any]], tuple[Any, ...]],
) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    pools = _of_tables(asked[0]) or dict.fromkeys(_KEYS, ())
    for key in _KEYS:
        sets = Counter(_members(one, key) for one in asked)
        most = min(one.question["ask"]["at_most"][_MOST[key]] for one in asked)
        chosen = choose(sets, most, pools[key])
        answer[key] = list(map(_cited, chosen)) if key == "legal_basis" else list(chosen)
    levels = Counter(one.truth["penalty_level"] for one in asked)
    answer["penalty_level"] = min(levels, key=lambda level: (-levels[level], level))
    return answer


def _cited(pair: tuple[str, str]) -> dict[str, str]:
    law, article = pair
    return {"law": law, "article": article} if article else {"law": law}


def _of_tables(one: QuestionWithTruth) -> _Pools | None:
    """Return all labels and citations of the release's tables; None where they are not seen."""
    terms = _terms(one)
    return None if terms is None else dict(zip(_KEYS, (*terms.names, terms.citable), strict=True))


def _of_truths(asked: Sequence[QuestionWithTruth]) -> _Pools:
    """Return all labels and citations of the truths."""
    return {
        key: sorted({member for one in asked for member in _members(one, key)}) for key in _KEYS
    }


def _drawn(one: QuestionWithTruth, pools: _Pools) -> dict[str, Any]:
    seed = seed_from(f"random/1\n{one.question_id}")
    answer: dict[str, Any] = {}
    for index, key in enumerate(_KEYS):
        pool = pools[key]
        drawn = [pool[below(len(pool), seed, index)]] if pool else []
        answer[key] = list(map(_cited, drawn)) if key == "legal_basis" else drawn
    answer["penalty_level"] = LEVELS[below(len(LEVELS), seed, len(_KEYS))]
    return answer
