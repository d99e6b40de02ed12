"""The whole command on 10 submissions x 100,000 lines of about 108 bytes, against the floor.

    python tests/bench/score.py [--keep FOLDER]

Floor: reading the same bytes, SHA-256 over them and one orjson.loads a line, in one process.
Ours: ``digesta score`` with a warm compiled release: strict intake, digests, marks, summaries.
CPU seconds of whole processes; the ratio is what may be compared between machines.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).parents[2] / "toolkit"), str(Path(__file__).parents[1])]

from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from digesta.metrics.splitmix import splitmix64
from digesta.releases.cut import file_entries
from small import draft, manifest, write

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


class Spent(NamedTuple):
    cpu_seconds: float
    peak_mib: float


def spent(*command: str) -> Spent:
    """Run a command and give its CPU seconds and peak memory."""
    pid = os.posix_spawn(
        command[0], command, os.environ | {"PYTHONPATH": os.pathsep.join(sys.path[:2])},
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)],
    )  # fmt: skip
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"failed: {command}")
    return Spent(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


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
    files = draft(1) | {
        "questions.jsonl": canonical_lines(questions),
        "truths.jsonl": canonical_lines(truths),
    }
    entries = [entry.as_json() for entry in file_entries(files)]
    files["release.json"] = canonical_bytes(manifest(files=entries))
    write(root / "releases" / "2026-02-05", files)
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


def main() -> None:
    """Build, warm, measure, print."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(sys.argv[2]) if "--keep" in sys.argv else Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(root / "cache")
        # In a process of its own: a child's peak memory counts what its parent held.
        if os.fork() == 0:
            build(root)
            os._exit(0)
        os.wait()
        paths = [str(root / f"system-{number}.jsonl") for number in range(SUBMISSIONS)]
        size = sum(Path(path).stat().st_size for path in paths)
        score = (
            sys.executable,
            "-m",
            "digesta",
            "score",
            "--root",
            str(root),
            "--out",
            str(root / "out"),
        )
        cold = spent(*score, paths[0])
        # In turns, since a machine's speed drifts: a ratio is of neighbours in time.
        pairs = [
            (spent(sys.executable, "-c", FLOOR, *paths), spent(*score, *paths)) for _ in range(5)
        ]
    floor, ours = (min(column) for column in zip(*pairs, strict=True))
    ratios = sorted(one.cpu_seconds / base.cpu_seconds for base, one in pairs)
    lines = SUBMISSIONS * QUESTIONS
    print(f"{lines:,} lines, {size / lines:.0f} bytes a line")
    print(f"first run, compiling the release  {cold.cpu_seconds:6.2f} CPU s")
    for name, one in (("floor", floor), ("digesta score", ours)):
        rate = lines / one.cpu_seconds
        spoken = f"{one.cpu_seconds:6.2f} CPU s  {rate:>11,.0f} lines/CPU s"
        print(f"{name:14} {spoken}  {one.peak_mib:6.0f} MiB")
    listed = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"ratio {ratios[len(ratios) // 2]:.2f} (of {listed}; target: at most 4)")


if __name__ == "__main__":
    main()
