"""From a question and its truth to what the scorer ``penalty`` marks with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from digesta.scorers.penalty.columns import LEVELS
from digesta.scorers.penalty.read import Basis, Limits, Pair, Reader, articles_in
from digesta.scorers.penalty.records import Citation, PenaltyAsk, PenaltyTruth
from digesta.scorers.penalty.terms import Terms, place_of, terms_of
from digesta.text.chinese.citations import article_of, law_name
from digesta.text.normal_form import text_1

LARGEST = Limits(labels=64, citations=64)
"""The largest limits of an ask: products of a row's denominators must stay small."""

RANKED = 5
"""How many passages ``hit_at_5`` and ``recall_at_5`` look at."""


class Prepared(NamedTuple):
    """What is right, ready to be compared.

    articles: pairs that name one. years: of the laws whose version the truth names.
    """

    terms: Terms
    limits: Limits
    types: int
    domains: int
    pairs: frozenset[Pair]
    articles: int
    laws: frozenset[str]
    years: Mapping[str, int]
    level: int
    clauses: frozenset[str]


class Compared(NamedTuple):
    """Citations beside the truth's. common / either: of the pair Jaccard."""

    common: int
    either: int
    exact: bool
    exact_as_coded: bool
    law_hit: bool
    right: int
    extra: int
    missed: int


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], resources: Mapping[str, Any]
) -> Prepared:
    """Prepare a question; ValueError where its truth lies outside the release's tables.

    resources: ``NAME/vocabulary.json`` and ``NAME/laws.json`` for the ask's vocabulary NAME/1;
    ``NAME/discretion.json`` where truths say how their levels follow.
    """
    ask = PenaltyAsk.model_validate(question["ask"])
    right = PenaltyTruth.model_validate(truth)
    limits = Limits(*(getattr(ask.at_most, name) for name in Limits._fields))
    if limits.labels > LARGEST.labels or limits.citations > LARGEST.citations:
        raise ValueError(f"at_most must be at most {LARGEST.labels} labels or citations")
    terms = terms_of(ask.vocabulary, resources)
    basis, years = _basis(right.legal_basis, Reader(terms, limits))
    _check_level(right, terms, basis, years)
    return Prepared(
        terms=terms,
        limits=limits,
        types=_mask(right.penalty_type, terms, 0, limits.labels),
        domains=_mask(right.violation_domain, terms, 1, limits.labels),
        pairs=_shared(basis.under(years)),
        articles=articles_in(basis.under(years)),
        laws=basis.laws,
        years=years,
        level=LEVELS.index(right.penalty_level),
        clauses=frozenset(right.clauses),
    )


def compared(prepared: Prepared, given: Basis) -> Compared:
    """Compare citations with the truth's; a law alone is a citation without an article."""
    pairs = given.under(prepared.years)
    both = pairs & prepared.pairs
    right, true = articles_in(both), prepared.articles
    named = articles_in(pairs) if given.dated else given.articles
    return Compared(
        common=len(both),
        either=len(pairs) + len(prepared.pairs) - len(both),
        exact=pairs == prepared.pairs,
        exact_as_coded=right == named == true > 0,
        law_hit=not given.laws.isdisjoint(prepared.laws),
        right=right,
        extra=named - right,
        missed=true - right,
    )


def _check_level(right: PenaltyTruth, terms: Terms, basis: Basis, years: Mapping[str, int]) -> None:
    """Hold the level to the one that follows from the table of discretion."""
    facts = right.derivation
    if facts is None:
        return
    if terms.levels is None:
        raise ValueError("the truth says how its level follows, the release has no discretion.json")
    place = place_of(facts, terms.laws)
    if place is None or (place[0], place[2]) not in basis.under(years):
        raise ValueError(
            f"the level is derived from {facts.law} article {facts.article}, which the truth does "
            "not cite"
        )
    if years.get(place[0], year := int(facts.version[:4])) != year:
        raise ValueError(f"the level is derived from a version of {facts.law} that is not cited")
    derived = terms.levels.derived(facts, place)
    if derived != right.penalty_level:
        raise ValueError(f"the level is {right.penalty_level}, but {derived} follows by the table")


@lru_cache(maxsize=4096)
def _shared(pairs: frozenset[Pair]) -> frozenset[Pair]:
    """Return the first of equal sets: those that are one are soonest seen to be equal."""
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


def _basis(citations: Sequence[Citation], reader: Reader) -> tuple[Basis, dict[str, int]]:
    cited, years = [], dict[str, int]()
    for one in citations:
        law, year = reader.law(law_name(one.law))
        article = None if one.article is None else article_of(one.article)
        if law.startswith("?"):
            raise ValueError(f"the table of laws has no {one.law}")
        if one.article is not None and article is None:
            raise ValueError(f"{one.article} is no number of an article")
        if year is not None and years.setdefault(law, year) != year:
            raise ValueError(f"the truth cites two versions of {law}")
        cited.append(((law, str(article or "")), year))
    basis = reader.citations([cited])
    if basis is None or len(basis.pairs) + len(basis.dated) != len(cited):
        raise ValueError("the truth cites an article twice, or more than an answer may")
    return basis, years
