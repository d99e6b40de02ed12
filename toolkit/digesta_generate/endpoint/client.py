"""One OpenAI-compatible endpoint over HTTP: a request body goes out, a reply's text comes back.

Refused: plain ``http`` except to this machine or a private network, a redirect elsewhere (one
within the same origin is followed, once), a reply over 4 MiB or with an encoding. A reply is
scrubbed of the key, and of what a URL's path hides, before anything else happens to it.
Environment variables and proxies have no influence.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

import httpx

from digesta import __version__
from digesta.canonical import canonical_bytes
from digesta.errors import UsageError
from digesta_generate.endpoint.faults import FaultError, code_of
from digesta_generate.endpoint.guard import (
    GuardedBackend,
    GuardedTransport,
    Network,
    set_deadline,
)
from digesta_generate.endpoint.reply import scrub_content
from digesta_generate.endpoint.secret import SecretKey
from digesta_generate.options import HIDDEN, hidden_parts

LARGEST = 4 << 20
"""Bytes of a reply at most."""

_EXCERPT = 300
"""Characters of an endpoint's own words in a message."""

_URL = re.compile(r"https?://[!-~]+")
_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?")
_OK = 200
_REDIRECTS = range(300, 400)
_SAME_METHOD = (307, 308)


class ReceivedReply(NamedTuple):
    """The text of a reply with status 200, and how long it took."""

    body: str
    latency_ms: int


class Sender(Protocol):
    """Sends a request and receives its reply: an ``Endpoint``."""

    def ask(self, body: Mapping[str, Any], *, idempotency_key: str) -> ReceivedReply:
        """Return the reply, or raise FaultError."""


def checked_url(text: str, *, network: Network = "public", option: str = "--base-url") -> str:
    """Return a base URL without its last slash, or UsageError, which never repeats it.

    option: the command's name for it.
    """
    # The text may hold a key, in any place and in any form.
    if any(mark in text for mark in "@?#"):
        raise UsageError(f"{option} must hold no user, password, query or fragment")
    try:
        host, _ = urlsplit(text).hostname or "", urlsplit(text).port
        _ = httpx.URL(text).host  # reads an international name, or fails
    except (ValueError, httpx.InvalidURL):
        host = ""
    if _URL.fullmatch(text) is None or not (":" in host or _HOST.fullmatch(host)):
        raise UsageError(f"{option}: not the URL of an endpoint; write for example https://host/v1")
    if HIDDEN in text:
        raise UsageError(f"{option}: {HIDDEN} hides a part of the path; write that part again")
    if text.startswith("http:") and network == "public":
        raise UsageError(
            f"{option}: http is unprotected; use https, or --loopback for this machine, or "
            "--private-network for a server on a network of your own"
        )
    return text.rstrip("/")


def is_openrouter(base_url: str) -> bool:
    """Return whether a base URL is OpenRouter's, whose replies name their cost."""
    host = urlsplit(base_url).hostname or ""
    return host == "openrouter.ai" or host.endswith(".openrouter.ai")


def default_key(base_url: str) -> str | None:
    """Return the variable whose key is meant for a base URL's host; None: none is known."""
    if is_openrouter(base_url):
        return "OPENROUTER_API_KEY"
    return "OPENAI_API_KEY" if urlsplit(base_url).hostname == "api.openai.com" else None


