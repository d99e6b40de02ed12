"""The reader of answers to temporal questions, by hand: the records are too slow per line.

An answer is unreadable where it is no object, or a member of it is unknown, absent or of another
type than ``_MEMBERS`` says. An optional member that is null is absent. Numbers go by value: 2.0
is 2, and true is no number. A text that is no day or no amendment is one that no truth has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from digesta.text.amendments_pt import br_amendment_1, br_amendment_2, in_order_of_number
from digesta.text.text_numbers import numbered_text_1, numbered_text_2

Amendments = tuple[str, ...]
"""Canonical names, each once, in the order of the answer."""

_Reader = Callable[[Any], Any]
_SPACES = " \t\n\r"
_MEMO_UP_TO = 64
BR = "br-amendment/1"


class _UnreadableError(Exception):
    """A value is not of the type that its member has."""


class ChainLink(NamedTuple):
    """A version of a chain. amendments: in order of number, each once."""

    version: int
    date: str
    amendments: Amendments


def read(kind: str, answer: Any, amendments_by: str = BR) -> dict[str, Any] | None:
    """Return every member of an answer to a kind of question, by name; None if unreadable.

    amendments_by: the normaliser of amendments.

    Lists are tuples that hold each element once. A version named is a pair (component, number),
    a link a ``ChainLink``.
    """
    try:
        return _members(answer, _MEMBERS[amendments_by][kind])
    except _UnreadableError:
        return None


def component_id(text: str) -> str:
    """Return a component's id as the state table writes it: lower case, no space around it."""
    # Letters outside ASCII stand in no id: the Kelvin sign is not to become a k.
    trimmed = text.strip(_SPACES)
    return trimmed.lower() if trimmed.isascii() else trimmed


def _memo(normalise: Callable[[str], str]) -> Callable[[str], str]:
    """Return a normaliser of amendments that remembers short texts, up to a bound."""
    short = lru_cache(maxsize=1 << 14)(normalise)
    return lambda text: normalise(text) if len(text) > _MEMO_UP_TO else short(text)


def _members(value: Any, readers: Mapping[str, _Reader]) -> dict[str, Any]:
    if not isinstance(value, Mapping) or not value.keys() <= readers.keys():
        raise _UnreadableError
    return {name: reader(value.get(name)) for name, reader in readers.items()}


def _optional(reader: _Reader, absent: Any = None) -> _Reader:
    return lambda value: absent if value is None else reader(value)


def _list_of(reader: _Reader) -> _Reader:
    def read_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _UnreadableError
        return tuple(dict.fromkeys(map(reader, value)))

    return read_list


def _of_type(kind: type) -> _Reader:
    def read_value(value: Any) -> Any:
        if not isinstance(value, kind):
            raise _UnreadableError
        return value

    return read_value


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise _UnreadableError
    return value


def _number(value: Any) -> int:
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is not int or value < 1:
        raise _UnreadableError
    return value


def _day(value: Any) -> str:
    return _text(value).strip(_SPACES)


def _component(value: Any) -> str:
    return component_id(_text(value))


def _version(value: Any) -> tuple[Any, ...]:
    return tuple(_members(value, {"component_id": _component, "version": _number}).values())


_BOOLEAN = _of_type(bool)


def _readers(amendment: Callable[[str], str]) -> Mapping[str, Mapping[str, _Reader]]:
    """Return how each member of answers is read, by kind. amendment: gives its canonical name."""
    amendments = _list_of(lambda value: amendment(_text(value)))

    def link(value: Any) -> ChainLink:
        members = {"version": _number, "date": _day, "amendments": amendments}
        link = ChainLink(**_members(value, members))
        return link._replace(amendments=tuple(sorted(link.amendments, key=in_order_of_number)))

    return {
        "point_in_time": {"versions": _list_of(_version), "text": _optional(_of_type(str))},
        "attribution": {"amendments": amendments, "dates": _optional(_list_of(_day), ())},
        "difference": {
            "changed": _BOOLEAN,
            "amendments_between": _optional(amendments, ()),
            "version_1": _optional(_number),
            "version_2": _optional(_number),
        },
        "lineage": {"version_chain": _list_of(link)},
        "consistency": {"amended": _BOOLEAN, "amendments": _optional(amendments, ())},
        "impact": {"articles": _list_of(_component), "amendments": _optional(amendments, ())},
    }


_MEMBERS: Mapping[str, Mapping[str, Mapping[str, _Reader]]] = {
    BR: _readers(_memo(br_amendment_1)),
    "br-amendment/2": _readers(_memo(br_amendment_2)),
    "numbered-text/1": _readers(_memo(numbered_text_1)),
    "numbered-text/2": _readers(_memo(numbered_text_2)),
}
"""Normaliser of amendments -> kind of question -> how each member of its answers is read."""
