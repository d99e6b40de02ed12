"""The state of a workspace: what is stale, undecided, due or not published, and what mends it.

It is found from the states of releases and drafts alone; no clock is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as calendar
from datetime import timedelta
from functools import partial
from types import MappingProxyType
from typing import get_args

from digesta.records.base import release_parts
from digesta.records.log import Dispute, FindingKind, Status, StatusNote
from digesta.records.release import Changes
from digesta.releases.data import ReleaseData
from digesta.releases.log import latest_decisions

KINDS: tuple[str, ...] = get_args(FindingKind)
"""In the order of the list."""

PUBLIC = frozenset({"undecided", "uncarried", "disputed", "erratum", "due", "review"})
"""Kinds that a site shows; drafts, faults and what is not published yet are the maintainers'."""

ANSWER_DAYS = 30
"""Days from a dispute to its answer in the log, as the page on disputes promises."""


@dataclass(frozen=True, kw_only=True)
class ReleaseState:
    """A release and its submissions. broken: (what, fix) of what cannot be read or recomputed.

    undecided: submissions without a decision. uncarried: systems of the release before, previous,
    that stand there and not here. copies: who gives another's answers, by submission, in words.
    disputes: raised and not settled. errata: disputes that were right, of which no later release
    tells. publications: how often boards were published. unpublished: rows that the last
    publication lacks. unread: by track, its public questions that no person has read, and all of
    them.
    """

    release: str
    next_due: str | None = None
    broken: Sequence[tuple[str, str]] = ()
    undecided: Sequence[str] = ()
    copies: Mapping[str, str] = field(default_factory=dict)
    previous: str | None = None
    uncarried: Sequence[str] = ()
    disputes: Sequence[Dispute] = ()
    errata: Sequence[Dispute] = ()
    boards: int = 0
    publications: int = 0
    unpublished: Sequence[str] = ()
    unread: Mapping[str, tuple[int, int]] = field(default_factory=dict)


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
    stale: Mapping[str, str] = MappingProxyType({}),
) -> list[StatusNote]:
    """Return what must be done by a date, by kind.

    releases: oldest first. stale: what of the workspace's own files is, and the command for it.
    """
    results = [StatusNote(kind="stale", what=what, fix=fix) for what, fix in stale.items()]
    for state in releases:
        results += _of_release(state)
    results += _carry_notes(newest_state(releases))
    results += _due(releases, drafts, date)
    results += _unread(releases)
    for draft in drafts:
        results += _of_draft(draft)
    return sorted(results, key=lambda finding: KINDS.index(finding.kind))


def newest_state(releases: Sequence[ReleaseState]) -> ReleaseState | None:
    """Return the newest of our own releases; archives of others' benchmarks are never due."""
    own = [state for state in releases if not release_parts(state.release).series]
    return own[-1] if own else None


def public_status(status: Status) -> Status:
    """Return what a site may show of a status: the public kinds, without commands."""
    shown = [
        finding.model_copy(update={"fix": None})
        for finding in status.findings
        if finding.kind in PUBLIC
    ]
    return status.model_copy(update={"findings": shown})


def errata_due(data: ReleaseData, later: Sequence[Changes]) -> list[Dispute]:
    """Return the disputes of a release that were right and that nothing published since tells.

    A question's is told by a release that re-keys, retires or revises it; a row's by a decision
    on or after the day; one of the whole release by any later release. later: their changes.
    """
    changed = {
        each.replaces or each.question_id
        for changes in later
        for each in (*changes.rekeyed, *changes.retired, *changes.revised)
    }
    return [
        dispute
        for dispute in data.disputes
        if dispute.status == "upheld" and not _is_told(dispute, data, later, changed)
    ]


def _is_told(
    dispute: Dispute, data: ReleaseData, later: Sequence[Changes], changed: Container[str]
) -> bool:
    if dispute.question_id:
        return dispute.question_id in changed
    if dispute.submission_id:
        decisions = latest_decisions(data.decisions)
        last = decisions.get(dispute.submission_id)
        return last is not None and last.date >= dispute.date
    return bool(later)


