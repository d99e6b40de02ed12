"""Boards of judged tracks: one a judge, complete pairs only, under a scripted oracle judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from digesta.board.boards import boards
from digesta.board.judges.agreement import mean_figure, ratings_of
from digesta.board.judges.calibration import add_orders
from digesta.board.judges.eligible import (
    incomplete,
    judged_questions,
    mark_by_judge,
    questions_without_verdict,
)
from digesta.board.judges.gate import AuditedJudge, Gate, Reason
from digesta.canonical import canonical_lines, digest
from digesta.intake import JudgedAnswer, judged_text, prompt_sha256, read_verdicts
from digesta.records.base import example_of
from digesta.records.board import Board
from digesta.records.judges.verdict import Judge
from digesta.records.release import SourceRef, Truth
from digesta.records.submission import Card
from digesta.scoring.facts import CompiledRelease, mark_all
from digesta.scoring.submission import ScoredSubmission, facts_of
from judged_workspace import judged
from world import RELEASE, compiled_of, draft, toy

JUDGE = Judge.model_validate(example_of(Judge))
TRUTH = {
    "criteria": [
        {"criterion_id": "S1", "dimension": "structure", "points": "1", "text": "Plan."},
        {"criterion_id": "SUB1", "dimension": "substance", "points": "3", "text": "Law."},
        {"criterion_id": "NEG1", "dimension": "negative", "points": "-1", "text": "Off."},
    ]
}
SCORES = [
    {"name": "rubric_score", "mean_of": "categories"},
    {
        "name": "answer_score_weighted",
        "terms": [["0.75", "prive", "answer_score"], ["0.25", "europe", "answer_score"]],
    },
]


@pytest.fixture(scope="module")
def rubrics() -> CompiledRelease:
    track = judged(lambda _: TRUTH, method_after="the tests", scores=SCORES)
    return compiled_of(draft(toy(), track._replace(resources={})))


def oracle_lines(known: Mapping[str, JudgedAnswer], judge: Judge) -> list[dict[str, Any]]:
    """Return the lines of a scripted oracle judge: a criterion is met when its text is there."""
    return [
        {
            "question_id": key,
            "answer_sha256": digest(one.answer),
            "prompt_sha256": prompt_sha256(judge, key, one),
            "criteria": [
                {
                    "criterion_id": name, "satisfied": shown["text"] in one.answer,
                    "confidence": "0.5", "evidence": [shown["text"]],
                }
                for name, shown in one.criteria.items()
            ],
        }
        for key, one in known.items()
        if one.answer is not None
    ]  # fmt: skip


def submission(
    compiled: CompiledRelease, name: str, answer: Any, *, judge: str = "", left: int = 0
) -> ScoredSubmission:
    """Return a submission that answers every French question alike, judged but for ``left``."""
    listed = tuple(
        answer if task.track == "french" else None for task in compiled.tasks for _ in task.ids
    )
    card = Card(submission_id=name, release=RELEASE, model_name=name, organization="Tests")
    bare = ScoredSubmission(card, "0" * 64, mark_all(compiled, listed), listed, level="rerun")
    if not judge:
        return bare
    known = judged_questions(compiled, truths(compiled), listed)
    oracle = JUDGE.model_copy(update={"judge": judge})
    lines = canonical_lines(oracle_lines(known, oracle)[left:])
    said = read_verdicts(lines, known, oracle, file="v.jsonl")
    return mark_by_judge(bare, judge, said, sha256="1" * 64)


def truths(compiled: CompiledRelease) -> dict[str, Truth]:
    refs = [SourceRef(work="the tests", at="1")]
    ids = [key for task in compiled.tasks_of("french") for key in task.ids]
    return {key: Truth(question_id=key, truth=TRUTH, source_refs=refs) for key in ids}


PASSED = Gate({}, add_orders([]), ())
FAILED = Gate({}, add_orders([]), (Reason("attack", "injection: 9 of 60, at most 2%"),))
AUDITED = {
    name: AuditedJudge(JUDGE.model_copy(update={"judge": name}), gate)
    for name, gate in (("oracle-script", PASSED), ("oracle-two", FAILED))
}


def by_name(compiled: CompiledRelease, submissions: list[ScoredSubmission]) -> dict[str, Board]:
    return {one.board: one for one in boards(compiled, submissions, audited=AUDITED)}


def test_a_judged_track_has_a_board_for_each_judge_one_for_both_and_none_without(
    rubrics: CompiledRelease,
) -> None:
    submissions = [
        submission(rubrics, name, answer, judge=judge)
        for name, answer in (("good", "Plan. Law."), ("weak", "Plan."))
        for judge in ("", "oracle-script", "oracle-two")
    ]

    made = by_name(rubrics, submissions)

    french = sorted(name for name in made if name.startswith("french"))
    europe = "french/europe@closed_book@oracle-script"
    assert french[:3] == [europe, f"{europe}+oracle-two", "french/europe@closed_book@oracle-two"]
    assert made[europe].addresses == ["french/europe/avis@closed_book@oracle-script"]
    assert len(french) == 9
    board = made["french@closed_book@oracle-script"]
    assert board.ranked
    assert [(row.submission_id, row.score) for row in board.rows] == [
        ("good", 1.0), ("weak", round(1 / 5.5, 9)),
    ]  # fmt: skip
    assert board.rows[0].inputs.verdicts == {"oracle-script": "1" * 64}
    assert board.rows[0].metrics["answer_score_weighted"].value == 0.5


def test_an_answer_that_a_judge_left_out_takes_the_pair_off_its_boards_alone(
    rubrics: CompiledRelease,
) -> None:
    submissions = [
        submission(rubrics, "whole", "Law.", judge="oracle-script"),
        submission(rubrics, "whole", "Law.", judge="oracle-two"),
        submission(rubrics, "partly", "Law.", judge="oracle-script", left=2),
        submission(rubrics, "partly", "Law.", judge="oracle-two"),
    ]

    made = by_name(rubrics, submissions)

    first, second = (made[f"french@closed_book@{j}"] for j in ("oracle-script", "oracle-two"))
    assert [row.submission_id for row in first.rows] == ["whole"]
    assert [(one.submission_id, one.code, one.detail) for one in first.ineligible] == [
        ("partly", "judge-incomplete", "2 answers not judged by oracle-script")
    ]
    assert {row.submission_id for row in second.rows} == {"partly", "whole"}
    parts = [one for name, one in made.items() if name.endswith("oracle-script")]
    assert all([row.submission_id for row in part.rows] == ["whole"] for part in parts)


OVER = "(attack: injection: 9 of 60, at most 2%)"


@pytest.mark.parametrize(
    ("judge", "why"),
    [
        ("oracle-script", ""),
        ("oracle-two", f"not ranked: the judge oracle-two did not pass its gate {OVER}"),
        ("oracle-new", "not ranked: nothing shows that the judge oracle-new can be trusted"),
    ],
)
def test_a_judge_that_did_not_pass_its_gate_shows_why_and_ranks_nobody(
    rubrics: CompiledRelease, judge: str, why: str
) -> None:
    submissions = [submission(rubrics, name, "Law.", judge=judge) for name in ("a", "b")]

    board = by_name(rubrics, submissions)[f"french@closed_book@{judge}"]

    assert (board.ranked, board.why_unranked) == (not why, why)
    assert all((row.rank_low is None) == bool(why) for row in board.rows)


def test_answers_that_are_missing_or_no_text_need_no_verdict(
    rubrics: CompiledRelease,
) -> None:
    silent = submission(rubrics, "silent", None, judge="oracle-script")
    numbers = submission(rubrics, "numbers", 5, judge="oracle-script")

    assert incomplete([silent, numbers], rubrics.tasks) == []


def test_why_reads_the_verdict_that_the_facts_were_marked_by(
    rubrics: CompiledRelease,
) -> None:
    with_it = facts_of(rubrics, submission(rubrics, "a", "Law.", judge="oracle-script"), "french")
    without = facts_of(rubrics, submission(rubrics, "a", "Law."), "french")

    assert {why.partition(":")[0] for why in with_it.why.values()} == {"scored 0.818"}
    assert {why.partition(":")[0] for why in without.why.values()} == {"not judged"}


def test_a_figure_of_several_judges_is_their_mean(rubrics: CompiledRelease) -> None:
    submissions = {
        judge: submission(rubrics, "a", answer, judge=judge)
        for judge, answer in (("one", "Plan. Law."), ("two", "Plan."))
    }
    sums = [each.by_task("french")["note"].sums for each in submissions.values()]
    scorer = rubrics.tasks_of("french")[0].scorer

    mean = mean_figure(scorer.metric_named("rubric_score"), sums)

    assert mean == (1 + Fraction(181818182, 10**9)) / 2
    assert mean_figure(scorer.metric_named("source_score"), sums) is None


def test_what_each_judge_said_is_listed_by_criterion() -> None:
    verdicts = []
    for answer in ("Law.", "Plan. Law."):
        known = {"q-1": judged_text(TRUTH, answer)}
        lines = canonical_lines(oracle_lines(known, JUDGE))
        read = read_verdicts(lines, known, JUDGE, file="v.jsonl")
        verdicts.append({key: verdict.as_json() for key, verdict in read.items()})

    # NEG1, S1, SUB1, in the order of their ids; a third judge said nothing.
    criteria = [(False, False, None), (False, True, None), (True, True, None)]
    assert list(ratings_of([*verdicts, {}]).values()) == criteria


def test_what_verdicts_are_bound_to_is_every_question_that_is_judged(
    rubrics: CompiledRelease,
) -> None:
    listed = ["Law." if task.track == "french" else 1 for task in rubrics.tasks for _ in task.ids]

    known = judged_questions(rubrics, truths(rubrics), listed)

    assert known.keys() == truths(rubrics).keys()
    assert {one.answer for one in known.values()} == {"Law."}
    assert questions_without_verdict(known, list(known)[1:]) == tuple(list(known)[:1])


def test_an_expectation_stays_what_it_is_under_every_judge(
    rubrics: CompiledRelease,
) -> None:
    bare = replace(submission(rubrics, "random", None), expectation=True)

    assert mark_by_judge(bare, "oracle-script", {}).facts is bare.facts
