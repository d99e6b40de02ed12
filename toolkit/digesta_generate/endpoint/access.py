"""The access to a model: its endpoint, its key, the time for a reply."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from digesta.errors import UsageError
from digesta_generate.endpoint.client import checked_url, default_key, open_endpoint
from digesta_generate.endpoint.far import FarEndpoint, open_far
from digesta_generate.endpoint.guard import Network
from digesta_generate.endpoint.local import LOCAL, model_of, serve
from digesta_generate.endpoint.prefix import open_prefix_endpoint
from digesta_generate.endpoint.retries import Patience
from digesta_generate.endpoint.secret import SecretKey, key_from
from digesta_generate.options import EndpointOptions, recorded_url

if TYPE_CHECKING:
    from digesta_generate.endpoint.client import Sender

_PATIENCE = Patience()


@dataclass(frozen=True, kw_only=True)
class EndpointAccess:
    """An endpoint, or a model served on this machine (local), and how it is asked.

    option: the command's name for the base URL; it is typed, never read from a file, nor offered
    from one. engine: by name, whose workers send the requests. threads: of the model on this
    machine.
    """

    base_url: str | None = None
    local: str | None = None
    threads: int = 1
    key_env: str | None = None
    loopback: bool = False
    private_network: bool = False
    timeout: float = 120.0
    concurrency: int = 1
    engine: str = "inline"
    patience: Patience = _PATIENCE
    option: str = "--base-url"

    @property
    def endpoint(self) -> str:
        """The endpoint's name in records."""
        if self.local is None:
            return recorded_url(self.url())
        return LOCAL + model_of(self.local).name

    @property
    def network(self) -> Network:
        """The network that it is on."""
        if self.loopback and self.private_network:
            raise UsageError("--loopback is this machine, --private-network another: give only one")
        return "loopback" if self.loopback else "private" if self.private_network else "public"

    def url(self) -> str:
        """Return the checked base URL, or raise UsageError."""
        if self.base_url is None:
            raise UsageError(f"no endpoint: name one with {self.option}, such as https://host/v1")
        return checked_url(self.base_url, network=self.network, option=self.option)

    def key(self) -> SecretKey:
        """Return the key; UsageError where no key is known to be meant for the host."""
        name = self._key_name()
        if not name and self.network != "public":
            return SecretKey()
        if not name:
            raise UsageError("no key: name the environment variable that holds it with --key-env")
        if self.key_env is None and not os.environ.get(name):
            raise UsageError(
                f"no key: set the environment variable {name}, or name another with --key-env"
            )
        return key_from(os.environ, name)

    def _key_name(self) -> str:
        """Return the environment variable of the key; empty where none is needed, or known."""
        if self.key_env is not None or self.network != "public":
            return self.key_env or ""
        return default_key(self.url()) or ""

    def connection(self) -> Callable[[], AbstractContextManager[Sender]]:
        """Return a function that opens the endpoint; the key is read from the environment now."""
        if self.local is not None:
            self.refuse_key()
            if self.engine != "inline":
                raise UsageError("--local runs in this process; leave out --engine")
            return partial(_serve, self.local, self.threads, self.timeout)
        url, key = self.url(), self.key()
        if self.engine != "inline":
            far = FarEndpoint(url, self._key_name(), self.network, self.timeout)
            return partial(open_far, self.engine, far)
        return lambda: open_endpoint(
            url, key, network=self.network, timeout=self.timeout, connections=self.concurrency
        )

    def refuse_key(self) -> None:
        """Refuse a key for a model on this machine."""
        if self.key_env is not None:
            raise UsageError("--local needs no key; leave out --key-env")


def access_of(
    options: EndpointOptions, local: str | None = None, threads: int = 1
) -> EndpointAccess:
    """Return the access of a command's options. local, threads: a model on this machine."""
    return EndpointAccess(
        base_url=options.base_url,
        local=local,
        threads=threads,
        key_env=options.key_env,
        loopback=options.loopback,
        private_network=options.private_network,
        timeout=options.timeout,
        # A local server has one slot: requests would only wait in it, and their latency would lie.
        concurrency=1 if local else options.concurrency,
        engine=options.engine,
        patience=Patience(options.retries, options.backoff),
    )


@contextmanager
def _serve(local: str, threads: int, timeout: float) -> Iterator[Sender]:
    """Start a model's server on this machine, and open it as any other endpoint."""
    with (
        serve(local, threads=threads) as url,
        open_endpoint(
            url, SecretKey(), network="loopback", timeout=timeout, connections=1
        ) as endpoint,
        open_prefix_endpoint(endpoint, url, timeout=timeout) as sparing,
    ):
        yield sparing
