"""A real submission: commands on about 1,000 answers and on committed ones; how soon help comes.

The answers are those to public questions of the newest release that this repository's submissions
have. Floor: reading the same bytes, SHA-256 over them and one orjson.loads a
line, in a process. Help is held to that of an application of one command by the same library.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

from digesta.canonical import canonical_bytes
from tests.bench.pairs import Pair, Row, Target, commands
from tests.bench.score import DIGESTA, floor
from tests.places import ROOT

RELEASE = "2026-11-29"
QUESTIONS = ROOT / "releases" / RELEASE / "questions.jsonl"
COMMANDS = ("check", "score", "report")
LONGEST, LEXICAL = (f"predictions/{RELEASE}/baseline-{name}" for name in ("longest", "lexical"))
ALONE = (
    ("check", LONGEST), ("score", LONGEST), ("explain", LONGEST, "0"), ("report", LONGEST),
    ("compare", LONGEST, LEXICAL),
)  # fmt: skip
SMALLEST = """
import typer
app = typer.Typer()
@app.command()
def run(path: str):
    "Do nothing."
app()
"""


def write_submission(root: Path) -> Path:
    """Write a submission of the first answer that any committed one has, question by question."""
    public = {
        question["question_id"]
        for question in map(json.loads, QUESTIONS.read_bytes().splitlines())
        if question["split"] == "public"
    }
    answers: dict[str, bytes] = {}
    for path in sorted((ROOT / "predictions" / RELEASE).glob("*/predictions.jsonl")):
        for line in path.read_bytes().splitlines():
            answers.setdefault(json.loads(line)["question_id"], line)
    card = {"submission_id": "real", "release": RELEASE, "model_name": "Real", "organization": "Us"}
    folder = root / "predictions" / RELEASE / "real"
    folder.mkdir(parents=True)
    (root / "releases").symlink_to(ROOT / "releases")
    (folder / "submission.json").write_bytes(canonical_bytes(card))
    (folder / "predictions.jsonl").write_bytes(
        b"".join(answers[q] + b"\n" for q in sorted(public & answers.keys()))
    )
    return folder


def of_answers(root: Path) -> Pair:
    """Check, score and report."""
    folder = write_submission(root)
    files = (QUESTIONS, QUESTIONS.with_name("truths.jsonl"), folder / "predictions.jsonl")
    lines = [(*DIGESTA, name, str(folder), "--root", str(root)) for name in COMMANDS]
    return Pair(commands(*lines), commands(floor(*files)))


def of_command(words: tuple[str, ...], _folder: Path) -> Pair:
    """Do something with committed submissions."""
    files = (QUESTIONS, QUESTIONS.with_name("truths.jsonl"), ROOT / LONGEST / "predictions.jsonl")
    return Pair(commands((*DIGESTA, *words)), commands(floor(*files)))


def of_help(_folder: Path) -> Pair:
    """Ask for help."""
    ours, smallest = (*DIGESTA, "--help"), (sys.executable, "-c", SMALLEST, "--help")
    return Pair(commands(ours), commands(smallest))


ROWS = (
    Row("a real submission", "check + score + report of about 1,000 answers", "floor",
        of_answers, (Target("seconds", 1),)),
    *(
        Row("a committed submission", words[0], "floor", partial(of_command, words))
        for words in ALONE
    ),
    Row("a real submission", "--help", "typer, one command", of_help, (Target("seconds", 0.4),)),
)  # fmt: skip
