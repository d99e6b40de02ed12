"""Records from JSON values: a value is read as a record, or refused with every problem.

Each place that is wrong is one ``Problem``: its JSON pointer, the value there, what a right file
has there, the nearest valid key to an unknown one, and the next step. The value is parsed
already; the strict reader of bytes is ``intake``.
"""

from __future__ import annotations

import difflib
import json
import re
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, RootModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from digesta.errors import InputError, Problem, ReleaseError

R = TypeVar("R", bound=BaseModel)
Place = tuple[str | int, ...]
"""Keys and positions that lead from the value to what is wrong."""

FIXES: Mapping[str, str] = {
    "unknown-format": "use the digesta that writes this format, or make the file again",
    "unknown-key": "correct the key or remove it",
    "missing-key": "add the key",
    "null": "leave the key out: absent means absent",
    "wrong-type": "write a value of that type",
    "bad-value": "correct the value",
    "strict-tuple": "in the record, give the field Field(strict=False)",
}
"""The stable codes of this module, and what to do about each."""

_GONE: Mapping[str, str] = {
    "commitments": "remove it: releases have no commitments; git shows when answers were submitted",
    "wrong_costs": "remove it: a wrong answer and a missing one earn the same",
    "organization_key": "remove it: predictions/organizations.toml lists who submits under a name",
    "confidence": "remove it: no page shows a system's own confidence",
}
"""Keys that earlier versions read, and what to do instead."""

_TYPES: Mapping[str, str] = {
    "string_type": "a text",
    "int_type": "an integer",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
}
_CODES: Mapping[str, str] = {
    "extra_forbidden": "unknown-key",
    "missing": "missing-key",
    **dict.fromkeys(_TYPES, "wrong-type"),
}
_SHOWN = 80
_SECRET = re.compile(r"(?i)AGE-SECRET[0-9A-Z-]*")
_NOWHERE = object()


class _Fault(NamedTuple):
    code: str
    place: Place
    expected: str


def read_record(
    record: type[R],
    value: Any,
    file: str,
    line: int = 0,
    *,
    error: type[InputError] = ReleaseError,
    nulls: bool = True,
) -> R:
    """Return the record that a JSON value is, or raise ``error`` with every problem.

    file, line: where the value stands, for the problems (line from 1; 0: the whole file). nulls:
    whether one may be in it; not where the bytes that it was read from have no such word.
    """
    faults = _unknown_format(record, value)
    if not faults and nulls and _holds_null(value):
        faults = list(_nulls(value, ()))
    if not faults:
        try:
            return record.model_validate(value)
        except ValidationError as invalid:
            faults = list(_faults(record, value, invalid.errors(include_url=False)))
    raise error([_problem(record, value, fault, file, line) for fault in faults])


def records_at(record: Any, place: Sequence[str | int]) -> list[type[BaseModel]]:
    """Return the record classes that may stand at a place within a record, in order.

    >>> from digesta.records.release import Question
    >>> records_at(Question, ("turns", 0))
    [<class 'digesta.records.question.Turn'>]
    """
    annotations = list(_members(record))
    for part in place:
        inside = [inner for annotation in annotations for inner in _inside(annotation, part)]
        annotations = [member for annotation in inside for member in _members(annotation)]
    return [member for member in annotations if _is_record(member)]


