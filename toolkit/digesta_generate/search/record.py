"""What a run of searches leaves: the submission's files, whole or not at all.

An answer is the list as it came, without the query's own case (known by the digest of its text) and
cut at what the question allows. The trace has the list as it came and the time of the batch that
the question was in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from digesta.canonical import digest
from digesta.errors import UsageError
from digesta.records.base import Record
from digesta.records.trace import Trace
from digesta.workspace.cards import JOURNAL, PREDICTIONS
from digesta_generate.inference import journal as journals
from digesta_generate.inference.folder import submission_tree
from digesta_generate.inference.journal import Journal
from digesta_generate.inference.run import names_in, write_run
from digesta_generate.processor import TIME, run_file
from digesta_generate.search.client import KeptReply, SearchTask, replies_in, settings_of
from digesta_generate.similarity.ranking import is_own


class Circumstances(NamedTuple):
    """What the record says besides the answers. urls: of services. batch: queries at once."""

    urls: Sequence[str]
    batch: int


@contextmanager
def open_journal(folder: Path, tasks: Sequence[SearchTask]) -> Iterator[Journal]:
    """Open a submission's folder and journal for the block; one run a folder at a time.

    A folder in which nothing was answered is removed again.
    """
    with journals.lock_folder(folder):
        _refuse_strangers(folder)
        start = datetime.now(UTC).strftime(TIME)
        try:
            with journals.open_journal(folder, settings_of(tasks), start=start) as journal:
                yield journal
        finally:
            journals.drop_empty(folder)


def _refuse_strangers(folder: Path) -> None:
    there = names_in(folder)
    if PREDICTIONS in there and JOURNAL not in there:
        raise UsageError(
            f"{folder}: holds answers without their {JOURNAL}; bring that file back, or "
            "choose another --id, or remove the folder"
        )


def write(
    folder: Path,
    card: Mapping[str, Any],
    tasks: Sequence[SearchTask],
    journal: Journal,
    circumstances: Circumstances,
) -> None:
    """Write the submission of a journal that has every question."""
    kept, answers = {}, {}
    for task in tasks:
        for key, reply in replies_in(journal, task).items():
            kept[key], answers[key] = reply, {"ranked": _answer(task, key, reply.ranked)}
    traces = {key: _trace(key, answers[key], reply) for key, reply in kept.items()}
    run = _run(settings_of(tasks), kept, journal, circumstances)
    write_run(folder, submission_tree(card, answers, traces, run))


def _answer(task: SearchTask, question_id: str, ranked: list[str]) -> list[str]:
    ask = task.asks[question_id]
    others = [case for case in ranked if not is_own(task.cases[case], ask)]
    return others[: ask.at_most]


def _trace(question_id: str, answer: Any, kept: KeptReply) -> Trace:
    return Trace(
        question_id=question_id,
        answer_sha256=digest(answer),
        outcome="answered",
        latency_ms=kept.line.latency_ms,
        retrieved=kept.ranked,
        prompt_sha256=kept.line.key.prompt_sha256,
    )


def _run(
    settings: Record,
    kept: Mapping[str, KeptReply],
    journal: Journal,
    circumstances: Circumstances,
) -> dict[str, Any]:
    lengths = [len(reply.ranked) for reply in kept.values()]
    names = next(iter(kept.values())).names._asdict()
    return run_file(
        datetime.fromisoformat(journal.start),
        {"httpx": version("httpx")},
        inference={
            "settings": settings.as_json(),
            "settings_sha256": digest(settings.as_json()),
            "service": {"url": " ".join(circumstances.urls)}
            | {key: value for key, value in names.items() if value},
            "batch": circumstances.batch,
            "most_tries": max(reply.line.tries for reply in kept.values()),
            "shortest_list": min(lengths),
            "longest_list": max(lengths),
        },
        asked=len(kept),
    )
