"""A small workspace with all that is scored: every scorer, judged verdicts, a scored holdout.

It is the sealed toy benchmark, and beside it the newest committed release, cut
down to a few questions of each task (all of them where a judge marked them); committed answers,
resources and verdicts come along.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from digesta.canonical import canonical_bytes, canonical_lines
from places import ROOT
from world import RELEASE, Identity, Record, both, lines_of, scored, sealed_in, write

CUT = ROOT / "releases" / "2026-11-22.6"
PREDICTIONS = ROOT / "predictions" / CUT.name
EACH = 24
JUDGED = "frenchlaw"
"""The track of which every question stays: controls and calibration speak of all of them."""
COMMITTED = (
    "baseline-lexical-retrieval", "search-bm25", "smollm2-256",
    "smollm2-constrained-finlaw", "temporal-flat", "temporal-graph",
)  # fmt: skip
"""Submissions that come along; two of them were marked by judges."""


def chosen() -> Iterator[Record]:
    """Yield the first public questions of every task, and all of the judged track."""
    seen: Counter[str] = Counter()
    for question in lines_of(CUT / "questions.jsonl"):
        if question["split"] == "public" and question["track"] != "halacha":
            seen[question["task"]] += 1
            if question["track"] == JUDGED or seen[question["task"]] <= EACH:
                yield question | {"released": RELEASE}


def added(files: Mapping[str, bytes], questions: list[Record]) -> dict[str, bytes]:
    """Add the newest release's tracks to a draft, with some of its questions."""
    ids = {question["question_id"] for question in questions}
    there = json.loads((CUT / "release.json").read_bytes())
    manifest = json.loads(files["release.json"])
    manifest["tracks"] += [one for one in there["tracks"] if one["track"] != "halacha"]
    manifest["licenses"] = sorted({*manifest["licenses"], *there["licenses"]})
    limits = json.loads(files["limits.json"])
    limits["limits"] += json.loads((CUT / "limits.json").read_bytes())["limits"]
    resources = {
        path.relative_to(CUT).as_posix(): path.read_bytes()
        for path in (CUT / "resources").rglob("*")
        if path.is_file()
    }
    return {
        **files, **resources,
        "release.json": canonical_bytes(manifest),
        "limits.json": canonical_bytes(limits),
        "questions.jsonl": files["questions.jsonl"] + canonical_lines(questions),
        "truths.jsonl": files["truths.jsonl"] + kept(CUT / "truths.jsonl", ids),
        "review.jsonl": files["review.jsonl"] + kept(CUT / "review.jsonl", ids),
    }  # fmt: skip


def kept(path: Path, ids: Collection[str]) -> bytes:
    """Return the lines of some questions."""
    return canonical_lines(line for line in lines_of(path) if line["question_id"] in ids)


def copied(work: Path, name: str, ids: Collection[str]) -> None:
    """Take a committed submission over, with its answers to the questions that are left."""
    card = json.loads((PREDICTIONS / name / "submission.json").read_bytes())
    write(
        work / "predictions" / RELEASE / name,
        {
            "submission.json": canonical_bytes(card | {"release": RELEASE}),
            "predictions.jsonl": kept(PREDICTIONS / name / "predictions.jsonl", ids),
        },
    )


def copied_judges(work: Path) -> None:
    """Take the judges over, with what they said of the submissions that come along."""
    there = work / "predictions" / RELEASE / "_judges"
    shutil.copytree(PREDICTIONS / "_judges", there)
    gone = {path.name for path in PREDICTIONS.iterdir()} - set(COMMITTED)
    for path in there.glob("*/*.jsonl"):
        if path.stem in gone:
            path.unlink()


def every_scorer(root: Path) -> Path:
    """Cut, fill and score the workspace in a folder; return its root."""
    identity = Identity()
    files, private = both(identity.public)
    questions = list(chosen())
    ids = {question["question_id"] for question in questions}
    work = sealed_in(root, added(files, questions), private)
    for name in COMMITTED:
        copied(work, name, ids)
    copied_judges(work)
    for name, right in (("toy-good", 25), ("toy-weak", 9)):
        scoring = scored(work, identity.file(root), name, right, organization=name)
        assert scoring.code == 0, scoring.stderr
    return work
