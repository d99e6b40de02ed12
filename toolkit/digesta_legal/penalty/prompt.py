"""How a penalty is asked for, in a prompt and in an answer sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from digesta.errors import UsageError
from digesta.package_files import prompt_files
from digesta.records.question import Question
from digesta.scorers.forms import Part, PromptContext, PromptForm, SheetForm
from digesta.scorers.shared.prompt import object_at_end
from digesta.scorers.shared.reply import list_of, object_of, text_like
from digesta.scorers.shared.sheet import object_lines
from digesta_legal.penalty.records import Level
from digesta_legal.penalty.resources import Vocabulary
from digesta_legal.penalty.terms import terms_of

_CITATION = (
    "^《[一-鿿]{2,18}(（[12][0-9]{3}年）)?》"
    "(第[一二三四五六七八九十百零0-9]{1,7}条(之[一二三四五六七八九十])?)?$"
)
_MOST_LABELS = 4
_MOST_CITATIONS = 3
"""Fewer than an answer may name: a small model fills every list, and its reply is cut."""


def _sections(context: PromptContext) -> list[Part]:
    # Each case dates its law in its turns. With the date before them no two prompts would begin
    # alike, and a server would read their long common instruction anew for each.
    return [part for part in object_at_end(context) if part[0] != "law_as_of"]


def _schema(ask: Mapping[str, Any], resources: Mapping[str, Any]) -> dict[str, Any]:
    try:
        types, domains = terms_of(ask["vocabulary"], resources).names
    except ValueError as error:
        raise UsageError(str(error)) from error
    labels = min(ask["at_most"]["labels"], _MOST_LABELS)
    citations = min(ask["at_most"]["citations"], _MOST_CITATIONS)
    return object_of(
        penalty_type=list_of({"type": "string", "enum": list(types)}, labels),
        violation_domain=list_of({"type": "string", "enum": list(domains)}, labels),
        legal_basis=list_of(text_like(_CITATION), citations),
        penalty_level={"type": "string", "enum": list(get_args(Level))},
    )


PROMPT = PromptForm(
    default="penalty.1",
    files=lambda: prompt_files("digesta_legal.penalty"),
    sections=_sections,
    reply=lambda _ask: "object",
    schema=_schema,
)


def _sheet_lines(
    question: Question, words: Mapping[str, str], resources: Mapping[str, Any]
) -> list[str]:
    """Return the lines that say how a penalty is written, with the labels to choose from."""
    path = f"{question.ask['vocabulary'].partition('/')[0]}/vocabulary.json"
    lines = object_lines(question, words, resources)
    if path in resources:
        vocabulary = Vocabulary.model_validate_json(resources[path])
        for name in ("penalty_type", "violation_domain"):
            labels = ", ".join(label.label for label in getattr(vocabulary, name))
            lines.append(f"{words['labels'].format(name=name)} {labels}")
    return lines


SHEET = SheetForm(lambda _ask: "object", _sheet_lines)
