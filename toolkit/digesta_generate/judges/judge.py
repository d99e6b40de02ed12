"""Have a judge grade the answers to a release's questions, and write what it says."""

from __future__ import annotations

import os
from collections.abc import Collection, Container, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

from digesta.board.judges.eligible import judged_questions
from digesta.board.judges.gate import AuditedJudge
from digesta.errors import UsageError
from digesta.intake import JudgedAnswer
from digesta.records.judges.verdict import Judge
from digesta.workspace import store
from digesta.workspace.judges import FOLDER, RECORD, StoredJudge, open_judge
from digesta.workspace.releases import StoredRelease, open_release
from digesta.workspace.submissions import computed_adversaries, read_answers, submission_folders
from digesta_generate.judges.base import Grader
from digesta_generate.judges.figures import reply_figures
from digesta_generate.judges.graders import GRADERS, grader_named
from digesta_generate.judges.options import JudgeOptions
from digesta_generate.judges.run import JudgeTask, JudgeWork, judge_record, kept_verdicts
from digesta_generate.options import Options


class JudgeRun(NamedTuple):
    """A judge's folder, the files of it that changed, whether it passed its gate.

    text: what it showed, a line each.
    """

    folder: Path
    new: tuple[str, ...]
    passed: bool
    text: str


def judge(options: JudgeOptions, *, resume_by: Options | None = None) -> JudgeRun:
    """Judge all answers without a verdict, and return whether the judge passed its tests.

    resume_by: the command that resumes it; None: these options. Wrong options and a failing
    endpoint raise a DigestaError.

        judged = judge(JudgeOptions(judge="rules-1"))
        judged.passed    # whether its figures may rank
    """
    release = open_release(options.root, options.release)
    folder = folder_of(options, release)
    with grader_of(options, release) as grader:
        new = _write_folder(options, grader, release, resume_by=resume_by or options)
    audited = open_judge(folder, release).audit
    headline = f"{folder.as_posix()}: {', '.join(new) or 'nothing new'}"
    text = "\n".join([headline, *_gate_lines(audited), *_replies(folder, release)]) + "\n"
    return JudgeRun(folder, tuple(new), audited.as_board_judge().passed, text)


def refuse_judge(options: JudgeOptions, release: StoredRelease, tracks: Collection[str]) -> None:
    """Refuse what ``judge`` would, before there is anything to judge. tracks: none for all."""
    marked = {
        task.track for task in release.compiled.tasks if task.needs_judge or task.takes_verdicts
    }
    with grader_of(options, release) as grader:
        if marked.intersection(tracks or marked):
            _task_of(options, grader, release, folder_of(options, release))


def folder_of(options: JudgeOptions, release: StoredRelease) -> Path:
    """Return the judge's folder."""
    return options.root / "predictions" / release.manifest.release / FOLDER / options.judge


def grader_of(options: JudgeOptions, release: StoredRelease) -> AbstractContextManager[Grader]:
    """Return the judge, to be opened for a block: a program, or a model with its journal."""
    if not options.by_model:
        return nullcontext(grader_named(options.judge))
    if options.judge in GRADERS:
        raise UsageError(f"--judge: {options.judge} is a program; choose another name for a model")
    # A program needs no client of HTTP.
    from digesta_generate.judges.model_judge import model_judge  # noqa: PLC0415 - as said

    return model_judge(options, release.manifest.release)


def _write_folder(
    options: JudgeOptions, grader: Grader, release: StoredRelease, *, resume_by: Options
) -> list[str]:
    """Write the judge's folder; name the files that changed."""
    from digesta_generate.judges.model_judge import watch  # noqa: PLC0415 - a client of HTTP

    folder = folder_of(options, release)
    task, record = _task_of(options, grader, release, folder)
    old = store.read_tree(folder) if folder.is_dir() else {}
    kept = kept_verdicts((f"{folder.as_posix()}/{name}", data) for name, data in old.items())
    theirs = dict(_submissions(options.root, release, task.submissions, old))
    run = JudgeWork(grader, record, task, kept)
    with watch(run, theirs, resume_by=resume_by) as watched:
        files = watched.files(theirs)
    # What no reader would take, a board would refuse with all that the judge said.
    kept_verdicts((f"{folder.as_posix()}/{name}", data) for name, data in files.items())
    with store.lock(folder.parent):
        if old != (store.read_tree(folder) if folder.is_dir() else {}):
            raise UsageError(f"{folder}: another run changed it; try again")
        # What is judged no more goes: a verdict on an answer that is gone refuses every board.
        new = [
            name for name in sorted(files.keys() | old.keys()) if old.get(name) != files.get(name)
        ]
        if new:
            store.write_tree(folder, files, replace=True)
    return new


