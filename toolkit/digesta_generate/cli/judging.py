"""``digesta-generate judge``: have a judge grade the answers to a release's questions."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digesta_generate.cli import options as o

if TYPE_CHECKING:
    from digesta.cli.workspace import StoredRelease
    from digesta.intake import Judged
    from digesta.judging import Audited
    from digesta.model.verdict import Judge
    from digesta_generate.judging.base import Grader
    from digesta_generate.judging.run import Asked


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog="Example: digesta-generate judge --judge rules-1 --release 2026-11-22")(
        judge
    )


def judge(
    name: Annotated[str, typer.Option("--judge", help="The judge's name, such as rules-1.")],
    release: o.Release = None,
    *,
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
    """
    from digesta import store
    from digesta.cli.judges import FOLDER, open_judge
    from digesta.cli.workspace import open_release
    from digesta_generate.judging.graders import grader_named
    from digesta_generate.judging.run import Run, kept_verdicts

    grader = grader_named(name)
    found = open_release(root, release)
    folder = root / "predictions" / found.manifest.release / FOLDER / name
    record = _record(grader, found, folder, (operator, date))
    asked = _asked(found, record, folder)
    with store.locked(folder.parent):
        old = store.read_tree(folder) if folder.is_dir() else {}
        kept = kept_verdicts((f"{folder.as_posix()}/{one}", data) for one, data in old.items())
        made = Run(grader, record, asked, kept).files(dict(_submissions(root, found)))
        # What is judged no more goes: a verdict on an answer that is gone refuses every board.
        new = [one for one in sorted(made.keys() | old.keys()) if old.get(one) != made.get(one)]
        if new:
            store.write_tree(folder, made, replace=True)
    audited = open_judge(folder, found).audited
    told = ", ".join(new) or "nothing new"
    sys.stdout.write("\n".join([f"{folder.as_posix()}: {told}", *_shown(audited)]) + "\n")


def _record(
    grader: Grader, found: StoredRelease, folder: Path, given: tuple[str | None, str | None]
) -> Judge:
    """Give the judge's record: who ran it and when as given, else as it stands there."""
    from digesta.cli.judges import RECORD, open_judge
    from digesta_generate.judging.run import judge_record

    operator, date = given
    before = open_judge(folder, found).judge if os.path.lexists(folder / RECORD) else None
    return judge_record(
        grader,
        operator=operator or (before.operator if before else "maintainers"),
        date=date or (before.date if before else found.manifest.release[:10]),
    )


def _asked(found: StoredRelease, record: Judge, folder: Path) -> Asked:
    from digesta.cli.judges import StoredJudge
    from digesta.errors import UsageError
    from digesta_generate.judging.run import Asked

    stored = StoredJudge(folder, found, record)
    if not any(one.needed for one in stored.known.values()):
        raise UsageError(f"release {found.manifest.release} asks nothing that a judge marks")
    _ = stored.compiled  # refuses a judge that covers too little, before anything is written
    questions = {one.question_id: one for one in found.data.questions}
    return Asked(questions, stored.known, stored.sets)


def _submissions(root: Path, found: StoredRelease) -> Iterator[tuple[str, dict[str, Judged]]]:
    from digesta.cli.publishing import submissions_of
    from digesta.cli.workspace import read_answers
    from digesta.judging import judged_questions

    for folder in submissions_of(root, found):
        answers = read_answers(folder, found.compiled).answers
        yield folder.name, judged_questions(found.compiled, found.data.truths, answers)


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
