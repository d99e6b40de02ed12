"""The strict reader of a judge's files: ``<submission>.jsonl``, ``judge.json``, ``controls.jsonl``.

A file is taken whole or refused whole, with every problem located. Digests bind a verdict: one to
the answer, the prompt digest to question, answer, criteria and judge together. A judge that covers
a part is asked the criteria of that part alone. A verdict is refused when an answer, a criterion, a
prompt or a setting of the judge has changed since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from digesta.canonical import digest
from digesta.errors import SubmissionError
from digesta.intake.codes import Fault, problem
from digesta.intake.limits import LIMITS
from digesta.intake.lines import quote
from digesta.intake.records import RecordFile
from digesta.intake.strict import read_metadata
from digesta.records.judges.calibration import CalibrationKind
from digesta.records.judges.verdict import Control, Judge, Verdict
from digesta.records.read import read_record

_DIGEST_SHOWN = 12


class JudgedAnswer(NamedTuple):
    """A question's criteria and an answer to it, as a judge sees them.

    criteria: id -> criterion, a JSON object; a criterion about an absence has ``evidence``: none.
    answer: None where there is none to judge. needed: whether the answer is worth nothing without a
    verdict.
    """

    criteria: Mapping[str, Mapping[str, Any]]
    answer: Any = None
    needed: bool = True


CalibrationSets = Mapping[str, Mapping[CalibrationKind, JudgedAnswer]]
"""Calibration answers by question id and kind, each as a judge sees it."""


def judged_text(truth: Mapping[str, Any], answer: Any) -> JudgedAnswer:
    """Return a free text as a judge sees it; an answer of another type cannot be judged.

    truth: of the scorer ``rubric``, as JSON.
    """
    criteria = {criterion["criterion_id"]: criterion for criterion in truth["criteria"]}
    return JudgedAnswer(criteria, answer if isinstance(answer, str) else None)


def asked_criteria(judged: JudgedAnswer, judge: Judge) -> Mapping[str, Mapping[str, Any]]:
    """Return the criteria of a question that a judge is asked: all, or those with a ``check``."""
    if judge.covers is None:
        return judged.criteria
    return {key: criterion for key, criterion in judged.criteria.items() if "check" in criterion}


def prompt_sha256(judge: Judge, question_id: str, judged: JudgedAnswer) -> str:
    """Return the digest of a verdict's prompt and judge.

    SHA-256 of the canonical bytes of {answer_sha256, criteria, judge, model, parameters, prompts,
    question_id}: the criteria that the judge is asked as the truth has them, the rest as
    ``judge.json`` has it. A question's id is itself a digest of the question.
    """
    answer = {"answer_sha256": digest(judged.answer)}
    return digest(answer | circumstances(judge, question_id, judged))


def circumstances(judge: Judge, question_id: str, judged: JudgedAnswer) -> dict[str, Any]:
    """Return what a prompt digest covers beside the answers."""
    return {
        "criteria": dict(asked_criteria(judged, judge)),
        "judge": judge.judge,
        "model": judge.model,
        "parameters": judge.parameters,
        "prompts": judge.prompts,
        "question_id": question_id,
    }


def read_verdicts(
    data: bytes,
    known: Mapping[str, JudgedAnswer],
    judge: Judge,
    *,
    file: str,
) -> dict[str, Verdict]:
    """Return a judge's verdicts on one submission by question id, or raise SubmissionError.

    known: every question of the split that is judged, with the submission's answer. A question
    may lack a verdict: ``board.judges.not_judged`` says what follows. A verdict on a missing or
    unreadable answer is refused, and so is one on a question of another split.
    """
    lines = RecordFile(file)
    verdicts: dict[str, Verdict] = {}
    for number, verdict in lines.lines(data, Verdict):
        judged = known.get(verdict.question_id)
        if judged is None:
            lines.note(Fault("unknown-id", quote(verdict.question_id)), number)
        elif verdict.question_id in verdicts:
            lines.note(Fault("dup-id", "judged twice"), number, verdict.question_id)
        else:
            verdicts[verdict.question_id] = verdict
            lines.note_all(faults_of(verdict, judged, judge), number, verdict.question_id)
    lines.end()
    return verdicts


def read_controls(
    data: bytes,
    known: Mapping[str, JudgedAnswer],
    judge: Judge,
    *,
    file: str,
    sets: CalibrationSets = MappingProxyType({}),
) -> tuple[Control, ...]:
    """Return a judge's verdicts on the controls in the order of the file, or raise SubmissionError.

    known: as for ``read_verdicts``, but its answers are ignored: a control has its own. sets: the
    release's calibration answers, with which references and other questions' answers are compared.
    """
    lines = RecordFile(file)
    controls: dict[tuple[str, str, str], Control] = {}
    numbered: list[tuple[int, Control]] = []
    for number, control in lines.lines(data, Control):
        key = (control.control, control.question_id, digest(control.answer))
        judged = known.get(control.question_id)
        if judged is None:
            lines.note(Fault("unknown-id", quote(control.question_id)), number)
        elif key in controls:
            lines.note(Fault("control-twice", control.control), number, control.question_id)
        else:
            controls[key] = control
            numbered.append((number, control))
            own = JudgedAnswer(judged.criteria, control.answer)
            lines.note_all(_faults_of_control(control), number, control.question_id)
            lines.note_all(faults_of(control, own, judge), number, control.question_id)
    for number, fault in _faults_of_kinds(numbered, sets):
        lines.note(fault, number)
    lines.end()
    return tuple(controls.values())


def read_judge(data: bytes, *, file: str, folder: str) -> Judge:
    """Return the record in the bytes of ``judge.json``, or raise SubmissionError.

    folder: the name of its folder, which is the judge's id.
    """
    value = read_metadata(data, file=file)
    judge = read_record(Judge, value, file, error=SubmissionError)
    if judge.judge != folder:
        fault = Fault("judge-name", quote(judge.judge), folder)
        raise SubmissionError([problem(fault, file=file)])
    return judge


# Faults ---------------------------------------------------------------------------------------


def faults_of(verdict: Verdict, judged: JudgedAnswer, judge: Judge) -> Iterator[Fault]:
    """Yield the faults of one verdict: of its digests, of its criteria."""
    # A control may have no answer; a submission's missing answer has no verdict.
    if judged.answer is None and not isinstance(verdict, Control):
        yield Fault("verdict-answer", "a verdict on an answer that is missing or unreadable")
        return
    if verdict.answer_sha256 != digest(judged.answer):
        yield Fault("verdict-answer", verdict.answer_sha256[:_DIGEST_SHOWN])
    elif verdict.prompt_sha256 != prompt_sha256(judge, verdict.question_id, judged):
        yield Fault("verdict-prompt", verdict.prompt_sha256[:_DIGEST_SHOWN])
    if verdict.passages != judge.passages:
        yield Fault("verdict-passages", f"passages: {verdict.passages}", f"{judge.passages}")
    yield from _faults_of_criteria(verdict, asked_criteria(judged, judge))


def _faults_of_criteria(
    verdict: Verdict, criteria: Mapping[str, Mapping[str, Any]]
) -> Iterator[Fault]:
    ids = {judged.criterion_id for judged in verdict.criteria}
    for criterion_id in sorted(ids - criteria.keys()):
        yield Fault("criterion-unknown", quote(criterion_id))
    yield from (Fault("criterion-missing", f"no {key}") for key in criteria if key not in ids)
    for judged in verdict.criteria:
        longest = max(map(len, judged.evidence), default=0)
        if len(judged.evidence) > LIMITS.passages:
            yield Fault("evidence-count", f"{judged.criterion_id}: {len(judged.evidence)} passages")
        if longest > LIMITS.passage_chars:
            yield Fault("evidence-size", f"{judged.criterion_id}: {longest} characters")
        if judged.evidence and criteria.get(judged.criterion_id, {}).get("evidence") == "none":
            yield Fault("evidence-none", judged.criterion_id)


def _faults_of_control(control: Control) -> Iterator[Fault]:
    answer = control.answer
    if control.control == "empty":
        if answer is not None and not _is_blank(answer):
            yield Fault("control-blank", "empty: an answer that is not blank")
    elif not isinstance(answer, str) or _is_blank(answer):
        yield Fault("control-blank", f"{control.control}: an answer that is blank, or no text")


def _is_blank(answer: Any) -> bool:
    """Return whether a text shows nothing: white space and invisible characters alone."""
    return isinstance(answer, str) and not any(c.isprintable() and c != " " for c in answer)


def _faults_of_kinds(
    numbered: Sequence[tuple[int, Control]], sets: CalibrationSets
) -> Iterator[tuple[int, Fault]]:
    """Yield a fault of each control that is not of its kind, as far as references are known.

    References are the release's calibration references, and the file's own of questions without.
    """
    right = {key: {answers["reference"].answer} for key, answers in sets.items()}
    texts = [(number, control) for number, control in numbered if isinstance(control.answer, str)]
    for _, control in texts:
        if control.control == "reference" and control.question_id not in sets:
            right.setdefault(control.question_id, set()).add(control.answer)
    for number, control in texts:
        own = right.get(control.question_id, set())
        others = (right[key] for key in right if key != control.question_id)
        if control.control == "reference" and control.answer not in own:
            yield number, Fault("control-reference", control.question_id)
        elif control.control == "other_answer" and (
            control.answer in own or (sets and not any(control.answer in other for other in others))
        ):
            yield number, Fault("control-other", control.question_id)
