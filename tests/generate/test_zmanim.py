"""The built questions: every truth again by a second library, from the question's own words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner
from zmanim_reading import Seen, intro, lines, seen

from digesta.metrics.exact import NANO
from digesta.records.question import Question, Truth
from digesta.scorers.base import Response
from digesta.scorers.closed import SCORER
from digesta_generate.cli import app
from digesta_generate.questions._rows import Event, arranged, clock_time
from digesta_generate.questions.zmanim import build
from places import ROOT

BUILT = build()
TURNS = {row["question_id"]: row["turns"][0]["content"] for row in BUILT.questions}
ANSWERS = {row["question_id"]: row["truth"]["answer"] for row in BUILT.truths}
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


@pytest.mark.parametrize("slug", CLOCKS)
def test_a_clock_time_read_from_its_question_is_the_same_by_ephem(slug: str) -> None:
    moment = CLOCKS[slug](seen(TURNS[slug]))

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


@pytest.mark.parametrize("slug", IN_ONE_PLACE)
def test_an_order_of_moments_is_the_same_by_ephem(slug: str) -> None:
    place = seen(intro(TURNS[slug]))
    four = lines(TURNS[slug])

    moments = {label: IN_ONE_PLACE[slug](place, line) for label, line in four.items()}

    check(slug, moments, 230)


@pytest.mark.parametrize("slug", IN_FOUR)
def test_an_order_of_towns_is_the_same_by_ephem(slug: str) -> None:
    four = lines(TURNS[slug])
    towns = {label: seen(line, elsewhere=intro(TURNS[slug])) for label, line in four.items()}

    check(slug, {label: IN_FOUR[slug](place) for label, place in towns.items()}, 230)


def test_every_question_of_the_sun_was_computed_again() -> None:
    again = {*CLOCKS, *IN_ONE_PLACE, *IN_FOUR}

    assert again == {slug for slug in TURNS if "sun" in TURNS[slug] or "השמש" in TURNS[slug]}


RELEASED = ROOT / "releases" / "2026-11-22"
BY_TASK = {"computed_time": 18, "order_of_times": 16}


def rows_of(name: str) -> list[dict]:
    return [json.loads(line) for line in (RELEASED / name).read_text("utf-8").splitlines()]


def released(task: str) -> list:
    known = {row["question_id"] for row in rows_of("questions.jsonl") if row["task"] == task}
    truths = [row for row in rows_of("truths.jsonl") if row["question_id"] in known]
    return [row["truth"]["answer"] for row in truths]


def minutes(clock: str) -> int:
    return 60 * int(clock[:2]) + int(clock[3:])


def test_the_counts_are_those_that_were_asked_for() -> None:
    languages = Counter((row["task"], row["language"]) for row in BUILT.questions)
    levels = Counter(row["difficulty"] for row in BUILT.questions)

    assert languages == {
        (task, side): n / 2 for task, n in BY_TASK.items() for side in ("en", "he")
    }
    assert levels == {"easy": 13, "medium": 7, "hard": 14}


def test_every_row_is_a_record_and_the_scorer_marks_its_truth_right() -> None:
    for index, (row, truth) in enumerate(zip(BUILT.questions, BUILT.truths, strict=True)):
        # A draft names the release and a working cluster; cutting makes a date and a number.
        cut = {"cluster_id": f"c-{index:04d}", "released": row["released"][:10]}
        question = Question.model_validate(row | cut)
        answer = Truth.model_validate(truth).truth
        prepared = SCORER.prepare(question.as_json(), answer, {})

        assert SCORER.mark(prepared, Response(answer["answer"]))[0] == NANO


def test_the_language_of_a_turn_is_the_one_that_it_says() -> None:
    for row in BUILT.questions:
        assert bool(re.search("[א-ת]", TURNS[row["question_id"]])) == (row["language"] == "he")


def test_no_constant_answers_two_questions() -> None:
    times = [ANSWERS[slug] for slug in CLOCKS]
    numbers = [ANSWERS[row["question_id"]] for row in BUILT.questions if is_count(row)]
    orders = ["".join(answer["order"]) for answer in ANSWERS.values() if isinstance(answer, dict)]
    old_times, old_orders = released("computed_time"), released("order_of_times")
    old_orders = ["".join(answer["order"]) for answer in old_orders]
    allowed = sorted([(minutes(time), 2) for time in times] + [(minutes(t), 1) for t in old_times])

    assert all(late - early > a + b for (early, a), (late, b) in pairwise(allowed))
    assert len(set(numbers)) == len(numbers) == 8
    assert len({*orders, *old_orders}) == len(orders) + len(old_orders) == 22


def is_count(row: dict) -> bool:
    return row["ask"]["answer_type"] == "numeric" and row["ask"]["unit"] != "clock"


def test_neither_language_nor_difficulty_tells_where_an_order_begins() -> None:
    orders = [row for row in BUILT.questions if row["task"] == "order_of_times"]
    first = Counter((row["language"], ANSWERS[row["question_id"]]["order"][0]) for row in orders)

    assert {first["he", label] for label in "abcd"} == {2}
    assert all(1 <= first["en", label] <= 3 for label in "abcd")


def test_a_section_and_a_cluster_lie_in_one_task() -> None:
    task = {row["question_id"]: row["task"] for row in BUILT.questions}
    sections, clusters = {}, {}
    for row, truth in zip(BUILT.questions, BUILT.truths, strict=True):
        clusters.setdefault(row["cluster_id"], set()).add(row["task"])
        for ref in truth["source_refs"]:
            sections.setdefault((ref["work"], ref["at"]), set()).add(task[row["question_id"]])

    assert all(len(tasks) == 1 for tasks in (*sections.values(), *clusters.values()))
    assert len(clusters) == len(BUILT.questions)


def test_fifteen_quotations_of_three_to_eight_words_stand_beside_the_truths() -> None:
    quoted = [passage for row in BUILT.passages for passage in row["passages"]]

    assert len(quoted) == 15
    assert all(3 <= len(passage["words"].split()) <= 8 for passage in quoted)


def test_every_ruling_that_a_clock_time_rests_on_is_quoted() -> None:
    for truth, row in zip(BUILT.truths, BUILT.passages, strict=True):
        if truth["question_id"] in CLOCKS:
            quoted = [{"work": one["work"], "at": one["at"]} for one in row["passages"]]
            assert quoted == truth["source_refs"]


def test_the_command_writes_the_same_three_files_each_time_and_leaves_others(
    tmp_path: Path,
) -> None:
    (tmp_path / "notes.txt").write_text("kept")
    written = []
    for _ in range(2):
        done = CliRunner().invoke(app, ["questions", "zmanim", "--draft", str(tmp_path)])
        assert (done.exit_code, done.stdout) == (0, f"{tmp_path.as_posix()}: 34 questions\n")
        written.append({path.name: path.read_bytes() for path in tmp_path.iterdir()})

    assert written[0] == written[1]
    assert sorted(written[0]) == ["notes.txt", "passages.jsonl", "questions.jsonl", "truths.jsonl"]
    assert written[0]["truths.jsonl"].count(b"\n") == 34


def test_a_moment_far_from_a_full_minute_is_no_truth() -> None:
    assert clock_time(8 * 3600 + 34 * 60 - 20) == "08:34"
    with pytest.raises(ValueError, match="no clear minute"):
        clock_time(8 * 3600 + 34 * 60 + 21)


def test_events_that_lie_too_close_are_no_order() -> None:
    events = tuple(Event(f"at {moment}", moment) for moment in (7, 1, 5, 3))

    text, key = arranged(events, "cadb", gap=2)

    assert text == "a. at 3\nb. at 7\nc. at 1\nd. at 5"
    assert key == ["c", "a", "d", "b"]
    with pytest.raises(ValueError, match="below 3"):
        arranged(events, "cadb", gap=3)
