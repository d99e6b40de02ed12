"""How a model is asked for free text: with its sources, and nothing about its form."""

from __future__ import annotations

from digesta.package_files import prompt_files
from digesta.scorers.forms import PromptForm
from digesta.scorers.shared.prompt import free_text

PROMPT = PromptForm(
    default="rubric.1",
    files=lambda: prompt_files("digesta.scorers.rubric"),
    sections=free_text,
    reply=lambda _ask: "text",
)
