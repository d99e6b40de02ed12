"""Prompts: versioned files in the question's language, and the messages that they make.

A scorer brings its prompts (``Scorer.prompt``): files ``prompts/NAME.VERSION.LANGUAGE.txt`` of
sections, each under its ``[name]``, and which of them a question takes. The system message gives
the day of the law, the texts, and what the turns leave open; the question's own turns follow as
they are.

``passages`` words what a search found, for any scorer: it stands in the last turn, below the lines
that all questions of the track begin with (a server keeps those) and before the question's own.

A scorer whose answers no model alone can give, such as rankings of a corpus, has no prompt. A
prompt is there in the languages in which there are questions. A file that was used is never
edited: another wording is another version.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from digesta.canonical import digest, sha256_hex
from digesta.errors import UsageError
from digesta.records.question import Question
from digesta.scorers import SCORERS
from digesta.scorers.forms import PromptContext, PromptForm, Resources
from digesta.scorers.shared.files import prompt_files
from digesta.scorers.shared.prompt import fill
from digesta_generate.inference.systems.showing import InPrompt

PASSAGES = "passages"
"""What stands in a scorer's place for the words around passages."""

PASSAGES_PROMPT = "passages.1"

_PROMPT = re.compile(r"([a-z][a-z_]*)(?:-[a-z0-9]+)*\.[1-9][0-9]*")
_SECTION = re.compile(r"^\[([a-z._]+)\]\n", re.MULTILINE)


class Asked(NamedTuple):
    """A question with the messages that ask it, and their digest.

    form: the ``response_format`` that a reply is held to; None where it is free. passages: those
    that it shows; None under the condition closed_book.
    """

    question: Question
    messages: tuple[dict[str, str], ...]
    prompt_sha256: str
    form: Mapping[str, Any] | None = None
    passages: InPrompt | None = None


def asked(
    question: Question,
    prompts: Mapping[str, str],
    *,
    constrained: bool,
    resources: Resources = MappingProxyType({}),
    passages: InPrompt | None = None,
) -> Asked:
    """Return the messages of a question. prompts: scorer -> NAME.VERSION. resources: the release's.

    constrained: hold the reply to a JSON Schema, where the scorer has one. passages: to show.
    """
    name, form = prompts.get(question.scorer), prompt_of(question.scorer)
    if name is None or form is None:
        raise UsageError(
            f"no prompt for the scorer {question.scorer} of track {question.track}; there are: "
            f"{', '.join(defaults())}; name the tracks to answer with --track"
        )
    texts = _sections(name, question.language)
    held = response_format(question, resources) if constrained else None
    parts = form.sections(PromptContext(question, held is not None, resources, texts))
    system = "\n".join(fill(texts[key], values) for key, values in parts)
    turns = [{"role": turn.role, "content": turn.content} for turn in question.turns]
    if passages is not None and passages.used.text:
        around = _sections(prompts.get(PASSAGES, PASSAGES_PROMPT), question.language)[PASSAGES]
        turns[-1]["content"] = _with(turns[-1]["content"], passages, around)
    messages = ({"role": "system", "content": system}, *turns)
    return Asked(question, messages, digest(list(messages)), held, passages)


def _with(content: str, passages: InPrompt, around: str) -> str:
    """Return a turn with passages before the question's own words, which it ends with."""
    assert content.endswith(passages.own), "own words are the end of the last turn"
    shared = content[: len(content) - len(passages.own)]
    said = fill(around, {PASSAGES: passages.used.text})
    return f"{shared}{said}\n{passages.own}"


def prompt_of(scorer: str) -> PromptForm | None:
    """Return how a model is asked for a scorer's answers; None where it cannot be."""
    return SCORERS[scorer].prompt if scorer in SCORERS else None


def defaults() -> dict[str, str]:
    """Return scorer -> the prompt that is used unless another is named."""
    return {name: form.default for name in SCORERS if (form := prompt_of(name)) is not None}


def response_format(question: Question, resources: Resources) -> dict[str, Any] | None:
    """Return what a constrained reply to a question is held to; None where it stays free."""
    form = prompt_of(question.scorer)
    if form is None or form.schema is None:
        return None
    named = {"name": "answer", "strict": True, "schema": form.schema(question.ask, resources)}
    return {"type": "json_schema", "json_schema": named}


def chosen(names: Sequence[str]) -> dict[str, str]:
    """Return scorer -> prompt: those named (NAME.VERSION), else the defaults; or UsageError."""
    found = defaults()
    for name in names:
        match = _PROMPT.fullmatch(name)
        if match is None or not _texts(name):
            raise UsageError(f"no prompt {name!r}; there are: {', '.join(known_prompts())}")
        found[match[1]] = name
    return found


def known_prompts() -> list[str]:
    """Return every prompt of every scorer, as NAME.VERSION."""
    return sorted({file.rpartition(".")[0] for name in (*SCORERS, PASSAGES) for file in _of(name)})


def prompt_digests(prompts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return, for each scorer's prompt, the SHA-256 of its file in every language."""
    return {
        name: {language: sha256_hex(text) for language, text in _texts(name).items()}
        for name in sorted(prompts.values())
    }


def _of(scorer: str) -> Mapping[str, bytes]:
    """Return a scorer's prompts, NAME.VERSION.LANGUAGE -> bytes."""
    if scorer == PASSAGES:
        return prompt_files("digesta_generate.inference")
    form = prompt_of(scorer)
    return {} if form is None else form.files()


def _texts(name: str) -> dict[str, bytes]:
    """Return a prompt NAME.VERSION by language; nothing where there is none."""
    match = _PROMPT.fullmatch(name)
    found = _of(match[1]) if match else {}
    return {
        file.rpartition(".")[2]: text
        for file, text in found.items()
        if file.rpartition(".")[0] == name
    }


@lru_cache
def _sections(name: str, language: str) -> dict[str, str]:
    there = _texts(name)
    tag = next((one for one in (language, language.partition("-")[0]) if one in there), None)
    if tag is None:
        raise UsageError(
            f"prompt {name} is not there in the language {language}, only in: "
            f"{', '.join(there)}; add the file prompts/{name}.{language}.txt"
        )
    parts = _SECTION.split(there[tag].decode())
    return {key: text.strip("\n") for key, text in zip(parts[1::2], parts[2::2], strict=True)}
