"""A run of a tour: the workspace unpacked, each step's command run, and what is printed.

Every step runs the command that it prints, in this process and in the workspace's folder, and
prints what the command printed. Nothing is left outside that folder.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import textwrap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from digesta.demo.contracts import STEPS
from digesta.demo.programs import READERS, SYSTEMS, fill
from digesta.demo.steps import Step, board_table, steps
from digesta.errors import DigestaError, InputError, UsageError
from digesta.package_files import folder_files
from digesta.workspace import store

MARKER = "DEMO.txt"
"""The file by which a folder of the tour is known."""
GRADING, JUDGES = "grading", "predictions/2026-01-01/_judges"
"""Folders that the steps of a grading write anew."""
OUTPUTS = ("build/", "report.html")
"""What the tours' steps write, beside the files that are unpacked and those of a grading."""
WIDTH = 96


class Tour(NamedTuple):
    """A tour: where its files lie in the package, what they are, its steps, what to do next."""

    source: str
    holds: tuple[str, ...]
    steps: Callable[[Mapping[str, bytes]], Sequence[Step]]
    next: tuple[str, ...]
    graded: frozenset[str] = frozenset()
    """The files of its grading."""


TOURS = {
    "guided": Tour(
        "workspace",
        (
            (
                "36 questions in English, Hebrew, French, Portuguese and Chinese; their truths are "
                "computed"
            ),
            "3 decisions about submissions",
            "4 prediction files, made by rules that count; no model took part",
        ),
        steps,
        (
            "digesta init my-system --model 'My system' --organization Me",
            "digesta check predictions/2026-01-01/my-system     once you have put answers in",
            "digesta score predictions/2026-01-01/my-system",
            "digesta --help",
        ),
    ),
    "spreadsheet": Tour(
        "spreadsheet",
        (
            "25 questions about fictional contract clauses, written by a language model",
            "3 prediction files, made by programs; no model answered",
            "sheets that two other programs fill in, where people would",
        ),
        lambda _files: STEPS,
        (
            "digesta review pack --grade predictions/2026-01-01/rule-* -t contracts -o mine",
            "digesta explain predictions/2026-01-01/rule-whole-clause 0",
            "digesta review --help",
        ),
        frozenset(
            {
                *(f"{GRADING}/{name}.csv" for name in READERS),
                f"{GRADING}/key.json",
                *(
                    f"{JUDGES}/programs-{number}/{name}"
                    for number in (1, 2)
                    for name in ("judge.json", *(f"{rule}.jsonl" for rule in SYSTEMS))
                ),
            }
        ),
    ),
}
"""The tours, by name."""


def run(name: str, folder: Path, digesta: Callable[..., Any]) -> Iterator[str]:
    """Unpack a tour into a folder and yield, step by step, what is to be printed.

    digesta: the command line, called with a list of arguments.
    """
    tour = TOURS[name]
    files = folder_files("digesta.demo", tour.source)
    _unpack(folder, files, tour.graded)
    yield _welcome(folder, tour, len(files))
    with contextlib.chdir(folder):
        for number, step in enumerate(tour.steps(files), start=1):
            yield _text(number, step, _output(step, digesta))
    yield _farewell(folder, tour)


def _unpack(folder: Path, files: Mapping[str, bytes], graded: Collection[str]) -> None:
    """Unpack into a new folder, or restore one that holds the tour's files and no others."""
    if not os.path.lexists(folder):
        store.write_tree(folder, files)
        return
    if not (folder / MARKER).is_file():
        raise UsageError(f"{folder}: exists, and is no demo; name another folder")
    there = store.read_tree(folder)
    own = {*files, *graded}
    if others := [path for path in there if path not in own and not path.startswith(OUTPUTS)]:
        raise UsageError(
            f"{folder}/{others[0]}: not a file of the demo; move it away, or name another folder"
        )
    store.remove_files(folder, graded)  # a grading is written into new folders alone
    for path, data in files.items():
        store.write_file(folder / path, data)


def _output(step: Step, digesta: Callable[..., Any]) -> str:
    """Run a step's command and return what it printed, but for what goes into a file."""
    for path, data in step.changes.items():
        store.write_file(Path(path), data)
    for reader in step.readers:
        sheet = Path("grading") / f"{reader}.csv"
        store.write_file(sheet, fill(store.read_bytes(sheet), reader))
    result, talk, code = io.StringIO(), "", 0
    with contextlib.redirect_stdout(result):
        try:
            digesta(shlex.split(step.command)[1:], prog_name="digesta", standalone_mode=False)
        except DigestaError as error:
            talk, code = f"{error}\n", 1 if isinstance(error, InputError) else 2
    assert code == step.code, f"{step.command}: exit code {code}\n{talk}"
    if not step.into:
        return result.getvalue() + talk
    store.write_file(Path(step.into), result.getvalue().encode())
    return talk


def _welcome(folder: Path, tour: Tour, count: int) -> str:
    holds = "".join(f"  {line}\n" for line in tour.holds)
    return (
        f"{folder}: unpacked {count} files. They are for this tour only and measure nothing:\n"
        f"{holds}Each step below runs the command that it shows. Long lines are folded.\n"
    )


def _text(number: int, step: Step, output: str) -> str:
    into = f" > {step.into}" if step.into else ""
    text = f"\n{number}. {step.title}\n\n{textwrap.indent(step.text, '   ')}\n\n"
    text += f"   $ {step.command}{into}\n{_fold(output)}"
    if step.code:
        text += f"   (exit code {step.code})\n"
    if step.board:
        table = board_table(orjson.loads(store.read_bytes(Path(step.board))))
        text += f"\n   {step.board}:\n{_fold(table)}"
    return text


def _fold(text: str) -> str:
    """Indent output, and fold what is longer than a terminal's line between words."""
    wrapper = textwrap.TextWrapper(
        WIDTH,
        initial_indent="   ",
        subsequent_indent="     ",
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )
    lines = [folded for line in text.splitlines() for folded in wrapper.wrap(line) or [""]]
    return "".join(f"{line}\n" for line in lines)


def _farewell(folder: Path, tour: Tour) -> str:
    commands = (f"cd {shlex.quote(folder.as_posix())}", *tour.next)
    lines = "".join(f"   {command}\n" for command in commands)
    return f"\nThat was the tour. What to try next, in that folder:\n\n{lines}"
