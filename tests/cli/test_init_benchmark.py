"""``digesta init-benchmark``: a workspace of one's own, of the templates that ours is made of."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import stat
import tomllib
from datetime import date, timedelta
from pathlib import Path
from unittest.mock import DEFAULT, Mock

import pytest
from typer.testing import CliRunner

from commands import run
from digesta import __version__
from digesta.cli.options import app
from digesta.text.readings import number_in, yes_no_words
from digesta.workspace.start import NewWorkspace, render, templates, workspace_files
from digesta.workspace.start.lines import COLUMNS, KINDS, PERIODS
from digesta.workspace.store import read_tree
from places import ROOT
from world import git

TEAM = "@ORGANIZATION/maintainers"
OURS = {
    "title": '"Digesta"',
    "purpose": '"Which AI systems are good at law, by how much, and whether the difference is '
    'real."',
    "copyright": '"Our questions CC-BY-4.0, our answers CC0-1.0; the page of each archive names '
    'its licences."',
    "maintainers": '["Digesta"]',
    "repo_url": '# repo_url = "https://git.example.org/owner/name"',
    "site_language": '"en"',
    "licenses": "CC-BY-4.0, CC0-1.0, CC-BY-3.0, CC-BY-SA-3.0, CC-BY-SA-4.0, CC-PDDC, "
    "LicenseRef-public-domain",
    "code_owners": f"/requirements/ {TEAM}\n/toolkit/ {TEAM}",
    "core": "make core",
    "core_there": 'make --no-print-directory -C "$GITHUB_ACTION_PATH" core',
    "site": "make site",
    "ignored": "dist/\n__pycache__/\n*.egg-info/\n.mypy_cache/\n.pytest_cache/\n.ruff_cache/\n"
    ".hypothesis/\n.coverage\nuv.lock\nnode_modules/",
}
"""What our own repository says where another says something else."""
CONTENT = {
    "README.md", "requirements.txt", "questions.toml", "site/docs/about.md",
    "site/docs/governance.md",
}  # fmt: skip
"""What is each benchmark's own from its first day on."""


@pytest.mark.parametrize("path", sorted(templates().keys() - CONTENT))
def test_our_own_repository_is_such_a_workspace(path: str) -> None:
    more = r"\n# (?:The tests of the code|Texts that archives withhold)"
    ours, *_ = re.split(more, (ROOT / path).read_text("utf-8"))

    assert render(path, OURS) == ours


def table(language: str, *kinds: str) -> list[dict[str, str]]:
    new = NewWorkspace(
        title="Mine", version="1", today="2026-11-29", language=language, kinds=kinds or KINDS
    )
    text = workspace_files(new)["questions.csv"].decode()
    return list(csv.DictReader(text.splitlines()))


@pytest.mark.parametrize("language", ["de", "en", "fr", "he", "pt-BR", "zh"])
def test_there_are_four_lines_of_each_kind_in_the_benchmarks_language(language: str) -> None:
    rows = table(language)

    assert tuple(rows[0]) == COLUMNS
    assert [row["kind"] for row in rows] == [kind for kind in KINDS for _ in PERIODS]
    assert len({row["id"] for row in rows}) == len(rows)
    answers = {kind: [row["answer"] for row in rows if row["kind"] == kind] for kind in KINDS}
    words = yes_no_words(language).own
    assert answers["boolean"] == [words[2], words[3]] * 2
    assert all(number_in(text, language, own=True) for text in answers["numeric"])


def test_the_worked_answers_are_right() -> None:
    for row, period in zip(table("en", "text"), PERIODS, strict=True):
        assert f"{period.n} days" in row["question"]
        last = date.fromisoformat(row["answer"])
        assert last - timedelta(period.n) == period.day
    for row in table("en", "mcq", "set"):
        assert set(row["answer"].split("|")) <= set(row["choices"].split("|"))


