"""The whole command on 10 submissions x 100,000 lines of about 100 bytes, against the floor.

Floor: reading the same bytes, SHA-256 over them and one orjson.loads a line, in one process.
Ours: ``digesta score``: strict intake, digests, marks, summaries; warm with a compiled release,
cold without.
"""

from __future__ import annotations

import shutil
import sys
from functools import partial
from pathlib import Path

from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from digesta.metrics.splitmix import splitmix64
from tests.bench.pairs import Pair, Row, Target, commands, in_child
from world import as_cut, draft, toy, write

QUESTIONS = 100_000
SUBMISSIONS = 10
WORDS = ["red", "green", "blue", "black"]

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
    write(root / "releases" / "2026-02-05", as_cut(files))
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


def score(root: Path, paths: list[Path]) -> tuple[str, ...]:
    """Return the command that scores files against the release."""
    out = ("--root", str(root), "--out", str(root / "out"))
    return (*DIGESTA, "score", *out, *map(str, paths))


def submissions(root: Path) -> list[Path]:
    """Make the release and its submissions once for both rows."""
    paths = [root / f"system-{number}.jsonl" for number in range(SUBMISSIONS)]
    if not paths[-1].exists():
        in_child(partial(build, root))
    return paths


def warm(folder: Path) -> Pair:
    """Score all submissions, the release compiled before."""
    paths = submissions(folder)
    commands(score(folder, paths[:1]))()
    return Pair(commands(score(folder, paths)), commands(floor(*paths)))


def cold(folder: Path) -> Pair:
    """Score one submission, and compile the release."""
    paths, release = submissions(folder), folder / "releases" / "2026-02-05"
    files = [release / "questions.jsonl", release / "truths.jsonl", paths[0]]
    forget = partial(shutil.rmtree, folder / "cache", ignore_errors=True)
    return Pair(commands(score(folder, paths[:1]), before=forget), commands(floor(*files)))


ROWS = (
    Row("check + score, closed answers", f"{SUBMISSIONS} × {QUESTIONS:,} lines, warm", "floor",
        warm, (Target("ratio", 4), Target("peak_mib", 256))),
    Row("cold", f"compile {QUESTIONS:,} questions, score one submission", "floor", cold,
        (Target("seconds", 4),)),
)  # fmt: skip
