"""The command that draws temporal questions: what it writes, what it refuses, the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from authored import author

from digesta.intake import strict_json
from digesta.records.base import Record
from digesta.records.question import Question, Truth
from digesta.records.read import read_record
from digesta.records.review import Review
from digesta_legal.temporal.resources import (
    AmendmentDay,
    ArticleState,
    AttributedChange,
    DeferredEntry,
    Part,
)
from places import CONSTITUTION, ROOT

KEYS = '{"draw_key":"' + "5a" * 32 + '"}'
RECORDS: dict[str, type[Record]] = {
    "questions.jsonl": Question,
    "truths.jsonl": Truth,
    "review.jsonl": Review,
    "resources/tlr/states.jsonl": ArticleState,
    "resources/tlr/hierarchy.jsonl": Part,
    "resources/tlr/amendments.jsonl": AmendmentDay,
    "resources/tlr/attributions.jsonl": AttributedChange,
    "resources/tlr/deferrals.jsonl": DeferredEntry,
}
DIGEST = """
import hashlib, sys
from pathlib import Path
from digesta.workspace import store
from authoring.tlr import build
files = build(store.read_tree(Path(sys.argv[1])), b"k" * 32, split="public", released="2026-11-22")
print(hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest())
"""


def run(*words: str | Path | int) -> str:
    done = author("tlr", "--constitution", CONSTITUTION, "--released", "2026-11-22", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_writes_a_draft_whose_every_line_is_a_record(tmp_path: Path) -> None:
    said = run("--seed", 4, "--split", "public", "--draft", tmp_path / "draft")

    assert said.endswith("110 questions\n")
    there = {p.relative_to(tmp_path / "draft").as_posix() for p in tmp_path.rglob("*.jsonl")}
    assert there == set(RECORDS)
    for name, record in RECORDS.items():
        for line in (tmp_path / "draft" / name).read_bytes().splitlines():
            read_record(record, strict_json(line, file=name), name, 1)


def test_a_holdout_is_drawn_under_a_key_without_the_public_articles(tmp_path: Path) -> None:
    run("--seed", 4, "--split", "public", "--draft", tmp_path / "open")
    (tmp_path / "keys.json").write_text(KEYS)
    used = tmp_path / "open" / "questions.jsonl"

    for name in ("one", "two"):
        run(
            "--keys", tmp_path / "keys.json", "--split", "holdout", "--without", used,
            "--draft", tmp_path / name,
        )  # fmt: skip

    drawn = [(tmp_path / name / "questions.jsonl").read_bytes() for name in ("one", "two")]
    assert drawn[0] == drawn[1]
    assert b'"split":"public"' not in drawn[0]
    assert b"5a5a" not in drawn[0]


def test_two_hash_seeds_give_the_same_bytes() -> None:
    given = set()
    for seed in ("0", "4242"):
        environment = os.environ | {
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": f"{ROOT}:{ROOT / 'toolkit'}",
        }
        done = subprocess.run(
            [sys.executable, "-c", DIGEST, str(CONSTITUTION)],
            env=environment, capture_output=True, check=True, text=True,
        )  # fmt: skip
        given.add(done.stdout)

    assert len(given) == 1
