"""From qrels and a run to a board, through the commands alone."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from seeds import lines
from typer.testing import CliRunner, Result

from digesta.cli.options import app
from world import review

QUERIES, POOL = 14, 400
FILL = {
    "language": "en", "license": "CC0-1.0", "attribution": "the tests", "released": "2026-12-22",
    "difficulty": "easy",
}  # fmt: skip


def digesta(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def collection(folder: Path) -> list[Path]:
    """Write qrels with four relevant documents a query, and a run that has two of them on top."""
    rng = random.Random(3)
    judged, ran = [], []
    for query in range(QUERIES):
        documents = rng.sample([f"DOC-{n}" for n in range(POOL)], 40)
        judged += [f"{query} 0 {name} {int(at < 4)}" for at, name in enumerate(documents)]
        listed = [documents[0], *documents[10:20], documents[1]]
        ran += [f"{query} Q0 {name} {at} {-at} t" for at, name in enumerate(listed)]
    paths = [folder / "qrels.txt", folder / "run.txt"]
    for path, rows in zip(paths, (judged, ran), strict=True):
        path.write_text("\n".join(rows) + "\n", "utf-8")
    return paths


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def prompt(number: int) -> str:
    subjects = ["hens", "boats", "salt", "wills", "dogs", "hedges", "bees"]
    return f"{subjects[number % 7]} {'that were lost' if number > 6 else 'sold by a neighbour'}"


def complete(imported: Path, draft: Path) -> None:
    """Fill in each key that the import lists, and copy the track's titles."""
    track = json.loads((imported / "track.json").read_bytes())
    truths = read(imported / "truths.jsonl")
    questions = [
        question
        | FILL
        | {
            "turns": [{"role": "user", "content": prompt(at)}],
            "ask": question["ask"] | {"pool": POOL},
        }
        for at, question in enumerate(read(imported / "questions.jsonl"))
    ]
    manifest = json.loads((draft / "release.json").read_bytes())
    score = {"name": "ndcg", "title": "nDCG", "metric": "ndcg_at_10", "pool": "all"}
    manifest["licenses"] = ["CC0-1.0"]
    manifest["tracks"][0] |= track | {
        "title": "Lists", "headline": "ndcg", "scores": [score], "conditions": ["closed_book"],
    }  # fmt: skip
    refs = {"source_refs": [{"work": "the collection", "at": "qrels"}]}
    reviews = [review(question["question_id"]) for question in questions]
    limits = {"track": "trec", "limit": "Everything.", "why": "It is a test."}
    (draft / "release.json").write_text(json.dumps(manifest), "utf-8")
    (draft / "questions.jsonl").write_bytes(lines(questions))
    (draft / "truths.jsonl").write_bytes(lines([truth | refs for truth in truths]))
    (draft / "review.jsonl").write_bytes(lines(reviews))
    (draft / "limits.json").write_text(json.dumps({"format": "limits/1", "limits": [limits]}))
    (draft / "predictions.jsonl").write_bytes((imported / "predictions.jsonl").read_bytes())


def test_a_collection_and_a_run_become_a_release_and_a_row_of_its_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    commands: list[list[str | Path]] = [
        ["import", "trec", *collection(tmp_path), "-o", "build/trec"],
        ["release", "new", "2026-12-22", "-o", "draft"],
        ["release", "cut", "draft"],
        ["init", "mine", "--model", "Mine", "--organization", "Us", "--answers", "draft"],
        ["score", "predictions/2026-12-22/mine"],
        ["board"],
    ]

    for command in commands:
        if "cut" in command:
            complete(tmp_path / "build" / "trec", tmp_path / "draft")
        done = digesta(*command)
        assert done.exit_code == 0, (command, done.exception, done.stderr)
        if command[0] == "init":
            assert "one line for each of 14 questions, 14 of them with its answer" in done.stdout

    boards = tmp_path / "build" / "boards" / "2026-12-22"
    board = json.loads((boards / "trec@closed_book.json").read_bytes())
    [row] = [row for row in board["rows"] if row["submission_id"] == "mine"]
    metrics = {name: metric["value"] for name, metric in row["metrics"].items()}
    # By hand: relevant at ranks 1 and 12 of four. DCG at 10 is 1, the best list's 2.5616.
    assert metrics["ndcg_at_10"] == 0.39038005
    assert metrics["map"] == 0.291666667
    assert metrics["mrr"] == metrics["answered_rate"] == 1


def test_answers_that_a_draft_lacks_or_that_are_to_no_question_of_its_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    digesta("import", "trec", *collection(tmp_path), "-o", "build/trec")
    digesta("release", "new", "2026-12-22", "-o", "draft")
    complete(tmp_path / "build" / "trec", tmp_path / "draft")
    digesta("release", "cut", "draft")
    init = ["init", "mine", "--model", "Mine", "--organization", "Us", "--answers", "draft"]
    path = tmp_path / "draft" / "predictions.jsonl"

    path.write_bytes(lines([{"question_id": "nobody", "answer": {"ranked": []}}]))
    unknown = digesta(*init)
    path.unlink()
    absent = digesta(*init)

    assert "draft/predictions.jsonl: unknown-id; question nobody" in str(unknown.exception)
    assert "draft/predictions.jsonl: no answers" in str(absent.exception)
    assert not (tmp_path / "predictions").exists()
