"""Where a request may go: public addresses, or with --loopback this machine, and nowhere else."""

from __future__ import annotations

import ssl
from pathlib import Path
from unittest import mock

import httpcore
import pytest
from faulty import serving
from runs import folder, generate, options

from digesta.errors import UsageError
from digesta_generate.endpoint.client import checked_url, is_openrouter, open_endpoint
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.endpoint.guard import GuardedBackend, addresses_of, may_connect, set_deadline
from digesta_generate.endpoint.secret import SecretKey
from waiting import HANG

PRIVATE = (
    "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "0.0.0.0",  # noqa: S104 - refused
    "127.0.0.1", "127.8.8.8", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1",
    "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::",
    "2001:0:1::1",
)  # fmt: skip
PUBLIC = ("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808")
OWN = ("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1")


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert not may_connect(address, "public")


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_allowed_but_not_with_loopback(address: str) -> None:
    assert may_connect(address, "public")
    assert not may_connect(address, "loopback")


@pytest.mark.parametrize("address", PRIVATE)
def test_loopback_allows_this_machine_alone(address: str) -> None:
    assert may_connect(address, "loopback") == (address in OWN)


def backend(*addresses: str, loopback: bool = False) -> GuardedBackend:
    return GuardedBackend(
        "loopback" if loopback else "public", resolve=lambda _host, _port: list(addresses)
    )


@pytest.mark.parametrize("found", [("127.0.0.1",), ("8.8.8.8", "10.0.0.1"), ("::ffff:127.0.0.1",)])
def test_a_name_that_resolves_to_a_private_address_is_refused_whole(found: tuple[str, ...]) -> None:
    set_deadline(HANG)

    with pytest.raises(FaultError, match=r"example\.org is ") as caught:
        backend(*found).connect_tcp("example.org", 443)

    assert caught.value.code == "address"


@pytest.mark.parametrize("host", ["localhost", "127.1", "2130706433", "0x7f000001"])
def test_a_spelling_of_this_machine_needs_loopback(host: str, twelve: Path) -> None:
    with serving() as server:
        url = f"https://{host}:{server.server_port}/v1"
        arguments = [one for one in options(url, twelve) if one != "--loopback"]

        done = generate(*arguments, "--key-env", "TOY_KEY", TOY_KEY="sk-any-key-0")

    assert done.returncode == 1
    assert ": address; got " in done.stderr
    assert "add --loopback" in done.stderr
    assert server.requests == []
    assert not folder(twelve).exists()


def test_the_connection_goes_to_the_address_that_was_checked() -> None:
    with serving() as server:
        set_deadline(HANG)
        guarded = backend("127.0.0.1", loopback=True)

        stream = guarded.connect_tcp("no-such-host.invalid", server.server_port)

        assert stream.get_extra_info("server_addr") == ("127.0.0.1", server.server_port)
        stream.close()


def test_the_next_address_is_tried_where_one_does_not_answer() -> None:
    with serving() as server:
        set_deadline(HANG)

        stream = backend("127.0.0.2", "127.0.0.1", loopback=True).connect_tcp(
            "two.example", server.server_port
        )

        assert stream.get_extra_info("server_addr")[0] == "127.0.0.1"
        stream.close()


def test_a_host_without_an_address_is_a_failed_connection() -> None:
    def unknown(_host: str, _port: int) -> list[str]:
        raise OSError("not known")

    set_deadline(HANG)
    with pytest.raises(httpcore.ConnectError, match="not known"):
        GuardedBackend("public", resolve=unknown).connect_tcp("x", 1)
    with pytest.raises(httpcore.ConnectError, match="no address"):
        backend().connect_tcp("x", 1)


def test_tls_keeps_the_name_and_the_deadline() -> None:
    with serving() as server:  # speaks no TLS: the handshake must fail, and fail in time
        set_deadline(1)
        stream = backend("127.0.0.1", loopback=True).connect_tcp("a.example", server.server_port)

        with pytest.raises((httpcore.ConnectError, httpcore.ConnectTimeout, ssl.SSLError)):
            stream.start_tls(ssl.create_default_context(), "a.example", None)


def test_a_deadline_that_has_passed_ends_a_read_before_it_waits() -> None:
    with serving() as server:
        set_deadline(HANG)
        stream = backend("127.0.0.1", loopback=True).connect_tcp("a.example", server.server_port)
        set_deadline(-1)

        with mock.patch.object(vars(stream)["_inner"], "read") as read:
            with pytest.raises(httpcore.ReadTimeout):
                stream.read(1, 60)
            read.assert_not_called()
        stream.close()


def test_an_environment_s_proxy_has_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    with (
        serving() as server,
        open_endpoint(
            server.url, SecretKey(), network="loopback", timeout=5, connections=1
        ) as endpoint,
    ):
        message = {"role": "user", "content": "Case 1 of the kind enum?"}
        received = endpoint.ask({"messages": [message]}, idempotency_key="k")

    assert "Answer: red" in received.body


def test_addresses_of_this_machine() -> None:
    assert addresses_of("127.0.0.1", 80) == ["127.0.0.1"]


def test_a_base_url_is_checked_and_its_last_slash_dropped() -> None:
    assert checked_url("https://host/v1/", network="public") == "https://host/v1"
    assert is_openrouter("https://openrouter.ai/api/v1")
    assert not is_openrouter("https://openrouter.ai.evil.example/v1")
    for bad in ("https://[::1/v1", "https:///v1", "https://host:x/v1", "https://h/v1?key=1"):
        with pytest.raises(UsageError):
            checked_url(bad, network="loopback")
