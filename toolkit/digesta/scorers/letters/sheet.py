"""How answers by letters stand in an answer sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from digesta.records.question import Question
from digesta.scorers.forms import SheetForm
from digesta.scorers.letters.readings import letters_of


def _sheet_lines(
    question: Question, words: Mapping[str, str], _resources: Mapping[str, Any]
) -> list[str]:
    choices = question.ask["choices"]
    pairs = zip(letters_of(len(choices)), choices, strict=True)
    return [words["label"], *(f"{letter}: {text}" for letter, text in pairs)]


SHEET = SheetForm(cell=lambda _ask: "text", how=_sheet_lines)
