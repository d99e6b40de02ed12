"""What a board's questions show, and which are proposed for a second look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from digesta.board.questions import candidates, item_analyses, reliability_words
from digesta.records.analysis import ItemAnalysis, Reliability
from digesta.records.submission import Card
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.scoring.facts import CompiledRelease, compile_release, mark_all
from digesta.scoring.submission import ScoredSubmission
from world import RELEASE, draft, toy

EACH = 12
DATA = parse_release(cut(draft(toy(EACH)), name="draft"), name="release")
KEY = {truth.question_id: truth.truth["answer"] for truth in DATA.truths.values()}
COMPILED: CompiledRelease = compile_release(
    DATA.manifest, DATA.questions, DATA.truths, digest=DATA.digest
)
IDS = [name for task in COMPILED.tasks for name in task.ids]


def system(name: str, right: Sequence[int], **card: Any) -> ScoredSubmission:
    """Answer the questions of these places rightly, and no others."""
    answers = tuple(KEY[key] if at in right else f"no {name}" for at, key in enumerate(IDS))
    fields: dict[str, Any] = {"submission_id": name, "model_name": name, "organization": "Acme"}
    made = Card(**fields, release=RELEASE, **card)
    return ScoredSubmission(made, "", mark_all(COMPILED, answers), answers, level="rerun")


STEPS = [system(f"s{n}", [0, *range(2, 2 + 4 * n)]) for n in range(1, 7)]
"""Six systems, each right where the one before is; all on question 0, nobody on question 1."""


def analysis(*among: ScoredSubmission) -> ItemAnalysis:
    [made] = item_analyses(COMPILED, among)
    return made


def finding(made: ItemAnalysis, place: int) -> str | None:
    return next(row.finding for row in made.rows if row.question_id == IDS[place])


def test_what_nobody_or_everybody_earns_is_dead_or_free() -> None:
    made = analysis(*STEPS)

    assert (finding(made, 0), finding(made, 1), finding(made, 9)) == ("free", "dead", None)
    # Places 2 to 5 are right by all too, places from 26 on by nobody.
    assert made.counts == {"free": 5, "dead": 11}
    assert made.reliability is not None
    assert made.reliability.coefficient == "kr-20/1"
    assert (made.board, made.repeats) == ("toy@closed_book", {})


def test_what_the_weak_alone_earn_is_suspicious() -> None:
    weak = [replaced(each, 30) if at < 3 else each for at, each in enumerate(STEPS)]

    made = analysis(*weak)

    [row] = [row for row in made.rows if row.question_id == IDS[30]]
    assert row.finding == "suspicious"
    assert row.high is not None
    assert row.high < 0
    [first, *_] = candidates([made])
    assert first.row == row
    assert first.reason == (
        "the better a system is elsewhere, the worse it does here: check the key"
    )
    # 40 in a thousand: of the places that vary, 6 to 25 and 30, at the chance of 0.025 each.
    assert made.by_chance == pytest.approx(21 * 0.025)


def replaced(each: ScoredSubmission, place: int) -> ScoredSubmission:
    """Return a system that is right on one question more."""
    answers = tuple(KEY[IDS[place]] if at == place else a for at, a in enumerate(each.answers))
    return replace(each, answers=answers, facts=mark_all(COMPILED, answers))


def test_adversaries_references_and_what_was_sent_in_do_not_count() -> None:
    own = system("own", range(20))
    others = (
        replace(own, role="adversary"),
        replace(own, role="reference"),
        replace(own, level="open"),
    )

    made = analysis(replace(STEPS[0], role="baseline"), *STEPS[1:], *others)

    assert made.systems == [f"s{n}" for n in range(1, 7)]


def test_a_system_over_again_counts_once() -> None:
    twin = system("twin", [0, *range(2, 14)])

    made = analysis(*STEPS, twin)

    assert made.repeats == {"twin": "s3"}
    assert len(made.systems) == 6


def test_two_systems_that_earn_nothing_in_their_own_ways_are_two() -> None:
    made = analysis(*STEPS, system("none-1", []), system("none-2", []))

    assert made.repeats == {}


def test_each_condition_is_a_board_and_what_another_board_earns_is_not_proposed_as_dead() -> None:
    found = [system(f"r{n}", [1], condition="retrieval") for n in range(3)]

    made = list(item_analyses(COMPILED, [*STEPS, *found]))
    proposed = {(each.analysis.board, each.row.question_id) for each in candidates(made)}

    assert [each.board for each in made] == ["toy@closed_book", "toy@retrieval"]
    assert not [name for _, name in proposed if name in {IDS[0], IDS[1]}]
    assert ("toy@closed_book", IDS[35]) in proposed


def test_a_board_of_two_systems_proposes_nothing() -> None:
    made = analysis(*STEPS[:2])

    assert made.counts == {"free": 5}
    assert candidates([made]) == []


@pytest.mark.parametrize(("right", "findings"), [(3, {None}), (30, {"dead", "free"})])
def test_no_question_is_dead_until_three_systems_clear_the_floor(
    right: int, findings: set[str | None]
) -> None:
    systems = [system(f"s{n}", range(n, right)) for n in range(3)]
    floor = replace(system("floor", range(6)), role="adversary")

    [made] = item_analyses(COMPILED, [*systems, floor])

    # Questions 35 and 20: nobody has the one right, and good systems all have the other.
    assert {finding(made, 35), finding(made, 20)} == findings


def test_a_reliability_below_0_says_so_and_no_more() -> None:
    among = Reliability(coefficient="alpha/1", value=-1.39, low=-210.6, high=0.973)

    assert reliability_words(among) == ("alpha", "below 0", ("below 0", "0.973"))
    assert reliability_words(None) is None