def test_the_worked_lines_can_be_cut_as_they_are(tmp_path: Path) -> None:
    own, draft = tmp_path / "own", "drafts/2026-12-01"

    for words in (
        ("init-benchmark", own, "--title", "Mietrecht", "--language", "de"),
        ("import", "table", own / "questions.csv", "-o", own / draft, "--root", own),
        ("release", "cut", own / draft, "--root", own),
    ):
        done = run(*words)
        assert done.returncode == 0, done.stderr

    questions = (own / "releases/2026-12-01/questions.jsonl").read_text("utf-8")
    assert questions.count("\n") == len(KINDS) * len(PERIODS)


def test_purpose_and_foot_of_a_site_are_in_its_language() -> None:
    new = NewWorkspace(title="Mietrecht", language="de", site_language="de", version="1", today="")
    site = tomllib.loads(workspace_files(new)["digesta.toml"].decode())["site"]

    assert site["purpose"].startswith("Mietrecht: welche Systeme darin gut sind")
    assert site["copyright"].startswith("Fragen CC-BY-4.0")


def test_a_language_without_a_table_is_warned_of_and_has_english_lines(tmp_path: Path) -> None:
    done = run("init-benchmark", tmp_path / "own", "--title", "Ius", "--language", "la")

    assert done.returncode == 0
    assert "la: no table says how it writes numbers, so 1,000 is 1000" in done.stderr
    assert "A period of 14 days" in (tmp_path / "own" / "questions.csv").read_text()
    constants = tomllib.loads((tmp_path / "own" / "questions.toml").read_text())["constants"]
    assert constants["language"] == "la"


def test_a_brazilian_benchmark_has_a_site_in_portuguese(tmp_path: Path) -> None:
    done = run("init-benchmark", tmp_path / "own", "--title", "Locação", "--language", "pt-BR")

    assert done.returncode == 0, done.stderr
    settings = tomllib.loads((tmp_path / "own" / "digesta.toml").read_text())
    assert settings["site"]["language"] == "pt"


def test_nothing_is_overwritten_and_a_fresh_clone_is_empty(tmp_path: Path) -> None:
    own = tmp_path / "own"
    (own / ".git").mkdir(parents=True)
    words = ("init-benchmark", own, "--title", 'Say "when"')

    first, again = run(*words), run(*words[:-1], "Another")

    assert (first.returncode, again.returncode) == (0, 2), first.stderr
    assert "is not empty; nothing is overwritten" in again.stderr
    assert tomllib.loads((own / "digesta.toml").read_text())["site"]["title"] == 'Say "when"'


