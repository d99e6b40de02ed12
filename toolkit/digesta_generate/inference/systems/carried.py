"""Bring a system's answers over to a newer release, and find what is left to ask.

An answer is taken over when its question, by id, is in the newer release and the prompt that the
recorded prompt version makes for it has the digest that its trace recorded: the same question was
asked in the same words. Everything else is asked with the recorded settings. What a system did not
answer, refused or broke off is taken over too: there is no second try. Only a question that got no
reply at all is asked now.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from digesta.canonical import digest, sha256_hex
from digesta.errors import Problem, SubmissionError, UsageError
from digesta.intake import RELEASE_LIMITS, read_submission_metadata, strict_json
from digesta.records.question import Question
from digesta.records.reading import read_record
from digesta.records.submission import Card, Prediction
from digesta.records.trace import Carried, Run, Trace
from digesta.scorers.forms import Resources
from digesta.workspace import store
from digesta_generate.inference.compose import CHOOSE, Select
from digesta_generate.inference.plan import Taken
from digesta_generate.inference.prompting import Asked, asked, defaults
from digesta_generate.inference.settings import Settings


class Old(NamedTuple):
    """A submission for an earlier release, with what its run recorded."""

    submission: Card
    settings: Settings
    samples: int
    select: Select
    answers: dict[str, Any]
    traces: dict[str, Trace]
    predictions_sha256: str


class Split(NamedTuple):
    """The questions of the newer release, in order, and the answers that are taken over."""

    asked: tuple[Asked, ...]
    taken: Taken


def read_old(folder: Path) -> Old:
    """Read a submission's folder to carry it, or refuse it: ``infer`` or ``carry`` wrote it."""
    submission = _card(folder)
    if submission.condition != "closed_book" and not submission.prompts:
        raise UsageError(
            f"{folder}: ranked by a search service ({submission.condition}), which is asked anew "
            "for each release, with: digesta-generate search"
        )
    if submission.condition != "closed_book":
        raise UsageError(
            f"{folder}: its prompts showed passages ({submission.condition}), which are found anew "
            "for each release; answer the newer one with: digesta-generate retrieve, then infer"
        )
    return read_run(folder)


def _card(folder: Path) -> Card:
    card = folder / "submission.json"
    return read_submission_metadata(store.read_bytes(card), file=card.as_posix())


def read_run(folder: Path) -> Old:
    """Return what the folder of a model's submission holds, or refuse it."""
    settings, samples, select = _recorded(folder / "run.json")
    predictions = folder / "predictions.jsonl"
    answers = {
        prediction.question_id: prediction.answer
        for prediction in (
            read_record(Prediction, value, predictions.as_posix(), line, error=SubmissionError)
            for line, value in _lines(predictions)
        )
    }
    trace = folder / "trace.jsonl"
    traces = [
        read_record(Trace, value, trace.as_posix(), line, error=SubmissionError)
        for line, value in _lines(trace)
    ]
    _refuse_mismatch(answers, traces, trace)
    return Old(
        submission=_card(folder),
        settings=settings,
        samples=samples,
        select=select,
        answers=answers,
        traces={line.question_id: line for line in traces},
        predictions_sha256=sha256_hex(store.read_bytes(predictions)),
    )


def tracks_of(old: Old, questions: Sequence[Question], named: Sequence[str] = ()) -> set[str]:
    """Name the tracks that a system goes on with: those that it was asked before, and those named.

    A track that is new since is another thing to ask: it is asked where somebody names it.
    """
    if unknown := sorted(set(named) - {question.track for question in questions}):
        raise UsageError(f"--track: no track {', '.join(unknown)} in the newer release")
    there = {question.track for question in questions}
    # The card, where it names tracks: a track may have no question left that was asked before.
    before = there & set(old.submission.tracks or ())
    before |= {question.track for question in questions if question.question_id in old.answers}
    return before | set(named)


def splits_of(old: Old, questions: Sequence[Question]) -> set[str]:
    """Name the splits that a system goes on with: those that it was asked before, or all."""
    before: set[str] = {
        question.split for question in questions if question.question_id in old.answers
    }
    return before or {"public", "holdout"}


def with_prompts(old: Old, scorers: Collection[str]) -> Old:
    """Add the default prompt of each scorer that the recorded settings have none for."""
    fresh = {name: prompt for name, prompt in defaults().items() if name in scorers}
    prompts = fresh | dict(old.settings.prompts)
    return old._replace(settings=old.settings.model_copy(update={"prompts": prompts}))


def split(old: Old, questions: Sequence[Question], resources: Resources) -> Split:
    """Divide a newer release's questions into those taken over and those to ask."""
    prompts, constrained = old.settings.prompts, old.settings.constrained
    all_asked = tuple(
        asked(question, prompts, constrained=constrained, resources=resources)
        for question in questions
    )
    same = [prompt.question.question_id for prompt in all_asked if _same(old, prompt)]
    source = Carried.model_validate(
        {
            "from": f"{old.submission.release}/{old.submission.submission_id}",
            "predictions_sha256": old.predictions_sha256,
            "count": len(same),
        }
    )
    answers = {name: old.answers[name] for name in same}
    return Split(all_asked, Taken(answers, {name: old.traces[name] for name in same}, source))


def sentence(taken: Taken, asked_now: int) -> str:
    """Return the sentence that tells in the submission's notes where the answers come from."""
    return (
        f"{taken.source.count} answers were carried over from {taken.source.from_}; "
        f"{asked_now} questions were asked for this release."
    )


def _same(old: Old, prompt: Asked) -> bool:
    trace = old.traces.get(prompt.question.question_id)
    if trace is None or trace.prompt_sha256 != prompt.prompt_sha256:
        return False
    return trace.outcome != "error" or trace.reply is not None


def _recorded(path: Path) -> tuple[Settings, int, Select]:
    place = path.as_posix()
    value = strict_json(store.read_bytes(path), file=place, limits=RELEASE_LIMITS)
    record = read_record(Run, value, place, error=SubmissionError).inference or {}
    samples, select = record.get("samples"), record.get("select")
    if type(samples) is not int or samples < 1 or select not in CHOOSE or "settings" not in record:
        raise SubmissionError.of(
            code="run-settings",
            file=place,
            expected="inference with settings, samples and select, as infer writes it",
            fix="only what digesta-generate infer or carry made can be carried over",
        )
    settings = read_record(Settings, record["settings"], place, error=SubmissionError)
    return settings, samples, select


def _lines(path: Path) -> list[tuple[int, Any]]:
    data = store.read_bytes(path)
    return [
        (number, strict_json(line, file=path.as_posix(), line=number, limits=RELEASE_LIMITS))
        for number, line in enumerate(data.splitlines(), 1)
    ]


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
