"""Text fields that a judge may call equivalent: what is asked, what counts, which boards show it.

The judge is a script labelled so: it calls a field equivalent when truth and answer share a word.
"""

from __future__ import annotations

from typing import Any

import pytest
from extraction_cases import ASK, RESOURCES, nested

from digesta.board.boards import boards
from digesta.board.judges.eligible import judged_questions, mark_by_judge, questions_without_verdict
from digesta.canonical import canonical_lines, digest
from digesta.errors import SubmissionError
from digesta.intake import prompt_sha256, read_verdicts
from digesta.records.base import example_of
from digesta.records.judges.verdict import Judge, Verdict
from digesta.records.release import Manifest, Question, Truth
from digesta.records.submission import Card
from digesta.scoring.facts import CompiledRelease, compile_release, mark_all
from digesta.scoring.submission import ScoredSubmission
from world import RELEASE, Track, manifest, question, track_record, truth

LAW, PAID = "/droit_applicable", "/prix_de_cession/modalites_paiement"
JUDGE = Judge.model_validate({**example_of(Judge), "judge": "script"})
RIGHT = {"fields": nested({LAW: "droit français", "/date_signature": "2025-03-14"})}
TRUTHS = {f"deal-{n}": Truth.model_validate(truth(f"deal-{n}", RIGHT)) for n in range(3)}
TRACK = track_record("french", "extraction", "field_f1", {"deal": "workflows"})


@pytest.fixture(scope="module")
def deals() -> CompiledRelease:
    more = {"language": "fr", "law_as_of": "2026-01-01", "ask": ASK}
    asked = [question(TRACK, "deal", n, f"Contrat deal-{n}", **more) for n in range(3)]
    release = Manifest.model_validate(manifest(Track(TRACK, asked, [])))
    known = [Question.model_validate(one) for one in asked]
    return compile_release(release, known, TRUTHS, digest="0" * 64, resources=RESOURCES)


def bare(compiled: CompiledRelease, name: str, law: str) -> ScoredSubmission:
    answer = nested({LAW: law, "/date_signature": "2025-03-15"})
    answers = (answer, answer, None)
    card = Card(submission_id=name, release=RELEASE, model_name=name, organization="Tests")
    return ScoredSubmission(card, "0" * 64, mark_all(compiled, answers), answers, level="rerun")


def verdict_lines(
    compiled: CompiledRelease, submission: ScoredSubmission, **changes: Any
) -> list[dict[str, Any]]:
    known = judged_questions(compiled, TRUTHS, submission.answers)
    return [
        {
            "question_id": key,
            "answer_sha256": digest(one.answer),
            "prompt_sha256": prompt_sha256(JUDGE, key, one),
            "criteria": [
                {
                    "criterion_id": pointer, "confidence": "1", "evidence": [],
                    "satisfied": bool({*shown["truth"].split()} & {*shown["answer"].split()}),
                }
                for pointer, shown in one.criteria.items()
            ],
        }
        | changes
        for key, one in known.items()
        if one.answer is not None
    ]  # fmt: skip


def heard(
    compiled: CompiledRelease, submission: ScoredSubmission, **changes: Any
) -> dict[str, Verdict]:
    known = judged_questions(compiled, TRUTHS, submission.answers)
    lines = canonical_lines(verdict_lines(compiled, submission, **changes))
    return read_verdicts(lines, known, JUDGE, file="v.jsonl")


def test_a_judge_is_asked_of_text_fields_that_differ_and_of_nothing_else(
    deals: CompiledRelease,
) -> None:
    known = judged_questions(deals, TRUTHS, bare(deals, "a", "le droit français").answers)
    same = judged_questions(deals, TRUTHS, bare(deals, "a", "droit français").answers)

    # The date differs too, and is no text; the third question has no answer.
    assert [dict(one.criteria) for one in known.values()] == [
        {LAW: {"truth": "droit français", "answer": "le droit français"}},
        {LAW: {"truth": "droit français", "answer": "le droit français"}},
        {},
    ]
    assert [one.answer for one in same.values()] == [None, None, None]
    assert questions_without_verdict(known, ()) == ()


def test_a_field_called_equivalent_is_right_under_its_judge_alone(
    deals: CompiledRelease,
) -> None:
    submission = bare(deals, "a", "le droit français")
    judged = mark_by_judge(submission, "script", heard(deals, submission), sha256="1" * 64)
    other = bare(deals, "b", "loi belge")
    refused = mark_by_judge(other, "script", heard(deals, other), sha256="2" * 64)

    found = {one.board: one for one in boards(deals, [submission, judged, other, refused])}
    plain, by_script = found["french@closed_book"], found["french@closed_book@script"]
    # Two answers of two fields each: one right by the verdict, one wrong; one question missed.
    assert {row.submission_id: row.score for row in plain.rows} == {"a": 0, "b": 0}
    assert {row.submission_id: row.score for row in by_script.rows} == {"a": 0.333333333, "b": 0}


def test_a_system_that_the_judge_has_no_file_on_is_not_shown_as_judged(
    deals: CompiledRelease,
) -> None:
    submission, other = bare(deals, "a", "le droit français"), bare(deals, "b", "loi belge")
    judged = mark_by_judge(submission, "script", heard(deals, submission), sha256="1" * 64)
    waiting = mark_by_judge(other, "script", {})

    found = {one.board: one for one in boards(deals, [submission, judged, other, waiting])}
    by_script = found["french@closed_book@script"]
    assert [row.submission_id for row in by_script.rows] == ["a"]
    assert [(one.submission_id, one.code) for one in by_script.ineligible] == [("b", "not-judged")]


def test_a_verdict_on_another_answer_or_another_field_is_refused(deals: CompiledRelease) -> None:
    submission = bare(deals, "a", "le droit français")
    with pytest.raises(SubmissionError, match="verdict-answer"):
        heard(deals, submission, answer_sha256="0" * 64)
    other = [{"criterion_id": PAID, "confidence": "1", "satisfied": True, "evidence": []}]
    with pytest.raises(SubmissionError, match="criterion-unknown"):
        heard(deals, submission, criteria=other)


def test_no_judge_has_a_board_of_what_nobody_was_asked(deals: CompiledRelease) -> None:
    right = bare(deals, "a", "droit français")

    assert [one.board for one in boards(deals, [right, mark_by_judge(right, "script", {})])] == [
        "french@closed_book",
    ]
