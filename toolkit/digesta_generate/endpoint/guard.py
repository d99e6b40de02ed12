"""The addresses that a request may go to, and its deadline, checked where connections are made.

A host is looked up once, here; each of its addresses must belong to the chosen network
(public unless another is named), and the connection goes to a checked address, so that a second
look-up cannot lead elsewhere. TLS still checks the host's name. One deadline covers a
whole request: connecting, sending, and every byte of the reply, headers included.
"""

from __future__ import annotations

import ipaddress
import math
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Literal

import httpcore
import httpx

from digesta_generate.endpoint.faults import FaultError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], list[str]]
Network = Literal["public", "loopback", "private"]
"""Where an endpoint is: anywhere, on this machine, or on a network of one's own."""

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""An IPv6 address of an IPv4 one, by which networks without IPv4 reach it (RFC 6052)."""

_SPECIAL = tuple(
    map(
        ipaddress.ip_network,
        (
            "100.64.0.0/10",
            "168.63.129.16/32",
            "192.0.0.0/24",
            "192.88.99.0/24",
            "64:ff9b:1::/48",
            "2001::/23",
            "3fff::/20",
            "5f00::/16",
        ),
    )
)
"""Networks without public hosts, some of which Python calls global."""

_PRIVATE = tuple(
    map(
        ipaddress.ip_network,
        ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"),
    )
)
"""Networks of one's own: RFC 1918, RFC 6598 (also of overlay networks), RFC 4193.

Link-local addresses are none: machines in a cloud read their credentials there.
"""

_CREDENTIALS = {ipaddress.ip_address(text) for text in ("100.100.100.200", "fd00:ec2::254")}
"""Addresses in these networks at which clouds hand out credentials."""


def addresses_of(host: str, port: int) -> list[str]:
    """Return a host's addresses, each once, in the system's order."""
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(info[4][0]) for info in infos))


def may_connect(address: str, network: Network) -> bool:
    """Return whether a connection may go to an address.

    >>> may_connect("10.0.0.1", "public"), may_connect("::ffff:127.0.0.1", "loopback")
    (False, True)
    >>> may_connect("10.0.0.1", "private"), may_connect("169.254.169.254", "private")
    (True, False)
    """
    ip: Address = ipaddress.ip_address(address)
    ip = getattr(ip, "ipv4_mapped", None) or ip
    if network == "loopback":
        return ip.is_loopback
    if network == "private":
        return any(ip in own for own in _PRIVATE) and ip not in _CREDENTIALS
    if ip in _NAT64:
        ip = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    special = ip.is_multicast or ip.is_reserved or any(ip in network for network in _SPECIAL)
    return ip.is_global and not special and not _is_indirect(ip)


def _is_indirect(ip: Address) -> bool:
    """Return whether an address is site-local, or leads to another: 6to4 or Teredo."""
    return ip.version == 6 and bool(ip.is_site_local or ip.sixtofour or ip.teredo)  # noqa: PLR2004


class _Deadline(threading.local):
    at: float = math.inf


_DEADLINE = _Deadline()


def set_deadline(seconds: float) -> None:
    """Let this thread's next request end, to its last byte, within so many seconds from now."""
    _DEADLINE.at = time.monotonic() + seconds


def _wait(timeout: float | None) -> float | None:
    left = _DEADLINE.at - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("the whole reply took too long")
    wait = left if timeout is None else min(left, timeout)
    return None if math.isinf(wait) else wait


class _Stream(httpcore.NetworkStream):
    """A connection whose every step ends by the deadline of its thread."""

    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _wait(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, _wait(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, _wait(timeout)))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class GuardedBackend(httpcore.NetworkBackend):
    """Connects to addresses that were looked up and checked here."""

    def __init__(self, network: Network, *, resolve: Resolve = addresses_of) -> None:
        self._network = network
        self._resolve = resolve
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first of a host's addresses that answers, or raise FaultError."""
        failed: httpcore.ConnectError | httpcore.ConnectTimeout | None = None
        for address in self._safe_addresses(host, port):
            try:
                stream = self._inner.connect_tcp(
                    address, port, _wait(timeout), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
            else:
                return _Stream(stream)
        raise failed or httpcore.ConnectError(f"{host} has no address")

    def _safe_addresses(self, host: str, port: int) -> list[str]:
        try:
            addresses = self._resolve(host, port)
        except (OSError, UnicodeError) as error:  # the latter: a name that no host can have
            raise httpcore.ConnectError(f"{host} has no address: {error}") from None
        for address in addresses:
            if not may_connect(address, self._network):
                code = "address" if self._network == "public" else self._network
                raise FaultError(code, address if host == address else f"{host} is {address}")
        return addresses


class GuardedTransport(httpx.HTTPTransport):
    """An httpx transport whose connections are the guard's: no proxy, no environment."""

    def __init__(self, backend: httpcore.NetworkBackend, *, connections: int) -> None:
        context = httpx.create_ssl_context(trust_env=False)
        super().__init__(verify=context, trust_env=False)
        self._pool = httpcore.ConnectionPool(
            ssl_context=context,
            max_connections=connections,
            network_backend=backend,
        )
