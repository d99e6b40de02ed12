"""The kind of closed question that is answered by a JSON object.

An answer is an object, or text that intake's strict reader parses to one. It is right when it
satisfies the schema and equals a truth: numbers by value, true is not 1, lists in order unless
``unordered`` names them, text by the question's normaliser (what the schema enumerates must be
written as it stands there). Its *fields* are the top-level members of the truth and of the
answer together; an answer that does not satisfy the schema has none right. By ``any-language/2``
the text may hold the object as a reply does, what is only written otherwise than the schema has it
is as good (``fit``), and what breaks the schema costs its own field.

An *order* is a question with one truth whose schema has one member only, a list of fixed
length over an enumeration, which the truth permutes: its answers also have a share of
concordant pairs, (tau + 1) / 2 with Kendall's tau of two orders without ties.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from digesta.canonical import canonical_bytes
from digesta.metrics.exact import NANO, nano, ratio
from digesta.scorers.closed.read import (
    RIGHT,
    UNREADABLE,
    WRONG,
    even,
    kind_of,
    normalise,
    normaliser_of,
    quote,
)
from digesta.scorers.shared.objects import fit, object_in, readable
from digesta.scorers.shared.schemas import lint_schema, satisfies, schema_text
from digesta.text import normaliser_named
from digesta.text.normal_form import nfc
from digesta.text.readers import AnswerKind

Frozen = Any
"""A JSON value as nested tuples that are equal when the values are."""


class ObjectKey(NamedTuple):
    """A ``json``: right when the object satisfies the schema and equals a truth.

    schema, shown: canonical JSON. unordered: paths of lists whose order does not matter.
    exact, alike: each truth's fields, frozen with text as written and with text normalised.
    order: the member that is an order, or "".
    """

    normaliser: str
    schema: str
    unordered: tuple[tuple[str, ...], ...]
    exact: tuple[dict[str, Frozen], ...]
    alike: tuple[dict[str, Frozen], ...]
    order: str
    shown: str
    sure: None = None
    chance: int = 0
    kind: AnswerKind | None = None

    @classmethod
    def of(cls, ask: Mapping[str, Any], answers: Sequence[Any], language: str) -> ObjectKey:
        """Prepare a question that ``refuse_schema`` accepts; ValueError for its normaliser."""
        normaliser = normaliser_of(ask)
        normaliser_named(normaliser)
        schema, shown = ask["schema"], canonical_bytes(answers[0]).decode()
        paths = tuple(map(_path, ask.get("unordered", ())))
        order = _order_of(schema, answers, paths)
        kind = kind_of(ask, language)
        made = cls(normaliser, schema_text(schema), paths, (), (), order, shown, kind=kind)
        return made._replace(
            exact=tuple(made.fields(answer, nfc) for answer in answers),
            alike=tuple(made.fields(answer, made.form) for answer in answers),
        )

    def form(self, text: str) -> str:
        """Return a text as it is compared; one that normalises to nothing stays as written."""
        return normalise(self.normaliser, even(text, self.kind)) or nfc(text)

    def object_of(self, answer: Any) -> dict[str, Any] | None:
        """Return the object that an answer is, as the schema would have it written; else None."""
        if self.kind is None:
            return readable(answer)
        text = isinstance(answer, str)
        schema = json.loads(self.schema)
        value = object_in(answer, self.kind.version, schema) if text else readable(answer)
        fits = value is not None and satisfies(self.schema, value)
        return value if fits else fit(value, schema, self.kind)

    def admits(self, value: Any) -> bool:
        """Return whether an object's fields count: a reading of replies asks for no schema."""
        return self.kind is not None or satisfies(self.schema, value)

    def fields(self, value: Any, form: Callable[[str], str]) -> dict[str, Frozen]:
        """Freeze the top-level members of an object."""
        return {
            name: _frozen(inner, (name,), self.unordered, form) for name, inner in value.items()
        }

    def status(self, answer: Any) -> int:
        """Return what an answer is; unreadable is all but an object or the text of an object."""
        return self.marks(answer)[0]

    def marks(self, answer: Any) -> tuple[int, int, int]:
        """Return the status of an answer, its fields right and pairs concordant in nano-units."""
        value = self.object_of(answer)
        if value is None:
            return UNREADABLE, 0, 0
        whole = NANO, NANO * bool(self.order)
        if self.fields(value, nfc) in self.exact:
            return RIGHT, *whole
        fields, admitted = self.fields(value, self.form), self.admits(value)
        if fields in self.alike and admitted:
            return RIGHT, *whole
        if not admitted:
            return WRONG, 0, 0
        right = max(_equal_share(fields, truth) for truth in self.alike)
        pairs = (
            concordance(value.get(self.order, ()), self.in_order()) if self.order else Fraction(0)
        )
        return WRONG, nano(right), nano(pairs)

    def in_order(self) -> list[str]:
        """Return the true order of an order question."""
        listed: list[str] = json.loads(self.shown)[self.order]
        return listed

    def why(self, answer: Any, status: int) -> str:
        """Return why an answer has its status."""
        if status == UNREADABLE:
            return f"{quote(answer)} is no object, nor the text of one"
        if status == RIGHT:
            return "it satisfies the schema and equals the truth"
        value = readable(answer)
        if not satisfies(self.schema, value):
            return f"it does not satisfy the schema; right is {self.shown}"
        fields, truth = self.fields(value, self.form), self.alike[0]
        differ = [name for name in sorted({*fields, *truth}) if fields.get(name) != truth.get(name)]
        return f"it differs in {', '.join(map(quote, differ))}; right is {self.shown}"


