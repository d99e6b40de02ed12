"""The command ``digesta demo``: writes the tour's workspace and runs its steps.

Every step runs the command that it prints, in this process and in the workspace's folder, and
prints what the command printed. Nothing is left outside that folder.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from digesta.cli.options import put
from digesta.errors import DigestaError, InputError, UsageError

if TYPE_CHECKING:
    from digesta.demo import Step

HERE = Path("digesta-demo")
MADE = ("build/", "report.html")
"""What the tour's steps write, beside the files that are unpacked."""
WIDTH = 96


class StepOutcome(NamedTuple):
    """What a command did: exit code, stdout, stderr."""

    code: int
    result: str
    talk: str


def register(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command(epilog="Example: digesta demo")(demo)


def demo(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder to make; not one of yours.")
    ] = HERE,
) -> None:
    """Show what digesta does, on 36 small questions: a guided tour, offline, in seconds."""
    from digesta.demo import steps, workspace

    files = workspace()
    _write(folder, files)
    put(_welcome(folder, files))
    with contextlib.chdir(folder), _private_cache():
        for number, step in enumerate(steps(files), start=1):
            put(_shown(number, step, _done(step, context.find_root().command.main)))
    put(_farewell(folder))


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Unpack into a new folder, or restore one that holds the tour's files and no others."""
    from digesta.demo import MARKER
    from digesta.workspace import store

    if not os.path.lexists(folder):
        store.write_tree(folder, files)
        return
    if not (folder / MARKER).is_file():
        raise UsageError(f"{folder}: exists, and is no demo; name another folder")
    there = store.read_tree(folder)
    if others := [path for path in there if path not in files and not path.startswith(MADE)]:
        raise UsageError(
            f"{folder}/{others[0]}: not a file of the demo; move it away, or name another folder"
        )
    for path, data in files.items():
        store.write_file(folder / path, data)


@contextlib.contextmanager
def _private_cache() -> Iterator[None]:
    """Keep the compiled release out of the user's cache."""
    from tempfile import TemporaryDirectory

    name = "XDG_CACHE_HOME"
    before = os.environ.get(name)
    with TemporaryDirectory(prefix="digesta-demo-") as own:
        os.environ[name] = own
        try:
            yield
        finally:
            del os.environ[name]
            if before is not None:
                os.environ[name] = before


def _done(step: Step, digesta: Callable[..., Any]) -> StepOutcome:
    from digesta.workspace import store

    for path, data in step.changes.items():
        store.write_file(Path(path), data)
    outcome = _outcome(digesta, shlex.split(step.command)[1:])
    assert outcome.code == step.code, f"{step.command}: exit code {outcome.code}\n{outcome.talk}"
    if not step.into:
        return outcome
    store.write_file(Path(step.into), outcome.result.encode())
    return outcome._replace(result="")


def _outcome(digesta: Callable[..., Any], arguments: list[str]) -> StepOutcome:
    result, talk, code = io.StringIO(), "", 0
    with contextlib.redirect_stdout(result):
        try:
            digesta(arguments, prog_name="digesta", standalone_mode=False)
        except DigestaError as error:
            talk, code = f"{error}\n", 1 if isinstance(error, InputError) else 2
    return StepOutcome(code, result.getvalue(), talk)


# What is printed ------------------------------------------------------------------------------


def _welcome(folder: Path, files: Mapping[str, bytes]) -> str:
    return (
        f"{folder}: unpacked {len(files)} files. They are for this tour only and measure "
        "nothing:\n"
        "  36 questions in English, Hebrew, French, Portuguese and Chinese; their truths are "
        "computed\n"
        "  3 decisions about submissions\n"
        "  4 prediction files, made by rules that count; no model took part\n"
        "Each step below runs the command that it shows. Long lines are folded.\n"
    )


def _shown(number: int, step: Step, outcome: StepOutcome) -> str:
    into = f" > {step.into}" if step.into else ""
    said = f"\n{number}. {step.title}\n\n{textwrap.indent(step.said, '   ')}\n\n"
    said += f"   $ {step.command}{into}\n"
    said += _folded(outcome.result + outcome.talk)
    if outcome.code:
        said += f"   (exit code {outcome.code})\n"
    return said + (f"\n   {step.board}:\n{_folded(_table(step.board))}" if step.board else "")


def _table(path: str) -> str:
    import orjson

    from digesta.demo import board_table
    from digesta.workspace import store

    return board_table(orjson.loads(store.read_bytes(Path(path))))


def _folded(text: str) -> str:
    """Indent output, and fold what is longer than a terminal's line between words."""
    lines = []
    for line in text.splitlines():
        lines += textwrap.wrap(
            line,
            WIDTH,
            initial_indent="   ",
            subsequent_indent="     ",
            break_long_words=False,
            break_on_hyphens=False,
            replace_whitespace=False,
        ) or [""]
    return "".join(f"{line}\n" for line in lines)


def _farewell(folder: Path) -> str:
    return (
        "\nThat was the tour. What to try next, in that folder:\n\n"
        f"   cd {shlex.quote(folder.as_posix())}\n"
        "   digesta init my-system --model 'My system' --organization Me\n"
        "   digesta check predictions/2026-01-01/my-system     once you have put answers in\n"
        "   digesta score predictions/2026-01-01/my-system\n"
        "   digesta --help\n"
    )
