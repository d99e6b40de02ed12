"""Help reads well, its examples run, and committed commands make the committed bytes."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from commands import run

from digesta.board.adversaries import IDS
from digesta.workspace.releases import open_release
from digesta.workspace.submissions import computes
from places import ROOT

COMMANDS = (
    "init", "check", "score", "explain", "compare", "report", "board", "decide", "verify", "attest",
    "schema", "site", "release cut", "release publish", "release seal", "release score-holdout",
    "release rotate", "release retire", "release retire-candidates", "release unseal",
    "release bundle", "init-benchmark", "migrate", "pack", "unpack", "intake pull-request",
    "intake comment",
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


READING = ("check", "score", "explain", "compare", "report", "verify", "schema --check")


@pytest.mark.parametrize("command", READING)
def test_the_example_in_the_help_runs(command: str) -> None:
    said = " ".join(run(*command.split()[:1], "--help").stdout.split())
    example = said.split("Example: digesta ", 1)[1]

    done = run(*shlex.split(example))

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "adversary",
        "baseline",
        "carry",
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
    said = run(command, "--help", module="digesta_generate").stdout

    assert f"Example: digesta-generate {command} " in " ".join(said.split())
    assert said.splitlines()[2].strip(), "no sentence above the options"


COMMITTED = sorted((ROOT / "predictions").glob("2*/[a-z]*"))
NEWEST = max(folder.parent.name for folder in COMMITTED)
BY_A_NETWORK = "baseline-embedding"
RULES = [
    one
    for one in COMMITTED
    if one.parent.name == NEWEST
    and one.name.startswith(("adversary-", "baseline-"))
    and one.name != BY_A_NETWORK
]
"""What a command computes exactly, of the newest release: older ones are held by their digests."""


@pytest.mark.parametrize("folder", RULES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_committed_command_makes_the_committed_bytes(folder: Path, tmp_path: Path) -> None:
    command = json.loads((folder / "submission.json").read_bytes())["command"].split()
    assert command[0] == "digesta-generate"
    for name in ("releases", "vectors"):
        (tmp_path / name).symlink_to(ROOT / name)

    done = run(*command[1:], "--root", tmp_path, module="digesta_generate")

    assert done.returncode == 0, done.stderr
    made = tmp_path / folder.relative_to(ROOT)
    traced = ["trace.jsonl"] if (folder / "trace.jsonl").exists() else []
    for name in ("submission.json", "predictions.jsonl", *traced):
        assert (made / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.parametrize("release", sorted({folder.parent.name for folder in COMMITTED}))
def test_five_adversaries_and_baselines_of_words_stand_beside_each_release(
    release: str,
) -> None:
    names = {folder.name for folder in COMMITTED if folder.parent.name == release}
    stored = open_release(ROOT, release)

    assert {one for one in IDS if not computes(stored, one)} <= names
    assert len(IDS) == 5
    assert {"baseline-longest", "baseline-overlap"} <= names


def test_searches_and_a_language_model_are_committed_for_the_newest_release() -> None:
    names = {folder.name for folder in COMMITTED if folder.parent.name == NEWEST}

    assert {f"baseline-{n}" for n in ("lexical", "lexical-retrieval", "ngram")} <= names
    assert "smollm2" in names
