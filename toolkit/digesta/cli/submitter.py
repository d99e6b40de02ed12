"""Commands for submitters: check, score, explain, compare, report."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.cli.options import (
    HERE,
    JsonOption,
    One,
    Paths,
    ReaderOption,
    ReleaseOption,
    RootOption,
    VerdictsOption,
    put,
    put_json,
)
from digesta.errors import InputError, SubmissionError
from digesta.workspace.progress import progress

if TYPE_CHECKING:
    from digesta.front import Release


class ReportFormat(StrEnum):
    """How a report is printed."""

    json = "json"
    text = "text"
    html = "html"


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(epilog="Example: digesta check predictions/2026-11-22/baseline-longest")(check)
    app.command(epilog="Example: digesta score predictions/2026-11-22/baseline-longest")(score)
    app.command(epilog="Example: digesta explain predictions/2026-11-22/baseline-longest 0")(
        explain
    )
    app.command(
        epilog="Example: digesta compare predictions/2026-11-22/baseline-longest "
        "predictions/2026-11-22/baseline-overlap"
    )(compare)
    app.command(
        epilog="Example: digesta report predictions/2026-11-22/baseline-longest --format text"
    )(report)


def check(
    paths: Paths,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
    reader: ReaderOption = "fast",
) -> None:
    """Say whether submissions can be scored; list every problem with its fix."""
    from digesta.cli.text import checked, checked_text, refused

    opened = _release(root, release, paths)
    errors: list[InputError] = []
    results: list[dict[str, Any]] = []
    for path in progress(paths, "checking"):
        try:
            results.append(checked(path, opened.read(path, reader=reader)))
        except InputError as error:
            errors.append(error)
            results.append(refused(path, error))
    put_json(results) if as_json else put(checked_text(results))
    if errors:
        problems = [problem for error in errors for problem in error.problems]
        raise SubmissionError(problems, sum(error.total for error in errors))


def score(
    paths: Paths,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
    reader: ReaderOption = "fast",
    verdicts: VerdictsOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Also write one JSON summary each here.")
    ] = None,
) -> None:
    """Score submissions on the public split: every track, category and task."""
    from digesta.canonical import canonical_bytes
    from digesta.cli.text import summary_text
    from digesta.front import refuse_repeats
    from digesta.workspace import store

    opened = _release(root, release, paths)
    read = (opened.read(path, reader=reader) for path in progress(paths, "scoring"))
    made = [opened.score(submission, verdicts=verdicts).summary() for submission in read]
    if out is not None:
        refuse_repeats([summary["submission_id"] for summary in made])
        for summary in made:
            name = f"{summary['submission_id']}.json"
            store.write_file(out / name, canonical_bytes(summary) + b"\n")
    put_json(made) if as_json else put("".join(map(summary_text, made)))


def explain(
    path: One,
    question: Annotated[
        str,
        typer.Argument(help="An id, its first 6 characters or more, or a number."),
    ],
    release: ReleaseOption = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Explain the mark of one answer: question, truth, answer, facts, metrics, and why."""
    from digesta.workspace.explanation import as_lines

    value = _release(root, release, [path]).read(path).explain(question)
    put_json(value) if as_json else put(as_lines(value))


def compare(
    paths: Paths,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Compare submissions pairwise: paired differences with intervals, question by question."""
    from digesta.board.comparison import as_text
    from digesta.front import comparison

    opened = _release(root, release, paths)
    value = comparison(*(opened.read(path) for path in paths))
    put_json(value) if as_json else put(as_text(value))


def report(
    path: One,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    form: Annotated[ReportFormat, typer.Option("--format", "-f")] = ReportFormat.text,
    verdicts: VerdictsOption = None,
) -> None:
    """Print a submission's report with intervals: text, JSON, or one printable HTML page."""
    from digesta.board.report import as_html, as_text

    opened = _release(root, release, [path])
    value = opened.score(opened.read(path), verdicts=verdicts).report()
    if form is ReportFormat.json:
        put_json(value)
    else:
        put(as_text(value) if form is ReportFormat.text else as_html(value))


def _release(root: Path, wanted: str | None, paths: Sequence[Path]) -> Release:
    """Return the release that submissions are for: as wanted, by where they lie, or the newest."""
    from digesta.front import Workspace
    from digesta.workspace.releases import release_for, releases_in, workspace_root

    home = root if releases_in(root) or not paths else workspace_root(paths[0])
    return Workspace(home).release(release_for(home, wanted, paths))
