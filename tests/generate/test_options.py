"""Options are values: a command line makes one, and it makes the command line again."""

from __future__ import annotations

import json
import shlex
import string
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.main import get_command

from digesta.cli.options import app as digesta
from digesta_generate.baselines.options import AdversaryOptions, BaselineOptions
from digesta_generate.cli import app
from digesta_generate.cli.command import SHOWN, register
from digesta_generate.graph.options import AskOptions, CheckOptions, LoadOptions, ServeGraphOptions
from digesta_generate.inference.systems.options import CarryOptions, InferOptions
from digesta_generate.judges.options import JudgeOptions
from digesta_generate.options import OptionField, Options, option_fields
from digesta_generate.pipeline.options import RunOptions
from digesta_generate.retrieval.options import RetrieveOptions
from digesta_generate.search.options import SearchOptions, ServeSearchOptions
from digesta_generate.temporal.options import TemporalOptions
from places import ROOT

KINDS: tuple[type[Options], ...] = (
    AdversaryOptions,
    AskOptions,
    BaselineOptions,
    CarryOptions,
    CheckOptions,
    InferOptions,
    JudgeOptions,
    LoadOptions,
    RetrieveOptions,
    RunOptions,
    SearchOptions,
    ServeGraphOptions,
    ServeSearchOptions,
    TemporalOptions,
)
BY_COMMAND = {kind.command: kind for kind in KINDS}
NEWEST = ROOT / "predictions" / "2026-11-22.6"
RECORDED = sorted(
    json.loads(path.read_bytes())["command"] for path in NEWEST.glob("*/submission.json")
)
WORDS = string.ascii_letters + string.digits + " '\"$\\-=éßמ法"


def parsed(kind: type[Options], words: list[str]) -> Options:
    """Return what a command line comes to, as the command is given it."""
    seen: list[Options] = []

    def take(options: Options) -> None:
        """Take the options.

        Example: none.
        """
        seen.append(options)

    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    take.__annotations__["options"] = kind
    register(alone, take)
    assert alone(words, standalone_mode=False) == 0
    [options] = seen
    return options


# A command line and back ----------------------------------------------------------------------


def values(field: OptionField) -> st.SearchStrategy[Any]:
    """Draw values of a field, its default among them."""
    one = value(field, next(iter(get_args(field.kind)), field.kind))
    if get_origin(field.kind) is tuple:
        return st.lists(one, min_size=int(field.default is ...), max_size=3).map(tuple)
    return one if field.default is ... else one | st.just(field.default)


def value(field: OptionField, kind: Any) -> st.SearchStrategy[Any]:
    low, high = getattr(field.info, "min", None), getattr(field.info, "max", None)
    if get_origin(field.kind) is Literal:
        return st.sampled_from(get_args(field.kind))
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(0 if low is None else low, 10**6 if high is None else high)
    if kind is float:
        return st.floats(0.1 if low is None else low, 1e6 if high is None else high)
    # Where no option's name stands before it, a word that begins with a dash is an option.
    first = WORDS if field.option else string.ascii_letters
    texts = st.tuples(st.sampled_from(first), st.text(WORDS, max_size=6)).map("".join)
    return texts.map(Path) if kind is Path else texts


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.command)
@settings(max_examples=10)
@given(data=st.data())
def test_a_value_says_the_command_line_that_makes_it_again(
    kind: type[Options], data: st.DataObject
) -> None:
    told = {field.name: data.draw(values(field)) for field in option_fields(kind)}
    options = kind(**told)

    words = shlex.split(options.line())[1 + len(kind.command.split()) :]

    assert parsed(kind, words) == options


def test_zero_is_said_and_what_is_the_default_is_not() -> None:
    options = InferOptions(model=("a", "b"), seed=0, retries=0)

    assert options.line() == ("digesta-generate infer --model a --model b --seed 0 --retries 0")
    assert options.without("seed", "model").line(id="x") == (
        "digesta-generate infer --id x --retries 0"
    )


@pytest.mark.parametrize("command", RECORDED, ids=lambda one: one[17:60])
def test_the_newest_release_s_recorded_commands_still_run(command: str) -> None:
    program, name, *words = shlex.split(command)

    options = parsed(BY_COMMAND[name], words)

    assert program == "digesta-generate"
    assert sorted(shlex.split(options.line())) == sorted(shlex.split(command))
    assert name == "infer" or options.line() == command


# What help shows ------------------------------------------------------------------------------


def commands(group: Any, *path: str) -> list[tuple[str, Any]]:
    if not hasattr(group, "commands"):
        return [(" ".join(path), group)]
    return [one for name, inner in group.commands.items() for one in commands(inner, *path, name)]


EVERY = [
    *commands(get_command(digesta), "digesta"),
    *commands(get_command(app), "digesta-generate"),
]


@pytest.mark.parametrize(("name", "command"), EVERY, ids=[name for name, _ in EVERY])
def test_help_shows_twelve_options_at_most(name: str, command: Any) -> None:
    shown = command.get_help(command.make_context(name, [], resilient_parsing=True))

    listed = shown.partition("\nOptions:\n")[2].partition("\n\n")[0].splitlines()
    options = [line for line in listed if line.startswith("  -")]
    assert 1 <= len(options) <= SHOWN


def test_help_all_shows_every_option_in_its_group(capsys: pytest.CaptureFixture[str]) -> None:
    app(["infer", "--help-all"], standalone_mode=False)

    shown = capsys.readouterr().out
    for field in option_fields(InferOptions):
        assert f"{field.option} " in shown
    assert [line for line in shown.splitlines() if line.endswith(":") and line[0] != " "] == [
        "Options:", "Budget:", "Decoding:", "Endpoint:", "Model on this machine:", "Passages:",
        "Record:", "Trial:", "Workspace:",
    ]  # fmt: skip


# One word for one thing -----------------------------------------------------------------------

SYNONYMS = {
    "--output": "--out", "--workspace": "--root", "--tracks": "--track", "--models": "--model",
    "--retrieval": "--condition", "--url-base": "--base-url",
}  # fmt: skip
"""What an option might be called, and is not, in either program."""


def options_of(command: Any) -> list[list[str]]:
    return [list(one.opts) for one in command.params if one.opts[0].startswith("-")]


def test_an_option_has_one_name_and_one_letter_in_both_programs() -> None:
    letters: dict[str, str] = {}
    for name, command in EVERY:
        for names in options_of(command):
            long = next(one for one in names if one.startswith("--"))
            assert long not in SYNONYMS, f"{name}: {SYNONYMS.get(long)}"
            for letter in set(names) - {long}:
                assert letters.setdefault(letter, long) == long, f"{name}: {letter}"


SHARED = {
    "--release", "--root", "--timeout", "--retries", "--backoff", "--base-url", "--local",
    "--key-env",
}  # fmt: skip


def test_what_is_shared_is_told_in_the_same_words() -> None:
    told: dict[str, set[str]] = {}
    for kind in KINDS:
        for field in option_fields(kind):
            if field.option in SHARED and not kind.command.startswith("graph"):
                told.setdefault(field.option, set()).add(field.info.help)

    assert {name: len(helps) for name, helps in told.items()} == dict.fromkeys(SHARED, 1)
