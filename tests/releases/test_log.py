"""The log of decisions is a hash chain."""

from __future__ import annotations

import pytest

from digesta.errors import ReleaseError
from digesta.releases.cut import cut
from digesta.releases.log import decision_line, latest
from digesta.releases.reading import parse_release
from digesta.releases.verify import verify
from small import draft

FIELDS = {
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
        log += decision_line(log, FIELDS | {"submission_id": name})
    return log


def released(log: bytes) -> dict[str, bytes]:
    return cut(draft(), name="draft") | {"log/decisions.jsonl": log}


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
    log += decision_line(log, FIELDS | {"decision": "withdraw"})

    decided = latest(parse_release(released(log), name="release").decisions)

    assert decided["a"].decision == "withdraw"
    assert decided["b"].decision == "accept"


def test_a_decision_of_an_unknown_kind_is_refused() -> None:
    log = chain("a").replace(b"accept", b"praise")

    with pytest.raises(ReleaseError, match="decisions"):
        parse_release(released(log), name="release")
