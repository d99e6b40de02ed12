"""Failures in a row, money and time: what is journalled, what ends a run, what goes on."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from faulty import Exchange, completion, serving
from runs import answers, folder, generate, options, started, waits

from waiting import HANG, until
from world import lines_of


def test_refusals_that_begin_in_mid_run_are_asked_again(twelve: Path) -> None:
    broken = [True]

    def script(exchange: Exchange, turn: int) -> None:
        if turn > 4 and broken[0]:
            exchange.say({"error": {"message": "your credit is too low"}}, 400)
        else:
            exchange.execute()

    with serving(script) as server:
        stopped = generate(*options(server.url, twelve))
        kept = [line["status"] for line in lines_of(folder(twelve) / "journal.jsonl")[1:]]
        broken[0] = False
        done = generate(*options(server.url, twelve))

    assert (stopped.returncode, set(kept)) == (1, {200})
    assert done.returncode == 0, done.stderr
    assert None not in answers(twelve).values()


def test_a_question_that_moderation_forbids_costs_itself_alone(twelve: Path) -> None:
    flagged: set[str] = set()

    def script(exchange: Exchange, turn: int) -> None:
        if turn == 2:
            flagged.add(exchange.key)
        if exchange.key in flagged:
            exchange.say({"error": {"message": "flagged"}}, 403)
        else:
            exchange.execute()

    with serving(script) as server:
        done = generate(*options(server.url, twelve, "-c", "1"))

    assert done.returncode == 0, done.stderr
    assert list(answers(twelve).values()).count(None) == 1
    assert len(server.requests) == 12


@pytest.mark.parametrize("first", [1, 2])
def test_three_bad_neighbours_do_not_keep_the_others_from_being_asked(
    first: int, twelve: Path
) -> None:
    bad: set[str] = set()

    def script(exchange: Exchange, turn: int) -> None:
        if 2 <= turn <= 4:
            bad.add(exchange.key)
        if exchange.key in bad:
            exchange.say({}, 500)
        else:
            exchange.execute()

    with serving(script) as server:
        for _ in range(first):
            generate(*options(server.url, twelve, "-c", "1", "--retries", "0"))

    assert len(server.executions) == 9


def test_a_cap_in_money_needs_prices_everywhere(twelve: Path) -> None:
    plain = [one for one in options("https://openrouter.ai/api/v1", twelve) if one != "--loopback"]

    done = generate(*plain, "--max-cost", "1", "--dry-run")

    assert done.returncode == 2
    assert "--price-in" in done.stderr


def billed(cost: float, *, choices: bool) -> dict[str, Any]:
    said = completion("Answer: red")
    return said | {"usage": said["usage"] | {"cost": cost}} | ({} if choices else {"choices": []})


def test_a_reported_cost_of_nothing_does_not_override_the_prices(twelve: Path) -> None:
    # 440 millionths each by the prices.
    more = ("--price-in", "1", "--price-out", "100", "--max-tokens", "10", "--max-cost", "0.003")

    with serving(lambda one, _: one.say(billed(0, choices=True))) as server:
        done = generate(*options(server.url, twelve, *more))

    assert done.returncode == 3
    assert len(server.requests) * 440 <= 3000


def test_what_an_unreadable_reply_was_billed_counts_before_it_is_tried_again(twelve: Path) -> None:
    more = ("--price-in", "1", "--price-out", "1", "--max-tokens", "10", "--max-cost", "1")

    with serving(lambda one, _: one.say(billed(0.5, choices=False))) as server:
        done = generate(*options(server.url, twelve, *more, "-c", "1"))

    assert done.returncode == 3
    assert "--max-cost is reached" in done.stderr
    assert len(server.requests) == 2


def test_a_wait_for_another_try_ends_with_the_time(twelve: Path) -> None:
    with waits() as waited, serving(lambda one, _: one.say({}, 503, Retry_After="60")) as server:
        done = generate(*options(server.url, twelve, "--max-minutes", "0.05", "-c", "1"))

    assert 60 not in waited
    assert done.returncode == 3
    assert "--max-minutes is reached" in done.stderr


def test_a_full_disk_ends_the_asking_and_tells_the_way_on(
    twelve: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, written = os.write, [0]

    def full(descriptor: int, data: bytes) -> int:
        written[0] += b'"question_id"' in data
        if written[0] > 3 and b'"question_id"' in data:
            raise OSError(28, "No space left on device")
        return real(descriptor, data)

    def script(exchange: Exchange, turn: int) -> None:
        if turn == 4:
            exchange.say({}, 500, Retry_After="60")
        else:
            exchange.execute()

    with serving(script) as server:
        with monkeypatch.context() as patched, waits() as waited:
            patched.setattr(os, "write", full)
            stopped = generate(*options(server.url, twelve))
        done = generate(*options(server.url, twelve))

    assert waited[60] == [True], "a wait that was ended"
    assert stopped.returncode == 2
    assert "journal.jsonl" in stopped.stderr
    assert "resume with:\n  digesta-generate infer" in stopped.stderr
    assert done.returncode == 0, done.stderr


def test_the_first_interrupt_says_that_it_waits(twelve: Path) -> None:
    with serving(delay=1) as server, started(*options(server.url, twelve, "-c", "1")) as process:
        until(lambda: server.requests, "the first request")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=HANG)

    assert process.returncode == 130
    assert "waiting for the replies in flight" in said


def test_the_worst_case_counts_the_schema() -> None:
    from digesta_generate.inference.budget import Caps, Meter

    meter = Meter(None, Caps(), currency="USD")
    form = {"type": "json_schema"}

    more = meter.worst([], 1, form).tokens_in - meter.worst([], 1).tokens_in

    assert more == len(json.dumps(form, separators=(",", ":")))
