"""What systems answer to temporal questions, read by hand: the records are too slow per line.

A reader takes any JSON value and gives what it says, or None where the answer is not of the
question's kind: no object, a member unknown, absent or of another type. An optional member of
null is absent. Numbers go by value: 2.0 is 2, and true is no number. A string that is no day or
no amendment is one that is not in the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from digesta.text.amendments_pt import br_amendment_1, in_order_of_number

Amendments = tuple[str, ...]
"""Canonical names, each once, in the order given."""

_SPACES = " \t\n\r"
_MEMO_UP_TO = 64


class Named(NamedTuple):
    """An answer about a point in time. versions: (component, number), each once."""

    versions: tuple[tuple[str, int], ...]
    text: str | None


class Attributed(NamedTuple):
    """Amendments and days, each once, in the order given."""

    amendments: Amendments
    dates: tuple[str, ...]


class Compared(NamedTuple):
    """Whether something changed. versions: of the two days, None where not said."""

    changed: bool
    amendments: Amendments
    versions: tuple[int | None, int | None]


class Link(NamedTuple):
    """A version of a chain. amendments: in order of number, each once."""

    version: int
    date: str
    amendments: Amendments


class Affected(NamedTuple):
    """Articles, and what changed them, each once."""

    articles: tuple[str, ...]
    amendments: Amendments


def named(answer: Any) -> Named | None:
    """Read versions and, optionally, a text."""
    if not _has(answer, {"versions"}, {"text"}):
        return None
    versions = _each(answer["versions"], _version)
    text = answer.get("text")
    if versions is None or not (text is None or isinstance(text, str)):
        return None
    return Named(tuple(dict.fromkeys(versions)), text)


def attributed(answer: Any) -> Attributed | None:
    """Read amendments and, optionally, days."""
    if not _has(answer, {"amendments"}, {"dates"}):
        return None
    amendments = _amendments(answer["amendments"])
    dates = _texts([] if answer.get("dates") is None else answer["dates"])
    if amendments is None or dates is None:
        return None
    return Attributed(amendments, tuple(dict.fromkeys(date.strip(_SPACES) for date in dates)))


def compared(answer: Any) -> Compared | None:
    """Read whether something changed and, optionally, by what and between which versions."""
    optional = {"amendments_between", "version_1", "version_2"}
    if not _has(answer, {"changed"}, optional) or type(answer["changed"]) is not bool:
        return None
    given = answer.get("amendments_between")
    amendments = _amendments([] if given is None else given)
    versions = [answer.get(name) for name in ("version_1", "version_2")]
    numbers = [None if number is None else _number(number) for number in versions]
    if amendments is None or [n is None for n in numbers] != [n is None for n in versions]:
        return None
    return Compared(answer["changed"], amendments, (numbers[0], numbers[1]))


def chained(answer: Any) -> tuple[Link, ...] | None:
    """Read a chain of versions; a link that is said twice counts where it first stands."""
    if not _has(answer, {"version_chain"}, set()):
        return None
    links = _each(answer["version_chain"], _link)
    return None if links is None else tuple(dict.fromkeys(links))


def amended(answer: Any) -> tuple[bool, Amendments] | None:
    """Read whether something was ever amended and, optionally, by what."""
    if not _has(answer, {"amended"}, {"amendments"}) or type(answer["amended"]) is not bool:
        return None
    given = answer.get("amendments")
    amendments = _amendments([] if given is None else given)
    return None if amendments is None else (answer["amended"], amendments)


def affected(answer: Any) -> Affected | None:
    """Read articles and, optionally, what changed them."""
    if not _has(answer, {"articles"}, {"amendments"}):
        return None
    articles = _texts(answer["articles"])
    given = answer.get("amendments")
    amendments = _amendments([] if given is None else given)
    if articles is None or amendments is None:
        return None
    return Affected(tuple(dict.fromkeys(map(component_id, articles))), amendments)


def component_id(text: str) -> str:
    """Return a component's id as the state table writes it: lower case, no space around it."""
    # Letters outside ASCII stand in no id: the Kelvin sign is not to become a k.
    trimmed = text.strip(_SPACES)
    return trimmed.lower() if trimmed.isascii() else trimmed


def amendment(text: str) -> str:
    """Return an amendment's canonical name; short texts are remembered, up to a bound."""
    return br_amendment_1(text) if len(text) > _MEMO_UP_TO else _remembered(text)


@lru_cache(maxsize=1 << 14)
def _remembered(text: str) -> str:
    return br_amendment_1(text)


def _has(answer: Any, required: set[str], optional: set[str]) -> bool:
    return isinstance(answer, Mapping) and required <= set(answer) <= required | optional


def _each(values: Any, read: Callable[[Any], Any]) -> list[Any] | None:
    if not isinstance(values, list):
        return None
    found = []
    for value in values:
        one = read(value)
        if one is None:
            return None
        found.append(one)
    return found


def _texts(values: Any) -> list[str] | None:
    return _each(values, lambda value: value if isinstance(value, str) and value else None)


def _amendments(values: Any) -> Amendments | None:
    texts = _texts(values)
    return None if texts is None else tuple(dict.fromkeys(map(amendment, texts)))


def _number(value: Any) -> int | None:
    if type(value) is float and value.is_integer():
        value = int(value)
    return value if type(value) is int and value >= 1 else None


def _version(value: Any) -> tuple[str, int] | None:
    if not _has(value, {"component_id", "version"}, set()):
        return None
    name, number = value["component_id"], _number(value["version"])
    if not isinstance(name, str) or not name or number is None:
        return None
    return component_id(name), number


def _link(value: Any) -> Link | None:
    if not _has(value, {"version", "date", "amendments"}, set()):
        return None
    number, date = _number(value["version"]), value["date"]
    amendments = _amendments(value["amendments"])
    if number is None or amendments is None or not isinstance(date, str) or not date:
        return None
    in_order = sorted(amendments, key=in_order_of_number)
    return Link(number, date.strip(_SPACES), tuple(in_order))