def unread_questions(data: ReleaseData) -> dict[str, tuple[int, int]]:
    """Return, by track, how many public questions no person has read, and how many there are."""
    read = {
        review.question_id
        for review in data.reviews
        if any(reader.kind == "human" for reader in review.readers)
    }
    every = Counter(question.track for question in data.public())
    left = Counter(q.track for q in data.public() if q.question_id not in read)
    return {track: (left[track], every[track]) for track in sorted(left)}


def _of_release(state: ReleaseState) -> Iterator[StatusNote]:
    name = state.release
    rest = f"--reason '...' --date YYYY-MM-DD --release {name}"
    here = partial(StatusNote, release=name)
    for problem, fix in state.broken:
        yield here(kind="stale", what=problem, fix=fix)
    for submission in state.undecided:
        fix = f"digesta decide {submission} accept --level open {rest}"
        yield here(kind="undecided", what=f"{name}: {submission} has no decision", fix=fix)
    for submission, alike in state.copies.items():
        fix = f"look at both; where it is a copy: digesta decide {submission} exclude {rest}"
        yield here(kind="copy", what=f"{name}: {alike}", fix=fix)
    for dispute in state.disputes:
        fix = f"digesta dispute settle {dispute.dispute_id} upheld {rest}"
        yield here(
            kind="disputed",
            what=f"{name}: {dispute.dispute_id} is not settled",
            fix=fix,
            due=str(calendar.fromisoformat(dispute.date) + timedelta(days=ANSWER_DAYS)),
        )
    for dispute in state.errata:
        what = f"{name}: {dispute.dispute_id} was right, and is corrected in no release"
        fix = "digesta release new YYYY-MM-DD"
        yield here(kind="erratum", what=what, fix=fix)
    publish = f"digesta release publish {name}"
    if state.boards and not state.publications:
        yield here(kind="unpublished", what=f"{name}: no boards are published", fix=publish)
    elif state.unpublished:
        lacking = f"{name}: not published yet: {', '.join(state.unpublished)}"
        yield here(kind="unpublished", what=lacking, fix=publish)


def _carry_notes(newest: ReleaseState | None) -> Iterator[StatusNote]:
    if newest and newest.uncarried:
        name, before = newest.release, newest.previous
        what = f"{name}: not carried over from {before}: {', '.join(newest.uncarried)}"
        fix = f"digesta-generate carry predictions/{before} --release {name}"
        yield StatusNote(kind="uncarried", what=what, release=name, fix=fix)


def _due(
    releases: Sequence[ReleaseState], drafts: Sequence[DraftState], date: str
) -> Iterator[StatusNote]:
    newest = newest_state(releases)
    waiting = any(not draft.cut for draft in drafts)
    if newest and newest.next_due and newest.next_due <= date and not waiting:
        text = f"the next release was due on {newest.next_due}; it is {date}"
        fix = f"digesta release new {date} --from {newest.release} -o drafts/{date}"
        yield StatusNote(kind="due", what=text, fix=fix, due=newest.next_due)


def _unread(releases: Sequence[ReleaseState]) -> Iterator[StatusNote]:
    """Yield which tracks of the newest release have questions that no person has read."""
    newest = newest_state(releases)
    name = newest.release if newest else None
    for track, (count, every) in newest.unread.items() if newest else ():
        what = f"{name}: {track}: no person read {count} of {every} public questions"
        fix = f"digesta review pack --track {track} --release {name} -o {track}.csv"
        yield StatusNote(kind="review", what=what, release=name, fix=fix)


def _of_draft(draft: DraftState) -> Iterator[StatusNote]:
    cut = f"digesta release cut {draft.folder}"
    if draft.cut:
        text = f"{draft.folder}: cut already as {draft.release}"
        yield StatusNote(kind="draft", what=text, fix=f"remove the folder {draft.folder}")
    elif draft.problem:
        yield StatusNote(kind="draft", what=f"{draft.folder}: {draft.problem}", fix=cut)
    elif draft.unsealed:
        text = f"{draft.folder}: {draft.unsealed} questions are to be sealed"
        seal = f"digesta release seal {draft.folder} --private FOLDER"
        yield StatusNote(kind="draft", what=text, fix=seal)
    else:
        yield StatusNote(kind="draft", what=f"{draft.folder}: not cut", fix=cut)
