"""``digesta-generate judge``: have a judge grade the answers to a release's questions."""

# ruff: noqa: ARG001 - options stand in the signature for typer; most are read from the context

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.errors import UsageError
from digesta_generate.cli import options as o
from digesta_generate.cli.command import command_line, parsed

if TYPE_CHECKING:
    from digesta.board.judges import Audited
    from digesta.intake import Judged
    from digesta.records.judges.verdict import Judge
    from digesta.workspace.releases import StoredRelease
    from digesta_generate.judges.base import Grader
    from digesta_generate.judges.run import Asked


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(
        epilog="Example: digesta-generate judge --judge rules-1 --release 2026-11-22. "
        "A model: digesta-generate judge --judge smollm2-135m --local smollm2 --only QUESTION_ID"
    )(judge)


def judge(  # noqa: PLR0913 - one parameter for each option
    ctx: typer.Context,
    name: Annotated[
        str, typer.Option("--judge", help="rules-1, or a name of your own for a model.")
    ],
    release: o.Release = None,
    *,
    model: Annotated[
        str | None, typer.Option("--model", "-m", help="The model, as the endpoint names it.")
    ] = None,
    base_url: o.BaseUrl = None,
    local: Annotated[
        str | None,
        typer.Option("--local", help="Instead: a model on this machine, such as smollm2."),
    ] = None,
    key_env: o.KeyEnv = None,
    loopback: o.Loopback = False,
    limit_key: Annotated[
        o.LimitKey, typer.Option("--limit-key", help="What the endpoint calls the longest reply.")
    ] = o.LimitKey.max_tokens,
    claims: Annotated[
        int | None,
        typer.Option("--claims", min=0, max=100, help="Claims to find and verify, at most."),
    ] = None,
    concurrency: o.Concurrency = 4,
    retries: o.Retries = 5,
    backoff: o.Backoff = 1.0,
    timeout: o.Timeout = 120.0,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="Judge this question only (its id); repeatable."),
    ] = None,
    submissions: Annotated[
        list[str] | None,
        typer.Option("--submission", help="Judge the answers of this one only; repeatable."),
    ] = None,
    operator: Annotated[
        str | None, typer.Option("--operator", help="Who runs it; as before, or maintainers.")
    ] = None,
    date: Annotated[
        str | None, typer.Option("--date", help="YYYY-MM-DD; as before, or the release's day.")
    ] = None,
    root: o.Root = o.HERE,
) -> None:
    """Write predictions/<release>/_judges/NAME: its verdicts, and what it must show.

    It judges attack controls, the release's calibration answers, and the answers of every
    submission. What it said before is kept where nothing of it changed: run it again after more
    answers came in. stdout tells whether it passed the gate that lets its figures rank.

    A judge is a program (rules-1) or a model behind an OpenAI-compatible endpoint. Every reply of
    a model is in build/judging at once: stopped or killed, it goes on with the same command and
    asks nothing twice. With --only its record says which questions it judges; it then ranks nobody.
    """
    from digesta.workspace.releases import open_release

    said = judged(parsed(ctx), open_release(root, release), command=lambda: command_line(ctx))
    sys.stdout.write(said)


def judged(given: Mapping[str, Any], found: StoredRelease, *, command: Callable[[], str]) -> str:
    """Write a judge's folder; give what it showed. given: the options. command: the way on."""
    from digesta.workspace.judges import open_judge

    folder = folder_of(given, found)
    with grader_of(given, found) as grader:
        new = _judged(given, grader, found, command=command)
    told = ", ".join(new) or "nothing new"
    audited = open_judge(folder, found).audited
    shown = [f"{folder.as_posix()}: {told}", *_shown(audited), *_replies(folder, found)]
    return "\n".join(shown) + "\n"


def refuse_judge(given: Mapping[str, Any], found: StoredRelease, tracks: Collection[str]) -> None:
    """Refuse what ``judged`` would, before there is anything to judge. tracks: none for all."""
    marked = {one.track for one in found.compiled.tasks if one.needs_judge or one.takes_verdicts}
    with grader_of(given, found) as grader:
        if marked.intersection(tracks or marked):
            _asked(given, grader, found, folder_of(given, found))


def folder_of(given: Mapping[str, Any], found: StoredRelease) -> Path:
    """Give the judge's folder."""
    from digesta.workspace.judges import FOLDER

    folder: Path = given["root"] / "predictions" / found.manifest.release / FOLDER / given["name"]
    return folder


def grader_of(given: Mapping[str, Any], found: StoredRelease) -> AbstractContextManager[Grader]:
    """Give the judge, open for the block: a program, or a model with its journal."""
    from digesta_generate.cli.model_judging import model_judge
    from digesta_generate.judges.graders import GRADERS, grader_named

    name = given["name"]
    asks = any(given[one] is not None for one in ("model", "local", "base_url"))
    if not asks:
        return nullcontext(grader_named(name))
    if name in GRADERS:
        raise UsageError(f"--judge: {name} is a program; choose another name for a model")
    return model_judge(given, found.manifest.release)


