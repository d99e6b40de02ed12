"""A question of extraction made ready, and an answer's fields laid beside the truth's.

A *field* is one pointer of the schema. The truth *sets* some of them; an answer *fills* those that
it gives more than nothing (``_extraction_values``). A member of the answer that is no field of the
schema counts as a field filled beyond the truth, one for each value that is no object; so does
what stands where the schema has an object. A set is right when its elements are the truth's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from digesta.errors import DigestaError
from digesta.intake.limits import RELEASE_LIMITS
from digesta.intake.strict import strict_json
from digesta.records.read import read_record
from digesta.scorers.extraction.records import (
    ExtractionAsk,
    ExtractionField,
    ExtractionSchema,
    ExtractionTruth,
)
from digesta.scorers.extraction.values import Meaning, choices_of, is_nothing, meaning, same
from digesta.scorers.shared.objects import readable

Meanings = tuple[Meaning, ...]


class PreparedForm(NamedTuple):
    """A question's schema and truth.

    truth: pointer of each field that is set -> what it means, one meaning or a set's. written:
    the truth's fields as JSON.
    """

    fields: Mapping[str, ExtractionField]
    truth: Mapping[str, Meanings]
    written: Mapping[str, Any]


class FieldResult(NamedTuple):
    """One field of the truth or the answer.

    status: right; judged (right by a verdict alone); wrong; left (set by the truth, not filled);
    beyond (filled, not set by the truth). met, named, known: of a set, elements of the truth
    that the answer has, all that it names, all that the truth has; 0 of a single value.
    """

    pointer: str
    status: Literal["right", "judged", "wrong", "left", "beyond"]
    met: int = 0
    named: int = 0
    known: int = 0


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], resources: Mapping[str, Any]
) -> PreparedForm:
    """Prepare a question, or ValueError when its truth cannot be right.

    resources: the bytes of ``NAME/schema.json`` for a question that asks by ``NAME/version``.
    """
    ask = ExtractionAsk.model_validate(question["ask"])
    path = schema_path(ask.schema_)
    if path not in resources:
        raise ValueError(f"the release has no resources/{path}")
    schema = schema_of(path, resources[path])
    if schema.schema_ != ask.schema_:
        raise ValueError(f"resources/{path} is {schema.schema_}, not {ask.schema_}")
    fields = {field.pointer: field for field in schema.fields}
    written = ExtractionTruth.model_validate(truth).fields
    leaves = dict(_leaves(written, fields))
    if unknown := [pointer for pointer in leaves if pointer not in fields]:
        raise ValueError(f"{unknown[0]} is no field of {schema.schema_}")
    right = {pointer: _truth(fields[pointer], value) for pointer, value in leaves.items()}
    return PreparedForm(fields, right, written)


def schema_path(name: str) -> str:
    """Return where the schema ``NAME/version`` lies among a release's resources."""
    return f"{name.partition('/')[0]}/schema.json"


@lru_cache(maxsize=16)
def schema_of(path: str, data: bytes) -> ExtractionSchema:
    """Read a schema, or ValueError with what is wrong with it."""
    try:
        value = strict_json(data, file=path, limits=RELEASE_LIMITS)
        schema = read_record(ExtractionSchema, value, path)
    except DigestaError as error:
        raise ValueError(f"resources/{str(error).splitlines()[0]}") from error
    for field in schema.fields:
        if field.choices is not None:
            choices_of(tuple((choice, *others) for choice, others in field.choices.items()))
    return schema


def filled_fields(prepared: PreparedForm, answer: Any) -> dict[str, Any] | None:
    """Return what an answer fills, by pointer; None where it is no object, nor the text of one."""
    value = readable(answer)
    if value is None:
        return None
    leaves = _leaves(value, prepared.fields)
    return {pointer: inner for pointer, inner in leaves if not is_nothing(inner)}


def compare_fields(
    prepared: PreparedForm, filled: Mapping[str, Any], judged: frozenset[str]
) -> tuple[FieldResult, ...]:
    """Lay what an answer fills beside the truth, field by field: the truth's, then what is beyond.

    judged: pointers of fields that a verdict calls equivalent; it counts for text fields alone.
    """
    return tuple(
        _beside(prepared, pointer, truth, filled, judged)
        for pointer, truth in prepared.truth.items()
    ) + tuple(
        FieldResult(pointer, "beyond", named=_named(prepared.fields.get(pointer), value))
        for pointer, value in filled.items()
        if pointer not in prepared.truth
    )


