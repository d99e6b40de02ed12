"""Every hostile file, through the real command; its cost is compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commanded import Server
from growth import MOST
from places import HOSTILE
from world import draft, edited, toy, write

LISTED = json.loads((HOSTILE / "cases.json").read_bytes())
CASES: list[dict[str, Any]] = LISTED["cases"]


@pytest.fixture(scope="module")
def hostile_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release folder that knows the ids which the hostile files are written for."""
    ids = iter(LISTED["known_question_ids"])
    names = {f"colour-{n}": next(ids) for n in range(7)}
    files = draft(toy(12))
    for path in ("questions.jsonl", "truths.jsonl", "review.jsonl"):
        files = edited(
            files, path,
            lambda one: one | {"question_id": names.get(one["question_id"], one["question_id"])},
        )  # fmt: skip
    return write(tmp_path_factory.mktemp("hostile") / "release", files)


@pytest.fixture(scope="module")
def checker(hostile_release: Path) -> Iterator[Server]:
    """Start the process that forks a child for each check; usual is a file that is accepted."""
    made = Server()
    accepted = HOSTILE / next(case["file"] for case in CASES if case["expected"] == "accept")
    made.run(command(accepted, hostile_release), warm=True)
    made.usual = made.run(command(accepted, hostile_release))
    yield made
    made.end()


def command(path: Path, release: Path) -> list[str]:
    return ["check", str(path), "--release", str(release)]


def placed(case: dict[str, Any], folder: Path) -> Path:
    """Put a case where the command would meet it."""
    source: Path = HOSTILE / case["file"]
    if case["kind"] != "metadata":
        path = folder / source.name
        path.write_bytes(source.read_bytes())
        return path
    data = source.read_bytes()
    name = json.loads(data).get("submission_id", "x")
    safe = name if name.replace("-", "").isalnum() and len(name) < 100 else "submission"
    return write(
        folder / safe,
        {"submission.json": data, "predictions.jsonl": b'{"question_id":"q-001","answer":"B"}\n'},
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_hostile_file_is_judged_as_expected(
    case: dict[str, Any], hostile_release: Path, checker: Server, tmp_path: Path
) -> None:
    path = placed(case, tmp_path)

    done = checker.run(command(path, hostile_release), stdout=True)

    [said] = done.said
    assert done.codes == [{"accept": 0, "reject": 1}[case["expected"]]], said
    assert "Traceback" not in said
    assert all(line.isprintable() for line in said.split("\n"))
    assert done.costs_at_most(checker.usual, times=MOST)
    if case["expected"] == "reject":
        assert "fix:" in said


def test_all_ninety_one_cases_are_there() -> None:
    assert len(CASES) == 91
