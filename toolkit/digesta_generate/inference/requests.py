"""Ask many questions at once, and stop well: all asked, a cap reached, Ctrl-C, or no use.

Threads ask; every reply is in the journal before anything else happens to it. The first Ctrl-C
starts no further request and waits for those in flight; the second leaves at once. A request that
the endpoint refuses for good (status 400 …) is journalled like a reply, but only once a request
that was sent later got one, or at the end where such are few: while all are refused, the settings
or the account are wrong, not the question.
"""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Literal, NamedTuple

from digesta_generate.endpoint.client import ReceivedReply, Sender
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.endpoint.reply import read_billed, read_reply
from digesta_generate.endpoint.retrying import Patience, StoppedError, patiently
from digesta_generate.inference.budget import NOTHING, Cap, Meter, TokenUse
from digesta_generate.inference.journal import Journal, JournalLine, RequestKey

INTERRUPTED = 130

PULSE = 0.5
"""Seconds after which the main thread looks up from waiting: a Ctrl-C that came just before it
began to wait would else be heard only with the next reply."""
"""Exit code after Ctrl-C, as shells give it."""

_OK = 200
_IN_VAIN = 3
"""Failures in a row, without any reply in this run, that end it; as many refusals are no chance."""
_GONE = 20
"""Failures in a row that end a run that got replies: the endpoint went away."""

Reason = Literal["done", "budget", "interrupted", "in-vain"]


class Call(NamedTuple):
    """One request: its key, its body, the most that it can use."""

    key: RequestKey
    body: Mapping[str, Any]
    worst: TokenUse


Counts = Callable[[TokenUse], None]
"""What is told of every reply, with all that is spent: a progress bar."""


@dataclass
class AskingEnd:
    """How the asking ended: why, the cap where that is why, and what got no reply."""

    reason: Reason = "done"
    cap: Cap | None = None
    fatal: FaultError | None = None
    failed: list[tuple[Call, FaultError]] = field(default_factory=list)


@dataclass(frozen=True)
class Manner:
    """How to ask: how many at once, how patiently, what stops it, what a first Ctrl-C says."""

    concurrency: int = 4
    patience: Patience = field(default_factory=Patience)
    stop: threading.Event = field(default_factory=threading.Event)
    on_stop: Callable[[], None] = lambda: None


def ask_all(
    calls: Sequence[Call],
    endpoint: Sender,
    journal: Journal,
    *,
    manner: Manner,
    meter: Meter,
    count: Counts,
) -> AskingEnd:
    """Ask every call, or as many as the caps allow, into the journal."""
    work = _Work(endpoint, journal, manner, meter, count)
    with _first_interrupt_stops(manner), ThreadPoolExecutor(manner.concurrency) as pool:
        try:
            return work.through(calls, pool)
        except BaseException:
            manner.stop.set()  # a full disk, say: nothing is tried again while the pool ends
            raise


