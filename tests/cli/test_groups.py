"""A command line imports and makes what it needs: one command's file, or for help no command."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib import import_module

import pytest
from typer.core import TyperCommand
from typer.main import get_group

from commands import run
from digesta.cli.groups import FILES, GROUPS, Commands
from digesta.cli.options import app
from places import ROOT

PROGRAM = """
import sys
import typer.main
from digesta.cli import main
made, make = [], typer.main.get_params_from_function
typer.main.get_params_from_function = lambda f: made.append(f.__name__) or make(f)
sys.argv = ["digesta", *sys.argv[1:]]
try:
    main()
finally:
    files = [name for name in sys.modules if name.startswith("digesta.cli.")]
    print(*sorted({*made}), *sorted(files), file=sys.stderr)
"""


def traces(*words: str) -> set[str]:
    """Return what a command line left behind: functions that commands were made of, and files."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    return {*done.stderr.splitlines()[-1].split()}


OF_THE_WHOLE = {"_whole", "show_version"}
"""What --version is made of, which comes before any command."""


def test_the_list_of_commands_makes_none() -> None:
    files = {f"digesta.cli.{name}" for name in (*FILES, "groups", "options")}
    assert traces("--help") - OF_THE_WHOLE == files


def test_a_command_is_made_alone_and_its_file_imported_alone() -> None:
    left = traces("check", "--help")

    # What an option calls, as --root does, is looked at as a command is.
    assert left - OF_THE_WHOLE - {"nearest_workspace"} == {
        "check", "digesta.cli.groups", "digesta.cli.options", "digesta.cli.submitter",
    }  # fmt: skip


def test_a_command_of_a_group_needs_no_file_after_its_own() -> None:
    left = traces("draft", "check", "--help")

    assert "digesta.cli.maintainer" in left
    assert "digesta.cli.owner" not in left


@pytest.mark.parametrize("name", GROUPS)
def test_no_two_commands_of_a_group_share_a_name(name: str) -> None:
    commands = Commands(GROUPS[name], {})

    names = [*commands]

    assert len(names) == len(GROUPS[name].registered_commands)
    assert max(Counter(names).values()) == 1


def test_every_file_adds_commands() -> None:
    homes = {
        import_module(info.callback.__module__).__name__.rpartition(".")[2]
        for group in GROUPS.values()
        for info in group.registered_commands
        if info.callback
    }

    assert {*FILES} <= homes


def test_a_line_of_help_is_the_command_s_own() -> None:
    whole = get_group(app)

    assert isinstance(whole.commands, Commands)
    for name, line in whole.commands.lines():
        command = whole.commands[name]
        if isinstance(command, TyperCommand):
            assert line.get_short_help_str() == command.get_short_help_str()
            assert line.rich_help_panel == command.rich_help_panel


def test_an_unknown_command_is_refused_with_the_nearest_names() -> None:
    done = run("release", "publsh")

    assert done.returncode == 2
    assert "Did you mean 'publish'" in done.stderr
