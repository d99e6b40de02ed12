"""How closed answers stand in an answer sheet: by the type of the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from digesta.records.question import Question
from digesta.scorers.forms import CellForm, SheetForm
from digesta.scorers.shared.sheet import shown_json
from digesta.text.units import unit_name

_FORMS: Mapping[str, CellForm] = {"numeric": "number", "boolean": "boolean", "json": "object"}


def _cell(ask: Mapping[str, Any]) -> CellForm:
    kind: str = ask["answer_type"]
    clock = kind == "numeric" and ask.get("unit") == "clock"
    return "clock" if clock else _FORMS.get(kind, "text")


def _how(question: Question, words: Mapping[str, str], _resources: Mapping[str, Any]) -> list[str]:
    ask = question.ask
    kind, unit = ask["answer_type"], ask.get("unit")
    if kind == "json":
        return [words["schema"], shown_json(ask["schema"])]
    if kind == "boolean":
        return [words["boolean"]]
    if kind == "numeric":
        name = "clock" if unit == "clock" else "unit" if unit else "number"
        return [words[name].format(unit=unit_name(unit or "", question.language))]
    if ask.get("labels"):
        return [words["label"]]
    return [words["choice" if ask.get("choices") else "word"]]


SHEET = SheetForm(_cell, _how)
