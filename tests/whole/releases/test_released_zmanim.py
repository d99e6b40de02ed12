"""Released questions about times of day."""

from __future__ import annotations

import json
from itertools import pairwise

from test_zmanim import CLOCKS, is_count, minutes, passages, released
from zmanim_reading import ANSWERS, NAMES, QUESTIONS, RELEASE, TRUTHS


def test_the_release_has_each_of_them_and_no_other_that_is_computed() -> None:
    lines_ = map(json.loads, (RELEASE / "questions.jsonl").read_bytes().splitlines())
    computed = {row["question_id"][:12] for row in lines_ if "computed" in row["tags"]}

    assert computed == NAMES.keys()
    assert len(QUESTIONS) == len(TRUTHS) == len(NAMES) == 34


def test_no_constant_answers_two_questions() -> None:
    times = [ANSWERS[slug] for slug in CLOCKS]
    numbers = [ANSWERS[name] for name, row in QUESTIONS.items() if is_count(row)]
    orders = ["".join(answer["order"]) for answer in ANSWERS.values() if isinstance(answer, dict)]
    old_times, old_orders = released("computed_time"), released("order_of_times")
    old_orders = ["".join(answer["order"]) for answer in old_orders]
    allowed = sorted([(minutes(time), 2) for time in times] + [(minutes(t), 1) for t in old_times])

    assert all(late - early > a + b for (early, a), (late, b) in pairwise(allowed))
    assert len(set(numbers)) == len(numbers) == 8
    assert len({*orders, *old_orders}) == len(orders) + len(old_orders) == 22


def test_fifteen_quotations_of_three_to_eight_words_stand_beside_the_truths() -> None:
    quoted = [passage for several in passages().values() for passage in several]

    assert len(quoted) == 15
    assert all(3 <= len(passage["words"].split()) <= 8 for passage in quoted)


def test_every_ruling_that_a_clock_time_rests_on_is_quoted() -> None:
    quoted = passages()

    for name in CLOCKS:
        places = [{"work": one["work"], "at": one["at"]} for one in quoted[name]]
        assert places == TRUTHS[name]["source_refs"]
