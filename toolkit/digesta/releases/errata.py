"""Errata and the gate of the adversaries: a corrected key may leave a small task uneven.

A key that was wrong is corrected whatever an adversary then earns: the board is recorded in
``changes.json`` with the reason, and cutting warns. Only what passes with the truths as they were
is an erratum's doing; the next month's release passes the gate again, or is not cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from digesta.errors import Problem
from digesta.records.release import UnevenBoard
from digesta.releases.data import ReleaseData, ids_of
from digesta.releases.diff import Change, difference
from digesta.releases.floors import board_of, no_headline_without_law


def uneven_boards(
    before: ReleaseData, draft: ReleaseData, ids: Mapping[str, str], problems: Sequence[Problem]
) -> list[UnevenBoard]:
    """Return the boards among a draft's problems that errata alone made uneven, with the reason.

    before: the release before it. ids: working id -> final id. A board that an erratum of the
    same day left at the same score stays excused.
    """
    over = [problem for problem in problems if problem.code == "won-without-law"]
    changes = [each for each in difference(before, draft, ids) if each.kind == "rekeyed"]
    errata = [each for each in changes if each.reason]
    if not over:
        return []
    old = {each.question_id: before.truths[ids[each.question_id]] for each in errata}
    truths = {name: truth.model_copy(update={"question_id": name}) for name, truth in old.items()}
    as_before = replace(draft, truths={**draft.truths, **truths})
    always = set(map(board_of, no_headline_without_law(as_before) if errata else over))
    known = _same_day(before, draft)
    boards = []
    for problem in over:
        board, adversary = board_of(problem)
        if reason := known.get(problem.got, "") or (
            "" if (board, adversary) in always else _reason(board, errata, ids)
        ):
            boards.append(UnevenBoard(board=board, adversary=adversary, reason=reason))
    return boards


def _same_day(before: ReleaseData, draft: ReleaseData) -> dict[str, str]:
    """Return the reasons for what the release before has uneven, by the problem's words."""
    rows = before.changes.uneven or []
    if not rows or before.manifest.day != draft.manifest.day:
        return {}
    reasons = {(row.board, row.adversary): row.reason for row in rows}
    over = no_headline_without_law(before)
    return {each.got: reasons[board_of(each)] for each in over if board_of(each) in reasons}


def _reason(board: str, errata: Sequence[Change], ids: Mapping[str, str]) -> str:
    """Return why a board's keys were corrected: those of its task, or of its track."""
    places = ((f"{each.track}/{each.category}/{each.task}/", each) for each in errata)
    mine = [each for place, each in places if place.startswith(f"{board}/")]
    return "; ".join(f"{ids[each.question_id][:12]}: {each.reason}" for each in mine)


def untrue_boards(before: ReleaseData, after: ReleaseData) -> Iterator[Problem]:
    """Yield a problem where a cut release excuses other boards than its errata made uneven."""
    rows, ids = after.changes.uneven or [], {name: name for name in ids_of(after.questions)}
    if rows and rows != uneven_boards(before, after, ids, list(no_headline_without_law(after))):
        got = ", ".join(row.board for row in rows)
        fix = "the file is not what was cut; restore it"
        yield Problem(code="changes", file="changes.json", got=f"uneven: {got}", fix=fix)


def problems_besides(boards: Sequence[UnevenBoard], problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems but for those of boards that errata made uneven."""
    known = {(row.board, row.adversary) for row in boards}
    return [
        problem
        for problem in problems
        if problem.code != "won-without-law" or board_of(problem) not in known
    ]
