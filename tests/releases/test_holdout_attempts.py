"""Who may try again: caps by name and set of questions, read from the logs alone."""

from __future__ import annotations

from typing import Any

import pytest

from digesta.records.base import example_of
from digesta.records.log import Attempt
from digesta.workspace.holdout.attempts import (
    CAPS,
    LoggedAttempt,
    attempts_of,
    attempts_over_cap,
    earlier_attempt,
    logged_attempts,
    refusals,
)

ROOT = "7a" * 32
SEALED = frozenset({"a", "b"})


def attempt(number: int, sealed: frozenset[str] = SEALED, **changes: Any) -> LoggedAttempt:
    value = example_of(Attempt) | {"organization": "Acme", "root": ROOT} | changes
    return LoggedAttempt(
        "2026-11-22", Attempt.model_validate(value), f"{number:064x}", number, sealed
    )


def codes(attempts: list[LoggedAttempt], **changes: Any) -> list[str]:
    said: dict[str, Any] = {"organization": "Acme", "maintainers": False, "place": "log"} | changes
    return [one.code for one in refusals(attempts, **said)]


def test_three_scored_and_twenty_invalid_attempts_are_taken() -> None:
    scored = [attempt(n) for n in range(3)]
    invalid = [attempt(n, outcome="invalid") for n in range(20)]

    assert codes([*scored[:2], *invalid[:19]]) == []
    assert codes([*scored, *invalid[:19]]) == ["attempts-scored"]
    assert codes([*scored[:2], *invalid]) == ["attempts-invalid"]


def test_the_maintainers_have_no_cap_and_stay_the_maintainers() -> None:
    ours = [attempt(n, maintainers=True) for n in range(9)]

    assert codes(ours, maintainers=True) == []
    assert codes(ours[:1]) == ["attempts-mixed"]


@pytest.mark.parametrize("name", ["Acme", "ACME", "Аcme", "Acme "])
def test_names_that_look_alike_are_one_organisation(name: str) -> None:
    assert len(attempts_of([attempt(1, organization=name)], "acme", SEALED)) == 1


def test_another_set_of_questions_and_another_outcome_count_apart() -> None:
    made = [attempt(1), attempt(2, sealed=frozenset("c")), attempt(3, outcome="invalid")]

    assert [one.line for one in attempts_of(made, "Acme", SEALED)] == [1]
    assert [one.line for one in attempts_of(made, "Acme", SEALED, outcome="invalid")] == [3]


def test_the_same_predictions_under_the_same_id_are_an_attempt_that_was_made() -> None:
    made = [attempt(1), attempt(2, submission_id="acme-8b")]

    assert earlier_attempt(made, "acme-8b", "2b" * 32, root=ROOT) == 2
    assert earlier_attempt(made, "acme-8b", "3c" * 32, root=ROOT) == 0
    assert earlier_attempt(made, "acme-8b", "2b" * 32, root="0" * 64) == 0


def test_releases_that_share_a_sealed_question_share_the_count() -> None:
    one_more, another = frozenset({"a", "b", "c"}), frozenset("c")
    made = [attempt(1), attempt(2, root="0" * 64), attempt(3, sealed=one_more, root="1" * 64)]

    assert codes(attempts_of(made, "Acme", SEALED)) == ["attempts-scored"]
    assert [one.line for one in attempts_of(made, "Acme", another)] == [3]
    over = list(
        attempts_over_cap([*made, attempt(4, sealed=frozenset("b"))], {"2026-11-22": "log"})
    )
    assert [(one.code, one.line) for one in over] == [("attempts-over", 4)]


def test_an_attempt_that_is_carried_keeps_its_place_before_those_not_carried_yet() -> None:
    made = [attempt(n, submission_id=name) for n, name in enumerate(("beta", "gamma", "mine"))]

    for carried in ((), ("beta",), ("beta", "gamma")):
        lines = [attempt(9, submission_id=name)._replace(release="2026-11-22.2")
                 for name in carried]  # fmt: skip
        assert attempts_of([*made, *lines], "Acme", SEALED) == made


def test_an_attempt_over_the_cap_is_named_with_its_line() -> None:
    made = [attempt(n) for n in range(1, CAPS["scored"] + 2)]

    [problem] = attempts_over_cap(made, {"2026-11-22": "log/attempts.jsonl"})

    assert (problem.code, problem.place) == ("attempts-over", "log/attempts.jsonl:4")


def test_a_line_s_digest_is_that_of_its_bytes_without_the_end() -> None:
    [one] = logged_attempts("2026-11-22", b"x\n", [attempt(1).attempt], SEALED)

    assert one.digest == "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
