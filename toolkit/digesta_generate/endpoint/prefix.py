"""Prompts with a common beginning, which the local model evaluates only once.

What llama.cpp computes for a token depends, in its last bits, on how many tokens were evaluated
with it: a prompt that continues a cache at any place can end in another answer. It evaluates a
prompt in chunks of ``CHUNK`` tokens from its start, so the cache of whole chunks is the same as
after evaluating them again. ``PrefixEndpoint`` therefore reuses whole chunks alone: before a prompt
it cuts the server's cache to the last whole chunk that the prompt shares with the one before.
Replies are byte for byte as without a cache, in any order; only time is saved.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, Any

import httpx

from digesta_generate.endpoint.local import CHUNK

if TYPE_CHECKING:
    from digesta_generate.endpoint.client import ReceivedReply, Sender


class PrefixEndpoint:
    """An endpoint of ``local.serve`` that reuses what was evaluated before."""

    def __init__(self, endpoint: Sender, server: httpx.Client) -> None:
        """Take the endpoint, and a client whose base URL is the server's, without ``/v1``."""
        self._endpoint = endpoint
        self._server = server
        self._before: Sequence[int] = ()

    def ask(self, body: Mapping[str, Any], *, idempotency_key: str) -> ReceivedReply:
        """Send a chat completion request; see ``Endpoint.ask``."""
        before, self._before = self._before, ()
        tokens, cached = self._cut_cache(before, body["messages"])
        request = {**body, "cache_prompt": True} if cached else body
        reply = self._endpoint.ask(request, idempotency_key=idempotency_key)
        if cached and cached_tokens(reply) != cached:
            reply = self._endpoint.ask(body, idempotency_key=idempotency_key)
        self._before = tokens
        return reply

    def _cut_cache(
        self, before: Sequence[int], messages: Sequence[Mapping[str, str]]
    ) -> tuple[Sequence[int], int]:
        """Return a prompt's tokens, and how many of them stay in the server's cache."""
        try:
            tokens = self._tokens(messages)
            # The last token is always evaluated: the reply begins behind it.
            size = min(common_start(before, tokens), len(tokens) - 1) // CHUNK * CHUNK
            return tokens, size if size and self._cut(tokens, size) else 0
        except httpx.HTTPError:
            return (), 0  # the request itself meets the same fault

    def _tokens(self, messages: Sequence[Mapping[str, str]]) -> list[int]:
        prompt = self._post("/apply-template", messages=list(messages))["prompt"]
        reply = self._post("/tokenize", content=prompt, add_special=True, parse_special=True)
        return list(reply["tokens"])

    def _cut(self, tokens: Sequence[int], size: int) -> bool:
        """Leave the first ``size`` tokens in the cache; return whether they were there."""
        # A prompt that ended there would be evaluated once more at its last token, alone: a
        # further token, which the prompt does not have, avoids that.
        other = int(tokens[size] == 0)
        reply = self._post(
            "/completion", prompt=[*tokens[:size], other], n_predict=0, cache_prompt=True
        )
        return bool(reply["timings"]["cache_n"] == size)

    def _post(self, path: str, **body: Any) -> Any:
        return self._server.post(path, json=body).raise_for_status().json()


@contextmanager
def open_prefix_endpoint(endpoint: Sender, url: str, *, timeout: float) -> Iterator[PrefixEndpoint]:
    """Open the endpoint's prefix cache for the block. url: of ``local.serve``."""
    base = url.removesuffix("/v1")
    with httpx.Client(base_url=base, trust_env=False, timeout=timeout) as server:
        yield PrefixEndpoint(endpoint, server)


def common_start(before: Sequence[int], tokens: Sequence[int]) -> int:
    """Return how many tokens two prompts have in common from their start."""
    return sum(1 for _ in takewhile(bool, map(eq, before, tokens)))


def cached_tokens(reply: ReceivedReply) -> int:
    """Return how many tokens of a prompt the server had in its cache."""
    return int(json.loads(reply.body)["usage"]["prompt_tokens_details"]["cached_tokens"])
