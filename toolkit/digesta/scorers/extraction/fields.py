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
from digesta.records.reading import read_record
from digesta.scorers.extraction.records import (
    ExtractionAsk,
    ExtractionField,
    ExtractionSchema,
    ExtractionTruth,
)
from digesta.scorers.extraction.values import Meaning, choices_of, is_nothing, meaning, same
from digesta.scorers.shared.objects import readable

Meanings = tuple[Meaning, ...]


class Prepared(NamedTuple):
    """A question's schema and truth.

    truth: pointer of each field that is set -> what it means, one meaning or a set's. written:
    the truth's fields as JSON.
    """

    fields: Mapping[str, ExtractionField]
    truth: Mapping[str, Meanings]
    written: Mapping[str, Any]


class Compared(NamedTuple):
    """One field of the truth or the answer.

    status: right; judged (right by a verdict alone); wrong; left (set by the truth, not filled);
    beyond (filled, not set by the truth). found, named, known: of a set, elements of the truth
    that the answer has, all that it names, all that the truth has; 0 of a single value.
    """

    pointer: str
    status: Literal["right", "judged", "wrong", "left", "beyond"]
    found: int = 0
    named: int = 0
    known: int = 0


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], resources: Mapping[str, Any]
) -> Prepared:
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
    return Prepared(fields, right, written)


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
            choices_of(tuple((one, *others) for one, others in field.choices.items()))
    return schema


def filled_fields(prepared: Prepared, answer: Any) -> dict[str, Any] | None:
    """Return what an answer fills, by pointer; None where it is no object, nor the text of one."""
    value = readable(answer)
    if value is None:
        return None
    leaves = _leaves(value, prepared.fields)
    return {pointer: inner for pointer, inner in leaves if not is_nothing(inner)}


def compared(
    prepared: Prepared, filled: Mapping[str, Any], judged: frozenset[str]
) -> tuple[Compared, ...]:
    """Lay what an answer fills beside the truth, field by field: the truth's, then what is beyond.

    judged: pointers of fields that a verdict calls equivalent; it counts for text fields alone.
    """
    return tuple(
        _beside(prepared, pointer, truth, filled, judged)
        for pointer, truth in prepared.truth.items()
    ) + tuple(
        Compared(pointer, "beyond", named=_named(prepared.fields.get(pointer), value))
        for pointer, value in filled.items()
        if pointer not in prepared.truth
    )


def equivalences(prepared: Prepared, answer: Any) -> dict[str, dict[str, Any]]:
    """Return what a judge may be asked of an answer: the text fields that differ from the truth's.

    By pointer: the truth's value and the answer's, as each has it. What is right without a
    judge, left out, or no text is not asked.
    """
    filled = filled_fields(prepared, answer) or {}
    known = dict(_leaves(prepared.written, prepared.fields))
    return {
        one.pointer: {"truth": known[one.pointer], "answer": filled[one.pointer]}
        for one in compared(prepared, filled, frozenset())
        if one.status == "wrong" and prepared.fields[one.pointer].kind == "text"
    }


def _beside(
    prepared: Prepared,
    pointer: str,
    truth: Meanings,
    filled: Mapping[str, Any],
    judged: frozenset[str],
) -> Compared:
    field = prepared.fields[pointer]
    known = len(truth) if field.set_ else 0
    if pointer not in filled:
        return Compared(pointer, "left", known=known)
    given = _elements(field, filled[pointer])
    hits = _hits(truth, given)
    if hits == len(given) == len(truth):
        return Compared(pointer, "right", known, known, known)
    if field.kind == "text" and pointer in judged:
        return Compared(pointer, "judged", known, known, known)
    return Compared(pointer, "wrong", hits * bool(known), len(given) * bool(known), known)


def _hits(truth: Meanings, given: Sequence[Meaning | str]) -> int:
    """Count what truth and answer share: at most one of either for one of the other.

    The greatest one-to-one matching, key by key: what one name has too much pays for no other.
    Of one key, a truth either has one element that says no more, which matches any, or elements
    that each say more: these meet their own, and one more where the answer has one that does not.
    """
    by_key: dict[Any, tuple[list[Meaning], list[Meaning]]] = {}
    for one in truth:
        by_key.setdefault(one.key, ([], []))[0].append(one)
    for other in given:
        if isinstance(other, Meaning) and other.key in by_key:
            by_key[other.key][1].append(other)
    return sum(_matched(true, named) for true, named in by_key.values())


def _matched(truth: Sequence[Meaning], given: Sequence[Meaning]) -> int:
    """Count what truth and answer share of one key; neither holds an element twice."""
    matched = sum(any(same(one, other) for one in truth) for other in given)
    return min(matched, sum(any(same(one, other) for other in given) for one in truth))


def _elements(field: ExtractionField, value: Any) -> list[Meaning | str]:
    """Return what a value's elements mean, each once; what means nothing stands as written."""
    listed = value if field.set_ and isinstance(value, list) else [value]
    said = [inner for inner in listed if not is_nothing(inner)]
    return list(dict.fromkeys(meaning(field, inner) or _as_written(inner) for inner in said))


def _as_written(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _named(field: ExtractionField | None, value: Any) -> int:
    return len(_elements(field, value)) if field is not None and field.set_ else 0


def _truth(field: ExtractionField, value: Any) -> Meanings:
    """Return what a truth means, or ValueError where it cannot be right."""
    if field.set_ and not isinstance(value, list):
        raise ValueError(f"{field.pointer} is a set: its truth is a list")
    listed = value if field.set_ else [value]
    meanings = [meaning(field, inner) for inner in listed]
    read = tuple(one for one in meanings if one is not None)
    if len(read) < len(meanings) or not read:
        raise ValueError(f"{field.pointer}: {_as_written(value)} is no {field.kind}")
    for index, one in enumerate(read):
        if any(same(one, other) for other in read[:index]):
            raise ValueError(f"{field.pointer}: {_as_written(value)} names one element twice")
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
