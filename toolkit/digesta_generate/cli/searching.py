"""The commands of search services: serve a corpus, ask a service."""

# ruff: noqa: ARG001 - options stand in the signature for typer; some are read from the context

from __future__ import annotations

import re
import signal
import sys
import threading
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.errors import InputError, UsageError, plain
from digesta_generate.cli import options as o
from digesta_generate.cli.command import ABSENT_FROM_CARD, command_line, parsed
from digesta_generate.cli.planning import written_card
from digesta_generate.cli.talk import say

if TYPE_CHECKING:
    from digesta.records.question import Question
    from digesta.scorers.retrieval.records import Case
    from digesta.workspace.releases import StoredRelease
    from digesta_generate.search.asking import Task
    from digesta_generate.search.wire import Names

_LOOPBACK = re.compile(r"https?://(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?(/.*)?")
_ABOUT = (
    "Ranked by a search service that was sent each query's own words; the query's own case is "
    "dropped by the digest of its text."
)


class Method(StrEnum):
    """How ``serve-search`` ranks."""

    bm25 = "bm25"
    e5 = "e5"
    fusion = "fusion"


class Form(StrEnum):
    """The key under which a service takes queries."""

    queries = "queries"
    facts = "facts"


CorpusOption = Annotated[
    str | None,
    typer.Option("--corpus", help="Such as cases/1; the release's only one if left out."),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the generator's."""
    app.command(
        "serve-search",
        epilog="Example: digesta-generate serve-search --method bm25 --corpus cases/1",
    )(serve_search)
    app.command(
        epilog="Example: digesta-generate search --url http://127.0.0.1:8901 --id search-bm25 "
        "--organization Us"
    )(search)


def serve_search(
    method: Annotated[Method, typer.Option("--method", help="How to rank.")],
    release: o.Release = None,
    corpus: CorpusOption = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65_535, help="Of the loopback; 0: a free one.")
    ] = 0,
    root: o.Root = o.HERE,
) -> None:
    """Serve a release's corpus as a search service on this machine, until Ctrl-C or SIGTERM.

    POST /batch_search, as the Legal Agent Evaluation Module asks it: {"queries": [...], "top_k":
    20} or {"facts": [...], "top_k": 20}. Prints "ready URL" when it answers.
    """
    from digesta.workspace.releases import open_release
    from digesta_generate.search.methods import METHODS
    from digesta_generate.search.service import serving

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    found = open_release(root, release)
    cases = _cases(found, _corpus(_asked(found), corpus))
    say(f"indexing {len(cases)} cases")
    try:
        with serving(port, METHODS[method.value], cases) as service:
            sys.stdout.write(f"ready {service.url}\n")
            sys.stdout.flush()
            threading.Event().wait()
    except KeyboardInterrupt:
        say("stopped")


def search(  # noqa: PLR0913, PLR0917 - one parameter for each option
    ctx: typer.Context,
    url: Annotated[str, typer.Option("--url", help="The service, such as http://127.0.0.1:8901.")],
    submission: Annotated[str, typer.Option("--id", help="The submission's id.")],
    organization: Annotated[
        str | None, typer.Option("--organization", help="Who sends it in.")
    ] = None,
    release: o.Release = None,
    corpus: CorpusOption = None,
    name: Annotated[
        str | None, typer.Option("--name", help="The system's name; else the service's own.")
    ] = None,
    retriever: Annotated[
        str | None, typer.Option("--retriever", help="What finds; else what the service says.")
    ] = None,
    notes: Annotated[
        str | None, typer.Option("--notes", help="What a reader must know of the service.")
    ] = None,
    form: Annotated[
        Form, typer.Option("--form", help="The request's key; facts: the original's dense service.")
    ] = Form.queries,
    batch: Annotated[int, typer.Option("--batch", min=1, max=64, help="Queries at once.")] = 16,
    top: Annotated[
        int,
        typer.Option(
            "--top", min=1, max=100, help="Results of each query, its own case among them."
        ),
    ] = 20,
    loopback: o.Loopback = False,
    retries: o.Retries = 5,
    backoff: o.Backoff = 1.0,
    timeout: o.Timeout = 120.0,
    root: o.Root = o.HERE,
) -> None:
    """Ask a search service a release's retrieval questions, and write predictions/RELEASE/ID.

    Every batch is in a journal before the next is sent: stopped by Ctrl-C, a kill or a service
    that went away, the same command goes on. The submission appears whole or not at all. A reply
    that cannot be right (an unknown case, one case twice, too many results, another number of
    lists than queries) ends the run and says which question it was.
    """
    from digesta.workspace.releases import open_release
    from digesta_generate.search import recording
    from digesta_generate.search.wire import Names

    local = loopback or _LOOPBACK.fullmatch(url) is not None
    address = _address(url, loopback=local)
    found = open_release(root, release)
    task = _task(found, corpus, form=form, top=top)
    if re.fullmatch(_slug(), submission) is None:
        raise UsageError("--id: an id of a-z, 0-9, '.', '_' and '-' is expected, such as acme-7b")
    folder = root / "predictions" / found.manifest.release / submission
    _card(
        ctx, found, folder, task, Names()
    )  # what is wrong with it is said before anything is asked
    with recording.opened(folder, task) as journal:
        names = _ask(ctx, address, task, journal, folder, loopback=local)
        recording.write(
            folder,
            _card(ctx, found, folder, task, names),
            task,
            journal,
            recording.Circumstances(address, batch),
        )
    sys.stdout.write(f"{folder.as_posix()}: {len(task.asks)} answers\n")


