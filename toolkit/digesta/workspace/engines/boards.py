"""Boards as shards: the metrics of each row, which follow from its own answers, then the boards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from digesta.board.boards import BoardLineup, board_of, lineups
from digesta.board.judges.gate import AuditedJudge
from digesta.board.rows import Entrant, OtherMetrics, other_metrics
from digesta.records.board import Ineligible
from digesta.scoring.facts import CompiledRelease
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace.engines import current_engine, map_shards
from digesta.workspace.releases import json_line, source_digest


class Standings(NamedTuple):
    """What the boards of a split are made from: who stands on them and who does not, judges."""

    compiled: CompiledRelease
    submissions: tuple[ScoredSubmission, ...]
    refused: tuple[Ineligible, ...]
    audited: Mapping[str, AuditedJudge]


_Shared = Callable[[], Standings]


class _RowShard(NamedTuple):
    """One row of a board, both by number. key: a digest of all that its metrics rest on."""

    board: int
    row: int
    key: str
    shared: _Shared


class _BoardShard(NamedTuple):
    """One board to make.

    others: the metrics of its rows. key: a text that changes with all that it rests on.
    """

    number: int
    others: list[OtherMetrics]
    key: str
    shared: _Shared


def board_lines(standings: Standings, *, kept: str) -> Iterator[tuple[str, bytes]]:
    """Yield each board's file name and canonical bytes.

    kept: a name under which boards, and the metrics of rows, stay for the next run, which makes
    those alone of which something changed.
    """
    compiled, shared = standings.compiled, current_engine().share(standings)
    every = tuple(_lineups_of(standings))
    basis = f"{source_digest()} {compiled.digest} {compiled.split}"
    rows = [
        _RowShard(number, at, f"{basis} {lineup.key.name} {_digest_of(lineup, entrant)}", shared)
        for number, lineup in enumerate(every)
        for at, entrant in enumerate(lineup.entrants)
    ]
    metrics = map_shards(_row_metrics, rows, key=lambda row: row.key, step="rows", kept=kept)
    places = iter(rows)
    shards = [
        _BoardShard(
            number,
            list(islice(metrics, len(lineup.entrants))),
            _basis_of(lineup, list(islice(places, len(lineup.entrants))), standings.audited),
            shared,
        )
        for number, lineup in enumerate(every)
    ]
    name = f"{kept} boards"
    return map_shards(_board_line, shards, key=lambda each: each.key, step="boards", kept=name)


def _digest_of(lineup: BoardLineup, entrant: Entrant) -> str:
    tasks, state = lineup.key.spec.score.tasks, hashlib.sha256()
    for each in entrant:
        state.update(f"{each.judge} {each.expectation}\n".encode())
        facts = each.by_task(tasks[0].track)
        for task in tasks:
            state.update(facts[task.task].rows.tobytes())
    return state.hexdigest()


def _basis_of(
    lineup: BoardLineup, rows: Sequence[_RowShard], audited: Mapping[str, AuditedJudge]
) -> str:
    """Return a text that changes with all that a board rests on. rows: one for each entrant."""
    names = ("role", "level", "predictions_sha256", "verdicts_sha256")
    cards = [
        [each.card.model_dump_json(), *(getattr(each, name) for name in names)]
        for entrant in lineup.entrants
        for each in entrant
    ]
    judges = [repr(audited.get(name)) for name in lineup.key.judges]
    out = [each.as_json() for each in lineup.left_out]
    return f"{[row.key for row in rows]} {cards} {judges} {out}"


def _lineups_of(standings: Standings) -> Iterator[BoardLineup]:
    return lineups(
        standings.compiled, standings.submissions, standings.refused, audited=standings.audited
    )


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
