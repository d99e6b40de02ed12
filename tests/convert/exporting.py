"""Exports of a committed release, run through the command as a user would."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

from typer.testing import CliRunner

from digesta.cli.options import app
from digesta.workspace.releases import newest
from digesta_convert import inputs
from places import ROOT
from repository import OPEN

RELEASE = newest(ROOT)
FOLDER = ROOT / "releases" / RELEASE
SYSTEM = max((ROOT / "predictions").glob("2*/smollm2/submission.json")).parent
"""A language model's answers to closed questions, of the last release that it was asked."""
ASKED = SYSTEM.parent.name


@cache
def few() -> Path:
    """Return ``ASKED``'s folder, in a workspace with a model, its judge, searches and a floor."""
    root, name = Path(mkdtemp()), Path("predictions") / ASKED
    shutil.copytree(ROOT / "releases" / ASKED, root / "releases" / ASKED)
    for list_ in ("allowed_signers", "signers.jsonl"):
        shutil.copy(ROOT / "releases" / list_, root / "releases")
    for path in (ROOT / name).glob("[_bs]*"):
        if path.name.startswith(
            (
                "_judges",
                "baseline-bm25-retrieval",
                "baseline-lexical-retrieval",
                "search-",
                "smollm2",
            )
        ):
            shutil.copytree(path, root / name / path.name)
    return root / "releases" / ASKED


@cache
def exported(form: str, path: Path, *options: str) -> Path:
    """Return the folder that ``digesta export`` writes."""
    out = Path(mkdtemp()) / "out"
    root = next((each for each in path.parents if (each / "releases").is_dir()), ROOT)
    command = ["export", form, str(path), "-o", str(out), "--root", str(root), *options]
    with patch.object(inputs, "open_release", OPEN):
        result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    return out


@cache
def lines_of(path: Path) -> list[dict[str, Any]]:
    """Return the JSON values of a file's lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@cache
def published_board(board: str) -> dict[str, Any]:
    """Return one of the last published boards of ``ASKED``."""
    boards = ROOT / "releases" / ASKED / "boards"
    last = max(boards.iterdir(), key=lambda path: int(path.name))
    return dict(json.loads((last / f"{board}.json").read_bytes()))


def published_row(board: str, submission: str) -> dict[str, Any]:
    """Return a row of the last published boards of ``ASKED``."""
    [row] = [r for r in published_board(board)["rows"] if r["submission_id"] == submission]
    return dict(row)


def public_questions(track: str = "", release: str = RELEASE) -> list[dict[str, Any]]:
    """Return a release's public questions, of one track or all."""
    lines = lines_of(ROOT / "releases" / release / "questions.jsonl")
    every = [line for line in lines if line["split"] == "public"]
    return [line for line in every if track in ("", line["track"])]
