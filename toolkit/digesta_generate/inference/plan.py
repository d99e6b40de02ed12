"""What one system is to answer: the prompts in order, its settings, and where answers go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from digesta.records.trace import Carried, Trace
from digesta.scorers.shared.prompt import Files
from digesta_generate.inference.budget import Meter
from digesta_generate.inference.compose import Select
from digesta_generate.inference.journal import RequestKey
from digesta_generate.inference.messages import Prompt
from digesta_generate.inference.requests import Call
from digesta_generate.inference.settings import Settings


class CarriedAnswers(NamedTuple):
    """Answers carried over from an earlier release, by question id, and their source."""

    answers: Mapping[str, Any]
    traces: Mapping[str, Trace]
    source: Carried


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What one system is to answer, and where it goes.

    folder: predictions/RELEASE/ID. card: its submission.json. prompts: one a question, in the
    order of asking. replies: to each prompt. partial: write what there is, also when it is not
    all. passages: what ``run.json`` says of the passages that the prompts show. own: the prompts
    of the workspace. versions: of a model on this machine and its server.
    """

    folder: Path
    card: Mapping[str, Any]
    settings: Settings
    prompts: tuple[Prompt, ...]
    replies: int = 1
    select: Select = "first"
    partial: bool = False
    carried: CarriedAnswers | None = None
    passages: Mapping[str, Any] | None = None
    own: Files = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def new(self) -> list[Prompt]:
        """The prompts whose answers are not carried over."""
        known = self.carried.answers if self.carried else {}
        return [prompt for prompt in self.prompts if prompt.question.question_id not in known]

    def limit_of(self, prompt: Prompt) -> int:
        """Return the most tokens of a reply to a prompt."""
        return self.settings.max_tokens or prompt.limit

    @property
    def limit(self) -> str:
        """The most tokens of a reply, in words: one number, or the least and the greatest."""
        limits = sorted({self.limit_of(prompt) for prompt in self.prompts})
        return " to ".join(str(limit) for limit in dict.fromkeys([*limits[:1], *limits[-1:]]))

    def key(self, prompt: Prompt, number: int) -> RequestKey:
        """Return the journal's key of a prompt's reply. number: from 0."""
        name = prompt.question.question_id
        return RequestKey(name, prompt.prompt_sha256, self.settings.sha256, number)

    def calls(self, meter: Meter) -> Iterator[Call]:
        """Yield every request: the first to each prompt, then the second to each, and so on."""
        for number in range(self.replies):
            for prompt in self.new:
                body = self.settings.request(
                    prompt.messages,
                    number=number,
                    limit=prompt.limit,
                    response_format=prompt.form,
                )
                worst = meter.worst(prompt.messages, self.limit_of(prompt), prompt.form)
                yield Call(self.key(prompt, number), body, worst)
