"""The strict reader of ``trace.jsonl``: how each answer was made, as the submitter reports it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from digesta.canonical import digest
from digesta.intake.codes import Fault
from digesta.intake.records import RecordFile
from digesta.records.trace import Trace


def read_traces(data: bytes, answers: Mapping[str, Any], *, file: str) -> dict[str, Trace]:
    """Return the lines of a trace by question id, or raise SubmissionError with every problem.

    answers: the answer of every question of the release, None where there is none: a line
    belongs to an answer by its digest, and a line about another answer refuses the file.
    """
    lines = RecordFile(file)
    traces: dict[str, Trace] = {}
    for number, trace in lines.lines(data, Trace):
        key = trace.question_id
        if key in traces:
            lines.note(Fault("dup-id", key), number, key)
        elif key not in answers:
            lines.note(Fault("unknown-id", key), number, key)
        elif trace.answer_sha256 != digest(answers[key]):
            lines.note(Fault("trace-answer", trace.answer_sha256), number, key)
        traces[key] = trace
    lines.end()
    return traces
