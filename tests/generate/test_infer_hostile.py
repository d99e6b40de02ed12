"""What an endpoint says on purpose: no file that cannot be read, no hang, no key on record."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from faulty import Exchange, completion, right_form, serving
from runs import KEY, answers, folder, generate, options

from commands import run
from digesta.errors import UsageError
from digesta_generate.endpoint.client import checked_url, default_key
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.endpoint.guard import GuardedBackend, may_connect, set_deadline
from digesta_generate.endpoint.reply import read_reply
from digesta_generate.endpoint.secret import SecretKey
from growth import MOST, growth_of
from world import lines_of

REPLIES = {
    "an escape": "I \x1b[31m think\nAnswer: red",
    "a null": "a\x00\nAnswer: red",
    "a noncharacter": "\ufffe\nAnswer: red",
    "31 marks in a row": "e" + "\u0301" * 31 + "\nAnswer: red",
    "too many characters": "x" * 262_145 + "\nAnswer: red",
    "too long an answer": "Answer: " + "x" * 262_145,
    "too many bytes": "\U0001f600" * 262_000 + "\nAnswer: red",
}


@pytest.mark.parametrize("what", REPLIES)
def test_a_reply_that_no_record_may_hold_is_recorded_cleaned_and_passes_the_check(
    what: str, twelve: Path
) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        said = completion(REPLIES[what] if turn == 1 else right_form(exchange.body))
        exchange.say(said | {"model": "toy\x00v1", "provider": "a\x1bb"})

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "--limit", "1", "--partial"))

    assert done.returncode == 0, done.stderr
    checked = run("check", folder(twelve), "--root", twelve)
    assert checked.returncode == 0, checked.stderr
    recorded = json.loads((folder(twelve) / "run.json").read_bytes())["inference"]
    assert recorded["models"] == {"toy\ufffdv1": 1}
    assert recorded["providers"] == {"a\ufffdb": 1}


def costing(digit: int) -> Callable[[int], str]:
    return lambda n: f'{{"usage":{{"cost":{digit}e-{n}}},"choices":[{{"message":{{}}}}]}}'


def nested(size: int) -> str:
    parts = '[{"text":' * (size // 10_000) + '"x"' + "}]" * (size // 10_000)
    return f'{{"choices":[{{"message":{{"content":{parts}}}}}]}}'


@pytest.mark.parametrize(("make", "most"), [(costing(1), 2), (costing(0), 2), (nested, MOST)])
def test_a_cost_of_many_places_is_read_at_once_and_parts_in_parts_in_linear_time(
    make: Callable[[int], str], most: int
) -> None:
    def read(body: str) -> None:
        reply = read_reply(body)
        assert (reply.text, reply.cost or 0) == ("", 0)

    assert growth_of(read, make, 1_000_000) <= most


@pytest.mark.parametrize(
    "said", ["Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
             "Mon, 01 Jan 2026 00:00:00 +99999999999999", "soon"],
)  # fmt: skip
def test_a_retry_after_that_is_no_time_is_passed_over(said: str, twelve: Path) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        if turn == 1:
            exchange.say({}, 429, Retry_After=said)
        else:
            exchange.execute()

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "--limit", "1", "--partial"))

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "url",
    [f"user:{KEY}@h.example/v1", f"https:user:{KEY}@h.example/v1", f"https:/user:{KEY}@h/v1",
     f"ftp:{KEY}", KEY, f"http://{KEY}.example/v1", "https://a..b/v1", f"https://{'a' * 70}.com",
     "https://xn--a/v1", "https://host/v1\t", "https://ho st/v1"],
)  # fmt: skip
def test_a_base_url_that_is_none_is_refused_and_never_repeated(url: str) -> None:
    with pytest.raises(UsageError, match="--base-url") as caught:
        checked_url(url)

    assert url not in str(caught.value)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("option", ["--timeout", "--backoff", "--max-minutes"])
@pytest.mark.parametrize("value", ["nan", "inf"])
def test_a_time_without_end_is_refused(option: str, value: str, twelve: Path) -> None:
    assert generate(*options("http://127.0.0.1:9/v1", twelve, option, value)).returncode == 2


def test_a_key_split_over_the_parts_of_a_reply_is_found(twelve: Path) -> None:
    parts = [{"type": "text", "text": f"Answer: {KEY[:10]}"}, {"type": "text", "text": KEY[10:]}]

    with serving(lambda one, _: one.say(completion("", message={"content": parts}))) as server:
        done = generate(*options(server.url, twelve, "--key-env", "TOY_KEY"), TOY_KEY=KEY)

    assert done.returncode == 0, done.stderr
    assert set(answers(twelve).values()) == {"key"}  # brackets around an answer are taken off
    assert {one["reply"] for one in lines_of(folder(twelve) / "trace.jsonl")} == {"Answer: [key]"}


def test_a_key_that_a_url_or_html_escapes_is_found() -> None:
    value = "sk-a&b/c'd\"e<f>=="
    key = SecretKey(value)

    for spelled in (quote(value, safe=""), quote(quote(value, safe=""), safe=""),
                    html.escape(value), html.escape(html.escape(value)),
                    "".join(f"&#{ord(c)};" for c in value)):  # fmt: skip
        assert key.scrub(f"<{spelled}>") == "<[key]>"
    assert key.scrub("&amp;" * 100_000) == "&amp;" * 100_000


def test_a_key_of_capitals_in_the_place_of_its_name_is_refused_and_not_repeated(
    twelve: Path,
) -> None:
    capitals = "AKIAIOSFODNN7EXAMPLEKEY"

    done = generate(*options("http://127.0.0.1:9/v1", twelve, "--key-env", capitals))

    assert done.returncode == 2
    assert capitals not in done.stderr
    assert not folder(twelve).exists()


def test_a_key_goes_to_no_host_that_it_is_not_meant_for(twelve: Path) -> None:
    assert default_key("https://api.openai.com/v1") == "OPENAI_API_KEY"
    assert default_key("https://openrouter.ai/api/v1") == "OPENROUTER_API_KEY"
    assert default_key("https://api.openai.com.evil.example/v1") is None

    with serving() as server:
        done = generate(*options(server.url, twelve), OPENAI_API_KEY=KEY)
    plain = [one for one in options("https://other.example/v1", twelve) if one != "--loopback"]
    refused = generate(*plain, OPENAI_API_KEY=KEY)

    assert done.returncode == 0, done.stderr
    assert all("Authorization" not in headers for _, headers, _ in server.seen)
    assert refused.returncode == 2
    assert "--key-env" in refused.stderr


@pytest.mark.parametrize(("status", "code", "asked"), [(503, "server-error", 3), (401, "key", 1)])
def test_an_encoded_error_page_keeps_its_status(
    status: int, code: str, asked: int, twelve: Path
) -> None:
    def script(exchange: Exchange, _turn: int) -> None:
        exchange.say(b"\x1f\x8b", status, Content_Encoding="gzip", Retry_After="0")

    with serving(script) as server:
        more = ("-c", "1", "--limit", "1", "--partial", "--retries", "2")
        done = generate(*options(server.url, twelve, *more))

    assert f": {code};" in done.stderr
    assert len(server.requests) == asked


@pytest.mark.parametrize(
    "address",
    ["3fff::1", "192.0.0.9", "192.88.99.1", "168.63.129.16", "100.100.100.200", "5f00::1",
     "64:ff9b:1::a00:1"],
)  # fmt: skip
def test_a_special_network_is_not_public(address: str) -> None:
    assert not may_connect(address, "public")


def test_a_public_host_with_loopback_is_told_to_leave_it_out() -> None:
    set_deadline(60)
    public: Any = GuardedBackend("loopback", resolve=lambda _host, _port: ["8.8.8.8"])

    with pytest.raises(FaultError) as caught:
        public.connect_tcp("host.example", 443)

    assert "fix: leave out --loopback" in str(caught.value.problem("https://host.example/v1"))
