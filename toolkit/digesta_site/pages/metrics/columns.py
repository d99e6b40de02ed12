"""The columns of a scorer's rows: what they mean, folded where they differ in a label alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from digesta.scorers.base import Column, Scorer

_LABEL = re.compile(r"(?<=_)(\d\d|[a-z])(?=_|$)")
"""Of a confusion cell's name: a label, two digits or one letter."""
_WORD = re.compile(r"\w+|\W+")
_VARIABLES = "ijk"


def column_rows(scorer: Scorer[Any]) -> list[dict[str, Any]]:
    """Return what a page says of each column; those that differ in a label alone stand together."""
    groups: dict[str, list[Column]] = {}
    for column in scorer.all_columns:
        is_cell = column.kind == "cell"
        groups.setdefault(_LABEL.sub("", column.name) if is_cell else column.name, []).append(
            column
        )
    return [_together(group) for group in groups.values()]


def _together(group: Sequence[Column]) -> dict[str, Any]:
    first, last = group[0], group[-1]
    return {
        "name": first.name,
        "last": last.name if len(group) > 1 else "",
        "n": len(group),
        "kind": first.kind,
        "about": _common([column.about for column in group]),
    }


def _common(texts: Sequence[str]) -> str:
    """Return what texts have in common, a letter where they differ.

    >>> _common(["label 1: named", "label 2: named"])
    'label k: named'
    """
    words = [_WORD.findall(text) for text in texts]
    if len({len(word) for word in words}) > 1:
        return texts[0]
    columns = list(zip(*words, strict=True))
    differ = [len({*column}) > 1 for column in columns]
    letters = iter("k" if sum(differ) == 1 else _VARIABLES * len(columns))
    return "".join(
        next(letters) if other else column[0] for column, other in zip(columns, differ, strict=True)
    )
