"""Make a submission's folder from answers: what baselines and adversaries have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from digesta.canonical import canonical_bytes, canonical_lines
from digesta.model.submission import Submission


def submission_files(submission: Submission, answers: Mapping[str, Any]) -> dict[str, bytes]:
    """Give a submission's two files; predictions are sorted by question id."""
    lines = [{"question_id": key, "answer": answers[key]} for key in sorted(answers)]
    if not lines:
        raise ValueError("a submission answers at least one question")
    return {
        "submission.json": canonical_bytes(submission.as_json()) + b"\n",
        "predictions.jsonl": canonical_lines(lines),
    }
