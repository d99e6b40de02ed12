"""MUSER: similar Chinese civil cases, 100 queries with graded judgements, and five runs (2023).

Two series, since one run answers the 20 test queries alone: figures over 100 queries and over 20
never stand on one board.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from authoring.archives.shelf import ArchivedSystem

LICENSE = "MIT"
ATTRIBUTION = "THUlawtech, MUSER (CIKM 2023)"
POOL = 4024
"""Cases that were searched, as the paper counts them."""

AT_MOST = 100
RELEVANT_FROM = 5
CODED_BEST = 30
NAMES = {
    "bm25": "BM25", "labels": "Legal elements (labels)", "lfm": "Lawformer (lfm)",
    "lmir": "LMIR", "tfidf": "TF-IDF",
}  # fmt: skip
ODD = (
    "The texts of the cases are published elsewhere and not here: a question names its query.",
    "100 cases were judged for each query, 0 to 8. What was not judged counts as irrelevant.",
    "judged_at_10 says how many of a run's first ten were: half; TF-IDF's 76%, Lawformer's 8%.",
    "The original counts the best 30 of the judged cases alone: its figures are …_as_coded.",
    "Where equal grades stand on both sides of the 30th, the order of its file decides.",
    "Its mean average precision leaves out of a list what is not among these 30: not shown.",
    "Lawformer's run earns less than the best list that is the same for every query.",
)
LIMITS = (
    (
        "It cannot say how these methods do on other judgements.",
        "What nobody judged counts as irrelevant, and runs differ in how much of them was judged.",
    ),
    (
        "It cannot say what a search of today finds.",
        "The runs are of 2023, and the texts are not in the release.",
    ),
)


class QuerySet(NamedTuple):
    """A series of MUSER: some of its queries, and the runs that answer them all."""

    SERIES: str
    track: str
    title: str
    runs: tuple[str, ...]
    parts: tuple[str, ...]
    LIMITS: tuple[tuple[str, str], ...] = LIMITS

    def manifest(self, release: str) -> dict[str, Any]:
        """Return the manifest of a draft."""
        return {
            "release": release,
            "title": f"{self.title}, {len(self.runs)} runs, as published in 2023",
            "licenses": [LICENSE],
            "tracks": [self._track()],
            "archive": {
                "source": "MUSER, similar case retrieval, with the runs in its repository",
                "url": "https://github.com/THUlawtech/MUSER",
                "commit": "085d223034ab82d55070a9f457ad6060aca045ef (2023-11-22)",
                "license": LICENSE,
                "attribution": ATTRIBUTION,
                "published": "Graded judgements, the first hundred cases of five runs, and code "
                "for nDCG, precision and mean average precision, without intervals.",
                "odd": list(ODD),
            },
        }

    def _track(self) -> dict[str, Any]:
        task = {
            "title": "Similar cases",
            "category": "civil",
            "scorer": "ranking",
            "metric": "ndcg_at_10",
        }
        score = {"name": "ndcg_at_10", "title": "nDCG at 10", "metric": "ndcg_at_10", "pool": "all"}
        return {
            "track": self.track,
            "title": self.title,
            "about": "Which cases of a pool of 4,024 Chinese civil cases are most like a given one "
            "in facts, dispute and statutes, as its makers graded it from 0 to 8.",
            "categories": {"civil": {"title": "Civil cases"}},
            "tasks": {"similar_cases": task},
            "conditions": ["retrieval"],
            "headline": "ndcg_at_10",
            "scores": [score],
            "notice": {
                "en": "Another's benchmark and others' runs, marked again as they were published. "
                "Nothing here is legal advice.",
                "zh": "他人的评测题与他人公布的检索结果，按原样重新评分，不构成法律意见。",
            },
        }

    def questions(
        self, source: Path, released: str
    ) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Yield each query with its judgements."""
        scores, sets = _read(source, "sim_scores"), _read(source, "train_test")
        for name in sorted((name for part in self.parts for name in sets[part]), key=int):
            question = {
                "question_id": name,
                "split": "public",
                "track": self.track,
                "category": "civil",
                "task": "similar_cases",
                "scorer": "ranking",
                "language": "zh",
                "turns": [{"role": "user", "content": _request(name)}],
                "ask": {"pool": POOL, "at_most": AT_MOST, "relevant_from": RELEVANT_FROM},
                "license": LICENSE,
                "attribution": ATTRIBUTION,
                "released": released,
                "difficulty": "medium",
                "tags": [],
            }
            grades: dict[int, list[str]] = {}
            for case, grade in scores[name].items():
                grades.setdefault(grade, []).append(case)
            groups = [{"grade": grade, "documents": cases} for grade, cases in grades.items()]
            yield (
                question,
                {
                    "question_id": name,
                    "truth": {"grades": groups, "coded_best": CODED_BEST},
                    "source_refs": [{"work": "MUSER, sim_scores.json", "at": f"query {name}"}],
                },
            )

    def systems(self, source: Path) -> Iterator[ArchivedSystem]:
        """Yield each run with its lists."""
        sets = _read(source, "train_test")
        for run in self.runs:
            lists = _read(source, f"{run}_top100")
            replies = {name: {"ranked": lists[name]} for part in self.parts for name in sets[part]}
            yield ArchivedSystem(NAMES[run], "THUlawtech", replies, f"File {run}_top100.json.")


def _read(source: Path, name: str) -> dict[str, Any]:
    value: dict[str, Any] = orjson.loads((source / f"{name}.json").read_bytes())
    return value


def _request(query: str) -> str:
    pool = f"MUSER 案例库共有 {POOL:,} 个民事案例。"
    return f"{pool}请按相似程度由高到低，列出与查询案例 {query} 最相似的案例编号。"


SETS = (
    QuerySet(
        "muser",
        "muser",
        "MUSER, similar Chinese civil cases, 100 queries",
        ("bm25", "labels", "lmir", "tfidf"),
        ("train", "test"),
    ),
    QuerySet(
        "muser-test",
        "muser_test",
        "MUSER, similar Chinese civil cases, the 20 test queries",
        ("bm25", "labels", "lfm", "lmir", "tfidf"),
        ("test",),
    ),
)
"""The series."""
