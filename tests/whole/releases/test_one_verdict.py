"""A pair has one verdict: published ranks and published paired tests say the same."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import permutations

import pytest

from digesta.records.board import Board
from digesta.workspace.boards import pairs_of
from digesta.workspace.releases import last_publication, open_release
from places import ROOT
from repository import with_texts

NEWEST = open_release(ROOT, None).id


def headlines(name: str) -> list[Board]:
    """Return a release's published boards that rank whole tracks by public questions."""
    contents = last_publication(ROOT / "releases" / name).values()
    boards = [Board.model_validate(json.loads(content)) for content in contents]
    return [
        board
        for board in boards
        if board.ranked and board.split == "public" and "/" not in board.board
    ]


@pytest.mark.parametrize("name", [NEWEST, "disc-lawllm-2026-11-23", "muser-2026-11-23"])
def test_ranks_of_a_board_are_what_the_tests_of_its_pairs_leave_open(name: str) -> None:
    better: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for pair in pairs_of(with_texts(name), open_release(with_texts(name), name)):
        if pair["separable"]:
            order = (pair["a"], pair["b"]) if pair["difference"] > 0 else (pair["b"], pair["a"])
            better[pair["board"]].add(order)

    assert headlines(name)
    for board in headlines(name):
        ranked = [row for row in board.rows if row.rank_low is not None]
        apart = better[board.board.partition("@")[0]]
        for row in ranked:
            tied = [one.submission_id for one in ranked if one.score == row.score]
            others = [one.submission_id for one in ranked]
            above = min(sum((other, one) in apart for other in others) for one in tied)
            below = min(sum((one, other) in apart for other in others) for one in tied)
            assert (row.rank_low, row.rank_high) == (1 + above, len(ranked) - below)
        for first, second in permutations(ranked, 2):
            if (first.rank_high or 0) < (second.rank_low or 0):
                assert (first.submission_id, second.submission_id) in apart
