"""What ``answer/3`` rewords before the rules of ``answer/2`` look for an answer (``replies``).

| in a reply | becomes |
| --- | --- |
| a row of a table | its cells, one a line: ``Answer:`` over ``Yes`` |
| what closes an argument, and a comma: "In conclusion, yes" | ``result: yes`` |
| a result by another name: "Endergebnis: ja" | ``final result: ja`` |
| a sum: "14 + 1 = 15" | what follows its last ``=``; nothing where a later sum goes on with it |

Results are reworded for all but words, which are answers themselves; true sums for numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from digesta.text.replies import BEFORE, RULES, UNSPACED, any_of, fold, plain

_ROW = re.compile(r"^[ \t]*\|(.*)\|[ \t]*$", re.MULTILINE)
_TABLE = re.compile(r"(?:^[ \t]*\|.*\|[ \t]*(\n|\Z))+", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_GROUP = 3
_LINE, _LONGEST_SUM = frozenset(" \t:-"), 300
"""Characters of a table's line; how many a line of a sum may have."""
_RESULTS = {
    name: re.compile(
        rf"{BEFORE}{any_of(words)}(?:(?!\w)|(?<=[{UNSPACED}]))"
        + (r"[ \t*_]*[,:，：、][*_]*" if name.endswith(":") else ""),
        re.IGNORECASE,
    )
    for name, words in RULES["rewordings"].items()
}
_TERM = r"[( \t€$£¥₪]*([0-9]+(?:[.,][0-9]+)*)[ \t]*(?:[^\W\d_]{1,20}[ \t]*){0,2}\)?[ \t]*"
_SIGN = r"([-+−–×⋅·/÷]|x(?=[ \t0-9])|\\times|\\cdot)"
_SUM = re.compile(rf"{_TERM}(?:{_SIGN}{_TERM}){{1,9}}")
_PARTS = re.compile(rf"{_SIGN}?[( \t€$£¥₪]*([0-9]+(?:[.,][0-9]+)*)")


def reword(text: str, *, words: bool = False, sums: bool = False) -> str:
    r"""Return a reply's own words in those that the rules of ``answer/2`` know.

    >>> reword("| Answer | Yes |"), reword("14 + 1 = **15**", sums=True)
    ('Answer:\nYes', ' **15**')
    """
    text = _TABLE.sub(lambda table: "\n".join(_cells(table[0])) + table[1], text)
    if words:
        return text
    for name, pattern in _RESULTS.items():
        text = pattern.sub(f"{name} ", text)
    return _without_sums(fold(text)) if sums else text


def _cells(table: str) -> Iterator[str]:
    rows = [[cell.strip() for cell in row.split("|")] for row in _ROW.findall(table)]
    filled = [row for row in rows if not set("".join(row)) <= _LINE]
    # Under a line, a single row has its values below their names.
    if len(filled) == 2 < len(rows) and len(filled[0]) == len(filled[1]):  # noqa: PLR2004
        filled = [list(pair) for pair in zip(*filled, strict=True)]
    return (":\n".join(filter(None, row)) for row in filled)


def _without_sums(text: str) -> str:
    lines, terms_below = text.split("\n"), set[str]()
    for at in reversed(range(len(lines))):
        left, equals, right = lines[at][:_LONGEST_SUM].rpartition("=")
        intro, colon, terms = left.rpartition(":")
        terms = plain(terms) if equals and len(lines[at]) <= _LONGEST_SUM else ""
        if terms.strip().isalpha() or _is_true(terms, right):
            goes_on = terms_below & set(_NUMBER.findall(right))
            lines[at] = "" if goes_on else f"{intro}{colon}{right}"
            terms_below.update(_NUMBER.findall(terms))
    return "\n".join(lines)


def _is_true(terms: str, right: str) -> bool:
    """Return whether all sides of an equation are sums that come to its right side."""
    result = _NUMBER.search(right)
    sides = [side for side in terms.split("=") if not side.strip().isalpha()]
    come_to = {_value(side) for side in sides}
    return result is not None and come_to == {_number(result[0])}


def _value(side: str) -> Fraction | None:
    """Return what a sum comes to, products before sums; None for what is no sum."""
    if not _SUM.fullmatch(side):
        return None
    products: list[Fraction] = []
    for sign, number in _PARTS.findall(side):
        value = _number(number)
        if sign in {"/", "÷"} and not value:
            return None
        if sign in {"", "+"}:
            products.append(value)
        elif sign in "-−–":
            products.append(-value)
        else:
            products[-1] = products[-1] / value if sign in {"/", "÷"} else products[-1] * value
    return sum(products, Fraction(0))


def _number(text: str) -> Fraction:
    whole, mark, rest = text.replace(",", ".").rpartition(".")
    grouped = mark and len(rest) == _GROUP
    return Fraction(
        re.sub(r"\.", "", whole + rest)
        if grouped or not mark
        else f"{whole.replace('.', '')}.{rest}"
    )
