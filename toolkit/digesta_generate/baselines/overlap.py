"""The choice that shares most letter trigrams with the question and its sources.

Yes-or-no: yes. Numbers: the last one in the turn. Objects: each allowed string by the same
overlap, the first number of the sources, true.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from digesta_generate.baselines import AnsweredExample, Baseline, Shown, closed, instance, letters


def _trigrams(text: str) -> frozenset[str]:
    folded = " ".join(text.casefold().split())
    return frozenset(folded[i : i + 3] for i in range(len(folded) - 2)) or frozenset({folded})


def _answer(question: Shown, _: Sequence[AnsweredExample]) -> Any:
    ask = question["ask"]
    turns = " ".join(turn["content"] for turn in question["turns"])
    sources = " ".join(source["text"] for source in question.get("shown_sources", ()))
    seen = _trigrams(f"{turns} {sources}")

    def nearest(choices: list[Any]) -> Any:
        shares = [Fraction(len(g & seen), len(g)) for g in (_trigrams(str(c)) for c in choices)]
        return choices[shares.index(max(shares))]

    def leaf(schema: Mapping[str, Any]) -> Any:
        if "enum" in schema:
            return nearest(schema["enum"])
        if schema.get("type") in {"integer", "number"}:
            return int((re.findall(r"[0-9]{1,9}", sources) or ["1"])[0])
        return True if schema.get("type") == "boolean" else "-"

    if ask.get("choices"):
        return nearest(ask["choices"])
    if ask["answer_type"] == "json":
        return instance(ask["schema"], leaf)
    if ask["answer_type"] == "numeric":
        pattern = r"[0-9]{2}:[0-9]{2}" if ask.get("unit") == "clock" else r"[0-9]{1,9}"
        return (re.findall(pattern, turns) or ["1"])[-1]
    return True if ask["answer_type"] == "boolean" else "-"


WAYS = {"closed": closed(_answer), "letters": letters(_answer)}
BASELINE = Baseline("overlap", "Trigram overlap", __doc__ or "", WAYS)
