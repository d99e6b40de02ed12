"""Prompts: versioned files in the question's language, and the messages that they make.

A scorer brings its prompts (``Scorer.prompt``): files ``prompts/NAME.VERSION.LANGUAGE.txt`` of
sections, each under its ``[name]``, and which of them a question takes. The system message gives
the day of the law, the texts, and the form of the answer; the question's own turns follow as they
are.

The prompt ``passages`` introduces the passages of a search, for any scorer. They stand in the last
turn, below the instructions that many questions begin with (a server keeps those) and before the
question's own words.

In a language without a file of its own, the English words are used, and name the language to
answer in (``scorers.shared.prompt``). A benchmark's own files, in its workspace, change sections.
A file that was used is never edited: another wording is another version.
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
from digesta.scorers.shared.limits import reply_limit
from digesta.scorers.shared.prompt import Files, fill, prompt_texts, system_text
from digesta_generate.inference.passages import PromptPassages
from digesta_generate.inference.settings import Settings

PASSAGES = "passages"
"""The key, beside the scorers' names, of the prompt around passages."""

PASSAGES_PROMPT = "passages.1"

_PROMPT = re.compile(r"([a-z][a-z_]*)(?:-[a-z0-9]+)*\.[1-9][0-9]*")
_NONE: Files = MappingProxyType({})


class Prompt(NamedTuple):
    """A question with the messages that ask it, and their digest.

    limit: tokens of a reply, where the settings name no number. schema: of an answer. form: the
    ``response_format`` that binds a reply; None where it is free. passages: those that it shows;
    None under the condition closed_book.
    """

    question: Question
    messages: tuple[dict[str, str], ...]
    prompt_sha256: str
    limit: int
    schema: Mapping[str, Any]
    form: Mapping[str, Any] | None = None
    passages: PromptPassages | None = None


def make_prompt(
    question: Question,
    prompts: Mapping[str, str],
    *,
    constrained: bool,
    resources: Resources = MappingProxyType({}),
    passages: PromptPassages | None = None,
    own: Files = _NONE,
) -> Prompt:
    """Return the messages of a question. prompts: scorer -> NAME.VERSION. resources: the release's.

    constrained: bind the reply to a JSON Schema, where the scorer has one. passages: to show. own:
    the workspace's prompts.
    """
    name, form = prompts.get(question.scorer), prompt_form(question.scorer)
    if name is None or form is None:
        raise UsageError(
            f"no prompt for the scorer {question.scorer} of track {question.track}; there are: "
            f"{', '.join(default_prompts())}; name the tracks to answer with --track"
        )
    texts = texts_of(name, question.language, own)
    bound = response_format(question, resources) if constrained else None
    parts = form.sections(PromptContext(question, bound is not None, resources, texts))
    system = system_text(parts, texts)
    turns = [{"role": turn.role, "content": turn.content} for turn in question.turns]
    if passages is not None and passages.shown.text:
        around = texts_of(prompts.get(PASSAGES, PASSAGES_PROMPT), question.language, own)[PASSAGES]
        content, last = turns[-1]["content"], passages.own
        assert content.endswith(last), "own words are the end of the last turn"
        introduced = fill(around, {PASSAGES: passages.shown.text})
        turns[-1]["content"] = f"{content.removesuffix(last)}{introduced}\n{last}"
    messages = ({"role": "system", "content": system}, *turns)
    limit = reply_limit(form, question, resources)
    schema = form.answer_schema(question.ask, resources)
    return Prompt(question, messages, digest(list(messages)), limit, schema, bound, passages)


def make_prompts(
    questions: Iterable[Question],
    settings: Settings,
    resources: Resources,
    *,
    passages: Mapping[str, PromptPassages] = MappingProxyType({}),
    own: Files = _NONE,
) -> tuple[Prompt, ...]:
    """Return the prompts of a system for questions, sorted by their texts.

    Prompts that begin alike are then asked one after the other, so a server that caches a prompt's
    beginning evaluates it once. passages: to show, by question id.
    """
    prompts = (
        make_prompt(
            question,
            settings.prompts,
            constrained=settings.constrained,
            resources=resources,
            passages=passages.get(question.question_id),
            own=own,
        )
        for question in questions
    )
    return tuple(sorted(prompts, key=lambda prompt: [turn["content"] for turn in prompt.messages]))


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


def select_prompts(names: Sequence[str], own: Files = _NONE) -> dict[str, str]:
    """Return scorer -> prompt: those named (NAME.VERSION), else the defaults; or UsageError.

    own: the workspace's prompts, which replace defaults of the same name.
    """
    prompts = default_prompts()
    for name in names:
        match = _PROMPT.fullmatch(name)
        if match is None or match[1] not in {*prompts, PASSAGES} or not _texts(name, own):
            raise UsageError(
                f"no prompt {name!r}; there are: {', '.join(known_prompts(own))}; a file "
                "prompts/NAME.VERSION.LANGUAGE.txt of the workspace adds one"
            )
        prompts[match[1]] = name
    return prompts


def known_prompts(own: Files = _NONE) -> list[str]:
    """Return every prompt of every scorer, as NAME.VERSION."""
    files = (*(file for name in (*SCORERS, PASSAGES) for file in _files(name)), *own)
    return sorted({file.rpartition(".")[0] for file in files})


def prompt_digests(prompts: Mapping[str, str], own: Files = _NONE) -> dict[str, dict[str, str]]:
    """Return, for each scorer's prompt, the SHA-256 of its file in every language."""
    return {
        name: {language: sha256_hex(text) for language, text in _texts(name, own).items()}
        for name in sorted(prompts.values())
    }


def texts_of(name: str, language: str, own: Files = _NONE) -> dict[str, str]:
    """Return the sections of a prompt NAME.VERSION in a language, by name."""
    match = _PROMPT.fullmatch(name)
    assert match is not None, "prompts are selected by name"
    return prompt_texts(
        name, language, _files(match[1]), own, base=default_prompts().get(match[1], PASSAGES_PROMPT)
    )


@lru_cache
def _files(scorer: str) -> Files:
    """Return a scorer's prompts, NAME.VERSION.LANGUAGE -> bytes."""
    if scorer == PASSAGES:
        return prompt_files("digesta_generate.inference")
    form = prompt_form(scorer)
    return {} if form is None else form.files()


def _texts(name: str, own: Files) -> dict[str, bytes]:
    """Return a prompt NAME.VERSION by language; nothing where there is none."""
    match = _PROMPT.fullmatch(name)
    files = {**(_files(match[1]) if match else {}), **own}
    return {
        language: text
        for file, text in files.items()
        for prompt, _, language in [file.rpartition(".")]
        if prompt == name
    }
