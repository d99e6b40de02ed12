"""What a faulty endpoint does, and what a run makes of it: retried, refused, or said."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from faulty import Exchange, completion, right_form, serving
from runs import KEY, answers, folder, generate, options, waits

from digesta.errors import UsageError
from digesta_generate.endpoint import client
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.endpoint.reply import read_reply
from digesta_generate.endpoint.retries import Patience, StoppedError, patiently, wait_before
from digesta_generate.endpoint.secret import SecretKey, key_from
from world import lines_of

Act = Callable[[Exchange], None]

PASSING: dict[str, Act] = {
    "stalls": lambda _exchange: time.sleep(6),
    "breaks off in mid-body": Exchange.truncate,
    "says 429": lambda exchange: exchange.say({}, 429, Retry_After="0"),
    "says 500": lambda exchange: exchange.say(b"oops", 500),
    "says 408": lambda exchange: exchange.say({}, 408),
    "sends bad JSON": lambda exchange: exchange.say(b'{"choices":'),
    "sends bytes that are no text": lambda exchange: exchange.say(b"\xff\xfe\x00"),
    "sends deep JSON": lambda exchange: exchange.say(b"[" * 200_000),
    "sends JSON of the wrong shape": lambda exchange: exchange.say({"choices": [{"message": "x"}]}),
    "sends a list": lambda exchange: exchange.say([1]),
    "sends an error with status 200": lambda exchange: exchange.say({"error": {"code": 502}}),
    "resets the connection": Exchange.reset,
    "drips its body": Exchange.drip,
    "drips its headers": lambda exchange: exchange.drip(headers=True),
}


@pytest.mark.parametrize("fault", PASSING)
def test_a_fault_that_passes_is_tried_again(fault: str, twelve: Path) -> None:
    met: set[str] = set()
    lock = threading.Lock()
    wait = "3" if fault.startswith(("stalls", "drips")) else "60"

    def script(exchange: Exchange, _turn: int) -> None:
        with lock:
            new = not met
            met.add(exchange.key)
        if new:
            PASSING[fault](exchange)
        else:
            exchange.execute()

    with serving(script) as server:
        done = generate(
            *options(server.url, twelve, "--timeout", wait, "--limit", "4", "--partial")
        )

    assert done.returncode == 0, done.stderr
    assert len(answers(twelve)) == 4
    assert len(server.requests) == 5
    assert set(server.executions.values()) == {1}


LASTING: dict[str, tuple[Act, str, str]] = {
    "a redirect to another host": (
        lambda exchange: exchange.say({}, 307, Location="https://evil.example/v1"),
        "redirect", "evil.example",
    ),
    "a redirect that changes the method": (
        lambda exchange: exchange.say({}, 302, Location="/v1/other"), "redirect", "302",
    ),
    "a redirect loop": (
        lambda exchange: exchange.say({}, 308, Location="/v1/other"), "redirect", "a second",
    ),
    "a redirect to nowhere": (
        lambda exchange: exchange.say({}, 307, Location="http://[bad"), "redirect", "bad",
    ),
    "a missing key": (lambda exchange: exchange.say({}, 401), "key", "--key-env"),
    "a missing page": (lambda exchange: exchange.say({}, 404), "not-found", "--base-url"),
    "an empty account": (lambda exchange: exchange.say({}, 402), "payment", "credit"),
}  # fmt: skip


@pytest.mark.parametrize("fault", LASTING)
def test_a_fault_that_no_question_escapes_ends_the_run_at_once(fault: str, twelve: Path) -> None:
    act, code, said = LASTING[fault]

    with serving(lambda exchange, _turn: act(exchange)) as server:
        done = generate(*options(server.url, twelve, "-c", "1"))

    assert done.returncode == 1
    assert f": {code}; got" in done.stderr
    assert said in done.stderr
    assert "fix:" in done.stderr
    assert len(server.requests) <= 2
    assert not folder(twelve).exists()


def test_a_redirect_within_the_same_origin_is_followed_once(twelve: Path) -> None:
    def script(exchange: Exchange, _turn: int) -> None:
        if exchange.path == "/v1/chat/completions":
            exchange.say({}, 307, Location="/moved")
        else:
            exchange.execute()

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "--key-env", "TOY_KEY"), TOY_KEY=KEY)

    assert done.returncode == 0, done.stderr
    assert {path for path, _, _ in server.seen} == {"/v1/chat/completions", "/moved"}
    assert {headers["Authorization"] for _, headers, _ in server.seen} == {f"Bearer {KEY}"}


REFUSED: dict[str, tuple[Act, str]] = {
    "a reply of 80 MiB": (Exchange.huge, "reply-size"),
    "an encoding that was not asked for": (
        lambda exchange: exchange.say(b"x", Content_Encoding="gzip"), "reply-encoding",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", REFUSED)
def test_a_reply_that_is_refused_costs_its_question_alone(fault: str, twelve: Path) -> None:
    act, code = REFUSED[fault]

    def script(exchange: Exchange, turn: int) -> None:
        if turn == 2:
            act(exchange)
        else:
            exchange.execute()

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "-c", "1"))
        assert done.returncode == 1
        assert f"{code}; question" in done.stderr
        assert "11 of 12 questions are answered" in done.stderr
        assert not (folder(twelve) / "predictions.jsonl").exists()

        again = generate(*options(server.url, twelve))

    assert again.returncode == 0
    assert len(server.requests) == 13


def test_a_question_without_a_reply_stands_as_an_error_in_a_partial_submission(
    twelve: Path,
) -> None:
    def script(exchange: Exchange, _turn: int) -> None:
        if "Case 2" in str(exchange.body["messages"][-1]):
            exchange.say({}, 500)
        else:
            exchange.execute()

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "--retries", "1", "--partial", "-c", "2"))

    assert done.returncode == 0, done.stderr
    assert list(answers(twelve).values()).count(None) == 3
    outcomes = [one["outcome"] for one in lines_of(folder(twelve) / "trace.jsonl")]
    assert (outcomes.count("error"), outcomes.count("answered")) == (3, 9)


def test_an_endpoint_that_is_down_is_given_up_soon(twelve: Path) -> None:
    with serving(lambda exchange, _turn: exchange.say(b"down", 503)) as server:
        done = generate(*options(server.url, twelve, "--retries", "1"))

    assert done.returncode == 1
    assert "server-error; got status 503: down" in done.stderr
    assert len(server.requests) <= 20  # of 72: three in a row end it, some are in flight then
    assert not folder(twelve).exists()


def test_a_question_that_the_endpoint_refuses_is_an_error_once_others_are_answered(
    twelve: Path,
) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        if turn == 1:
            exchange.say({"error": {"message": "context too long"}}, 400)
        else:
            exchange.execute()

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "-c", "1"))

    assert done.returncode == 0, done.stderr
    assert list(answers(twelve).values()).count(None) == 1
    assert "error" in {one["outcome"] for one in lines_of(folder(twelve) / "trace.jsonl")}


def test_settings_that_the_endpoint_refuses_are_no_answers(twelve: Path) -> None:
    with serving(lambda exchange, _turn: exchange.say({"error": "no temperature"}, 400)) as server:
        done = generate(*options(server.url, twelve))

    assert done.returncode == 1
    assert "no temperature" in done.stderr
    assert len(server.requests) <= 8
    assert not folder(twelve).exists()


# The key --------------------------------------------------------------------------------------


def spelled(key: str) -> bytes:
    """Return a completion that says the key as itself, escaped, and escaped within JSON."""
    escaped = "".join(f"\\u{ord(c):04x}" for c in key)
    body = json.dumps(completion("I know: SECRET and INNER", model=key) | {"provider": key})
    inner = json.dumps(json.dumps({"key": key.replace("-", "\\u002d")}))[1:-1]
    return body.replace("SECRET", escaped).replace("INNER", inner).encode()


ECHOES: dict[str, Act] = {
    "in a reply": lambda exchange: exchange.say(spelled(KEY)),
    "in an error": lambda exchange: exchange.say(spelled(KEY), 400),
    "in an error of the server": lambda exchange: exchange.say(spelled(KEY), 500),
    "in a refusal of the key": lambda exchange: exchange.say(f"bad key {KEY}".encode(), 401),
    "in a redirect": lambda exchange: exchange.say({}, 307, Location=f"https://x.example/{KEY}"),
    "in bad JSON": lambda exchange: exchange.say(f'{{"a":"{KEY}'.encode()),
}


@pytest.mark.parametrize("echo", ECHOES)
@pytest.mark.parametrize("more", [["--partial"], []])
def test_a_planted_key_never_appears(echo: str, more: list[str], twelve: Path) -> None:
    def script(exchange: Exchange, turn: int) -> None:
        assert exchange.headers["Authorization"] == f"Bearer {KEY}"
        if turn % 3 == 0:
            ECHOES[echo](exchange)
        else:
            exchange.execute()

    with serving(script) as server:
        done = generate(
            *options(server.url, twelve, "--key-env", "TOY_KEY", "--retries", "1", "-c", "1"),
            *more, TOY_KEY=KEY,
        )  # fmt: skip

    assert len(server.requests) > 2
    kept = [path.read_text("utf-8") for path in twelve.rglob("*") if path.is_file()]
    for text in (done.stdout, done.stderr, *kept):
        # Neither as itself, nor after one or two rounds of unescaping.
        assert KEY not in text
        once = text.encode().decode("unicode_escape", "replace")
        assert KEY not in once
        assert KEY not in once.encode("ascii", "ignore").decode("unicode_escape", "replace")


def test_a_key_in_the_place_of_its_variable_s_name_is_not_repeated(twelve: Path) -> None:
    done = generate(*options("http://127.0.0.1:9/v1", twelve, "--key-env", KEY))

    assert done.returncode == 2
    assert "NAME of an environment variable" in done.stderr
    assert KEY not in done.stderr


@pytest.mark.parametrize("value", ["short", "has a space in it", "line\nbreak-in-it", "שלוםשלום"])
def test_what_cannot_be_a_key_is_refused_without_showing_it(value: str) -> None:
    with pytest.raises(UsageError, match="TOY_KEY holds no key") as caught:
        key_from({"TOY_KEY": value}, "TOY_KEY")

    assert value not in str(caught.value)


def test_a_key_s_repr_hides_it_and_no_key_sends_no_header() -> None:
    assert KEY not in repr(SecretKey(KEY))
    assert SecretKey().headers() == {}
    assert SecretKey().scrub("text") == "text"
    assert SecretKey(KEY).scrub("\\" * 100_000) == "\\" * 100_000


# Waiting --------------------------------------------------------------------------------------


def test_retry_after_is_honoured_in_seconds_and_as_a_date(twelve: Path) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    later = format_datetime(now + timedelta(seconds=2), usegmt=True)

    def script(exchange: Exchange, turn: int) -> None:
        if turn <= 2:
            exchange.say({}, 429, Retry_After=["1", later][turn - 1])
        else:
            exchange.execute()

    clock = mock.Mock(**{"now.return_value": now})
    at = mock.patch.object(client, "datetime", clock)
    with serving(script) as server, waits() as waited, at:
        done = generate(*options(server.url, twelve, "--limit", "1", "--partial"))

    assert done.returncode == 0, done.stderr
    assert waited[1] == waited[2] == [False], "waited to the end"
    assert lines_of(folder(twelve) / "journal.jsonl")[1]["tries"] == 3


def test_waits_double_with_a_jitter_that_is_the_same_every_time() -> None:
    waits = [wait_before(n, "q", base=1, retry_after=None) for n in range(1, 9)]

    for number, wait in enumerate(waits):
        assert min(60, 2**number) / 2 <= wait < min(60, 2**number)
    assert waits == [wait_before(n, "q", base=1, retry_after=None) for n in range(1, 9)]
    assert waits[0] != wait_before(1, "r", base=1, retry_after=None)
    assert wait_before(1, "q", base=1, retry_after=3600) == 120


def test_retries_end_with_the_last_fault_or_with_a_stop() -> None:
    tries: list[int] = []

    def fail() -> None:
        tries.append(1)
        raise FaultError("server-error", "x")

    with pytest.raises(FaultError):
        patiently(fail, "q", patience=Patience(3, 0.0), stop=threading.Event())
    assert len(tries) == 4

    stop = threading.Event()
    stop.set()
    with pytest.raises(StoppedError):
        patiently(fail, "q", patience=Patience(3, 9.0), stop=stop)


# Replies --------------------------------------------------------------------------------------


def body(**choice: Any) -> str:
    return json.dumps({"choices": [choice]})


def test_a_reply_s_fields_may_be_missing_or_of_another_type() -> None:
    reply = read_reply('{"choices":[{"message":{"content":null}}],"usage":{"prompt_tokens":-1,'
                       '"completion_tokens":true,"cost":"free"},"model":7}')  # fmt: skip

    assert reply == ("", False, False, False, None, None, None, "", "")


def test_content_in_parts_is_joined_and_lone_surrogates_are_replaced() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "image"}, "x", {"text": "b\ud800"}]

    assert read_reply(body(message={"content": parts})).text == "axb\ufffd"


def test_an_exact_cost_stays_exact_and_an_absurd_one_is_none() -> None:
    with_cost = '{"choices":[{"message":{"content":"x"}}],"usage":{"cost":%s}}'

    assert str(read_reply(with_cost % "0.00014").cost) == "0.00014"
    assert read_reply(with_cost % "1e400").cost is None
    assert read_reply(with_cost % "-1").cost is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-json"),
        ("[]", "not-json"),
        ('{"choices":[]}', "reply-shape"),
        ('{"error":{"code":429,"message":"slow"}}', "rate-limit"),
        ('{"error":"x"}', "server-error"),
        ('{"choices":[{"error":{"code":502},"message":{"content":"x"}}]}', "server-error"),
    ],
)
def test_what_is_no_reply_is_named(text: str, code: str) -> None:
    with pytest.raises(FaultError) as caught:
        read_reply(text)

    assert caught.value.code == code


def test_right_form_is_right() -> None:
    asked = {"messages": [{"content": "Case 1 of the kind enum?"}]}

    assert right_form(asked).endswith("Answer: red")
