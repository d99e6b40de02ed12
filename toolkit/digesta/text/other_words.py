"""What ``answer/3`` rewords before the rules of ``answer/2`` look for an answer (``replies``).

| in a reply | becomes |
| --- | --- |
| a row of a table | its cells, one a line: ``Answer:`` over ``Yes`` |
| what closes an argument, and a comma: "In conclusion, yes" | ``result: yes`` |
| a result by another name: "Endergebnis: ja" | ``final result: ja`` |
| a sum: "14 + 1 = 15" | what follows its last ``=``; nothing where a later sum goes on with it |

Results are reworded for all but words, which are answers themselves; sums for numbers, unless
the reply then gives several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from digesta.text.replies import BEFORE, RULES, UNSPACED, any_of, fold

_ROW = re.compile(r"^[ \t]*\|(.*)\|[ \t]*$", re.MULTILINE)
_TABLE = re.compile(rf"(?:{_ROW.pattern}(?:\n|\Z))+", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_LINE, _LONGEST_SUM = frozenset(" \t:-"), 300
"""Characters of a table's line; how many may be before the last sign of a sum."""
_RESULTS = {
    name: re.compile(
        rf"{BEFORE}{any_of(words)}(?:(?!\w)|(?<=[{UNSPACED}]))"
        + (r"[ \t*_]*[,:，：、][*_]*" if name.endswith(":") else ""),
        re.IGNORECASE,
    )
    for name, words in RULES["rewordings"].items()
}
_SUM = re.compile(
    r"[0-9][^\n]*?(?:[-+−–×*·⋅/÷]|(?<![A-Za-z])x(?![A-Za-z])|\\times|\\cdot)[^\n]*?[0-9]"
)
_SEVERAL = re.compile(
    rf"[,;](?![0-9])|[0-9][ \t]{{1,9}}[0-9]|{BEFORE}{any_of(RULES['connectors'])}(?!\w)",
    re.IGNORECASE,
)


def reword(text: str, *, words: bool = False, sums: bool = False) -> str:
    r"""Return a reply's own words in those that the rules of ``answer/2`` know.

    >>> reword("| Answer | Yes |"), reword("14 + 1 = **15**", sums=True)
    ('Answer:\nYes', ' **15**')
    """
    text = _TABLE.sub(lambda table: "\n".join(_cells(table[0])), text)
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
        left, equals, right = lines[at].rpartition("=")
        intro, colon, terms = left.rpartition(":")
        is_sum = _SUM.search(terms) if equals and len(left) <= _LONGEST_SUM else None
        if (is_sum and not _SEVERAL.search(terms)) or terms.strip().isalpha():
            goes_on = terms_below & set(_NUMBER.findall(right))
            lines[at] = "" if goes_on else f"{intro}{colon}{right}"
            terms_below.update(_NUMBER.findall(terms))
    return "\n".join(lines)