def _slug() -> str:
    from digesta.records.base import SLUG

    return SLUG


def _address(url: str, *, loopback: bool) -> str:
    from digesta_generate.endpoint.client import checked_url
    from digesta_generate.search.wire import PATH

    return checked_url(url, loopback=loopback, option="--url").removesuffix(f"/{PATH}")


def _asked(found: StoredRelease) -> list[Question]:
    asked = [one for one in found.data.questions if one.scorer == "retrieval"]
    if not asked:
        raise UsageError(f"release {found.manifest.release} asks nothing of the scorer retrieval")
    return asked


def _corpus(asked: list[Question], named: str | None) -> str:
    there = sorted({str(one.ask["corpus"]) for one in asked})
    if named is None and len(there) == 1:
        return there[0]
    if named not in there:
        got = "name one" if named is None else f"no corpus {named!r}"
        raise UsageError(f"--corpus: {got}; there are: {', '.join(there)}")
    return named


def _cases(found: StoredRelease, corpus: str) -> list[Case]:
    from digesta_generate.baselines.searching import cases_of

    return cases_of(corpus, found.data.resources)


def _task(found: StoredRelease, named: str | None, *, form: Form, top: int) -> Task:
    from digesta.canonical import sha256_hex
    from digesta.scorers.retrieval.corpus import corpus_path
    from digesta_generate.search.asking import Settings, task_of

    asked = _asked(found)
    corpus = _corpus(asked, named)
    data = bytes(found.data.resources[corpus_path(corpus)])
    settings = Settings(corpus=corpus, corpus_sha256=sha256_hex(data), form=form.value, top_k=top)
    return task_of(asked, _cases(found, corpus), settings)


def _ask(
    ctx: typer.Context, address: str, task: Task, journal: Any, folder: Path, *, loopback: bool
) -> Names:
    """Ask what is left; give how the service calls itself, or end the command."""
    from digesta_generate.endpoint.client import opened
    from digesta_generate.endpoint.retrying import Patience
    from digesta_generate.endpoint.secret import Key
    from digesta_generate.search.asking import ask_all, kept_in
    from digesta_generate.search.faults import told
    from digesta_generate.search.wire import PATH

    given = parsed(ctx)
    total = len(task.asks)

    def count(done: int) -> None:
        say(f"{plain(folder.name)}: {done} of {total}")

    try:
        with opened(
            address, Key(), loopback=loopback, timeout=given["timeout"], connections=1, path=PATH
        ) as service:
            fault = ask_all(
                task, service, journal, batch=given["batch"],
                patience=Patience(given["retries"], given["backoff"]), count=count,
            )  # fmt: skip
    except (KeyboardInterrupt, OSError):
        _say_the_way_on(ctx, folder, len(kept_in(journal, task)), total)
        raise
    if fault is not None:
        _say_the_way_on(ctx, folder, len(kept_in(journal, task)), total)
        raise InputError([told(fault, address)])
    return next(iter(kept_in(journal, task).values())).names


def _say_the_way_on(ctx: typer.Context, folder: Path, done: int, total: int) -> None:
    say(
        f"{plain(folder.as_posix())}: {done} of {total} questions are answered and in its journal; "
        "go on with:"
    )
    say(f"  {command_line(ctx)}")


def _card(
    ctx: typer.Context, found: StoredRelease, folder: Path, task: Task, names: Names
) -> dict[str, Any]:
    """Give submission.json: what somebody wrote into it stays, what this run knows is new."""
    from digesta.canonical import canonical_bytes
    from digesta.intake import read_submission_metadata

    given = parsed(ctx)
    written = written_card(folder)
    tracks = {one.track for one in found.data.questions if one.question_id in task.asks}
    said = {
        "model_name": given["name"] or written.get("model_name") or names.service or folder.name,
        "organization": given["organization"] or written.get("organization"),
        "retriever": given["retriever"] or written.get("retriever") or names.retriever,
        "notes": given["notes"] or written.get("notes") or _ABOUT,
    }
    if said["organization"] is None:
        raise UsageError("who sends it in? add --organization")
    absent: dict[str, Any] = dict.fromkeys((*ABSENT_FROM_CARD, "notes"))
    card = {"license": "CC0-1.0"} | written | {key: one for key, one in said.items() if one} | {
        "submission_id": folder.name,
        "release": folder.parent.name,
        "condition": "retrieval",
        "retrieval": {"top_k": task.settings.top_k, "request": task.settings.form},
        "attempts": 1,
        "command": command_line(ctx, **absent | {"release": folder.parent.name}),
    }  # fmt: skip
    if tracks < {one.track for one in found.data.questions}:
        card["tracks"] = sorted(tracks)
    return read_submission_metadata(canonical_bytes(card), file="submission.json").as_json()
