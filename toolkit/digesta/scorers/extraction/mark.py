"""Marking of the scorer ``extraction``: from an answer's fields beside the truth's to a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from digesta.metrics.exact import nano, ratio
from digesta.scorers.base import STANDARD, Column, Response, Row
from digesta.scorers.extraction.read import ExtractionKey, compare_fields, filled_fields
from digesta.scorers.extraction.seed import seed_accuracy
from digesta.scorers.shared.objects import readable

COLUMNS = (
    Column("fields_set", "count", "fields that the truth sets"),
    Column("fields_filled", "count", "fields that the answer fills, beyond the schema too"),
    Column("fields_right", "count", "fields that are right"),
    Column("fields_judged", "count", "fields right by a verdict alone"),
    Column("precision", "share", "fields right, of those filled"),
    Column("recall", "share", "fields right, of those set"),
    Column("exact", "count", "1 when every field is right and nothing else is filled"),
    Column("has_sets", "count", "1 when the truth sets a field that is a set"),
    Column("element_f1", "share", "F1 of the elements of sets, where the truth has some"),
    Column("accuracy_as_coded", "share", "the seed's field accuracy, as its code computes it"),
)
_NAMES = tuple(column.name for column in (*STANDARD, *COLUMNS))
_NAMED = 5
_WHY = {
    "judged": "by a verdict",
    "wrong": "wrong",
    "left": "not filled",
    "beyond": "filled beyond the truth",
}


def row_of(cells: Mapping[str, int]) -> Row:
    """Return the row of some cells: the standard columns, then ``COLUMNS``; the others are 0."""
    return tuple(cells.get(name, 0) for name in _NAMES)


def mark(prepared: ExtractionKey, response: Response) -> Row:
    """Mark one answer: the standard columns, then ``COLUMNS``."""
    known = len(prepared.truth)
    cells = {"fields_set": known, "has_sets": int(prepared.has_sets)}
    filled = filled_fields(prepared, response.answer)
    if filled is None:
        return row_of(cells | {"missing" if response.answer is None else "unreadable": 1})
    judged = _satisfied_ids(response.verdict)
    fields = compare_fields(prepared, filled, judged)
    by_status = Counter(field.status for field in fields)
    right = by_status["right"] + by_status["judged"]
    met, elements = sum(f.met for f in fields), sum(f.named + f.known for f in fields)
    coded = seed_accuracy(prepared.written, readable(response.answer) or {}, judged)
    return row_of(
        cells
        | {
            "credit": nano(Fraction(2 * right, known + len(filled))),
            "fields_filled": len(filled),
            "fields_right": right,
            "fields_judged": by_status["judged"],
            "precision": nano(ratio(right, len(filled))),
            "recall": nano(Fraction(right, known)),
            "exact": int(right == known == len(filled)),
            "element_f1": nano(ratio(2 * met, elements)) * prepared.has_sets,
            "accuracy_as_coded": nano(coded),
        }
    )


def why(prepared: ExtractionKey, response: Response) -> str:
    """Return in one plain sentence why the answer earned what it did."""
    if response.answer is None:
        return "missing: there is no answer"
    filled = filled_fields(prepared, response.answer)
    if filled is None:
        return "unreadable: the answer is no object, nor the text of one"
    fields = compare_fields(prepared, filled, _satisfied_ids(response.verdict))
    right = sum(field.status in {"right", "judged"} for field in fields)
    parts = [f"{right} of {len(prepared.truth)} fields are right"]
    for status, words in _WHY.items():
        named = [field.pointer for field in fields if field.status == status]
        if named:
            more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
            parts.append(f"{words} {', '.join(map(_cut, named[:_NAMED]))}{more}")
    return "; ".join(parts)


def _cut(pointer: str, limit: int = 60) -> str:
    line = " ".join(pointer.split())
    return line if len(line) <= limit else f"{line[:limit]}..."


def _satisfied_ids(verdict: Mapping[str, Any] | None) -> frozenset[str]:
    criteria = verdict["criteria"] if verdict else ()
    return frozenset(criterion["criterion_id"] for criterion in criteria if criterion["satisfied"])
