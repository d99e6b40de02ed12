"""What kind of answer a row asks for, and its ask and truth as ``closed`` or ``rubric`` has them.

Yes, no and numbers are read as the row's language writes them (``digesta.text.readings``), and
stand in the truth as JSON does: "ja" is true and "1,5" is 1.5 in a German row.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from unicodedata import decimal, normalize

from digesta.intake import INT_MAX
from digesta.text.readings import number_in
from digesta_convert.shared.draft import Value
from digesta_convert.shared.keys import yes_or_no
from digesta_convert.table.cells import plain_text, values_in

_POINTS = re.compile(r"([-\u2212\u2013]?)\s*(?:([0-9.,]{1,20})\s*:\s)?\s*(.*)", re.DOTALL)
_FRACTION = re.compile(r"(?:(?<![\d.,])0|(?!.\d{3}$))([.,])\d+$")
_AROUND = "'\"‘’‚‹›“”„«»()[]€$£¥₪%‰*=+±~≈<>≤≥万亿元 "
"""Signs around yes, no and numbers in some cells; no answer compared as a text has them."""
_PLACES = 12
"""Decimal places of a tolerance."""


class RowAnswer(NamedTuple):
    """The right answer of a row and what belongs to it.

    value, accepted, tolerance, criteria: as the table has them. decimals: marks that its numbers
    of this language have before a fraction, as other cells show.
    """

    value: Any
    text: str
    choices: Sequence[str]
    language: str
    accepted: Sequence[Any] = ()
    unit: str = ""
    tolerance: Any = ""
    criteria: Sequence[Any] = ()
    decimals: Collection[str] = ()


class AnswerFault(ValueError):  # noqa: N818 - noted as a fault of its row, never shown itself
    """What should stand in the answer's cell, or in that of another column."""

    def __init__(self, expected: str, column: str = "answer") -> None:
        super().__init__(expected)
        self.expected, self.column = expected, column


def inferred_kind(row: RowAnswer) -> str:
    """Return the kind of a row that names none; AnswerFault where it could be two."""
    several = len(values_in(row.text)) > 1
    if row.criteria:
        return "rubric"
    if row.choices:
        return "set" if several and row.text not in row.choices else "mcq"
    own, anywhere = _readable(row, own=True), [*_readable(row), *["set"] * several]
    if len(row.text) == 1 and (row.text.isascii() or not row.text.isalnum()) and not anywhere:
        raise AnswerFault("yes or no in words, choices in their column, or kind text")
    if not anywhere:
        bare = "".join(str(decimal(char, char)) for char in normalize("NFKC", row.text))
        bare = bare.strip(_AROUND).removesuffix(",-").strip()
        if bare != row.text and _readable(row._replace(value=bare, text=bare)):
            raise AnswerFault(f"{bare} and nothing else, or kind text")
        return "text"
    if own != anywhere or len(own) > 1:
        kinds = " or ".join(dict.fromkeys([*anywhere, "text"]))
        raise AnswerFault(f"one meaning, not {kinds}: say which in a column kind")
    return own[0]


def _readable(row: RowAnswer, *, own: bool = False) -> list[str]:
    """Return as what a row's answer can be read; own: only as its language writes it."""
    kinds = ["boolean"] if _truth_value(row, own=own) is not None else []
    return kinds + (["numeric"] if _number(row.value, row.language, own=own) is not None else [])


def _truth_value(row: RowAnswer, *, own: bool = False) -> bool | None:
    return row.value if isinstance(row.value, bool) else yes_or_no(row.text, row.language, own=own)


def _number(value: Any, language: str, *, own: bool = False) -> Fraction | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return Fraction(repr(value)) if math.isfinite(value) else None
    return number_in(value, language, own=own) if isinstance(value, str) else None


def _boolean(row: RowAnswer) -> tuple[Value, Value]:
    truth = _truth_value(row)
    if truth is None:
        raise AnswerFault(f"yes or no, in {row.language} or as true and false")
    return {}, {"answer": truth}


