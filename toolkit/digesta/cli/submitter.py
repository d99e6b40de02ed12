"""Commands for submitters: init, check, score, explain, compare, report, pack, unpack."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.cli.options import (
    HERE,
    PRINTED,
    AccountOption,
    EngineOption,
    JsonOption,
    Paths,
    Places,
    QuestionsOption,
    ReleaseOption,
    RootOption,
    SheetFormatOption,
    SplitOption,
    Splits,
    SubmissionPath,
    TaskOption,
    VerdictsOption,
    command,
    command_line,
    long_texts,
    put,
    put_json,
)
from digesta.errors import InputError, SubmissionError, UsageError, plain
from digesta.workspace.progress import progress, warn

if TYPE_CHECKING:
    from digesta.front import Release

submitter = partial(command, "Submitters")


class ReportFormat(StrEnum):
    """How a report is printed."""

    json = "json"
    text = "text"
    html = "html"


class CheckFormat(StrEnum):
    """How a check is printed; github adds an annotation for each problem."""

    text = "text"
    github = "github"


@submitter("init my-system --model 'My System' --organization Us")
def init(
    submission: Annotated[str, typer.Argument(help="Your submission's id: a-z 0-9 . _ -")],
    model: Annotated[str, typer.Option("--model", help="The system's name.")],
    organization: Annotated[str, typer.Option("--organization", help="Who submits it.")],
    release: ReleaseOption = None,
    root: RootOption = HERE,
    track: Annotated[
        list[str] | None,
        typer.Option("--track", "-t", help="Enter only this track; repeatable. Default: all."),
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers", help="Draft of this release; its predictions.jsonl gives the answers."
        ),
    ] = None,
) -> None:
    """Start a submission: a folder with files to fill in."""
    from digesta.cli.text import start_text
    from digesta.workspace.drafts import draft_answers
    from digesta.workspace.releases import open_release
    from digesta.workspace.submissions import entry_scope, start_submission

    opened = open_release(root, release)
    known = draft_answers(answers) if answers else {}
    scope = entry_scope(opened, track or ())
    folder, fresh = start_submission(
        root, opened, submission, model=model, organization=organization, scope=scope, answers=known
    )
    ids = scope[0]
    count = len(ids) if fresh else None
    taken = len(ids & known.keys())
    sealed = len(ids.difference(*(task.ids for task in opened.compiled.tasks)))
    put(start_text(folder.as_posix(), opened.root, count, taken=taken, sealed=sealed))


@submitter("check predictions/2026-11-22/baseline-longest")
def check(
    paths: Paths,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
    against_board: Annotated[
        bool, typer.Option("--against-board", help="Also compare with all other submissions.")
    ] = False,
    account: AccountOption = None,
    form: Annotated[CheckFormat, typer.Option("--format", "-f")] = CheckFormat.text,
) -> None:
    """Check submissions; list each problem with its fix."""
    from digesta.cli.text import annotation, check_text, refusal, result_of
    from digesta.workspace.cards import folder_around

    paths = list(dict.fromkeys(map(folder_around, paths)))
    opened = _release(root, release, paths)
    errors: list[InputError] = []
    results: list[dict[str, Any]] = []
    cards, read = {}, []
    for path in progress(paths, "checking"):
        try:
            submission = opened.read(path)
            results.append(result_of(path, submission))
            cards[path] = submission.card
            read.append(submission.marks)
        except InputError as error:
            errors.append(error)
            results.append(refusal(path, error))
    put_json(results) if as_json else put(check_text(results))
    for path in (each["path"] for each in results if not each.get("answers", 1)):
        warn(f"{plain(path)}: no question has an answer; replace each null by an answer")
    if against_board or account:
        from digesta.workspace.boards import copies_of, merge_problems

        alike = (copies_of(root, opened.stored, each) for each in read)
        put("" if as_json else "".join(f"{plain(line)}\n" for lines in alike for line in lines))
        if clashes := merge_problems(root, opened.stored, cards, account=account):
            errors.append(SubmissionError(clashes))
    problems = [problem for error in errors for problem in error.problems]
    if form is CheckFormat.github:
        put("".join(map(annotation, problems)))
    if errors:
        raise SubmissionError(problems, sum(error.total for error in errors))


@submitter("score predictions/2026-11-22/baseline-longest")
def score(
    places: Places,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
    verdicts: VerdictsOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for JSON, a summary each.")
    ] = None,
    engine: EngineOption = "inline",
) -> None:
    """Score submissions on the public questions.

    Prints tracks, categories and tasks. fsspec reads URLs, as s3://bucket/predictions.jsonl.
    """
    from digesta.canonical import canonical_bytes
    from digesta.cli.text import summary_text
    from digesta.front import refuse_repeats
    from digesta.workspace import store
    from digesta.workspace.engines import engine_named

    opened = _release(root, release, [Path(place) for place in places if "://" not in place])
    with engine_named(engine):
        submissions = opened.read_all(places)
        summaries = [opened.score(each, verdicts=verdicts).summary() for each in submissions]
    if out is not None:
        refuse_repeats([summary["submission_id"] for summary in summaries])
        for summary in summaries:
            name = f"{summary['submission_id']}.json"
            store.write_file(out / name, canonical_bytes(summary) + b"\n")
    put_json(summaries) if as_json else put("".join(map(summary_text, summaries)))


@submitter("explain predictions/2026-11-22/baseline-longest 0")
def explain(
    path: SubmissionPath,
    question: Annotated[
        str,
        typer.Argument(help="Its id, 6 or more first characters of it, or its number from 0."),
    ],
    release: ReleaseOption = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Explain the mark of one answer, next to the right one."""
    from digesta.scoring.explanation import as_lines

    value = _release(root, release, [path]).read(path).explain(question)
    put_json(value) if as_json else put(as_lines(value))


