"""The application, and what commands share: options, one word for one thing, and output."""

from __future__ import annotations

import datetime as dt
import os
import platform
import shlex
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from digesta import __version__
from digesta.cli.groups import GROUPS, WHOLE, Group, GroupByPerson
from digesta.workspace import nearest_workspace

F = TypeVar("F", bound=Callable[..., None])


app = typer.Typer(
    name=WHOLE,
    cls=GroupByPerson,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
GROUPS[WHOLE] = app


def show_version(wanted: bool) -> None:
    """Print the version of the package and of Python, as a bug report needs them."""
    if wanted:
        put(f"digesta {__version__}, Python {platform.python_version()}\n")
        raise typer.Exit


VersionOption = Annotated[
    bool, typer.Option("--version", is_eager=True, callback=show_version, help="Print the version.")
]


@app.callback()
def _whole(version: VersionOption = False) -> None:
    """Score predictions against dated releases of legal benchmarks, offline."""


def _group(name: str, about: str, person: str, kind: type[Group] = Group) -> typer.Typer:
    """Return a group of commands, listed below its person's title."""
    group = GROUPS[name] = typer.Typer(cls=kind, help=about, no_args_is_help=True)
    app.add_typer(group, name=name, rich_help_panel=person)
    return group


drafts = _group("draft", "Check a draft before it becomes a release.", "Owners of a benchmark")
reviews = _group("review", "Send questions to second readers and graders.", "Maintainers")
scorers = _group("scorer", "Write and test your own scorer.", "Owners of a benchmark")
intake = _group("intake", "Check pull requests without running them.", "Maintainers")
log_group = _group("log", "Merge and sign logs.", "Maintainers")
releases = _group("release", "Make, change and publish releases.", "Maintainers", GroupByPerson)
disputes = _group("dispute", "Log disputes and how they end.", "Maintainers")


def command(
    person: str, example: str, *, group: typer.Typer = app, name: str | None = None
) -> Callable[[F], F]:
    """Return a decorator that adds a command to a group, below its person's title."""
    return group.command(name, epilog=f"Example: digesta {example}", rich_help_panel=person)


Paths = Annotated[
    list[Path], typer.Argument(help="Submission folders or predictions files (.jsonl).")
]
Places = Annotated[
    list[str],
    typer.Argument(help="Submission folders or predictions files (.jsonl); a file may be a URL."),
]
EngineOption = Annotated[
    str,
    typer.Option(
        "--engine",
        help="Where work runs: inline, processes[:N], ray, or ray://HOST:PORT.",
    ),
]
SubmissionPath = Annotated[Path, typer.Argument(help="A submission folder or a predictions file.")]
DraftArgument = Annotated[Path, typer.Argument(help="The draft's folder.")]
ReleaseArgument = Annotated[str, typer.Argument(help="Release id or folder.")]
ReleaseOption = Annotated[
    str | None,
    typer.Option(
        "--release",
        "-r",
        help="Release id, folder or bundle. Default: by the folder, or the newest.",
    ),
]
HERE = Path()
RootOption = Annotated[
    Path,
    typer.Option(
        "--root", help="The workspace; . means the nearest above.", callback=nearest_workspace
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
VerdictsOption = Annotated[
    Path | None,
    typer.Option(
        "--verdicts",
        help="Your own judge: its folder, or a verdict file in it. Boards never use it.",
    ),
]


class SheetFormat(StrEnum):
    """What a sheet is written as."""

    xlsx = "xlsx"
    csv = "csv"
    html = "html"


SheetFormatOption = Annotated[
    SheetFormat | None, typer.Option("--format", "-f", help="Default: by the ending of -o.")
]


class Splits(StrEnum):
    """Questions with open truths, or the sealed ones too."""

    public = "public"
    all = "all"


SplitOption = Annotated[Splits, typer.Option("--split", help="all includes the sealed questions.")]
QuestionsOption = Annotated[
    str | None,
    typer.Option("--questions", help="Only these: ids, or at least their first 6 characters."),
]
TaskOption = Annotated[str | None, typer.Option("--task", help="Only this task of the track.")]
PRINTED = "to print; to send answers, also pack a sheet as .xlsx or .csv"
"""Next step after a page to print."""
DateOption = Annotated[
    str, typer.Option("--date", help="The day to log, YYYY-MM-DD. An unlikely day is refused.")
]
ConfirmOption = Annotated[
    bool,
    typer.Option(
        "--confirm-date", help="Accept a date after today, or 45 days after the last line."
    ),
]
KeyOption = Annotated[
    Path | None,
    typer.Option(
        "--key",
        envvar="DIGESTA_KEY",
        help="File of your SSH key; required where logs are signed.",
    ),
]
AccountOption = Annotated[
    str | None,
    typer.Option(
        "--account",
        envvar="DIGESTA_ACCOUNT",
        help="Sender, as HOST:LOGIN; checked against the organisation's accounts.",
    ),
]
NameOption = Annotated[
    bool,
    typer.Option(
        "--confirm-name",
        help="Confirm that an account of the named organisation sent it.",
    ),
]
DryOption = Annotated[
    bool, typer.Option("--dry-run", help="Print what would be written; write nothing.")
]
ReasonOption = Annotated[str, typer.Option("--reason", help="The reason, in one sentence.")]


def check_date(root: Path, release: str | None, date: str, *, confirm: bool) -> None:
    """Raise UsageError where a date looks like a slip, unless it is confirmed."""
    from digesta.workspace import logs

    if not confirm:
        logs.check_date(root, release, date, today=today(root))


def today(root: Path) -> dt.date:
    """Return what day it is. The one place that reads a clock.

    Where nobody signs, tests give the day, as DIGESTA_TODAY.
    """
    from digesta.workspace.releases import signers_of

    day = None if signers_of(root / "releases") else os.environ.get("DIGESTA_TODAY")
    return dt.date.fromisoformat(day) if day else dt.datetime.now().astimezone().date()


def put(text: str) -> None:
    """Print a result."""
    sys.stdout.write(text)


def put_json(value: Any) -> None:
    """Print a result for machines: one line of canonical JSON."""
    # Help prints none.
    from digesta.canonical import canonical_bytes

    put(canonical_bytes(value).decode() + "\n")


def long_texts(files: Sequence[Path]) -> str:
    """Name the page that has the texts too long for a cell. files: the sheet, then the page."""
    return "".join(
        f"{page.as_posix()}: the full texts that are too long for a cell\n" for page in files[1:]
    )


def command_line(name: str, place: Path, root: Path, *more: str) -> str:
    """Return a command on a file in the same workspace, as it is typed."""
    at = () if root == HERE else ("--root", root.as_posix())
    return shlex.join(["digesta", *name.split(), place.as_posix(), *more, *at])
