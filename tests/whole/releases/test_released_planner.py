"""The planner reads released questions."""

from __future__ import annotations

import pytest
from test_temporal_planner import RELEASES, questions, words

from digesta_generate.temporal.planner import read

UNSAID = {"at_most", "horizon", "amendments_by"}
"""Fields of an ask that say how it is answered, not what is asked."""


@pytest.mark.parametrize("release", RELEASES)
def test_every_question_of_a_release_is_read_as_it_was_meant(release: str) -> None:
    asked = questions(release)

    for one in asked:
        plan = read(words(one))
        assert plan is not None
        meant = {k: v for k, v in one["ask"].items() if k not in UNSAID}
        assert {"kind": plan.kind, **plan.ask} == meant
    assert {one["split"] for one in asked} == {"public", "holdout"}
    assert len(asked) == 211


def test_another_day_in_the_words_is_another_day_of_the_plan() -> None:
    asked = next(
        one for one in questions("2026-11-22.6") if "date" in one["ask"] and one["language"] == "en"
    )
    year = asked["ask"]["date"][:4]
    assert words(asked).count(f" {year}") == 1

    plan = read(words(asked).replace(f" {year}", " 1991"))

    assert plan is not None
    assert plan.target_date == "1991" + asked["ask"]["date"][4:]
