"""The strict reader of ``trace.jsonl``: how each answer was made, in the submitter's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import InputError, Problem, SubmissionError
from digesta.intake.codes import Fault, problem
from digesta.intake.limits import LIMITS, InputLimits
from digesta.intake.strict import strict_json
from digesta.records.read import read_record
from digesta.records.trace import Trace


def read_traces(
    data: bytes, answers: Mapping[str, Any], *, file: str, limits: InputLimits = LIMITS
) -> dict[str, Trace]:
    """Return the lines of a trace by question id, or raise SubmissionError with every problem.

    answers: the answer of every question of the release, None where there is none: a line
    belongs to an answer by its digest, and a line about another answer refuses the file.
    """
    if len(data) > limits.file_bytes:
        fault = Fault("file-size", f"{len(data)} bytes")
        raise SubmissionError([problem(fault, file=file, limits=limits)])
    traces: dict[str, Trace] = {}
    problems: list[Problem] = []
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            value = strict_json(line, file=file, line=number, limits=limits)
            trace = read_record(Trace, value, file, number, error=SubmissionError)
        except InputError as error:
            problems.extend(error.problems)
            continue
        if trace.question_id in traces:
            problems.append(_problem("dup-id", trace, file, number))
        elif trace.question_id not in answers:
            problems.append(_problem("unknown-id", trace, file, number))
        elif trace.answer_sha256 != sha256_hex(canonical_bytes(answers[trace.question_id])):
            problems.append(_problem("trace-answer", trace, file, number))
        traces[trace.question_id] = trace
    if problems:
        raise SubmissionError(problems)
    return traces


def _problem(code: str, trace: Trace, file: str, line: int) -> Problem:
    got = trace.answer_sha256 if code == "trace-answer" else trace.question_id
    return problem(Fault(code, got), file=file, line=line, question_id=trace.question_id)
