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
from digesta_generate.cli.talk import say, say_wait, watch_as

if TYPE_CHECKING:
    from digesta_generate.endpoint.secret import Key
    from digesta_generate.inference.budget import Meter
    from digesta_generate.inference.requests import Asks
    from digesta_generate.inference.run import Connect, Plan, Result

BUDGET = 3
"""Exit code where a budget ended the run."""

_CURRENCY_LETTERS = 3


def meter_of(money: Money) -> Meter:
    """Give what counts a run's cost against its caps, or UsageError."""
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
    if money.max_cost is not None and prices is None:
        # Also where replies name their cost: without prices no request has a worst case.
        raise UsageError("--max-cost needs a known price: add --price-in and --price-out")
    caps = budget.Caps(
        None if money.max_cost is None else budget.cap(money.max_cost, "max-cost"),
        money.max_tokens_total,
        None if money.max_minutes is None else money.max_minutes * 60,
    )
    return budget.Meter(prices, caps, currency=currency)


def connection(access: Access, pace: Pace) -> Connect:
    """Give what opens the endpoint; the key is taken from the environment now."""
    from digesta_generate.endpoint.client import opened

    if access.local is not None:
        if access.key_env is not None:
            raise UsageError("--local needs no key; leave out --key-env")
        return partial(_served, access.local, access.timeout)
    url = access.url()
    key = key_of(access, url)
    return lambda: opened(
        url, key, loopback=access.loopback, timeout=access.timeout, connections=pace.concurrency
    )


def key_of(access: Access, url: str) -> Key:
    """Give the key for an endpoint: a host gets none that is not known to be meant for it."""
    from digesta_generate.endpoint.client import default_key
    from digesta_generate.endpoint.secret import Key, key_from

    if access.key_env is not None:
        return key_from(os.environ, access.key_env)
    if access.loopback:
        return Key()
    name = default_key(url)
    if name is None:
        raise UsageError("no key: name the environment variable that holds it with --key-env")
    if not os.environ.get(name):
        raise UsageError(f"no key: set the environment variable {name}, or name one by --key-env")
    return key_from(os.environ, name)


@contextmanager
def _served(name: str, timeout: float) -> Iterator[Asks]:
    """Start a model's server on this machine, and open it as any other endpoint."""
    from digesta_generate.endpoint.client import opened
    from digesta_generate.endpoint.local import serve
    from digesta_generate.endpoint.prefix import prefixed
    from digesta_generate.endpoint.secret import Key

    with (
        serve(name) as url,
        opened(url, Key(), loopback=True, timeout=timeout, connections=1) as endpoint,
        prefixed(endpoint, url, timeout=timeout) as sparing,
    ):
        yield sparing


def run(
    plan: Plan,
    connect: Connect,
    *,
    pace: Pace,
    meter: Meter,
    command: Callable[[Mapping[str, Any]], str],
) -> Result:
    """Carry a plan out and say how it went. command: the way on, with changes."""
    from digesta_generate.endpoint.retrying import Patience
    from digesta_generate.inference.requests import Manner
    from digesta_generate.inference.run import infer

    manner = Manner(pace.concurrency, Patience(pace.retries, pace.backoff), on_stop=say_wait)
    watch = watch_as(plan.folder.name)
    try:
        result = infer(plan, connect, manner=manner, meter=meter, watch=watch)
    except OSError:
        say(f"{plain(plan.folder.as_posix())}: what has a reply is in its journal; go on with:")
        say(f"  {command({})}")
        raise
    if result.error is not None:
        say(str(result.error))
    if result.answered < result.total or result.error is not None:
        _say_the_way_on(plan.folder, result, command)
    return result


def finished(plan: Plan, result: Result) -> int:
    """Print where the answers are, if they are; give the exit code."""
    if result.written:
        sys.stdout.write(f"{plan.folder.as_posix()}: {result.answered} answers\n")
    return code_of(result)


def code_of(result: Result) -> int:
    """Give the exit code of a run."""
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
    from digesta_generate.inference.journal import lines_of

    there = lines_of(plan.folder, plan.settings)
    limit = plan.settings.max_tokens
    samples = range(plan.samples)
    to_ask = [one for one in plan.new for n in samples if plan.key(one, n) not in there]
    new = list({one.question.question_id: one for one in to_ask}.values())
    uses = (meter.expected(one.messages, limit) for one in to_ask)
    total = sum(uses, NOTHING)
    lines = [f"{plan.folder.as_posix()}: {len(new)} questions to ask, {plan.samples} each"]
    for message in new[0].messages if new else ():
        lines += [f"--- {message['role']}", message["content"]]
    known = f"{shown(total.cost_micro)} {meter.currency}" if meter.prices else "unknown (no prices)"
    use = f"about {total.tokens_in} tokens in (four characters each: an estimate)"
    most = f"at most {total.tokens_out} out; cost at most about {known}"
    lines += ["---", f"expected: {use}, {most}"]
    return "\n".join(lines) + "\n"
