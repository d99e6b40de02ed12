"""Marking many ranked lists at once: the rows of ``mark``, as arrays.

Lists without repeats, of ordinary length and with at most one unknown id are tidied as arrays,
all others one by one. Every figure is an integer or an exact division.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from digesta.metrics.exact import NANO
from digesta.metrics.ranking import (
    RANKS,
    average_precisions,
    discounted_gains,
    nano_shares,
    reciprocal_ranks,
)
from digesta.scorers._retrieval_corpus import (
    DEPTH,
    PARTS,
    UNKNOWN,
    Bools,
    Corpus,
    Prepared,
    Query,
    Small,
    asked_about,
    matches,
)
from digesta.scorers._retrieval_marks import (
    CUTS,
    FIRST_PART,
    OWN_COLUMNS,
    PART_WIDTH,
    WIDTH,
    read,
    tidy,
)
from digesta.scorers.base import Rows

PLAIN = 24
"""The longest list that goes through arrays: what is read, the own case, and some to spare."""

ABSENT = -2
"""In the place of a case: the list is over."""

Cells = npt.NDArray[np.int64]

_MISSING, _UNREADABLE = 1, 2
_TENTH = NANO // DEPTH
_SINGLES = len(Query._fields)


class _Lists(NamedTuple):
    """Tidied lists as arrays of cases by number, ABSENT past the end.

    cases: questions × ranks, as they are measured. counts, per question: results, own,
    duplicates, unknown. odd: places of the lists that were tidied one by one; given: of these,
    the first ten without the own case, repeats kept.
    """

    cases: Small
    counts: Cells
    odd: list[int]
    given: Small


def mark_many(prepared: Sequence[Prepared], answers: Sequence[Any]) -> Rows:
    """Mark answers to as many questions; the rows are those of ``mark``."""
    lists = _readable(answers)
    corpora = {id(one.corpus): one.corpus for one in prepared}
    if len(corpora) == 1 and None not in lists:
        return _marked(prepared, lists)
    rows = np.zeros((len(prepared), WIDTH), dtype=np.int64)
    for place, answer in enumerate(answers):
        rows[place, _MISSING if answer is None else _UNREADABLE] = lists[place] is None
    for key in corpora:
        places = [
            place
            for place, (one, listed) in enumerate(zip(prepared, lists, strict=True))
            if listed is not None and id(one.corpus) == key
        ]
        if places:
            rows[places] = _marked([prepared[n] for n in places], [lists[n] for n in places])
    return rows


def _readable(answers: Sequence[Any]) -> list[Any]:
    """Give the ids that each answer ranks, or None where it is unreadable."""
    lists = [
        answer["ranked"]
        if answer.__class__ is dict and len(answer) == 1 and "ranked" in answer
        else None
        for answer in answers
    ]
    if set(map(type, lists)) <= {list, type(None)}:
        try:
            # The fastest look at all elements: only texts can be joined.
            "".join(chain.from_iterable(one for one in lists if one))
        except TypeError:
            pass
        else:
            return lists
    return [read(answer) for answer in answers]


def _marked(prepared: Sequence[Prepared], ranked: Sequence[list[str]]) -> Rows:
    """Mark readable lists about one corpus."""
    corpus = prepared[0].corpus
    packed = np.frombuffer(b"".join([one.packed for one in prepared]), dtype=np.int64)
    table = packed.reshape(len(prepared), -1)
    query = _query(table)
    lists = _lists(prepared, query, ranked)
    gains = _gains(table, lists.cases)
    # Column by column in memory, since that is how it is filled.
    rows = np.empty((WIDTH, len(prepared)), dtype=np.int64).T
    rows[:, 0] = nano_shares(discounted_gains(gains[:, :DEPTH]), query.ideal[:, 0])
    rows[:, 1:OWN_COLUMNS] = 0
    rows[:, OWN_COLUMNS : OWN_COLUMNS + 4] = lists.counts
    full = (lists.counts[:, [0]] - lists.counts[:, [1]]) >= np.array(CUTS)
    rows[:, OWN_COLUMNS + 4 : FIRST_PART] = full
    same = {"gold": gains > 0} | _same(corpus, query, lists.cases)
    coded = {part: one[:, :DEPTH].copy() for part, one in same.items()}
    if lists.odd:
        some = table[lists.odd]
        for part, one in _same(corpus, _query(some), lists.given).items():
            coded[part][lists.odd] = one
        coded["gold"][lists.odd] = _gains(some, lists.given) > 0
    wanted = {"gold": True} | asked_about(query)
    for number, part in enumerate(PARTS):
        cells = rows[:, FIRST_PART + number * PART_WIDTH :][:, :PART_WIDTH]
        _fill(cells, same[part] & wanted[part], getattr(query, part)[:, 0])
        _fill_coded(cells, coded[part], full)
    return rows


def _query(table: Cells) -> Query:
    """Give the queries' columns from what ``Prepared`` packs."""
    return Query(*(table[:, [column]] for column in range(_SINGLES)))


