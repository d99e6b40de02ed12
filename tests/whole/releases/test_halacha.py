"""The halacha releases: their shape, their citations, their times computed again."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from test_halacha_sources import records

from digesta.releases.floors import no_headline_without_law
from digesta.workspace.releases import open_release
from places import ROOT

FIRST, SECOND = "2026-11-22", "2026-11-22.2"
each_release = pytest.mark.parametrize("release", [FIRST, SECOND])
UNSURE = {36, 37, 131, 217, 219, 232, 255, 296, 334, 341, 548, 619, 696}
"""Simanim of Orach Chayim whose division into seifim is in doubt: none is cited by seif."""

DAYS = {
    # Start and end of the day, seasonal hours from its start, and the turn's other two times.
    ("05:48", "19:24"): Fraction(3),
    ("04:20", "20:12", "05:32", "19:00"): Fraction(3),
    ("06:32", "17:08", "05:20", "18:20"): Fraction(4),
    ("05:37", "18:15"): Fraction(6),
    ("06:02", "18:50"): 12 - Fraction(5, 4),
    ("04:31", "19:43", "05:43", "18:31"): 12 - Fraction(5, 4),
    ("06:51", "17:39"): Fraction(19, 2),
    ("05:33", "19:33"): Fraction(13, 2),
    ("04:44", "19:50", "05:56", "18:38"): Fraction(4),
    ("06:04", "18:28"): Fraction(5),
}


def key_of(release: str) -> dict[str, Any]:
    return {one["question_id"]: one["truth"] for one in records(release, "truths.jsonl")}


def minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])


def test_the_first_has_sixty_questions_or_more_of_all_five_types_and_five_tasks() -> None:
    questions = records(FIRST, "questions.jsonl")
    types = Counter(question["ask"]["answer_type"] for question in questions)

    assert len(questions) >= 60
    assert len({question["task"] for question in questions}) >= 5
    assert set(types) == {"enum", "mcq", "boolean", "numeric", "json"}
    assert min(types.values()) >= len(questions) / 10
    assert sum(q["language"] == "he" for q in questions) >= len(questions) / 3


def test_the_second_has_all_thirteen_tasks_and_an_even_spread() -> None:
    questions = records(SECOND, "questions.jsonl")
    count = {key: Counter(q[key] for q in questions) for key in ("task", "language", "difficulty")}
    types = Counter(question["ask"]["answer_type"] for question in questions)
    n = len(questions)

    assert n >= 220
    assert len(count["task"]) == 13
    assert min(count["task"].values()) >= 14
    assert len({question["category"] for question in questions}) == 6
    assert set(types) == {"enum", "mcq", "boolean", "numeric", "json"}
    assert min(types.values()) >= n / 10
    assert min(count["language"].values()) >= 0.4 * n
    assert set(count["language"]) == {"he", "en"}
    assert all(0.28 * n <= each <= 0.38 * n for each in count["difficulty"].values())


def test_no_question_of_the_second_weighs_more_than_twice_another() -> None:
    questions = records(SECOND, "questions.jsonl")
    tasks = Counter((question["category"], question["task"]) for question in questions)
    each = Counter(category for category, _ in tasks)
    weights = [Fraction(1, each[category] * n) for (category, _), n in tasks.items()]

    assert max(weights) <= 2 * min(weights)


def test_sixty_questions_or_more_of_the_second_are_drawn_from_what_the_texts_say() -> None:
    drawn = {"siman_seif_selection", "source_support", "structured_extraction", "paraphrase"}

    assert sum(one["task"] in drawn for one in records(SECOND, "questions.jsonl")) >= 60


def test_the_second_keeps_every_question_and_key_of_the_first() -> None:
    assert key_of(FIRST).items() <= key_of(SECOND).items()


@each_release
def test_every_question_was_read_blind_by_a_model_that_is_said_to_be_of_the_same_family(
    release: str,
) -> None:
    kept = {question["question_id"] for question in records(release, "questions.jsonl")}
    blind = [one for one in records(release, "review.jsonl") if one["purpose"] == "blind"]

    assert kept <= {one["question_id"] for one in blind}
    for review in blind:
        models = [reader for reader in review["readers"] if reader["kind"] == "model"]
        assert all(reader["same_family_as_author"] for reader in models)
        assert "answer" in models[0]
        assert models[0]["prompt_sha256"]


@pytest.mark.parametrize(("release", "least"), [(FIRST, 88), (SECOND, 125)])
def test_keys_were_audited_against_the_sources_and_none_was_found_wrong(
    release: str, least: int
) -> None:
    kept = {question["question_id"] for question in records(release, "questions.jsonl")}
    audits = [one for one in records(release, "review.jsonl") if one["purpose"] == "audit"]

    assert len(kept & {one["question_id"] for one in audits}) >= least
    assert {reader["verdict"] for one in audits for reader in one["readers"]} == {"agreed"}


@each_release
def test_a_dropped_question_stands_in_the_reviews_alone(release: str) -> None:
    reviews = records(release, "review.jsonl")
    dropped = {one["question_id"] for one in reviews if one["outcome"] == "dropped"}

    assert dropped
    assert not dropped & {one["question_id"] for one in records(release, "questions.jsonl")}


@each_release
def test_no_quotation_is_longer_than_eight_words(release: str) -> None:
    quoted = [
        passage["words"]
        for review in records(release, "review.jsonl")
        for passage in review.get("passages", [])
    ]

    assert quoted
    assert max(len(words.split()) for words in quoted) <= 8


@each_release
def test_no_source_is_in_doubt(release: str) -> None:
    for truth in records(release, "truths.jsonl"):
        for source in truth["source_refs"]:
            if source["work"] == "Shulchan Arukh, Orach Chayim":
                assert int(source["at"].split(":")[0]) not in UNSURE


def test_every_computed_time_of_the_first_comes_out_again() -> None:
    truths = {name: truth["answer"] for name, truth in key_of(FIRST).items()}
    asked = [q for q in records(FIRST, "questions.jsonl") if q["task"] == "computed_time"]

    for question in asked:
        told = sorted(re.findall(r"\d\d:\d\d", question["turns"][0]["content"]))
        day = next(times for times in DAYS if sorted(times) == told)
        start, end = minutes(day[0]), minutes(day[1])
        exact = start + (end - start) * DAYS[day] / 12
        assert exact == minutes(truths[question["question_id"]])

    assert len(asked) == len(DAYS)


@each_release
def test_no_headline_is_won_without_law(release: str) -> None:
    assert list(no_headline_without_law(open_release(ROOT, release).data)) == []
