"""Which questions to retire or to correct: what the command lists, from files to lines."""

from __future__ import annotations

import json
from pathlib import Path

from commands import run
from world import RELEASE, key_of, submission


def accept(root: Path, *names: str) -> None:
    for name in names:
        done = run(
            "decide", name, "accept", "--level", "rerun", "--reason", "ran again",
            "--date", "2026-02-06", "--root", root,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr


def answered(root: Path) -> list[str]:
    """Add systems that are right on ever more questions, but the last of all; return the ids."""
    key = key_of(root)
    names = sorted(key)
    for number, count in enumerate((4, 8, 12, 30, 31, 32), start=1):
        # Nobody is right on the last question; the weakest alone on the one before. Three systems
        # clear the floor: before that, nothing is dead.
        right = set(names[:count]) | ({names[-2]} if number < 4 else set())
        submission(root, f"s{number}", {n: key[n] if n in right else f"no {number}" for n in names})
    accept(root, *(f"s{number}" for number in range(1, 7)))
    return names


def test_a_line_for_each_board_then_one_for_each_question(own: Path) -> None:
    names = answered(own)

    done = run("release", "retire-candidates", "--root", own)

    assert done.returncode == 0, done.stderr
    board, *lines = done.stdout.splitlines()
    # Questions 5 to 32 and the last but one vary: 29 · 0.025 by chance.
    assert board.startswith("toy@closed_book: 36 questions, 6 systems, KR-20 0.")
    assert board.endswith(
        "3 dead, 4 free, 1 suspicious, 0 negative (0.7 suspicious by chance alone)"
    )
    assert len(lines) == 8
    assert lines[0].startswith(f"suspicious toy@closed_book {names[-2][:16]}: facility 0.500, ")
    assert lines[0].endswith(
        "the better a system is elsewhere, the worse it does here: check the key"
    )
    dead = [line.split()[2][:16] for line in lines if line.startswith("dead ")]
    assert dead == sorted(name[:16] for name in [*names[32:34], names[-1]])
    assert f"free toy@closed_book {names[0][:16]}: facility 1.000; all 6 systems" in done.stdout


def test_json_has_every_figure_of_the_boards_and_the_questions(own: Path) -> None:
    names = answered(own)

    done = run("release", "retire-candidates", RELEASE, "--format", "json", "--root", own)

    value = json.loads(done.stdout)
    [board] = value["boards"]
    first = value["candidates"][0]
    assert value["release"] == RELEASE
    assert (board["questions"], len(board["systems"])) == (36, 6)
    assert board["counts"] == {"dead": 3, "free": 4, "suspicious": 1}
    assert (first["question_id"], first["finding"]) == (names[-2], "suspicious")
    assert first["low"] < first["correlation"] < first["high"] < 0


def test_the_figures_are_kept_and_made_anew_when_a_submission_joins(own: Path) -> None:
    names = answered(own)
    place = own / "build" / "items" / RELEASE / "toy@closed_book.json"
    assert run("release", "retire-candidates", "--root", own).returncode == 0
    before = place.read_bytes()
    key = key_of(own)
    submission(own, "s7", {name: key[name] for name in names})
    accept(own, "s7")

    assert run("release", "retire-candidates", "--root", own).returncode == 0

    assert json.loads(before)["systems"] == [f"s{n}" for n in range(1, 7)]
    after = json.loads(place.read_bytes())
    assert after["systems"] == [f"s{n}" for n in range(1, 8)]
    assert not [row for row in after["rows"] if row.get("finding") == "dead"]


def test_what_nobody_vouches_for_proposes_nothing(own: Path) -> None:
    done = run("release", "retire-candidates", "--root", own)

    assert (done.returncode, done.stdout) == (0, "")