def _fill(cells: Rows, right: Bools, relevant: Cells) -> None:
    """Write what one part's list earns. relevant: how many cases are right, per question."""
    for number, hits in enumerate(_hits(right)):
        cells[:, number] = hits * _TENTH
        cells[:, 3 + number] = (hits > 0) * NANO
        cells[:, 6 + number] = nano_shares(hits, relevant)
    cells[:, 15] = reciprocal_ranks(right)
    cells[:, 16] = average_precisions(right, relevant)


def _fill_coded(cells: Rows, same: Bools, full: Bools) -> None:
    """Write what the original's code makes of it. full: which lists are long enough for a cut."""
    for number, hits in enumerate(_hits(same)):
        counted = hits * full[:, number]
        cells[:, 9 + number] = counted * _TENTH
        cells[:, 12 + number] = (counted > 0) * NANO


def _hits(right: Bools) -> list[Cells]:
    """Count the hits of each row within each cut."""
    ranks = np.ascontiguousarray(right[:, :DEPTH].T)
    return [ranks[:k].sum(axis=0, dtype=np.int64) for k in CUTS]


def _gains(table: Cells, cases: Small) -> npt.NDArray[np.int8]:
    """Give the gain of each case."""
    positives = table[:, _SINGLES : _SINGLES + DEPTH].astype(np.int32)
    worth = table[:, _SINGLES + DEPTH :].astype(np.int8)
    gains = np.zeros(cases.shape, dtype=np.int8)
    for place in range(DEPTH):
        gains += (cases == positives[:, [place]]) * worth[:, [place]]
    return gains


def _same(corpus: Corpus, query: Query, cases: Small) -> dict[str, Bools]:
    same, known = matches(corpus, query, cases), cases >= 0
    return {part: same[part] & known for part in same}


def _lists(prepared: Sequence[Prepared], query: Query, ranked: Sequence[list[str]]) -> _Lists:
    """Look up and tidy all lists."""
    lengths = np.fromiter(map(len, ranked), dtype=np.int64, count=len(ranked))
    taken = np.where(lengths <= PLAIN, lengths, 0)
    ids = chain.from_iterable(one for one in ranked if len(one) <= PLAIN)
    index = prepared[0].corpus.index
    numbers = np.fromiter(map(index.get, ids, repeat(UNKNOWN)), np.int32, int(taken.sum()))
    cells = np.full((len(ranked), PLAIN), ABSENT, dtype=np.int32)
    cells[np.arange(PLAIN) < taken[:, None]] = numbers
    own = (cells == query.own) & (cells >= 0)
    cases = _without(cells, own)
    # Repeats stand side by side once sorted; two unknown ids may or may not be one.
    ordered = np.sort(cases, axis=1)
    repeats = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != ABSENT)).any(axis=1)
    odd = np.flatnonzero(repeats | (lengths > PLAIN)).tolist()
    unknown = (cases == UNKNOWN).sum(axis=1)
    counts = np.column_stack([lengths, own.sum(axis=1), np.zeros_like(lengths), unknown])
    measured = np.where(np.arange(RANKS) < query.at_most, cases[:, :RANKS], np.int32(ABSENT))
    given = np.full((len(odd), DEPTH), ABSENT, dtype=np.int32)
    for row, place in enumerate(odd):
        one = tidy(prepared[place], ranked[place])
        measured[place] = [*one.cases, *[ABSENT] * (RANKS - len(one.cases))]
        given[row, : len(one.given)] = one.given
        counts[place] = [one.results, one.own, one.duplicates, one.unknown]
    return _Lists(measured, counts, odd, given)


def _without(cells: Small, dropped: Bools) -> Small:
    """Close the gaps that dropped cells leave, row by row."""
    rows = np.flatnonzero(dropped.any(axis=1))
    order = np.argsort(dropped[rows], axis=1, kind="stable")
    kept = np.where(dropped[rows], ABSENT, cells[rows])
    closed = cells.copy()
    closed[rows] = np.take_along_axis(kept, order, axis=1)
    return closed
