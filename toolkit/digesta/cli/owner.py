"""Commands for those who start a benchmark: demo, init-benchmark, release new, scorers."""

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
    folder: Annotated[Path | None, typer.Argument(metavar="DIR", help="A folder to make.")] = None,
    tour: Annotated[
        TourName, typer.Option("--tour", help="spreadsheet: people grade 25 answers blind.")
    ] = TourName.guided,
) -> None:
    """Take a guided tour on 36 small questions, offline."""
    from digesta.demo.tour import run

    place = folder or Path("digesta-demo" if tour is TourName.guided else "digesta-spreadsheet")
    for text in run(tour.value, place, context.find_root().command.main):
        put(text)


@owner("init-benchmark my-benchmark --title 'Tenancy law' --language de --license CC-BY-4.0")
def init_benchmark(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
    *,
    title: Annotated[str | None, typer.Option("--title", help="The benchmark's title.")] = None,
    language: Annotated[
        str | None, typer.Option("--language", help="Language of the questions: en, de, pt-BR.")
    ] = None,
    answers: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            help="Kind of answer to give examples of: boolean, mcq, letters, numeric, text or set; "
            "repeatable. Default: all.",
        ),
    ] = None,
    license_: Annotated[
        str | None, typer.Option("--license", help="SPDX licence of the questions.")
    ] = None,
    address: Annotated[
        str | None, typer.Option("--address", help="Its repository: https://host/owner/name.")
    ] = None,
    private: Annotated[
        Path | None,
        typer.Option("--private", help="Folder outside DIR for a key that opens sealed truths."),
    ] = None,
) -> None:
    """Start your own benchmark in a new folder.

    A terminal asks for missing options. Defaults: en, all kinds, CC-BY-4.0 and no address.
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
    put("(for the site: pip install -r requirements.txt, with the wheel next to it)\n")


def _option_value(option: str, value: str | None, default: str, *, needed: bool = True) -> str:
    """Return an option's value: as given, asked for in a terminal, else its default."""
    if value is None and _is_terminal():
        words = option.removeprefix("--").capitalize()
        value = str(typer.prompt(words, default=default or (None if needed else "")))
    if value is None and needed and not default:
        raise UsageError(f"{option} is missing; write for example {option} 'Tenancy law'")
    return default if value is None else value


def _is_terminal() -> bool:
    return sys.stdin.isatty()


@owner("release new 2026-12-22 --from 2026-11-22.2", group=releases)
def new(
    release: Annotated[str, typer.Argument(help="Id of the new release: YYYY-MM-DD[.N].")],
    *,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="A new folder for the draft. Default: drafts/RELEASE."),
    ] = None,
    source: Annotated[
        str | None, typer.Option("--from", help="Release to start from. Default: the newest.")
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", help="The release's title. Default: made from its id.")
    ] = None,
    next_due: Annotated[
        str | None, typer.Option("--next-due", help="When the next release is due: YYYY-MM-DD.")
    ] = None,
    private: Annotated[
        Path | None,
        typer.Option("--private", help="Folder outside the workspace, for keys of new truths."),
    ] = None,
    root: RootOption = HERE,
) -> None:
    """Start a draft of the next release. The first one is an example.

    Questions keep their ids while you edit them. Give new questions short ids of your own.
    """
    from digesta.workspace.drafts import start_draft

    fields = {"release": release, "title": title, "next_due": next_due}
    manifest = {name: value for name, value in fields.items() if value}
    out = out or root / "drafts" / release
    before = start_draft(root, out, manifest, source=source, private=private)
    worked = "the one line in questions.jsonl, truths.jsonl and review.jsonl shows their form"
    origin = f"starts from {before.name}" if before else f"an example to replace: {worked}"
    place = out.as_posix()
    put(f"{place}: {origin}\nthen: digesta draft check {place}; digesta release cut {place}\n")


@owner("scorer new statutes -o statutes", group=scorers, name="new")
def new_scorer(
    name: Annotated[str, typer.Argument(help="Its name: a-z 0-9 _")],
    out: Annotated[Path, typer.Option("--out", "-o", help="A new folder.")],
) -> None:
    """Write an example scorer: a package with golden answers.

    The example compares texts. Scorers are always installed packages, because no file of a
    workspace is run.
    """
    from digesta.workspace.owner.package import write_scorer

    for line in write_scorer(out, name):
        put(f"{line}\n")
    put(f"then: pip install -e {shlex.quote(out.as_posix())} && digesta scorer test {name}\n")


@owner("scorer test --all", group=scorers, name="test")
def check_scorer(
    name: Annotated[str | None, typer.Argument(help="An installed scorer.")] = None,
    golden: Annotated[
        Path | None,
        typer.Option("--golden", help="Its golden answers. Default: golden.jsonl next to it."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All scorers of other packages.")] = False,
) -> None:
    """Test that a scorer keeps the contract of all scorers.

    Golden answers must earn their expected rows in any order, and any answer cells within bounds.
    Leaving an answer out must never help. The five adversaries must stay at or below their limit.
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
