"""The log of decisions is a hash chain."""

from __future__ import annotations

from typing import Any

import pytest

from digesta.errors import ReleaseError, UsageError
from digesta.records.base import ChainLine
from digesta.records.log import Access, Attempt, Dispute
from digesta.records.submission import Decision
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.releases.log import (
    chain_line,
    latest_decisions,
    merge_sides,
    next_dispute,
    open_disputes,
)
from digesta.releases.signatures import allowed_signers
from digesta.workspace.verify import verify
from world import draft

FIELDS: dict[str, Any] = {
    "date": "2026-02-05",
    "submission_id": "a",
    "decision": "accept",
    "level": "rerun",
    "role": "system",
    "reason": "the committed command gave the same bytes",
    "scores": {"toy": 0.5},
}


def chain(*names: str) -> bytes:
    log = b""
    for name in names:
        log += chain_line(Decision, log, FIELDS | {"submission_id": name})
    return log


def released(log: bytes) -> dict[str, bytes]:
    return cut(draft(), name="draft") | {"log/decisions.jsonl": log}


def test_a_line_of_theirs_that_is_no_object_is_told_when_two_branches_are_merged() -> None:
    ours, theirs = chain("a", "b"), b"[1]\n"
    data = b"<<<<<<< ours\n" + ours + b"=======\n" + theirs + b">>>>>>> theirs\n"

    with pytest.raises(UsageError, match="a line of theirs is no JSON object"):
        merge_sides(Decision, data)


@pytest.mark.parametrize("key", ["ключ", "!", "AAAA"])
def test_a_signer_s_key_that_is_none_is_told_with_its_line(key: str) -> None:
    with pytest.raises(ReleaseError) as refused:
        allowed_signers(f"# us\nann ssh-ed25519 {key}\n", file="allowed_signers")

    assert [(one.line, one.code) for one in refused.value.problems] == [(2, "signer")]


def test_a_chain_that_nobody_touched_verifies() -> None:
    assert verify(released(chain("a", "b", "c")), name="release") == []


@pytest.mark.parametrize("line", [0, 1])
def test_a_removed_line_breaks_the_chain(line: int) -> None:
    kept = chain("a", "b", "c").splitlines(keepends=True)
    del kept[line]

    found = verify(released(b"".join(kept)), name="release")

    assert {problem.code for problem in found} == {"chain"}


def test_a_changed_line_breaks_the_chain_at_the_next() -> None:
    log = chain("a", "b", "c").replace(b'"a"', b'"z"', 1)

    found = verify(released(log), name="release")

    assert [(problem.code, problem.line) for problem in found] == [("chain", 2)]


def test_the_last_decision_on_a_submission_counts() -> None:
    log = chain("a", "b")
    log += chain_line(Decision, log, FIELDS | {"decision": "withdraw"})

    decided = latest_decisions(parse_release(released(log), name="release").decisions)

    assert decided["a"].decision == "withdraw"
    assert decided["b"].decision == "accept"


def test_a_decision_of_an_unknown_kind_is_refused() -> None:
    log = chain("a").replace(b"accept", b"praise")

    with pytest.raises(ReleaseError, match="decisions"):
        parse_release(released(log), name="release")


# The other logs -------------------------------------------------------------------------------

DAY: dict[str, Any] = {"date": "2026-02-05"}
RAISED = DAY | {"dispute_id": "d-0001", "status": "raised", "reason": "it is green"}
TRIED = DAY | {
    "submission_id": "a", "organization": "A", "root": "7a" * 32, "predictions": "2b" * 32,
    "outcome": "invalid", "maintainers": False,
}  # fmt: skip
LOGS: dict[str, tuple[type[ChainLine], dict[str, Any]]] = {
    "decisions": (Decision, FIELDS),
    "attempts": (Attempt, TRIED),
    "access": (Access, DAY | {"who": "a", "what": "b", "why": "c"}),
    "disputes": (Dispute, RAISED),
}


@pytest.mark.parametrize("name", LOGS)
def test_all_four_logs_are_chains_that_verify_checks(name: str) -> None:
    record, fields = LOGS[name]
    first = chain_line(record, b"", fields)
    second = chain_line(record, first, fields)
    release = cut(draft(), name="draft")
    path = f"log/{name}.jsonl"

    assert verify(release | {path: first + second}, name="release") == []
    for broken in (second, second + first, first + first):
        found = verify(release | {path: broken}, name="release")
        assert {(problem.code, problem.file) for problem in found} == {("chain", f"release/{path}")}


def test_a_dispute_waits_until_it_is_settled_and_ids_go_on() -> None:
    raised = Dispute(seq=1, previous="0" * 64, **RAISED)
    settled = raised.model_copy(update={"seq": 2, "status": "rejected"})

    assert list(open_disputes([raised])) == ["d-0001"]
    assert open_disputes([raised, settled]) == {}
    assert next_dispute([raised, settled]) == "d-0002"
