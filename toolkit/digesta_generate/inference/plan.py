"""What one system is to answer: the questions in order, its settings, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from digesta.records.trace import Carried, Trace
from digesta_generate.inference.budget import Meter
from digesta_generate.inference.compose import Select
from digesta_generate.inference.journal import RequestKey
from digesta_generate.inference.prompting import Asked
from digesta_generate.inference.requests import Call
from digesta_generate.inference.settings import Settings


class Taken(NamedTuple):
    """Answers taken over from an earlier release: by question id, and where they come from."""

    answers: Mapping[str, Any]
    traces: Mapping[str, Trace]
    source: Carried


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What one system is to answer, and where it goes.

    folder: predictions/RELEASE/ID. card: its submission.json. asked: the questions in the order of
    asking. partial: write what there is, also when it is not all. passages: what ``run.json`` says
    of the passages that the prompts show.
    """

    folder: Path
    card: Mapping[str, Any]
    settings: Settings
    asked: tuple[Asked, ...]
    samples: int = 1
    select: Select = "first"
    partial: bool = False
    taken: Taken | None = None
    passages: Mapping[str, Any] | None = None

    @property
    def new(self) -> list[Asked]:
        """The questions that are not taken over."""
        known = self.taken.answers if self.taken else {}
        return [prompt for prompt in self.asked if prompt.question.question_id not in known]

    def key(self, asked: Asked, sample: int) -> RequestKey:
        """Return the journal's key of one sample of a question."""
        return RequestKey(
            asked.question.question_id, asked.prompt_sha256, self.settings.sha256, sample
        )

    def calls(self, meter: Meter) -> Iterator[Call]:
        """Yield every request, sample by sample."""
        for sample in range(self.samples):
            for prompt in self.new:
                body = self.settings.request(
                    prompt.messages, sample=sample, response_format=prompt.form
                )
                worst = meter.worst(prompt.messages, self.settings.max_tokens, prompt.form)
                yield Call(self.key(prompt, sample), body, worst)