class Endpoint:
    """An open endpoint for requests from several threads; ``open_endpoint`` makes it."""

    def __init__(self, url: str, client: httpx.Client, key: SecretKey, *, timeout: float) -> None:
        self._url = httpx.URL(url)
        self._client = client
        self._key = key
        self._timeout = timeout

    def ask(self, body: Mapping[str, Any], *, idempotency_key: str) -> ReceivedReply:
        """Return the reply to a request, or raise FaultError with a scrubbed message."""
        set_deadline(self._timeout)
        begun = time.monotonic()
        try:
            text = self._reply(canonical_bytes(body), idempotency_key)
        except httpx.TimeoutException:
            raise FaultError("timeout", f"no whole reply in {self._timeout:g} s") from None
        except httpx.HTTPError as error:
            raise FaultError("connection", self._key.scrub(str(error))) from None
        return ReceivedReply(text, round((time.monotonic() - begun) * 1000))

    def _reply(self, content: bytes, idempotency_key: str) -> str:
        url = self._url
        headers = {"Idempotency-Key": idempotency_key} | self._key.headers()
        for _ in range(2):
            with self._client.stream("POST", url, content=content, headers=headers) as response:
                if response.status_code not in _REDIRECTS:
                    return self._text(response)
                url = self._redirect_target(response)
        raise FaultError("redirect", "a second redirect")

    def _text(self, response: httpx.Response) -> str:
        if response.status_code == _OK:
            return scrub_content(self._body(response), self._key.scrub)
        try:
            text = self._body(response)
        except FaultError as fault:
            text = f"({fault.code}: {fault.got})"  # the status says more than its page
        raise FaultError(
            code_of(response.status_code, text),
            f"status {response.status_code}: {' '.join(text[:_EXCERPT].split())}",
            wait=_retry_after(response.headers.get("Retry-After", ""), text),
            status=response.status_code,
            body=text,
        )

    def _body(self, response: httpx.Response) -> str:
        encoding = response.headers.get("Content-Encoding", "identity")
        if encoding.lower() != "identity":
            raise FaultError("reply-encoding", self._key.scrub(encoding)[:_EXCERPT])
        data = bytearray()
        for chunk in response.iter_raw():
            data += chunk
            if len(data) > LARGEST:
                raise FaultError("reply-size", f"more than {LARGEST} bytes")
        return self._key.scrub(data.decode("utf-8", "replace"))

    def _redirect_target(self, response: httpx.Response) -> httpx.URL:
        location = response.headers.get("Location", "")
        got = f"status {response.status_code} to {self._key.scrub(location)[:_EXCERPT]!r}"
        try:
            target = self._url.join(location)
        except (httpx.InvalidURL, ValueError):
            raise FaultError("redirect", got) from None
        own = (self._url.scheme, self._url.host, self._url.port)
        same = (target.scheme, target.host, target.port) == own and not target.userinfo
        if response.status_code not in _SAME_METHOD or not same:
            raise FaultError("redirect", got)
        return target


_DELAY = re.compile(r'(?i)(?:"retryDelay": ?"|try again in )([0-9.]{1,12})s\b')


def _retry_after(header: str, body: str = "") -> float | None:
    """Return the wait of a Retry-After header, in seconds or to a date, or else of the body."""
    header = header or "".join(_DELAY.findall(body)[:1])
    if re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", header.strip(), re.ASCII):
        return float(header)
    try:
        at = parsedate_to_datetime(header)
        aware = at if at.tzinfo else at.replace(tzinfo=UTC)
        return max(0.0, (aware - datetime.now(UTC)).total_seconds())
    except (ValueError, OverflowError):
        return None


@contextmanager
def open_endpoint(
    base_url: str,
    key: SecretKey,
    *,
    timeout: float,
    connections: int,
    network: Network = "public",
    path: str = "chat/completions",
) -> Iterator[Endpoint]:
    """Open an endpoint for the block. timeout: seconds for a whole reply. path: below the URL."""
    transport = GuardedTransport(GuardedBackend(network), connections=connections)
    headers = {
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "Content-Type": "application/json",
        "User-Agent": f"digesta/{__version__}",
    }
    with httpx.Client(
        transport=transport,
        headers=headers,
        trust_env=False,
        follow_redirects=False,
        timeout=timeout,
    ) as client:
        hiding = key.hiding(hidden_parts(base_url))
        yield Endpoint(f"{base_url}/{path}", client, hiding, timeout=timeout)
