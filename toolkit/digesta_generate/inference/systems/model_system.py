"""A model with a plan: ask what its journal lacks, report progress and how the run ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from digesta.errors import UsageError, plain
from digesta_generate.endpoint.access import EndpointAccess
from digesta_generate.endpoint.client import Sender
from digesta_generate.inference import budget
from digesta_generate.inference.budget import NOTHING, Meter, as_decimal
from digesta_generate.inference.journal import lines_of
from digesta_generate.inference.plan import Plan
from digesta_generate.inference.requests import Manner
from digesta_generate.inference.run import RunResult, answer
from digesta_generate.inference.systems.options import BudgetOptions
from digesta_generate.inference.systems.progress import watch_as
from digesta_generate.options import Options
from digesta_generate.talk import INTERRUPTED, say, say_wait

BUDGET = 3
"""Exit code where a budget ended the run."""

_CURRENCY_LETTERS = 3


class SystemOutcome(NamedTuple):
    """How one system's run ended: its folder, what to print, the exit code, the figures.

    result: None of a dry run.
    """

    folder: Path
    text: str
    code: int
    result: RunResult | None = None


@dataclass(frozen=True)
class ModelSystem:
    """A model with its plan. resume_by: the command that a message names to go on with.

    otherwise: code of a fault -> makes the same system, asked as an endpoint with that fault takes.
    """

    plan: Plan
    access: EndpointAccess
    meter: Meter
    resume_by: Options
    otherwise: Mapping[str, Callable[[], ModelSystem]] = field(default_factory=dict)

    def ask(self) -> SystemOutcome:
        """Ask what there is to ask, write the submission, and return how the run ended."""
        plan = self.plan
        manner = Manner(self.access.concurrency, self.access.patience, on_stop=say_wait)
        # Without new questions neither endpoint nor key is needed; a wrong --key-env is refused.
        needed = plan.new or self.access.key_env is not None
        opening = self.access.connection() if needed else _no_endpoint
        watch = watch_as(plan.folder.name)
        try:
            result = answer(plan, opening, manner=manner, meter=self.meter, watch=watch)
        except OSError:
            say(
                f"{plain(plan.folder.as_posix())}: what has a reply is in its journal; resume with:"
            )
            say(f"  {self.resume_by.shell_line()}")
            raise
        fatal = result.ended.fatal
        if fatal is not None and fatal.code in self.otherwise:
            why, option = _OTHERWISE[fatal.code]
            say(
                f"{plain(plan.folder.name)}: {why}; asking again with {option}, as the record will "
                "say"
            )
            return self.otherwise[fatal.code]().ask()
        if result.error is not None:
            say(str(result.error))
        for line in _remarks(result, plan):
            say(f"{plain(plan.folder.name)}: {line}")
        if result.lines < result.total or result.error is not None:
            self._say_how_to_resume(result)
        text = f"{plan.folder.as_posix()}: {result.answered} answers\n" if result.written else ""
        return SystemOutcome(plan.folder, text, _code(result), result)

    def preview(self) -> SystemOutcome:
        """Return what a dry run prints: the first prompt, and the expected use of all."""
        plan, meter = self.plan, self.meter
        there = lines_of(plan.folder, plan.settings)
        numbers = range(plan.replies)
        to_ask = [
            prompt for prompt in plan.new for n in numbers if plan.key(prompt, n) not in there
        ]
        new = list({prompt.question.question_id: prompt for prompt in to_ask}.values())
        total = sum(
            (meter.estimate(prompt.messages, plan.limit_of(prompt)) for prompt in to_ask), NOTHING
        )
        lines = [f"{plan.folder.as_posix()}: {len(new)} questions to ask, {plan.replies} each"]
        for message in new[0].messages if new else ():
            lines += [f"--- {message['role']}", message["content"]]
        cost = f"{as_decimal(total.cost_micro)} {meter.currency}"
        known = cost if meter.prices else "unknown (no prices)"
        use = f"about {total.tokens_in} tokens in (four characters each: an estimate)"
        most = f"at most {total.tokens_out} out; cost at most about {known}"
        longest = f"each reply: at most {plan.limit} tokens (--max-tokens sets one number)"
        time = self._forecast([line.latency_ms for line in there.values()], len(to_ask))
        text = "\n".join([*lines, "---", longest, f"expected: {use}, {most}", *time]) + "\n"
        return SystemOutcome(plan.folder, text, 0)

    def _forecast(self, latencies: Sequence[int], count: int) -> list[str]:
        """Return a line with a run's expected time: at the mean speed of the replies so far.

        latencies: of those replies, in ms. count: requests to send.
        """
        if not latencies:
            trial = "" if self.access.local is None else " (a trial: --limit 5 --partial)"
            return [f"time: unknown before the first replies{trial}"]
        each = sum(latencies) / len(latencies) / 1000
        hours = count * each / self.access.concurrency / 3600
        so_far = f"{each:.1f} s a question over {len(latencies)} replies"
        return [f"time: about {hours:.1f} hours, at {so_far}"]

    def _say_how_to_resume(self, result: RunResult) -> None:
        needed = result.spent + result.rest
        more: dict[str, dict[str, Any]] = {
            "max-cost": {"max_cost": as_decimal(needed.cost_micro)},
            "max-tokens-total": {"max_tokens_total": needed.tokens_in + needed.tokens_out},
        }
        cap = result.ended.cap
        why = f"--{cap} is reached; " if cap else ""
        say(
            f"{plain(self.plan.folder.as_posix())}: {why}{result.answered} of {result.total} "
            "questions are answered and in its journal; resume with:"
        )
        say(f"  {self.resume_by.shell_line(**more.get(cap or '', {}))}")


def _no_endpoint() -> AbstractContextManager[Sender]:
    raise AssertionError("there is nothing to ask")


def _code(result: RunResult) -> int:
    if result.ended.reason == "interrupted":
        return INTERRUPTED
    if result.ended.reason == "budget":
        return BUDGET
    return 1 if (result.error is not None and not result.whole) or not result.answered else 0


_OTHERWISE = {
    "system-role": ("the model takes no system role", "--no-system-role"),
    "temperature": ("the model takes no temperature of ours", "--temperature none"),
    "limit-key": ("the endpoint calls the limit of tokens otherwise", "the other --limit-key"),
}
"""Code of a fault -> what it says, and the option that helps."""

_REMARKS = {
    "length": "replies were cut at the limit of {limit} tokens; give --max-tokens a larger number",
    "empty": "replies hold no text; if the model reasons first, give --max-tokens a larger number",
    "tools": "replies call a tool in place of an answer",
    "refused": "replies are refusals, by the model or its provider's filter",
    "error": "requests failed, and have no reply",
}
"""Outcome -> what the end of a run says of so many replies."""


def _remarks(result: RunResult, plan: Plan) -> Iterator[str]:
    """Yield remarks on replies that are not answers, kind by kind."""
    total = sum(result.outcomes.values())
    for outcome, text in _REMARKS.items():
        if count := result.outcomes.get(outcome, 0):
            named = outcome == "error" and result.refusal
            words = f"; the first: {plain(result.refusal)}" if named else ""
            yield f"{count} of {total} {text.format(limit=plan.limit)}{words}"
    if not result.answered and total:
        yield f"no answer to any of {result.total} questions"


def worst_code(outcomes: Sequence[SystemOutcome]) -> int:
    """Return the exit code of several runs: that of a fault, else that of a budget."""
    codes = [outcome.code for outcome in outcomes]
    return next((code for code in codes if code not in {0, BUDGET}), max(codes, default=0))


def meter_of(options: BudgetOptions) -> Meter:
    """Return a meter of a run's cost against its caps, or raise UsageError."""
    if (options.price_in is None) != (options.price_out is None):
        raise UsageError("--price-in and --price-out belong together; give both")
    currency = options.currency
    if len(currency) != _CURRENCY_LETTERS or not (currency.isascii() and currency.isupper()):
        raise UsageError(f"--currency: got {currency!r}; expected a code such as USD")
    prices = None
    if options.price_in is not None and options.price_out is not None:
        prices = budget.Prices(
            budget.money(options.price_in, "price-in"),
            budget.money(options.price_out, "price-out"),
        )
    if options.max_cost is not None and prices is None:
        # Also where replies name their cost: without prices no request has a worst case.
        raise UsageError("--max-cost needs a known price: add --price-in and --price-out")
    caps = budget.Caps(
        None if options.max_cost is None else budget.cap(options.max_cost, "max-cost"),
        options.max_tokens_total,
        None if options.max_minutes is None else options.max_minutes * 60,
    )
    return Meter(prices, caps, currency=currency)
