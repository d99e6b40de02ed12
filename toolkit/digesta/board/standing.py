"""Who is on a board, by the rules of releases with ``stats/3``.

- A system that answered none of a board's questions is not on it.
- A system of an earlier release that was not asked the questions added since is listed apart,
  without rank, with its score there and the day.
- A condition, or a set of judges, that no system entered has no board; the track's headline names
  it. Where nobody entered at all, the headline shows the floors.
- Boards of several judges that say the same are one: that of all of them, whose rows show each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from digesta.board.rows import Entrant, name_of
from digesta.board.specs import Spec
from digesta.records.board import Board, EarlierRow
from digesta.scoring.submission import ScoredSubmission


class EarlierRelease(NamedTuple):
    """An earlier release of the series. asked: its public questions.

    rows: the systems of each board that it published last, by each of the board's names.
    """

    asked: frozenset[str]
    rows: Mapping[str, Sequence[EarlierRow]]


def answered_any(
    submission: ScoredSubmission, spec: Spec, *, but: Collection[str] = frozenset()
) -> bool:
    """Return whether a submission answered any of a board's questions. but: those not meant."""
    facts = submission.by_task(spec.score.tasks[0].track)
    return any(
        not missing and key not in but
        for task in spec.score.tasks
        for key, missing in zip(
            task.ids, facts[task.task].rows[:, task.column_names.index("missing")], strict=True
        )
    )


def earlier_rows(
    name: str,
    spec: Spec,
    entrants: Sequence[Entrant],
    before: Sequence[EarlierRelease],
    gone: Collection[str],
) -> Iterator[EarlierRow]:
    """Yield the systems of a board that were not asked what was added, each once.

    before: the earlier releases, the newest first. gone: submissions that decisions took away.
    """
    here = {name_of(entrant): entrant[0] for entrant in entrants}
    seen = set(gone)
    keys = {key for task in spec.score.tasks for key in task.ids}
    for release in before:
        for row in release.rows.get(name, ()):
            if row.submission_id in seen:
                continue
            seen.add(row.submission_id)
            now = here.get(row.submission_id)
            if now is None or (
                not keys <= release.asked and not answered_any(now, spec, but=release.asked)
            ):
                yield row


def is_entered(board: Board) -> bool:
    """Return whether a system is on a board, or was on an earlier one."""
    return bool(board.earlier) or any(row.role == "system" for row in board.rows)


def fold_judges(boards: Iterable[Board], published: Collection[str]) -> list[Board]:
    """Return boards without those by fewer judges that say what the one by more says.

    They say the same where they have the same systems and rank them alike, or rank nobody. The
    board that stays has their names as further addresses. published: names of boards that stay.
    """
    kept: list[Board] = []
    for board in sorted(boards, key=lambda each: -len(_judges(each))):
        mine, said = set(_judges(board)), _statement(board)
        for place, other in enumerate(kept if board.board not in published else ()):
            if mine and mine < set(_judges(other)) and said == _statement(other):
                names = [*other.addresses, board.board, *board.addresses]
                kept[place] = other.model_copy(update={"addresses": names})
                break
        else:
            kept.append(board)
    return sorted(kept, key=lambda each: each.path)


def _judges(board: Board) -> list[str]:
    return [judge.judge for judge in board.judges or ()]


def _statement(board: Board) -> tuple[object, ...]:
    """Return what a board says: of what, under which condition, and whom it ranks where."""
    place = board.board.split("@")[:2]
    rows = [(r.submission_id, r.rank_low, r.rank_high) for r in board.rows if r.role == "system"]
    return board.split, *place, board.ranked, *sorted(rows, key=str)
