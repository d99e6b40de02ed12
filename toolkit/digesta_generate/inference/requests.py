"""Send many requests at once until all have replies, a cap is reached, Ctrl-C, or all fail.

Threads send; every reply is in the journal before anything else happens to it. After the first
Ctrl-C no further request starts and those in flight are waited for; the second ends the process at
once. A request that the endpoint refuses for good (status 400 …) is journalled like a reply, but
only when a request that was sent later gets a reply, or at the end where refusals are few: while
all are refused, the settings or the account are wrong, not the question.
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
from digesta_generate.endpoint.faults import FIELD_STATUSES, FaultError
from digesta_generate.endpoint.reply import read_bill, read_reply
from digesta_generate.endpoint.retries import Patience, StoppedError, patiently
from digesta_generate.inference.budget import NOTHING, Cap, Meter, TokenUse
from digesta_generate.inference.journal import Journal, JournalLine, RequestKey
from digesta_generate.talk import INTERRUPTED

PULSE = 0.5
"""Seconds after which the main thread stops waiting: a Ctrl-C that came just before it began to
wait would otherwise be handled only with the next reply."""

_OK, _FORBIDDEN = 200, 403
_IN_VAIN = 3
"""Failures in a row that end a run without replies; so many refusals are no accident."""
_GONE = 20
"""Failures in a row that end a run that got replies: the endpoint went away."""

Reason = Literal["done", "budget", "interrupted", "in-vain"]


class Call(NamedTuple):
    """One request: its key, its body, the most that it can use."""

    key: RequestKey
    body: Mapping[str, Any]
    worst: TokenUse


Counts = Callable[[TokenUse], None]
"""Called after every reply with all that is spent so far: a progress bar."""


@dataclass
class AskingEnd:
    """How the asking ended: the reason, the cap where a cap is it, and what got no reply."""

    reason: Reason = "done"
    cap: Cap | None = None
    fatal: FaultError | None = None
    failed: list[tuple[Call, FaultError]] = field(default_factory=list)


@dataclass(frozen=True)
class Manner:
    """How to ask: requests at once, patience, the stop. on_stop: called at the first Ctrl-C."""

    concurrency: int = 4
    patience: Patience = field(default_factory=Patience)
    stop: threading.Event = field(default_factory=threading.Event)
    on_stop: Callable[[], None] = lambda: None


@dataclass
class Requests:
    """The requests of one run to an endpoint, into a journal."""

    endpoint: Sender
    journal: Journal
    manner: Manner
    meter: Meter = field(kw_only=True)
    count: Counts = field(kw_only=True)

    def __post_init__(self) -> None:
        self._begun = time.monotonic()
        self._ended = AskingEnd()
        self._lock = threading.Lock()
        self._flying: dict[Future[JournalLine], tuple[Call, int]] = {}
        self._sent = 0
        # Refusals that may be journalled yet, with how many requests had been sent before each.
        self._refused: list[tuple[Call, FaultError, int]] = []
        self._ever_answered = any(line.status == _OK for line in self.journal.lines.values())
        self._answered_now = False
        self._streak = 0

    def ask_all(self, calls: Sequence[Call]) -> AskingEnd:
        """Ask every call, or as many as the caps allow."""
        manner = self.manner
        with _first_interrupt_stops(manner), ThreadPoolExecutor(manner.concurrency) as pool:
            try:
                return self._ask_in(pool, calls)
            except BaseException:
                manner.stop.set()  # a full disk, say: nothing is tried again while the pool ends
                raise

    def _ask_in(self, pool: ThreadPoolExecutor, calls: Sequence[Call]) -> AskingEnd:
        queue = deque(calls)
        flying = self._flying
        while True:
            while queue and self._may_ask(queue[0]):
                call = queue.popleft()
                flying[pool.submit(self._ask, call)] = call, self._sent
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
        if self._ended.reason != "done" or len(self._flying) >= self.manner.concurrency:
            return False
        if self.manner.stop.is_set():
            self._ended.reason = "interrupted"
            return False
        cap = self._exceeded_cap(call)
        if cap is not None and not self._flying:
            # Requests in flight may use less than their worst case: decide when they have ended.
            self._ended.reason, self._ended.cap = "budget", cap
        return cap is None

    def _exceeded_cap(self, *more: Call) -> Cap | None:
        uses = [call.worst for call in (*more, *(call for call, _ in list(self._flying.values())))]
        return self.meter.exceeded_cap(uses, seconds=time.monotonic() - self._begun)

    def _ask(self, call: Call) -> JournalLine:
        """Ask one call, in a thread of the pool; its reply is on disk when this returns."""
        name = call.key.idempotency

        def ask_once() -> ReceivedReply:
            received = self.endpoint.ask(call.body, idempotency_key=name)
            try:
                read_reply(received.body)
            except FaultError:
                # It may be billed all the same, and so may every further try.
                self._spend(self._use_of(received.body))
                if self._exceeded_cap() is not None:
                    raise StoppedError from None
                raise
            return received

        seconds = self.meter.caps.seconds
        received, tries = patiently(
            ask_once,
            name,
            patience=self.manner.patience,
            stop=self.manner.stop,
            until=math.inf if seconds is None else self._begun + seconds,
        )
        line = JournalLine(call.key, _OK, received.body, received.latency_ms, tries)
        self.journal.add(line)
        return line

    def _land(self, call: Call, number: int, future: Future[JournalLine]) -> None:
        try:
            line = future.result()
        except StoppedError:
            if self._ended.reason == "done" and self.manner.stop.is_set():
                self._ended.reason = "interrupted"
            elif self._ended.reason == "done":
                self._ended.reason = "budget"
                self._ended.cap = self._exceeded_cap(call) or "max-minutes"
        except FaultError as fault:
            self._fail(call, fault)
        else:
            self._ever_answered = self._answered_now = True
            self._streak = 0
            self._spend(use_of_line(line, call.worst, self.meter))
            self.count(self.meter.spent)
            self._accept_refusals(number)

    def _spend(self, use: TokenUse) -> None:
        with self._lock:
            self.meter.spent += use

    def _use_of(self, body: str) -> TokenUse:
        bill = read_bill(body)
        tokens = bill.input_tokens or 0, bill.output_tokens or 0
        return TokenUse(*tokens, self.meter.cost_of(*tokens, bill.cost) or 0)

    def _fail(self, call: Call, fault: FaultError) -> None:
        self._streak += 1
        roles = {message["role"] for message in call.body["messages"]}
        good = self._ever_answered or (fault.code == "system-role" and "system" not in roles)
        of_question = fault.status in (_FORBIDDEN, *FIELD_STATUSES) and fault.code != "payment"
        if good and of_question and fault.kind == "run":
            # The key is good, and so are roles and fields: the endpoint refuses this question.
            fault = FaultError("refused", fault.got, status=fault.status, body=fault.body)
        if fault.code == "refused":
            self._refused.append((call, fault, self._sent))
        elif fault.kind != "run":
            self._ended.failed.append((call, fault))
        longest = _GONE if self._answered_now else _IN_VAIN
        in_vain = self._streak >= max(longest, self.manner.concurrency)
        if fault.kind == "run" or (in_vain and self._ended.fatal is None):
            self._ended.reason, self._ended.fatal = "in-vain", fault
            self.manner.stop.set()  # ends the waits for further tries

    def _accept_refusals(self, number: int) -> None:
        """Journal the refusals that came before the request of a number was sent."""
        before = [refusal for refusal in self._refused if refusal[2] <= number]
        self._refused = [refusal for refusal in self._refused if refusal[2] > number]
        for call, fault, _ in before:
            self.journal.add(JournalLine(call.key, fault.status, fault.body, 0, 1))
            self.count(self.meter.spent)


def use_of_line(line: JournalLine, worst: TokenUse, meter: Meter) -> TokenUse:
    """Return what a journalled reply used; what it does not report counts as the worst case."""
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