def _numeric(row: RowAnswer) -> tuple[Value, Value]:
    if row.unit == "clock":
        return _within(row, {"unit": row.unit}), _texts(row)
    for column, value in [("answer", row.value), *(("accepted", each) for each in row.accepted)]:
        _refuse_two_numbers(str(value), row, column)
    truth: Value = {"answer": _plain_number(row.value, row.language)}
    if row.accepted:
        more = [_plain_number(value, row.language, "accepted") for value in row.accepted]
        truth["accepted"] = more
    return _within(row, {"unit": row.unit} if row.unit else {}), truth


def decimal_mark(text: str, language: str) -> str:
    """Return the mark before a number's fraction, where it can part no thousands; else "".

    >>> [decimal_mark(text, "en") for text in ("12,5", "0.125", "2,437", "1.5.2026")]
    [',', '.', '', '']
    """
    match = _FRACTION.search(text)
    return match[1] if match and number_in(text, language) is not None else ""


def _refuse_two_numbers(text: str, row: RowAnswer, column: str) -> None:
    """Raise AnswerFault for 2,437 where the table has decimals of the other convention."""
    point, comma = (number_in(text, language, own=True) for language in ("en", "de"))
    own = "." if _number(text, row.language) == point else ","
    if point is not None and comma is not None and point != comma and {*row.decimals} - {own}:
        whole, part = max(point, comma, key=abs), min(point, comma, key=abs)
        write = f"{whole}, or {float(part):.4f}"
        raise AnswerFault(f"{write}: as this table writes fractions, it may be either", column)


def _plain_number(value: Any, language: str, column: str = "answer") -> int | float | str:
    """Return a number as JSON writes it; as a decimal text where no double is the same."""
    number = _number(value, language)
    if number is None:
        raise AnswerFault(f"a number as {language} writes it", column)
    if number.denominator == 1 and abs(number) <= INT_MAX:
        return int(number)
    if number.denominator != 1 and Fraction(repr(float(number))) == number:
        return float(number)
    text = str(number if number.denominator == 1 else value).strip()
    if number_in(text, language) != number:
        raise AnswerFault("a number of fewer digits", column)
    return text


def _within(row: RowAnswer, ask: Value) -> Value:
    value = row.tolerance
    if value in (None, ""):
        return ask
    relative = isinstance(value, str) and value.endswith("%")
    amount = _number(value.rstrip("% ") if isinstance(value, str) else value, row.language)
    if amount is None or amount < 0:
        raise AnswerFault("how far off it may be: 0.5, or 5%", "tolerance")
    units = round((amount / 100 if relative else amount) * 10**_PLACES)
    if amount and not units:
        raise AnswerFault(f"0, or at least 0.{1:0{_PLACES}}", "tolerance")
    whole, part = divmod(units, 10**_PLACES)
    text = f"{whole}.{part:0{_PLACES}}".rstrip("0").rstrip(".")
    return ask | {"tolerance": {"amount": text, "kind": "relative" if relative else "absolute"}}


def _texts(row: RowAnswer) -> Value:
    more = {"accepted": [plain_text(value) for value in row.accepted]} if row.accepted else {}
    return {"answer": row.text, **more}


def _text(row: RowAnswer) -> tuple[Value, Value]:
    for column, value in [("answer", row.value), *(("accepted", each) for each in row.accepted)]:
        if isinstance(value, float):
            raise AnswerFault("a text, since a number has lost its last zeros: 3.10 is 3.1", column)
    return {}, _texts(row)


def _one_of(row: RowAnswer) -> tuple[Value, Value]:
    if not row.choices:
        raise AnswerFault("the choices, | between them", "choices")
    for column, text in [("answer", row.text), *(("accepted", each) for each in row.accepted)]:
        if plain_text(text) not in row.choices:
            raise AnswerFault(f"one of {' | '.join(row.choices)}"[:200], column)
    return {"choices": list(row.choices)}, _texts(row)


