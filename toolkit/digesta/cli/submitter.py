"""Commands for submitters: check, score, explain, compare, report."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
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
from digesta.errors import InputError, SubmissionError, UsageError

if TYPE_CHECKING:
    from digesta.scoring.compiled import Compiled
    from digesta.scoring.submission import Entry
    from digesta.workspace.releases import StoredRelease
    from digesta.workspace.submissions import Answers


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
    from digesta.cli.text import checked_text
    from digesta.workspace.releases import open_release, release_for
    from digesta.workspace.submissions import read_answers

    found = open_release(root, release_for(root, release, paths))
    said, refused = [], []
    for path in _progress(paths, "checking"):
        try:
            answers = read_answers(path, found.compiled, reader=reader)
        except InputError as error:
            refused.append(error)
            said.append(
                {"path": path.as_posix(), "accepted": False, "total": error.total,
                 "problems": [problem.as_json() for problem in error.problems]}
            )  # fmt: skip
        else:
            said.append(
                {"path": path.as_posix(), "accepted": True, "answers": answers.given,
                 "questions": found.compiled.n, "sha256": answers.sha256,
                 **_uncredited(found.compiled, answers.answers)}
            )  # fmt: skip
    if as_json:
        put_json(said)
    else:
        put(checked_text(said))
    if refused:
        raise SubmissionError(
            [problem for error in refused for problem in error.problems],
            sum(error.total for error in refused),
        )


def _uncredited(compiled: Compiled, answers: Sequence[Any]) -> dict[str, Any]:
    from digesta.scoring.compiled import mark_all

    facts = mark_all(compiled, answers)
    names = ("missing", "unreadable")
    counts: dict[str, Any] = {n: sum(int(one.sums[n]) for one in facts) for n in names}
    return counts | {
        "unreadable_ids": [
            question_id
            for one in facts
            for question_id, row in zip(one.task.ids, one.rows, strict=True)
            if row[one.task.scorer.column_names.index("unreadable")]
        ]
    }


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
    from digesta.board.report import summary
    from digesta.canonical import canonical_bytes
    from digesta.cli.text import summary_text
    from digesta.workspace import store
    from digesta.workspace.releases import open_release, release_for
    from digesta.workspace.submissions import marked, read_answers

    found = open_release(root, release_for(root, release, paths))
    made = []
    for path in _progress(paths, "scoring"):
        answers = read_answers(path, found.compiled, reader=reader)
        named = {"submission_id": answers.submission.submission_id, "predictions": answers.sha256}
        facts = marked(found.compiled, answers)
        if verdicts is not None:
            judged = _judged(verdicts, found, answers)
            facts = judged.facts
            named |= {"judge": judged.judge, "verdicts": judged.verdicts_sha256}
        made.append(summary(found.compiled, facts, named=named))
    if out is not None:
        _refuse_repeats([one["submission_id"] for one in made])
        for one in made:
            store.write_file(out / f"{one['submission_id']}.json", canonical_bytes(one) + b"\n")
    if as_json:
        put_json(made)
    else:
        put("".join(map(summary_text, made)))


def _entry(found: StoredRelease, answers: Answers) -> Entry:
    from digesta.scoring.submission import Entry
    from digesta.workspace.submissions import marked

    facts = marked(found.compiled, answers)
    return Entry(answers.submission, answers.sha256, facts, answers.answers)


def _judged(verdicts: Path, found: StoredRelease, answers: Answers) -> Entry:
    from digesta.workspace.judges import own_entry

    return own_entry(verdicts, found, _entry(found, answers))


def _refuse_repeats(names: Sequence[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(
            f"{', '.join(twice)}: named twice; give folders, or files with names of their own"
        )


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
    from digesta.workspace.explanation import as_lines, explained
    from digesta.workspace.releases import open_release, release_for
    from digesta.workspace.submissions import read_answers

    found = open_release(root, release_for(root, release, [path]))
    answers = read_answers(path, found.compiled)
    value = explained(found, answers, question)
    if as_json:
        put_json(value)
    else:
        put(as_lines(value))


def compare(
    paths: Paths,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Compare submissions pairwise: paired differences with intervals, question by question."""
    from digesta.board.comparison import Compared, as_text, compared
    from digesta.workspace.releases import open_release, release_for
    from digesta.workspace.submissions import marked, read_answers

    if len(paths) < 2:  # noqa: PLR2004 - a comparison needs two
        raise UsageError("compare needs two submissions or more")
    found = open_release(root, release_for(root, release, paths))
    read = [read_answers(path, found.compiled) for path in paths]
    _refuse_repeats([answers.submission.submission_id for answers in read])
    among = [Compared(answers.submission, marked(found.compiled, answers)) for answers in read]
    value = compared(found.compiled, among)
    if as_json:
        put_json(value)
    else:
        put(as_text(value))


def report(
    path: One,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    form: Annotated[ReportFormat, typer.Option("--format", "-f")] = ReportFormat.text,
    verdicts: VerdictsOption = None,
) -> None:
    """Print a submission's report with intervals: text, JSON, or one printable HTML page."""
    from digesta.board import report as made
    from digesta.workspace.releases import open_release, release_for
    from digesta.workspace.submissions import read_answers

    found = open_release(root, release_for(root, release, [path]))
    value = reported(found, read_answers(path, found.compiled), verdicts)
    if form is ReportFormat.json:
        put_json(value)
    else:
        put(made.as_text(value) if form is ReportFormat.text else made.as_html(value))


def reported(
    found: StoredRelease, answers: Answers, verdicts: Path | None = None
) -> dict[str, Any]:
    """Give a submission's report as a JSON value. verdicts: as the option of that name."""
    from digesta.board.report import report as made

    judged = None if verdicts is None else _judged(verdicts, found, answers)
    return made(found.compiled, _entry(found, answers), judged)


def _progress(paths: Sequence[Path], what: str) -> Iterator[Path]:
    """Yield the paths, with a bar on stderr when somebody watches and there are several."""
    if len(paths) == 1 or not sys.stderr.isatty():
        yield from paths
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(paths, description=what, console=Console(stderr=True))
