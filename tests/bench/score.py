"""Scoring 10 submissions x 100,000 lines of about 100 bytes, against plain lines and the floor.

Floor: reading the same bytes, SHA-256 over them and one orjson.loads a line, in one process. Plain
lines: ``tests/bench/plain.py``. Ours: strict intake, digests, marks, summaries, in the workspace
itself; ``digesta score`` of one submission also opens the release.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import digesta
from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from digesta.metrics.splitmix import splitmix64
from tests.bench import plain
from tests.bench.pairs import Pair, Row, Target, commands, in_child, in_process
from world import as_cut, draft, toy, write

QUESTIONS = 100_000
SUBMISSIONS = 10
WORDS = ["red", "green", "blue", "black"]
RELEASE = Path("releases/2026-02-05")

FLOOR = """
import hashlib, orjson, sys
for name in sys.argv[1:]:
    state = hashlib.sha256()
    with open(name, "rb") as file:
        for line in file:
            state.update(line)
            orjson.loads(line)
    state.hexdigest()
"""


DIGESTA = (sys.executable, "-m", "digesta")


def floor(*paths: Path) -> tuple[str, ...]:
    """Return the command that reads, hashes and parses files of lines, and nothing else."""
    return (sys.executable, "-c", FLOOR, *map(str, paths))


def build(root: Path) -> None:
    """Write a release of 100,000 closed questions and ten submissions, seeded."""
    kinds = ("enum", "boolean", "numeric")
    names = {
        "enum": ("colour", "sight"),
        "boolean": ("yes_no", "sight"),
        "numeric": ("count", "number"),
    }
    questions, truths, ids = [], [], []
    for n in range(QUESTIONS):
        kind = kinds[n % 3]
        task, category = names[kind]
        question_id = sha256_hex(str(n).encode())
        ask = {"answer_type": kind} | ({"choices": WORDS} if kind == "enum" else {})
        questions.append(
            {
                "question_id": question_id, "split": "public", "track": "toy",
                "category": category, "task": task, "scorer": "closed", "language": "en",
                "turns": [{"role": "user", "content": f"Case {n}?"}], "ask": ask,
                "license": "CC-BY-4.0", "attribution": "bench", "cluster_id": f"c-{n:06d}",
                "released": "2026-02-05", "difficulty": "easy", "tags": [],
            }
        )  # fmt: skip
        answer = {"enum": WORDS[n % 4], "boolean": n % 2 == 0, "numeric": n}[kind]
        truths.append(
            {"question_id": question_id, "truth": {"answer": answer},
             "source_refs": [{"work": "bench", "at": "1"}]}
        )  # fmt: skip
        ids.append((question_id, kind, answer))
    files = draft(toy(1)) | {
        "questions.jsonl": canonical_lines(questions),
        "truths.jsonl": canonical_lines(truths),
    }
    write(root / RELEASE, as_cut(files))
    for number in range(SUBMISSIONS):
        _submission(root, number, ids)


def _submission(root: Path, number: int, ids: list[tuple[str, str, object]]) -> None:
    """Write one submission, lines by id: two thirds right, some unreadable."""
    path = root / f"system-{number}.jsonl"
    with path.open("wb") as file:
        for index, (question_id, kind, right) in enumerate(sorted(ids)):
            drawn = splitmix64(number, index) % 3
            answer = right if drawn else {"enum": "grey", "boolean": "no", "numeric": "7"}[kind]
            file.write(canonical_bytes({"question_id": question_id, "answer": answer}) + b"\n")


def submissions(root: Path) -> list[Path]:
    """Make the release and its submissions once for all rows; the commands run in its workspace."""
    paths = [root / f"system-{number}.jsonl" for number in range(SUBMISSIONS)]
    if not paths[-1].exists():
        in_child(partial(build, root))
    os.chdir(root)
    return paths


def open_already(folder: Path) -> Pair:
    """Score all submissions in this process, in which the release is open; the peer opens it."""
    paths, release = submissions(folder), digesta.open(folder).release()
    ours = in_process(lambda _: [release.score(each).summary() for each in release.read_all(paths)])
    return Pair(ours, in_process(lambda _: plain.score_all(folder / RELEASE, paths)))


def cold(folder: Path) -> tuple[tuple[str, ...], Path, Path]:
    """Return the command that opens the release and scores one submission, and what it reads."""
    path = submissions(folder)[0]
    return (*DIGESTA, "score", "--out", str(folder / "out"), str(path)), folder / RELEASE, path


def cold_and_plain(folder: Path) -> Pair:
    """Hold it to plain lines."""
    ours, release, path = cold(folder)
    peer = (sys.executable, "-m", "tests.bench.plain", str(release), str(path))
    return Pair(commands(ours), commands(peer))


def cold_and_floor(folder: Path) -> Pair:
    """Hold it to the floor."""
    ours, release, path = cold(folder)
    files = (release / "questions.jsonl", release / "truths.jsonl", path)
    return Pair(commands(ours), commands(floor(*files)))


COLD = f"compile {QUESTIONS:,} questions, score one submission"
ROWS = (
    Row("check + score, closed answers", f"{SUBMISSIONS} × {QUESTIONS:,} lines, release open",
        "25 plain lines, opening it", open_already, (Target("ratio", 1),)),
    Row("cold", COLD, "25 plain lines", cold_and_plain,
        (Target("seconds", 3), Target("peak_mib", 256))),
    Row("cold", COLD, "floor", cold_and_floor, (Target("seconds", 3),)),
)  # fmt: skip
