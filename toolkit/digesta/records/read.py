"""A JSON value read as a record, or refused with all that is wrong with it, each thing located.

One ``Problem`` for each place that is wrong: a JSON pointer, what stands there, what stands
there in a right file, the nearest valid key for an unknown one, and the next step. The strict
reader of bytes is ``intake``; here the value is already parsed.
"""

from __future__ import annotations

import difflib
import json
import re
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
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
}
"""The stable codes of this module, and what to do about each."""

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


class _Wrong(NamedTuple):
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
) -> R:
    """Return the record that a JSON value is, or raise ``error`` with every problem.

    record: a record class. value: parsed JSON. file, line: where the value stands, for the
    problems (line from 1; 0: the whole file).
    """
    wrong = _unknown_format(record, value)
    if not wrong and _holds_null(value):
        wrong = list(_nulls(value, ()))
    result: R | None = None
    if not wrong:
        try:
            result = record.model_validate(value)
        except ValidationError as invalid:
            wrong = list(_merge(record, value, invalid.errors(include_url=False)))
    if result is None:
        raise error([_problem(record, value, each, file, line) for each in wrong]) from None
    return result


def records_at(record: Any, place: Sequence[str | int]) -> list[type[BaseModel]]:
    """Return the record classes that may stand at a place within a record, in order.

    >>> from digesta.records.release import Question
    >>> records_at(Question, ("turns", 0))
    [<class 'digesta.records.release.Turn'>]
    """
    here = list(_members(record))
    for part in place:
        inside = [inner for annotation in here for inner in _inside(annotation, part)]
        here = [member for annotation in inside for member in _members(annotation)]
    return [each for each in here if isinstance(each, type) and issubclass(each, BaseModel)]


def _members(annotation: Any) -> Iterator[Any]:
    """Yield what an annotation stands for: union members; the root of a root model."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _members(get_args(annotation)[0])
    elif origin in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _members(member)
    elif _is_root_model(annotation):
        yield annotation
        yield from _members(annotation.model_fields["root"].annotation)
    else:
        yield annotation


def _is_root_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and bool(getattr(annotation, "__pydantic_root_model__", 0))


def _inside(annotation: Any, part: str | int) -> Iterator[Any]:
    origin, args = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for name, field in annotation.model_fields.items():
            if part == (field.alias or name):
                yield field.annotation
    elif origin is dict or (origin is list and isinstance(part, int)):
        yield args[-1]
    elif origin is tuple and isinstance(part, int) and part < len(args):
        yield args[part]


def _unknown_format(record: type[BaseModel], value: Any) -> list[_Wrong]:
    field = record.model_fields.get("format")
    name = value.get("format") if isinstance(value, Mapping) else None
    if field is None or not isinstance(name, str):
        return []
    known = get_args(field.annotation)
    if name in known:
        return []
    return [_Wrong("unknown-format", ("format",), " or ".join(known))]


def _holds_null(value: Any) -> bool:
    """Return whether there is anything for ``_nulls`` to find, without keeping places."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if here is None:
            return True
        if isinstance(here, dict):
            waiting.extend(inner for key, inner in here.items() if key != "answer")
        elif isinstance(here, list):
            waiting.extend(here)
    return False


def _nulls(value: Any, place: Place) -> Iterator[_Wrong]:
    """Yield every null; an answer may be null, and may hold what it likes."""
    if value is None:
        yield _Wrong("null", place, "")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key != "answer":
                yield from _nulls(inner, (*place, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _nulls(inner, (*place, position))


def _merge(record: type[BaseModel], value: Any, errors: Sequence[ErrorDetails]) -> Iterator[_Wrong]:
    """Yield one problem per place: each member of a union reports its own."""
    places: dict[Place, list[_Wrong]] = {}
    for error in errors:
        wrong = _locate(record, value, error)
        places.setdefault(wrong.place, []).append(wrong)
    for place, alternatives in places.items():
        expected = dict.fromkeys(each.expected for each in alternatives if each.expected)
        codes = {each.code for each in alternatives}
        code = alternatives[0].code if len(codes) == 1 else "bad-value"
        yield _Wrong(code, place, " or ".join(expected))


def _locate(record: type[BaseModel], value: Any, error: ErrorDetails) -> _Wrong:
    place = _place(value, error)
    if error["type"] not in ("union_tag_not_found", "union_tag_invalid"):
        code = _CODES.get(error["type"], "bad-value")
        return _Wrong(code, place, _expectation(record, place, error))
    here = _at(value, place)
    if not isinstance(here, Mapping):
        return _Wrong("wrong-type", place, "an object")
    key = error["ctx"]["discriminator"].strip("'")
    place = (*place, key)
    if key not in here:
        return _Wrong("missing-key", place, _meaning(record, place))
    return _Wrong("bad-value", place, str(error["ctx"].get("expected_tags", "a text")))


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


def _expectation(record: type[BaseModel], place: Place, error: ErrorDetails) -> str:
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
        case known if known in _TYPES:
            return _TYPES[known]
    message = error["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    return message[:1].lower() + message[1:]


def _keys(record: type[BaseModel], place: Place) -> list[str]:
    fields = (owner.model_fields.items() for owner in records_at(record, place))
    return list(dict.fromkeys(field.alias or name for each in fields for name, field in each))


def _meaning(record: type[BaseModel], place: Place) -> str:
    owners = (owner.model_fields.items() for owner in records_at(record, place[:-1]))
    descriptions = (
        field.description
        for each in owners
        for name, field in each
        if place[-1] == (field.alias or name)
    )
    return next(descriptions, None) or ""


def _problem(record: type[BaseModel], value: Any, wrong: _Wrong, file: str, line: int) -> Problem:
    key = value.get("question_id") if isinstance(value, Mapping) else None
    near = ""
    if wrong.code == "unknown-key":
        close = difflib.get_close_matches(str(wrong.place[-1]), _keys(record, wrong.place[:-1]), 1)
        near = close[0] if close else ""
    return Problem(
        code=wrong.code,
        file=file,
        line=line,
        question_id=key if isinstance(key, str) else "",
        got=_got(value, wrong),
        expected=wrong.expected,
        nearest=near,
        fix=FIXES[wrong.code],
    )


def _got(value: Any, wrong: _Wrong) -> str:
    pointer = "".join(map(_step, wrong.place)) or "the whole value"
    if wrong.code == "missing-key":
        return f"no {pointer}"
    if wrong.code in ("unknown-key", "null"):
        return pointer if wrong.code == "unknown-key" else f"{pointer}: null"
    text = json.dumps(_at(value, wrong.place), default=repr)
    return f"{pointer}: {_SECRET.sub('a secret key, not shown', text)[:_SHOWN]}"


def _step(part: str | int) -> str:
    """Return one step of a JSON pointer (RFC 6901)."""
    return "/" + str(part).replace("~", "~0").replace("/", "~1")
