"""Marking many ranked lists at once: the rows of ``mark``, as arrays of ranks × questions.

Lists without repeats, of ordinary length and with at most one unknown id are tidied as arrays,
all others one by one. Every figure is an integer or an exact division.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, compress
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.metrics.exact import NANO, nano_shares
from digesta.metrics.ranking import (
    RANKS,
    average_precisions,
    discounted_gains,
    hits_so_far,
    reciprocal_ranks,
)
from digesta.scorers.base import Rows
from digesta.scorers.shared.lists import ranked_ids
from digesta_legal.retrieval.corpus import (
    DEPTH,
    PARTS,
    UNKNOWN,
    Bools,
    Corpus,
    Query,
    RetrievalQuestion,
    Small,
    has_parts,
    matches,
)
from digesta_legal.retrieval.mark import (
    CUTS,
    FIRST_PART,
    OWN_COLUMNS,
    PART_WIDTH,
    WIDTH,
)
from digesta_legal.retrieval.read import tidy

PLAIN = 24
"""The longest list that goes through arrays: the ranks that are read, the own case, and three."""

ABSENT = -2
"""In the place of a case: the list is over."""

Cells = npt.NDArray[np.int64]

_MISSING, _UNREADABLE = 1, 2
_TENTH = NANO // DEPTH
_SINGLES = len(Query._fields)
_AT_CUTS = [k - 1 for k in CUTS]


class _NotTextError(Exception):
    """A list holds an element that is no text."""


class _Lists(NamedTuple):
    """Tidied lists as arrays of cases by number, ABSENT past the end.

    cases: ranks × questions, as they are measured. results, own, duplicates, unknown: counts
    per question. odd: places of the lists that were tidied one by one; repeating: of these, the
    first ten without the own case, repeats kept.
    """

    cases: Small
    results: Cells
    own: Cells
    duplicates: Cells
    unknown: Cells
    odd: list[int]
    repeating: Small


def mark_many(prepared: Sequence[RetrievalQuestion], answers: Sequence[Any]) -> Rows:
    """Return the rows of answers, one to each question, as ``mark`` gives them."""
    try:
        return _rows(prepared, _lists_of(answers), answers)
    except _NotTextError:
        return _rows(prepared, [ranked_ids(answer) for answer in answers], answers)


def _rows(prepared: Sequence[RetrievalQuestion], lists: list[Any], answers: Sequence[Any]) -> Rows:
    """Return the rows, corpus by corpus. lists: what each answer ranks, None if unreadable."""
    corpora = dict.fromkeys(map(attrgetter("corpus"), prepared))
    if len(corpora) == 1 and set(map(type, lists)) == {list}:
        return _mark_lists(prepared, lists)
    rows = np.zeros((len(prepared), WIDTH), dtype=np.int64)
    for place, answer in enumerate(answers):
        rows[place, _MISSING if answer is None else _UNREADABLE] = lists[place] is None
    for corpus in corpora:
        places = [
            place
            for place, (question, ranked) in enumerate(zip(prepared, lists, strict=True))
            if ranked is not None and question.corpus is corpus
        ]
        if places:
            rows[places] = _mark_lists([prepared[n] for n in places], [lists[n] for n in places])
    return rows


def _lists_of(answers: Sequence[Any]) -> list[Any]:
    """Return what each answer ranks, None where it is unreadable.

    Elements of lists of ordinary length are not checked here: looking them up does that.
    """
    lists = [
        answer["ranked"]
        if answer.__class__ is dict and len(answer) == 1 and "ranked" in answer
        else None
        for answer in answers
    ]
    kinds = set(map(type, lists))
    if kinds <= {list, type(None)} and max(map(len, filter(None, lists)), default=0) <= PLAIN:
        return lists
    for place, ranked in enumerate(lists):
        if ranked is not None and (ranked.__class__ is not list or len(ranked) > PLAIN):
            lists[place] = ranked_ids(answers[place])
    return lists


def _mark_lists(prepared: Sequence[RetrievalQuestion], ranked: Sequence[list[str]]) -> Rows:
    """Return the rows of readable lists about one corpus."""
    corpus = prepared[0].corpus
    packed = np.frombuffer(b"".join(map(attrgetter("packed"), prepared)), dtype=np.int64)
    table = np.ascontiguousarray(packed.reshape(len(prepared), -1).T)
    query = Query(*table[:_SINGLES])
    lists = _lists(prepared, query, ranked)
    gains = _gains(table, lists.cases)
    # Column by column in memory, since that is how it is filled.
    columns = np.zeros((WIDTH, len(prepared)), dtype=np.int64)
    columns[0] = nano_shares(discounted_gains(gains[:DEPTH]), query.ideal)
    columns[OWN_COLUMNS : OWN_COLUMNS + 4] = lists[1:5]
    full = lists.results - lists.own >= np.array(CUTS)[:, None]
    columns[OWN_COLUMNS + 4 : FIRST_PART] = full
    same = {"gold": gains > 0} | _same(corpus, query, lists.cases)
    coded = {part: hits[:DEPTH].copy() for part, hits in same.items()}
    if lists.odd:
        odd = table[:, lists.odd]
        for part, hits in _same(corpus, Query(*odd[:_SINGLES]), lists.repeating).items():
            coded[part][:, lists.odd] = hits
        coded["gold"][:, lists.odd] = _gains(odd, lists.repeating) > 0
    present = {"gold": True} | has_parts(query)
    for number, part in enumerate(PARTS):
        cells = columns[FIRST_PART + number * PART_WIDTH :][:PART_WIDTH]
        _fill(cells, same[part] & present[part], getattr(query, part))
        _fill_code_cells(cells, coded[part], full)
    return columns.T


def _fill(cells: Cells, right: Bools, relevant: Cells) -> None:
    """Write the cells of one part. relevant: how many cases are right, per question."""
    hits = hits_so_far(right)[_AT_CUTS].astype(np.int64)
    cells[0:3] = hits * _TENTH
    cells[3:6] = (hits > 0) * NANO
    cells[6:9] = nano_shares(hits, relevant)
    cells[15] = reciprocal_ranks(right)
    cells[16] = average_precisions(right, relevant)


def _fill_code_cells(cells: Cells, same: Bools, full: Bools) -> None:
    """Write a part's cells by the original's code. full: which lists are long enough for a cut."""
    counted = hits_so_far(same)[_AT_CUTS] * full
    cells[9:12] = counted.astype(np.int64) * _TENTH
    cells[12:15] = (counted > 0) * NANO


def _gains(table: Cells, cases: Small) -> npt.NDArray[np.int8]:
    """Return the gain of each case."""
    positives = table[_SINGLES : _SINGLES + DEPTH].astype(np.int32)
    worth = table[_SINGLES + DEPTH :].astype(np.int8)
    gains = np.zeros(cases.shape, dtype=np.int8)
    for case, gain in zip(positives, worth, strict=True):
        gains += (cases == case) * gain
    return gains


def _same(corpus: Corpus, query: Query, cases: Small) -> dict[str, Bools]:
    # Converted once here, and not by each of the four lookups.
    same, known = matches(corpus, query, cases.astype(np.intp)), cases >= 0
    return {part: same[part] & known for part in same}


def _lists(
    prepared: Sequence[RetrievalQuestion], query: Query, ranked: Sequence[list[str]]
) -> _Lists:
    """Return all lists, tidied."""
    n = len(ranked)
    lengths = np.fromiter(map(len, ranked), dtype=np.int64, count=n)
    plain = lengths <= PLAIN
    taken = lengths * plain
    numbers = _numbers(prepared[0].corpus, compress(ranked, plain.tolist()), int(taken.sum()))
    question = np.repeat(np.arange(n), taken)
    own = (numbers == query.own[question]) & (numbers != UNKNOWN)
    dropped = np.bincount(question[own], minlength=n)
    cells = np.full((n, PLAIN), ABSENT, dtype=np.int32)
    cells[np.arange(PLAIN) < (taken - dropped)[:, None]] = numbers[~own]
    # Repeats stand side by side once sorted; two unknown ids may or may not be one.
    ordered = np.sort(cells, axis=1)
    repeats = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != ABSENT)).any(axis=1)
    odd = np.flatnonzero(repeats | ~plain).tolist()
    lists = _Lists(
        cases=_cut(cells, query.at_most),
        results=lengths,
        own=dropped,
        duplicates=np.zeros_like(lengths),
        unknown=np.bincount(question[numbers == UNKNOWN], minlength=n),
        odd=odd,
        repeating=np.full((DEPTH, len(odd)), ABSENT, dtype=np.int32),
    )
    for column, place in enumerate(odd):
        ranking = tidy(prepared[place], ranked[place])
        lists.cases[:, place] = ABSENT
        lists.cases[: len(ranking.cases), place] = ranking.cases
        lists.repeating[: len(ranking.repeating), column] = ranking.repeating
        lists.own[place], lists.duplicates[place] = ranking.own, ranking.duplicates
        lists.unknown[place] = ranking.unknown
    return lists


def _numbers(corpus: Corpus, lists: Iterable[list[str]], total: int) -> Small:
    """Return the numbers of the ids in lists, list after list; ``total`` in all."""
    names = chain.from_iterable(lists)
    try:
        return np.fromiter(map(corpus.index.__getitem__, names), np.int32, total)
    except TypeError as error:
        raise _NotTextError from error


def _cut(cells: Small, at_most: Cells) -> Small:
    """Return lists as ranks × questions, cut at ``at_most``."""
    ranks = np.ascontiguousarray(cells[:, :RANKS].T)
    return np.where(np.arange(RANKS)[:, None] < at_most, ranks, np.int32(ABSENT))
