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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any

from digesta.canonical import digest, sha256_hex
from digesta.package_files import prompt_files
from digesta.records.question import Question
from digesta.scorers.shared.prompt import LANGUAGE, Files, fill, prompt_texts

PROMPT = "judge.2"
CODE_CHARS = 32
"""Hexadecimal digits: 128 bits, which nobody finds by trying."""

Messages = list[dict[str, str]]


def code_of(text: str, *others: str) -> str:
    """Return the code between whose lines a text stands; no text, nor any of others, holds it."""
    codes = (digest(["answer-code/1", n, text])[:CODE_CHARS] for n in count())
    return next(code for code in codes if not any(code in other for other in (text, *others)))


@dataclass(frozen=True)
class JudgePrompts:
    """What a model that judges is told. own: the prompts of the workspace."""

    own: Files = field(default_factory=dict)

    def digests(self) -> dict[str, str]:
        """Return the SHA-256 of the prompt's file in every language."""
        mine = {name: text for name, text in self.own.items() if name.startswith(f"{PROMPT}.")}
        return {name: sha256_hex(text) for name, text in (_files() | mine).items()}

    def read_to(self, question: Question, answer: str, *others: str) -> Messages:
        """Return turns that show an answer; what is asked of it follows. others: shown too."""
        texts, day = self._texts(question), question.law_as_of
        law = fill(texts["law_as_of"], {"date": day}) if day else ""
        shown = {
            "question": "\n\n".join(turn.content for turn in question.turns),
            "code": code_of(answer, *others),
            "answer": answer,
        }
        return [
            *self.system(question, "system", law),
            _turn("user", fill(texts["answer"], shown)),
            _turn("assistant", texts["read"]),
        ]

    def system(self, question: Question, section: str, *more: str) -> Messages:
        """Return the system's turn: a section, and what follows in it."""
        texts = self._texts(question)
        parts = (texts[section], *more, texts.get(LANGUAGE, ""))
        return [_turn("system", "\n".join(filter(None, parts)))]

    def prompt_of(self, question: Question, section: str, **values: Any) -> dict[str, str]:
        """Return the turn that asks something. values: what fills the section's slots."""
        text = self._texts(question)[section]
        return _turn("user", fill(text, {name: str(value) for name, value in values.items()}))

    def asked_again(
        self, question: Question, before: Sequence[Mapping[str, str]], fault: str
    ) -> Messages:
        """Return the turns of a request once more, with what was wrong with the reply to it.

        The reply itself is left out: what shows the answer stays the same, and so its cache.
        """
        *head, last = (dict(message) for message in before)
        more = fill(self._texts(question)["again"], {"fault": fault})
        return [*head, _turn("user", f"{last['content']}\n\n{more}")]

    def _texts(self, question: Question) -> dict[str, str]:
        return prompt_texts(PROMPT, question.language, _files(), self.own)


def _turn(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}


@cache
def _files() -> dict[str, bytes]:
    return prompt_files("digesta_generate.judges")
