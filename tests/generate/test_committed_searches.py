"""What a search by embeddings is on record with, it finds again: by a sample, not whole.

A score of one text does not depend on the others, so a list is the same among fewer texts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import sha256_hex
from digesta.records.question import Question
from digesta.releases.reading import ReleaseData
from digesta.workspace.releases import open_release
from digesta_generate.baselines.embedding import e5
from digesta_generate.baselines.searching import best, queries
from digesta_generate.compilations.statutes import clauses
from digesta_generate.compilations.statutes.index import indexed, read_index
from places import ROOT, STATUTES

COMMITTED = sorted((ROOT / "predictions").glob("2*/baseline-embedding-retrieval"))
QUESTIONS, OTHERS = 2, 10


def ids(folder: Path) -> str:
    return folder.parent.name


def seeded(names: list[str], most: int) -> list[str]:
    return sorted(names, key=lambda one: sha256_hex(f"again/{one}".encode()))[:most]


def lines(path: Path) -> dict[str, Any]:
    found = (json.loads(line) for line in path.read_bytes().splitlines())
    return {one["question_id"]: one for one in found}


def check(asked: list[Question], lists: dict[str, list[str]], texts: dict[str, str]) -> None:
    """Hold seeded lists against those of their own texts and a few others."""
    said = queries(asked)
    for key in seeded([one.question_id for one in asked], QUESTIONS):
        listed = lists[key]
        # A question's own text is in no list.
        free = [one for one in texts if one not in listed and texts[one] != said[key]]
        others = seeded(free, OTHERS)
        names = [*listed, *others]
        scores = e5([texts[one] for one in names])(said[key])
        assert best(dict(zip(names, scores, strict=True)), len(listed)) == listed


def asked_of(data: ReleaseData, scorer: str) -> list[Question]:
    found = [one for one in data.questions if one.scorer == scorer]
    if not found:
        pytest.skip(f"the release asks nothing of the scorer {scorer}")
    return found


@pytest.mark.parametrize("folder", COMMITTED, ids=ids)
def test_the_nearest_cases_are_found_again(folder: Path) -> None:
    data = open_release(ROOT, folder.parent.name).data
    asked = asked_of(data, "retrieval")
    given = lines(folder / "predictions.jsonl")
    lists = {one.question_id: given[one.question_id]["answer"]["ranked"] for one in asked}
    corpus = map(json.loads, data.resources["cases/corpus.jsonl"].splitlines())

    check(asked, lists, {one["case"]: one["text"] for one in corpus})


@pytest.mark.parametrize("folder", COMMITTED, ids=ids)
def test_the_nearest_clauses_are_found_again(folder: Path) -> None:
    data = open_release(ROOT, folder.parent.name).data
    asked = asked_of(data, "penalty")
    traces = lines(folder / "trace.jsonl")
    index = read_index(data.resources, "finlaw/clauses.jsonl")
    found = indexed(index, clauses(STATUTES), file="clauses.jsonl")

    check(
        asked,
        {one.question_id: traces[one.question_id]["retrieved"] for one in asked},
        {one.id: f"{one.citation}\n{one.text}" for one in found},
    )
