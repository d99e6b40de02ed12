"""Make a submission's folder from answers: what baselines and adversaries have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.model.submission import Submission
from digesta.model.trace import Trace

_NONE: Mapping[str, Sequence[str]] = MappingProxyType({})


def submission_files(
    submission: Submission,
    answers: Mapping[str, Any],
    *,
    passages: Mapping[str, Sequence[str]] = _NONE,
) -> dict[str, bytes]:
    """Give a submission's two files, and its trace where passages were found.

    passages: ids by question id, best first; none for a question that rests on none. Lines are
    sorted by question id.
    """
    lines = [{"question_id": key, "answer": answers[key]} for key in sorted(answers)]
    if not lines:
        raise ValueError("a submission answers at least one question")
    traces = [
        Trace(
            question_id=key,
            answer_sha256=digest(answers[key]),
            outcome="answered",
            retrieved=list(passages[key]),
        )
        for key in sorted(passages)
        if passages[key]
    ]
    files = {
        "submission.json": canonical_bytes(submission.as_json()) + b"\n",
        "predictions.jsonl": canonical_lines(lines),
    }
    return files | ({"trace.jsonl": canonical_lines(t.as_json() for t in traces)} if traces else {})
