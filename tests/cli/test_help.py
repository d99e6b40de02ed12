"""Help reads well, its examples run, and committed commands make the committed bytes."""

from __future__ import annotations

import pytest

from commands import run

COMMANDS = (
    "init", "check", "score", "explain", "compare", "report", "board", "decide", "verify",
    "schema", "site", "release cut", "release publish", "release seal", "release score-holdout",
    "release rotate", "release retire", "release retire-candidates", "release unseal",
    "release bundle", "init-benchmark", "pack", "unpack", "intake pull-request",
    "intake comment", "release new", "release refresh", "release diff", "status", "dispute raise",
    "dispute settle", "access",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_help_reads_well_and_gives_an_example(command: str) -> None:
    done = run(*command.split(), "--help")

    assert done.returncode == 0
    assert f"Example: digesta {command}" in " ".join(done.stdout.split())


def test_help_lists_the_commands_by_the_person_who_types_them() -> None:
    sections = run("--help").stdout.split("\n\n")
    titles = {section.partition(":")[0]: section for section in sections}

    assert "  check " in titles["Submitters"]
    assert "  decide " in titles["Maintainers"]
    assert "  board " in titles["Publishers"]
    assert "  demo " in titles["Owners of a benchmark"]
    assert "  seal " in run("release", "--help").stdout.partition("Holders of sealed questions:")[2]


@pytest.mark.parametrize("group", [(), ("release",), ("review",), ("intake",), ("log",)])
def test_a_list_of_commands_shows_the_first_sentence_of_each_whole(group: tuple[str, ...]) -> None:
    commands = run(*group, "--help").stdout.partition("Show this message and exit.")[2]

    assert [line for line in commands.splitlines() if line.endswith("...")] == []


READING = ("check", "score", "explain", "compare", "report", "verify", "schema --check")


@pytest.mark.parametrize(
    "command",
    [
        "adversary",
        "baseline",
        "carry",
        "graph ask",
        "graph check",
        "graph load",
        "graph serve",
        "infer",
        "judge",
        "rerun",
        "retrieve",
        "run",
        "search",
        "serve-search",
        "temporal",
    ],
)
def test_the_generator_s_help_says_what_a_command_does_and_gives_an_example(command: str) -> None:
    said = run(*command.split(), "--help", module="digesta_generate").stdout

    assert f"Example: digesta-generate {command}" in " ".join(said.split())
    assert said.splitlines()[2].strip(), "no sentence above the options"
