"""Ask a model that judges: replies from the journal, else from the endpoint, until one is valid.

A reply that is not of the form asked for is asked for again, a bounded number of times, with what
was wrong with it. The endpoint is opened when the first reply is not in the journal: a run that
finds everything needs none.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from digesta.canonical import digest
from digesta.model.question import Question
from digesta_generate.endpoint.client import Received
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.endpoint.reply import read_reply
from digesta_generate.endpoint.retrying import Patience, patiently
from digesta_generate.inference.requests import Asks
from digesta_generate.judging.journal import Journal, Line
from digesta_generate.judging.replies import Schema, form_of, read
from digesta_generate.judging.wording import Messages, asked_again

REASKS = 2
"""How often a reply that is not valid is asked for again."""

_OK = 200

A = TypeVar("A")
B = TypeVar("B")
Connect = Callable[[], AbstractContextManager[Asks]]


class Decoding(NamedTuple):
    """What a request holds beside its messages and its form."""

    model: str
    max_tokens: int = 512
    limit_key: str = "max_tokens"
    temperature: float | None = 0.0

    def request(self, messages: Messages, form: Mapping[str, Any]) -> dict[str, Any]:
        """Give the body of a chat completion request."""
        body: dict[str, Any] = {
            "model": self.model,
            "messages": messages,
            self.limit_key: self.max_tokens,
            "response_format": dict(form),
        }
        return body if self.temperature is None else body | {"temperature": self.temperature}


class Wanted(NamedTuple):
    """One thing asked: of which question, in which turns, by a form of which name."""

    question: Question
    messages: Messages
    name: str
    schema: Schema


class Heard(NamedTuple):
    """What came of it: a valid value or None, and every reply in order, as it was said."""

    value: Any
    replies: tuple[str, ...]


@dataclass(frozen=True)
class Asker:
    """What asks, from several threads at once."""

    decoding: Decoding
    journal: Journal
    endpoint: Asks
    pool: ThreadPoolExecutor
    patience: Patience = field(default_factory=Patience)
    stop: threading.Event = field(default_factory=threading.Event)

    def each(self, ask: Callable[[A], B], things: Iterable[A]) -> list[B]:
        """Ask several things at once; give what came of them in their order."""
        return list(self.pool.map(ask, things))

    def hear(self, wanted: Wanted) -> Heard:
        """Give the first valid reply, or none after as many as may be asked for."""
        messages, replies = wanted.messages, []
        form = form_of(wanted.name, wanted.schema)
        for _ in range(REASKS + 1):
            text = self._reply(self.decoding.request(messages, form))
            replies.append(text)
            found = read(text, wanted.schema)
            if not found.fault:
                return Heard(found.value, tuple(replies))
            messages = asked_again(wanted.question, wanted.messages, found.fault)
        return Heard(None, tuple(replies))

    def _reply(self, body: Mapping[str, Any]) -> str:
        """Give the text that a request got, now or before; "" where it was refused for good."""
        key = digest(body)
        if key not in self.journal.lines:
            self.journal.add(self._line(key, body))
        line = self.journal.lines[key]
        return read_reply(line.body).text if line.status == _OK else ""

    def _line(self, key: str, body: Mapping[str, Any]) -> Line:
        def once() -> Received:
            received = self.endpoint.ask(body, idempotency_key=key)
            read_reply(received.body)
            return received

        try:
            received, tries = patiently(once, key, patience=self.patience, stop=self.stop)
        except FaultError as fault:
            # Where it answers others, it is this request that it will not answer.
            if fault.kind == "question" and any(
                one.status == _OK for one in list(self.journal.lines.values())
            ):
                return Line(key, fault.status, fault.body, 0, 1)
            raise
        return Line(key, _OK, received.body, received.latency_ms, tries)


class _Late:
    """An endpoint that is opened when it is first asked."""

    def __init__(self, connect: Connect, stack: ExitStack) -> None:
        self._connect = connect
        self._stack = stack
        self._lock = threading.Lock()
        self._endpoint: Asks | None = None

    def ask(self, body: Mapping[str, Any], *, idempotency_key: str) -> Received:
        with self._lock:
            if self._endpoint is None:
                self._endpoint = self._stack.enter_context(self._connect())
        return self._endpoint.ask(body, idempotency_key=idempotency_key)


@contextmanager
def asking(
    decoding: Decoding,
    journal: Journal,
    connect: Connect,
    *,
    concurrency: int,
    patience: Patience,
) -> Iterator[Asker]:
    """Give what asks for the block; at its end no request is left in flight."""
    with ExitStack() as stack:
        late = _Late(connect, stack)
        pool = stack.enter_context(ThreadPoolExecutor(concurrency))
        made = Asker(decoding, journal, late, pool, patience)
        try:
            yield made
        except BaseException:
            made.stop.set()  # nothing is tried again while the pool ends
            pool.shutdown(wait=True, cancel_futures=True)
            raise