class _Work:
    def __init__(
        self, endpoint: Sender, journal: Journal, manner: Manner, meter: Meter, count: Counts
    ) -> None:
        self._endpoint = endpoint
        self._journal = journal
        self._manner = manner
        self._meter = meter
        self._count = count
        self._begun = time.monotonic()
        self._ended = AskingEnd()
        self._lock = threading.Lock()
        self._flying: dict[Future[JournalLine], tuple[Call, int]] = {}
        self._sent = 0
        # Refusals that may be journalled yet, with how many requests had been sent before each.
        self._refused: list[tuple[Call, FaultError, int]] = []
        self._ever_answered = any(line.status == _OK for line in journal.lines.values())
        self._answered_now = False
        self._streak = 0

    def through(self, calls: Sequence[Call], pool: ThreadPoolExecutor) -> AskingEnd:
        queue = deque(calls)
        flying = self._flying
        while True:
            while queue and self._may_ask(queue[0]):
                call = queue.popleft()
                flying[pool.submit(self._one, call)] = call, self._sent
                self._sent += 1
            if not flying:
                break
            for future in wait(flying, PULSE, return_when=FIRST_COMPLETED).done:
                self._land(*flying.pop(future), future)
        if self._ended.reason == "done" and self._ever_answered and len(self._refused) < _IN_VAIN:
            self._accept_refusals(self._sent)
        self._ended.failed += [(call, fault) for call, fault, _ in self._refused]
        return self._ended

    def _may_ask(self, call: Call) -> bool:
        if self._ended.reason != "done" or len(self._flying) >= self._manner.concurrency:
            return False
        if self._manner.stop.is_set():
            self._ended.reason = "interrupted"
            return False
        cap = self._passed(call)
        if cap is not None and not self._flying:
            # With requests in flight the worst case may not come: decide when they have landed.
            self._ended.reason, self._ended.cap = "budget", cap
        return cap is None

    def _passed(self, *more: Call) -> Cap | None:
        uses = [due.worst for due in (*more, *(call for call, _ in list(self._flying.values())))]
        return self._meter.passed(uses, seconds=time.monotonic() - self._begun)

    def _one(self, call: Call) -> JournalLine:
        """Ask one call, in a thread of the pool; its reply is on disk when this returns."""
        name = call.key.idempotency

        def once() -> ReceivedReply:
            received = self._endpoint.ask(call.body, idempotency_key=name)
            try:
                read_reply(received.body)
            except FaultError:
                # It may be billed all the same, and so may every further try.
                self._spend(self._billed(received.body))
                if self._passed() is not None:
                    raise StoppedError from None
                raise
            return received

        seconds = self._meter.seconds
        received, tries = patiently(
            once,
            name,
            patience=self._manner.patience,
            stop=self._manner.stop,
            until=math.inf if seconds is None else self._begun + seconds,
        )
        line = JournalLine(call.key, _OK, received.body, received.latency_ms, tries)
        self._journal.add(line)
        return line

    def _land(self, call: Call, number: int, future: Future[JournalLine]) -> None:
        try:
            line = future.result()
        except StoppedError:
            if self._ended.reason == "done" and self._manner.stop.is_set():
                self._ended.reason = "interrupted"
            elif self._ended.reason == "done":
                self._ended.reason = "budget"
                self._ended.cap = self._passed(call) or "max-minutes"
        except FaultError as fault:
            self._fail(call, fault)
        else:
            self._ever_answered = self._answered_now = True
            self._streak = 0
            self._spend(used(line, call.worst, self._meter))
            self._count(self._meter.spent)
            self._accept_refusals(number)

    def _spend(self, use: TokenUse) -> None:
        with self._lock:
            self._meter.spent += use

    def _billed(self, body: str) -> TokenUse:
        billed = read_billed(body)
        tokens = billed.input_tokens or 0, billed.output_tokens or 0
        return TokenUse(*tokens, self._meter.cost_of(*tokens, billed.cost) or 0)

    def _fail(self, call: Call, fault: FaultError) -> None:
        self._streak += 1
        if fault.code == "forbidden" and self._ever_answered:
            # The key is good: the endpoint's moderation forbids this question.
            fault = FaultError("refused", fault.got, status=fault.status, body=fault.body)
        if fault.code == "refused":
            self._refused.append((call, fault, self._sent))
        elif fault.kind != "run":
            self._ended.failed.append((call, fault))
        longest = _GONE if self._answered_now else _IN_VAIN
        in_vain = self._streak >= max(longest, self._manner.concurrency)
        if fault.kind == "run" or (in_vain and self._ended.fatal is None):
            self._ended.reason, self._ended.fatal = "in-vain", fault
            self._manner.stop.set()  # ends the waits for further tries

    def _accept_refusals(self, number: int) -> None:
        """Journal the refusals that came before the request of that number was sent."""
        held, self._refused = self._refused, []
        for call, fault, sent in held:
            if sent > number:
                self._refused.append((call, fault, sent))
                continue
            self._journal.add(JournalLine(call.key, fault.status, fault.body, 0, 1))
            self._count(self._meter.spent)


def used(line: JournalLine, worst: TokenUse, meter: Meter) -> TokenUse:
    """Return what a journalled reply used; what it does not say counts as the worst case."""
    if line.status != _OK:
        return NOTHING
    reply = read_reply(line.body)
    tokens_in = worst.tokens_in if reply.input_tokens is None else reply.input_tokens
    tokens_out = worst.tokens_out if reply.output_tokens is None else reply.output_tokens
    cost = meter.cost_of(tokens_in, tokens_out, reply.cost)
    return TokenUse(tokens_in, tokens_out, worst.cost_micro if cost is None else cost)


@contextmanager
def _first_interrupt_stops(manner: Manner) -> Iterator[None]:
    """Let Ctrl-C set ``manner.stop``, a second one end the process; the journal is always whole."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_interrupt(_signal: int, _frame: FrameType | None) -> None:
        if manner.stop.is_set():
            os._exit(INTERRUPTED)  # threads that wait for a reply would hold back any other exit
        manner.stop.set()
        manner.on_stop()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
