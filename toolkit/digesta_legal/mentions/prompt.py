"""How a model is asked for what is read out of its reply: by the reading."""

from __future__ import annotations

from digesta.package_files import prompt_files
from digesta.scorers.forms import Part, PromptContext, PromptForm
from digesta.scorers.shared.prompt import law, sources


def _sections(context: PromptContext) -> list[Part]:
    question = context.question
    form: Part = (question.ask["reading"].partition("/")[0], {})
    labels: list[Part] = [("choice", {"text": text}) for text in question.ask.get("labels", ())]
    shown = [("choices", {}), *labels] if labels else []
    return [("task", {}), *law(question), form, *sources(question), *shown]


PROMPT = PromptForm(
    default="mentions.1",
    files=lambda: prompt_files("digesta_legal.mentions"),
    sections=_sections,
    reply=lambda _ask: "text",
)
