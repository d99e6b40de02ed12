"""Ask a search service a release's retrieval questions, and write the submission."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from digesta.canonical import sha256_hex
from digesta.errors import InputError, UsageError, plain
from digesta.records.base import SLUG
from digesta.records.question import Question
from digesta.workspace.releases import StoredRelease, open_release
from digesta_generate.endpoint.client import checked_url, open_endpoint
from digesta_generate.endpoint.guard import Network
from digesta_generate.endpoint.retries import Patience
from digesta_generate.endpoint.secret import SecretKey
from digesta_generate.inference.folder import WrittenSubmission
from digesta_generate.inference.journal import Journal
from digesta_generate.inference.systems.card import (
    organization_of,
    recorded_command,
    validate_card,
    written_card,
)
from digesta_generate.options import recorded_url
from digesta_generate.search import record
from digesta_generate.search.client import SearchSettings, SearchTask, ask_all, replies_in, task_of
from digesta_generate.search.faults import problem_of
from digesta_generate.search.options import SearchOptions
from digesta_generate.search.wire import PATH, Names
from digesta_generate.similarity.ranking import cases_of, corpus_file
from digesta_generate.talk import say
from digesta_legal.retrieval.records import Case

_LOOPBACK = re.compile(r"https?://(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?(/.*)?")
_ABOUT = (
    "Ranked by a search service that was sent each query's own words; the query's own case is "
    "dropped by the digest of its text."
)


def search(options: SearchOptions) -> WrittenSubmission:
    """Return where the answers are, once the service gave all of them.

    Raises a DigestaError for options that do not fit, or a service that fails.
    """
    release = open_release(options.root, options.release)
    also = [_corpus_and_url(text) for text in options.also]
    searches = [
        _Search(*_address(url, options), _task(options, release, corpus))
        for corpus, url in ((options.corpus, options.url), *also)
    ]
    tasks = [each.task for each in searches]
    corpora = [task.settings.corpus for task in tasks]
    if len({*corpora}) < len(corpora):
        raise UsageError(f"--also: one service a corpus; given: {', '.join(corpora)}")
    if re.fullmatch(SLUG, options.id) is None:
        raise UsageError("--id: an id of a-z, 0-9, '.', '_' and '-' is expected, such as acme-7b")
    folder = options.root / "predictions" / release.manifest.release / options.id
    asking = _SearchRun(options, release, tasks, folder)
    asking.card(Names())  # what is wrong with it is said before anything is asked
    with record.open_journal(folder, tasks) as journal:
        names = [asking.ask(each, journal) for each in searches]
        urls = [recorded_url(each.address) for each in searches]
        if len({*names}) > 1:
            called = ", ".join(sorted({name.retriever or "nothing" for name in names}))
            raise UsageError(f"--also: one system; its services call themselves {called}")
        circumstances = record.Circumstances(urls, options.batch)
        record.write(folder, asking.card(names[0]), tasks, journal, circumstances)
    return WrittenSubmission(folder, sum(len(task.asks) for task in tasks))


def _corpus_and_url(text: str) -> tuple[str, str]:
    corpus, sign, url = text.partition("=")
    if not sign or not url:
        raise UsageError(f"--also: got {text!r}; expected CORPUS=URL, such as cases/2=http://…")
    return corpus, url


def _address(url: str, options: SearchOptions) -> tuple[str, Network]:
    own = options.loopback or _LOOPBACK.fullmatch(url) is not None
    network: Network = "loopback" if own else "private" if options.private_network else "public"
    checked = checked_url(url, network=network, option="--url")
    return checked.removesuffix(f"/{PATH}"), network


def cases_in(release: StoredRelease, corpus: str | None) -> list[Case]:
    """Return the cases of a corpus; of the release's only one where none is named."""
    return cases_of(_corpus(_questions_of(release, corpus), corpus), release.data.resources)


