"""Questions of extraction ready for marking, and an answer's fields beside the truth's.

A *field* is a pointer of the schema. The truth *sets* some fields; an answer *fills* those to
which it gives more than nothing (``values``). A member of the answer that is no field of the
schema counts as a field filled beyond the truth, each of its values that is no object; so does a
value in the place of one of the schema's objects. A set is right when it has the truth's elements.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping, Sequence
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


class ExtractionKey(NamedTuple):
    """A question's schema and truth.

    truth: pointer of each field that is set -> what it means, one meaning or a set's. written:
    the truth's fields as JSON.
    """

    fields: Mapping[str, ExtractionField]
    truth: Mapping[str, Meanings]
    written: Mapping[str, Any]

    @property
    def has_sets(self) -> bool:
        """Return whether the truth sets a field that is a set."""
        return any(self.fields[pointer].set_ for pointer in self.truth)


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
) -> ExtractionKey:
    """Return a question ready for marking, or ValueError when its truth cannot be right.

    resources: the bytes of ``NAME/schema.json`` for a question that asks by ``NAME/version``.
    """
    ask = ExtractionAsk.model_validate(question["ask"])
    schema = schema_among(resources, ask.schema_)
    if schema is None:
        raise ValueError(f"the release has no resources/{schema_path(ask.schema_)}")
    if schema.schema_ != ask.schema_:
        path = schema_path(ask.schema_)
        raise ValueError(f"resources/{path} is {schema.schema_}, not {ask.schema_}")
    fields = {field.pointer: field for field in schema.fields}
    written = ExtractionTruth.model_validate(truth).fields
    values = dict(leaves(written, fields))
    if unknown := [pointer for pointer in values if pointer not in fields]:
        raise ValueError(f"{unknown[0]} is no field of {schema.schema_}")
    right = {pointer: _truth(fields[pointer], value) for pointer, value in values.items()}
    return ExtractionKey(fields, right, written)


def schema_path(name: str) -> str:
    """Return where the schema ``NAME/version`` lies among a release's resources."""
    return f"{name.partition('/')[0]}/schema.json"


def schema_among(resources: Mapping[str, Any], name: str) -> ExtractionSchema | None:
    """Return the schema ``NAME/version`` among a release's resources; None where it is not there.

    ValueError with what is wrong with it.
    """
    path = schema_path(name)
    return _schema(path, resources[path]) if path in resources else None


@lru_cache(maxsize=16)
def _schema(path: str, data: bytes) -> ExtractionSchema:
    try:
        value = strict_json(data, file=path, limits=RELEASE_LIMITS)
        schema = read_record(ExtractionSchema, value, path)
    except DigestaError as error:
        raise ValueError(f"resources/{str(error).splitlines()[0]}") from error
    for field in schema.fields:
        if field.choices is not None:
            choices_of(tuple((choice, *others) for choice, others in field.choices.items()))
    return schema


def filled_fields(prepared: ExtractionKey, answer: Any) -> dict[str, Any] | None:
    """Return what an answer fills, by pointer; None where it is no object, nor the text of one."""
    value = readable(answer)
    if value is None:
        return None
    values = leaves(value, prepared.fields)
    return {pointer: inner for pointer, inner in values if not is_nothing(inner)}


def compare_fields(
    prepared: ExtractionKey, filled: Mapping[str, Any], judged: frozenset[str]
) -> tuple[FieldResult, ...]:
    """Compare what an answer fills with the truth, field by field: the truth's, then those beyond.

    judged: pointers of fields that a verdict calls equivalent; it counts for text fields alone.
    """
    results = [
        _compare(prepared.fields[pointer], truth, filled, is_judged=pointer in judged)
        for pointer, truth in prepared.truth.items()
    ]
    for pointer, value in filled.items():
        if pointer not in prepared.truth:
            field = prepared.fields.get(pointer)
            named = len(_elements(field, value)) if field is not None and field.set_ else 0
            results.append(FieldResult(pointer, "beyond", named=named))
    return tuple(results)


def equivalences(prepared: ExtractionKey, answer: Any) -> dict[str, dict[str, Any]]:
    """Return the text fields of an answer that differ from the truth's: a judge may compare them.

    By pointer: the truth's value and the answer's, as each has it.
    """
    filled = filled_fields(prepared, answer) or {}
    known = dict(leaves(prepared.written, prepared.fields))
    return {
        field.pointer: {"truth": known[field.pointer], "answer": filled[field.pointer]}
        for field in compare_fields(prepared, filled, frozenset())
        if field.status == "wrong" and prepared.fields[field.pointer].kind == "text"
    }


def _compare(
    field: ExtractionField, truth: Meanings, filled: Mapping[str, Any], *, is_judged: bool
) -> FieldResult:
    pointer = field.pointer
    known = len(truth) if field.set_ else 0
    if pointer not in filled:
        return FieldResult(pointer, "left", known=known)
    elements = _elements(field, filled[pointer])
    hits = _hits(truth, elements)
    if hits == len(elements) == len(truth):
        return FieldResult(pointer, "right", known, known, known)
    if field.kind == "text" and is_judged:
        return FieldResult(pointer, "judged", known, known, known)
    return FieldResult(pointer, "wrong", hits * bool(known), len(elements) * bool(known), known)


def _hits(truth: Meanings, answer: Sequence[Meaning | str]) -> int:
    """Count what truth and answer share: each element of either meets at most one of the other.

    The greatest one-to-one matching, key by key: what one name has too much pays for no other.
    Of one key, a truth either has one element that says no more, which matches any, or elements
    that each say more: these meet their own, and one more where the answer has one that does not.
    """
    hits = 0
    for key in {element.key for element in truth}:
        true = [element for element in truth if element.key == key]
        named = [other for other in answer if isinstance(other, Meaning) and other.key == key]
        met = sum(any(same(element, other) for element in true) for other in named)
        hits += min(met, sum(any(same(element, other) for other in named) for element in true))
    return hits


def _elements(field: ExtractionField, value: Any) -> list[Meaning | str]:
    """Return what a value's elements mean, each once; what means nothing stands as JSON."""
    listed = value if field.set_ and isinstance(value, list) else [value]
    some = [inner for inner in listed if not is_nothing(inner)]
    return list(dict.fromkeys(meaning(field, inner) or _text_of(inner) for inner in some))


def _text_of(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


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


def leaves(
    value: Mapping[str, Any], fields: Container[str], above: str = ""
) -> Iterator[tuple[str, Any]]:
    """Yield (pointer, value) of the fields of an object, and of whatever else is no object."""
    for name, inner in value.items():
        pointer = f"{above}/{name.replace('~', '~0').replace('/', '~1')}"
        if isinstance(inner, dict) and inner and pointer not in fields:
            yield from leaves(inner, fields, pointer)
        else:
            yield pointer, inner


def nest(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the object that has each value at its pointer.

    >>> nest({"/prix/montant": 5, "/prix/devise": "EUR"})
    {'prix': {'montant': 5, 'devise': 'EUR'}}
    """
    whole: dict[str, Any] = {}
    for pointer, value in values.items():
        *folders, name = pointer.split("/")[1:]
        place = whole
        for folder in folders:
            place = place.setdefault(folder, {})
        place[name] = value
    return whole
