"""Free text: the nearest entries of a track's table of authorities, one a line.

The table is the release's ``TRACK/authorities.jsonl``: an ``authority`` and what it ``says``. A
question's words search it by Lucene's BM25 with k1 = 1.5 and b = 0.75 (package bm25s). The answer
is the twelve nearest entries, best first. It argues nothing and concludes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from digesta.records.question import Question
from digesta_generate.baselines import Baseline, BaselineAnswer, Sources
from digesta_generate.similarity.bm25 import bm25, words
from digesta_generate.similarity.ranking import best, queries

ENTRIES = 12
"""Entries in an answer: about as many as a criterion sheet has lines."""


def _list_nearest(questions: Sequence[Question], sources: Sources) -> dict[str, BaselineAnswer]:
    made: dict[str, BaselineAnswer] = {}
    for track in sorted({question.track for question in questions}):
        table = _authorities(track, sources.resources)
        if not table:
            continue
        mine = [question for question in questions if question.track == track]
        score = bm25(words, list(table.values()))
        for key, query in queries(mine).items():
            nearest = best(dict(zip(table, score(query), strict=True)), ENTRIES)
            made[key] = BaselineAnswer("\n".join(table[name] for name in nearest))
    return made


def _authorities(track: str, resources: Mapping[str, Any]) -> dict[str, str]:
    """Return the entries of a track's table by their authority; none where it has no table."""
    stored = bytes(resources.get(f"{track}/authorities.jsonl", b""))
    rows = map(orjson.loads, stored.splitlines())
    return {row["authority"]: f"{row['authority']} : {row['says']}" for row in rows}


BASELINE = Baseline(
    "authorities",
    "BM25 search of authorities",
    __doc__ or "",
    {"rubric": _list_nearest},
)