def _questions_of(release: StoredRelease, corpus: str | None) -> list[Question]:
    """Return the questions of the scorer that a corpus is for; of ``retrieval``, or of the rest."""
    searched = [question for question in release.data.questions if question.ask.get("corpus")]
    if not searched:
        raise UsageError(
            f"release {release.manifest.release} has no question that searches a corpus"
        )
    scorers = {str(question.ask["corpus"]): question.scorer for question in searched}
    cases = "retrieval" if "retrieval" in scorers.values() else searched[0].scorer
    return [each for each in searched if each.scorer == scorers.get(corpus or "", cases)]


def _corpus(questions: list[Question], named: str | None) -> str:
    there = sorted({str(question.ask["corpus"]) for question in questions})
    if named is None and len(there) == 1:
        return there[0]
    if named not in there:
        got = "name one" if named is None else f"no corpus {named!r}"
        raise UsageError(f"--corpus: {got}; there are: {', '.join(there)}")
    return named


def _task(options: SearchOptions, release: StoredRelease, named: str | None) -> SearchTask:
    questions = _questions_of(release, named)
    corpus = _corpus(questions, named)
    data = bytes(release.data.resources[corpus_file(corpus, release.data.resources)])
    settings = SearchSettings(
        corpus=corpus, corpus_sha256=sha256_hex(data), form=options.form, top_k=options.top
    )
    return task_of(questions, cases_of(corpus, release.data.resources), settings)


class _Search(NamedTuple):
    """What is asked of one service, and where it is."""

    address: str
    network: Network
    task: SearchTask


class _SearchRun(NamedTuple):
    """What is asked, for which submission."""

    options: SearchOptions
    release: StoredRelease
    tasks: Sequence[SearchTask]
    folder: Path

    def ask(self, search: _Search, journal: Journal) -> Names:
        """Ask one service what is left; return what it calls itself."""
        options, task, address = self.options, search.task, search.address
        patience = Patience(options.retries, options.backoff)
        try:
            with open_endpoint(
                address,
                SecretKey(),
                network=search.network,
                timeout=options.timeout,
                connections=1,
                path=PATH,
            ) as service:
                count, batch = partial(self._count, task), options.batch
                fault = ask_all(task, service, journal, batch=batch, patience=patience, count=count)
        except (KeyboardInterrupt, OSError):
            self._say_how_to_resume(journal)
            raise
        if fault is not None:
            self._say_how_to_resume(journal)
            raise InputError([problem_of(fault, recorded_url(address))])
        return next(iter(replies_in(journal, task).values())).names

    def _count(self, task: SearchTask, done: int) -> None:
        say(f"{plain(self.folder.name)}: {done} of {len(task.asks)} on {task.settings.corpus}")

    def _say_how_to_resume(self, journal: Journal) -> None:
        done = sum(len(replies_in(journal, task)) for task in self.tasks)
        total = sum(len(task.asks) for task in self.tasks)
        say(
            f"{plain(self.folder.as_posix())}: {done} of {total} questions are answered and in its "
            "journal; resume with:"
        )
        say(f"  {self.options.shell_line()}")

    def card(self, names: Names) -> dict[str, Any]:
        """Return submission.json: what somebody wrote stays, what this run knows is new."""
        options, written = self.options, written_card(self.folder)
        questions = self.release.data.questions
        ids = {key for task in self.tasks for key in task.asks}
        tracks = {question.track for question in questions if question.question_id in ids}
        settings, release = self.tasks[0].settings, self.folder.parent.name
        name = options.name or written.get("model_name") or names.service or self.folder.name
        card = {
            "license": "CC0-1.0",
            **written,
            "model_name": name,
            "organization": organization_of(options.organization, written),
            "notes": options.notes or written.get("notes") or _ABOUT,
            "submission_id": self.folder.name,
            "release": release,
            "condition": "retrieval",
            "retrieval": {"top_k": settings.top_k, "request": settings.form},
            "attempts": 1,
            "command": recorded_command(options, release, "notes"),
        }
        if retriever := options.retriever or written.get("retriever") or names.retriever:
            card["retriever"] = retriever
        if tracks < {question.track for question in questions}:
            card["tracks"] = sorted(tracks)
        return validate_card(card)
