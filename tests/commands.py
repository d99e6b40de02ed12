"""Run a command in this process: what it prints, and its exit code."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import typer.main


class Done(NamedTuple):
    """What a command did."""

    code: int
    stdout: str
    stderr: str

    @property
    def returncode(self) -> int:
        return self.code


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a command: wide help, and no key of a provider."""
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return kept | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "100"} | more


typer.main.get_command = cache(typer.main.get_command)
"""The tree of a program's commands. A process builds it once, and so does this one."""


@contextmanager
def _as_a_process(words: list[str], **more: str) -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """Give a command arguments, an environment and streams of its own."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, environment(**more), clear=True),
        mock.patch.object(sys, "argv", words),
        mock.patch.object(sys, "stdin", io.StringIO()),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            yield out, err
        finally:
            gc.enable()  # a command disables it


def ran(main: Any, *words: str | Path | int, **more: str) -> Done:
    """Run the main function of a program."""
    from digesta.workspace.boards import forget_inputs
    from digesta.workspace.holdout.score_files import attempts_in

    attempts_in.cache_clear()
    forget_inputs()
    code = 0
    with _as_a_process([str(word) for word in words], **more) as (out, err):
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else bool(ended.code)
    return Done(code, out.getvalue(), err.getvalue())


def run(*arguments: str | Path | int, module: str = "digesta", **more: str) -> Done:
    """Run ``digesta``, or another program of ours, in this process."""
    return ran(import_module(f"{module}.cli").main, module, *arguments, **more)
