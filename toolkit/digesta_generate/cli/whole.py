"""``digesta-generate run``: retrieve, infer, judge, check, score and report, model by model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.errors import InputError, UsageError, plain
from digesta_generate.cli import options as o
from digesta_generate.cli.command import command_line, parsed
from digesta_generate.cli.composing import Names, as_typed, named_as, same, with_options_of
from digesta_generate.cli.inferring import System, infer, systems
from digesta_generate.cli.judging import folder_of, judge, judged, refuse_judge
from digesta_generate.cli.retrieving import ENDPOINT, passages_made, retrieve
from digesta_generate.cli.running import BUDGET, code_of
from digesta_generate.cli.talk import say

if TYPE_CHECKING:
    from digesta.workspace.releases import StoredRelease
    from digesta.workspace.submissions import Answers

_INFER = same(infer, without="dry")
_RETRIEVE = {
    **{n: n for n in ("corpus", "bm25", "embeddings", "embeddings_url", "chroma", "chroma_url")},
    **{n: f"embeddings_{n}" for n in ("model", "key_env", "loopback")},
    "top": "top",
}
_JUDGE = {
    "name": "judge",
    **{n: f"judge_{n}" for n in ("model", "base_url", "local", "key_env", "loopback")},
    **{n: f"judge_{n}" for n in ("limit_key", "claims", "only", "operator", "date")},
}
_NO_SEARCH = ("key_env", "loopback", "chroma", "chroma_url")
"""What of a search's options makes no other passages."""

_INTERRUPTED = 130


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(
        "run",
        epilog="Example: digesta-generate run -m acme/acme-7b -m acme/acme-70b --base-url "
        "https://openrouter.ai/api/v1 --organization Us --track finlaw --split public "
        "--condition retrieval --corpus corpora/cn_laws --bm25",
    )(whole)


@with_options_of((infer, _INFER), (retrieve, _RETRIEVE), (judge, _JUDGE))
def whole(
    ctx: typer.Context,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")] = False,
    **_given: Any,
) -> None:
    """Retrieve, infer, judge, check, score and report, for each model in turn.

    All options of infer but --dry-run, and what retrieve and judge need beside them; --embeddings-…
    and --judge-… are those commands' own. Each stage skips what is done: stopped by Ctrl-C, a kill,
    a cap or a fault, it goes on with the same command. stdout is a table with a row a model;
    reports lie in build/reports.
    """
    from digesta.cli.options import put, put_json
    from digesta_generate.cli.tally import as_table

    rows: list[dict[str, Any]] = []
    code = _INTERRUPTED
    try:
        code = _through(ctx, rows)
    except KeyboardInterrupt:
        _say_the_way_on(ctx)
    finally:
        if rows:
            put_json(rows) if as_json else put(as_table(rows))
    raise typer.Exit(code)


def _through(ctx: typer.Context, rows: list[dict[str, Any]]) -> int:
    """Do all stages, filling the rows; give the exit code."""
    from digesta.workspace.releases import open_release
    from digesta_generate.cli import tally

    given = parsed(ctx)
    found = open_release(given["root"], given["release"])
    judge_given = _judge_given(ctx, found)
    search = _search_given(ctx, found)
    more = {} if search is None else {"passages": search["output"]}
    each = systems(as_typed(ctx, "infer", {}, **more))
    if search is not None:
        with _told_the_way_on(ctx), named_as(ENDPOINT | _RETRIEVE):
            count = passages_made(search, kept=True)
        say(f"{plain(search['output'].as_posix())}: passages of {count} questions")
    worst = 0
    for one in each:
        result = one.run(lambda changes: command_line(ctx, **changes))
        rows.append(tally.unfinished(one.plan, result, one.meter))
        if result.written:
            answers, report = _scored(ctx, found, one, judge_given)
            rows[-1] = tally.complete(one.plan, answers, one.meter, report)
        code = code_of(result)
        if code not in (0, BUDGET):
            return code
        worst = worst or code
    return worst


# Retrieval ------------------------------------------------------------------------------------


