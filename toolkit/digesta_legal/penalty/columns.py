"""The columns of the scorer ``penalty``, and where each stands in a row.

Labels have columns by their place in the release's vocabulary (``type_01_right``): a row's width
does not depend on a release, and a shorter vocabulary leaves the last ones 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from digesta.scorers.base import STANDARD, Column
from digesta_legal.penalty.resources import MOST_DOMAINS, MOST_TYPES

LEVELS = "ABCDE"
ANSWER_LEVELS = (*LEVELS, "none")
"""Levels of answers; the last stands for no valid level."""

NO_LEVEL = len(LEVELS)

SETS: Mapping[str, int] = {"type": MOST_TYPES, "domain": MOST_DOMAINS}
"""The parts that are sets of labels, and how many labels each may have."""

CELLS: Mapping[str, str] = {
    "right": "the label stands in the answer and in the truth",
    "extra": "it stands in the answer alone",
    "missed": "it stands in the truth alone",
}


def label_column(part: str, number: int, cell: str) -> str:
    """Return the name of the column of a label's cell; number from 1."""
    return f"{part}_{number:02}_{cell}"


def level_column(truth: str, answer: str) -> str:
    """Return the cell's name in the table of levels: truth A to E, answer A to E or none."""
    return f"level_{truth.lower()}_{answer.lower()}"


def _set_columns(part: str) -> list[Column]:
    return [
        Column(f"{part}_exact", "count", "1 when the labels are the truth's"),
        Column(f"{part}_partial", "count", "1 when some label is the truth's, but not all are"),
        Column(f"{part}_empty", "count", "1 when neither answer nor truth has a label"),
        Column(f"{part}_outside", "count", "labels named that the vocabulary does not hold"),
        Column(f"{part}_jaccard", "share", "common labels / labels of either; both empty: 1"),
        Column(f"{part}_hamming", "share", "wrong labels / vocabulary, at most 1; missing: 1"),
    ]


def _label_columns(part: str) -> list[Column]:
    return [
        Column(label_column(part, number, cell), "cell", f"label {number} ({part}): {about}")
        for number in range(1, SETS[part] + 1)
        for cell, about in CELLS.items()
    ]


_BASIS = [
    Column("basis_exact", "count", "1 when the citations are the truth's"),
    Column("basis_partial", "count", "1 when a law is cited that the truth cites, but not exact"),
    Column("basis_exact_as_coded", "count", "1 when the articles cited are, and there is one"),
    Column("pair_jaccard", "share", "common citations / citations of either"),
    Column("pair_right", "count", "articles cited that the truth cites"),
    Column("pair_extra", "count", "articles cited that it does not cite"),
    Column("pair_missed", "count", "articles of the truth that are not cited"),
    Column("law_unknown", "count", "citations of a law that the release's table does not hold"),
]
_LEVEL = [
    Column("level_right", "share", "1 when the level is the truth's"),
    *(
        Column(level_column(truth, level), "cell", f"1 when the truth is {truth}, given {level}")
        for truth in LEVELS
        for level in ANSWER_LEVELS
    ),
]
_RETRIEVAL = [
    Column("clauses", "count", "1 when the truth says which clauses of the corpus hold it"),
    Column("hit_at_5", "count", "1 when one of them is among the first 5 passages"),
    Column("recall_at_5", "share", "clauses among the first 5 passages / clauses"),
    Column("reciprocal_rank", "share", "1 / rank of the first of them; 0 without"),
    Column("basis_wrong_after_hit", "count", "1 after such a hit when the basis is not exact"),
]
_AVERAGED = Column("averaged", "count", "1 in a row that an average over draws fills: no counts")

COLUMNS = (
    *_set_columns("type"),
    *_label_columns("type"),
    *_set_columns("domain"),
    *_label_columns("domain"),
    *_BASIS,
    *_LEVEL,
    *_RETRIEVAL,
    _AVERAGED,
)
"""The scorer's own columns, after the four standard ones."""

AT: Mapping[str, int] = {column.name: place for place, column in enumerate((*STANDARD, *COLUMNS))}
"""Where each column stands in a row."""

WIDTH = len(AT)
