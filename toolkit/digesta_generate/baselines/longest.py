"""Always the longest choice: what a test-wise guesser does who cannot read.

Yes-or-no: no. Numbers: 12:00 for a clock, else 1. Objects: the longest allowed strings, the
smallest numbers, false.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from digesta_generate.baselines import AnsweredExample, Baseline, Shown, closed, instance, letters


def _leaf(schema: Mapping[str, Any]) -> Any:
    if "enum" in schema:
        return _longest(schema["enum"])
    smallest = {"integer": schema.get("minimum", 1), "number": schema.get("minimum", 1)}
    kind = str(schema.get("type", ""))
    return smallest.get(kind, False if kind == "boolean" else "-")


def _longest(choices: list[Any]) -> Any:
    return max(enumerate(choices), key=lambda pair: (len(str(pair[1])), -pair[0]))[1]


def _answer(question: Shown, _: Sequence[AnsweredExample]) -> Any:
    ask = question["ask"]
    if ask.get("choices"):
        return _longest(ask["choices"])
    if ask["answer_type"] == "json":
        return instance(ask["schema"], _leaf)
    if ask["answer_type"] == "numeric":
        return "12:00" if ask.get("unit") == "clock" else 1
    return False if ask["answer_type"] == "boolean" else "-"


WAYS = {"closed": closed(_answer), "letters": letters(_answer)}
BASELINE = Baseline("longest", "Longest choice", __doc__ or "", WAYS)