def _search_given(ctx: typer.Context, found: StoredRelease) -> dict[str, Any] | None:
    """Give the options of retrieve, or None where nothing is to be searched."""
    from digesta.canonical import digest

    given = parsed(ctx)
    if given["corpus"] is None:
        _refuse_without(ctx, "corpus", _RETRIEVE)
        _refuse_no_passages(given)
        return None
    if given["passages"] is not None:
        raise UsageError("--passages names a file that stands, --corpus makes one: name one")
    if given["condition"] == o.Condition.closed_book:
        raise UsageError("--corpus belongs to --condition retrieval or gold_injected")
    if len(given["tracks"] or []) != 1:
        raise UsageError("passages are found for one track: name it with --track")
    (track,) = given["tracks"]
    release = found.manifest.release
    searched = parsed(
        as_typed(ctx, "retrieve", _RETRIEVE, track=track, output=Path("passages.jsonl"))
    )
    made_by = {n: searched[n] for n in (*_RETRIEVE, "split") if n not in _NO_SEARCH}
    name = f"{track}-{given['condition']}-{digest(_texts(made_by))[:12]}.jsonl"
    output = given["root"] / "build" / "passages" / release / name
    return searched | {"output": output, "release": given["release"]}


def _texts(values: Mapping[str, Any]) -> dict[str, str | None]:
    return {name: None if value is None else str(value) for name, value in values.items()}


def _refuse_no_passages(given: Mapping[str, Any]) -> None:
    if given["condition"] != o.Condition.closed_book and given["passages"] is None:
        raise UsageError(
            f"--condition {given['condition']} needs passages to show: name what to search with "
            "--corpus, or a file of them with --passages"
        )


# Judging, scoring -----------------------------------------------------------------------------


def _judge_given(ctx: typer.Context, found: StoredRelease) -> Mapping[str, Any] | None:
    """Give the options of judge, or None without one; those that do not fit are refused."""
    if ctx.params["judge"] is None:
        _refuse_without(ctx, "judge", _JUDGE)
        return None
    given = parsed(as_typed(ctx, "judge", _JUDGE))
    with named_as(_JUDGE):
        refuse_judge(given, found, ctx.params["tracks"] or ())
    return given


def _refuse_without(ctx: typer.Context, option: str, names: Names) -> None:
    """Refuse a stage's options where the one that asks for the stage is left out."""
    own = {*names.values()} - {option}
    given = [
        f"--{param.name.replace('_', '-')}"
        for param in ctx.command.params
        if param.name in own
        and ctx.params[param.name] not in (None, (), [], param.get_default(ctx))
    ]
    if given:
        raise UsageError(f"{', '.join(given)}: only together with --{option}")


def _scored(
    ctx: typer.Context, found: StoredRelease, one: System, judging: Mapping[str, Any] | None
) -> tuple[Answers, dict[str, Any]]:
    """Judge a submission's answers if that is due, then check, score and report it."""
    from digesta.board.report import as_html
    from digesta.canonical import canonical_bytes
    from digesta.cli.submitter import reported
    from digesta.workspace import store
    from digesta.workspace.submissions import read_answers

    name = one.plan.folder.name
    answers = read_answers(one.plan.folder, found.compiled)
    verdicts = None
    if _is_judged(found, answers, judging):
        given = dict(judging or {}) | {"submissions": [name]}
        with named_as(_JUDGE):
            say(judged(given, found, command=lambda: command_line(ctx)).rstrip())
        verdicts = folder_of(given, found)
    report = reported(found, answers, verdicts)
    folder = ctx.params["root"] / "build" / "reports" / found.manifest.release
    store.write_file(folder / f"{name}.json", canonical_bytes(report) + b"\n")
    store.write_file(folder / f"{name}.html", as_html(report).encode())
    say(f"{plain(name)}: report in {plain((folder / name).as_posix())}.html and .json")
    return answers, report


def _is_judged(
    found: StoredRelease, answers: Answers, judging: Mapping[str, Any] | None
) -> bool:  # fmt: skip
    """Say whether a judge is due and named; say it aloud where one is without the other."""
    name = plain(answers.submission.submission_id)
    mine = [one for one in found.compiled.tasks if answers.submission.claims(one.track)]
    if judging is None:
        if waiting := sorted({one.track for one in mine if one.needs_judge}):
            say(f"{name}: {', '.join(waiting)} needs a judge, none is named (--judge): not judged")
        return False
    due = any(one.needs_judge or one.takes_verdicts for one in mine)
    if not due:
        say(f"{name}: no judge is asked for what it answers: --judge is passed over")
    return due


@contextmanager
def _told_the_way_on(ctx: typer.Context) -> Iterator[None]:
    try:
        yield
    except (InputError, OSError):
        _say_the_way_on(ctx)
        raise


def _say_the_way_on(ctx: typer.Context) -> None:
    say(f"what is done is kept; go on with:\n  {command_line(ctx)}")
