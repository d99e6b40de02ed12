"""Boards and facts as shards of work: rows of boards, then boards; and each submission's facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import NamedTuple

from digesta.board.boards import BoardLineup, board_of, lineups
from digesta.board.judges.gate import AuditedJudge
from digesta.board.roster import Earlier
from digesta.board.rows import OtherMetrics, other_metrics
from digesta.records.board import Ineligible
from digesta.scoring.facts import CompiledRelease
from digesta.scoring.submission import ScoredSubmission, facts_of
from digesta.workspace.engines import current_engine, map_shards
from digesta.workspace.releases import StoredRelease, json_line


class Standings(NamedTuple):
    """What the boards of a split are made from: who stands on them and who does not, judges.

    published: names of boards, which stay.
    """

    compiled: CompiledRelease
    submissions: tuple[ScoredSubmission, ...]
    refused: tuple[Ineligible, ...]
    audited: Mapping[str, AuditedJudge]
    earlier: Earlier = Earlier()
    published: frozenset[str] = frozenset()


_Shared = Callable[[], Standings]


class _RowShard(NamedTuple):
    """One row of a board, both by number."""

    board: int
    row: int
    shared: _Shared


class _BoardShard(NamedTuple):
    """One board to make. others: the metrics of its rows."""

    number: int
    others: list[OtherMetrics]
    shared: _Shared


def board_lines(standings: Standings) -> Iterator[tuple[str, bytes]]:
    """Yield each board's file name and canonical bytes."""
    shared = current_engine().share(standings)
    sizes = [len(lineup.entrants) for lineup in _lineups_of(standings)]
    rows = [_RowShard(board, row, shared) for board, n in enumerate(sizes) for row in range(n)]
    metrics = map_shards(_row_metrics, rows, step="rows")
    shards = [
        _BoardShard(number, list(islice(metrics, size)), shared)
        for number, size in enumerate(sizes)
    ]
    return map_shards(_board_line, shards, step="boards")


def _lineups_of(standings: Standings) -> Iterator[BoardLineup]:
    compiled, submissions, refused, audited, earlier, names = standings
    make = partial(lineups, audited=audited, earlier=earlier, published=names)
    return make(compiled, submissions, refused)


@lru_cache(maxsize=1)
def _lineups(shared: _Shared) -> tuple[BoardLineup, ...]:
    """Return every lineup, once in each worker: what they say of scores cannot be sent."""
    return tuple(_lineups_of(shared()))


def _row_metrics(shard: _RowShard) -> OtherMetrics:
    lineup = _lineups(shard.shared)[shard.board]
    return other_metrics(lineup.entrants[shard.row], lineup.key.spec)


def _board_line(shard: _BoardShard) -> tuple[str, bytes]:
    standings, lineup = shard.shared(), _lineups(shard.shared)[shard.number]
    board = board_of(standings.compiled, lineup, audited=standings.audited, others=shard.others)
    return f"{board.path}.json", json_line(board)


class _FactsShard(NamedTuple):
    """A submission by its number."""

    number: int
    shared: Callable[[], tuple[CompiledRelease, Sequence[ScoredSubmission]]]


def facts_by_track(
    release: StoredRelease, submissions: Sequence[ScoredSubmission]
) -> Iterator[dict[str, bytes]]:
    """Yield each submission's facts by track, as canonical JSON; of a judge those that it marks."""
    shared = current_engine().share((release.compiled, submissions))
    shards = [_FactsShard(number, shared) for number in range(len(submissions))]
    return map_shards(_facts, shards, step="facts")


def _facts(shard: _FactsShard) -> dict[str, bytes]:
    compiled, submissions = shard.shared()
    submission = submissions[shard.number]
    judged = {task.track for task in compiled.tasks if task.needs_judge}
    return {
        track.track: json_line(facts_of(compiled, submission, track.track))
        for track in compiled.release.tracks
        if not submission.judge or track.track in judged
    }
