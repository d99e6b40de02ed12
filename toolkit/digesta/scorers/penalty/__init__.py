"""Regulatory penalties: which sanction, on which legal basis, follows from the facts of a case.

Measures four parts of one answer: ``penalty_type`` and ``violation_domain`` (sets of labels of a
closed vocabulary), ``legal_basis`` (articles of laws) and ``penalty_level`` (A to E). The credit
is the mean of type Jaccard, domain Jaccard, Jaccard of citations, and 1 for the right level.

Defined in: FinLaw, evaluation protocol (grades 2 exact, 1 partial, 0 wrong). Differs from its
code, on purpose: every question of the release counts, missing answers as wrong; numerals and
names of laws are normalised (第四十六条 is 第46条, 之一 is kept apart); two empty sets are equal
everywhere; a truth without an article can be met; Hamming loss is divided by the vocabulary,
not by the labels in play; no valid level is a wrong level; labels that the vocabulary does not
hold are wrong and counted apart. Where values differ, the code's stand beside ours under
``…_as_coded`` and ``one_minus_jaccard``; both are computed on normalised citations.

An answer is an object under English keys or the seed's Chinese ones, not both; a part left out
is empty. Labels are lists, or a text split at ; , / 、 ； ， and |. Unreadable is everything else,
and an answer that names more labels or citations than the question allows. Chance is 0.

Reads among the release's resources ``NAME/vocabulary.json`` and ``NAME/laws.json`` for the
vocabulary ``NAME/1`` of the question (records in ``digesta.scorers.penalty.resources``). Where a
truth has a ``derivation``, its level must be the one that follows by ``NAME/discretion.json``.
Retrieval is measured from the ids of the response's passages, as retrieved, before injection.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from digesta.errors import visible
from digesta.metrics.exact import NANO, nano
from digesta.records.question import Question
from digesta.scorers.base import Adversary, Response, Row, Scorer
from digesta.scorers.forms import SheetForm
from digesta.scorers.penalty import adversaries
from digesta.scorers.penalty.columns import (
    AT,
    COLUMNS,
    GIVEN,
    LEVELS,
    NO_LEVEL,
    label_column,
    level_column,
    named_only,
)
from digesta.scorers.penalty.fast import mark_many
from digesta.scorers.penalty.metrics import metrics
from digesta.scorers.penalty.prepared import RANKED, Prepared, compared, prepare
from digesta.scorers.penalty.prompt import PROMPT
from digesta.scorers.penalty.read import Marked, Reader, Reading, outside_labels
from digesta.scorers.penalty.records import CHINESE, PenaltyAnswer, PenaltyAsk, PenaltyTruth
from digesta.scorers.penalty.resources import FORMATS, Vocabulary
from digesta.scorers.penalty.terms import terms_of
from digesta.scorers.shared.files import example_file
from digesta.scorers.shared.sheet import object_lines

__all__ = ["SCORER", "mark", "mark_many", "named_only", "prepare", "why"]

_PARTS = ("type", "domain", "basis", "level")


def mark(prepared: Prepared, response: Response) -> Row:
    """Mark one answer: the standard columns, then those of ``_penalty_columns``."""
    cells = dict.fromkeys(AT, 0)
    answer = response.answer
    reading = None if answer is None else Reader(prepared.terms, prepared.limits).read(answer)
    if reading is None:
        cells |= _worst(prepared)
        cells["missing" if answer is None else "unreadable"] = 1
    else:
        cells |= _marked(prepared, reading)
    if prepared.clauses:
        cells |= _retrieved(prepared.clauses, response.passages)
        cells["basis_wrong_after_hit"] = cells["hit_at_5"] * (1 - cells["basis_exact"])
    return tuple(cells.values())


def _worst(prepared: Prepared) -> dict[str, int]:
    cells = {
        "type_hamming": NANO,
        "domain_hamming": NANO,
        "pair_missed": sum(1 for _, article in prepared.pairs if article),
        level_column(LEVELS[prepared.level], GIVEN[NO_LEVEL]): 1,
    }
    for part, truth in (("type", prepared.types), ("domain", prepared.domains)):
        cells |= {label_column(part, number, "missed"): 1 for number in _numbers(truth)}
    return cells


def _marked(prepared: Prepared, reading: Reading) -> dict[str, int]:
    basis = compared(prepared, reading.basis)
    shares = [
        _jaccard(reading.types, prepared.types),
        _jaccard(reading.domains, prepared.domains),
        Fraction(basis.common, basis.either),
        Fraction(reading.level == prepared.level),
    ]
    sizes = prepared.terms.sizes
    cells = _set_cells("type", reading.types, prepared.types, sizes[0])
    cells |= _set_cells("domain", reading.domains, prepared.domains, sizes[1])
    cells[level_column(LEVELS[prepared.level], GIVEN[reading.level])] = 1
    return cells | {
        "credit": nano(sum(shares, Fraction(0)) / len(shares)),
        "type_jaccard": nano(shares[0]),
        "domain_jaccard": nano(shares[1]),
        "pair_jaccard": nano(shares[2]),
        "level_right": nano(shares[3]),
        "basis_exact": int(basis.exact),
        "basis_partial": int(basis.law_hit and not basis.exact),
        "basis_exact_as_coded": int(basis.exact_as_coded),
        "pair_right": basis.right,
        "pair_extra": basis.extra,
        "pair_missed": basis.missed,
        "law_unknown": reading.basis.unknown,
    }


def _jaccard(given: Marked, truth: int) -> Fraction:
    either = (given.mask | truth).bit_count() + given.outside
    return Fraction((given.mask & truth).bit_count(), either) if either else Fraction(1)


def _set_cells(part: str, given: Marked, truth: int, size: int) -> dict[str, int]:
    exact = given == (truth, 0)
    wrong = (given.mask ^ truth).bit_count() + given.outside
    cells = {
        f"{part}_exact": int(exact),
        f"{part}_partial": int(bool(given.mask & truth) and not exact),
        f"{part}_empty": int(given == (0, 0) and truth == 0),
        f"{part}_outside": given.outside,
        f"{part}_hamming": nano(min(Fraction(wrong, size), Fraction(1))),
    }
    for cell, mask in (
        ("right", given.mask & truth),
        ("extra", given.mask & ~truth),
        ("missed", truth & ~given.mask),
    ):
        cells |= {label_column(part, number, cell): 1 for number in _numbers(mask)}
    return cells


def _numbers(mask: int) -> list[int]:
    return [bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1]


def _retrieved(clauses: frozenset[str], passages: tuple[str, ...]) -> dict[str, int]:
    ranked = list(dict.fromkeys(passages))
    ranks = [rank for rank, passage in enumerate(ranked, 1) if passage in clauses]
    found = sum(1 for rank in ranks if rank <= RANKED)
    return {
        "clauses": 1,
        "hit_at_5": int(found > 0),
        "recall_at_5": nano(Fraction(found, len(clauses))),
        "reciprocal_rank": nano(Fraction(1, ranks[0])) if ranks else 0,
    }


def why(prepared: Prepared, response: Response) -> str:
    """Say in one plain sentence why the answer earned what it did."""
    answer = response.answer
    if answer is None:
        return "missing: there is no answer"
    reading = Reader(prepared.terms, prepared.limits).read(answer)
    if reading is None:
        return (
            "unreadable: not an object of the four parts, or more than "
            f"{prepared.limits.labels} labels or {prepared.limits.citations} citations"
        )
    cells = _marked(prepared, reading)
    said = [f"{part} {_grade(cells, part)}" for part in _PARTS[:-1]]
    given, truth = GIVEN[reading.level], LEVELS[prepared.level]
    said.append(f"level {truth} right" if given == truth else f"level {given}, not {truth}")
    return f"{', '.join(said)}{_outside(prepared, answer)}"


def _grade(cells: Mapping[str, int], part: str) -> str:
    if cells[f"{part}_exact"]:
        return "exact"
    return "partial" if cells[f"{part}_partial"] else "wrong"


_SHOWN = 60


def _outside(prepared: Prepared, answer: Mapping[str, Any]) -> str:
    named: list[str] = []
    for key, numbers in zip(CHINESE, prepared.terms.labels, strict=False):
        named += outside_labels(answer.get(key, answer.get(CHINESE[key], "")), numbers)
    if not named:
        return ""
    listed = visible(json.dumps(named, ensure_ascii=False))
    return f"; outside the vocabulary: {listed[:_SHOWN]}{'…' if len(listed) > _SHOWN else ''}"


def _normalisers(ask: Mapping[str, Any]) -> frozenset[str]:
    del ask
    return frozenset({"text/1", "zh-citation/1"})


def _listed(ask: Mapping[str, Any], resources: Mapping[str, Any]) -> tuple[str, ...]:
    try:
        types, domains = terms_of(str(ask.get("vocabulary")), resources).names
    except ValueError:
        return ()  # what is wrong with the tables is said where truths are held to them
    return (*types, *domains)


def _how(question: Question, words: Mapping[str, str], resources: Mapping[str, Any]) -> list[str]:
    """Return how a penalty is to be written in an answer sheet, with the labels to choose from."""
    path = f"{question.ask['vocabulary'].partition('/')[0]}/vocabulary.json"
    lines = object_lines(question, words, resources)
    if path in resources:
        known = Vocabulary.model_validate_json(resources[path])
        for name in ("penalty_type", "violation_domain"):
            labels = ", ".join(term.label for term in getattr(known, name))
            lines.append(f"{words['labels'].format(name=name)} {labels}")
    return lines


ADVERSARIES: tuple[Adversary[Prepared], ...] = (
    Adversary("silent", "answers nothing", adversaries.silent),
    Adversary(
        "constant",
        "the answer that scores best in its task: labels, citations and level that the truths hold",
        adversaries.constant,
    ),
    Adversary(
        "random",
        "draws one type, one domain, one citation and a level",
        adversaries.random,
        adversaries.expected,
    ),
    Adversary(
        "enumerate",
        "names as many labels and citations as the question allows, the commonest first",
        adversaries.enumerate_all,
    ),
    Adversary("echo", "cites what the question says", adversaries.echo),
)

SCORER: Scorer[Prepared] = Scorer(
    name="penalty",
    version=1,
    Ask=PenaltyAsk,
    Truth=PenaltyTruth,
    Answer=PenaltyAnswer,
    columns=COLUMNS,
    parts=_PARTS,
    metrics=metrics(),
    adversaries=ADVERSARIES,
    prepare=prepare,
    mark=mark,
    mark_many=mark_many,
    why=why,
    normalisers=_normalisers,
    listed=_listed,
    sheet=SheetForm(lambda _ask: "object", _how),
    prompt=PROMPT,
    formats=FORMATS,
    example=lambda: example_file("digesta.scorers.penalty"),
)
