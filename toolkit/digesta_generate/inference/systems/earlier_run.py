"""A system's submission for an earlier release: what of it carries over to a newer one.

An answer is carried over if the newer release has its question, by id, and asks it in the same
words: the recorded version of the prompt makes messages with the digest in its trace. Everything
else is asked with the recorded settings. A question that was refused, cut off or not answered is
carried over too: there is no second try. Only one that got no reply at all is asked now.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from digesta.canonical import digest, sha256_hex
from digesta.errors import Problem, SubmissionError, UsageError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.intake.records import read_records
from digesta.records.question import Question
from digesta.records.read import read_record
from digesta.records.submission import Card, Prediction
from digesta.records.trace import Carried, Run, Trace
from digesta.workspace import store
from digesta.workspace.cards import PREDICTIONS, RUN, TRACE, read_card
from digesta_generate.inference.compose import CHOOSE, Select
from digesta_generate.inference.messages import Prompt, default_prompts
from digesta_generate.inference.plan import CarriedAnswers
from digesta_generate.inference.settings import Settings


class EarlierRun(NamedTuple):
    """A submission for an earlier release, with the record of its run."""

    submission: Card
    settings: Settings
    replies: int
    select: Select
    answers: dict[str, Any]
    traces: dict[str, Trace]
    predictions_sha256: str


def read_carriable_run(folder: Path) -> EarlierRun:
    """Return the run of a submission that can be carried over; refuse searches and passages."""
    submission = read_card(folder)
    if submission.condition != "closed_book" and not submission.prompts:
        raise UsageError(
            f"{folder}: ranked by a search service ({submission.condition}), which is asked again "
            "for each release, with: digesta-generate search"
        )
    if submission.condition != "closed_book":
        raise UsageError(
            f"{folder}: its prompts showed passages ({submission.condition}), found again for each "
            "release; answer the newer one with: digesta-generate retrieve, then infer"
        )
    return read_run(folder)


def read_run(folder: Path) -> EarlierRun:
    """Return the run in the folder of a model's submission, or raise SubmissionError."""
    settings, replies, select = _run_settings(folder / RUN)
    predictions, trace = folder / PREDICTIONS, folder / TRACE
    data = store.read_bytes(predictions)
    lines = read_records(Prediction, data, file=predictions.as_posix(), error=SubmissionError)
    answers = {prediction.question_id: prediction.answer for prediction in lines}
    traces = read_records(
        Trace, store.read_bytes(trace), file=trace.as_posix(), error=SubmissionError
    )
    _refuse_mismatch(answers, traces, trace)
    return EarlierRun(
        submission=read_card(folder),
        settings=settings,
        replies=replies,
        select=select,
        answers=answers,
        traces={line.question_id: line for line in traces},
        predictions_sha256=sha256_hex(data),
    )


def tracks_of(
    run: EarlierRun, questions: Sequence[Question], named: Sequence[str] = ()
) -> set[str]:
    """Return the tracks that a system goes on with: those of the earlier run, and those named.

    A track that is new since then is only asked where it is named.
    """
    tracks = {question.track for question in questions}
    if unknown := sorted(set(named) - tracks):
        raise UsageError(f"--track: no track {', '.join(unknown)} in the newer release")
    # The card, where it names tracks: a track may have no question left that was asked before.
    before = tracks & set(run.submission.tracks or ())
    before |= {question.track for question in questions if question.question_id in run.answers}
    return before | set(named)


def splits_of(run: EarlierRun, questions: Sequence[Question]) -> set[str]:
    """Return the splits that a system goes on with: those of the earlier run, or all."""
    before = {question.split for question in questions if question.question_id in run.answers}
    return {*before} or {"public", "holdout"}


def with_prompts(run: EarlierRun, scorers: Collection[str]) -> EarlierRun:
    """Return the run with the default prompt of each scorer for which it recorded none."""
    fresh = {name: prompt for name, prompt in default_prompts().items() if name in scorers}
    prompts = fresh | dict(run.settings.prompts)
    return run._replace(settings=run.settings.model_copy(update={"prompts": prompts}))


def carried_answers(run: EarlierRun, prompts: Sequence[Prompt]) -> CarriedAnswers:
    """Return the answers of an earlier run to the prompts that are the same in a newer release."""
    same = [prompt.question.question_id for prompt in prompts if _is_same(run, prompt)]
    source = Carried.model_validate(
        {
            "from": f"{run.submission.release}/{run.submission.submission_id}",
            "predictions_sha256": run.predictions_sha256,
            "count": len(same),
        }
    )
    answers = {name: run.answers[name] for name in same}
    traces = {name: run.traces[name] for name in same}
    return CarriedAnswers(answers, traces, source)


def _is_same(run: EarlierRun, prompt: Prompt) -> bool:
    trace = run.traces.get(prompt.question.question_id)
    if trace is None or trace.prompt_sha256 != prompt.prompt_sha256:
        return False
    return trace.outcome != "error" or trace.reply is not None


def _run_settings(path: Path) -> tuple[Settings, int, Select]:
    place = path.as_posix()
    value = strict_json(store.read_bytes(path), file=place, limits=RELEASE_LIMITS)
    record = read_record(Run, value, place, error=SubmissionError).inference or {}
    replies, select = record.get("samples"), record.get("select")
    if type(replies) is not int or replies < 1 or select not in CHOOSE or "settings" not in record:
        raise SubmissionError.of(
            code="run-settings",
            file=place,
            expected="inference with settings, samples and select, as infer writes it",
            fix="only what digesta-generate infer or carry made can be carried over",
        )
    settings = read_record(Settings, record["settings"], place, error=SubmissionError)
    return settings, replies, select


def _refuse_mismatch(answers: dict[str, Any], traces: Sequence[Trace], path: Path) -> None:
    wrong = [
        Problem(
            code="trace-answer",
            file=path.as_posix(),
            line=line,
            question_id=trace.question_id,
            expected="the digest of the answer in predictions.jsonl",
            fix="restore the files as the run wrote them",
        )
        for line, trace in enumerate(traces, 1)
        if trace.question_id not in answers
        or digest(answers[trace.question_id]) != trace.answer_sha256
    ]
    if wrong:
        raise SubmissionError(wrong)
