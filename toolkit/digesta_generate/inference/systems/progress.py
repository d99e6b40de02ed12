"""The progress of a run: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from digesta.errors import plain
from digesta_generate.inference.budget import TokenUse, as_decimal
from digesta_generate.inference.run import Watch
from digesta_generate.talk import say

_LINES = 10
"""Lines of a whole run without a bar."""


def watch_as(name: str) -> Watch:
    """Return a function that opens the progress of a run, shown under a name."""
    return partial(_bar if sys.stderr.isatty() else _lines, plain(name))


@contextmanager
def _lines(name: str, before: int, total: int) -> Iterator[Callable[[TokenUse], None]]:
    done, next_line, begun = before, before, time.monotonic()
    say(f"{name}: {before} of {total} replies are in the journal, asking for the others")

    def count(_spent: TokenUse) -> None:
        nonlocal done, next_line
        done += 1
        if done == total or done - next_line >= max(1, total // _LINES):
            next_line = done
            each = (time.monotonic() - begun) / (done - before)
            rest = f", {each:.1f} s each, about {each * (total - done) / 60:.0f} min left"
            say(f"{name}: {done} of {total}{rest if done < total else ''}")

    yield count


@contextmanager
def _bar(name: str, before: int, total: int) -> Iterator[Callable[[TokenUse], None]]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[spent]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(escape(name), total=total, completed=before, spent="")

        def count(spent: TokenUse) -> None:
            tokens = f"{spent.tokens_in + spent.tokens_out} tokens"
            cost = f", {as_decimal(spent.cost_micro)}" if spent.cost_micro else ""
            progress.update(task, advance=1, spent=tokens + cost)

        yield count
