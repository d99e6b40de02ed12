"""The planner reads released questions."""

from __future__ import annotations

import json

import pytest
from test_temporal_planner import RELEASES, UNSAID, questions, words

from dated_law import names_of_law
from digesta.workspace import store
from digesta_generate.temporal.planner import read
from places import CODE_DU_TRAVAIL, NEWEST, ROOT


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


def test_every_question_about_the_french_code_is_read_as_it_was_meant() -> None:
    tables = ROOT / "releases" / NEWEST / "resources" / "tlr" / "code_du_travail"
    states = map(json.loads, (tables / "states.jsonl").read_bytes().splitlines())
    code = names_of_law(store.read_tree(CODE_DU_TRAVAIL), *(state["article"] for state in states))
    asked = questions(NEWEST, "code_du_travail")

    plans = [read(words(one), code) for one in asked]

    assert [plan and {"kind": plan.kind, **plan.ask} for plan in plans] == [
        {k: v for k, v in one["ask"].items() if k not in UNSAID} for one in asked
    ]
    assert {one["language"] for one in asked} == {"en", "fr"}
    assert len(asked) == 89


def test_another_day_in_the_words_is_another_day_of_the_plan() -> None:
    asked = next(
        one for one in questions("2026-11-22.6") if "date" in one["ask"] and one["language"] == "en"
    )
    year = asked["ask"]["date"][:4]
    assert words(asked).count(f" {year}") == 1

    plan = read(words(asked).replace(f" {year}", " 1991"))

    assert plan is not None
    assert plan.target_date == "1991" + asked["ask"]["date"][4:]
