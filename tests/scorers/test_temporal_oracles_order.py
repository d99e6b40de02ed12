"""The scorer temporal's chains, orders and phrases against independent implementations."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from temporal_cases import (
    chain,
    column,
    in_force,
    links,
    made_by,
    named,
    prepared,
    value,
)

SEED = 20261122
ROWS = 500
HALF_A_NANO = 5e-10 + 1e-15


def longest_common(a: list[Any], b: list[Any]) -> int:
    """Return the length of the longest common subsequence by the textbook's table."""
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            best = max(table[i, j + 1], table[i + 1, j])
            table[i + 1, j + 1] = table[i, j] + 1 if x == y else best
    return int(table[-1, -1])


def chains_drawn() -> tuple[list[list[tuple[str, list[str]]]], list[list[dict[str, Any]]]]:
    """Draw true chains, and answers made of them: links left out, changed, put in another order."""
    random = Random(SEED + 5)
    true, given = [], []
    for _ in range(ROWS):
        days = sorted(random.sample(range(89, 99), random.randint(1, 6)))
        changes = [(f"19{day}-01-01", [f"EC {random.randint(1, 9)}"]) for day in days]
        answer = [dict(link) for link in links(*changes) if random.random() < 0.8]
        for link in answer:
            if random.random() < 0.2:
                link["date"] = "1985-09-09"
        random.shuffle(answer) if random.random() < 0.5 else None
        true.append(changes)
        given.append(answer)
    return true, given


def test_chains_agree_with_the_textbooks_tables_and_with_scikit_learn() -> None:
    true, given = chains_drawn()
    ones = [prepared("lineage", chain(*changes)) for changes in true]
    answers = [{"version_chain": answer} for answer in given]
    keys = [[(k["version"], k["date"], *k["amendments"]) for k in links(*t)] for t in true]
    said = [[(k["version"], k["date"], *k["amendments"]) for k in g] for g in given]

    order = [longest_common(a, b) / len(b) for a, b in zip(said, keys, strict=True)]
    found = [
        np.isin([hash(k) for k in b], [hash(k) for k in a]).mean()
        for a, b in zip(said, keys, strict=True)
    ]
    numbers = [
        np.isin([k[0] for k in b], [k[0] for k in a]).mean()
        for a, b in zip(said, keys, strict=True)
    ]

    for name, oracle in (("links_in_order", order), ("links", found), ("numbers", numbers)):
        assert np.abs(column(name, ones, answers) - oracle).max() <= HALF_A_NANO, (SEED, name)
    pairs = [sorted({k[1:] for k in [*a, *b] if k[0] > 1}) for a, b in zip(said, keys, strict=True)]
    f1 = [f1_of(p, a, b) for p, a, b in zip(pairs, said, keys, strict=True)]
    assert np.abs(column("lineage_f1", ones, answers) - f1).max() <= HALF_A_NANO, SEED
    metrics = (
        ("lineage_f1", f1), ("causal_completeness", found), ("ordered_completeness", order),
        ("causal_completeness_as_coded", numbers),
    )  # fmt: skip
    for name, oracle in metrics:
        assert float(value(name, ones, answers)) == pytest.approx(np.mean(oracle), abs=1e-9), name


def f1_of(pairs: list[Any], said: list[Any], keys: list[Any]) -> float:
    given, true = ({k[1:] for k in chain_ if k[0] > 1} for chain_ in (said, keys))
    indicators = [[int(pair in side) for pair in pairs] for side in (true, given)]
    hits, extra = sum(map(min, *indicators)), sum(indicators[0]) + sum(indicators[1])
    return 2 * hits / extra if extra else 0.0


def test_order_of_amendments_agrees_with_the_textbooks_table() -> None:
    random = Random(SEED + 6)
    numbers = range(1, 9)
    true = [random.sample(numbers, random.randint(1, 6)) for _ in range(ROWS)]
    given = [random.sample(numbers, random.randint(1, 6)) for _ in range(ROWS)]
    ones = [prepared("attribution", made_by(*(f"EC {n}" for n in t))) for t in true]
    answers = [{"amendments": [f"EC {n}" for n in g]} for g in given]

    oracle = [longest_common(g, t) / len(t) for g, t in zip(given, true, strict=True)]

    assert np.abs(column("order", ones, answers) - oracle).max() <= HALF_A_NANO, SEED


def test_places_in_a_chain_agree_with_comparing_arrays() -> None:
    random = Random(SEED + 7)
    for case in range(400):
        true = [f"EC {random.randint(1, 3)}" for _ in range(random.randint(1, 6))]
        given = [f"EC {random.randint(1, 3)}" for _ in range(random.randint(1, 6))]
        days = [f"20{n:02}-01-01" for n in range(6)]
        one = prepared("lineage", chain(*((d, [a]) for d, a in zip(days, true, strict=False))))
        answer = chain(*((d, [a]) for d, a in zip(days, given, strict=False)))

        shorter = min(len(true), len(given))
        same = np.array(true[:shorter]) == np.array(given[:shorter])

        got = float(value("causal_chain_completeness", [one], [answer]))
        assert got == pytest.approx(same.sum() / len(true), abs=1e-9), (SEED, case)


def test_phrases_agree_with_sets_of_words() -> None:
    random = Random(SEED + 8)
    words = ["moradia", "saúde", "lenha", "pão", "água", "sal", "mel", "moradias"]
    for case in range(400):
        must = random.sample(words, random.randint(1, 3))
        must_not = [w for w in random.sample(words, random.randint(1, 3)) if w not in must]
        text = random.sample(words, random.randint(0, 6))
        one = prepared("point_in_time", in_force(1, must=must, must_not=must_not))
        answer = named(1, text=" ,".join(word.upper() for word in text) + ".")

        required = np.isin(must, text).mean()
        forbidden = np.isin(must_not, text).mean() if must_not else 0.0
        # A text without words is none, and holds back no forbidden phrase.
        forbidden = forbidden if text else 1.0

        got = [float(value(n, [one], [answer])) for n in ("must_contain", "text_containment")]
        assert got == pytest.approx([required, max(0, required - forbidden)], abs=1e-9), (
            SEED,
            case,
        )
        if must_not:
            rate = float(value("must_not_contain", [one], [answer]))
            assert rate == pytest.approx(forbidden, abs=1e-9), (SEED, case)
