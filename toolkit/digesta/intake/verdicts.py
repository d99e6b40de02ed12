"""The strict reader of a judge's files: ``<submission>.jsonl``, ``judge.json``, ``controls.jsonl``.

A file is taken whole or refused whole, with every problem located. A verdict is bound to what was
judged: the answer by its digest; question, answer, criteria and judge together by the prompt
digest. An answer, a criterion, a prompt or a setting of the judge that changed since refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from digesta.canonical import digest
from digesta.errors import InputError, SubmissionError
from digesta.intake.codes import Fault, problem
from digesta.intake.limits import LIMITS, Limits
from digesta.intake.lines import quoted
from digesta.intake.records import RecordReading
from digesta.intake.strict import strict_json
from digesta.model.reading import read_record
from digesta.model.verdict import Control, Judge, Verdict

_DIGEST_SHOWN = 12


class Judged(NamedTuple):
    """A question on which a verdict may be given.

    criteria: id -> the criterion as the judge is shown it, a JSON object; one about an absence
    has ``evidence``: none. answer: what is judged; None where there is no answer to judge.
    needed: whether the answer is worth nothing without a verdict.
    """

    criteria: Mapping[str, Mapping[str, Any]]
    answer: Any = None
    needed: bool = True


def judged_text(truth: Mapping[str, Any], answer: Any) -> Judged:
    """Give what a verdict on a free text is bound to. truth: of the scorer ``rubric``, as JSON.

    An answer that is no text is none that could be judged.
    """
    criteria = {one["criterion_id"]: one for one in truth["criteria"]}
    return Judged(criteria, answer if isinstance(answer, str) else None)


def prompt_sha256(judge: Judge, question_id: str, one: Judged) -> str:
    """Give the digest that a verdict carries: of all that a judge is shown, and who it is.

    SHA-256 of the canonical bytes of {answer_sha256, criteria, judge, model, parameters,
    prompts, question_id}: the criteria as the truth has them, the rest as ``judge.json`` has it.
    A question's id is itself a digest of what is asked.
    """
    shown = {
        "answer_sha256": digest(one.answer),
        "criteria": dict(one.criteria),
        "judge": judge.judge,
        "model": judge.model,
        "parameters": judge.parameters,
        "prompts": judge.prompts,
        "question_id": question_id,
    }
    return digest(shown)


def read_verdicts(
    data: bytes,
    known: Mapping[str, Judged],
    judge: Judge,
    *,
    file: str,
    limits: Limits = LIMITS,
) -> dict[str, Verdict]:
    """Give a judge's verdicts on one submission by question id, or raise SubmissionError.

    known: every question of the split that is judged, with the submission's answer. A question
    may lack a verdict: ``digesta.judging.not_judged`` says what follows. A verdict on a missing
    or unreadable answer is refused, and so is one on a question of another split.
    """
    reading = RecordReading(file, limits)
    found: dict[str, Verdict] = {}
    for number, verdict in reading.lines(data, Verdict):
        one = known.get(verdict.question_id)
        if one is None:
            reading.note(Fault("unknown-id", quoted(verdict.question_id)), number)
        elif verdict.question_id in found:
            reading.note(Fault("dup-id", "judged twice"), number, verdict.question_id)
        else:
            found[verdict.question_id] = verdict
            reading.note_all(faults_of(verdict, one, judge, limits), number, verdict.question_id)
    reading.end()
    return found


def read_controls(
    data: bytes,
    known: Mapping[str, Judged],
    judge: Judge,
    *,
    file: str,
    limits: Limits = LIMITS,
) -> tuple[Control, ...]:
    """Give a judge's verdicts on the controls in the order of the file, or raise SubmissionError.

    known: as for ``read_verdicts``; a control carries its own answer, those of ``known`` are not
    looked at.
    """
    reading = RecordReading(file, limits)
    found: dict[tuple[str, str, str], Control] = {}
    for number, control in reading.lines(data, Control):
        key = (control.control, control.question_id, digest(control.answer))
        one = known.get(control.question_id)
        if one is None:
            reading.note(Fault("unknown-id", quoted(control.question_id)), number)
        elif key in found:
            reading.note(Fault("control-twice", control.control), number, control.question_id)
        else:
            found[key] = control
            own = Judged(one.criteria, control.answer)
            reading.note_all(_faults_of_control(control), number, control.question_id)
            reading.note_all(faults_of(control, own, judge, limits), number, control.question_id)
    reading.end()
    return tuple(found.values())


def read_judge(data: bytes, *, file: str, folder: str, limits: Limits = LIMITS) -> Judge:
    """Give the record in the bytes of ``judge.json``, or raise SubmissionError.

    folder: the name of the folder that it lies in, which is the judge's id.
    """
    if len(data) > limits.metadata_bytes:
        fault = Fault("file-size", f"{len(data)} bytes")
        raise SubmissionError([problem(fault, file=file, limits=limits)])
    try:
        value = strict_json(data, file=file, limits=limits)
    except InputError as error:
        raise SubmissionError(error.problems, error.total) from None
    judge = read_record(Judge, value, file, error=SubmissionError)
    if judge.judge != folder:
        fault = Fault("judge-name", quoted(judge.judge), folder)
        raise SubmissionError([problem(fault, file=file, limits=limits)])
    return judge


# Faults ---------------------------------------------------------------------------------------


def faults_of(verdict: Verdict, one: Judged, judge: Judge, limits: Limits) -> Iterator[Fault]:
    """Yield what is wrong with one verdict on what is judged: its digests, its criteria."""
    # A control may be no answer at all; a submission's missing answer has no verdict.
    if one.answer is None and not isinstance(verdict, Control):
        yield Fault("verdict-answer", "a verdict on an answer that is missing or unreadable")
        return
    if verdict.answer_sha256 != digest(one.answer):
        yield Fault("verdict-answer", verdict.answer_sha256[:_DIGEST_SHOWN])
    elif verdict.prompt_sha256 != prompt_sha256(judge, verdict.question_id, one):
        yield Fault("verdict-prompt", verdict.prompt_sha256[:_DIGEST_SHOWN])
    yield from _faults_of_criteria(verdict, one.criteria, limits)


def _faults_of_criteria(
    verdict: Verdict, asked: Mapping[str, Mapping[str, Any]], limits: Limits
) -> Iterator[Fault]:
    said = {one.criterion_id for one in verdict.criteria}
    for criterion_id in sorted(said - asked.keys()):
        yield Fault("criterion-unknown", quoted(criterion_id))
    for criterion_id in asked:
        if criterion_id not in said:
            yield Fault("criterion-missing", f"no {criterion_id}")
    for one in verdict.criteria:
        longest = max(map(len, one.evidence), default=0)
        if len(one.evidence) > limits.passages:
            yield Fault("evidence-count", f"{one.criterion_id}: {len(one.evidence)} passages")
        if longest > limits.passage_chars:
            yield Fault("evidence-size", f"{one.criterion_id}: {longest} characters")
        if one.evidence and asked.get(one.criterion_id, {}).get("evidence") == "none":
            yield Fault("evidence-none", one.criterion_id)


def _faults_of_control(control: Control) -> Iterator[Fault]:
    answer = control.answer
    if control.control == "empty" and (str(answer).strip() if answer is not None else ""):
        yield Fault("control-blank", "an answer that is not blank")
