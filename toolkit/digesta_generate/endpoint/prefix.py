"""Questions with a common beginning, asked of the local model without evaluating it each time.

What llama.cpp computes for a token depends, in its last bits, on how many tokens were evaluated
with it: a prompt that goes on from a cache at any place can end in another answer. It evaluates a
prompt in chunks of ``CHUNK`` tokens from its start, so what whole chunks leave in the cache is what
evaluating them again would leave there. ``Prefixed`` therefore keeps whole chunks alone: before a
question it cuts the server's cache back to the last whole chunk that the question shares with the
one before. Replies come out byte for byte as without a cache, in any order; only time is saved.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import httpx

from digesta_generate.endpoint.local import CHUNK

if TYPE_CHECKING:
    from digesta_generate.endpoint.client import ReceivedReply, Sender


class PrefixEndpoint:
    """An endpoint of ``local.serve``: asks as it does, and spares what was evaluated before."""

    def __init__(self, endpoint: Sender, server: httpx.Client) -> None:
        """Take the endpoint, and a client whose base URL is the server's, without ``/v1``."""
        self._endpoint = endpoint
        self._server = server
        self._before: Sequence[int] = ()

    def ask(self, body: Mapping[str, Any], *, idempotency_key: str) -> ReceivedReply:
        """Send a chat completion request; see ``Endpoint.ask``."""
        before, self._before = self._before, ()
        tokens, kept = self._kept(before, body["messages"])
        cached = {**body, "cache_prompt": True}
        found = self._endpoint.ask(cached if kept else body, idempotency_key=idempotency_key)
        if kept and cached_tokens(found) != kept:
            found = self._endpoint.ask(body, idempotency_key=idempotency_key)
        self._before = tokens
        return found

    def _kept(
        self, before: Sequence[int], messages: Sequence[Mapping[str, str]]
    ) -> tuple[Sequence[int], int]:
        """Return a question's tokens, and how many of them the server's cache is left with."""
        try:
            tokens = self._tokens(messages)
            # The last token is always evaluated: what follows it is what is asked for.
            kept = min(common_start(before, tokens), len(tokens) - 1) // CHUNK * CHUNK
            return tokens, kept if kept and self._cut(tokens, kept) else 0
        except httpx.HTTPError:
            return (), 0  # the question itself meets what is wrong

    def _tokens(self, messages: Sequence[Mapping[str, str]]) -> list[int]:
        prompt = self._said("/apply-template", messages=list(messages))["prompt"]
        said = self._said("/tokenize", content=prompt, add_special=True, parse_special=True)
        return list(said["tokens"])

    def _cut(self, tokens: Sequence[int], kept: int) -> bool:
        """Leave the first ``kept`` tokens in the cache, and say whether they were there."""
        # A prompt that ended there would be evaluated once more at its last token, alone: one
        # more token, which the question does not have, spares that.
        other = int(tokens[kept] == 0)
        said = self._said(
            "/completion", prompt=[*tokens[:kept], other], n_predict=0, cache_prompt=True
        )
        return bool(said["timings"]["cache_n"] == kept)

    def _said(self, path: str, **body: Any) -> Any:
        return self._server.post(path, json=body).raise_for_status().json()


@contextmanager
def open_prefix_endpoint(endpoint: Sender, url: str, *, timeout: float) -> Iterator[PrefixEndpoint]:
    """Open the way for the block. url: as ``local.serve`` gives it; endpoint: opened there."""
    base = url.removesuffix("/v1")
    with httpx.Client(base_url=base, trust_env=False, timeout=timeout) as server:
        yield PrefixEndpoint(endpoint, server)


def common_start(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many tokens two prompts have in common from their start."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def cached_tokens(found: ReceivedReply) -> int:
    """Return how many tokens of a prompt the server had in its cache."""
    return int(json.loads(found.body)["usage"]["prompt_tokens_details"]["cached_tokens"])
