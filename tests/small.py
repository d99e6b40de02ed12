"""A small benchmark for tests: a draft, its release, submissions. All names and facts invented."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from digesta.canonical import canonical_bytes, canonical_lines

RELEASE = "2026-02-05"

TASKS: dict[str, tuple[str, str]] = {
    "colour": ("sight", "enum"),
    "yes_no": ("sight", "boolean"),
    "count": ("number", "numeric"),
}
COLOURS = ["red", "green", "blue", "black"]


def manifest(**changes: Any) -> dict[str, Any]:
    """Return the manifest of a draft with three tasks in two categories."""
    tasks = {
        name: {
            "title": name.title(),
            "category": category,
            "scorer": "closed",
            "metric": "accuracy",
        }
        for name, (category, _) in TASKS.items()
    }
    track = {
        "track": "toy",
        "title": "Toy",
        "notice": {"en": "For tests only."},
        "headline": "accuracy",
        "conditions": ["closed_book", "retrieval"],
        "categories": {"sight": {"title": "Sight"}, "number": {"title": "Number"}},
        "tasks": tasks,
        "scores": [
            {"name": "accuracy", "mean_of": "categories"},
            {"name": "accuracy_micro", "pool": "all", "metric": "accuracy"},
        ],
    }
    return {
        "format": "release/1",
        "release": RELEASE,
        "title": "Test release",
        "canary": "00000000-0000-4000-8000-000000000000",
        "normalisers": {},
        "licenses": ["CC-BY-4.0"],
        "tracks": [track],
    } | changes


def _ask(kind: str) -> dict[str, Any]:
    if kind == "enum":
        return {"answer_type": "enum", "choices": COLOURS}
    if kind == "numeric":
        return {"answer_type": "numeric"}
    return {"answer_type": "boolean"}


def _truth(kind: str, number: int) -> Any:
    return {"enum": COLOURS[number % 4], "boolean": number % 2 == 0, "numeric": 100 + number}[kind]


def questions(each: int = 12) -> list[dict[str, Any]]:
    """Return ``each`` questions a task, with working ids such as ``colour-3``."""
    return [
        {
            "question_id": f"{task.replace('_', '-')}-{number}",
            "split": "public",
            "track": "toy",
            "category": category,
            "task": task,
            "scorer": "closed",
            "language": "en",
            "turns": [{"role": "user", "content": f"Case {number} of the kind {kind}?"}],
            "ask": _ask(kind),
            "license": "CC-BY-4.0",
            "attribution": "the tests",
            "cluster_id": f"c-{task.replace('_', '')}{number:04d}",
            "released": RELEASE,
            "difficulty": "easy",
            "tags": [],
        }
        for task, (category, kind) in TASKS.items()
        for number in range(each)
    ]


def truths(asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the truth of each question."""
    return [
        {
            "question_id": q["question_id"],
            "truth": {
                "answer": _truth(TASKS[q["task"]][1], int(q["question_id"].rsplit("-", 1)[1]))
            },
            "source_refs": [{"work": "the tests", "at": "1"}],
        }
        for q in asked
    ]


def disputed_by_all(one: dict[str, Any]) -> dict[str, Any]:
    """Return a review none of whose readers agreed."""
    return one | {"readers": [reader | {"verdict": "disputed"} for reader in one["readers"]]}


def review(question_id: str) -> dict[str, Any]:
    """Return a review record."""
    reader = {"kind": "program", "qualification": "the tests", "verdict": "agreed"}
    return {"question_id": question_id, "purpose": "blind", "readers": [reader], "outcome": "kept"}


def draft(each: int = 12, **changes: Any) -> dict[str, bytes]:
    """Return the files of a draft; ``changes`` go into its manifest."""
    asked = questions(each)
    limits = {"format": "limits/1", "limits": [{"track": "toy", "limit": "all", "why": "a toy"}]}
    return {
        "release.json": canonical_bytes(manifest(**changes)),
        "questions.jsonl": canonical_lines(asked),
        "truths.jsonl": canonical_lines(truths(asked)),
        "review.jsonl": canonical_lines([review(q["question_id"]) for q in asked]),
        "changes.json": canonical_bytes({"format": "changes/1"}),
        "limits.json": canonical_bytes(limits),
    }


Change = Callable[[dict[str, Any]], Mapping[str, Any] | None]


def edited(files: Mapping[str, bytes], path: str, change: Change) -> dict[str, bytes]:
    """Apply a change to every record of a file; a record for which it gives None is dropped."""
    changed = [change(json.loads(line)) for line in files[path].splitlines()]
    return dict(files) | {path: canonical_lines([one for one in changed if one is not None])}


def write(root: Path, files: Mapping[str, bytes]) -> Path:
    """Write files under a folder."""
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def submission(
    root: Path, name: str, answers: Mapping[str, Any], *, release: str = RELEASE, **more: Any
) -> Path:
    """Write a submission's folder into a workspace."""
    card = {
        "submission_id": name,
        "release": release,
        "model_name": f"Model {name}",
        "organization": "Tests",
    } | more
    lines = [{"question_id": key, "answer": answer} for key, answer in answers.items()]
    files = {"submission.json": canonical_bytes(card), "predictions.jsonl": canonical_lines(lines)}
    return write(root / "predictions" / release / name, files)
