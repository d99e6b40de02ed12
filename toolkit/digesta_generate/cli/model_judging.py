"""A model as judge on the command line: its endpoint, its journal, what is said while it works."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from digesta.errors import UsageError, plain
from digesta_generate.cli import options as o
from digesta_generate.cli.running import connection
from digesta_generate.cli.talk import say
from digesta_generate.endpoint.local import MODELS, versions, weights

if TYPE_CHECKING:
    from digesta_generate.judges.asking import Connect
    from digesta_generate.judges.base import Grader
    from digesta_generate.judges.model import About
    from digesta_generate.judges.run import Run, Submissions


@contextmanager
def model_judge(given: Mapping[str, Any], release: str) -> Iterator[Grader]:
    """Give a model as judge, for the block. given: the options, by parameter name."""
    from digesta.records.base import SLUG
    from digesta_generate.endpoint.retrying import Patience
    from digesta_generate.judges import journal
    from digesta_generate.judges.asking import Decoding, asking
    from digesta_generate.judges.model import judge_sha256, model_grader

    name = given["name"]
    if re.fullmatch(SLUG, name) is None:
        raise UsageError("--judge: a name of a-z, 0-9, '.', '_' and '-', such as acme-7b")
    access = o.Access(
        given["base_url"], given["key_env"], given["loopback"], given["timeout"], given["local"]
    )
    decoding = Decoding(_model(given), limit_key=given["limit_key"])
    # A local server has one slot: requests would only wait in it.
    pace = o.Pace(1 if access.local else given["concurrency"], given["retries"], given["backoff"])
    connect = _connect(access, pace)
    path = given["root"] / "build" / "judging" / release / f"{name}.jsonl"
    about = _about(given, access, decoding)
    with (
        journal.opened(path, access.endpoint, judge_sha256(about)) as held,
        asking(
            decoding, held, connect, concurrency=pace.concurrency,
            patience=Patience(pace.retries, pace.backoff),
        ) as asker,
    ):  # fmt: skip
        yield model_grader(about, asker)


def _model(given: Mapping[str, Any]) -> str:
    model, local = given["model"], given["local"]
    if local is not None:
        if model is not None or given["base_url"] is not None:
            raise UsageError(
                "--local names the model and its endpoint; leave out -m and --base-url"
            )
        weights(local)  # a model that is not there is refused before anything is written
        return str(local)
    if model is None:
        raise UsageError("no model: name one with -m, as the endpoint names it, or with --local")
    return str(model)


def _connect(access: o.Access, pace: o.Pace) -> Connect:
    if access.local is None:
        return connection(access, pace)
    if access.key_env is not None:
        raise UsageError("--local needs no key; leave out --key-env")
    from digesta_generate.judges.staging import staged

    return partial(staged, access.local, access.timeout)


def _about(given: Mapping[str, Any], access: o.Access, decoding: Any) -> About:
    """Give what of a model stands in its record."""
    from digesta_generate.judges.model import About
    from digesta_generate.judges.replies import TINY, Bounds

    bounds = TINY if access.local else Bounds()
    if given["claims"] is not None:
        bounds = bounds._replace(claims=given["claims"], assertions=given["claims"])
    found = versions(access.endpoint)
    return About(
        judge=given["name"],
        model=MODELS[access.local].title if access.local else decoding.model,
        endpoint=access.endpoint,
        bounds=bounds,
        parameters={
            "temperature": "0",
            **({"versions": found} if found else {}),
        },
    )


@contextmanager
def told(run: Run, submissions: Submissions, *, command: Callable[[], str]) -> Iterator[Run]:
    """Say on stderr how far a model's run is, and where one ends early how it goes on.

    Of a program, which takes seconds, nothing is said.
    """
    from digesta_generate.endpoint.faults import EndpointError, FaultError
    from digesta_generate.inference.requests import INTERRUPTED

    endpoint = run.grader.parameters.get("endpoint")
    if endpoint is None:
        yield run
        return
    name, due = plain(run.grader.judge), run.due(submissions)
    say(f"{name}: {due} answers and pairs of answers to judge")
    way_on = f"{name}: every reply is kept; go on with:\n  {command()}"
    try:
        yield replace(run, watch=_progress(name, due))
    except FaultError as fault:
        say(way_on)
        raise EndpointError([fault.problem(str(endpoint))]) from None
    except KeyboardInterrupt:
        say(way_on)
        raise typer.Exit(INTERRUPTED) from None
    except OSError:
        say(way_on)
        raise


def _progress(name: str, due: int) -> Callable[[], None]:
    """Give what is told after each piece of work: how many, and about how long the rest takes."""
    begun, done = time.monotonic(), 0

    def watch() -> None:
        nonlocal done
        done += 1
        left = (time.monotonic() - begun) / done * (due - done)
        say(f"{name}: {done} of {due}, about {left / 60:.0f} minutes left")

    return watch
