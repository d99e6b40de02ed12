"""Run an authoring command as people do, in this process, and read what it drew."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from authoring.commands import run


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def author(track: str, *words: str | Path | int) -> Done:
    """Run ``python -m authoring.<track>``: what it prints, and its exit code."""
    module = import_module(f"authoring.{track}.__main__")
    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        mock.patch.object(sys, "argv", [track, *map(str, words)]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            run(getattr(module, track.rpartition(".")[2]), example=module.EXAMPLE)
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Done(code, out.getvalue(), err.getvalue())


def rows(folder: Path, name: str) -> list[Any]:
    """Return the lines of a draft's file."""
    return [json.loads(text) for text in (folder / f"{name}.jsonl").read_text().splitlines()]
