"""The local model as a judge: an answer is evaluated once, and then everything that is asked of it.

``prefix`` keeps whole chunks of what two prompts share, so that replies come out as without a
cache; of a judge's prompts it leaves up to a chunk to be evaluated for each criterion. Here all
turns but the last are evaluated by themselves, and the last one after them. What a token's
evaluation leaves depends, in its last bits, on what was evaluated with it: the first turns always
are by themselves, so a reply follows from its request alone, in whatever order requests come. It
may be another one than ``infer`` would get, which evaluates prompts whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx

from digesta_generate.endpoint.client import open_endpoint
from digesta_generate.endpoint.local import CHUNK, serve
from digesta_generate.endpoint.prefix import PrefixEndpoint, cached_tokens, common_start
from digesta_generate.endpoint.secret import SecretKey

if TYPE_CHECKING:
    from digesta_generate.endpoint.client import ReceivedReply, Sender


class StagedEndpoint(PrefixEndpoint):
    """An endpoint of ``local.serve``: asks as it does, and evaluates first turns once."""

    def ask(self, body: Mapping[str, Any], *, idempotency_key: str) -> ReceivedReply:
        """Send a chat completion request; see ``Endpoint.ask``."""
        kept = self._tokens_to_keep(body["messages"])
        cached = {**body, "cache_prompt": True}
        reply = self._endpoint.ask(cached if kept else body, idempotency_key=idempotency_key)
        if kept and cached_tokens(reply) != kept:
            self._before = ()
            self._tokens_to_keep(body["messages"])
            reply = self._endpoint.ask(cached, idempotency_key=idempotency_key)
        return reply

    def _tokens_to_keep(self, messages: Sequence[Mapping[str, str]]) -> int:
        """Return how many tokens the first turns are, which stay in the server's cache."""
        try:
            first, whole = self._tokens(messages[:-1]), self._tokens(messages)
            kept = common_start(first, whole)
            first = first[:kept]
            if list(self._before) != first:
                before, self._before = self._before, ()
                chunks = common_start(before, first) // CHUNK * CHUNK
                self._evaluate(first, again=not (chunks and self._cut(first, chunks)))
                self._before = first
            return kept if self._cut(whole, kept) else 0
        except httpx.HTTPError:
            self._before = ()
            return 0  # the request itself meets what is wrong

    def _evaluate(self, tokens: Sequence[int], *, again: bool) -> None:
        self._post("/completion", prompt=[*tokens, 0], n_predict=0, cache_prompt=not again)


@contextmanager
def serve_in_stages(local: str, threads: int, timeout: float) -> Iterator[Sender]:
    """Start a local model's server for the block, and open it."""
    with (
        serve(local, threads=threads) as url,
        open_endpoint(
            url, SecretKey(), network="loopback", timeout=timeout, connections=1
        ) as endpoint,
        httpx.Client(base_url=url.removesuffix("/v1"), trust_env=False, timeout=timeout) as server,
    ):
        yield StagedEndpoint(endpoint, server)
