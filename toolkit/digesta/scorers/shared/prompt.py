"""Sections that the prompts of several scorers have in common."""

from __future__ import annotations

import re
from collections.abc import Mapping

from digesta.records.question import Question
from digesta.scorers.forms import Part, PromptContext

_SLOT = re.compile(r"\{([a-z_]+)\}")


def free_text(context: PromptContext) -> list[Part]:
    """Return the sections of a question that is answered as its turns say."""
    question = context.question
    return [("task", {}), *law(question), *sources(question)]


def object_at_end(context: PromptContext) -> list[Part]:
    """Return the sections of a question whose turns say what object they ask for."""
    question = context.question
    return [("task", {}), *law(question), end(context), *sources(question)]


def law(question: Question) -> list[Part]:
    """Return the section that gives the day of the law, where the question has one."""
    return [("law_as_of", {"date": question.law_as_of})] if question.law_as_of else []


def sources(question: Question) -> list[Part]:
    """Return the sections that show the question's texts."""
    listed = question.shown_sources or []
    parts: list[Part] = [
        ("source", {"title": source.title, "text": source.text}) for source in listed
    ]
    return [("sources", {}), *parts] if parts else []


def end(context: PromptContext) -> Part:
    """Return the section that says how an object ends the reply, or is all of it."""
    return ("constrained" if context.constrained else "line", {})


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return a section with its slots filled, in one pass: no value is taken for a slot.

    >>> fill("{title}: {text}", {"title": "{text}", "text": "a bed"})
    '{text}: a bed'
    """
    return _SLOT.sub(lambda slot: values.get(slot[1], slot[0]), text)
