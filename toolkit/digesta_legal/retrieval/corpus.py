"""A corpus as arrays, and a question as integers, ready to be marked.

A corpus is ``resources/NAME/corpus.jsonl``, one ``Case`` a line. Each id and each text stands in
it once, so that naming a case and naming its text are one thing. It is read once, however many
questions ask about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.errors import InputError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.metrics.ranking import RANKS, discounted_gain
from digesta.records.read import read_record
from digesta_legal.retrieval.records import Case, RetrievalAsk, RetrievalTruth, Term

Bools = npt.NDArray[np.bool_]
Small = npt.NDArray[np.int32]

DEPTH = 10
"""Positives of a query, and the depth of the headline."""

PARTS = ("gold", "accusation", "article", "imprisonment")
UNKNOWN = -1
"""In the place of a case: an id that the corpus does not hold."""
NOTHING = 0
"""The number of the empty set of charges or articles."""

_BEST_GAIN = 5
_LONGEST_TERM = 10**6
_OTHER = -1


class Index(dict[str, int]):
    """Names -> their numbers; another text has UNKNOWN, and another type raises TypeError."""

    def __missing__(self, name: object) -> int:
        """Return UNKNOWN."""
        if not isinstance(name, str):
            raise TypeError("no text")
        return UNKNOWN


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Cases by number, in the order of the file.

    index: id -> number. texts: digest -> number. charges, articles: per case the number of its
    set, in charge_sets and article_sets (NOTHING: empty). flags: 1 for life, 2 for death, 0 for
    neither, -1 without a term. months: of the term.
    """

    ids: tuple[str, ...]
    index: Index
    texts: Mapping[str, int]
    charge_sets: Mapping[frozenset[str], int]
    article_sets: Mapping[frozenset[str], int]
    charges: Small
    articles: Small
    flags: Small
    months: Small


class Query(NamedTuple):
    """A question as integers, or many questions, each member an array.

    own: number of the query's own case, UNKNOWN if the corpus has none. charges, articles: as
    in the corpus (-1: no case has this set). reach: five times the months by which a term may
    differ. ideal: discounted gain of the best list.
    """

    at_most: Any
    own: Any
    charges: Any
    articles: Any
    flags: Any
    months: Any
    reach: Any
    ideal: Any
    gold: Any
    accusation: Any
    article: Any
    imprisonment: Any
    """From ``gold`` on: how many cases of the corpus are right, part by part."""


@dataclass(frozen=True, slots=True, eq=False)
class RetrievalQuestion:
    """A question ready to be marked.

    gains: number of a positive -> its gain, 5 for tier 1 to 1 for tier 5. packed: the query,
    then the positives' numbers, then their gains, as 64-bit integers: many questions become one
    array without a loop.
    """

    corpus: Corpus
    query: Query
    gains: Mapping[int, int]
    packed: bytes


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], resources: Mapping[str, Any]
) -> RetrievalQuestion:
    """Return a question ready to be marked, or ValueError when its truth cannot be right.

    resources: holds the bytes of ``NAME/corpus.jsonl`` for a question about the corpus
    ``NAME/version``.
    """
    ask = RetrievalAsk.model_validate(question["ask"])
    right = RetrievalTruth.model_validate(truth)
    if not DEPTH <= ask.at_most <= RANKS:
        raise ValueError(f"at_most must be {DEPTH} to {RANKS}, not {ask.at_most}")
    path = corpus_path(ask.corpus)
    if path not in resources:
        raise ValueError(f"the release has no resources/{path}")
    corpus = read_corpus(path, resources[path])
    gains = _gains(corpus, right, corpus.texts.get(ask.query_sha256, UNKNOWN))
    query = _query(corpus, ask, right, gains)
    packed = np.array([*query, *gains, *gains.values()], dtype=np.int64).tobytes()
    return RetrievalQuestion(corpus, query, gains, packed)


def matches(corpus: Corpus, query: Query, cases: Any) -> dict[str, Bools]:
    """Return which attributes of cases equal the query's; an empty set equals an empty one.

    cases: numbers; of shape (ranks, questions) beside a query that holds many questions.
    """
    apart = np.abs(corpus.months[cases].astype(np.int64) - query.months)
    same = corpus.flags[cases] == query.flags
    return {
        "accusation": corpus.charges[cases] == query.charges,
        "article": corpus.articles[cases] == query.articles,
        "imprisonment": same & ((query.flags > 0) | (5 * apart <= query.reach)),
    }


