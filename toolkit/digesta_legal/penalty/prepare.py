"""From a question and its truth to what the scorer ``penalty`` marks with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from digesta.text.chinese.citations import article_of, law_name
from digesta.text.normal_form import text_1
from digesta_legal.penalty.columns import LEVELS
from digesta_legal.penalty.read import (
    UNKNOWN,
    Basis,
    Pair,
    PenaltyLimits,
    PenaltyReader,
    articles_in,
)
from digesta_legal.penalty.records import Citation, PenaltyAsk, PenaltyTruth
from digesta_legal.penalty.terms import Terms, place_of, terms_of

LARGEST = PenaltyLimits(labels=64, citations=64)
"""The largest limits of an ask: products of a row's denominators must stay small."""


class PenaltyKey(NamedTuple):
    """What is right, ready to be compared.

    articles: pairs that name one. years: of the laws whose version the truth names.
    """

    terms: Terms
    limits: PenaltyLimits
    types: int
    domains: int
    pairs: frozenset[Pair]
    articles: int
    laws: frozenset[str]
    years: Mapping[str, int]
    level: int
    clauses: frozenset[str]


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], resources: Mapping[str, Any]
) -> PenaltyKey:
    """Prepare a question; ValueError where its truth lies outside the release's tables.

    resources: ``NAME/vocabulary.json`` and ``NAME/laws.json`` for the ask's vocabulary NAME/1;
    ``NAME/discretion.json`` where truths say how their levels follow.
    """
    ask = PenaltyAsk.model_validate(question["ask"])
    right = PenaltyTruth.model_validate(truth)
    limits = PenaltyLimits(ask.at_most.labels, ask.at_most.citations)
    if limits.labels > LARGEST.labels or limits.citations > LARGEST.citations:
        raise ValueError(f"at_most must be at most {LARGEST.labels} labels or citations")
    terms = terms_of(ask.vocabulary, resources)
    basis, years = _basis(right.legal_basis, PenaltyReader(terms, limits))
    pairs = basis.under(years)
    _check_level(right, terms, pairs, years)
    return PenaltyKey(
        terms=terms,
        limits=limits,
        types=_mask(right.penalty_type, terms, 0, limits.labels),
        domains=_mask(right.violation_domain, terms, 1, limits.labels),
        pairs=_same(pairs),
        articles=articles_in(pairs),
        laws=basis.laws,
        years=years,
        level=LEVELS.index(right.penalty_level),
        clauses=frozenset(right.clauses),
    )


def _check_level(
    right: PenaltyTruth, terms: Terms, pairs: frozenset[Pair], years: Mapping[str, int]
) -> None:
    """Refuse a level that differs from the level by the table of discretion."""
    facts = right.derivation
    if facts is None:
        return
    if terms.levels is None:
        raise ValueError("the truth says how its level follows, the release has no discretion.json")
    place = place_of(facts, terms.laws)
    if place is None or (place[0], place[2]) not in pairs:
        raise ValueError(
            f"the level is derived from {facts.law} article {facts.article}, which the truth does "
            "not cite"
        )
    if years.get(place[0], year := int(facts.version[:4])) != year:
        raise ValueError(f"the level is derived from a version of {facts.law} that is not cited")
    level = terms.levels.level(facts, place)
    if level != right.penalty_level:
        raise ValueError(f"the level is {right.penalty_level}, but {level} follows by the table")


@lru_cache(maxsize=4096)
def _same(pairs: frozenset[Pair]) -> frozenset[Pair]:
    """Return the first of equal sets: a set is soonest seen to be equal to itself."""
    return pairs


def _mask(labels: Sequence[str], terms: Terms, kind: int, most: int) -> int:
    numbers = terms.labels[kind]
    mask = 0
    for label in labels:
        if text_1(label) not in numbers:
            raise ValueError(f"the vocabulary has no label {label}")
        mask |= 1 << numbers[text_1(label)]
    if mask.bit_count() != len(labels):
        raise ValueError("the truth names a label twice")
    if len(labels) > most:
        raise ValueError(f"the truth has more than the {most} labels that an answer may name")
    return mask


def _basis(citations: Sequence[Citation], reader: PenaltyReader) -> tuple[Basis, dict[str, int]]:
    cited, years = [], dict[str, int]()
    for citation in citations:
        law, year = reader.law(law_name(citation.law))
        article = article_of(citation.article) if citation.article else None
        if law.startswith(UNKNOWN):
            raise ValueError(f"the table of laws has no {citation.law}")
        if citation.article and article is None:
            raise ValueError(f"{citation.article} is no number of an article")
        if year is not None and years.setdefault(law, year) != year:
            raise ValueError(f"the truth cites two versions of {law}")
        cited.append(((law, str(article or "")), year))
    basis = reader.citations([cited])
    if basis is None or len(basis.pairs) + len(basis.dated) != len(cited):
        raise ValueError("the truth cites an article twice, or more than an answer may")
    return basis, years
