"""Who is on a board, by the rules of releases with ``stats/3``.

- A system that answered none of a board's questions is not on it.
- A system of an earlier release that was not asked the questions added since is listed apart,
  without rank, with its score there and the day.
- A condition, or a set of judges, that no system entered has no board; the track's headline names
  it. Where nobody entered at all, the headline shows the floors.
- Boards of several judges that say the same are one: that of all of them, whose rows show each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from digesta.board.rows import Entrant, name_of
from digesta.board.specs import Spec
from digesta.records.board import Board, EarlierRow
from digesta.scoring.submission import ScoredSubmission


class Earlier(NamedTuple):
    """The earlier releases of a series.

    rows: by each name of a board, its systems by id, as the newest release has them that published
    them there. public: the ids of each release's public questions.
    """

    rows: Mapping[str, Mapping[str, EarlierRow]] = MappingProxyType({})
    public: Mapping[str, frozenset[str]] = MappingProxyType({})


def answered_any(
    submission: ScoredSubmission, spec: Spec, *, but: Collection[str] = frozenset()
) -> bool:
    """Return whether a submission answered any of a board's questions. but: those not meant."""
    facts = submission.by_task(spec.score.tasks[0].track)
    columns = (
        zip(task.ids, facts[task.task].rows[:, task.column_names.index("missing")], strict=True)
        for task in spec.score.tasks
    )
    return any(not missing and key not in but for column in columns for key, missing in column)


def earlier_rows(
    name: str, spec: Spec, entrants: Sequence[Entrant], earlier: Earlier
) -> list[EarlierRow]:
    """Return the systems of earlier boards of a name that were not asked what was added, by id."""
    here = {name_of(entrant): entrant[0] for entrant in entrants}
    keys = {key for task in spec.score.tasks for key in task.ids}

    def is_listed(row: EarlierRow) -> bool:
        now, known = here.get(row.submission_id), earlier.public[row.release]
        return now is None or not (keys <= known or answered_any(now, spec, but=known))

    return [row for _, row in sorted(earlier.rows.get(name, {}).items()) if is_listed(row)]


def is_entered(board: Board) -> bool:
    """Return whether a system is on a board, or was on an earlier one."""
    return bool(board.earlier) or any(row.role == "system" for row in board.rows)


def fold_judges(boards: Iterable[Board], published: Collection[str]) -> list[Board]:
    """Return boards without those by fewer judges that say what the one by more says.

    They say the same where they have the same systems and rank them alike, or rank nobody. The
    board that stays has their names as further addresses. published: names of boards that stay.
    """
    kept: list[Board] = []
    for board in sorted(boards, key=lambda each: -len(each.judges or ())):
        at = next((at for at, other in enumerate(kept) if _is_said_by(board, other)), None)
        if at is None or board.board in published:
            kept.append(board)
        else:
            names = [*kept[at].addresses, board.board, *board.addresses]
            kept[at] = kept[at].model_copy(update={"addresses": names})
    return kept


def _is_said_by(board: Board, other: Board) -> bool:
    judges, more = ({judge.judge for judge in each.judges or ()} for each in (board, other))
    return judges < more and _statement(board) == _statement(other)


def _statement(board: Board) -> list[object]:
    """Return what a board says: of what, under which condition, whom it ranks and where."""
    rows = [(r.submission_id, r.rank_low, r.rank_high) for r in board.rows if r.role == "system"]
    return [*board.board.split("@")[:2], board.ranked, *sorted(rows, key=itemgetter(0))]