def test_a_run_that_was_killed_is_completed_by_the_next_with_the_key_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, key = tmp_path / "own", tmp_path / "sealed" / "identity.txt"
    own.mkdir()
    words = ["init-benchmark", str(own), "--title", "T", "--private", str(key.parent)]
    with monkeypatch.context() as patch:
        rename = Mock(wraps=os.rename, side_effect=[DEFAULT] * 5 + [KeyboardInterrupt])
        patch.setattr(os, "rename", rename)
        patch.setattr(os, "unlink", lambda _: None)
        assert CliRunner().invoke(app, words).exit_code != 0
    assert (len(list(own.rglob(".*.tmp"))), key.exists()) == (1, False)

    done, again = run(*words), run(*words)

    assert done.returncode == 0, done.stderr
    expected = workspace_files(NewWorkspace(title="T", version=__version__, today="2029-01-01"))
    assert read_tree(own) == dict(sorted(expected.items()))
    assert str(key.read_text().splitlines()[0]).removeprefix("# public key: ") in done.stdout
    assert "identity.txt: exists already; a key is never overwritten" in again.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "--title is missing; write for example --title 'Tenancy law'"),
        (("--title", "a\nb"), "a text of one line"),
        (("--title", "T", "--license", "free"), "--license free: must be a licence as SPDX"),
        (("--title", "T", "--language", "German"), "--language German: a language tag"),
        (("--title", "T", "--answer", "essay"), "--answer essay: no kind; there are: boolean"),
        (("--title", "T", "--address", "http://x"), "repo_url must be as https://host/owner/name"),
        (("--title", "T", "--private", "OWN/keys"), "keys must be outside it"),
    ],
    ids=["title", "lines", "license", "language", "answer", "address", "private"],
)
def test_what_cannot_be_meant_is_refused_and_nothing_is_written(
    words: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    own = tmp_path / "own"

    done = run("init-benchmark", own, *(word.replace("OWN", str(own)) for word in words))

    assert (done.returncode, complaint in done.stderr) == (2, True), done.stderr
    assert not list(tmp_path.iterdir())


def test_a_private_folder_gets_the_key_that_opens_what_is_sealed(tmp_path: Path) -> None:
    private = tmp_path / "sealed"

    done = run("init-benchmark", tmp_path / "own", "--title", "T", "--private", private)

    assert done.returncode == 0, done.stderr
    key = private / "identity.txt"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    [public] = json.loads(
        "{" + done.stdout.split("release.json: ")[1].splitlines()[0] + "}"
    ).values()
    assert public[0] in key.read_text()


def test_in_a_terminal_what_is_not_said_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("digesta.cli.owner._is_terminal", lambda: True)
    own = tmp_path / "own"

    done = CliRunner().invoke(
        app, ["init-benchmark", str(own), "--license", "CC0-1.0"], input="Mine\nde\nboolean\n\n"
    )

    assert done.exit_code == 0, done.output
    site = tomllib.loads((own / "digesta.toml").read_text())["site"]
    assert (site["title"], "repo_url" in site) == ("Mine", False)
    assert (own / "questions.csv").read_text().count(",ja,") == 2
    assert len((own / "questions.csv").read_text().splitlines()) == 5


def typed(own: Path, day: str) -> None:
    """Type the commands of a new benchmark's README, as they are shown."""
    readme = (own / "README.md").read_text("utf-8")
    commands = re.findall(r"^\$ (digesta .*)$", readme, re.MULTILINE)
    assert len(commands) == 9
    for command in commands[:-1]:  # the last is the site, which has tests of its own
        done = run(*shlex.split(command)[1:], DIGESTA_TODAY=day)
        assert done.returncode == 0, (command, done.stderr)


@pytest.mark.parametrize("day", ["2026-11-29", "2027-02-28", "2031-12-31"])
def test_the_readme_works_on_the_day_on_which_it_is_written_and_on_the_next(
    day: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tomorrow = str(date.fromisoformat(day) + timedelta(1))
    for n, typed_on in enumerate((day, tomorrow)):
        own = tmp_path / f"own{n}"
        assert run("init-benchmark", own, "--title", "T", DIGESTA_TODAY=day).returncode == 0
        monkeypatch.chdir(own)

        typed(own, typed_on)

        assert (own / "releases" / day / "boards" / "1" / "index.json").is_file()


def test_a_clone_in_which_git_changes_line_ends_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, day = tmp_path / "own", "2026-11-29"
    assert run("init-benchmark", own, "--title", "T", DIGESTA_TODAY=day).returncode == 0
    monkeypatch.chdir(own)
    typed(own, day)
    git(own, "init", "-q")
    git(own, "add", ".")
    git(own, "commit", "-qm", "all")
    git(tmp_path, "clone", "-q", "-c", "core.autocrlf=true", str(own), "windows")
    monkeypatch.chdir(tmp_path / "windows")

    verified = run("verify")
    scored = run("score", f"predictions/{day}/my-system")

    assert (verified.returncode, scored.returncode) == (0, 0), verified.stderr + scored.stderr
    (tmp_path / "windows" / ".gitattributes").unlink()
    questions = tmp_path / "windows" / "releases" / day / "questions.jsonl"
    questions.write_bytes(questions.read_bytes().replace(b"\n", b"\r\n"))
    for command in (("verify",), ("score", f"predictions/{day}/my-system")):
        refused = run(*command)
        assert refused.returncode == 1
        assert "git changed its line ends: write * -text into .gitattributes" in refused.stderr
