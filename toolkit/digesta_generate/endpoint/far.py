"""Requests that workers of an engine send: each opens the endpoint itself, with its own key."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from digesta.workspace.engines import engine_named
from digesta.workspace.engines.base import Engine
from digesta_generate.endpoint.client import Endpoint, ReceivedReply, open_endpoint
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.endpoint.guard import Network
from digesta_generate.endpoint.secret import SecretKey, key_from

_OPENED = ExitStack()
"""What a worker opened, until it ends."""


class FarEndpoint(NamedTuple):
    """An endpoint as a worker opens it. key_env: its environment variable of the key, or "".

    The key itself never leaves the process that read it.
    """

    url: str
    key_env: str
    network: Network
    timeout: float


class _Question(NamedTuple):
    endpoint: FarEndpoint
    body: Mapping[str, Any]
    idempotency_key: str


@dataclass(frozen=True)
class FarSender:
    """Sends each request from some worker; retries, budget and journal stay in this process."""

    endpoint: FarEndpoint
    engine: Engine

    def ask(self, body: Mapping[str, Any], *, idempotency_key: str) -> ReceivedReply:
        """Return the reply, or raise FaultError."""
        shard = _Question(self.endpoint, dict(body), idempotency_key)
        ((_, reply),) = self.engine.map_shards(_ask, [shard])
        if isinstance(reply, FaultError):
            raise reply
        return reply


@contextmanager
def open_far(engine: str, endpoint: FarEndpoint) -> Iterator[FarSender]:
    """Open an engine, by its name, whose workers ask an endpoint."""
    with engine_named(engine) as opened:
        yield FarSender(endpoint, opened)


def _ask(shard: _Question) -> ReceivedReply | FaultError:
    try:
        return _open(shard.endpoint).ask(shard.body, idempotency_key=shard.idempotency_key)
    except FaultError as fault:
        return fault


@cache
def _open(endpoint: FarEndpoint) -> Endpoint:
    """Return an endpoint that stays open as long as the worker lives."""
    key = key_from(os.environ, endpoint.key_env) if endpoint.key_env else SecretKey()
    opening = open_endpoint(
        endpoint.url, key, network=endpoint.network, timeout=endpoint.timeout, connections=1
    )
    return _OPENED.enter_context(opening)
