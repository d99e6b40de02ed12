"""What a naive reader would write instead: 25 plain lines of orjson and numpy, unchecked.

As a program it scores predictions on a release: ``python -m tests.bench.plain FOLDER FILE ...``.
"""

from __future__ import annotations

import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import orjson

WORDS = {"yes": True, "no": False}


def lines(path: Path) -> Iterator[Any]:
    """Yield a file's lines, hashed and parsed."""
    state = hashlib.sha256()
    with path.open("rb") as file:
        for line in file:
            state.update(line)
            yield orjson.loads(line)


def opened(release: Path) -> dict[str, dict[str, tuple[str, Any]]]:
    """Return by task what is right, by question: the type of the answer, and the answer."""
    right = {one["question_id"]: one["truth"]["answer"] for one in lines(release / "truths.jsonl")}
    tasks: dict[str, dict[str, tuple[str, Any]]] = defaultdict(dict)
    for one in lines(release / "questions.jsonl"):
        key = one["question_id"]
        tasks[one["task"]][key] = one["ask"]["answer_type"], right[key]
    return tasks


def is_right(answer: Any, kind: str, right: Any) -> bool:
    """Return whether an answer is right."""
    if isinstance(answer, str) and kind != "enum":
        answer = WORDS.get(answer) if kind == "boolean" else float(answer)
    return bool(answer == right)


def score(tasks: dict[str, dict[str, tuple[str, Any]]], path: Path) -> dict[str, float]:
    """Return the share of right answers of each task."""
    given = {one["question_id"]: one["answer"] for one in lines(path)}
    return {
        task: float(np.mean([is_right(given.get(key), *own) for key, own in keys.items()]))
        for task, keys in tasks.items()
    }


def score_all(release: Path, paths: Iterable[Path]) -> list[dict[str, float]]:
    """Return what each file of predictions earns."""
    tasks = opened(release)
    return [score(tasks, path) for path in paths]


if __name__ == "__main__":
    sys.stdout.write(f"{score_all(Path(sys.argv[1]), map(Path, sys.argv[2:]))}\n")
