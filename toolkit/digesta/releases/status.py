"""The state of a workspace: what is stale, undecided, due or not published, and what mends it.

It is found from the states of releases and drafts alone; no clock is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class StatusProblem(NamedTuple):
    """One thing to do. kind: one of ``KINDS``; what: in words; fix: the command that mends it."""

    kind: str
    what: str
    fix: str


KINDS = ("stale", "undecided", "disputed", "due", "unpublished", "draft")
"""In the order of the list."""


@dataclass(frozen=True, kw_only=True)
class ReleaseState:
    """A release and its submissions. broken: (what, fix) of what cannot be read or recomputed.

    undecided: submissions without a decision. disputes: raised and not settled. publications:
    how often boards were published. unpublished: rows that the last publication lacks.
    """

    release: str
    next_due: str | None = None
    broken: Sequence[tuple[str, str]] = ()
    undecided: Sequence[str] = ()
    disputes: Sequence[str] = ()
    boards: int = 0
    publications: int = 0
    unpublished: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class DraftState:
    """A draft's folder. unsealed: it asks sealed questions whose truths are not sealed."""

    folder: str
    release: str
    problem: str = ""
    unsealed: int = 0
    cut: bool = False


def findings(
    releases: Sequence[ReleaseState],
    drafts: Sequence[DraftState],
    *,
    date: str,
    schemas: Sequence[str] = (),
) -> list[StatusProblem]:
    """Return what must be done by a date, by kind. releases: oldest first; schemas: stale ones."""
    results = [StatusProblem("stale", f"schema {name}", "digesta schema") for name in schemas]
    for state in releases:
        results += _of_release(state)
    results += _due(releases, drafts, date)
    for draft in drafts:
        results += _of_draft(draft)
    return sorted(results, key=lambda finding: KINDS.index(finding.kind))


def _of_release(state: ReleaseState) -> Iterator[StatusProblem]:
    name = state.release
    rest = f"--reason '...' --date YYYY-MM-DD --release {name}"
    for problem, fix in state.broken:
        yield StatusProblem("stale", problem, fix)
    for submission in state.undecided:
        fix = f"digesta decide {submission} accept --level open {rest}"
        yield StatusProblem("undecided", f"{name}: {submission} has no decision", fix)
    for dispute in state.disputes:
        fix = f"digesta dispute settle {dispute} upheld {rest}"
        yield StatusProblem("disputed", f"{name}: {dispute} is not settled", fix)
    publish = f"digesta release publish {name}"
    if state.boards and not state.publications:
        yield StatusProblem("unpublished", f"{name}: no boards are published", publish)
    elif state.unpublished:
        lacking = f"{name}: not published yet: {', '.join(state.unpublished)}"
        yield StatusProblem("unpublished", lacking, publish)


def _due(
    releases: Sequence[ReleaseState], drafts: Sequence[DraftState], date: str
) -> Iterator[StatusProblem]:
    newest = releases[-1] if releases else None
    waiting = any(not draft.cut for draft in drafts)
    if newest and newest.next_due and newest.next_due <= date and not waiting:
        text = f"the next release was due on {newest.next_due}; it is {date}"
        fix = f"digesta release new {date} --from {newest.release} -o drafts/{date}"
        yield StatusProblem("due", text, fix)


def _of_draft(draft: DraftState) -> Iterator[StatusProblem]:
    cut = f"digesta release cut {draft.folder}"
    if draft.cut:
        text = f"{draft.folder}: cut already as {draft.release}"
        yield StatusProblem("draft", text, f"remove the folder {draft.folder}")
    elif draft.problem:
        yield StatusProblem("draft", f"{draft.folder}: {draft.problem}", cut)
    elif draft.unsealed:
        text = f"{draft.folder}: {draft.unsealed} questions are to be sealed"
        yield StatusProblem("draft", text, f"digesta release seal {draft.folder} --private FOLDER")
    else:
        yield StatusProblem("draft", f"{draft.folder}: not cut", cut)
