"""A benchmark of one's own from an empty folder, with the wheel alone: spreadsheet to site.

The wheel is built and installed beside what its lock names, as a stranger does it. Ten commands at
most, nothing edited by hand; systems are two small programs of the benchmark's owner.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import re
import shlex
import subprocess
import sys
import threading
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from site_building import SUBPATH
from test_site_hosts import Pages

from commands import run
from places import IMPORTS, ROOT
from site_check import check_site
from waiting import HANG
from world import draft, write

TABLE = ROOT / "tests" / "data" / "own" / "fragen.csv"
"""40 questions of German civil law, as a spreadsheet saves them, ten of them to be sealed."""
DAY, RELEASE = "2026-12-02", "2026-12-01"
MOST_COMMANDS = 10

PROGRAM = """
import json, pathlib, sys
own, answer = pathlib.Path(sys.argv[1]), {"boolean": sys.argv[2], "numeric": "3"}
release = next(pathlib.Path("releases").iterdir())
for line in (release / "questions.jsonl").read_text("utf-8").splitlines():
    question = json.loads(line)
    ask = question["ask"]
    options = ask.get("choices") or [answer.get(ask.get("answer_type"), "1")]
    option = options[int(sys.argv[3]) % len(options)]
    said = {"question_id": question["question_id"], "answer": option}
    with open(own / "predictions.jsonl", "a", encoding="utf-8") as file:
        file.write(json.dumps(said, ensure_ascii=False) + "\\n")
"""
"""A system of the owner's: says one thing, or the first or the last choice."""


HERE = Path(sys.executable).parent
WHEELS = Path(sys.prefix) / "wheels"
"""What ``make test-whole`` downloads before the tests, so that they need no network."""


def _ran(*words: str | Path) -> None:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the commands of an environment that holds the wheel, and what its lock names."""
    place = tmp_path_factory.mktemp("stranger")
    python = place / "venv" / "bin" / "python"
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "--quiet"]
    # What is imported is compiled then: a tenth of it.
    install = [*pip, "install", "--no-compile", "--no-deps", "--no-index"]
    lock: list[str | Path] = ["--require-hashes", "-r", ROOT / "requirements" / "site.txt"]
    _ran(sys.executable, "-m", "build", "-w", "--no-isolation", "-o", place, ROOT)
    _ran(sys.executable, "-m", "venv", "--without-pip", place / "venv")
    _ran(*install, "--find-links", WHEELS, *lock)
    _ran(*install, next(place.glob("*.whl")))
    return python.parent


class Owner:
    """Somebody with a folder. commands: of Digesta, as they were typed.

    installed: the commands of the wheel; by default ours run, in this process.
    """

    def __init__(self, folder: Path, installed: Path = HERE) -> None:
        self.folder, self.commands, self.here = folder, list[str](), installed == HERE
        own = {"PATH": f"{installed}:/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8"}
        kept = {key: os.environ[key] for key in ("TMPDIR",) if key in os.environ}
        # The README has dates of its own: the day is one of them, whatever the clock says.
        self.environment = own | kept | {"DIGESTA_TODAY": DAY}

    def types(self, line: str, *, at: str = "") -> str:
        """Run a command line in the folder or one below; return what it says."""
        if line.startswith("digesta"):
            self.commands.append(line)
        with chdir(self.folder / at):
            done = (
                run(*shlex.split(line)[1:], **self.environment)
                if self.here and line.startswith("digesta")
                else subprocess.run(
                    ["sh", "-c", line], env=self.environment, capture_output=True, text=True,
                    check=False, stdin=subprocess.DEVNULL,
                )
            )  # fmt: skip
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def answers(self, name: str, word: str, option: int, *, at: str) -> None:
        """Let the owner's program fill a submission that was started."""
        (self.folder / "program.py").write_text(PROGRAM)
        folder = f"predictions/{RELEASE}/{name}"
        (self.folder / at / folder / "predictions.jsonl").write_text("")
        self.types(f"python ../program.py {folder} {word} {option}", at=at)

    def systems(self, *names: str) -> None:
        """Start submissions, let the owner's programs fill them, and say how they came to be."""
        rows = []
        for at, name in enumerate(names):
            self.types(f"digesta init {name} --model 'Regel {at}' --organization Kanzlei", at="own")
            self.answers(name, ("nein", "ja")[at % 2], -at, at="own")
            rows.append({"submission_id": name, "decision": "accept", "level": "rerun",
                         "reason": "the program gave the same answers again"})  # fmt: skip
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (self.folder / "decisions.jsonl").write_text(lines)


