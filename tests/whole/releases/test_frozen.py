"""Nothing published moves: what the code computes and what was published, by digest.

What else is said of an archive's marks is held here, too: making them takes most of the time.
"""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from test_archives_page import COLUMNS, first_table_says_what_boards_and_paired_tests_say

from digesta.board.abstention import abstentions
from digesta.board.questions import item_analyses
from digesta.canonical import sha256_hex
from digesta.metrics.exact import NANO
from digesta.records.board import Board
from digesta.workspace.boards import BoardInputs, board_files, board_inputs, pairs_of
from digesta.workspace.publication import check_last_publication
from digesta.workspace.releases import StoredRelease, last_publication
from places import ARCHIVES, NEWEST, ROOT
from repository import listed, opened, with_texts

ANSWERED = ("mmlu-pro-law-2026-11-23", "disc-lawllm-2026-11-23")
"""Nobody answers in another language than asked; LexEval's models do (up to 489)."""
COUNTS = {
    # The originals' own letters of 31 models, without our three baselines, give 88 dead,
    # 2 free, 15 suspicious, 181 negative: we read some replies otherwise.
    "mmlu-pro-law-2026-11-23": {"dead": 69, "suspicious": 15, "negative": 193},
    "oab-bench-citations-2026-11-23": {"dead": 6, "free": 1, "negative": 3},
}
PAIRED = ("disc-lawllm-2026-11-23", "muser-2026-11-23")


@pytest.mark.parametrize("release", ARCHIVES)
def test_a_live_archive_is_computed_to_the_frozen_bytes_and_what_is_said_of_it_comes_out(
    release: str,
) -> None:
    root, stored = with_texts(release), opened(release)
    boards = board_files(root, stored)
    check_last_publication(stored, boards)
    assert {path: sha256_hex(data) for path, data in boards.items()} == {
        path.removeprefix(f"boards/{release}/"): digest
        for path, digest in listed("computed.sha256").items()
        if path.startswith(f"boards/{release}/")
    }
    inputs = board_inputs(root, stored)
    if release in COLUMNS:
        first_table_says_what_boards_and_paired_tests_say(stored, inputs)
    if release in ANSWERED:
        answered_and_wrong_are_what_the_published_board_leaves(stored, inputs)
    if release in COUNTS:
        the_figures_of_questions_are_those_of_numpy(stored, inputs)
    if release in PAIRED:
        ranks_of_a_board_are_what_the_tests_of_its_pairs_leave_open(root, stored)


def test_ranks_of_the_newest_release_are_what_the_tests_of_its_pairs_leave_open() -> None:
    ranks_of_a_board_are_what_the_tests_of_its_pairs_leave_open(ROOT, opened(NEWEST))


def test_every_published_board_keeps_its_bytes() -> None:
    expected = listed("published.sha256")
    found = {path: sha256_hex((ROOT / path).read_bytes()) for path in expected}

    assert found == expected


# What answers agree with, counted another way ----------------------------------------------------


def answered_and_wrong_are_what_the_published_board_leaves(
    stored: StoredRelease, inputs: BoardInputs
) -> None:
    [record] = abstentions(stored.compiled, inputs.submissions, stored.data.questions)
    [content] = [
        content
        for name, content in last_publication(stored.root).items()
        if name.endswith("@closed_book.json") and "/" not in name
    ]
    board = json.loads(content)
    published = {row["submission_id"]: row for row in board["rows"]}

    for row in record.rows:
        there = published[row.submission_id]
        right = row.n - row.missing - row.unreadable - (row.wrong or 0)
        assert (row.missing, row.unreadable) == (there["missing"], there["unreadable"])
        if len(stored.compiled.tasks) == 1:
            assert round(float(Fraction(right, row.n)), 9) == there["score"]
        assert row.languages is not None
        assert sum(row.languages.other.values()) == 0
        if stored.id == ANSWERED[0]:  # every question its own source
            assert row.risk is not None
            assert row.low is not None
            assert row.high is not None
            answered = row.n * row.coverage
            width = 2 * 1.96 * np.sqrt(row.risk * (1 - row.risk) / answered)
            assert (row.high - row.low) / width == pytest.approx(1, abs=0.15)
    assert {row.n for row in record.rows} == {board["n"]}


def the_figures_of_questions_are_those_of_numpy(stored: StoredRelease, inputs: BoardInputs) -> None:
    [made] = item_analyses(stored.compiled, inputs.submissions)

    by_id = {each.card.submission_id: each for each in inputs.submissions}
    x = np.column_stack(
        [
            np.concatenate([facts.rows[:, 0] for facts in by_id[name].facts]) / NANO
            for name in made.systems
        ]
    )
    ids = [name for task in stored.compiled.tasks for name in task.ids]
    rows = {row.question_id: row for row in made.rows}
    z = 1.959963984540054 / np.sqrt(len(made.systems) - 3)
    for at, (name, own) in enumerate(zip(ids, x, strict=True)):
        row = rows[name]
        assert row.facility == pytest.approx(own.mean(), abs=2e-9)
        if own.std() == 0:
            assert row.correlation is None
            continue
        r = np.corrcoef(own, np.delete(x, at, axis=0).mean(axis=0))[0, 1]
        ends = np.tanh(np.arctanh(r) - z), np.tanh(np.arctanh(r) + z)
        assert (row.correlation, row.low, row.high) == pytest.approx((r, *ends), abs=1e-8)
    assert dict(made.counts) == COUNTS[stored.id]
    n = len(ids)
    alpha = n / (n - 1) * (1 - x.var(axis=1).sum() / x.sum(axis=0).var())
    assert made.reliability is not None
    assert made.reliability.value == pytest.approx(alpha, abs=1e-9)


# A pair has one verdict: published ranks and published paired tests say the same -----------------


def headlines(name: str) -> list[Board]:
    """Return a release's published boards that rank whole tracks by public questions."""
    contents = last_publication(ROOT / "releases" / name).values()
    boards = [Board.model_validate(json.loads(content)) for content in contents]
    return [
        board
        for board in boards
        if board.ranked and board.split == "public" and "/" not in board.board
    ]


def ranks_of_a_board_are_what_the_tests_of_its_pairs_leave_open(
    root: Path, stored: StoredRelease
) -> None:
    better: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for pair in pairs_of(root, stored):
        if pair["separable"]:
            order = (pair["a"], pair["b"]) if pair["difference"] > 0 else (pair["b"], pair["a"])
            better[pair["board"]].add(order)

    assert headlines(stored.id)
    for board in headlines(stored.id):
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
