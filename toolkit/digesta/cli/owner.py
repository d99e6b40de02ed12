"""Commands for who starts a benchmark: demo, init-benchmark, release new, scorers."""

from __future__ import annotations

import shlex
import sys
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta import __version__
from digesta.cli.options import HERE, RootOption, command, put, releases, scorers, today
from digesta.errors import UsageError


class TourName(StrEnum):
    """The tours that there are."""

    guided = "guided"
    spreadsheet = "spreadsheet"


owner = partial(command, "Owners of a benchmark")


@owner("demo")
def demo(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The folder to make; not one of yours.")
    ] = None,
    tour: Annotated[
        TourName, typer.Option("--tour", help="spreadsheet: 25 contract questions graded blind.")
    ] = TourName.guided,
) -> None:
    """Show what digesta does, on 36 small questions: a guided tour, offline, in seconds."""
    from digesta.demo.tour import run

    place = folder or Path("digesta-demo" if tour is TourName.guided else "digesta-spreadsheet")
    for text in run(tour.value, place, context.find_root().command.main):
        put(text)


@owner("init-benchmark my-benchmark --title 'Tenancy law' --language de --license CC-BY-4.0")
def init_benchmark(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder, new or empty.")],
    *,
    title: Annotated[
        str | None, typer.Option("--title", help="What the benchmark is called.")
    ] = None,
    language: Annotated[
        str | None, typer.Option("--language", help="Of its questions: en, de, pt-BR.")
    ] = None,
    answers: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            help="Kind with worked lines: boolean, mcq, letters, numeric, "
            "text or set; repeatable, else all.",
        ),
    ] = None,
    license_: Annotated[
        str | None, typer.Option("--license", help="Of its questions, as SPDX writes it.")
    ] = None,
    address: Annotated[
        str | None, typer.Option("--address", help="Of its repository: https://host/owner/name.")
    ] = None,
    private: Annotated[
        Path | None,
        typer.Option("--private", help="Folder outside DIR, for a new key that opens truths."),
    ] = None,
) -> None:
    """Start a benchmark of your own: settings, pages, worked questions, workflows.

    What is not said is asked, in a terminal; elsewhere it is en, all kinds, CC-BY-4.0, no address.
    """
    from digesta.workspace.site_config import ENGLISH, LANGUAGES, config_of
    from digesta.workspace.start import NewWorkspace, workspace_files, write_workspace
    from digesta.workspace.start.lines import KINDS

    title = _option_value("--title", title, "")
    language = _option_value("--language", language, ENGLISH)
    kinds = answers or _option_value("--answer", None, " ".join(KINDS)).split()
    base = language.partition("-")[0]
    new = NewWorkspace(
        title=title,
        version=__version__,
        today=str(today(folder)),
        language=language,
        site_language=base if base in LANGUAGES else ENGLISH,
        license=_option_value("--license", license_, "CC-BY-4.0"),
        address=_option_value("--address", address, "", needed=False),
        kinds=kinds,
    )
    files = workspace_files(new)
    config_of(files["digesta.toml"].decode())
    key = write_workspace(folder, files, private=private)
    put(f"{folder.as_posix()}: {len(files)} files; {key}begin with README.md\n")
    put(f"then: cd {shlex.quote(folder.as_posix())} && digesta site\n")
    put("(for the site: pip install -r requirements.txt, with the wheel beside it)\n")


def _option_value(option: str, value: str | None, default: str, *, needed: bool = True) -> str:
    """Return an option's value: as given, asked for in a terminal, else its default."""
    if value is None and _is_terminal():
        words = option.removeprefix("--").capitalize()
        value = str(typer.prompt(words, default=default or (None if needed else "")))
    if value is None and needed and not default:
        raise UsageError(f"{option}: say it, as in {option} 'Tenancy law'")
    return default if value is None else value


def _is_terminal() -> bool:
    return sys.stdin.isatty()


@owner("release new 2026-12-22 --from 2026-11-22.2 -o drafts/2026-12-22", group=releases)
def new(
    release: Annotated[str, typer.Argument(help="Id of the release to be: YYYY-MM-DD, or .N.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The draft's folder, a new one.")],
    *,
    source: Annotated[
        str | None, typer.Option("--from", help="Release to go on from; the newest, if any.")
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", help="Name for the eye; else after its id.")
    ] = None,
    next_due: Annotated[
        str | None, typer.Option("--next-due", help="When the one after it is due: YYYY-MM-DD.")
    ] = None,
    canary: Annotated[
        str | None, typer.Option("--canary", help="A UUID; else made from id and title.")
    ] = None,
    private: Annotated[
        Path | None,
        typer.Option("--private", help="Folder outside the workspace for a new holdout's keys."),
    ] = None,
    root: RootOption = HERE,
) -> None:
    """Start a draft from the release before it, or from an example where there is none.

    Questions keep their ids while they are edited; new ones take short ids of your own.
    """
    from digesta.workspace.drafts import start_draft

    fields = {"release": release, "title": title, "canary": canary, "next_due": next_due}
    manifest = {name: value for name, value in fields.items() if value}
    before = start_draft(root, out, manifest, source=source, private=private)
    worked = "the one line in questions.jsonl, truths.jsonl and review.jsonl shows their form"
    origin = f"goes on from {before.name}" if before else f"an example to replace: {worked}"
    place = out.as_posix()
    put(f"{place}: {origin}\nthen: digesta draft check {place}; digesta release cut {place}\n")


@owner("scorer new statutes -o statutes", group=scorers, name="new")
def new_scorer(
    name: Annotated[str, typer.Argument(help="Its name: a-z 0-9 _")],
    out: Annotated[Path, typer.Option("--out", "-o", help="A new folder.")],
) -> None:
    """Write a scorer to begin with: a package to install, with golden answers.

    It says whether a text is the right one. Only installed packages bring scorers: no file of a
    workspace is run.
    """
    from digesta.workspace.owner.package import write_scorer

    for line in write_scorer(out, name):
        put(f"{line}\n")
    put(f"then: pip install -e {shlex.quote(out.as_posix())} && digesta scorer test {name}\n")


@owner("scorer test --all", group=scorers, name="test")
def check_scorer(
    name: Annotated[str | None, typer.Argument(help="A scorer, installed.")] = None,
    golden: Annotated[
        Path | None,
        typer.Option("--golden", help="Its golden answers, if not golden.jsonl beside it."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every scorer of other packages.")] = False,
) -> None:
    """Hold a scorer to the contract that every scorer keeps, on its golden answers.

    Rows are as worked out by hand, whatever the order; cells stay in bounds whatever is answered;
    leaving an answer out never helps; the five systems that know no law stay at the floor.
    """
    from digesta.scorers import owners_scorers
    from digesta.workspace.owner.package import check_contract

    if every == (name is not None):
        raise UsageError("name a scorer, or --all")
    names = [each.name for each in owners_scorers()] if name is None else [name]
    if not names:
        raise UsageError("no package with a scorer is installed: digesta scorer new NAME -o FOLDER")
    for each in names:
        put(f"{each}: keeps the contract on {check_contract(each, golden)} golden answers\n")