@pytest.fixture(scope="module")
def german(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Owner:
    owner = Owner(tmp_path_factory.mktemp("german"), installed)
    owner.types("digesta init-benchmark own --title 'Bürgerliches Recht' --language de "
                "--private sealed")  # fmt: skip
    (owner.folder / "own" / "questions.csv").write_bytes(TABLE.read_bytes())
    draft = f"drafts/{RELEASE}"
    owner.types(f"digesta import table questions.csv -o {draft} --private ../sealed", at="own")
    owner.types(f"digesta release seal {draft} --private ../sealed", at="own")
    owner.types(f"digesta release cut {draft}", at="own")
    owner.systems("erste", "zweite")
    owner.types(f"digesta decide --from ../decisions.jsonl --date {DAY}", at="own")
    owner.types("digesta board", at="own")
    owner.types("digesta release publish", at="own")
    owner.types("digesta site --host github", at="own")
    return owner


def test_a_spreadsheet_becomes_a_published_board_in_ten_commands(german: Owner) -> None:
    root = german.folder / "own"

    assert len(german.commands) <= MOST_COMMANDS, german.commands
    manifest = json.loads((root / f"releases/{RELEASE}/release.json").read_text())
    assert sum(manifest["holdout"]["counts"].values()) == 10
    boards = (root / f"releases/{RELEASE}/boards").rglob("*@closed_book.json")
    rows = json.loads(min(boards, key=lambda path: len(path.parts)).read_text())["rows"]
    assert {row["submission_id"] for row in rows if row["role"] == "system"} == {"erste", "zweite"}
    assert sum(row["role"] == "adversary" for row in rows) == 5


def test_the_site_of_somebody_else_has_none_of_our_words(german: Owner) -> None:
    built = german.folder / "own" / "build" / "site"

    check_site(built)

    front = (built / "index.html").read_text("utf-8")
    assert '<html lang="de"' in front
    assert "Bürgerliches Recht" in front


def test_its_pages_are_walked_below_a_sub_path(german: Owner, browser: Any) -> None:
    built = german.folder / "own" / "build" / "site"
    serve = functools.partial(Pages, directory=str(built))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}{SUBPATH}"
    page, wrong = browser.new_page(), list[str]()
    page.set_default_timeout(HANG * 1000)
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    page.on("response", lambda r: wrong.append(r.url) if r.status >= 400 else None)

    page.goto(address)
    page.locator("article a[href*='@closed_book']:visible").first.click()
    page.locator("article table:visible").first.wait_for()
    shown = page.locator("article").inner_text()
    page.close()
    server.shutdown()
    server.server_close()

    assert wrong == []
    assert "Regel 0" in shown
    assert "Regel 1" in shown


def test_the_commands_of_the_readme_make_a_benchmark(installed: Path, tmp_path: Path) -> None:
    section = (ROOT / "README.md").read_text("utf-8").partition("## Start a benchmark")[2]
    lines = re.findall(r"^\$ (.+)$", section.partition("\n## ")[0], re.MULTILINE)
    owner, at = Owner(tmp_path), ""
    (tmp_path / "questions.csv").write_bytes(TABLE.read_bytes())

    assert next(installed.parents[1].glob("*.whl")).name in lines.pop(0)
    for line in lines:
        if line.startswith("cd "):
            at = line.removeprefix("cd ")
            continue
        if not line.startswith("day="):
            owner.types(line.replace("$day", RELEASE), at=at)
        if line.startswith("digesta init "):
            owner.answers("my-system", "nein", 0, at=at)

    assert "My System" in (tmp_path / at / "build/site/index.html").read_text("utf-8")


def test_the_files_of_a_known_benchmark_become_a_site_likewise(tmp_path: Path) -> None:
    owner, files = Owner(tmp_path), IMPORTS / "legalbench" / "files" / "abercrombie"

    owner.types("digesta init-benchmark own --title Mine --language en")
    owner.types(f"digesta import legalbench {files} -o drafts/{RELEASE} --language en "
                "--license CC-BY-4.0", at="own")  # fmt: skip
    owner.types(f"digesta release cut drafts/{RELEASE}", at="own")
    owner.systems("one", "two")
    owner.types(f"digesta decide --from ../decisions.jsonl --date {DAY}", at="own")
    owner.types("digesta board", at="own")
    owner.types("digesta release publish", at="own")
    owner.types("digesta site", at="own")

    assert len(owner.commands) <= MOST_COMMANDS
    assert (tmp_path / "own" / "build" / "site" / "index.html").is_file()


def test_a_benchmark_has_a_site_before_its_first_release_without_a_word_of_ours(
    tmp_path: Path,
) -> None:
    owner, own = Owner(tmp_path), tmp_path / "own"

    owner.types("digesta init-benchmark own --title Mietrecht --language de")
    assert "pages and no release yet" in owner.types("digesta site", at="own")
    check_site(own / "build" / "site")
    write(own / "drafts" / "d", draft())
    owner.types("digesta release cut drafts/d", at="own")
    owner.types("digesta board", at="own")

    assert "pages of release 2026-02-05" in owner.types("digesta site", at="own")
    check_site(own / "build" / "site")
    front = (own / "build/site/index.html").read_text("utf-8")
    assert "<title>Mietrecht - Mietrecht</title>" in front
    assert [path.name for path in (own / "build/site/metrics").iterdir()] == ["closed"]
