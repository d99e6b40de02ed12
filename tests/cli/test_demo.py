"""The guided tour: its output is what the golden file says, and everything in it is true.

After a change that is meant, renew the golden file from an empty folder, and read the diff:
``digesta demo > tests/golden/demo.txt`` (with the path of the checkout).
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from commands import Done, run
from digesta.demo.steps import steps
from digesta.package_files import folder_files
from digesta.text import NORMALISERS
from places import ROOT
from world import write

GOLDEN = (ROOT / "tests/golden/demo.txt").read_text("utf-8")
RELEASE = "2026-01-01"
WITHOUT_NETWORK = """
import socket
def refuse(*_args, **_keywords):
    raise AssertionError("a socket was opened")
socket.socket.connect = socket.socket.bind = socket.socket.sendto = refuse
socket.getaddrinfo = refuse
from digesta.cli import main
main()
"""


STOOD = ", as they were: nothing changed"
"""What is said of boards that were there already."""


class Toured(NamedTuple):
    """What a run did, and where."""

    done: subprocess.CompletedProcess[str]
    cwd: Path

    @property
    def root(self) -> Path:
        """The workspace of the tour."""
        return self.cwd / "digesta-demo"

    def lines(self, path: str) -> list[dict[str, Any]]:
        """Read a JSONL file of the workspace."""
        return [json.loads(line) for line in (self.root / path).read_bytes().splitlines()]


def digesta(cwd: Path, *arguments: str, **setting: str) -> Toured:
    """Run the command line offline; whatever it leaves lies under ``cwd``."""
    own = {"HOME": "home", "XDG_CACHE_HOME": "home/.cache", "TMPDIR": "tmp"}
    for name in own.values():
        (cwd / name).mkdir(parents=True, exist_ok=True)
    paths = {name: str(cwd / path) for name, path in own.items()}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NETWORK, *arguments],
        cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | paths | setting,
    )  # fmt: skip
    return Toured(done, cwd)


@pytest.fixture(scope="module")
def toured(tmp_path_factory: pytest.TempPathFactory) -> Toured:
    """Take the tour once, for tests that only look."""
    return digesta(tmp_path_factory.mktemp("tour"), "demo")


# The tour -------------------------------------------------------------------------------------


def test_the_tour_says_what_the_golden_file_says_offline(toured: Toured) -> None:
    assert toured.done.returncode == 0, toured.done.stderr
    assert toured.done.stderr == ""
    assert toured.done.stdout == GOLDEN, "if this was meant, renew it: see the top of this file"


def test_the_tour_leaves_nothing_outside_its_folder(toured: Toured) -> None:
    left = [path for path in toured.cwd.rglob("*") if path.is_file()]

    assert left
    assert [path for path in left if not path.is_relative_to(toured.root)] == []


def test_a_second_run_makes_the_same_again(tmp_path: Path) -> None:
    first = digesta(tmp_path, "demo", "a b/tour", PYTHONHASHSEED="1")
    made = {p: p.read_bytes() for p in (tmp_path / "a b").rglob("*") if p.is_file()}

    again = digesta(tmp_path, "demo", "a b/tour", PYTHONHASHSEED="2")

    assert again.done.stdout.replace(STOOD, "") == first.done.stdout
    assert "cd 'a b/tour'" in again.done.stdout
    assert {p: p.read_bytes() for p in (tmp_path / "a b").rglob("*") if p.is_file()} == made


def test_a_folder_that_is_no_demo_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("x")

    done = digesta(tmp_path, "demo", "mine").done

    assert done.returncode == 2
    assert done.stderr == "mine: exists, and is no demo; name another folder\n"
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


def test_work_of_one_s_own_in_the_demo_is_not_written_over(toured: Toured, tmp_path: Path) -> None:
    shutil.copytree(toured.root, tmp_path / "digesta-demo")
    own = tmp_path / "digesta-demo" / "predictions" / RELEASE / "mine" / "predictions.jsonl"
    own.parent.mkdir()
    own.write_text("x")

    done = digesta(tmp_path, "demo").done

    assert done.returncode == 2
    assert "mine/predictions.jsonl: not a file of the demo; move it away" in done.stderr
    assert own.read_text() == "x"


@pytest.mark.parametrize("tour", ["guided", "spreadsheet"])
def test_a_grading_of_one_s_own_in_a_demo_is_never_deleted(tmp_path: Path, tour: str) -> None:
    own = tmp_path / "own"
    run("demo", "--tour", tour, own)
    for path in ("grading/notes.txt", "predictions/2026-01-01/_judges/me/j.json"):
        mine = write(own, {path: b"x"}) / path

        assert run("demo", "--tour", tour, own).code == 2
        assert mine.read_text() == "x"
        mine.unlink()


def test_a_terminal_that_cannot_show_hebrew_gets_its_escapes(tmp_path: Path) -> None:
    done = digesta(tmp_path, "demo", PYTHONIOENCODING="ascii").done

    assert done.returncode == 0, done.stderr
    assert r"\u05e1" in done.stdout


def test_the_tour_itself_speaks_ascii_and_quotes_other_scripts() -> None:
    spoken = [line for line in GOLDEN.splitlines() if not line.isascii()]
    labels = {line.split()[0] for line in spoken}

    assert labels == {"user:", "truth", "answered", "read", "why", "באותיות,"}


def test_the_help_says_what_it_is_and_gives_an_example(tmp_path: Path) -> None:
    done = digesta(tmp_path, "demo", "--help").done

    assert "a guided tour" in done.stdout
    assert "Example: digesta demo" in done.stdout


# Its commands ---------------------------------------------------------------------------------


def shown_commands() -> Iterator[tuple[str, str]]:
    """Return the commands that the tour shows, each with what it said, white space apart."""
    for step in re.split(r"\n\n\d\. ", GOLDEN)[1:]:
        command, _, said = step.partition("   $ ")[2].partition("\n")
        yield command, " ".join(said.split())


def typed(toured: Toured, command: str) -> Done:
    """Run a command that the tour showed, in its folder, as a person would."""
    module, *words = shlex.split(command)
    with chdir(toured.root):
        done = run(*words, module=module)
    assert done.code == 0, done.stderr
    return done


STAYING = [one for one in shown_commands() if "(exit code 1)" not in one[1]]
"""What the tour did not mend afterwards."""


@pytest.mark.parametrize(("command", "said"), STAYING, ids=lambda text: text[:14])
def test_a_command_typed_by_hand_says_what_the_tour_showed(
    toured: Toured, command: str, said: str
) -> None:
    command, _, into = command.partition(" > ")

    done = typed(toured, command)

    if into:
        assert done.stdout == (toured.root / into).read_text("utf-8")
    else:
        assert " ".join(done.stdout.replace(STOOD, "").split()) in said


def test_the_refused_file_has_six_faults_and_each_is_located_and_mended() -> None:
    [said] = [said for command, said in shown_commands() if "refused" in said]

    found = re.findall(r"predictions\.jsonl:(\d+): ([a-z0-9-]+);", said)
    assert found == [
        ("2", "dup-key"), ("3", "unknown-key"), ("3", "missing-key"), ("4", "unknown-id"),
        ("8", "utf8"), ("16", "dup-id"),
    ]  # fmt: skip
    assert said.count("fix:") == 6


def test_verify_names_the_file_of_which_a_byte_was_changed() -> None:
    _, said, _ = [said for command, said in shown_commands() if command == "digesta verify"]

    assert said.startswith("releases/2026-01-01/truths.jsonl: digest; got ")
    assert said.endswith("1 problem (exit code 1)")


def test_one_byte_is_changed_and_then_restored() -> None:
    files = folder_files("digesta.demo", "workspace")
    _, changed, restored = [step for step in steps(files) if step.command == "digesta verify"]

    [(path, now)] = changed.changes.items()
    then = files[path]

    assert len(now) == len(then)
    assert sum(a != b for a, b in zip(now, then, strict=True)) == 1
    assert restored.changes == {path: then}


def test_explain_says_what_was_read_in_an_answer(toured: Toured) -> None:
    [command] = [c for c, _ in shown_commands() if c.startswith("digesta explain")]

    done = typed(toured, f"{command} --json")

    said = json.loads(done.stdout)
    [read] = said["read"]
    assert said["answer"] == "סִימָנִים\u00a0כ״ד־כ״ו."
    assert read["as"] == said["truth"]["truth"]["answer"] == 'סימנים כ"ד-כ"ו'
    assert read["by"] == "he/1"
    assert "U+05BE HEBREW PUNCTUATION MAQAF" in read["folded"]


# What it claims -------------------------------------------------------------------------------


def test_the_two_leaders_are_tied_and_the_third_is_not(toured: Toured) -> None:
    path = toured.root / "build" / "boards" / RELEASE / "tour@closed_book.json"
    board = json.loads(path.read_bytes())

    ranked = [row for row in board["rows"] if "rank_low" in row]

    assert board["n"] == 36
    assert [(row["rank_low"], row["rank_high"]) for row in ranked] == [(1, 2), (1, 2), (3, 3)]
    assert ranked[0]["score"] > ranked[1]["score"] > ranked[2]["score"]
    others = [row for row in board["rows"] if row not in ranked and row["role"] != "adversary"]
    assert [row["level"] for row in others] == ["open"]


def test_the_systems_are_rules_and_say_so(toured: Toured) -> None:
    cards = [
        json.loads(path.read_bytes())
        for path in sorted((toured.root / "predictions").rglob("submission.json"))
    ]

    assert len(cards) == 4
    for card in cards:
        assert card["model_name"].startswith("Rule: ")
        assert card["notes"].startswith("A rule of the guided tour, no model: ")
        assert card["command"] == "digesta demo"


MONTHS = (
    *("january janvier janeiro ינואר", "february février fevereiro פברואר", "march mars março מרץ"),
    *("april avril abril אפריל", "may mai maio מאי", "june juin junho יוני"),
    *("july juillet julho יולי", "august août agosto אוגוסט"),
    *("september septembre setembro ספטמבר", "october octobre outubro אוקטובר"),
    *("november novembre novembro נובמבר", "december décembre dezembro דצמבר"),
)


def day_in(text: str) -> date:
    """Read the first date of a text, in any of the five languages."""
    chinese = re.search(r"(\d{4})年(\d+)月(\d+)日", text)
    if chinese:
        return date(*map(int, chinese.groups()))
    day, month, year = re.search(  # type: ignore[union-attr]  # a question has a date
        r"(\d+) (?:de |ב)?(\w+) (?:de )?(\d{4})", text
    ).groups()
    [number] = [n for n, names in enumerate(MONTHS, 1) if month.casefold() in names.split()]
    return date(int(year), number, int(day))


def number_of(numeral: str) -> int:
    """Read a Roman, Hebrew or Chinese numeral."""
    if re.fullmatch("[IVXL]+", numeral):
        values = [{"I": 1, "V": 5, "X": 10, "L": 50}[sign] for sign in numeral]
        pairs = zip(values, [*values[1:], 0], strict=True)
        return sum(-value if value < after else value for value, after in pairs)
    if "十" in numeral or numeral[0] in "一二三四五六七八九":
        tens, ten, ones = numeral.rpartition("十")
        digits = "零一二三四五六七八九"
        return (digits.index(tens or "一") * 10 if ten else 0) + digits.index(ones or "零")
    letters = dict(zip("אבגדהוזחטיכל", [*range(1, 11), 20, 30], strict=True))
    return sum(letters[letter] for letter in numeral if letter in letters)


def test_every_truth_is_what_a_second_count_gives(toured: Toured) -> None:
    folder = f"releases/{RELEASE}"
    truths = {t["question_id"]: t["truth"] for t in toured.lines(f"{folder}/truths.jsonl")}
    questions = toured.lines(f"{folder}/questions.jsonl")

    assert len(questions) == 36
    assert {q["language"] for q in questions} == {"en", "he", "fr", "pt", "zh"}
    for question in questions:
        text, truth = question["turns"][0]["content"], truths[question["question_id"]]
        if question["task"] == "sections":
            count, first = sorted(map(int, re.findall(r"\d+", text)))
            ends = re.findall(r"[IVXL]+|[א-ת]+\"[א-ת]|[一二三四五六七八九十]+", truth["answer"])
            assert [number_of(end) for end in ends] == [first, first + count - 1], text
            continue
        # Day 1 is the day after: count on, one day at a time.
        period = min(int(n) for n in re.findall(r"(\d+) ?(?:days|ימים|jours|dias|日，)", text))
        end = day_in(text).toordinal()
        for _ in range(period):
            end += 1
        if question["task"] == "last_day":
            assert day_in(truth["answer"]).toordinal() == end, text
            assert truth["accepted"] == [date.fromordinal(end).isoformat()]
        else:
            # 1 January of year 1 was a Monday; the choices begin with Monday.
            assert question["ask"]["choices"].index(truth["answer"]) == (end - 1) % 7, text


def test_no_wrong_answer_of_a_rule_is_read_as_right(toured: Toured) -> None:
    truths = {
        t["question_id"]: t["truth"]["answer"]
        for t in toured.lines(f"releases/{RELEASE}/truths.jsonl")
    }
    read = NORMALISERS["he/1"]

    right = {
        folder.name: sum(
            read(one["answer"]) == read(truths[one["question_id"]])
            for one in toured.lines(f"predictions/{RELEASE}/{folder.name}/predictions.jsonl")
        )
        for folder in sorted((toured.root / "predictions" / RELEASE).iterdir())
    }

    assert right == {
        "rule-added-numerals": 31, "rule-first-day": 12, "rule-no-leap-days": 32,
        "rule-two-languages": 15,
    }  # fmt: skip
