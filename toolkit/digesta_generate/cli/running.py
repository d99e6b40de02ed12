"""Run a plan and say how it ended: what ``infer`` and ``carry`` have in common."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digesta.errors import UsageError, plain
from digesta_generate.cli.options import Access, Money, Pace
from digesta_generate.cli.talk import say, watch_as

if TYPE_CHECKING:
    from digesta_generate.inference.budget import Meter
    from digesta_generate.inference.requests import Asks
    from digesta_generate.inference.run import Connect, Plan, Result

BUDGET = 3
"""Exit code where a budget ended the run."""

_CURRENCY_LETTERS = 3


def meter_of(money: Money, access: Access) -> Meter:
    """Give what counts a run's cost against its caps, or UsageError."""
    from digesta_generate.endpoint.client import is_openrouter
    from digesta_generate.inference import budget

    if (money.price_in is None) != (money.price_out is None):
        raise UsageError("--price-in and --price-out belong together; give both")
    currency = money.currency
    if len(currency) != _CURRENCY_LETTERS or not (currency.isascii() and currency.isupper()):
        raise UsageError(f"--currency: got {currency!r}; expected a code such as USD")
    prices = None
    if money.price_in is not None and money.price_out is not None:
        prices = budget.Prices(
            budget.money(money.price_in, "price-in"), budget.money(money.price_out, "price-out")
        )
    reported = access.base_url is not None and is_openrouter(access.base_url)
    if money.max_cost is not None and prices is None and not (reported and currency == "USD"):
        raise UsageError("--max-cost needs a known price: add --price-in and --price-out")
    caps = budget.Caps(
        None if money.max_cost is None else budget.cap(money.max_cost, "max-cost"),
        money.max_tokens_total,
        None if money.max_minutes is None else money.max_minutes * 60,
    )
    return budget.Meter(prices, caps, currency=currency)


def connection(access: Access, pace: Pace) -> Connect:
    """Give what opens the endpoint; the key is taken from the environment now."""
    from digesta_generate.endpoint.client import is_openrouter, opened
    from digesta_generate.endpoint.secret import key_from

    if access.local is not None:
        return partial(_served, access.local, access.timeout)
    url = access.url()
    default = "OPENROUTER_API_KEY" if is_openrouter(url) else "OPENAI_API_KEY"
    key = key_from(os.environ, access.key_env or default, needed=not access.loopback)
    return lambda: opened(
        url, key, loopback=access.loopback, timeout=access.timeout, connections=pace.concurrency
    )


@contextmanager
def _served(name: str, timeout: float) -> Iterator[Asks]:
    """Start a model's server on this machine, and open it as any other endpoint."""
    from digesta_generate.endpoint.client import opened
    from digesta_generate.endpoint.secret import Key
    from digesta_generate.local import serve

    with (
        serve(name) as url,
        opened(url, Key(), loopback=True, timeout=timeout, connections=1) as endpoint,
    ):
        yield endpoint


def run(
    plan: Plan,
    connect: Connect,
    *,
    pace: Pace,
    meter: Meter,
    command: Callable[[Mapping[str, Any]], str],
) -> int:
    """Carry a plan out and report; give the exit code. command: the way on, with changes."""
    from digesta_generate.endpoint.retrying import Patience
    from digesta_generate.inference.requests import Manner
    from digesta_generate.inference.run import infer

    manner = Manner(pace.concurrency, Patience(pace.retries, pace.backoff))
    watch = watch_as(plan.folder.name)
    result = infer(plan, connect, manner=manner, meter=meter, watch=watch)
    if result.error is not None:
        say(str(result.error))
    if result.written:
        sys.stdout.write(f"{plan.folder.as_posix()}: {result.answered} answers\n")
    if result.answered < result.total or result.error is not None:
        _say_the_way_on(plan.folder, result, command)
    return _code(result)


def _code(result: Result) -> int:
    from digesta_generate.inference.requests import INTERRUPTED

    if result.ended.reason == "interrupted":
        return INTERRUPTED
    if result.ended.reason == "budget":
        return BUDGET
    return 1 if result.error is not None and not result.whole else 0


def _say_the_way_on(
    folder: Path, result: Result, command: Callable[[Mapping[str, Any]], str]
) -> None:
    from digesta_generate.inference.budget import shown

    needed = result.spent + result.rest
    more: dict[str, dict[str, Any]] = {
        "max-cost": {"max_cost": shown(needed.cost_micro)},
        "max-tokens-total": {"max_tokens_total": needed.tokens_in + needed.tokens_out},
    }
    cap = result.ended.cap
    why = f"--{cap} is reached; " if cap else ""
    say(
        f"{plain(folder.as_posix())}: {why}{result.answered} of {result.total} questions are "
        "answered and in its journal; go on with:"
    )
    say(f"  {command(more.get(cap or '', {}))}")


def dry_run(plan: Plan, meter: Meter) -> str:
    """Give what a dry run prints: the first prompt, and what all would use."""
    from digesta_generate.inference.budget import NOTHING, shown

    new = plan.new
    limit = plan.settings.max_tokens
    uses = (meter.expected(one.messages, limit) for one in new for _ in range(plan.samples))
    total = sum(uses, NOTHING)
    lines = [f"{plan.folder.as_posix()}: {len(new)} questions to ask, {plan.samples} each"]
    for message in new[0].messages if new else ():
        lines += [f"--- {message['role']}", message["content"]]
    known = f"{shown(total.cost_micro)} {meter.currency}" if meter.prices else "unknown (no prices)"
    use = f"about {total.tokens_in} tokens in (four characters each: an estimate)"
    most = f"at most {total.tokens_out} out; cost at most about {known}"
    lines += ["---", f"expected: {use}, {most}"]
    return "\n".join(lines) + "\n"
