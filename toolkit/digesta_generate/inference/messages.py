"""Prompts: versioned files in the question's language, and the messages that they make.

A scorer brings its prompts (``Scorer.prompt``): files ``prompts/NAME.VERSION.LANGUAGE.txt`` of
sections, each under its ``[name]``, and which of them a question takes. The system message gives
the day of the law, the texts, and the form of the answer; the question's own turns follow as they
are.

The prompt ``passages`` introduces the passages of a search, for any scorer. They stand in the last
turn, below the lines that all questions of the track begin with (a server keeps those) and before
the question's own.

A scorer whose answers no model alone can give, such as rankings of a corpus, has no prompt. A
prompt is there in the languages in which there are questions. A file that was used is never
edited: another wording is another version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from digesta.canonical import digest, sha256_hex
from digesta.errors import UsageError
from digesta.package_files import prompt_files
from digesta.records.question import Question
from digesta.scorers import SCORERS
from digesta.scorers.forms import PromptContext, PromptForm, Resources
from digesta.scorers.shared.prompt import fill
from digesta_generate.inference.passages import PromptPassages
from digesta_generate.inference.settings import Settings

PASSAGES = "passages"
"""The key, beside the scorers' names, of the prompt around passages."""

PASSAGES_PROMPT = "passages.1"

_PROMPT = re.compile(r"([a-z][a-z_]*)(?:-[a-z0-9]+)*\.[1-9][0-9]*")
_SECTION = re.compile(r"^\[([a-z._]+)\]\n", re.MULTILINE)


class Prompt(NamedTuple):
    """A question with the messages that ask it, and their digest.

    form: the ``response_format`` that binds a reply; None where it is free. passages: those that
    it shows; None under the condition closed_book.
    """

    question: Question
    messages: tuple[dict[str, str], ...]
    prompt_sha256: str
    form: Mapping[str, Any] | None = None
    passages: PromptPassages | None = None


def make_prompt(
    question: Question,
    prompts: Mapping[str, str],
    *,
    constrained: bool,
    resources: Resources = MappingProxyType({}),
    passages: PromptPassages | None = None,
) -> Prompt:
    """Return the messages of a question. prompts: scorer -> NAME.VERSION. resources: the release's.

    constrained: bind the reply to a JSON Schema, where the scorer has one. passages: to show.
    """
    name, form = prompts.get(question.scorer), prompt_form(question.scorer)
    if name is None or form is None:
        raise UsageError(
            f"no prompt for the scorer {question.scorer} of track {question.track}; there are: "
            f"{', '.join(default_prompts())}; name the tracks to answer with --track"
        )
    texts = _sections(name, question.language)
    bound = response_format(question, resources) if constrained else None
    parts = form.sections(PromptContext(question, bound is not None, resources, texts))
    system = "\n".join(fill(texts[key], values) for key, values in parts)
    turns = [{"role": turn.role, "content": turn.content} for turn in question.turns]
    if passages is not None and passages.shown.text:
        around = _sections(prompts.get(PASSAGES, PASSAGES_PROMPT), question.language)[PASSAGES]
        content, own = turns[-1]["content"], passages.own
        assert content.endswith(own), "own words are the end of the last turn"
        introduced = fill(around, {PASSAGES: passages.shown.text})
        turns[-1]["content"] = f"{content.removesuffix(own)}{introduced}\n{own}"
    messages = ({"role": "system", "content": system}, *turns)
    return Prompt(question, messages, digest(list(messages)), bound, passages)


def make_prompts(
    questions: Iterable[Question],
    settings: Settings,
    resources: Resources,
    *,
    passages: Mapping[str, PromptPassages] = MappingProxyType({}),
) -> tuple[Prompt, ...]:
    """Return the prompts of a system for questions. passages: to show, by question id."""
    return tuple(
        make_prompt(
            question,
            settings.prompts,
            constrained=settings.constrained,
            resources=resources,
            passages=passages.get(question.question_id),
        )
        for question in questions
    )


def prompt_form(scorer: str) -> PromptForm | None:
    """Return how a model is asked for a scorer's answers; None where no model can give them."""
    return SCORERS[scorer].prompt if scorer in SCORERS else None


def default_prompts() -> dict[str, str]:
    """Return scorer -> the prompt that is used unless another is named."""
    return {name: form.default for name in SCORERS if (form := prompt_form(name)) is not None}


def response_format(question: Question, resources: Resources) -> dict[str, Any] | None:
    """Return the format that binds a constrained reply to a question; None where it stays free."""
    form = prompt_form(question.scorer)
    if form is None or form.schema is None:
        return None
    named = {"name": "answer", "strict": True, "schema": form.schema(question.ask, resources)}
    return {"type": "json_schema", "json_schema": named}


def select_prompts(names: Sequence[str]) -> dict[str, str]:
    """Return scorer -> prompt: those named (NAME.VERSION), else the defaults; or UsageError."""
    prompts = default_prompts()
    for name in names:
        match = _PROMPT.fullmatch(name)
        if match is None or not _texts(name):
            raise UsageError(f"no prompt {name!r}; there are: {', '.join(known_prompts())}")
        prompts[match[1]] = name
    return prompts


def known_prompts() -> list[str]:
    """Return every prompt of every scorer, as NAME.VERSION."""
    return sorted(
        {file.rpartition(".")[0] for name in (*SCORERS, PASSAGES) for file in _files(name)}
    )


def prompt_digests(prompts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return, for each scorer's prompt, the SHA-256 of its file in every language."""
    return {
        name: {language: sha256_hex(text) for language, text in _texts(name).items()}
        for name in sorted(prompts.values())
    }


def _files(scorer: str) -> Mapping[str, bytes]:
    """Return a scorer's prompts, NAME.VERSION.LANGUAGE -> bytes."""
    if scorer == PASSAGES:
        return prompt_files("digesta_generate.inference")
    form = prompt_form(scorer)
    return {} if form is None else form.files()


def _texts(name: str) -> dict[str, bytes]:
    """Return a prompt NAME.VERSION by language; nothing where there is none."""
    match = _PROMPT.fullmatch(name)
    texts = {}
    for file, text in (_files(match[1]) if match else {}).items():
        prompt, _, language = file.rpartition(".")
        if prompt == name:
            texts[language] = text
    return texts


@lru_cache
def _sections(name: str, language: str) -> dict[str, str]:
    texts = _texts(name)
    text = texts.get(language) or texts.get(language.partition("-")[0])
    if text is None:
        raise UsageError(
            f"prompt {name} is not there in the language {language}, only in: "
            f"{', '.join(texts)}; add the file prompts/{name}.{language}.txt"
        )
    parts = _SECTION.split(text.decode())
    return {key: text.strip("\n") for key, text in zip(parts[1::2], parts[2::2], strict=True)}
