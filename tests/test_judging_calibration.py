"""What a judge showed on calibration answers, and which sets of judges have a board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest

from digesta.board.judges.calibration import (
    CALIBRATION,
    Order,
    add_orders,
    order_by_choices,
    order_by_scores,
)
from digesta.board.judges.eligible import panels
from digesta.board.judges.gate import AuditedJudge, Gate, Reason
from digesta.intake import judged_text
from digesta.records.base import example_of
from digesta.records.judges.calibration import Choice
from digesta.records.judges.verdict import Judge, Verdict
from digesta.releases.checks.calibration import sets_of
from digesta.releases.cut import cut
from digesta.releases.data import ReleaseData, parse_release
from digesta.scoring.facts import CompiledRelease, compile_release
from judged_workspace import ORACLE, SCRIPTS, judged_draft, verdict

JUDGE = Judge.model_validate({**example_of(Judge), "judge": ORACLE})
SETS = {"q-1": {kind: judged_text({"criteria": []}, kind) for kind in CALIBRATION}}
RIGHT = Order(1, 1, 6, 0)


def chosen(pairs: Any, *, by_place: bool = False) -> Iterator[Choice]:
    """Choose the better of each pair, or always what is shown first."""
    for first, second in pairs:
        better = CALIBRATION.index(first) < CALIBRATION.index(second)
        yield Choice(
            question_id="q-1", first=first, second=second, prompt_sha256="0" * 64,
            chosen="first" if better or by_place else "second",
        )  # fmt: skip


def test_a_judge_that_chooses_the_better_of_each_pair_orders_rightly() -> None:
    both_ways = permutations(CALIBRATION, 2)

    assert order_by_choices(SETS, list(chosen(both_ways))) == RIGHT


def test_a_judge_that_goes_by_the_place_of_an_answer_orders_nothing() -> None:
    both_ways = list(chosen(permutations(CALIBRATION, 2), by_place=True))

    assert order_by_choices(SETS, both_ways) == Order(1, 0, 0, 0)


def test_pairs_shown_in_one_order_alone_order_nothing() -> None:
    once = list(combinations(CALIBRATION, 2))

    # Each better answer stands first: choosing by the place would look like judging.
    assert order_by_choices(SETS, list(chosen(once, by_place=True))) == Order(1, 0, 0, 0)
    assert order_by_choices(SETS, list(chosen(once))) == Order(1, 0, 0, 0)


def test_a_pair_left_out_orders_nothing_and_no_choice_at_all_says_nothing() -> None:
    eleven = list(chosen(permutations(CALIBRATION, 2)))[1:]

    assert order_by_choices(SETS, eleven) == Order(1, 0, 0, 0)
    assert order_by_choices(SETS, []) is None


@pytest.fixture(scope="module")
def judged_data() -> ReleaseData:
    return parse_release(cut(judged_draft(), name="draft"), name="release")


@pytest.fixture(scope="module")
def calibrated(judged_data: ReleaseData) -> CompiledRelease:
    return compile_release(
        judged_data.manifest, judged_data.questions, judged_data.truths, digest=judged_data.digest
    )


def test_scores_order_the_sets_and_a_set_not_wholly_judged_is_not_ordered(
    judged_data: ReleaseData, calibrated: CompiledRelease
) -> None:
    sets = sets_of(judged_data)
    said = {
        (key, kind): Verdict.model_validate(verdict(JUDGE, key, one, SCRIPTS[ORACLE]))
        for key, answers in sets.items()
        for kind, one in answers.items()
    }
    first = min(sets)

    # Reference, partial, wrong, off topic: each script's credit is more than the next one's.
    assert order_by_scores(calibrated, sets, said) == Order(6, 6, 36, 0)
    assert order_by_scores(calibrated, sets, {}) == Order(6, 0, 0, 0)
    for kind in CALIBRATION:
        left = {key: one for key, one in said.items() if key != (first, kind)}
        assert order_by_scores(calibrated, sets, left) == Order(6, 5, 30, 0)


def audited(**passed: bool) -> dict[str, AuditedJudge]:
    reasons = {True: (), False: (Reason("attack", "injection: 9 of 60, at most 2%"),)}
    return {
        name: AuditedJudge(JUDGE, Gate({}, add_orders([]), reasons[fit]))
        for name, fit in passed.items()
    }


def test_all_judges_have_a_joint_board_and_so_have_those_that_passed() -> None:
    assert panels([""], {}) == [("",)]
    assert panels(["a"], audited(a=True)) == [("a",)]
    assert panels(["a", "b"], audited(a=True, b=True)) == [("a",), ("b",), ("a", "b")]
    assert panels(["a", "b", "c"], audited(a=True, b=False, c=True))[3:] == [
        ("a", "b", "c"), ("a", "c"),
    ]  # fmt: skip
    assert panels(["a", "b"], audited(a=True, b=False))[2:] == [("a", "b")]