def refuse_schema(
    schema: Mapping[str, Any], answers: Iterable[Any], unordered: Iterable[str]
) -> None:
    """Raise ValueError where a schema is unsafe or refuses a truth. unordered: JSON pointers."""
    if problems := lint_schema(schema):
        raise ValueError(f"schema: {'; '.join(problems)}")
    for answer in answers:
        _refuse_truth(answer, schema_text(schema), tuple(map(_path, unordered)))


def concordance(answer: Any, true: Sequence[str]) -> Fraction:
    """Return the share of pairs that stand in the true order; 0 for what is no permutation.

    >>> concordance(["b", "a", "c"], ["a", "b", "c"])
    Fraction(2, 3)
    """
    if not isinstance(answer, list) or sorted(answer, key=repr) != sorted(true, key=repr):
        return Fraction(0)
    place = {name: index for index, name in enumerate(answer)}
    pairs = [place[first] < place[second] for first, second in combinations(true, 2)]
    return ratio(sum(pairs), len(pairs))


def _frozen(
    value: Any,
    path: tuple[str, ...],
    unordered: tuple[tuple[str, ...], ...],
    form: Callable[[str], str],
) -> Frozen:
    if isinstance(value, bool) or value is None:
        return ("is", value)
    if isinstance(value, int | float):
        whole = isinstance(value, float) and value.is_integer()
        return ("number", int(value) if whole else value)
    if isinstance(value, str):
        return ("text", form(value))
    if isinstance(value, Mapping):
        names = sorted(value)
        members = (_frozen(value[name], (*path, name), unordered, form) for name in names)
        return ("object", tuple(names), tuple(members))
    listed = [_frozen(inner, (*path, "-"), unordered, form) for inner in value]
    # repr is a total order on these tuples, and equal tuples have equal ones.
    return ("list", *(sorted(listed, key=repr) if path in unordered else listed))


def _equal_share(answer: Mapping[str, Frozen], truth: Mapping[str, Frozen]) -> Fraction:
    names = {*answer, *truth}
    equal = sum(name in answer and name in truth and answer[name] == truth[name] for name in names)
    return ratio(equal, len(names)) if names else Fraction(1)


def _path(pointer: str) -> tuple[str, ...]:
    steps = pointer.split("/")[1:]
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


def _refuse_truth(answer: Any, text: str, paths: Sequence[tuple[str, ...]]) -> None:
    if not isinstance(answer, dict):
        raise ValueError(  # noqa: TRY004 - prepare's contract
            f"a json question's answer is an object, not {answer!r}"
        )
    if not satisfies(text, answer):
        raise ValueError(f"the schema refuses its own truth {canonical_bytes(answer).decode()}")
    for path in paths:
        value: Any = answer
        for step in path:
            value = value.get(step) if isinstance(value, dict) else None
        if not isinstance(value, list):
            raise ValueError(  # noqa: TRY004 - prepare's contract
                f"unordered: /{'/'.join(path)} is no list of the truth"
            )


def _order_of(
    schema: Mapping[str, Any], answers: Sequence[Any], paths: Sequence[tuple[str, ...]]
) -> str:
    properties = schema.get("properties", {})
    if len(properties) != 1 or len(answers) != 1:
        return ""
    ((name, listed),) = properties.items()
    names = listed.get("items", {}).get("enum", [])
    fixed = listed.get("minItems") == listed.get("maxItems") == len(names) > 1
    fixed = fixed and listed.get("type") == "array"
    texts = all(isinstance(name, str) for name in names)
    if (name,) in paths or not fixed or not texts or set(answers[0]) != {name}:
        return ""
    return name if sorted(answers[0][name]) == sorted(names) else ""