def equivalences(prepared: PreparedForm, answer: Any) -> dict[str, dict[str, Any]]:
    """Return what a judge may be asked of an answer: the text fields that differ from the truth's.

    By pointer: the truth's value and the answer's, as each has it. What is right without a
    judge, left out, or no text is not asked.
    """
    filled = filled_fields(prepared, answer) or {}
    known = dict(_leaves(prepared.written, prepared.fields))
    return {
        field.pointer: {"truth": known[field.pointer], "answer": filled[field.pointer]}
        for field in compare_fields(prepared, filled, frozenset())
        if field.status == "wrong" and prepared.fields[field.pointer].kind == "text"
    }


def _beside(
    prepared: PreparedForm,
    pointer: str,
    truth: Meanings,
    filled: Mapping[str, Any],
    judged: frozenset[str],
) -> FieldResult:
    field = prepared.fields[pointer]
    known = len(truth) if field.set_ else 0
    if pointer not in filled:
        return FieldResult(pointer, "left", known=known)
    elements = _elements(field, filled[pointer])
    hits = _hits(truth, elements)
    if hits == len(elements) == len(truth):
        return FieldResult(pointer, "right", known, known, known)
    if field.kind == "text" and pointer in judged:
        return FieldResult(pointer, "judged", known, known, known)
    return FieldResult(pointer, "wrong", hits * bool(known), len(elements) * bool(known), known)


def _hits(truth: Meanings, answer: Sequence[Meaning | str]) -> int:
    """Count what truth and answer share: at most one of either for one of the other.

    The greatest one-to-one matching, key by key: what one name has too much pays for no other.
    Of one key, a truth either has one element that says no more, which matches any, or elements
    that each say more: these meet their own, and one more where the answer has one that does not.
    """
    by_key: dict[Any, tuple[list[Meaning], list[Meaning]]] = {}
    for true in truth:
        by_key.setdefault(true.key, ([], []))[0].append(true)
    for other in answer:
        if isinstance(other, Meaning) and other.key in by_key:
            by_key[other.key][1].append(other)
    return sum(_matches(true, named) for true, named in by_key.values())


def _matches(truth: Sequence[Meaning], answer: Sequence[Meaning]) -> int:
    """Count what truth and answer share of one key; neither holds an element twice."""
    matched = sum(any(same(meaning, other) for meaning in truth) for other in answer)
    return min(matched, sum(any(same(meaning, other) for other in answer) for meaning in truth))


def _elements(field: ExtractionField, value: Any) -> list[Meaning | str]:
    """Return what a value's elements mean, each once; what means nothing stands as written."""
    listed = value if field.set_ and isinstance(value, list) else [value]
    inner_values = [inner for inner in listed if not is_nothing(inner)]
    return list(dict.fromkeys(meaning(field, inner) or _text_of(inner) for inner in inner_values))


def _text_of(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _named(field: ExtractionField | None, value: Any) -> int:
    return len(_elements(field, value)) if field is not None and field.set_ else 0


def _truth(field: ExtractionField, value: Any) -> Meanings:
    """Return what a truth means, or ValueError where it cannot be right."""
    if field.set_ and not isinstance(value, list):
        raise ValueError(f"{field.pointer} is a set: its truth is a list")
    listed = value if field.set_ else [value]
    meanings = [meaning(field, inner) for inner in listed]
    read = tuple(each for each in meanings if each is not None)
    if len(read) < len(meanings) or not read:
        raise ValueError(f"{field.pointer}: {_text_of(value)} is no {field.kind}")
    for index, each in enumerate(read):
        if any(same(each, other) for other in read[:index]):
            raise ValueError(f"{field.pointer}: {_text_of(value)} names one element twice")
    return read


def _leaves(
    value: Mapping[str, Any], fields: Mapping[str, ExtractionField], above: str = ""
) -> Iterator[tuple[str, Any]]:
    """Yield (pointer, value) of the fields of an object, and of whatever else is no object."""
    for name, inner in value.items():
        pointer = f"{above}/{name.replace('~', '~0').replace('/', '~1')}"
        if isinstance(inner, dict) and inner and pointer not in fields:
            yield from _leaves(inner, fields, pointer)
        else:
            yield pointer, inner
