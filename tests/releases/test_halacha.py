"""The first release: its shape, its keys against the texts, its times computed again."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from digesta.cli.workspace import open_release
from digesta.releases.floors import ADVERSARIES, over_the_floor
from digesta.scoring import adversary_answers, expected_facts, mark_all
from places import ROOT

FOLDER = ROOT / "releases" / "2026-11-22"
FILES = {
    "Shulchan Arukh, Orach Chayim": "orach_chayim.tsv",
    "Shulchan Arukh, Yoreh De'ah": "yoreh_deah.tsv",
    "Mishnah Berurah": "mishnah_berurah.tsv",
}
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


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_bytes().splitlines()]


def plain(text: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", bare))


def minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])


def test_it_has_sixty_questions_or_more_of_all_five_types_and_five_tasks() -> None:
    questions = records("questions.jsonl")
    types = Counter(question["ask"]["answer_type"] for question in questions)

    assert len(questions) >= 60
    assert len({question["task"] for question in questions}) >= 5
    assert set(types) == {"enum", "mcq", "boolean", "numeric", "json"}
    assert min(types.values()) >= len(questions) / 10
    assert sum(q["language"] == "he" for q in questions) >= len(questions) / 3


def test_every_question_was_read_blind_and_its_key_read_against_the_source() -> None:
    kept = {question["question_id"] for question in records("questions.jsonl")}
    reviews = records("review.jsonl")

    for purpose in ("blind", "audit"):
        read = {r["question_id"] for r in reviews if r["purpose"] == purpose}
        assert kept <= read
    for review in reviews:
        models = [reader for reader in review["readers"] if reader["kind"] == "model"]
        assert all(reader["same_family_as_author"] for reader in models)


def test_a_dropped_question_stands_in_the_reviews_alone() -> None:
    dropped = {r["question_id"] for r in records("review.jsonl") if r["outcome"] == "dropped"}

    assert dropped
    assert not dropped & {question["question_id"] for question in records("questions.jsonl")}


@pytest.fixture(scope="module")
def texts(shared: Path) -> dict[tuple[str, str], str]:
    found = {}
    for work, name in FILES.items():
        for line in (shared / "data" / "halacha" / name).read_text("utf-8").splitlines():
            siman, seif, text = line.split("\t", 2)
            found[work, f"{siman}:{seif}"] = plain(text)
    return found


def test_every_cited_place_exists_and_holds_the_quoted_words(
    texts: dict[tuple[str, str], str],
) -> None:
    for review in records("review.jsonl"):
        for passage in review["passages"]:
            assert plain(passage["words"]) in texts[passage["work"], passage["at"]]
            assert len(passage["words"].split()) <= 8


def test_every_source_exists_and_none_is_in_doubt(texts: dict[tuple[str, str], str]) -> None:
    for truth in records("truths.jsonl"):
        for source in truth["source_refs"]:
            assert (source["work"], source["at"]) in texts
            if source["work"] == "Shulchan Arukh, Orach Chayim":
                assert int(source["at"].split(":")[0]) not in UNSURE


def test_a_passage_that_a_question_shows_is_no_copy_of_its_source(
    texts: dict[tuple[str, str], str],
) -> None:
    truths = {one["question_id"]: one for one in records("truths.jsonl")}
    for question in records("questions.jsonl"):
        for shown in question.get("shown_sources", []):
            words = plain(shown["text"]).split()
            runs = {" ".join(words[i : i + 9]) for i in range(len(words) - 8)}
            for source in truths[question["question_id"]]["source_refs"]:
                text = texts[source["work"], source["at"]]
                assert not any(run in text for run in runs)


def test_every_computed_time_comes_out_again() -> None:
    truths = {one["question_id"]: one["truth"]["answer"] for one in records("truths.jsonl")}
    asked = [q for q in records("questions.jsonl") if q["task"] == "computed_time"]

    for question in asked:
        told = sorted(re.findall(r"\d\d:\d\d", question["turns"][0]["content"]))
        day = next(times for times in DAYS if sorted(times) == told)
        start, end = minutes(day[0]), minutes(day[1])
        exact = start + (end - start) * DAYS[day] / 12
        assert exact == minutes(truths[question["question_id"]])

    assert len(asked) == len(DAYS)


@pytest.mark.parametrize("adversary", ADVERSARIES)
def test_no_headline_is_won_without_law(adversary: str) -> None:
    found = open_release(ROOT, FOLDER.name)
    order = [question_id for task in found.compiled.tasks for question_id in task.ids]

    facts = expected_facts(found.compiled, adversary)
    if facts is None:
        answers = adversary_answers(found.data.public(), found.data.truths, adversary)
        facts = mark_all(found.compiled, [answers.get(question_id) for question_id in order])

    assert list(over_the_floor(found.data, facts, adversary)) == []