def _set(row: RowAnswer) -> tuple[Value, Value]:
    members = values_in(row.value if isinstance(row.value, list) else row.text)
    texts = [str(member).strip() for member in members]
    if len(set(texts)) != len(texts) or not all(texts):
        raise AnswerFault("texts, each once, | between them")
    if row.choices and (strange := [text for text in texts if text not in row.choices]):
        raise AnswerFault(f"{strange[0]} among the choices, or other texts"[:200])
    member: Value = {"type": "string"} | ({"enum": list(row.choices)} if row.choices else {})
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "array", "items": member}},
        "required": ["answer"],
        "additionalProperties": False,
    }
    return {"schema": schema, "unordered": ["/answer"]}, {"answer": {"answer": texts}}


def _rubric(row: RowAnswer) -> tuple[Value, Value]:
    if row.text:
        raise AnswerFault("nothing: the column criteria has what is right")
    if not row.criteria:
        raise AnswerFault("what an answer should say, | between", "criteria")
    return {"task_type": "free_text", "sub_category": "free_text"}, {
        "criteria": [_criterion(n, plain_text(text), row.language)
                     for n, text in enumerate(row.criteria, start=1)]
    }  # fmt: skip


def _criterion(n: int, text: str, language: str) -> Value:
    """Return a criterion of a text such as ``2: names the term``, or ``-invents a case``."""
    match = _POINTS.fullmatch(text)
    sign, points, words = match.groups() if match else ("", None, "")
    number = _number(points, language) if points else Fraction(1)
    if not words or not number:
        raise AnswerFault("criteria such as: 2: names the term | the form | -an error", "criteria")
    amount = f"{float(number):.12f}".rstrip("0").rstrip(".")
    dimension, points = ("negative", f"-{amount}") if sign else ("substance", amount)
    name = f"{'NEG' if sign else 'SUB'}{n}"
    return {"criterion_id": name, "dimension": dimension, "points": points, "text": words}


_ASKS: Mapping[str, Callable[[RowAnswer], tuple[Value, Value]]] = {
    "boolean": _boolean, "mcq": _one_of, "enum": _one_of, "numeric": _numeric, "text": _text,
    "set": _set, "rubric": _rubric,
}  # fmt: skip
KINDS: Mapping[str, str] = {
    "boolean": "True or false",
    "mcq": "One of several",
    "enum": "One of a list",
    "numeric": "Numbers",
    "text": "Short answers",
    "set": "Sets",
    "letters": "Letters",
    "rubric": "Free text",
}
"""Kinds of answers and a title for a task of each: ``closed`` marks all but the last two."""
_USES: Mapping[str, Collection[str]] = {
    "boolean": (), "mcq": ("choices", "accepted"), "enum": ("choices", "accepted"),
    "numeric": ("accepted", "unit", "tolerance"), "text": ("accepted",), "set": ("choices",),
    "letters": ("choices",), "rubric": ("criteria",),
}  # fmt: skip
"""Further columns that a kind of answer reads."""
_TYPES = {"text": "enum", "set": "json"}


def row_truth(kind: str, row: RowAnswer) -> tuple[Value, Value] | None:
    """Return ask and truth of a row; None for letters. AnswerFault where it has none.

    So it is where a cell is filled that the kind has no use for.
    """
    for column in ("choices", "accepted", "unit", "tolerance", "criteria"):
        if column not in _USES[kind] and getattr(row, column) not in (None, "", [], ()):
            kinds = ", ".join(each for each, uses in _USES.items() if column in uses)
            raise AnswerFault(f"nothing, since the kind is {kind}: {kinds} have {column}", column)
    if kind == "letters":
        return None
    ask, truth = _ASKS[kind](row)
    if kind == "rubric":
        return ask, truth
    return {"answer_type": _TYPES.get(kind, kind), **ask}, truth
