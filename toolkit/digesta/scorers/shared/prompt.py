"""Prompts of all scorers: how their files are read, and the sections that several have.

A file ``NAME.VERSION.LANGUAGE.txt`` holds sections, each under its ``[name]``. For a language
without a file, the English words are used, and name the language to answer in. Files in a
workspace's ``prompts/`` replace the sections of the same names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product
from types import MappingProxyType

from digesta.errors import UsageError
from digesta.package_files import prompt_files, text_file
from digesta.records.question import Question
from digesta.scorers.forms import Part, PromptContext, PromptForm
from digesta.scorers.shared.reply import list_of, object_of
from digesta.text.languages import language_name

_SLOT = re.compile(r"\{([a-z_]+)\}")
_SECTION = re.compile(r"^\[([a-z._]+)\][ \t]*\r?\n", re.MULTILINE)

FALLBACK = "en"
"""The language of the words for questions in a language without words of its own."""

LANGUAGE = "language"
"""The section that names the language to answer in; only where the words are in another."""

Files = Mapping[str, bytes]
"""Prompts: NAME.VERSION.LANGUAGE -> bytes."""


def prompt_texts(
    name: str, language: str, files: Files, own: Files = MappingProxyType({}), *, base: str = ""
) -> dict[str, str]:
    """Return the texts of a prompt's sections for a language, or raise UsageError.

    name: NAME.VERSION. own: of the workspace. base: the prompt that one of the workspace's changes.
    """
    tags = (language, language.partition("-")[0], FALLBACK)
    # Another prompt's sections complete one that only the workspace has, and no misspelt name.
    names = (name, base) if name in {file.rpartition(".")[0] for file in own} else (name,)
    places = product(names, tags)
    place = next((each for each in places if ".".join(each) in files), None)
    if place is None:
        raise UsageError(f"no prompt {name} in {language}; there are: {', '.join(sorted(files))}")
    texts = _split(name, files[".".join(place)])
    mine = next((own[file] for tag in tags if (file := f"{name}.{tag}") in own), b"")
    changed = _split(f"prompts/{name}", mine)
    if odd := sorted(changed.keys() - texts.keys() - {LANGUAGE}):
        raise UsageError(
            f"prompts/{name}: unknown section [{odd[0]}]; there are: {', '.join(texts)}"
        )
    if language.partition("-")[0] != place[1].partition("-")[0] and texts.keys() - changed.keys():
        values = {"language": language_name(language), "tag": language}
        texts[LANGUAGE] = fill(text_file(__package__, "prompts/language.1.en.txt").strip(), values)
    return texts | changed


def _split(name: str, data: bytes) -> dict[str, str]:
    try:
        before, *parts = _SECTION.split(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UsageError(f"{name}: the prompt is no UTF-8 text; save it as UTF-8") from None
    if before.strip():
        raise UsageError(f"{name}: text before the first section; begin the prompt with [task]")
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {key: text.strip("\r\n") for key, text in pairs}


def system_text(parts: Iterable[Part], texts: Mapping[str, str]) -> str:
    """Return the sections of a prompt as one text. texts: of all its sections, by name."""
    more: list[Part] = [(LANGUAGE, {})] if texts.get(LANGUAGE) else []
    return "\n".join(fill(texts[key], values) for key, values in [*parts, *more])


def free_text_form(package: str) -> PromptForm:
    """Return how free text is asked for: with the question's texts, and nothing about its form.

    package: the scorer's, which has its prompts.
    """
    return PromptForm(
        default=f"{package.rpartition('.')[2]}.1",
        files=lambda: prompt_files(package),
        sections=lambda context: [
            ("task", {}),
            *law(context.question),
            *sources(context.question),
        ],
        reply=lambda _ask: "text",
    )


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


def ranking_form(scorer: str) -> PromptForm:
    """Return how a scorer's rankings of documents are asked for, by their ids."""

    def sections(context: PromptContext) -> list[Part]:
        most = {"most": str(context.question.ask["at_most"])}
        parts: list[Part] = [("task", {}), *law(context.question), ("ranking", most), end(context)]
        return parts + sources(context.question)

    return PromptForm(
        default=f"{scorer}.1",
        files=lambda: {
            file.replace("ranked", scorer): text
            for file, text in prompt_files(__package__).items()
            if file.startswith("ranked")
        },
        sections=sections,
        reply=lambda _ask: "object",
        schema=lambda ask, _resources: object_of(
            ranked=list_of({"type": "string"}, ask["at_most"])
        ),
        of_corpus=True,
    )


def end(context: PromptContext) -> Part:
    """Return the section that says how an object ends the reply, or is all of it."""
    return ("constrained" if context.constrained else "line", {})


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return a section with its slots filled, in one pass: no value is taken for a slot.

    >>> fill("{title}: {text}", {"title": "{text}", "text": "a bed"})
    '{text}: a bed'
    """
    return _SLOT.sub(lambda slot: values.get(slot[1], slot[0]), text)