def has_parts(query: Query) -> dict[str, Any]:
    """Return whether the query has the attribute of a part: an empty set matches nothing."""
    return {
        "accusation": query.charges != NOTHING,
        "article": query.articles != NOTHING,
        "imprisonment": query.flags >= 0,
    }


def corpus_path(name: str) -> str:
    """Return where the corpus ``NAME/version`` lies among a release's resources."""
    return f"{name.partition('/')[0]}/corpus.jsonl"


@lru_cache(maxsize=4)
def read_corpus(path: str, data: bytes) -> Corpus:
    """Return the corpus in a file, or ValueError with the first line that is wrong."""
    cases: list[Case] = []
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            value = strict_json(line, file=path, line=number, limits=RELEASE_LIMITS)
            cases.append(read_record(Case, value, path, number))
        except InputError as error:
            raise ValueError(str(error.problems[0])) from error
    return corpus_of(cases, path)


def corpus_of(cases: Sequence[Case], path: str) -> Corpus:
    """Return the corpus of some cases; an id or text that repeats, or no case, is a ValueError."""
    if not cases:
        raise ValueError(f"{path} holds no case")
    index = _numbers(path, "id", [case.case for case in cases])
    charge_sets = _sets([case.accusation for case in cases])
    article_sets = _sets([case.articles for case in cases])
    return Corpus(
        ids=tuple(index),
        index=Index(index),
        texts=_numbers(path, "text", [case.text_sha256 for case in cases]),
        charge_sets=charge_sets,
        article_sets=article_sets,
        charges=_small(charge_sets[frozenset(case.accusation)] for case in cases),
        articles=_small(article_sets[frozenset(case.articles)] for case in cases),
        flags=_small(_flags(case.term) for case in cases),
        months=_small(_months(case.term) for case in cases),
    )


def _numbers(path: str, key: str, names: Sequence[str]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for number, name in enumerate(names):
        if numbers.setdefault(name, number) != number:
            first = numbers[name] + 1
            raise ValueError(f"{path}:{number + 1}: the {key} of line {first}; keep one of them")
    return numbers


def _sets(lists: Sequence[Sequence[str]]) -> dict[frozenset[str], int]:
    numbers: dict[frozenset[str], int] = {frozenset(): NOTHING}
    for names in lists:
        numbers.setdefault(frozenset(names), len(numbers))
    return numbers


def _small(values: Iterable[int]) -> Small:
    return np.fromiter(values, dtype=np.int32)


def _flags(term: Term | None) -> int:
    return -1 if term is None else term.life + 2 * term.death


def _months(term: Term | None) -> int:
    months = 0 if term is None else term.months
    if months > _LONGEST_TERM:
        raise ValueError(f"a term of {months} months; at most {_LONGEST_TERM}")
    return months


def _gains(corpus: Corpus, right: RetrievalTruth, own: int) -> dict[int, int]:
    if len(right.positives) != DEPTH:
        raise ValueError(f"a query has {DEPTH} positives, not {len(right.positives)}")
    gains = {}
    for positive in right.positives:
        number = corpus.index[positive.case]
        if number == UNKNOWN:
            raise ValueError(f"the positive {positive.case} is not in the corpus")
        if number == own:
            raise ValueError(f"the positive {positive.case} is the query itself")
        gains[number] = gain_of(positive.tier)
    return gains


def gain_of(tier: int) -> int:
    """Return the gain of a positive: 5 for tier 1 to 1 for tier 5."""
    return _BEST_GAIN + 1 - tier


def _query(
    corpus: Corpus, ask: RetrievalAsk, right: RetrievalTruth, gains: Mapping[int, int]
) -> Query:
    months = _months(right.term)
    query = Query(
        at_most=ask.at_most,
        own=corpus.texts.get(ask.query_sha256, UNKNOWN),
        charges=corpus.charge_sets.get(frozenset(right.accusation), _OTHER),
        articles=corpus.article_sets.get(frozenset(right.articles), _OTHER),
        flags=_flags(right.term),
        months=months,
        reach=max(30, months),
        ideal=discounted_gain(sorted(gains.values(), reverse=True)),
        gold=len(gains),
        accusation=0,
        article=0,
        imprisonment=0,
    )
    others = np.arange(len(corpus.ids)) != query.own
    same, present = matches(corpus, query, slice(None)), has_parts(query)
    counts = {part: int((same[part] & present[part] & others).sum()) for part in same}
    return query._replace(**counts)
