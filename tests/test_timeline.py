"""The point-in-time engine, on a small charter that is invented."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dated_law import CHARTER, DAYS, NORM
from digesta_legal.timeline import (
    CTV,
    State,
    Timeline,
    in_force,
    states_of,
    text_digest,
    timeline_of,
)


def brief(states: tuple[State, ...]) -> list[tuple[Any, ...]]:
    return [(s.number, s.start, s.end, s.amendments) for s in states]


# intervals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "inside"),
    [("1999-12-31", False), ("2000-01-01", True), ("2000-12-31", True), ("2001-01-01", False)],
)
def test_an_interval_holds_its_first_day_and_not_its_end(day: str, *, inside: bool) -> None:
    assert in_force("2000-01-01", "2001-01-01", day) is inside


@given(st.dates().map(str), st.dates().map(str))
def test_an_interval_without_length_holds_no_day_and_an_open_one_every_later_day(
    start: str, day: str
) -> None:
    assert not in_force(start, start, day)
    assert in_force(start, None, day) == (start <= day)


# states -----------------------------------------------------------------------------------------


def test_an_article_has_a_state_for_every_substantive_change_inside_it(charter: Timeline) -> None:
    assert brief(charter.states["ch_art_1"]) == [
        (1, "1988-10-05", "1992-01-01", ()),
        (2, "1992-01-01", "1994-06-07", ("EC 1",)),
        (3, "1994-06-07", "2000-02-14", ("EC 2", "ECR 1")),
        (4, "2000-02-14", None, ("EC 10",)),
    ]


def test_a_states_text_is_caput_and_all_under_it_in_order(charter: Timeline) -> None:
    texts = [state.text.split("\n") for state in charter.states["ch_art_1"]]

    assert texts[0] == ["Art. 1º  Caput:", "IX - nove;", "X - dez;", "§ 1º Um."]
    assert texts[1] == ["Art. 1º  Caput:", "IX - nove;", "IX-A - nove bis;", "X - dez;", "§ 1º Um."]
    assert texts[3] == ["Art. 1º  Caput:", "IX-A - nove bis;", "X - dez;", "§ 1º Dois."]


def test_a_change_of_form_alone_makes_no_state_and_is_told(charter: Timeline) -> None:
    *_, last = charter.states["ch_art_1"]

    assert last.retouched == ("2005-03-01",)
    assert "Cáput" not in last.text
    assert charter.states["ch_art_2"][0].retouched == ()


def test_a_state_is_known_by_the_digest_of_its_collapsed_text(charter: Timeline) -> None:
    first = charter.states["ch_art_1"][0]

    assert first.sha256 == text_digest("Art. 1º Caput: IX - nove; X - dez; § 1º Um.")
    assert first.sha256 != charter.states["ch_art_1"][1].sha256
    assert text_digest("a\u0303  b\n") == text_digest("ã b") != text_digest("ã B")


def test_a_time_without_the_article_is_no_state(charter: Timeline) -> None:
    assert brief(charter.states["ch_art_3"]) == [
        (1, "1988-10-05", "1992-01-01", ()),
        (2, "2000-02-14", None, ("EC 10",)),
    ]
    assert charter.state_on("ch_art_3", "1995-01-01") is None


def test_a_version_without_length_is_never_in_force_and_makes_no_state() -> None:
    versions = (
        CTV("a", 1, "1988-10-05", "1992-01-01", "original", True, (), ()),  # noqa: FBT003 - a record
        CTV("a", 2, "1992-01-01", "1992-01-01", "modified", True, ("EC 1",), ()),  # noqa: FBT003 - a record
        CTV("a", 3, "1992-01-01", None, "modified", False, ("EC 1",), ()),  # noqa: FBT003 - a record
    )
    texts = {"a_v1": "um", "a_v2": "dois", "a_v3": "três"}

    states = states_of("a", {"a": versions}, texts, {})

    # What retouches a text that was never in force changes the one that was.
    assert [(state.text, state.amendments) for state in states] == [("um", ()), ("três", ("EC 1",))]
    assert not versions[1].in_force("1992-01-01")


def test_a_version_taken_back_before_it_began_makes_no_state() -> None:
    versions = (
        CTV("a", 1, "1988-10-05", "1992-01-01", "original", True, (), ()),  # noqa: FBT003 - a record
        CTV("a", 2, "1994-06-07", "1992-01-01", "modified", True, ("EC 2",), ()),  # noqa: FBT003 - a record
        CTV("a", 3, "1992-01-01", None, "modified", True, ("EC 1",), ()),  # noqa: FBT003 - a record
    )
    texts = {"a_v1": "um", "a_v2": "dois", "a_v3": "três"}

    states = states_of("a", {"a": versions}, texts, {})

    assert [(state.text, state.end) for state in states] == [("um", "1992-01-01"), ("três", None)]
    assert states[1].amendments == ("EC 1",)
    assert states[1].retouched == ()


def test_a_gap_before_a_version_without_length_is_seen() -> None:
    versions = (
        CTV("a", 1, "1988-10-05", "1992-01-01", "original", True, (), ()),  # noqa: FBT003 - a record
        CTV("a", 2, "1994-06-07", "1994-06-07", "modified", True, ("EC 2",), ()),  # noqa: FBT003 - a record
        CTV("a", 3, "1994-06-07", None, "modified", True, ("EC 2",), ()),  # noqa: FBT003 - a record
    )
    texts = {"a_v1": "um", "a_v2": "dois", "a_v3": "três"}

    states = states_of("a", {"a": versions}, texts, {})

    assert [(state.start, state.end) for state in states] == [
        ("1988-10-05", "1992-01-01"), ("1994-06-07", None),
    ]  # fmt: skip


# looking up -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "number"),
    [("1988-10-05", 1), ("1991-12-31", 1), ("1992-01-01", 2), ("2000-02-13", 3), ("2020-08-26", 4)],
)
def test_the_state_on_a_day(charter: Timeline, day: str, number: int) -> None:
    state = charter.state_on("ch_art_1", day)

    assert state is not None
    assert state.number == number


def test_before_the_norm_nothing_is_in_force(charter: Timeline) -> None:
    assert charter.state_on("ch_art_1", "1988-10-04") is None
    assert charter.version_on("ch_art_1", "1988-10-04") is None
    assert charter.version_on("ch_art_99", "2000-01-01") is None


def test_a_version_and_its_words(charter: Timeline) -> None:
    ctv = charter.version_on("ch_art_1_par_1", "1999-01-01")

    assert ctv is not None
    assert ctv.ctv_id == "ch_art_1_par_1_v2"
    assert ctv.text_id("pt") == "ch_art_1_par_1_v2_pt_text"
    assert charter.texts[ctv.ctv_id] == "§ 1º Dois."


def test_two_days_differ_when_a_state_began_between(charter: Timeline) -> None:
    found = charter.difference("ch_art_1", "1991-01-01", "1994-06-07")

    assert found.differs
    assert [state.number for state in found.between] == [2, 3]
    assert found.amendments == ("EC 1", "EC 2", "ECR 1")
    assert not charter.difference("ch_art_1", "1994-06-07", "2000-02-13").differs
    with pytest.raises(ValueError, match="does not lie before"):
        charter.difference("ch_art_1", "2000-01-01", "2000-01-01")


def test_an_article_that_was_added_has_changed_from_nothing(charter: Timeline) -> None:
    found = charter.difference("ch_art_2-a", "1999-01-01", "2001-01-01")

    assert (found.state_1, found.differs, found.amendments) == (None, True, ("EC 10",))


def test_lineage_and_changes_differ_by_the_original_text(charter: Timeline) -> None:
    assert charter.lineage("ch_art_1") == charter.states["ch_art_1"]
    assert [state.number for state in charter.changes("ch_art_1")] == [2, 3, 4]
    assert charter.changes("ch_art_2") == ()
    assert charter.lineage("ch_art_2-a") == charter.changes("ch_art_2-a")


# attribution ------------------------------------------------------------------------------------


def test_where_amendments_share_a_day_nothing_is_settled_without_a_table(charter: Timeline) -> None:
    assert [state.settled for state in charter.states["ch_art_1"]] == [True, True, False, True]
    assert charter.attribution("ch_art_1") is None
    assert charter.attribution("ch_art_3") == ("EC 10",)
    assert charter.attribution("ch_art_2") == ()


def test_a_checked_table_settles_which_of_them_it_was() -> None:
    table = {("ch_art_1", "1994-06-07"): ("ECR 1",)}

    settled = timeline_of(CHARTER, DAYS, norm=NORM, attributions=table)

    assert settled.states["ch_art_1"][2].amendments == ("ECR 1",)
    assert settled.attribution("ch_art_1") == ("EC 1", "ECR 1", "EC 10")


def test_the_amendments_of_a_day_stand_in_order_of_number(charter: Timeline) -> None:
    actions = [action for action in charter.actions if action.date == "1994-06-07"]

    assert [action.amendment for action in actions] == ["EC 2", "ECR 1"]
    assert [action.action_id for action in actions] == ["ec_2", "ecr_1"]


# hierarchy --------------------------------------------------------------------------------------


def test_articles_stand_in_the_order_of_the_text(charter: Timeline) -> None:
    assert charter.articles == (
        "ch_art_1", "ch_art_2", "ch_art_2-a", "ch_art_3", "ch_art_4", "adct_art_1",
    )  # fmt: skip


def test_what_a_component_lies_in(charter: Timeline) -> None:
    assert list(charter.above("ch_art_2-a")) == ["ch_art_2-a", "ch_tit_1_cap_2", "ch_tit_1", "ch"]
    assert charter.article_of("ch_art_1_inc_9-a") == "ch_art_1"
    assert charter.members["ch_art_1"] == (
        "ch_art_1", "ch_art_1_inc_9", "ch_art_1_inc_9-a", "ch_art_1_inc_10", "ch_art_1_par_1",
    )  # fmt: skip


def test_the_articles_of_a_part_are_those_that_stand_in_it_on_the_day(charter: Timeline) -> None:
    assert charter.articles_in("ch_tit_1", "1999-01-01") == ("ch_art_1", "ch_art_2")
    assert charter.articles_in("ch_tit_1", "2005-03-01") == (
        "ch_art_1", "ch_art_2", "ch_art_2-a", "ch_art_4",
    )  # fmt: skip
    assert charter.articles_in("ch_tit_2", "1995-01-01") == ("ch_art_4",)
    assert charter.place_on("ch_art_4", "1900-01-01") == "ch_tit_2"


def test_an_impact_is_what_changed_or_was_added_in_a_part_within_a_time(charter: Timeline) -> None:
    found = charter.impact("ch_tit_1", "1992-01-02", "2005-03-01")

    assert [one.article for one in found] == ["ch_art_1", "ch_art_2-a"]
    assert [state.number for state in found[0].states] == [3, 4]
    assert found[0].amendments == ("EC 2", "ECR 1", "EC 10")
    assert [one.article for one in charter.impact("ch", "2000-01-01", "2000-12-31")] == [
        "ch_art_1", "ch_art_2-a", "ch_art_3",
    ]  # fmt: skip
    assert charter.impact("adct", "1988-10-05", "2020-08-26") == ()
