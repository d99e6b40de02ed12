"""Ask a search service every question of a corpus, batch by batch, into the journal.

A batch is asked until there is a reply that can be right, or patience ends; its lists are in the
journal, a line for each question, before the next batch is sent. A run is resumed by the same
command, in batches of any size, and from any address of the same service: who answers must call
itself as it did.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import orjson
from pydantic import Field

from digesta.canonical import canonical_bytes, digest, sha256_hex
from digesta.records.base import NonEmpty, Record, Sha256
from digesta.records.question import Question
from digesta.scorers.ranking.records import RankingAsk
from digesta_generate.endpoint.client import ReceivedReply, Sender
from digesta_generate.endpoint.faults import FaultError
from digesta_generate.endpoint.retries import Patience, patiently
from digesta_generate.inference.journal import Journal, JournalLine, RequestKey
from digesta_generate.search.faults import SearchFaultError
from digesta_generate.search.wire import BatchReply, Form, Names, read_reply, request_of
from digesta_generate.similarity.ranking import ask_of, queries
from digesta_legal.retrieval.records import Case, RetrievalAsk

_OK = 200


class SearchSettings(Record):
    """What is asked of a service; how fast, and at which address, is no setting."""

    corpus: NonEmpty = Field(description="The corpus, NAME/version.")
    corpus_sha256: Sha256 = Field(description="Of its file.")
    form: Form = Field(description="The key under which queries are sent.")
    top_k: int = Field(ge=1, description="Results of each query.")

    @property
    def sha256(self) -> str:
        """Return the digest of the settings."""
        return digest(self.as_json())


class SeveralSettings(Record):
    """What is asked of the services of several corpora, for one submission."""

    corpora: list[SearchSettings] = Field(description="Of each corpus, in the order asked.")


@dataclass(frozen=True)
class SearchTask:
    """What is to be asked: questions by id with their words, and the corpus by its ids."""

    settings: SearchSettings
    asks: Mapping[str, RetrievalAsk | RankingAsk]
    words: Mapping[str, str]
    cases: Mapping[str, Case]

    def key(self, question_id: str) -> RequestKey:
        """Return the journal's key of a question."""
        words_sha256 = sha256_hex(self.words[question_id].encode())
        return RequestKey(question_id, words_sha256, self.settings.sha256, 0)


class KeptReply(NamedTuple):
    """What the journal has of a question: the list as it came, the service's names, the try."""

    ranked: list[str]
    names: Names
    line: JournalLine


def task_of(
    questions: Sequence[Question], cases: Sequence[Case], settings: SearchSettings
) -> SearchTask:
    """Return the task of a release's questions of one scorer, those of the corpus.

    questions: all of the scorer's, since what they all begin with is no query.
    """
    asks = {question.question_id: ask_of(question) for question in questions}
    mine = {key: ask for key, ask in sorted(asks.items()) if ask.corpus == settings.corpus}
    words = queries(questions)
    return SearchTask(
        settings, mine, {key: words[key] for key in mine}, {case.case: case for case in cases}
    )


def settings_of(tasks: Sequence[SearchTask]) -> SearchSettings | SeveralSettings:
    """Return what a submission's journal and record say of its settings."""
    every = [task.settings for task in tasks]
    return every[0] if len(every) == 1 else SeveralSettings(corpora=every)


def replies_in(journal: Journal, task: SearchTask) -> dict[str, KeptReply]:
    """Return what the journal has, by question id."""
    lines = {key: journal.lines.get(task.key(key)) for key in task.asks}
    return {key: _reply_of(line) for key, line in lines.items() if line is not None}


def _reply_of(line: JournalLine) -> KeptReply:
    reply = orjson.loads(line.body)
    return KeptReply(reply["ranked"], Names(**reply["names"]), line)


def ask_all(
    task: SearchTask,
    service: Sender,
    journal: Journal,
    *,
    batch: int,
    patience: Patience,
    count: Callable[[int], None],
) -> FaultError | None:
    """Return the fault that ended the asking for what the journal lacks, if one did.

    count: told of every batch, with the number of questions answered so far.
    """
    kept = replies_in(journal, task)
    names = next((reply.names for reply in kept.values()), None)
    done = len(kept)
    for ids in _batches([key for key in task.asks if key not in kept], batch):
        try:
            reply, received, tries = _ask(task, service, ids, patience=patience)
            names = _same(names, reply.names)
        except FaultError as fault:
            return fault
        for key, ranked in zip(ids, reply.ranked, strict=True):
            body = canonical_bytes({"ranked": ranked, "names": names._asdict()}).decode()
            journal.add(JournalLine(task.key(key), _OK, body, received.latency_ms, tries))
        done += len(ids)
        count(done)
    return None


def _batches(ids: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (ids[at : at + size] for at in range(0, len(ids), size))


def _ask(
    task: SearchTask, service: Sender, ids: Sequence[str], *, patience: Patience
) -> tuple[BatchReply, ReceivedReply, int]:
    settings = task.settings
    body = request_of(settings.form, [task.words[key] for key in ids], settings.top_k)
    name = digest(body)

    def once() -> tuple[BatchReply, ReceivedReply]:
        received = service.ask(body, idempotency_key=name)
        read = read_reply(received.body, ids, cases=task.cases, top_k=settings.top_k)
        return read, received

    (reply, received), tries = patiently(once, name, patience=patience, stop=threading.Event())
    return reply, received, tries


def _same(before: Names | None, now: Names) -> Names:
    if before is not None and before != now:
        got = f"{now.retriever or 'a service without a name'}, after {before.retriever or 'none'}"
        raise SearchFaultError("service-differs", got)
    return now
