"""The program that judges, on a released task."""

from __future__ import annotations

from test_judge_rules import lines_of

from digesta.canonical import digest
from digesta_generate.judges.rules.rules_1 import judge_answer
from places import ROOT


def test_the_program_decides_as_when_it_was_given_its_name() -> None:
    """Another behaviour is another judge, under another ``graders.PROGRAM``."""
    release = ROOT / "releases" / "2026-11-22.6"
    judge = ROOT / "predictions" / "2026-11-22.6" / "_judges" / "rules-1"
    texts = lines_of(release / "resources" / "frenchlaw" / "calibration.jsonl")
    answers = {digest(text["answer"]): text["answer"] for text in texts}
    asked = {
        question["question_id"]: question for question in lines_of(release / "questions.jsonl")
    }
    truths = {truth["question_id"]: truth["truth"] for truth in lines_of(release / "truths.jsonl")}
    verdicts = lines_of(judge / "calibration.jsonl")

    again = [
        judge_answer(
            "\n".join(turn["content"] for turn in asked[verdict["question_id"]]["turns"]),
            {one["criterion_id"]: one for one in truths[verdict["question_id"]]["criteria"]},
            answers[verdict["answer_sha256"]],
        )
        for verdict in verdicts
    ]

    assert again == [verdict["criteria"] for verdict in verdicts]
    assert any(one["satisfied"] for said in again for one in said)
