"""The five systems that know no law, on questions of extraction.

``constant`` is an oracle: of all answers made of the truths' own values, as they are written, it
gives the one of highest mean F1 in its task (ties go to fewer fields, then to the least).
``enumerate`` fills every field that its task ever sets, and names every element of its sets; of
the schema's fields that are never set, those whose values it lists. ``random`` draws true or
false for every boolean field, a choice for every field of choices, and leaves sets and the other
fields out; its board row is its exact expectation. Without the schema they know what the truths
set, and ``random`` draws booleans alone.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.metrics.exact import nano
from digesta.metrics.splitmix import below
from digesta.scorers.base import MISSING, QuestionWithTruth, Row
from digesta.scorers.extraction.mark import mark, row_of
from digesta.scorers.extraction.read import ExtractionKey, leaves, nest, schema_among
from digesta.scorers.extraction.records import ExtractionField
from digesta.scorers.extraction.seed import seed_accuracy
from digesta.scorers.shared.adversaries import by_group, draw_seed, five

Options = Mapping[str, tuple[Any, ...]]
"""Pointer of a field -> the values that it may have."""

_BOOLEAN = (False, True)


def random(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Draw a value for each field whose values are listed, seeded by the question's id."""
    fields = (field for question in questions for field in _fields(question))
    booleans = {pointer for pointer, value in fields if isinstance(value, bool)}
    known: Options = dict.fromkeys(sorted(booleans), _BOOLEAN)
    return [_draw(question, _options_of(question, known)) for question in questions]


def expectation(prepared: ExtractionKey) -> Row:
    """Return the row that ``random`` earns on average when it draws all listed values."""
    drawn = {p: options(field) for p, field in prepared.fields.items() if _is_drawn(field)}
    if not drawn:
        return mark(prepared, MISSING)
    known = len(prepared.truth)
    hits = [Fraction(1, len(drawn[pointer])) for pointer in prepared.truth if pointer in drawn]
    right = sum(hits, Fraction(0))
    # An average of fields right is no whole number: shares of counted fields are not defined.
    return row_of(
        {
            "credit": nano(2 * right / (known + len(drawn))),
            "precision": nano(right / len(drawn)),
            "recall": nano(right / known),
            "exact": round(prod(hits, start=Fraction(len(hits) == len(drawn) == known))),
            "has_sets": int(prepared.has_sets),
            "accuracy_as_coded": nano(_mean_seed_accuracy(prepared, drawn)),
        }
    )


def options(field: ExtractionField) -> tuple[Any, ...]:
    """Return values of which a field, or an element of it, has one; none if they are not listed.

    >>> options(ExtractionField(pointer="/escrow", kind="boolean", about="Is there one?"))
    (False, True)
    """
    return _BOOLEAN if field.kind == "boolean" else tuple(field.choices or ())


def _mean_seed_accuracy(prepared: ExtractionKey, drawn: Options) -> Fraction:
    """Return the mean of the share as coded: what a field adds depends on no other field."""
    blank = seed_accuracy(prepared.written, {}, frozenset())
    mean = blank
    for pointer, values in drawn.items():
        for value in values:
            alone = seed_accuracy(prepared.written, nest({pointer: value}), frozenset())
            mean += (alone - blank) / len(values)
    return mean


def _best(members: Sequence[QuestionWithTruth]) -> dict[str, Any]:
    """Return the answer of highest mean F1 among those made of the truths' values.

    When a given number of fields is filled, what each adds to the sum of F1 = 2R/(S + A) depends
    on no other: the fields that add most are best, and each size is tried.
    """
    worth = _worth(members)
    best, chosen = Fraction(0), dict[str, bytes]()
    for filled in range(1, len(worth) + 1):
        candidates = [(pointer, *_most(values, filled)) for pointer, values in worth.items()]
        most = sorted(candidates, key=lambda option: (-option[2], option[0]))[:filled]
        total = sum((gain for _, _, gain in most), Fraction(0))
        if total > best:
            best, chosen = total, {pointer: value for pointer, value, _ in most}
    return nest({pointer: json.loads(value) for pointer, value in sorted(chosen.items())})


def _worth(members: Sequence[QuestionWithTruth]) -> dict[str, dict[bytes, Counter[int]]]:
    """Count, by field and value, the truths that have it, by how many fields these set."""
    worth: defaultdict[str, dict[bytes, Counter[int]]] = defaultdict(dict)
    for member in members:
        fields = _fields(member)
        for pointer, value in fields:
            worth[pointer].setdefault(canonical_bytes(value), Counter())[len(fields)] += 1
    return dict(sorted(worth.items()))


def _most(values: Mapping[bytes, Counter[int]], filled: int) -> tuple[bytes, Fraction]:
    """Return the value that adds most to the sum of F1, and how much; of equals the least."""
    added = {
        value: sum((Fraction(2 * n, size + filled) for size, n in sizes.items()), Fraction(0))
        for value, sizes in values.items()
    }
    value = min(added, key=lambda option: (-added[option], option))
    return value, added[value]


def _everything(members: Sequence[QuestionWithTruth]) -> dict[str, Any]:
    filled = {pointer: _all_of(values) for pointer, values in _worth(members).items()}
    for pointer, field in _schema(members[0]).items():
        listed = options(field)
        if listed and (field.set_ or pointer not in filled):
            filled[pointer] = list(listed) if field.set_ else listed[-1]
    return nest(dict(sorted(filled.items())))


def _all_of(values: Mapping[bytes, Counter[int]]) -> Any:
    if min(values)[:1] != b"[":
        return json.loads(_most(values, len(values))[0])
    elements = {canonical_bytes(inner) for value in values for inner in json.loads(value)}
    return [json.loads(inner) for inner in sorted(elements)]


def _fields(question: QuestionWithTruth) -> list[tuple[str, Any]]:
    """Return the fields that a truth sets; a set has no order, and so one form."""
    return [
        (pointer, sorted(value, key=canonical_bytes) if isinstance(value, list) else value)
        for pointer, value in leaves(question.truth["fields"], ())
    ]


def _options_of(question: QuestionWithTruth, known: Options) -> Options:
    """Return the values to draw from by field: the schema's, or what is known without it."""
    if schema := _schema(question):
        return {pointer: options(field) for pointer, field in schema.items() if _is_drawn(field)}
    return known


def _is_drawn(field: ExtractionField) -> bool:
    return not field.set_ and bool(options(field))


def _schema(question: QuestionWithTruth) -> dict[str, ExtractionField]:
    """Return the schema's fields in order of their pointers; none where it is not seen."""
    schema = schema_among(question.resources, question.question["ask"]["schema"])
    fields = sorted(schema.fields, key=lambda field: field.pointer) if schema else ()
    return {field.pointer: field for field in fields}


def _draw(question: QuestionWithTruth, listed: Options) -> dict[str, Any] | None:
    seed = draw_seed(question)
    drawn = {
        pointer: values[below(len(values), seed, index)]
        for index, (pointer, values) in enumerate(listed.items())
    }
    return nest(drawn) or None


ADVERSARIES = five(
    ("gives the one answer, made of the truths' values, that serves its task best",
     by_group(_best)),
    ("draws booleans and choices, and leaves other fields out", random),
    ("fills every field of its task, and names every element of its sets", by_group(_everything)),
    expected=expectation,
)  # fmt: skip
