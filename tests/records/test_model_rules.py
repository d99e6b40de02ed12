"""What each record refuses that lies between its fields."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.errors import ReleaseError
from digesta.records.base import Whole, example_of
from digesta.records.board import Row
from digesta.records.holdout import HoldoutScores
from digesta.records.judges.verdict import Claim, Verdict
from digesta.records.read import read_record
from digesta.records.release import Manifest
from digesta.records.track import TermsScore, Track
from digesta.scorers.rubric.records import Criterion, RubricTruth
from digesta_legal.penalty.records import PenaltyAnswer, PenaltyChinese, PenaltyEnglish
from digesta_legal.retrieval.records import RetrievalTruth
from digesta_legal.temporal.answer_records import KINDS, TemporalAnswer
from digesta_legal.temporal.records import TemporalAsk, TemporalTruth


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 99), min_size=2, max_size=5))
def test_weights_are_accepted_exactly_when_they_add_to_one(hundredths: list[int]) -> None:
    terms = [[f"0.{weight:02}", "a", "accuracy"] for weight in hundredths]
    value = {"name": "s", "terms": terms}

    if sum(hundredths) == 100:
        assert len(read_record(TermsScore, value, "release.json").terms) == len(terms)
    else:
        with pytest.raises(ReleaseError, match="add to exactly 1"):
            read_record(TermsScore, value, "release.json")


def test_weights_that_floats_would_miss_add_to_one() -> None:
    terms = [["0.1", f"task_{number}", "accuracy"] for number in range(10)]

    assert sum([0.1] * 10) != 1
    assert read_record(TermsScore, {"name": "s", "terms": terms}, "r.json").name == "s"


@pytest.mark.parametrize("weight", ["0.0", "-0.5", "2", "half", ".5", "1e0", "0,5", "０.5"])
def test_a_weight_that_is_no_decimal_over_zero_up_to_one_is_refused(weight: str) -> None:
    terms = [[weight, "a", "accuracy"], ["1", "a", "accuracy"]]

    with pytest.raises(ReleaseError):
        read_record(TermsScore, {"name": "s", "terms": terms}, "release.json")


_TASK = example_of(Track)["tasks"]["point_in_time"]
_SCORE = example_of(TermsScore)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"headline": "accuracy"}, "headline among its scores: score_strict; not accuracy"),
        ({"notice": {"pt-BR": "x"}}, "notice in English"),
        ({"scores": [_SCORE, _SCORE]}, "not score_strict twice"),
        ({"conditions": ["retrieval", "retrieval"]}, "not retrieval twice"),
        ({"tasks": {"a": _TASK | {"category": "b"}}}, "task a in one of provenance, retrieval"),
        ({"scores": [_SCORE | {"terms": [["1", "stray", "f1"]]}]}, "not stray"),
        (
            {
                "tasks": {"retrieval": _TASK},
                "scores": [_SCORE | {"terms": [["1", "retrieval", "f"]]}],
            },
            "either a task or a category; not retrieval",
        ),
        (
            {"scores": [{"name": "score_strict", "pool": ["stray"], "metric": "f1"}]},
            "categories of the track, each once; not stray",
        ),
        (
            {
                "scores": [
                    {
                        "name": "score_strict",
                        "pool": ["retrieval", "retrieval"],
                        "metric": "f1",
                    }
                ]
            },
            "each once; not retrieval",
        ),
    ],
)
def test_a_track_that_contradicts_itself_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ReleaseError, match=said):
        read_record(Track, example_of(Track) | change, "release.json")


_RELEASE = example_of(Manifest)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"previous": "2026-11-22"}, "a previous release before 2026-11-22"),
        ({"tracks": _RELEASE["tracks"] * 2}, "not law_in_time twice"),
        ({"licenses": ["CC0-1.0", "CC0-1.0"]}, "not CC0-1.0 twice"),
        ({"files": _RELEASE["files"] * 2}, "not questions.jsonl twice"),
        ({"recipients": []}, "recipients for the sealed holdout"),
        ({"holdout": {"root": "0" * 64, "counts": {"stray": 1}}}, "not stray"),
        ({"release": "2026-02-30"}, "day of the calendar"),
    ],
)
def test_a_release_that_contradicts_itself_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ReleaseError, match=said):
        read_record(Manifest, _RELEASE | change, "release.json")


def test_a_second_release_of_a_day_comes_after_the_first() -> None:
    second = _RELEASE | {"release": "2026-11-22.10", "previous": "2026-11-22.9"}

    made = read_record(Manifest, second, "release.json")

    assert made.previous == "2026-11-22.9"
    assert made.track_named("law_in_time").headline == "score_strict"
    with pytest.raises(KeyError):
        made.track_named("stray")


def test_a_release_without_a_holdout_needs_no_recipients() -> None:
    bare = {k: v for k, v in _RELEASE.items() if k not in ("holdout", "recipients", "previous")}

    assert read_record(Manifest, bare, "release.json").recipients == []


@pytest.mark.parametrize(
    "rule",
    [
        {"mean_of": "categories"},
        {"pool": "all", "metric": "f1"},
        {"pool": ["retrieval", "provenance"], "metric": "type.micro_f1"},
    ],
)
def test_a_track_may_be_ranked_by_any_of_the_rules(rule: dict[str, Any]) -> None:
    track = example_of(Track) | {"headline": "s", "scores": [{"name": "s"} | rule]}

    assert read_record(Track, track, "release.json").scores[0].as_json() == (
        {"name": "s", "title": ""} | rule
    )


@pytest.mark.parametrize("path", ["../a", "a/../b", "/a", "a//b", "a/", "a\\b", ""])
def test_a_path_that_leaves_the_folder_is_refused(path: str) -> None:
    entry = _RELEASE["files"][0] | {"path": path}

    with pytest.raises(ReleaseError, match="/files/0/path"):
        read_record(Manifest, _RELEASE | {"files": [entry]}, "release.json")


@pytest.mark.parametrize(
    "change",
    [
        {"points": "0"},
        {"points": "-1"},
        {"dimension": "negative"},
        {"dimension": "negative", "points": "-2", "cap": "-1"},
        {"cap": "3"},
        {"evidence": "none"},
        {"criterion_id": "sub1"},
    ],
)
def test_a_criterion_whose_signs_disagree_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ReleaseError):
        read_record(Criterion, example_of(Criterion) | change, "truths.jsonl")


def test_criteria_are_named_once_and_some_earn_points() -> None:
    substance, negative, _ = example_of(RubricTruth)["criteria"]

    with pytest.raises(ReleaseError, match="not SUB1 twice"):
        read_record(RubricTruth, {"criteria": [substance, substance]}, "truths.jsonl")
    with pytest.raises(ReleaseError, match="that earns points"):
        read_record(RubricTruth, {"criteria": [negative]}, "truths.jsonl")


def test_a_verdict_judges_a_criterion_once_and_a_false_claim_has_a_severity() -> None:
    verdict = example_of(Verdict)
    claim = {k: v for k, v in example_of(Claim).items() if k != "severity"}

    with pytest.raises(ReleaseError, match="not SUB1 twice"):
        read_record(Verdict, verdict | {"criteria": verdict["criteria"] * 2}, "v.jsonl")
    with pytest.raises(ReleaseError, match="severity"):
        read_record(Claim, claim, "v.jsonl")
    assert read_record(Claim, claim | {"hallucinated": False}, "v.jsonl").severity is None


@pytest.mark.parametrize("confidence", ["1.01", "-0.1", "high", "1.", "2"])
def test_confidence_lies_between_zero_and_one(confidence: str) -> None:
    verdict = example_of(Verdict)
    criterion = verdict["criteria"][0] | {"confidence": confidence}

    with pytest.raises(ReleaseError, match="/criteria/0/confidence"):
        read_record(Verdict, verdict | {"criteria": [criterion]}, "v.jsonl")


def test_a_case_is_a_positive_once() -> None:
    truth = example_of(RetrievalTruth)

    with pytest.raises(ReleaseError, match="not case-0007 twice"):
        read_record(RetrievalTruth, truth | {"positives": truth["positives"] * 2}, "t.jsonl")


def test_a_rank_is_whole_or_absent() -> None:
    row = example_of(Row)
    unranked = {k: v for k, v in row.items() if k not in ("rank_low", "rank_high", "tie_group")}

    assert read_record(Row, unranked, "b.json").rank_low is None
    with pytest.raises(ReleaseError, match="together, or none"):
        read_record(Row, unranked | {"rank_low": 1}, "b.json")
    with pytest.raises(ReleaseError, match="at most rank_high"):
        read_record(Row, row | {"rank_low": 3}, "b.json")


def test_holdout_figures_are_whole_percents_of_attempts_that_were_made() -> None:
    holdout = example_of(HoldoutScores)
    track = holdout["tracks"]["tenancy"]

    for change in ({"percent": 80.5}, {"percent": 101}, {"attempt": 3}):
        with pytest.raises(ReleaseError):
            read_record(HoldoutScores, holdout | {"tracks": {"tenancy": track | change}}, "h.json")


def test_a_small_category_has_no_holdout_figure() -> None:
    holdout = example_of(HoldoutScores)
    small = holdout["tracks"]["tenancy"] | {"categories": {"deposit": {"n": 29, "percent": 50}}}

    with pytest.raises(ReleaseError, match="/tracks/tenancy/categories/deposit/n"):
        read_record(HoldoutScores, holdout | {"tracks": {"tenancy": small}}, "h.json")


def test_a_penalty_answer_is_in_english_or_chinese_but_not_both() -> None:
    english = read_record(PenaltyAnswer, {"penalty_level": "B"}, "p.jsonl")
    chinese = read_record(PenaltyAnswer, {"处罚等级": "B"}, "p.jsonl")

    assert isinstance(english.root, PenaltyEnglish)
    assert isinstance(chinese.root, PenaltyChinese)
    assert english.root.penalty_level == chinese.root.penalty_level == "B"
    for mixed in ({"处罚等级": "B", "penalty_type": "罚款"}, {}, "罚款"):
        with pytest.raises(ReleaseError):
            read_record(PenaltyAnswer, mixed, "p.jsonl")


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_temporal_question_is_told_by_its_keys(kind: str) -> None:
    records = KINDS[kind]
    whole: tuple[type[Whole[Any]], ...] = (TemporalAsk, TemporalTruth, TemporalAnswer)

    made = [read_record(w, example_of(r), "t") for w, r in zip(whole, records, strict=True)]

    assert [type(one.root) for one in made] == list(records)


@pytest.mark.parametrize(
    ("kind", "field", "change"),
    [
        ("difference", "ask", {"date_2": "1999-01-01"}),
        ("difference", "truth", {"changed": False}),
        ("difference", "truth", {"changed": False, "version_1": 2}),
        ("difference", "truth", {"version_2": 1}),
        (
            "lineage",
            "truth",
            {"version_chain": [{"version": 2, "date": "1988-10-05", "amendments": []}]},
        ),
        ("consistency", "truth", {"amendments": ["EC 1"]}),
        ("impact", "ask", {"to": "1988-10-05"}),
        ("attribution", "truth", {"amendments": ["ec_26"]}),
        ("point_in_time", "truth", {"must_contain": ["a b c d e f g h i"]}),
        ("point_in_time", "ask", {"date": "2005-02-29"}),
    ],
)
def test_a_temporal_record_that_contradicts_itself_is_refused(
    kind: str, field: str, change: dict[str, Any]
) -> None:
    record = getattr(KINDS[kind], field)

    with pytest.raises(ReleaseError):
        read_record(record, example_of(record) | change, "t.jsonl")
