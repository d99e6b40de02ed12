"""What a workspace waits for, by kind, each with the command that mends it."""

from __future__ import annotations

from typing import Any

import pytest

from digesta.records.log import Dispute, StatusNote
from digesta.releases.status import DraftState, ReleaseState, findings

DONE: dict[str, Any] = {"release": "2026-02-05", "boards": 4, "publications": 1}
DATE = "2026-03-01"
RAISED = Dispute(
    seq=1, previous="0" * 64, date="2026-02-10", dispute_id="d-0001", status="raised", reason="no"
)


def told(*, drafts: list[DraftState] | None = None, **state: Any) -> list[StatusNote]:
    return findings([ReleaseState(**DONE | state)], drafts or [], date=DATE)


def test_nothing_waits_where_all_is_done() -> None:
    assert told(next_due="2026-03-02") == []


@pytest.mark.parametrize(
    ("state", "kind", "fix"),
    [
        ({"undecided": ["acme"]}, "undecided", "digesta decide acme accept"),
        ({"disputes": [RAISED]}, "disputed", "digesta dispute settle d-0001"),
        ({"publications": 0}, "unpublished", "digesta release publish 2026-02-05"),
        ({"unpublished": ["acme"]}, "unpublished", "digesta release publish 2026-02-05"),
        ({"broken": [("x", "digesta board")]}, "stale", "digesta board"),
        (
            {"next_due": DATE}, "due",
            "digesta release new 2026-03-01 --from 2026-02-05 -o drafts/2026-03-01",
        ),
    ],
)  # fmt: skip
def test_what_is_left_undone_is_told_with_its_command(
    state: dict[str, Any], kind: str, fix: str
) -> None:
    (found,) = told(**state)

    assert found.kind == kind
    assert (found.fix or "").startswith(fix)


def test_a_dispute_is_due_thirty_days_after_it_was_raised() -> None:
    (found,) = told(disputes=[RAISED])

    assert found.due == "2026-03-12"


@pytest.mark.parametrize(
    ("draft", "fix"),
    [
        ({}, "digesta release cut drafts/x"),
        ({"unsealed": 3}, "digesta release seal drafts/x --private FOLDER"),
        ({"problem": "2 problems"}, "digesta release cut drafts/x"),
        ({"cut": True}, "remove the folder drafts/x"),
    ],
)
def test_a_draft_is_told_with_its_next_step(draft: dict[str, Any], fix: str) -> None:
    (found,) = told(drafts=[DraftState(folder="drafts/x", release="2026-03-05", **draft)])

    assert (found.kind, found.fix) == ("draft", fix)


def test_a_release_is_not_due_while_its_draft_waits() -> None:
    draft = DraftState(folder="drafts/x", release="2026-03-05")

    assert [one.kind for one in told(next_due=DATE, drafts=[draft])] == ["draft"]


def test_a_release_without_submissions_has_nothing_to_publish() -> None:
    assert told(boards=0, publications=0) == []


def test_findings_stand_by_kind() -> None:
    found = findings(
        [ReleaseState(**DONE | {"undecided": ["a"], "broken": [("x", "y")], "next_due": DATE})],
        [], date=DATE, stale={"schema truth.schema.json": "digesta schema"},
    )  # fmt: skip

    assert [one.kind for one in found] == ["stale", "stale", "undecided", "due"]
    assert found[0].fix == "digesta schema"
