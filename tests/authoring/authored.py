"""Run an authoring command as people do, in this process, and read what it drew."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from authoring.commands import run
from commands import Done, ran


def author(track: str, *words: str | Path | int, **more: str) -> Done:
    """Run ``python -m authoring.<track>``: what it prints, and its exit code."""
    module = import_module(f"authoring.{track}.__main__")
    command = getattr(module, track.rpartition(".")[2])
    return ran(lambda: run(command, example=module.EXAMPLE), track, *words, **more)


def rows(folder: Path, name: str) -> list[Any]:
    """Return the lines of a draft's file."""
    return [json.loads(text) for text in (folder / f"{name}.jsonl").read_text().splitlines()]