@submitter(
    "compare predictions/2026-11-22/baseline-longest predictions/2026-11-22/baseline-overlap"
)
def compare(
    paths: Paths,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
    verdicts: VerdictsOption = None,
) -> None:
    """Compare submissions in pairs, with intervals. Also prints the smallest visible difference."""
    from digesta.board.comparison import as_text
    from digesta.front import comparison

    opened = _release(root, release, paths)
    value = comparison(*(opened.read(path) for path in paths), verdicts=verdicts)
    put_json(value) if as_json else put(as_text(value))


@submitter("report predictions/2026-11-22/baseline-longest --format text")
def report(
    path: SubmissionPath,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    form: Annotated[ReportFormat, typer.Option("--format", "-f")] = ReportFormat.text,
    verdicts: VerdictsOption = None,
) -> None:
    """Print a full report with intervals: text, JSON or HTML."""
    from digesta.board.report import as_page

    opened = _release(root, release, [path])
    value = opened.score(opened.read(path), verdicts=verdicts).report()
    put_json(value) if form is ReportFormat.json else put(as_page(value, form.value))


def _release(root: Path, wanted: str | None, paths: Sequence[Path]) -> Release:
    """Return the release that is named, that the paths are in, or the newest, in this order."""
    from digesta.front import Workspace
    from digesta.workspace.releases import no_release, release_folders, release_for, workspace_root

    above = workspace_root(paths[0]) if paths else root
    home = above if release_folders(above) and not release_folders(root) else root
    meant = release_for(home, wanted, paths)
    if meant is None and not release_folders(home):
        raise no_release(home, paths)
    return Workspace(home).release(meant)


# Answer sheets --------------------------------------------------------------------------------


@submitter("pack --track tlr --format csv -o tlr.csv")
def pack(
    track: Annotated[str, typer.Option("--track", "-t", help="The track to answer.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The sheet to write.")],
    form: SheetFormatOption = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    split: SplitOption = Splits.public,
    questions: QuestionsOption = None,
    task: TaskOption = None,
) -> None:
    """Write questions as a sheet, or as a page to print (.html).

    .xlsx requires: pip install 'digesta[pack]'.
    """
    from digesta.workspace.sheets import questions as sheets

    selection = sheets.Selection(track, split.value, wanted=questions, task=task)
    files, count = sheets.pack(root, release, selection, out=out, form=form and form.value)
    then = PRINTED
    if files[0].suffix != ".html":
        again = command_line("unpack", files[0], root, *_again(release))
        then = f"then: {again} --id … --model … --organization …"
    put(f"{files[0].as_posix()}: {count} questions; {then}\n{long_texts(files)}")


def _again(release: str | None) -> tuple[str, ...]:
    """Return the option that names a bundle again, because no folder implies it."""
    from digesta.workspace.bundle_zip import is_bundle

    return ("--release", release) if release is not None and is_bundle(Path(release)) else ()


@submitter("unpack tlr.csv --id my-system --model 'My System' --organization Us")
def unpack(
    sheet: Annotated[Path, typer.Argument(help="The filled sheet.")],
    submission: Annotated[
        str | None, typer.Option("--id", help="Your submission's id: a-z 0-9 . _ -")
    ] = None,
    model: Annotated[str | None, typer.Option("--model", help="The system's name.")] = None,
    organization: Annotated[
        str | None, typer.Option("--organization", help="Who submits it.")
    ] = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write only the answers, to this file.")
    ] = None,
) -> None:
    """Turn a filled sheet into a submission. With any problem, list all and write nothing."""
    from digesta.cli.text import sheet_text
    from digesta.workspace.sheets.questions import read_sheet

    names = [name for name in (submission, model, organization) if name is not None]
    if out is not None and any(names):
        raise UsageError("-o writes only answers: leave out --id, --model and --organization")
    if out is None and len(names) < len(("--id", "--model", "--organization")):
        raise UsageError(
            "name the submission with --id, --model and --organization, or a file with -o"
        )
    returned = read_sheet(root, release, sheet, review=False)
    if out is not None:
        then = command_line("check", out, root, "--release", release or returned.release.id)
        put(sheet_text(out, returned.write_lines(out), then))
    else:
        folder, answers = returned.write_submission(root, *names)
        put(sheet_text(folder, answers, command_line("check", folder, root, *_again(release))))
