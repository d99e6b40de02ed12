"""ACORD: attorneys' queries for contract clauses, and their grades of clauses (2025).

The original has no run of any system: its rows are ours. The test split is the headline; the
others have boards of their own.
"""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from authoring.archives.shelf import ArchivedSystem, lines_of, short
from digesta.canonical import canonical_lines
from digesta_convert.shared.names import slug_of

SERIES = "acord"
TRACK = "acord"
LICENSE = "CC-BY-4.0"
ATTRIBUTION = "The Atticus Project, ACORD"
CORPUS = "acord/1"
AT_MOST = 100
RELEVANT_FROM = 2
SPLITS = {"test": "Test", "valid": "Validation", "train": "Training"}
REQUEST = (
    "Rank clauses of the corpus by how well they answer an attorney's search for a model clause. "
    "Name them by their ids, best first."
)
ODD = (
    "A pair without a line was not graded: of 3,931 clauses about 1,100 a query were.",
    "What was not graded is passed over in a list; ndcg_at_10_of_all counts it as one star.",
    "judged_at_10 says how much of a list's first ten was graded: a fifth for a search by words.",
    "Grades 0 to 4 are one to five stars; the gain of nDCG is the grade, as trec_eval counts.",
    "Of 57 test queries 28 have no clause of five stars, and one has five: 1 is out of reach.",
    "Three queries have quotation marks in their ids, as CSV escapes them.",
)
LIMITS = (
    (
        "It cannot say how well a search does on clauses that nobody graded.",
        "They are passed over, and runs differ in how much of them was graded.",
    ),
    (
        "It cannot say which clause a client should sign.",
        "Attorneys graded how well a clause fits a query, without a contract around it.",
    ),
)


def manifest(release: str) -> dict[str, Any]:
    """Return the manifest of a draft."""
    tasks = {
        split: {"title": title, "category": split, "scorer": "stars", "metric": "ndcg_at_10"}
        for split, title in SPLITS.items()
    }
    score = {"name": "ndcg_at_10", "title": "nDCG at 10", "metric": "ndcg_at_10", "pool": ["test"]}
    track = {
        "track": TRACK,
        "title": "ACORD, clauses of contracts found",
        "about": "Which of 3,931 clauses of contracts fit an attorney's query. Attorneys wrote the "
        "queries and graded clauses with one to five stars. The score is of the 57 test queries.",
        "categories": {split: {"title": title} for split, title in SPLITS.items()},
        "tasks": tasks,
        "conditions": ["retrieval"],
        "headline": "ndcg_at_10",
        "scores": [score],
        "notice": {
            "en": "Another's queries and grades; the searches are ours. Nothing here is legal "
            "advice."
        },
    }
    archive = {
        "source": "ACORD, Atticus Clause Retrieval Dataset",
        "url": "https://github.com/TheAtticusProject/acord",
        "commit": "942b33a7c6fed7ead362c7c296401086f8bc0321 (2025-01-14)",
        "license": LICENSE,
        "attribution": ATTRIBUTION,
        "published": "Queries, clauses and grades. Its paper has measures of searches, without "
        "their lists and without intervals.",
        "odd": list(ODD),
    }
    return {
        "release": release,
        "title": "ACORD, clauses of contracts graded by attorneys, as published in 2025",
        "licenses": [LICENSE],
        "tracks": [track],
        "archive": archive,
    }


def resources(source: Path) -> dict[str, bytes]:
    """Return the clauses that are searched, as a corpus of a release."""
    clauses = lines_of(source / "corpus.jsonl.gz")
    lines = sorted((each["_id"], each["text"]) for each in clauses)
    corpus = canonical_lines({"document": name, "text": text} for name, text in lines)
    return {f"{CORPUS.replace('/', '/corpus-')}.jsonl": corpus}


def questions(source: Path, released: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each query with its grades."""
    pool = sum(1 for _ in lines_of(source / "corpus.jsonl.gz"))
    grades = {split: _grades(source, split) for split in SPLITS}
    for number, query in enumerate(lines_of(source / "queries.jsonl.gz"), start=1):
        about = query["metadata"]
        split, parent = about["split"], about["parent_query_id"] or query["_id"]
        key, graded = short(query["_id"]), grades[split][query["_id"]]
        question = {
            "question_id": key,
            "split": "public",
            "track": TRACK,
            "category": split,
            "task": split,
            "scorer": "stars",
            "language": "en",
            "turns": [{"role": "user", "content": f"{REQUEST}\n{query['text']}"}],
            "ask": {
                "pool": pool,
                "corpus": CORPUS,
                "at_most": AT_MOST,
                "relevant_from": RELEVANT_FROM,
            },
            "license": LICENSE,
            "attribution": ATTRIBUTION,
            "cluster_id": f"c-{short(f'{split} {parent}')}",
            "released": released,
            "difficulty": "medium",
            "tags": [slug_of(about["category"])],
        }
        groups = [
            {"grade": grade, "documents": sorted(graded[grade])}
            for grade in sorted(graded, reverse=True)
        ]
        place = {"work": f"ACORD, qrels/{split}.tsv", "at": f"queries.jsonl, line {number}"}
        yield question, {
            "question_id": key, "truth": {"grades": groups}, "source_refs": [place]
        }  # fmt: skip


def _grades(source: Path, split: str) -> dict[str, dict[int, list[str]]]:
    """Return the clauses of each query by grade."""
    grades: dict[str, dict[int, list[str]]] = {}
    with gzip.open(source / "qrels" / f"{split}.tsv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            graded = grades.setdefault(row["query-id"], {})
            graded.setdefault(int(row["score"]), []).append(row["corpus-id"])
    return grades


def systems(_source: Path) -> Iterator[ArchivedSystem]:
    """Yield nothing: the original has no run."""
    yield from ()
