"""Ask many questions at once, and stop well: all asked, a cap reached, Ctrl-C, or no use.

Threads ask; every reply is in the journal before anything else happens to it. The first Ctrl-C
starts no further request and waits for those in flight; the second leaves at once. A request that
the endpoint refuses for good (status 400 …) is journalled like a reply, but only once some other
request got one: while all are refused, the settings are wrong, not the question.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Literal, NamedTuple, Protocol

from digesta_generate.endpoint.client import Received
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.endpoint.reply import read_reply
from digesta_generate.endpoint.retrying import Patience, StoppedError, patiently
from digesta_generate.inference.budget import NOTHING, Cap, Meter, Use
from digesta_generate.inference.journal import Journal, Key, Line

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells give it."""

_OK = 200
_IN_VAIN = 3

Reason = Literal["done", "budget", "interrupted", "in-vain"]


class Call(NamedTuple):
    """One request: its key, its body, the most that it can use."""

    key: Key
    body: Mapping[str, Any]
    worst: Use


class Asks(Protocol):
    """What sends one request: an ``Endpoint``."""

    def ask(self, body: Mapping[str, Any], *, idempotency_key: str) -> Received:
        """Give the reply, or raise FaultError."""


Counts = Callable[[Use], None]
"""What is told of every reply, with all that is spent: a progress bar."""


@dataclass
class Ended:
    """How the asking ended: why, the cap where that is why, and what got no reply."""

    reason: Reason = "done"
    cap: Cap | None = None
    fatal: FaultError | None = None
    failed: list[tuple[Call, FaultError]] = field(default_factory=list)


@dataclass(frozen=True)
class Manner:
    """How to ask: how many at once, how patiently, what stops it."""

    concurrency: int = 4
    patience: Patience = field(default_factory=Patience)
    stop: threading.Event = field(default_factory=threading.Event)


def ask_all(
    calls: Sequence[Call],
    endpoint: Asks,
    journal: Journal,
    *,
    manner: Manner,
    meter: Meter,
    count: Counts,
) -> Ended:
    """Ask every call, or as many as the caps allow, into the journal."""
    work = _Work(endpoint, journal, manner, meter, count)
    with _first_interrupt_stops(manner.stop), ThreadPoolExecutor(manner.concurrency) as pool:
        return work.through(calls, pool)


class _Work:
    def __init__(
        self, endpoint: Asks, journal: Journal, manner: Manner, meter: Meter, count: Counts
    ) -> None:
        self._endpoint = endpoint
        self._journal = journal
        self._manner = manner
        self._meter = meter
        self._count = count
        self._begun = time.monotonic()
        self._ended = Ended()
        self._refused: list[tuple[Call, FaultError]] = []
        self._answered = any(line.status == _OK for line in journal.lines.values())
        self._streak = 0

    def through(self, calls: Sequence[Call], pool: ThreadPoolExecutor) -> Ended:
        queue = deque(calls)
        flying: dict[Future[Line], Call] = {}
        while True:
            while queue and self._may_ask(queue[0], flying.values()):
                call = queue.popleft()
                flying[pool.submit(self._one, call)] = call
            if not flying:
                break
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                self._land(flying.pop(future), future)
        self._ended.failed += self._refused
        return self._ended

    def _may_ask(self, call: Call, flying: Collection[Call]) -> bool:
        if self._ended.reason != "done" or len(flying) >= self._manner.concurrency:
            return False
        if self._manner.stop.is_set():
            self._ended.reason = "interrupted"
            return False
        uses = [call.worst, *(one.worst for one in flying)]
        cap = self._meter.passed(uses, seconds=time.monotonic() - self._begun)
        if cap is not None and not flying:
            # With requests in flight the worst case may not come: decide when they have landed.
            self._ended.reason, self._ended.cap = "budget", cap
        return cap is None

    def _one(self, call: Call) -> Line:
        """Ask one call, in a thread of the pool; its reply is on disk when this returns."""
        name = call.key.idempotency

        def once() -> Received:
            received = self._endpoint.ask(call.body, idempotency_key=name)
            read_reply(received.body)
            return received

        received, tries = patiently(
            once, name, patience=self._manner.patience, stop=self._manner.stop
        )
        line = Line(call.key, _OK, received.body, received.latency_ms, tries)
        self._journal.add(line)
        return line

    def _land(self, call: Call, future: Future[Line]) -> None:
        try:
            line = future.result()
        except StoppedError:
            if self._ended.reason == "done":
                self._ended.reason = "interrupted"
        except FaultError as fault:
            self._fail(call, fault)
        else:
            self._answered, self._streak = True, 0
            self._spend(used(line, call.worst, self._meter))
            self._accept_refusals()

    def _spend(self, use: Use) -> None:
        self._meter.spent += use
        self._count(self._meter.spent)

    def _fail(self, call: Call, fault: FaultError) -> None:
        self._streak += 1
        if fault.code == "refused":
            self._refused.append((call, fault))
            self._accept_refusals()
        elif fault.kind != "run":
            self._ended.failed.append((call, fault))
        in_vain = self._streak >= max(_IN_VAIN, self._manner.concurrency)
        if fault.kind == "run" or (in_vain and self._ended.fatal is None):
            self._ended.reason, self._ended.fatal = "in-vain", fault
            self._manner.stop.set()  # ends the waits for further tries

    def _accept_refusals(self) -> None:
        while self._answered and self._refused:
            call, fault = self._refused.pop()
            self._journal.add(Line(call.key, fault.status, fault.body, 0, 1))
            self._spend(NOTHING)


def used(line: Line, worst: Use, meter: Meter) -> Use:
    """Give what a journalled reply used; what it does not say counts as the worst case."""
    if line.status != _OK:
        return NOTHING
    reply = read_reply(line.body)
    cost = meter.cost_of(reply.input_tokens, reply.output_tokens, reply.cost)
    return Use(
        worst.tokens_in if reply.input_tokens is None else reply.input_tokens,
        worst.tokens_out if reply.output_tokens is None else reply.output_tokens,
        worst.cost_micro if cost is None else cost,
    )


@contextmanager
def _first_interrupt_stops(stop: threading.Event) -> Iterator[None]:
    """Let Ctrl-C set ``stop``, and a second one end the process; the journal is always whole."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_interrupt(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            os._exit(INTERRUPTED)  # threads that wait for a reply would hold back any other exit
        stop.set()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
