"""The five systems that know no law, for questions about penalties.

They see the truths and the release's tables: all labels, and all articles that the table of
discretion has a range for (without one, all laws). ``constant`` is an oracle: the score is a mean
of four parts, so the best value of each part is looked for apart, of sets by growth and exchange
from every truth. ``enumerate`` names the commonest of the truths, then what else the tables hold.
``random`` draws evenly one type, one domain, one citation and a level, seeded by the question's
id; its board row is its exact expectation, of shares alone: an integer cannot hold a count that
is 1/27 on average, so counts stay 0, and metrics of counts are not defined for that row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

from digesta.metrics.exact import nano
from digesta.metrics.splitmix import below
from digesta.scorers.base import Adversary, QuestionWithTruth, Row
from digesta.scorers.shared.adversaries import (
    by_group,
    commonest,
    draw_seed,
    five,
    last_turn,
    of_each,
)
from digesta.text.chinese.citations import article_of, law_name
from digesta.text.normal_form import text_1
from digesta_legal.penalty.columns import AT, LEVELS, SETS
from digesta_legal.penalty.prepare import PenaltyKey
from digesta_legal.penalty.terms import Terms, terms_of

STARTS = 20
"""How many of the commonest sets the search for the best one starts from."""

_Sets = Mapping[tuple[Any, ...], int]
_Choice = Callable[[_Sets, int, Sequence[Any]], tuple[Any, ...]]
_Order = Callable[[int], tuple[int, int, int]]

_LIMITS = {"penalty_type": "labels", "violation_domain": "labels", "legal_basis": "citations"}
"""Set of an answer -> its limit in ``at_most``."""


def _draw(question: QuestionWithTruth) -> dict[str, Any]:
    seed, pools = draw_seed(question), _pools(_terms(question))
    sets = {
        key: [pool[below(len(pool), seed, index)]] if pool else []
        for index, (key, pool) in enumerate(pools.items())
    }
    return _answer_of(sets, LEVELS[below(len(LEVELS), seed, len(pools))])


def expectation(prepared: PenaltyKey) -> Row:
    """Return what ``random`` earns on average over the release's tables: its shares, no counts.

    One of n hits a set of k with k/n and is then 1/k of it: 1/n, or 0 for an empty set. Of a
    vocabulary without labels nothing is drawn, which is right.
    """
    row = [0] * len(AT)
    sizes, citable = prepared.terms.sizes, prepared.terms.citable
    drawn = [bool(names) for names in prepared.terms.names]
    hits = sum(pair in prepared.pairs for pair in citable)
    shares = {
        "type_jaccard": Fraction(prepared.types > 0 or not drawn[0], sizes[0]),
        "domain_jaccard": Fraction(prepared.domains > 0 or not drawn[1], sizes[1]),
        "pair_jaccard": Fraction(hits, len(citable) * len(prepared.pairs)),
        "level_right": Fraction(1, len(LEVELS)),
    }
    for name, share in shares.items():
        row[AT[name]] = nano(share)
    row[AT["credit"]] = nano(sum(shares.values(), Fraction(0)) / len(shares))
    truths = (prepared.types, prepared.domains)
    for part, size, truth, any_ in zip(SETS, sizes, truths, drawn, strict=True):
        row[AT[f"{part}_hamming"]] = nano(_hamming(truth.bit_count(), size)) if any_ else 0
    row[AT["clauses"]] = int(bool(prepared.clauses))
    row[AT["averaged"]] = 1
    return tuple(row)


def _hamming(true: int, size: int) -> Fraction:
    inside = Fraction(true, size)
    return (inside * (true - 1) + (1 - inside) * min(true + 1, size)) / size


def _answer(questions: Sequence[QuestionWithTruth], choose: _Choice) -> dict[str, Any]:
    """Return one answer to all questions of a task, its sets by a choice among the truths'."""
    pools = _pools(_terms(questions[0]))
    sets: dict[str, Sequence[Any]] = {}
    for key, limit in _LIMITS.items():
        truths = Counter(_members(question, key) for question in questions)
        most = min(question.question["ask"]["at_most"][limit] for question in questions)
        sets[key] = choose(truths, most, pools[key])
    levels = Counter(question.truth["penalty_level"] for question in questions)
    return _answer_of(sets, commonest(levels)[0])


