"""The draws: one stream, whole clusters, the same whatever the order of the questions."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.stats.draws import BLOCK, count_blocks, layout_of, seed_of, splitmix64

SEEDS = st.integers(0, 2**64 - 1)
QUESTIONS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("uvwxyz")), min_size=1)
few = settings(derandomize=True, deadline=None, max_examples=40)

TASKS = ["a", "a", "b", "b", "b", "b", "c"]
CLUSTERS = ["u", "v", "u", "x", "y", "z", "w"]


def plain_stream(seed: int) -> Iterator[int]:
    """Vigna's splitmix64.c, in plain integers."""
    word = 2**64 - 1
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & word
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & word
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & word
        yield z ^ (z >> 31)


def plain_counts(
    tasks: Sequence[str], clusters: Sequence[str], rounds: int, seed: int
) -> list[list[int]]:
    """Draw as the docstring says, with no arrays."""
    units = sorted(set(zip(tasks, clusters, strict=True)))
    stream = plain_stream(seed)
    found = []
    for _ in range(rounds):
        drawn: Counter[tuple[str, str]] = Counter()
        for task in sorted(set(tasks)):
            own = [unit for unit in units if unit[0] == task]
            drawn.update(own[((next(stream) >> 32) * len(own)) >> 32] for _ in own)
        found.append([drawn[unit] for unit in units])
    return found


def all_counts(tasks: Sequence[str], clusters: Sequence[str], rounds: int, seed: int) -> np.ndarray:
    return np.concatenate(list(count_blocks(layout_of(tasks, clusters), rounds=rounds, seed=seed)))


def test_the_stream_is_the_published_one() -> None:
    # The first five numbers for seed 1234567, as in Vigna's test and many ports of it.
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]

    assert splitmix64(1234567, 0, 5).tolist() == published


@few
@given(SEEDS, st.integers(0, 50), st.integers(0, 50))
def test_any_piece_of_the_stream_is_that_of_plain_integers(
    seed: int, start: int, count: int
) -> None:
    stream = plain_stream(seed)

    plain = [next(stream) for _ in range(start + count)][start:]

    assert splitmix64(seed, start, count).tolist() == plain


@few
@given(QUESTIONS, SEEDS)
def test_vectorised_draws_are_those_of_plain_integers(
    questions: list[tuple[str, str]], seed: int
) -> None:
    tasks, clusters = zip(*questions, strict=True)

    assert all_counts(tasks, clusters, 70, seed).tolist() == plain_counts(tasks, clusters, 70, seed)


def test_every_stratum_keeps_its_number_of_clusters_in_every_resample() -> None:
    counts = all_counts(TASKS, CLUSTERS, 200, 9)

    assert (counts[:, :2].sum(axis=1) == 2).all()
    assert (counts[:, 2:6].sum(axis=1) == 4).all()
    assert (counts[:, 6] == 1).all()


def test_every_cluster_of_a_stratum_is_drawn_about_as_often() -> None:
    counts = all_counts(TASKS, CLUSTERS, 10_000, 9)

    assert np.abs(counts.mean(axis=0) - 1).max() < 0.04


@few
@given(QUESTIONS, SEEDS, st.randoms(use_true_random=False))
def test_draws_do_not_depend_on_the_order_of_the_questions(
    questions: list[tuple[str, str]], seed: int, random: object
) -> None:
    shuffled = list(questions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    before, after = (zip(*order, strict=True) for order in (questions, shuffled))

    assert all_counts(*before, 10, seed).tolist() == all_counts(*after, 10, seed).tolist()


@pytest.mark.parametrize("rounds", [1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK - 5])
def test_a_short_run_is_the_beginning_of_a_long_one(rounds: int) -> None:
    long = all_counts(TASKS, CLUSTERS, 3 * BLOCK, 5)

    short = all_counts(TASKS, CLUSTERS, rounds, 5)

    assert short.shape == (rounds, 7)
    assert (short == long[:rounds]).all()


def test_blocks_hold_no_more_than_64_resamples() -> None:
    blocks = count_blocks(layout_of(TASKS, CLUSTERS), rounds=150, seed=1)

    assert [len(block) for block in blocks] == [64, 64, 22]


def test_a_cluster_in_two_strata_is_a_unit_of_each_and_no_singleton() -> None:
    layout = layout_of(["a", "b"], ["u", "u"])

    assert layout.units == 2
    assert not layout.singletons
    assert layout_of(["a", "b"], ["u", "v"]).singletons


def test_folding_sums_the_questions_of_each_unit() -> None:
    layout = layout_of(["b", "a", "b", "b"], ["u", "w", "v", "u"])

    folded = layout.fold(np.array([[1, 10], [2, 20], [4, 40], [8, 80]]))

    assert layout.strata == ("a", "b")
    assert layout.sizes.tolist() == [1, 2, 1]
    assert folded.tolist() == [[2, 20], [9, 90], [4, 40]]
    assert layout.by_stratum(folded).tolist() == [[2, 20], [13, 130]]


def test_a_seed_is_the_digest_of_its_name_sorted_digests_and_board() -> None:
    text = b"boot/1\naa\nbb\ntlr@retrieval\n"

    seed = seed_of("boot/1", ["bb", "aa"], "tlr@retrieval")

    assert seed == int.from_bytes(hashlib.sha256(text).digest()[:8], "big")


def test_a_seed_changes_with_each_of_its_inputs() -> None:
    seeds = {
        seed_of("boot/1", ["aa"], "tlr"),
        seed_of("boot/2", ["aa"], "tlr"),
        seed_of("boot/1", ["ab"], "tlr"),
        seed_of("boot/1", ["aa", "aa"], "tlr"),
        seed_of("boot/1", ["aa"], "tlr@retrieval"),
    }

    assert len(seeds) == 5


def test_a_line_feed_in_a_name_is_refused_so_that_no_two_inputs_read_alike() -> None:
    with pytest.raises(AssertionError, match="line feed"):
        seed_of("boot/1", ["aa"], "tlr\nbb")


def test_a_layout_of_no_questions_is_refused() -> None:
    with pytest.raises(AssertionError, match="at least one question"):
        layout_of([], [])