def _task_of(
    options: JudgeOptions, grader: Grader, release: StoredRelease, folder: Path
) -> tuple[JudgeTask, Judge]:
    """Return what the judge is run on, and its record, or refuse it before anything is asked."""
    record = _record(grader, release, folder, options)
    every = StoredJudge(folder, release, record.model_copy(update={"questions": None})).questions
    if unknown := sorted({*(record.questions or ())} - every.keys()):
        raise UsageError(f"--only: no question that a judge marks: {', '.join(unknown)}")
    stored = StoredJudge(folder, release, record)
    if not any(answer.needed for answer in stored.questions.values()):
        raise UsageError(f"release {release.manifest.release} asks nothing that a judge marks")
    _ = stored.compilation  # refuses a judge that covers too little, before anything is written
    questions = {question.question_id: question for question in release.data.questions}
    chosen = options.submission or None
    return JudgeTask(questions, stored.questions, stored.sets, chosen), record


def _record(grader: Grader, release: StoredRelease, folder: Path, options: JudgeOptions) -> Judge:
    """Return the judge's record: who ran it and when, as given or else as recorded."""
    before = open_judge(folder, release).judge if os.path.lexists(folder / RECORD) else None
    if before is not None and options.only:
        _refuse_fewer(before, options.only, folder)
    return judge_record(
        grader,
        operator=str(options.operator or (before.operator if before else "maintainers")),
        date=str(options.date or (before.date if before else release.manifest.release[:10])),
        questions=options.only or None,
    )


def _refuse_fewer(before: Judge, only: Sequence[str], folder: Path) -> None:
    """Refuse to judge fewer questions than before: verdicts on the others would be lost."""
    left = None if before.questions is None else sorted(set(before.questions) - set(only))
    if left == []:
        return
    there = "all questions" if left is None else f"{len(left)} more: {', '.join(left)}"
    raise UsageError(
        f"--only: {folder.as_posix()} judges {there}; those verdicts would go: "
        "name these too, leave out --only, choose another --judge, or remove the folder"
    )


def _submissions(
    root: Path, release: StoredRelease, chosen: Sequence[str] | None, old: Container[str]
) -> Iterator[tuple[str, dict[str, JudgedAnswer]]]:
    """Yield what is judged of each submission: of those chosen, and of those in the old files."""
    folders = {submission.name: submission for submission in submission_folders(root, release.id)}
    computed = {
        adversary.card.submission_id: adversary for adversary in computed_adversaries(root, release)
    }
    if unknown := sorted({*(chosen or ())} - folders.keys() - computed.keys()):
        raise UsageError(f"--submission: there is no {', '.join(unknown)}")
    for name, folder in folders.items():
        # Of what is neither, nothing is read: it may not even be whole.
        if chosen is None or name in chosen or f"{name}.jsonl" in old:
            answers = read_answers(folder, release.compiled).answers
            yield name, judged_questions(release.compiled, release.data.truths, answers)
    for name, scored in computed.items():
        # An adversary that draws enters by its average: no one draw of it is judged.
        if not scored.expectation and (chosen is None or name in chosen or f"{name}.jsonl" in old):
            yield name, judged_questions(release.compiled, release.data.truths, scored.answers)


def _replies(folder: Path, release: StoredRelease) -> Iterator[str]:
    """Yield how many of a model's replies were valid; nothing of a program."""
    absences = {
        key: frozenset(
            name
            for name, criterion in answer.criteria.items()
            if criterion.get("evidence") == "none"
        )
        for key, answer in open_judge(folder, release).questions.items()
    }
    figures = reply_figures(store.read_tree(folder), absences)
    if figures.replies:
        yield (
            f"{figures.replies} replies, {figures.invalid} not valid; {figures.criteria} criteria, "
            f"{figures.unsaid} without a valid reply"
        )


def _gate_lines(audited: AuditedJudge) -> Iterator[str]:
    """Yield what the judge showed, a line each."""
    shown = audited.as_board_judge()
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
    yield from (f"{reason.code}: {reason.detail}" for reason in shown.reasons)
