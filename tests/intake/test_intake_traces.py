"""A trace belongs to its answers, line by line, or is refused whole."""

from __future__ import annotations

from typing import Any

import pytest

from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from digesta.errors import SubmissionError
from digesta.intake import LIMITS, read_traces
from growth import peak

ANSWERS: dict[str, Any] = {"q-1": "no", "q-2": {"a": [1, 2]}, "q-3": None}


def line(question_id: str, **changes: Any) -> dict[str, Any]:
    given = canonical_bytes(ANSWERS.get(question_id))
    return {
        "question_id": question_id,
        "answer_sha256": sha256_hex(given),
        "outcome": "answered",
    } | changes


def codes(*lines: dict[str, Any]) -> list[tuple[int, str]]:
    with pytest.raises(SubmissionError) as refused:
        read_traces(canonical_lines(list(lines)), ANSWERS, file="t/trace.jsonl")
    assert {one.file for one in refused.value.problems} == {"t/trace.jsonl"}
    return [(one.line, one.code) for one in refused.value.problems]


def test_lines_are_given_by_question_and_a_question_may_lack_one() -> None:
    data = canonical_lines([line("q-1", latency_ms=40), line("q-3", outcome="refused")])
    found = read_traces(data, ANSWERS, file="t/trace.jsonl")
    assert {key: one.outcome for key, one in found.items()} == {"q-1": "answered", "q-3": "refused"}
    assert found["q-1"].latency_ms == 40


def test_a_line_about_another_answer_is_refused() -> None:
    assert codes(line("q-1"), line("q-2", answer_sha256="0" * 64)) == [(2, "trace-answer")]


def test_a_repeated_and_an_unknown_question_are_refused_with_every_other_problem() -> None:
    wrong = [line("q-1"), line("q-1"), line("q-9"), line("q-2", outcome="maybe"), line("q-3", x=1)]
    assert codes(*wrong) == [
        (2, "dup-id"), (3, "unknown-id"), (4, "bad-value"), (5, "unknown-key"),
    ]  # fmt: skip


def test_a_negative_latency_is_refused() -> None:
    assert codes(line("q-1", latency_ms=-1)) == [(1, "bad-value")]


def test_a_trace_of_empty_lines_costs_no_more_than_its_bytes() -> None:
    def read(data: bytes) -> None:
        with pytest.raises(SubmissionError) as refused:
            read_traces(data, ANSWERS, file="t/trace.jsonl")
        assert refused.value.total == LIMITS.lines + 1

    length = 160
    many, few = b"\n" * (length * LIMITS.lines), (b" " * (length - 1) + b"\n") * LIMITS.lines
    assert peak(read, many) < 1.5 * peak(read, few + b"\n\n")
