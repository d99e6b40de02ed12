"""Ask a model that judges: replies from the journal, else from the endpoint, until one is valid.

A reply that is not of the form asked for is asked for again, a bounded number of times, with what
was wrong with it. The endpoint is opened when the first reply is not in the journal: a run that
finds everything needs none. Two equal requests are one, also when both are wanted at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Never, TypeVar

from digesta.canonical import digest
from digesta.records.question import Question
from digesta.scorers.shared.extract import clean
from digesta_generate.endpoint.client import ReceivedReply, Sender
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.endpoint.reply import read_reply
from digesta_generate.endpoint.retries import Patience, StoppedError, patiently
from digesta_generate.inference.settings import without_system
from digesta_generate.judges.journal import JudgeJournal, JudgeJournalLine
from digesta_generate.judges.prompts import JudgePrompts, Messages
from digesta_generate.judges.replies import Schema, form_of, read, tokens_of

REASKS = 2
"""How often a reply that is not valid is asked for again."""

CUT = "cut off after {} tokens: write less, and name fewer"
"""What is wrong with a reply that came to the limit of its tokens."""

_OK = 200
_PROMPTS = JudgePrompts()

A = TypeVar("A")
B = TypeVar("B")
Connect = Callable[[], AbstractContextManager[Sender]]


class RequestSettings(NamedTuple):
    """What a request holds beside its messages and its form."""

    model: str
    limit_key: str = "max_tokens"
    temperature: float | None = 0.0
    no_system_role: bool = False
    no_schema: bool = False

    def request(self, messages: Messages, name: str, schema: Schema) -> dict[str, Any]:
        """Return the body of a chat completion request. name, schema: the form of the reply."""
        body: dict[str, Any] = {
            "model": self.model,
            "messages": without_system(messages) if self.no_system_role else messages,
            self.limit_key: tokens_of(schema),
        }
        body |= {} if self.no_schema else {"response_format": form_of(name, schema)}
        return body if self.temperature is None else body | {"temperature": self.temperature}


class JudgeRequest(NamedTuple):
    """One thing asked: of which question, in which turns, by a form of which name."""

    question: Question
    messages: Messages
    name: str
    schema: Schema


class Heard(NamedTuple):
    """What came of it: a valid value or None, and every reply in order, as a record holds it."""

    value: Any
    replies: tuple[str, ...]


@dataclass(frozen=True)
class Asker:
    """What asks, from several threads at once."""

    decoding: RequestSettings
    journal: JudgeJournal
    endpoint: Sender
    pool: ThreadPoolExecutor
    patience: Patience = field(default_factory=Patience)
    prompts: JudgePrompts = field(default_factory=JudgePrompts)
    stop: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _requests: dict[str, Future[JudgeJournalLine]] = field(default_factory=dict, init=False)
    _faults: list[FaultError] = field(default_factory=list, init=False)

    def each(self, ask: Callable[[A], B], subjects: Iterable[A]) -> list[B]:
        """Return what came of several requests, sent at once, in their order.

        Until an endpoint has answered anything, one after the other: whether a refusal is of this
        request or of all is then no matter of which thread is faster.
        """
        rest, done = list(subjects), []
        while rest and not self.journal.answered:
            done.append(ask(rest.pop(0)))
        try:
            return done + list(self.pool.map(ask, rest))
        except (FaultError, StoppedError):
            self._end()

    def hear(self, wanted: JudgeRequest) -> Heard:
        """Return the first valid reply, or none after as many as may be asked for."""
        messages, replies = wanted.messages, []
        for _ in range(REASKS + 1):
            body = self.decoding.request(messages, wanted.name, wanted.schema)
            text, cut = self._reply(body)
            replies.append(text)
            reply = read(text, wanted.schema)
            if not reply.fault:
                return Heard(reply.value, tuple(replies))
            fault = CUT.format(tokens_of(wanted.schema)) if cut else reply.fault
            messages = self.prompts.asked_again(wanted.question, wanted.messages, fault)
        return Heard(None, tuple(replies))

    def _reply(self, body: Mapping[str, Any]) -> tuple[str, bool]:
        """Return what a request got, now or before, and whether it was cut; "" where refused.

        The text is as a record may hold it: the journal alone has it as it came.
        """
        line = self._once(digest(body), body)
        if line.status != _OK:
            return "", False
        reply = read_reply(line.body)
        return clean(reply.text), reply.cut

    def _once(self, key: str, body: Mapping[str, Any]) -> JudgeJournalLine:
        with self._lock:
            mine = key not in self._requests
            future = self._requests.setdefault(key, Future())
        if mine:
            try:
                future.set_result(self.journal.lines.get(key) or self._new(key, body))
            except BaseException as error:
                future.set_exception(error)  # whoever waits for the same reply must not for ever
                raise
        return future.result()

    def _new(self, key: str, body: Mapping[str, Any]) -> JudgeJournalLine:
        if self.stop.is_set():
            self._end()
        try:
            line = self._line(key, body)
        except FaultError as fault:
            self._faults.append(fault)
            self.stop.set()  # nothing more is asked by any thread
            raise
        self.journal.add(line)
        return line

    def _end(self) -> Never:
        """Raise the fault that came first, however late what met it was wanted."""
        raise self._faults[0] if self._faults else StoppedError

    def _line(self, key: str, body: Mapping[str, Any]) -> JudgeJournalLine:
        def once() -> ReceivedReply:
            received = self.endpoint.ask(body, idempotency_key=key)
            read_reply(received.body)
            return received

        try:
            received, tries = patiently(once, key, patience=self.patience, stop=self.stop)
        except FaultError as fault:
            # Where it answers others, it is this request that it will not answer.
            if fault.kind == "question" and self.journal.answered:
                return JudgeJournalLine(key, fault.status, fault.body, 0, 1)
            raise
        return JudgeJournalLine(key, _OK, received.body, received.latency_ms, tries)


class _Late:
    """An endpoint that is opened when it is first asked."""

    def __init__(self, connect: Connect, stack: ExitStack) -> None:
        self._connect = connect
        self._stack = stack
        self._lock = threading.Lock()
        self._endpoint: Sender | None = None

    def ask(self, body: Mapping[str, Any], *, idempotency_key: str) -> ReceivedReply:
        with self._lock:
            if self._endpoint is None:
                self._endpoint = self._stack.enter_context(self._connect())
        return self._endpoint.ask(body, idempotency_key=idempotency_key)


@contextmanager
def asking(
    decoding: RequestSettings,
    journal: JudgeJournal,
    connect: Connect,
    *,
    concurrency: int,
    patience: Patience,
    prompts: JudgePrompts = _PROMPTS,
) -> Iterator[Asker]:
    """Return what asks for the block; at its end no request is left in flight."""
    with ExitStack() as stack:
        late = _Late(connect, stack)
        pool = stack.enter_context(ThreadPoolExecutor(concurrency))
        asker = Asker(decoding, journal, late, pool, patience, prompts)
        try:
            yield asker
        except BaseException:
            asker.stop.set()  # nothing is tried again while the pool ends
            pool.shutdown(wait=True, cancel_futures=True)
            raise