def _is_record(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _members(annotation: Any) -> Iterator[Any]:
    """Yield the types of an annotation: a union's members; a root model and its root's."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _members(get_args(annotation)[0])
    elif origin in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _members(member)
    else:
        yield annotation
        if isinstance(annotation, type) and issubclass(annotation, RootModel):
            yield from _members(annotation.model_fields["root"].annotation)


def _inside(annotation: Any, part: str | int) -> Iterator[Any]:
    """Yield the annotations of the values at a key or position of a value so annotated."""
    origin, args = get_origin(annotation), get_args(annotation)
    if _is_record(annotation):
        fields = annotation.model_fields.items()
        yield from (field.annotation for name, field in fields if part == (field.alias or name))
    elif origin is dict or (origin is list and isinstance(part, int)):
        yield args[-1]
    elif origin is tuple and isinstance(part, int) and part < len(args):
        yield args[part]


def _unknown_format(record: type[BaseModel], value: Any) -> list[_Fault]:
    field = record.model_fields.get("format")
    name = value.get("format") if isinstance(value, Mapping) else None
    if field is None or not isinstance(name, str):
        return []
    known = get_args(field.annotation)
    if name in known:
        return []
    return [_Fault("unknown-format", ("format",), " or ".join(known))]


def _holds_null(value: Any) -> bool:
    """Return whether ``_nulls`` yields anything, without the cost of keeping places."""
    if isinstance(value, dict):
        return any(_holds_null(inner) for key, inner in value.items() if key != "answer")
    return value is None or (isinstance(value, list) and any(map(_holds_null, value)))


def _nulls(value: Any, place: Place) -> Iterator[_Fault]:
    """Yield every null; an answer may be null, and may hold what it likes."""
    if value is None:
        yield _Fault("null", place, "")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key != "answer":
                yield from _nulls(inner, (*place, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _nulls(inner, (*place, position))


def _faults(
    record: type[BaseModel], value: Any, errors: Sequence[ErrorDetails]
) -> Iterator[_Fault]:
    """Yield a fault for each place; of a union every member reports its own."""
    places: dict[Place, list[_Fault]] = {}
    for error in errors:
        fault = _fault(record, value, error)
        places.setdefault(fault.place, []).append(fault)
    for place, alternatives in places.items():
        expected = dict.fromkeys(fault.expected for fault in alternatives if fault.expected)
        codes = {fault.code for fault in alternatives}
        yield _Fault(codes.pop() if len(codes) == 1 else "bad-value", place, " or ".join(expected))


def _fault(record: type[BaseModel], value: Any, error: ErrorDetails) -> _Fault:
    place = _place(value, error)
    if error["type"] == "tuple_type" and isinstance(error["input"], list):
        return _Fault("strict-tuple", place, "a tuple, which no file can hold")
    if error["type"] not in ("union_tag_not_found", "union_tag_invalid"):
        code = _CODES.get(error["type"], "bad-value")
        return _Fault(code, place, _right_value(record, place, error))
    union = _at(value, place)
    if not isinstance(union, Mapping):
        return _Fault("wrong-type", place, "an object")
    key = error["ctx"]["discriminator"].strip("'")
    place = (*place, key)
    if key not in union:
        return _Fault("missing-key", place, _meaning(record, place))
    return _Fault("bad-value", place, str(error["ctx"].get("expected_tags", "a text")))


def _at(value: Any, place: Place) -> Any:
    for part in place:
        value = value[part]
    return value


def _place(value: Any, error: ErrorDetails) -> Place:
    """Return the error's place without the names of union members that pydantic puts in."""
    place: list[str | int] = []
    here = value
    names_key = error["type"] in ("missing", "extra_forbidden")
    for position, part in enumerate(error["loc"]):
        inner = _step_into(here, part)
        if inner is not _NOWHERE:
            here = inner
        elif not (names_key and position == len(error["loc"]) - 1):
            continue
        place.append(part)
    return tuple(place)


def _step_into(here: Any, part: str | int) -> Any:
    if isinstance(here, Mapping):
        return here.get(part, _NOWHERE)
    if isinstance(here, list) and isinstance(part, int) and part < len(here):
        return here[part]
    return _NOWHERE


def _right_value(record: type[BaseModel], place: Place, error: ErrorDetails) -> str:
    context = error.get("ctx", {})
    match error["type"]:
        case "extra_forbidden":
            return ", ".join(_keys(record, place[:-1]))
        case "missing":
            return _meaning(record, place)
        case "literal_error":
            return str(context["expected"])
        case "string_pattern_mismatch":
            return f"a text like {context['pattern']}"
        case kind if kind in _TYPES:
            return _TYPES[kind]
    message = error["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    return message[:1].lower() + message[1:]


def _fields(record: type[BaseModel], place: Place) -> Iterator[tuple[str, FieldInfo]]:
    for owner in records_at(record, place):
        yield from ((field.alias or name, field) for name, field in owner.model_fields.items())


def _keys(record: type[BaseModel], place: Place) -> list[str]:
    return list(dict.fromkeys(key for key, _ in _fields(record, place)))


def _meaning(record: type[BaseModel], place: Place) -> str:
    fields = _fields(record, place[:-1])
    return next((field.description or "" for key, field in fields if key == place[-1]), "")


def _problem(record: type[BaseModel], value: Any, fault: _Fault, file: str, line: int) -> Problem:
    question_id = value.get("question_id") if isinstance(value, Mapping) else None
    close, fix = list[str](), FIXES[fault.code]
    if fault.code == "unknown-key":
        close = difflib.get_close_matches(str(fault.place[-1]), _keys(record, fault.place[:-1]), 1)
    return Problem(
        code=fault.code,
        file=file,
        line=line,
        question_id=question_id if isinstance(question_id, str) else "",
        got=_got(value, fault),
        expected=fault.expected,
        nearest="".join(close),
        fix=_GONE.get(str(fault.place[-1]), fix) if fault.code == "unknown-key" else fix,
    )


def _got(value: Any, fault: _Fault) -> str:
    pointer = "".join(map(_step, fault.place)) or "the whole value"
    if fault.code == "missing-key":
        return f"no {pointer}"
    if fault.code in ("unknown-key", "null"):
        return pointer if fault.code == "unknown-key" else f"{pointer}: null"
    text = json.dumps(_at(value, fault.place), ensure_ascii=False, default=repr)
    return f"{pointer}: {_SECRET.sub('a secret key, not shown', text)[:_SHOWN]}"


def _step(part: str | int) -> str:
    """Return one step of a JSON pointer (RFC 6901)."""
    return "/" + str(part).replace("~", "~0").replace("/", "~1")
