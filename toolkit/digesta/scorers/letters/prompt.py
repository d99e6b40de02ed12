"""How a question with lettered choices is asked, in a prompt and a sheet: for letters alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from digesta.package_files import prompt_files
from digesta.records.question import Question
from digesta.scorers.forms import Part, PromptContext, PromptForm, SheetForm
from digesta.scorers.letters.readings import letters_of
from digesta.scorers.shared.prompt import law, sources
from digesta.scorers.shared.reply import object_of, text_like


def _sections(context: PromptContext) -> list[Part]:
    question, choices = context.question, context.question.ask["choices"]
    pairs = zip(letters_of(len(choices)), choices, strict=True)
    return [
        ("task", {}),
        *law(question),
        ("several" if question.ask.get("several") else "one", {}),
        *([("constrained", {})] if context.constrained else []),
        *sources(question),
        ("choices", {}),
        *(("choice", {"letter": letter, "text": text}) for letter, text in pairs),
    ]


def _schema(ask: Mapping[str, Any], _resources: Mapping[str, Any]) -> dict[str, Any]:
    letters = letters_of(len(ask["choices"]))
    if ask.get("several"):
        return object_of(answer=text_like(f"^[{letters[0]}-{letters[-1]}]{{1,{len(letters)}}}$"))
    return object_of(answer={"type": "string", "enum": list(letters)})


PROMPT = PromptForm(
    default="letters.1",
    files=lambda: prompt_files("digesta.scorers.letters"),
    sections=_sections,
    reply=lambda _ask: "text",
    schema=_schema,
    wrapped=True,
)


def _sheet_lines(
    question: Question, words: Mapping[str, str], _resources: Mapping[str, Any]
) -> list[str]:
    choices = question.ask["choices"]
    pairs = zip(letters_of(len(choices)), choices, strict=True)
    return [words["label"], *(f"{letter}: {text}" for letter, text in pairs)]


SHEET = SheetForm(cell=lambda _ask: "text", how=_sheet_lines)
