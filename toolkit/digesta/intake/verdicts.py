"""The strict reader of a judge's files: ``<submission>.jsonl``, ``judge.json``, ``controls.jsonl``.

A file is taken whole or refused whole, with every problem located. A verdict is bound to what was
judged: the answer by its digest; question, answer, criteria and judge together by the prompt
digest. An answer, a criterion, a prompt or a setting of the judge that changed since refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from digesta.canonical import digest
from digesta.errors import SHOWN, InputError, Problem, SubmissionError
from digesta.intake.codes import Fault, problem
from digesta.intake.limits import LIMITS, Limits
from digesta.intake.lines import packed_as, quoted
from digesta.intake.strict import strict_json
from digesta.model.reading import read_record
from digesta.model.verdict import Control, Judge, Verdict

V = TypeVar("V", bound=Verdict)
_DIGEST_SHOWN = 12


class Judged(NamedTuple):
    """A question on which a verdict may be given.

    criteria: id -> the criterion as the judge is shown it, a JSON object; one about an absence
    has ``evidence``: none. answer: what is judged; None where there is no answer to judge.
    """

    criteria: Mapping[str, Mapping[str, Any]]
    answer: Any = None


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
    reading = _Reading(file, limits)
    found: dict[str, Verdict] = {}
    for number, verdict in reading.lines(data, Verdict):
        one = known.get(verdict.question_id)
        if one is None:
            reading.note(Fault("unknown-id", quoted(verdict.question_id)), number)
        elif verdict.question_id in found:
            reading.note(Fault("dup-id", "judged twice"), number, verdict.question_id)
        else:
            found[verdict.question_id] = verdict
            reading.note_all(_faults(verdict, one, judge, limits), number, verdict.question_id)
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
    reading = _Reading(file, limits)
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
            reading.note_all(_faults(control, own, judge, limits), number, control.question_id)
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


# Lines ----------------------------------------------------------------------------------------


@dataclass
class _Reading:
    """A file being read: its name, and the problems so far; the first are kept, all counted."""

    file: str
    limits: Limits

    def __post_init__(self) -> None:
        self._problems: list[Problem] = []
        self._total = 0

    def lines(self, data: bytes, record: type[V]) -> Iterator[tuple[int, V]]:
        """Yield each line that is such a record, with its number; note what is wrong."""
        refused = self._whole(data)
        lines = [] if refused else data.removesuffix(b"\n").split(b"\n")
        for number, line in enumerate(lines if data else [], start=1):
            if number > self.limits.lines:
                self.note(Fault("line-count", f"line {number}"), number)
                return
            try:
                yield number, self._record(line, record, number)
            except InputError as error:
                self._problems.extend(error.problems[: SHOWN - len(self._problems)])
                self._total += error.total

    def _whole(self, data: bytes) -> bool:
        """Note what is wrong with the file as a whole; say whether it is left unread."""
        if len(data) > self.limits.file_bytes:
            self.note(Fault("file-size", f"{len(data)} bytes"))
        elif packed := packed_as(data):
            self.note(Fault("file-packed", packed))
        return self._total > 0

    def _record(self, line: bytes, record: type[V], number: int) -> V:
        if not line.strip(b" \t\r"):
            fault = problem(Fault("line-blank"), file=self.file, line=number, limits=self.limits)
            raise SubmissionError([fault])
        value = strict_json(line, file=self.file, line=number, limits=self.limits)
        return read_record(record, value, self.file, number, error=SubmissionError)

    def note(self, fault: Fault, line: int = 0, question_id: str = "") -> None:
        """Note a problem."""
        self._total += 1
        if len(self._problems) < SHOWN:
            self._problems.append(
                problem(
                    fault,
                    file=self.file,
                    line=line,
                    question_id=question_id,
                    limits=self.limits,
                )
            )

    def note_all(self, faults: Iterator[Fault], line: int, question_id: str) -> None:
        """Note the problems of one line."""
        for fault in faults:
            self.note(fault, line, question_id)

    def end(self) -> None:
        """Refuse the file when anything is wrong with it."""
        if self._total:
            raise SubmissionError(self._problems, self._total)


def _faults(verdict: Verdict, one: Judged, judge: Judge, limits: Limits) -> Iterator[Fault]:
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
