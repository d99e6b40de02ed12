"""Marking of the scorer ``penalty``: from an answer beside what is right to a row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.errors import visible
from digesta.metrics.exact import NANO, nano
from digesta.scorers.base import Response, Row
from digesta_legal.penalty.columns import (
    ANSWER_LEVELS,
    AT,
    LEVELS,
    NO_LEVEL,
    label_column,
    level_column,
)
from digesta_legal.penalty.prepare import PenaltyKey
from digesta_legal.penalty.read import (
    Basis,
    LabelSet,
    PenaltyParts,
    PenaltyReader,
    articles_in,
    outside_labels,
)
from digesta_legal.penalty.records import CHINESE

PARTS = ("type", "domain", "basis", "level")
RANKED = 5
"""How many passages ``hit_at_5`` and ``recall_at_5`` look at."""
_LONGEST = 60


class BasisCells(NamedTuple):
    """The Jaccard of an answer's citations, common / either; then cells by their columns."""

    common: int
    either: int
    basis_exact: int
    basis_partial: int
    basis_exact_as_coded: int
    pair_right: int
    pair_extra: int
    pair_missed: int
    law_unknown: int


BASIS_COLUMNS = BasisCells._fields[2:]


def mark(prepared: PenaltyKey, response: Response) -> Row:
    """Mark one answer: the standard columns, then ``COLUMNS``."""
    cells = dict.fromkeys(AT, 0)
    answer = response.answer
    parts = None if answer is None else PenaltyReader(prepared.terms, prepared.limits).read(answer)
    if parts is None:
        cells |= _worst_cells(prepared)
        cells["missing" if answer is None else "unreadable"] = 1
    else:
        cells |= _cells(prepared, parts)
    if prepared.clauses:
        cells |= _retrieval_cells(prepared.clauses, response.passages)
        cells["basis_wrong_after_hit"] = cells["hit_at_5"] * (1 - cells["basis_exact"])
    return tuple(cells.values())


def _worst_cells(prepared: PenaltyKey) -> dict[str, int]:
    cells = {
        "type_hamming": NANO,
        "domain_hamming": NANO,
        "pair_missed": prepared.articles,
        level_column(LEVELS[prepared.level], ANSWER_LEVELS[NO_LEVEL]): 1,
    }
    cells |= _label_cells("type", "missed", prepared.types)
    return cells | _label_cells("domain", "missed", prepared.domains)


def _cells(prepared: PenaltyKey, parts: PenaltyParts) -> dict[str, int]:
    basis = compare(prepared, parts.basis)
    shares = {
        "type_jaccard": _jaccard(parts.types, prepared.types),
        "domain_jaccard": _jaccard(parts.domains, prepared.domains),
        "pair_jaccard": Fraction(basis.common, basis.either),
        "level_right": Fraction(parts.level == prepared.level),
    }
    sizes = prepared.terms.sizes
    return {
        "credit": nano(sum(shares.values(), Fraction(0)) / len(shares)),
        **{column: nano(share) for column, share in shares.items()},
        **_set_cells("type", parts.types, prepared.types, sizes[0]),
        **_set_cells("domain", parts.domains, prepared.domains, sizes[1]),
        level_column(LEVELS[prepared.level], ANSWER_LEVELS[parts.level]): 1,
        **dict(zip(BASIS_COLUMNS, basis[2:], strict=True)),
    }


def compare(prepared: PenaltyKey, basis: Basis) -> BasisCells:
    """Compare citations with the truth's; a law alone is a citation without an article."""
    pairs = basis.under(prepared.years)
    both = pairs & prepared.pairs
    right, true, articles = articles_in(both), prepared.articles, articles_in(pairs)
    exact, law_hit = pairs == prepared.pairs, not basis.laws.isdisjoint(prepared.laws)
    return BasisCells(
        common=len(both),
        either=len(pairs) + len(prepared.pairs) - len(both),
        basis_exact=int(exact),
        basis_partial=int(law_hit and not exact),
        basis_exact_as_coded=int(right == articles == true > 0),
        pair_right=right,
        pair_extra=articles - right,
        pair_missed=true - right,
        law_unknown=basis.unknown,
    )


def _jaccard(answer: LabelSet, truth: int) -> Fraction:
    either = (answer.mask | truth).bit_count() + answer.outside
    return Fraction((answer.mask & truth).bit_count(), either) if either else Fraction(1)


def _set_cells(part: str, answer: LabelSet, truth: int, size: int) -> dict[str, int]:
    exact = answer == (truth, 0)
    wrong = (answer.mask ^ truth).bit_count() + answer.outside
    return {
        f"{part}_exact": int(exact),
        f"{part}_partial": int(bool(answer.mask & truth) and not exact),
        f"{part}_empty": int(exact and not truth),
        f"{part}_outside": answer.outside,
        f"{part}_hamming": nano(min(Fraction(wrong, size), Fraction(1))),
        **_label_cells(part, "right", answer.mask & truth),
        **_label_cells(part, "extra", answer.mask & ~truth),
        **_label_cells(part, "missed", truth & ~answer.mask),
    }


def _label_cells(part: str, cell: str, mask: int) -> dict[str, int]:
    numbers = (bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1)
    return {label_column(part, number, cell): 1 for number in numbers}


def _retrieval_cells(clauses: frozenset[str], passages: tuple[str, ...]) -> dict[str, int]:
    ranks = [rank for rank, p in enumerate(dict.fromkeys(passages), 1) if p in clauses]
    hits = sum(rank <= RANKED for rank in ranks)
    return {
        "clauses": 1,
        "hit_at_5": int(hits > 0),
        "recall_at_5": nano(Fraction(hits, len(clauses))),
        "reciprocal_rank": nano(Fraction(1, ranks[0])) if ranks else 0,
    }


def why(prepared: PenaltyKey, response: Response) -> str:
    """Return in one plain sentence why the answer earned what it did."""
    answer = response.answer
    if answer is None:
        return "missing: there is no answer"
    parts = PenaltyReader(prepared.terms, prepared.limits).read(answer)
    if parts is None:
        return (
            "unreadable: not an object of the four parts, or more than "
            f"{prepared.limits.labels} labels or {prepared.limits.citations} citations"
        )
    cells = _cells(prepared, parts)
    grades = [f"{part} {_grade(cells, part)}" for part in PARTS[:-1]]
    level, truth = ANSWER_LEVELS[parts.level], LEVELS[prepared.level]
    grades.append(f"level {truth} right" if level == truth else f"level {level}, not {truth}")
    return f"{', '.join(grades)}{_outside(prepared, answer)}"


def _grade(cells: Mapping[str, int], part: str) -> str:
    if cells[f"{part}_exact"]:
        return "exact"
    return "partial" if cells[f"{part}_partial"] else "wrong"


def _outside(prepared: PenaltyKey, answer: Mapping[str, Any]) -> str:
    labels: list[str] = []
    for key, numbers in zip(CHINESE, prepared.terms.labels, strict=False):
        labels += outside_labels(answer.get(key, answer.get(CHINESE[key], "")), numbers)
    if not labels:
        return ""
    text = visible(json.dumps(labels, ensure_ascii=False))
    return f"; outside the vocabulary: {text[:_LONGEST]}{'…' if len(text) > _LONGEST else ''}"
