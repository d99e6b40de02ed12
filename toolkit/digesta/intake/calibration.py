"""The strict reader of what a judge said of calibration answers: verdicts, and pairwise choices.

Both files lie in the judge's folder, as ``calibration.jsonl`` and ``choices.jsonl``, and are bound
to the release's answers by digests as verdicts on submissions are. A question's four answers
differ (``digesta.releases.checks.calibration`` refuses others), so a digest names one of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from digesta.canonical import digest
from digesta.intake.codes import Fault
from digesta.intake.limits import LIMITS, InputLimits
from digesta.intake.lines import quote
from digesta.intake.records import RecordFile
from digesta.intake.verdicts import JudgedAnswer, asked_criteria, faults_of
from digesta.records.judges.calibration import CalibrationKind, Choice
from digesta.records.judges.verdict import Judge, Verdict

CalibrationSets = Mapping[str, Mapping[CalibrationKind, JudgedAnswer]]
"""Calibration answers by question id and kind, each as a judge is shown it."""


def read_calibration(
    data: bytes, known: CalibrationSets, judge: Judge, *, file: str, limits: InputLimits = LIMITS
) -> dict[tuple[str, CalibrationKind], Verdict]:
    """Return a judge's verdicts on calibration answers, or raise SubmissionError.

    A line says by ``answer_sha256`` which of the question's answers it is about.
    """
    reading = RecordFile(file, limits)
    verdicts: dict[tuple[str, CalibrationKind], Verdict] = {}
    for number, verdict in reading.lines(data, Verdict):
        key = verdict.question_id
        if key not in known:
            reading.note(Fault("calibration-none", quote(key)), number)
            continue
        kinds = {digest(answer.answer): kind for kind, answer in known[key].items()}
        kind = kinds.get(verdict.answer_sha256)
        if kind is None:
            reading.note(Fault("verdict-answer", verdict.answer_sha256[:12]), number, key)
        elif (key, kind) in verdicts:
            reading.note(Fault("calibration-twice", kind), number, key)
        else:
            verdicts[key, kind] = verdict
            faults = faults_of(verdict, known[key][kind], judge, limits)
            reading.note_all(faults, number, key)
    reading.end()
    return verdicts


def read_choices(
    data: bytes, known: CalibrationSets, judge: Judge, *, file: str, limits: InputLimits = LIMITS
) -> tuple[Choice, ...]:
    """Return a judge's choices between calibration answers, in order, or raise SubmissionError."""
    reading = RecordFile(file, limits)
    choices: dict[tuple[str, str, str], Choice] = {}
    for number, choice in reading.lines(data, Choice):
        key = (choice.question_id, choice.first, choice.second)
        answers = known.get(choice.question_id)
        if answers is None:
            fault = Fault("calibration-none", quote(choice.question_id))
            reading.note(fault, number)
        elif key in choices:
            fault = Fault("choice-twice", f"{choice.first}, {choice.second}")
            reading.note(fault, number, choice.question_id)
        else:
            choices[key] = choice
            pair = (answers[choice.first], answers[choice.second])
            if choice.prompt_sha256 != choice_sha256(judge, choice.question_id, pair):
                fault = Fault("verdict-prompt", choice.prompt_sha256[:12])
                reading.note(fault, number, choice.question_id)
    reading.end()
    return tuple(choices.values())


def choice_sha256(judge: Judge, question_id: str, pair: tuple[JudgedAnswer, JudgedAnswer]) -> str:
    """Return the digest that a choice carries: of all that a judge is shown, and who it is.

    As ``prompt_sha256``, with {first_sha256, second_sha256} in place of {answer_sha256}.
    """
    first, second = pair
    shown = {
        "first_sha256": digest(first.answer),
        "second_sha256": digest(second.answer),
        "criteria": dict(asked_criteria(first, judge)),
        "judge": judge.judge,
        "model": judge.model,
        "parameters": judge.parameters,
        "prompts": judge.prompts,
        "question_id": question_id,
    }
    return digest(shown)
