"""Retrieve, infer, judge, check, score and report, for each model in turn."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from digesta.board.report import as_page
from digesta.canonical import canonical_bytes, digest
from digesta.errors import InputError, plain
from digesta.front import Release, Submission
from digesta.workspace import store
from digesta.workspace.releases import StoredRelease, open_release
from digesta.workspace.submissions import Answers, read_answers
from digesta_generate.inference.systems.infer import systems
from digesta_generate.inference.systems.model_system import BUDGET, ModelSystem
from digesta_generate.judges.judge import folder_of, judge, refuse_judge
from digesta_generate.judges.model_judge import JudgeStoppedError
from digesta_generate.judges.options import JudgeOptions
from digesta_generate.options import Options, ReleaseOptions, RetryOptions, named_as
from digesta_generate.pipeline import tally
from digesta_generate.pipeline.options import JUDGE_NAMES, RunOptions
from digesta_generate.retrieval.options import RetrieveOptions
from digesta_generate.retrieval.retrieve import retrieve
from digesta_generate.talk import INTERRUPTED, say

Row = dict[str, Any]

_NO_SEARCH = {
    *(field.name for kind in (ReleaseOptions, RetryOptions) for field in fields(kind)),
    *("chroma", "chroma_url", "embeddings_key_env", "embeddings_loopback"),
    "embeddings_private_network",
}
"""The options of a search without influence on its passages."""


def run(options: RunOptions, rows: list[Row]) -> int:
    """Return the exit code of all stages. rows: gets a row of each model, in turn.

    Each stage skips what is done: the same command goes on. Raises a DigestaError for options that
    do not fit, or an endpoint that fails; ``rows`` has the models until then.
    """
    try:
        return _run(options, rows)
    except JudgeStoppedError:
        return INTERRUPTED
    except KeyboardInterrupt:
        _say_how_to_resume(options)
        return INTERRUPTED


def _run(options: RunOptions, rows: list[Row]) -> int:
    release = open_release(options.root, options.release)
    judging = options.judge_options()
    if judging is not None:
        with named_as(JUDGE_NAMES):
            refuse_judge(judging, release, options.track)
    search = _search(options, release)
    shown = options if search is None else replace(options, passages=search.out)
    models = systems(shown, resume_by=options)
    if search is not None:
        _retrieve(search, options)
    worst = 0
    for system in models:
        outcome = system.ask()
        assert outcome.result is not None, "it was asked"
        rows.append(tally.row_without_submission(system, outcome.result))
        if outcome.result.written:
            answers, report = _score(options, release, system, judging)
            rows[-1] = tally.row_of_submission(system, answers, report)
        if outcome.code not in {0, BUDGET}:
            return outcome.code
        worst = worst or outcome.code
    return worst


def _retrieve(search: RetrieveOptions, options: RunOptions) -> None:
    try:
        passages = retrieve(search, kept=True)
    except (InputError, OSError):
        _say_how_to_resume(options)
        raise
    say(f"{plain(passages.path.as_posix())}: passages of {passages.questions} questions")


def _search(options: RunOptions, release: StoredRelease) -> RetrieveOptions | None:
    """Return the options of the search, into a file named by all that influences its passages."""
    search = options.search_options(Path())
    if search is None:
        return None
    made_by = [*search.without(*_NO_SEARCH).words()]
    name = f"{search.track}-{search.condition}-{digest(made_by)[:12]}.jsonl"
    out = options.root / "build" / "passages" / release.manifest.release / name
    return replace(search, out=out)


def _score(
    options: RunOptions, release: StoredRelease, system: ModelSystem, judging: JudgeOptions | None
) -> tuple[Answers, dict[str, Any]]:
    """Judge a submission's answers if that is due, then check, score and report it."""
    name = system.plan.folder.name
    answers = read_answers(system.plan.folder, release.compiled)
    verdicts = None
    if _is_due(release, answers, named=judging is not None) and judging is not None:
        with named_as(JUDGE_NAMES):
            judged = judge(replace(judging, submission=(name,)), resume_by=options)
        say(judged.text.rstrip())
        verdicts = folder_of(judging, release)
    door = Release(release)
    report = door.score(Submission(door, answers), verdicts=verdicts).report()
    folder = options.root / "build" / "reports" / release.manifest.release
    store.write_file(folder / f"{name}.json", canonical_bytes(report) + b"\n")
    store.write_file(folder / f"{name}.html", as_page(report, "html").encode())
    say(f"{plain(name)}: report in {plain((folder / name).as_posix())}.html and .json")
    return answers, report


def _is_due(release: StoredRelease, answers: Answers, *, named: bool) -> bool:
    """Return whether a judge has something to judge; say so where none is named, or none needed."""
    name = plain(answers.card.submission_id)
    mine = [task for task in release.compiled.tasks if answers.card.claims(task.track)]
    due = any(task.needs_judge or task.takes_verdicts for task in mine)
    waiting = sorted({task.track for task in mine if task.needs_judge})
    if named and not due:
        say(f"{name}: its answers need no judge, so --judge is ignored")
    if waiting and not named:
        say(f"{name}: {', '.join(waiting)} not judged, because --judge is missing")
    return due


def _say_how_to_resume(options: Options) -> None:
    say(f"what is done is kept; resume with:\n  {options.shell_line()}")
