"""Caps on money, tokens and time: never passed, said, and gone on from."""

from __future__ import annotations

import shlex
from fractions import Fraction
from pathlib import Path

import pytest
from faulty import Exchange, completion, serving
from runs import answers, folder, generate, options

from digesta.errors import UsageError
from digesta_generate.inference.budget import (
    Caps,
    Meter,
    Prices,
    TokenUse,
    as_decimal,
    cap,
    micro,
    money,
)
from digesta_generate.inference.journal import NAME

PRICED = ("--price-in", "1", "--price-out", "100", "--max-tokens", "10")


def test_a_cap_in_money_is_never_passed_and_the_command_that_goes_on_is_given(twelve: Path) -> None:
    # A reply costs 40 * 1 + 4 * 100 = 440 millionths; its worst case is over 1,000.
    with serving() as server:
        stopped = generate(*options(server.url, twelve, *PRICED, "--max-cost", "0.003"))
        asked = len(server.requests)
        on = shlex.split(stopped.stderr.splitlines()[-1])
        done = generate(*on[1:])

    assert stopped.returncode == 3
    assert 0 < asked < 12
    assert asked * 440 <= 3000
    assert f"--max-cost is reached; {asked} of 12" in stopped.stderr
    assert done.returncode == 0, done.stderr
    assert len(server.requests) == 12
    assert len(answers(twelve)) == 12


def test_only_the_journal_stands_after_a_budget_unless_partial_is_wanted(twelve: Path) -> None:
    with serving() as server:
        more = (*PRICED, "--max-cost", "0.003")
        generate(*options(server.url, twelve, *more))
        assert [path.name for path in folder(twelve).iterdir()] == [NAME]

        done = generate(*options(server.url, twelve, *more, "--partial"))

    assert done.returncode == 3
    assert len(answers(twelve)) == len(server.requests)


def test_a_cap_in_tokens_counts_what_the_journal_holds(twelve: Path) -> None:
    with serving() as server:
        more = ("--max-tokens", "10", "--max-tokens-total", "400", "-c", "1")
        first = generate(*options(server.url, twelve, *more))
        asked = len(server.requests)
        second = generate(*options(server.url, twelve, *more))

    assert (first.returncode, second.returncode) == (3, 3)
    assert 0 < asked * 44 <= 400
    assert len(server.requests) == asked


def test_a_reply_without_usage_counts_as_its_worst_case(twelve: Path) -> None:
    def script(exchange: Exchange, _turn: int) -> None:
        said = completion("Answer: red")
        del said["usage"]
        exchange.say(said)

    with serving(script) as server:
        more = ("--max-tokens", "100", "--max-tokens-total", "1000", "-c", "1")
        done = generate(*options(server.url, twelve, *more))

    assert done.returncode == 3
    assert 0 < len(server.requests) <= 10


def test_a_cap_in_time_ends_the_asking(twelve: Path) -> None:
    with serving(delay=0.2) as server:
        stopped = generate(*options(server.url, twelve, "--max-minutes", "0.005", "-c", "1"))
        done = generate(*options(server.url, twelve))

    assert stopped.returncode == 3
    assert "--max-minutes is reached" in stopped.stderr
    assert done.returncode == 0
    assert len(server.requests) == 12


def test_money_is_exact_and_rounded_up() -> None:
    meter = Meter(Prices(Fraction("0.15"), Fraction("0.6")), Caps(), currency="USD")

    # 212 * 0.15 + 9 * 0.6 = 31.8 + 5.4 = 37.2
    assert meter.cost_of(212, 9, None) == 38
    assert meter.cost_of(None, 9, None) is None
    assert Meter(None, Caps(), currency="EUR").cost_of(1, 1, None) is None
    assert meter.prices == {"input_price": "0.15", "output_price": "0.6"}
    assert (micro(Fraction("0.0000001")), as_decimal(1_500_000), as_decimal(0)) == (1, "1.5", "0")
    assert cap("0.0000019", "max-cost") == 1
    with pytest.raises(UsageError, match="--price-in: got '-1'"):
        money("-1", "price-in")


def test_the_first_cap_that_would_be_passed_is_named() -> None:
    meter = Meter(None, Caps(100, 50, 9.0), currency="USD")

    assert meter.exceeded_cap([TokenUse(0, 0, 100)], seconds=0) is None
    assert meter.exceeded_cap([TokenUse(0, 0, 100), TokenUse(0, 0, 1)], seconds=0) == "max-cost"
    assert meter.exceeded_cap([TokenUse(25, 26, 0)], seconds=0) == "max-tokens-total"
    assert meter.exceeded_cap([], seconds=9.1) == "max-minutes"


def test_the_worst_case_of_a_prompt_is_a_token_a_byte() -> None:
    meter = Meter(Prices(Fraction(1), Fraction(2)), Caps(), currency="USD")

    assert meter.worst([{"role": "user", "content": "שלום"}], 10) == TokenUse(24, 10, 44)
    assert meter.estimate([{"role": "user", "content": "abcde"}], 10) == TokenUse(2, 10, 22)
