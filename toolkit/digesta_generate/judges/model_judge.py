"""A model as judge: its endpoint, its journal, and what is said while it works."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from digesta.errors import UsageError, plain
from digesta.records.base import SLUG
from digesta.workspace.prompts import workspace_prompts
from digesta_generate.endpoint.access import EndpointAccess, access_of
from digesta_generate.endpoint.faults import EndpointError, FaultError
from digesta_generate.endpoint.local import model_of, versions
from digesta_generate.judges import journal
from digesta_generate.judges.base import Grader
from digesta_generate.judges.client import Connect, RequestSettings, asking
from digesta_generate.judges.model import JudgeModel, judge_sha256, model_grader
from digesta_generate.judges.options import JudgeOptions
from digesta_generate.judges.prompts import JudgePrompts
from digesta_generate.judges.replies import TINY, Bounds
from digesta_generate.judges.run import JudgeWork, Submissions
from digesta_generate.judges.stages import serve_in_stages
from digesta_generate.options import Options
from digesta_generate.talk import say


class JudgeStoppedError(KeyboardInterrupt):
    """Ctrl-C ended a judge, and how it goes on is said."""


@contextmanager
def model_judge(options: JudgeOptions, release: str) -> Iterator[Grader]:
    """Open a model as judge, for the block."""
    if re.fullmatch(SLUG, options.judge) is None:
        raise UsageError("--judge: a name of a-z, 0-9, '.', '_' and '-', such as acme-7b")
    access = access_of(options, options.local, options.threads)
    decoding = RequestSettings(
        _model(options),
        limit_key=options.limit_key,
        temperature=0.0 if options.temperature == "0" else None,
        no_system_role=options.no_system_role,
        no_schema=options.no_schema,
    )
    connect = _connect(access)
    path = options.root / "build" / "judging" / release / f"{options.judge}.jsonl"
    about = _about(options, access, decoding.model)
    with (
        journal.open_journal(path, access.endpoint, judge_sha256(about)) as held,
        asking(
            decoding,
            held,
            connect,
            concurrency=access.concurrency,
            patience=access.patience,
            prompts=about.prompts,
        ) as asker,
    ):
        yield model_grader(about, asker)


def _model(options: JudgeOptions) -> str:
    if options.local is not None:
        if options.model is not None or options.base_url is not None:
            raise UsageError(
                "--local names the model and its endpoint; leave out -m and --base-url"
            )
        local = model_of(options.local)
        local.weights()  # a model that is not there is refused before anything is written
        return local.name
    if options.model is None:
        raise UsageError("no model: name one with -m, as the endpoint names it, or with --local")
    return options.model


def _connect(access: EndpointAccess) -> Connect:
    if access.local is None:
        return access.connection()
    access.refuse_key()
    return partial(serve_in_stages, access.local, access.threads, access.timeout)


def _about(options: JudgeOptions, access: EndpointAccess, model: str) -> JudgeModel:
    """Return what of a model stands in its record."""
    bounds = TINY if access.local else Bounds()
    if options.claims is not None:
        bounds = bounds._replace(claims=options.claims, assertions=options.claims)
    local = model_of(access.local) if access.local else None
    parts = versions(access.local)
    return JudgeModel(
        judge=options.judge,
        model=local.title if local else model,
        endpoint=access.endpoint,
        bounds=bounds,
        prompts=JudgePrompts(workspace_prompts(options.root)),
        parameters=({"temperature": "0"} if options.temperature == "0" else {})
        | ({"versions": parts} if parts else {})
        | ({"system_role": "user"} if options.no_system_role else {})
        | ({"form": "in words only"} if options.no_schema else {}),
    )


@contextmanager
def watch(run: JudgeWork, submissions: Submissions, *, resume_by: Options) -> Iterator[JudgeWork]:
    """Say on stderr how far a model's run is, and where one ends early how it goes on.

    Of a program, which takes seconds, nothing is said.
    """
    endpoint = run.grader.parameters.get("endpoint")
    if endpoint is None:
        yield run
        return
    name, due = plain(run.grader.judge), run.due(submissions)
    say(f"{name}: {due} answers and pairs of answers to judge")
    last = f"{name}: every reply is kept; resume with:\n  {resume_by.shell_line()}"
    try:
        yield replace(run, watch=_progress(name, due))
    except FaultError as fault:
        say(last)
        raise EndpointError([fault.problem(str(endpoint))]) from None
    except KeyboardInterrupt:
        say(last)
        raise JudgeStoppedError from None
    except OSError:
        say(last)
        raise


def _progress(name: str, due: int) -> Callable[[], None]:
    """Return what is told after each piece of work: how many, and about how long the rest takes."""
    begun, done = time.monotonic(), 0

    def watch() -> None:
        nonlocal done
        done += 1
        left = (time.monotonic() - begun) / done * (due - done)
        say(f"{name}: {done} of {due}, about {left / 60:.0f} minutes left")

    return watch
