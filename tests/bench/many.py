"""Many systems: 200 ranked ones on 1,000 questions, boards and site.

    python tests/bench/many.py [--systems 200] [--keep FOLDER]

Printed: CPU seconds and peak memory of ``digesta board`` and ``digesta site`` on a fresh folder,
the same with one submission more, the size of the site and of its largest files.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "toolkit"), str(ROOT / "tests"), str(Path(__file__).parent)]

from score import Spent, spent

from digesta.canonical import canonical_bytes, canonical_lines
from digesta.metrics.splitmix import splitmix64
from digesta.releases.cut import file_entries
from small import RELEASE, TASKS, draft, manifest, write

EACH = 334
DIGESTA = (sys.executable, "-m", "digesta")


def build(root: Path, systems: int) -> None:
    """Write a workspace of 1,002 closed questions and its submissions, seeded."""
    files = draft(EACH)
    entries = [entry.as_json() for entry in file_entries(files)]
    files["release.json"] = canonical_bytes(manifest(files=entries))
    write(root / "releases" / RELEASE, files)
    for name in ("digesta.toml", "mkdocs.yml"):
        shutil.copy(ROOT / name, root / name)
    for number in range(systems):
        submit(root, number)
    decide(root, range(systems))


def submit(root: Path, number: int) -> None:
    """Write one submission, the better the higher its number, up to nine in ten right."""
    answers = []
    for task, (_, kind) in TASKS.items():
        for n in range(EACH):
            right = {"enum": ["red", "green", "blue", "black"][n % 4],
                     "boolean": n % 2 == 0, "numeric": 100 + n}[kind]  # fmt: skip
            wrong = {"enum": "grey", "boolean": n % 2 != 0, "numeric": 1}[kind]
            drawn = splitmix64(number + 1, offset_of(task) + n) % 1000
            name = f"{task.replace('_', '-')}-{n}"
            answer = right if drawn < 400 + number * 500 // 200 else wrong
            answers.append({"question_id": name, "answer": answer})
    card = {"submission_id": name_of(number), "model_name": f"Model {number}",
            "organization": f"House {number}", "condition": "closed_book",
            "command": "none: drawn by the benchmark", "license": "CC0-1.0", "attempts": 1,
            "release": RELEASE, "tracks": ["toy"], "notes": "Drawn."}  # fmt: skip
    answers.sort(key=lambda line: str(line["question_id"]))
    folder = root / "predictions" / RELEASE / name_of(number)
    files = {
        "submission.json": canonical_bytes(card),
        "predictions.jsonl": canonical_lines(answers),
    }
    write(folder, files)


def decide(root: Path, numbers: range) -> None:
    """Accept submissions, as run again."""
    lines = [
        {"submission_id": name_of(number), "decision": "accept", "level": "rerun",
         "role": "system", "reason": "drawn"} for number in numbers
    ]  # fmt: skip
    path = root / "decisions.jsonl"
    path.write_bytes(canonical_lines(lines))
    spent(*DIGESTA, "decide", "--from", str(path), "--date", RELEASE, "--root", str(root))


def name_of(number: int) -> str:
    return f"drawn-{number:04d}"


def offset_of(task: str) -> int:
    return 1_000_000 * sorted(TASKS).index(task)


def report(stage: str, one: Spent) -> None:
    print(f"{stage:28} {one.cpu_seconds:7.2f} CPU s  {one.peak_mib:6.0f} MiB", flush=True)


def main() -> None:
    """Build, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--systems", type=int, default=200)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = asked.keep or Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(root / "cache")
        if os.fork() == 0:
            build(root, asked.systems)
            os._exit(0)
        if os.wait()[1]:
            raise SystemExit("could not build the workspace")
        for command in ("board", "site"):
            report(f"digesta {command}", spent(*DIGESTA, command, "--root", str(root)))
        submit(root, asked.systems)
        decide(root, range(asked.systems, asked.systems + 1))
        for command in ("board", "site"):
            report(f"one more: digesta {command}", spent(*DIGESTA, command, "--root", str(root)))
        files = sorted((p for p in (root / "build/site").rglob("*") if p.is_file()),
                       key=lambda p: -p.stat().st_size)  # fmt: skip
        sizes = sum(path.stat().st_size for path in files)
        pages = sum(path.suffix == ".html" for path in files)
        print(f"site: {sizes / 1e6:.1f} MB, {len(files)} files, {pages} pages")
        for path in files[:8]:
            print(f"  {path.stat().st_size / 1e6:7.2f} MB  {path.relative_to(root / 'build/site')}")


if __name__ == "__main__":
    main()