def _judged(
    given: Mapping[str, Any], grader: Grader, found: StoredRelease, *, command: Callable[[], str]
) -> list[str]:
    """Write the judge's folder; name the files that changed."""
    from digesta.workspace import store
    from digesta_generate.cli.model_judging import told
    from digesta_generate.judges.run import Run, kept_verdicts

    folder = folder_of(given, found)
    asked, record = _asked(given, grader, found, folder)
    old = store.read_tree(folder) if folder.is_dir() else {}
    kept = kept_verdicts((f"{folder.as_posix()}/{one}", data) for one, data in old.items())
    theirs = dict(_submissions(given["root"], found, asked.submissions, old))
    run = Run(grader, record, asked, kept)
    with told(run, theirs, command=command) as watched:
        made = watched.files(theirs)
    # What no reader would take, a board would refuse with all that the judge said.
    kept_verdicts((f"{folder.as_posix()}/{one}", data) for one, data in made.items())
    with store.locked(folder.parent):
        if old != (store.read_tree(folder) if folder.is_dir() else {}):
            raise UsageError(f"{folder}: another run wrote there meanwhile; try again")
        # What is judged no more goes: a verdict on an answer that is gone refuses every board.
        new = [one for one in sorted(made.keys() | old.keys()) if old.get(one) != made.get(one)]
        if new:
            store.write_tree(folder, made, replace=True)
    return new


def _asked(
    given: Mapping[str, Any], grader: Grader, found: StoredRelease, folder: Path
) -> tuple[Asked, Judge]:
    """Give what the judge is run on, and its record, or refuse it before anything is asked."""
    from digesta.workspace.judges import StoredJudge
    from digesta_generate.judges.run import Asked
    from digesta_generate.judges.wording import refuse_languages

    record = _record(grader, found, folder, given)
    every = StoredJudge(folder, found, record.model_copy(update={"questions": None})).known
    if unknown := sorted({*(record.questions or ())} - every.keys()):
        raise UsageError(f"--only: no question that a judge marks: {', '.join(unknown)}")
    stored = StoredJudge(folder, found, record)
    if not any(one.needed for one in stored.known.values()):
        raise UsageError(f"release {found.manifest.release} asks nothing that a judge marks")
    if record.prompts:
        refuse_languages(found.data.questions, stored.known)
    _ = stored.compiled  # refuses a judge that covers too little, before anything is written
    questions = {one.question_id: one for one in found.data.questions}
    chosen = given["submissions"] or None
    return Asked(questions, stored.known, stored.sets, chosen), record


def _record(grader: Grader, found: StoredRelease, folder: Path, given: Mapping[str, Any]) -> Judge:
    """Give the judge's record: who ran it and when as given, else as it stands there."""
    from digesta.workspace.judges import RECORD, open_judge
    from digesta_generate.judges.run import judge_record

    before = open_judge(folder, found).judge if os.path.lexists(folder / RECORD) else None
    if before is not None and given["only"]:
        _refuse_fewer(before, given["only"], folder)
    return judge_record(
        grader,
        operator=str(given["operator"] or (before.operator if before else "maintainers")),
        date=str(given["date"] or (before.date if before else found.manifest.release[:10])),
        questions=given["only"] or None,
    )


def _refuse_fewer(before: Judge, only: Sequence[str], folder: Path) -> None:
    """Refuse to judge fewer questions than before: what was said of the others would go."""
    left = None if before.questions is None else sorted(set(before.questions) - set(only))
    if left == []:
        return
    there = "all questions" if left is None else f"{len(left)} more: {', '.join(left)}"
    raise UsageError(
        f"--only: {folder.as_posix()} judges {there}; those verdicts would go: "
        "name these too, leave out --only, choose another --judge, or remove the folder"
    )


def _submissions(
    root: Path, found: StoredRelease, chosen: Sequence[str] | None, old: Container[str]
) -> Iterator[tuple[str, dict[str, Judged]]]:
    """Yield what is judged of each submission: of those chosen, and of those in the old files."""
    from digesta.board.judges import judged_questions
    from digesta.workspace.boards import submissions_of
    from digesta.workspace.submissions import read_answers

    folders = {one.name: one for one in submissions_of(root, found)}
    if unknown := sorted({*(chosen or ())} - folders.keys()):
        raise UsageError(f"--submission: there is no {', '.join(unknown)}")
    for name, folder in folders.items():
        # Of what is neither, nothing is read: it may not even be whole.
        if chosen is None or name in chosen or f"{name}.jsonl" in old:
            answers = read_answers(folder, found.compiled).answers
            yield name, judged_questions(found.compiled, found.data.truths, answers)


def _replies(folder: Path, found: StoredRelease) -> Iterator[str]:
    """Yield how many of a model's replies were valid; nothing of a program."""
    from digesta.workspace import store
    from digesta.workspace.judges import open_judge
    from digesta_generate.judges.figures import reply_figures

    absences = {
        key: frozenset(
            name for name, said in one.criteria.items() if said.get("evidence") == "none"
        )
        for key, one in open_judge(folder, found).known.items()
    }
    told = reply_figures(store.read_tree(folder), absences)
    if told.replies:
        yield (
            f"{told.replies} replies, {told.invalid} not valid; {told.criteria} criteria, "
            f"{told.unsaid} without a valid reply"
        )


def _shown(audited: Audited) -> Iterator[str]:
    """Yield what the judge showed, a line each."""
    shown = audited.shown()
    if shown.coverage:
        part = shown.coverage
        share = f"{part.points:.1%} of the points"
        yield f"covers {part.criteria} of {part.of} criteria, {share}"
    for kind, rate in shown.controls.items():
        yield f"{kind}: {rate.satisfied} of {rate.criteria} criteria called satisfied"
    orders = {
        "scores": shown.calibration,
        "scores, written unseen": shown.unseen,
        "choices": shown.choices,
    }
    for name, order in orders.items():
        if order:
            right = f"{order.ordered} of {order.tasks} questions ordered rightly"
            yield f"calibration by {name}: {right}, tau {order.tau:.3f}"
    yield "passed its gate" if shown.passed else "did not pass its gate, and ranks nobody"
    yield from (f"{one.code}: {one.detail}" for one in shown.reasons)
