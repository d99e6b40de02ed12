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
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from digesta.canonical import canonical_bytes
from digesta.metrics.exact import ratio
from digesta.metrics.splitmix import below
from digesta.scorers.base import QuestionWithTruth
from digesta.scorers.extraction.fields import PreparedForm, schema_of, schema_path
from digesta.scorers.extraction.records import ExtractionField
from digesta.scorers.extraction.seed import seed_accuracy
from digesta.scorers.shared.adversaries import answer_by_group, draw_seed, task_of

Path = tuple[str, ...]
Options = Mapping[Path, tuple[Any, ...]]
"""Field -> the values that it may have."""

_BOOLEAN = (False, True)


class ExpectedDraw(NamedTuple):
    """What ``random`` earns on average: fields filled and right, exact answers, as coded."""

    filled: int
    right: Fraction
    exact: Fraction
    seed_accuracy: Fraction


def constant(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Return the fields' most frequent values, as many as serve the task best."""
    return answer_by_group(questions, task_of, _best)


def random(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Draw a value for each field whose values are listed, seeded by the question's id."""
    booleans = {
        path
        for question in questions
        for path, value in _fields(question)
        if isinstance(value, bool)
    }
    known: Options = dict.fromkeys(sorted(booleans), _BOOLEAN)
    return [_draw(question, _options_of(question, known)) for question in questions]


def expected_draw(prepared: PreparedForm) -> ExpectedDraw:
    """Return what ``random`` earns on average when it draws all of the schema's listed values."""
    drawn = {p: options(field) for p, field in prepared.fields.items() if _is_drawn(field)}
    if not drawn:
        return ExpectedDraw(0, Fraction(0), Fraction(0), Fraction(0))
    hits = [Fraction(1, len(drawn[pointer])) for pointer in prepared.truth if pointer in drawn]
    sure = len(hits) == len(drawn) == len(prepared.truth)
    return ExpectedDraw(
        filled=len(drawn),
        right=sum(hits, Fraction(0)),
        exact=prod(hits, start=Fraction(sure)),
        seed_accuracy=_seed_accuracy(prepared, drawn),
    )


def options(field: ExtractionField) -> tuple[Any, ...]:
    """Return values of which a field, or an element of it, has one; none if they are not listed.

    >>> options(ExtractionField(pointer="/escrow", kind="boolean", about="Is there one?"))
    (False, True)
    """
    return _BOOLEAN if field.kind == "boolean" else tuple(field.choices or ())


def _seed_accuracy(prepared: PreparedForm, drawn: Mapping[str, tuple[Any, ...]]) -> Fraction:
    """Return the mean of the share as coded: what one field adds depends on no other."""
    blank = seed_accuracy(prepared.written, {}, frozenset())
    right = Fraction(blank.right)
    for pointer, values in drawn.items():
        for value in values:
            answer = _nest({_path(pointer): value})
            alone = seed_accuracy(prepared.written, answer, frozenset())
            right += Fraction(alone.right - blank.right, len(values))
    return ratio(right, blank.fields)


def enumerate_all(questions: Sequence[QuestionWithTruth]) -> list[Any]:
    """Fill every field that the task ever sets, and every other whose values are listed."""
    return answer_by_group(questions, task_of, _everything)


def _best(members: Sequence[QuestionWithTruth]) -> dict[str, Any]:
    """Return the answer of highest mean F1 among those made of the truths' values.

    When a given number of fields is filled, what each adds to the sum of F1 = 2R/(S + A) depends
    on no other: the fields that add most are best, and each size is tried.
    """
    worth = _worth(members)
    best, chosen = Fraction(0), dict[Path, bytes]()
    for filled in range(1, len(worth) + 1):
        added = [(path, *_most(values, filled)) for path, values in worth.items()]
        added = sorted(added, key=lambda option: (-option[2], option[0]))[:filled]
        total = sum((option[2] for option in added), Fraction(0))
        if total > best:
            best, chosen = total, {path: value for path, value, _ in added}
    return _nest({path: json.loads(value) for path, value in sorted(chosen.items())})


def _worth(members: Sequence[QuestionWithTruth]) -> dict[Path, dict[bytes, Counter[int]]]:
    """Count, by field and value, the truths that have it, by how many fields these set."""
    worth: defaultdict[Path, dict[bytes, Counter[int]]] = defaultdict(dict)
    for member in members:
        fields = _fields(member)
        for path, value in fields:
            worth[path].setdefault(canonical_bytes(value), Counter())[len(fields)] += 1
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
    listed = {
        path: list(options(field)) if field.set_ else options(field)[-1]
        for path, field in _schema(members[0]).items()
        if options(field)
    }
    filled = {path: _all_of(values) for path, values in _worth(members).items()}
    for path, value in listed.items():
        if path not in filled or isinstance(value, list):
            filled[path] = value
    return _nest(dict(sorted(filled.items())))


def _all_of(values: Mapping[bytes, Counter[int]]) -> Any:
    if min(values)[:1] != b"[":
        return json.loads(_most(values, len(values))[0])
    elements = {canonical_bytes(inner) for value in values for inner in json.loads(value)}
    return [json.loads(inner) for inner in sorted(elements)]


def _fields(question: QuestionWithTruth) -> list[tuple[Path, Any]]:
    return list(_leaves(question.truth["fields"], ()))


def _leaves(value: Mapping[str, Any], above: Path) -> Iterator[tuple[Path, Any]]:
    for name, inner in value.items():
        if isinstance(inner, dict):
            yield from _leaves(inner, (*above, name))
        else:
            # A set has no order: one set, one form.
            yield (
                (*above, name),
                sorted(inner, key=canonical_bytes) if isinstance(inner, list) else inner,
            )


def _nest(fields: Mapping[Path, Any]) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for path, value in fields.items():
        inner = whole
        for name in path[:-1]:
            inner = inner.setdefault(name, {})
        inner[path[-1]] = value
    return whole


def _options_of(question: QuestionWithTruth, known: Options) -> Options:
    """Return the values to draw from by field: the schema's, or what is known without it."""
    drawn = {path: options(field) for path, field in _schema(question).items() if _is_drawn(field)}
    return drawn if _schema(question) else known


def _is_drawn(field: ExtractionField) -> bool:
    return not field.set_ and bool(options(field))


def _schema(question: QuestionWithTruth) -> dict[Path, ExtractionField]:
    """Return the schema's fields in order of their paths; none where it is not seen."""
    name = schema_path(question.question["ask"]["schema"])
    if name not in question.resources:
        return {}
    fields = {
        _path(question.pointer): question
        for question in schema_of(name, question.resources[name]).fields
    }
    return dict(sorted(fields.items()))


def _path(pointer: str) -> Path:
    return tuple(pointer.split("/")[1:])


def _draw(question: QuestionWithTruth, listed: Options) -> dict[str, Any] | None:
    seed = draw_seed(question)
    drawn = {
        path: values[below(len(values), seed, index)]
        for index, (path, values) in enumerate(listed.items())
    }
    return _nest(drawn) or None
