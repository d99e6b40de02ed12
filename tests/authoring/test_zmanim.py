"""The released computed questions: every truth again, from the question's own words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from zmanim_reading import (
    ANSWERS,
    FIRST,
    NAMES,
    QUESTIONS,
    RELEASE,
    TRUTHS,
    TURNS,
    Seen,
    by_ephem,
    by_noaa,
    intro,
    lines,
    seen,
)

from digesta.metrics.exact import NANO
from digesta.scorers.base import Response
from digesta.scorers.closed import SCORER

by_each_sun = pytest.mark.parametrize("below", [by_ephem, by_noaa])
GRA, STARS = 'הגר"א', "המגן אברהם"

CLOCKS: dict[str, Callable[[Seen], float]] = {
    "zman-shema": lambda place: place.hour(3, more_minutes=72),
    "zman-prayer": lambda place: place.hour(4),
    "zman-mincha-gedola": lambda place: place.hour(6.5),
    "zman-mincha-ketana": lambda place: place.hour(9.5, angle=16.1),
    "zman-plag": lambda place: place.hour(10.75, more_minutes=72),
    "zman-stopping-work": lambda place: place.event(0.833, rising=False) - 1200,
    "zman-chametz": lambda place: place.hour(6),
    "zman-nightfall": lambda place: place.event(8.5, rising=False),
    "zman-sunrise": lambda place: place.event(0.833, rising=True),
    "zman-dawn": lambda place: place.event(16.1, rising=True),
}


@by_each_sun
@pytest.mark.parametrize("slug", CLOCKS)
def test_a_clock_time_comes_out_of_its_question_again(
    slug: str, below: Callable[..., float]
) -> None:
    moment = CLOCKS[slug](seen(TURNS[slug], below=below))

    hour, minute = map(int, ANSWERS[slug].split(":"))
    assert abs(moment - 3600 * hour - 60 * minute) < 30


def by_opinion(place: Seen, line: str) -> float:
    names = {"קריאת שמע": 3, "תפילת שחרית": 4, "מנחה קטנה": 9.5, "פלג המנחה": 10.75}
    hours = next(hours for name, hours in names.items() if name in line)
    assert (GRA in line) != (STARS in line)
    return place.hour(hours, angle=0.833 if GRA in line else 16.1)


def lamps_and_plag(place: Seen, line: str) -> float:
    if line.startswith("plag"):
        return place.hour(10.75, more_minutes=0 if "GRA" in line else 72)
    return place.event(0.833, rising=False) - (18 * 60 if line.startswith("lighting") else 0)


def nightfalls(place: Seen, line: str) -> float:
    (number,) = re.findall(r"\d+(?:\.\d+)?", line)
    if "דקות" in line:
        return place.event(0.833, rising=False) + 60 * int(number)
    return place.event(float(number), rising=False)


IN_ONE_PLACE = {
    "order-shema-and-prayer": by_opinion,
    "order-mincha-and-plag": by_opinion,
    "order-lamps-and-plag": lamps_and_plag,
    "order-nightfalls": nightfalls,
}
IN_FOUR: dict[str, Callable[[Seen], float]] = {
    "order-sunsets": lambda place: place.event(0.833, rising=False),
    "order-sunrises": lambda place: place.event(0.833, rising=True),
    "order-middays": lambda place: place.hour(6),
    "order-shema-in-towns": lambda place: place.hour(3),
}


def check(slug: str, moments: dict[str, float], gap: float) -> None:
    falling = sorted(moments, key=moments.__getitem__)
    assert ANSWERS[slug] == {"order": falling}
    assert all(moments[late] - moments[early] >= gap for early, late in pairwise(falling))


@by_each_sun
@pytest.mark.parametrize("slug", IN_ONE_PLACE)
def test_an_order_of_moments_comes_out_again(slug: str, below: Callable[..., float]) -> None:
    place = seen(intro(TURNS[slug]), below=below)
    four = lines(TURNS[slug])

    moments = {label: IN_ONE_PLACE[slug](place, line) for label, line in four.items()}

    check(slug, moments, 230)


@by_each_sun
@pytest.mark.parametrize("slug", IN_FOUR)
def test_an_order_of_towns_comes_out_again(slug: str, below: Callable[..., float]) -> None:
    there = intro(TURNS[slug])
    towns = {
        label: seen(line, elsewhere=there, below=below)
        for label, line in lines(TURNS[slug]).items()
    }

    check(slug, {label: IN_FOUR[slug](place) for label, place in towns.items()}, 230)


def test_every_question_of_the_sun_was_computed_again() -> None:
    again = {*CLOCKS, *IN_ONE_PLACE, *IN_FOUR}

    assert again == {slug for slug in TURNS if "sun" in TURNS[slug] or "השמש" in TURNS[slug]}


BY_TASK = {"computed_time": 18, "order_of_times": 16}


def rows_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FIRST / name).read_text("utf-8").splitlines()]


def released(task: str) -> list[Any]:
    known = {row["question_id"] for row in rows_of("questions.jsonl") if row["task"] == task}
    truths = [row for row in rows_of("truths.jsonl") if row["question_id"] in known]
    return [row["truth"]["answer"] for row in truths]


def minutes(clock: str) -> int:
    return 60 * int(clock[:2]) + int(clock[3:])


def test_the_counts_are_those_that_were_asked_for() -> None:
    languages = Counter((row["task"], row["language"]) for row in QUESTIONS.values())
    levels = Counter(row["difficulty"] for row in QUESTIONS.values())

    assert languages == {
        (task, side): n / 2 for task, n in BY_TASK.items() for side in ("en", "he")
    }
    assert levels == {"easy": 13, "medium": 7, "hard": 14}


def test_the_scorer_marks_every_truth_right() -> None:
    for name, question in QUESTIONS.items():
        prepared = SCORER.prepare(question, TRUTHS[name]["truth"], {})
        assert SCORER.mark(prepared, Response(ANSWERS[name]))[0] == NANO


def test_the_language_of_a_turn_is_the_one_that_it_says() -> None:
    for name, row in QUESTIONS.items():
        assert bool(re.search("[א-ת]", TURNS[name])) == (row["language"] == "he")


def is_count(row: dict[str, Any]) -> bool:
    return bool(row["ask"]["answer_type"] == "numeric" and row["ask"]["unit"] != "clock")


def test_neither_language_nor_difficulty_tells_where_an_order_begins() -> None:
    first = Counter(
        (row["language"], ANSWERS[name]["order"][0])
        for name, row in QUESTIONS.items()
        if row["task"] == "order_of_times"
    )

    assert {first["he", label] for label in "abcd"} == {2}
    assert all(1 <= first["en", label] <= 3 for label in "abcd")


def test_a_section_and_a_cluster_lie_in_one_task() -> None:
    sections, clusters = dict[tuple[str, str], set[str]](), dict[str, set[str]]()
    for name, row in QUESTIONS.items():
        clusters.setdefault(row["cluster_id"], set()).add(row["task"])
        for ref in TRUTHS[name]["source_refs"]:
            sections.setdefault((ref["work"], ref["at"]), set()).add(row["task"])

    assert all(len(tasks) == 1 for tasks in (*sections.values(), *clusters.values()))


def passages() -> dict[str, list[dict[str, str]]]:
    """Give the passages that the release's reviews quote, by question."""
    quoted: dict[str, list[dict[str, str]]] = {}
    for line in (RELEASE / "review.jsonl").read_bytes().splitlines():
        row = json.loads(line)
        if name := NAMES.get(row["question_id"][:12]):
            quoted.setdefault(name, []).extend(row["passages"])
    return quoted
