"""Abstention in every release."""

from __future__ import annotations

import json

from digesta.text.languages import language_of
from repository import with_texts


def test_no_question_of_a_release_is_taken_for_another_language() -> None:
    counts = {"right": 0, "none": 0}
    for name in ("2026-11-22.6", "mmlu-pro-law-2026-11-23", "disc-lawllm-2026-11-23"):
        path = with_texts(name) / "releases" / name / "questions.jsonl"
        for line in path.read_text().splitlines():
            question = json.loads(line)
            own = language_of(" ".join(turn["content"] for turn in question["turns"]))
            assert own in {"", question["language"]}
            counts["right" if own else "none"] += 1

    assert counts["none"] < counts["right"] / 100
