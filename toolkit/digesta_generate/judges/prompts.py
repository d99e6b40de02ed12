"""What a model that judges is told: prompts in versioned files, and the answer as data.

A file ``prompts/NAME.VERSION.LANGUAGE.txt`` holds sections, each under its ``[name]``; a file that
was used is never edited. The answer stands before the criterion, so that what an endpoint computed
of it serves every criterion, and in another turn than it.

**The code.** An answer stands between two lines of a code that is a digest of the answer itself,
and known to nobody before the answer is whole. To close the data an answer would have to hold its
own digest; whoever writes the code that an earlier answer had changes the answer, and so the code.
Should a text hold its code all the same, the next number is tried: so none ever does.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import count
from typing import Any

from digesta.canonical import digest, sha256_hex
from digesta.errors import UsageError
from digesta.records.question import Question

PROMPT = "judge.2"
CODE_CHARS = 32
"""Hexadecimal digits: 128 bits, which nobody finds by trying."""

Messages = list[dict[str, str]]

_SECTION = re.compile(r"^\[([a-z._]+)\]\n", re.MULTILINE)
_SLOT = re.compile(r"\{([a-z_]+)\}")


def code_of(text: str, *others: str) -> str:
    """Return the code between whose lines a text stands; no text, nor any of others, holds it."""
    codes = (digest(["answer-code/1", n, text])[:CODE_CHARS] for n in count())
    return next(code for code in codes if not any(code in other for other in (text, *others)))


def prompt_digests() -> dict[str, str]:
    """Return the SHA-256 of the prompt's file in every language."""
    return {f"{PROMPT}.{tag}": sha256_hex(_text(tag)) for tag in _languages()}


def read_to(question: Question, answer: str, *others: str) -> Messages:
    """Return turns that show an answer; what is asked of it follows. others: texts shown too."""
    sections = _sections(question.language)
    law = _fill(sections["law_as_of"], {"date": question.law_as_of}) if question.law_as_of else ""
    shown = {
        "question": "\n\n".join(turn.content for turn in question.turns),
        "code": code_of(answer, *others),
        "answer": answer,
    }
    return [
        _turn("system", "\n".join(part for part in (sections["system"], law) if part)),
        _turn("user", _fill(sections["answer"], shown)),
        _turn("assistant", sections["read"]),
    ]


def told_alone(question: Question, section: str) -> Messages:
    """Return the system's turn of what is asked without an answer: its section alone."""
    return [_turn("system", _sections(question.language)[section])]


def prompt_of(question: Question, section: str, **values: Any) -> dict[str, str]:
    """Return the turn that asks something. values: what stands in the section's slots."""
    text = _sections(question.language)[section]
    return _turn("user", _fill(text, {name: str(value) for name, value in values.items()}))


def refuse_languages(questions: Iterable[Question], judged: Container[str]) -> None:
    """Refuse questions that there is no prompt for, before anything is asked. judged: ids."""
    for question in questions:
        if question.question_id in judged:
            _sections(question.language)


def asked_again(question: Question, before: Sequence[Mapping[str, str]], fault: str) -> Messages:
    """Return the turns of a request once more, with what was wrong with the reply to it.

    The reply itself is left out: what shows the answer stays the same, and so its cache.
    """
    *head, last = (dict(message) for message in before)
    more = _fill(_sections(question.language)["again"], {"fault": fault})
    return [*head, _turn("user", f"{last['content']}\n\n{more}")]


def _turn(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}


def _fill(text: str, values: Mapping[str, str]) -> str:
    # One pass: what an answer says is never taken for a slot.
    return _SLOT.sub(lambda slot: values.get(slot[1], slot[0]), text)


def _languages() -> list[str]:
    folder = files("digesta_generate.judges") / "prompts"
    names = sorted(path.name for path in folder.iterdir() if path.name.startswith(f"{PROMPT}."))
    return [name.split(".")[2] for name in names]


def _text(language: str) -> bytes:
    name = f"{PROMPT}.{language}.txt"
    return (files("digesta_generate.judges") / "prompts" / name).read_bytes()


@lru_cache
def _sections(language: str) -> dict[str, str]:
    there = _languages()
    tag = next(
        (
            language_tag
            for language_tag in (language, language.partition("-")[0])
            if language_tag in there
        ),
        None,
    )
    if tag is None:
        raise UsageError(
            f"the judge's prompt {PROMPT} is not there in the language {language}, only in: "
            f"{', '.join(there)}; name the questions to judge with --only"
        )
    parts = _SECTION.split(_text(tag).decode())
    return {key: text.strip("\n") for key, text in zip(parts[1::2], parts[2::2], strict=True)}
