"""What makes a system of a model: its name, where it runs, how it decodes, which prompts it gets.

Everything that a request holds but the messages comes from here, so the digest of a setting
together with that of a prompt names a request. How fast or often requests go out is no setting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from digesta.canonical import digest
from digesta.records.base import Decimal, NonEmpty, Record, optional
from digesta_generate.endpoint.client import is_openrouter

_WORDS_ONLY = frozenset({"prompts", "extraction"})
"""Settings that are in no request: the messages hold the prompts, a reply is read afterwards."""

Messages = Sequence[Mapping[str, str]]


def without_system(messages: Messages) -> list[dict[str, str]]:
    r"""Return messages whose system texts begin the user's first turn, for models without the role.

    >>> without_system([{"role": "system", "content": "a"}, {"role": "user", "content": "b"}])
    [{'role': 'user', 'content': 'a\n\nb'}]
    """
    texts = [message["content"] for message in messages if message["role"] == "system"]
    rest = [dict(message) for message in messages if message["role"] != "system"]
    if not rest or rest[0]["role"] != "user":
        rest.insert(0, {"role": "user", "content": ""})
    rest[0]["content"] = "\n\n".join(filter(None, [*texts, rest[0]["content"]]))
    return rest


class Settings(Record):
    """How one system answers."""

    model: NonEmpty = Field(description="The model, as the endpoint names it.")
    endpoint: NonEmpty = Field(description="Base URL, or the name of a model on this machine.")
    temperature: Decimal | None = optional("Absent: the endpoint's own.")
    top_p: Decimal | None = optional("Absent: the endpoint's own.")
    max_tokens: Annotated[int, Field(ge=1)] | None = optional(
        "Longest reply, in tokens. Absent: what each question's answer needs."
    )
    limit_key: Literal["max_tokens", "max_completion_tokens"] = Field(
        default="max_tokens", description="What the endpoint calls that limit."
    )
    seed: Annotated[int, Field(ge=0, lt=2**31)] | None = optional(
        "Sample i is asked for with seed + i."
    )
    providers: list[NonEmpty] | None = optional(
        "OpenRouter: these providers, in order, and no other."
    )
    quantizations: list[NonEmpty] | None = optional("OpenRouter: weights of these precisions only.")
    constrained: bool = Field(default=False, description="Answers follow a JSON Schema.")
    prompts: dict[str, str] = Field(description="Scorer -> prompt, as NAME.VERSION.")
    system_role: Literal["user"] | None = optional(
        "user: what the system is told begins the user's first turn."
    )
    extraction: Literal["answer/1", "answer/2", "answer/3"] = Field(
        default="answer/3", description="How answers are read from replies."
    )

    @property
    def sha256(self) -> str:
        """Digest of all that a request holds but its messages."""
        values = self.as_json()
        return digest({name: values[name] for name in values if name not in _WORDS_ONLY})

    def request(
        self,
        messages: Messages,
        *,
        number: int,
        limit: int,
        response_format: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the body of a chat completion request.

        number: of the reply, from 0. limit: tokens of a reply, where ``max_tokens`` is absent.
        """
        body: dict[str, Any] = {
            "model": self.model,
            "messages": without_system(messages) if self.system_role else list(messages),
            self.limit_key: self.max_tokens or limit,
        }
        for name in ("temperature", "top_p"):
            if (value := getattr(self, name)) is not None:
                body[name] = float(value)
        if self.seed is not None:
            body["seed"] = self.seed + number
        if response_format is not None:
            body["response_format"] = response_format
        return body | self._routing()

    def _routing(self) -> dict[str, Any]:
        """Return OpenRouter's ``provider`` object: the provider named, or none."""
        routing: dict[str, Any] = {}
        if self.providers:
            routing |= {"order": self.providers, "allow_fallbacks": False}
        if self.quantizations:
            routing |= {"quantizations": self.quantizations}
        # A provider that does not know response_format would be free to leave it out.
        if routing or (self.constrained and is_openrouter(self.endpoint)):
            routing["require_parameters"] = True
        return {"provider": routing} if routing else {}