def _answer_of(sets: Mapping[str, Sequence[Any]], level: str) -> dict[str, Any]:
    pairs = ({"law": law, "article": article} for law, article in sets["legal_basis"])
    basis = [{name: text for name, text in pair.items() if text} for pair in pairs]
    labels = {key: list(members) for key, members in sets.items()}
    return labels | {"legal_basis": basis, "penalty_level": level}


def best_set(sets: _Sets, most: int, _pool: Sequence[Any] = ()) -> tuple[Any, ...]:
    """Return the set of at most so many members whose summed Jaccard with these sets is best.

    sets: sorted members -> how often. By growth and exchange from none and from each of the
    ``STARTS`` commonest; ties go to the fewer members, then to the least.

    >>> best_set({("a",): 2, ("a", "b"): 1, ("c",): 1}, 6)
    ('a',)
    """
    members = sorted({member for members in sets for member in members})
    bits = {member: 1 << place for place, member in enumerate(members)}
    truths = [(sum(bits[member] for member in true), times) for true, times in sets.items()]
    truths.sort(key=lambda pair: (-pair[1], pair[0]))
    order = _order(truths, len(members))
    starts = [0, *(mask for mask, _ in truths[:STARTS] if mask.bit_count() <= most)]
    best = min((_climb(start, list(bits.values()), most, order) for start in starts), key=order)
    return tuple(member for member in members if best & bits[member])


def _order(truths: Sequence[tuple[int, int]], size: int) -> _Order:
    """Return an order of masks: the best summed Jaccard first, in whole numbers."""
    unit = lcm(*range(1, size + 1))

    def order(mask: int) -> tuple[int, int, int]:
        total = 0
        for truth, times in truths:
            either = (mask | truth).bit_count()
            total += times * ((mask & truth).bit_count() * unit // either if either else unit)
        return -total, mask.bit_count(), mask

    return order


def _climb(start: int, bits: Sequence[int], most: int, order: _Order) -> int:
    """Return the mask that no member more, less or exchanged makes better."""
    best, mask = start, -1
    while mask != best:
        mask = best
        fewer = [mask, *(mask & ~bit for bit in bits if mask & bit)]
        near = {*fewer, *(less | bit for less in fewer for bit in bits)}
        best = min((other for other in near if other.bit_count() <= most), key=order)
    return best


def _commonest(sets: _Sets, most: int, pool: Sequence[Any]) -> tuple[Any, ...]:
    counts: Counter[Any] = Counter(dict.fromkeys(pool, 0))
    for members, times in sets.items():
        counts.update(dict.fromkeys(members, times))
    return tuple(commonest(counts)[:most])


def _terms(question: QuestionWithTruth) -> Terms:
    return terms_of(question.question["ask"]["vocabulary"], question.resources)


def _pools(terms: Terms) -> Mapping[str, Sequence[Any]]:
    """Return all labels and citations of the release's tables."""
    return dict(zip(_LIMITS, (*terms.names, terms.citable), strict=True))


def _members(question: QuestionWithTruth, key: str) -> tuple[Any, ...]:
    """Return one set of a truth, under the names of the tables."""
    terms, part = _terms(question), question.truth[key]
    if key == "legal_basis":
        return tuple(sorted(_in_table(citation, terms) for citation in part))
    kind = list(_LIMITS).index(key)
    return tuple(sorted(terms.names[kind][terms.labels[kind][text_1(label)]] for label in part))


def _in_table(citation: Mapping[str, str], terms: Terms) -> tuple[str, str]:
    law, article = citation["law"], citation.get("article")
    known = terms.law(law_name(law))
    # A version that is named is a part of what is cited.
    full = law if known is None or known[1] is not None else known[0]
    return full, str(article_of(article) or "") if article else ""


ADVERSARIES = five(
    ("the answer that scores best in its task: labels, citations and level that the truths hold",
     by_group(partial(_answer, choose=best_set))),
    ("draws one type, one domain, one citation and a level", of_each(_draw)),
    ("names as many labels and citations as the question allows, the commonest first",
     by_group(partial(_answer, choose=_commonest))),
    expected=expectation,
    echo=Adversary("echo", "cites what the question says",
                   of_each(lambda question: {"legal_basis": last_turn(question)})),
)  # fmt: skip
