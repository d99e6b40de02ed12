"""Answers that are none: what a release says they are worth, from its draft to the board."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from commands import key_of, run
from digesta.canonical import canonical_lines, digest
from digesta.site.input import site_input
from digesta.site.mkdocs.render import render
from digesta.workspace.build import built_abstentions
from digesta.workspace.releases import open_release
from site_tree import pages
from small import RELEASE, draft, edited, submission, write

COLOURS = ["red", "green", "blue", "black"]
IN_FRENCH = "Je ne sais pas quelle est la couleur dans cette affaire, ni pourquoi."


def english(key: dict[str, Any]) -> list[str]:
    """Return three questions after a colour, of which the truth is red."""
    return sorted(name for name, answer in key.items() if answer == "red")


def costed(manifest: dict[str, Any]) -> dict[str, Any]:
    """Let a wrong yes cost as much as a right one earns, and rank by it."""
    manifest["tracks"][0]["tasks"]["yes_no"] |= {"wrong_costs": "1", "metric": "net"}
    manifest["tracks"][0]["scores"].pop()
    return manifest


@pytest.fixture(scope="module")
def abstaining(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with boards: one always says yes, one says what it knows."""
    root = tmp_path_factory.mktemp("abstaining")
    files = edited(draft(), "release.json", costed)
    done = run("release", "cut", write(root / "draft", files), "--root", root)
    assert done.returncode == 0, done.stderr
    key = key_of(root)
    kinds = {name: type(answer) for name, answer in key.items()}
    submission(root, "yes", {name: kinds[name] is bool or key[name] for name in key})
    knows = {name: None if answer is False else answer for name, answer in key.items()}
    folder = submission(root, "knows", knows | dict.fromkeys(english(key), IN_FRENCH))
    # Surest of what it knows: three colours are answered with a sentence that is no colour.
    lines = [
        {"question_id": name, "answer_sha256": digest(answer), "outcome": "answered"}
        | {"confidence": "0.5" if type(answer) is int else "0.9"}
        for name, answer in (knows | dict.fromkeys(english(key), IN_FRENCH)).items()
        if answer is not None
    ]
    (folder / "trace.jsonl").write_bytes(canonical_lines(lines))
    done = run("board", "--root", root)
    assert done.returncode == 0, done.stderr
    return root


def rows_of(root: Path, board: str) -> dict[str, dict[str, Any]]:
    value = json.loads((root / "build" / "boards" / RELEASE / f"{board}.json").read_text())
    return {row["submission_id"]: row for row in value["rows"]} | {"": value}


def test_a_release_that_says_what_wrong_answers_cost_ranks_by_it(abstaining: Path) -> None:
    rows = rows_of(abstaining, "toy/sight/yes_no@closed_book")

    assert rows[""]["wrong_costs"] == {"yes_no": "1"}
    assert (rows[""]["metric"], rows[""]["chance"]) == ("net", 0.0)
    # Six of twelve are right: 6 - 6 by guessing, 6 - 0 by silence where one does not know.
    assert (rows["yes"]["score"], rows["knows"]["score"]) == (0.0, 0.5)
    assert rows["adversary-random"]["score"] == rows["adversary-silent"]["score"] == 0.0
    assert rows["yes"]["low"] < 0 < rows["yes"]["high"]
    assert rows["yes"]["metrics"]["accuracy"]["value"] == 0.5


def test_boards_of_tasks_without_a_cost_say_nothing_of_it(abstaining: Path) -> None:
    rows = rows_of(abstaining, "toy/sight/colour@closed_book")

    assert "wrong_costs" not in rows[""]
    assert "net" not in rows["yes"]["metrics"]


def decided(root: Path) -> None:
    """Accept both as run by a maintainer."""
    for name in ("yes", "knows"):
        words = ("decide", name, "accept", "--level", "rerun", "--reason", "test")
        done = run(*words, "--date", "2026-02-06", "--release", RELEASE, "--root", root)
        assert done.returncode == 0, done.stderr


def test_abstained_unreadable_and_wrong_answers_and_their_language_are_counted(
    abstaining: Path,
) -> None:
    decided(abstaining)

    [record] = built_abstentions(abstaining, open_release(abstaining, RELEASE))
    rows = {row.submission_id: row for row in record.rows}
    knows, yes = rows["knows"], rows["yes"]

    # 36 questions: six no are left out; a French sentence is a wrong colour, three times.
    assert (knows.n, knows.missing, knows.unreadable, knows.wrong) == (36, 6, 0, 3)
    assert (knows.coverage, knows.risk) == (round(30 / 36, 9), 0.1)
    # The surest 18, colours and yes, have the three; the area is (18 / 6 + 12 / 10) / 30.
    assert [(point.coverage, point.risk) for point in knows.curve or ()] == [
        (0.5, round(3 / 18, 9)),
        (round(30 / 36, 9), 0.1),
    ]
    assert knows.aurc == 0.14
    assert (yes.missing, yes.unreadable, yes.wrong, yes.coverage) == (0, 0, 6, 1.0)
    assert yes.low is not None
    assert yes.low < 6 / 36
    assert yes.curve is None
    assert knows.languages is not None
    assert knows.languages.other == {"fr": 3}
    assert record.questions == {"en": 36}


def test_pages_say_what_a_wrong_answer_costs_and_how_systems_answer(abstaining: Path) -> None:
    """Its bar begins below nothing, where the lowest interval does."""
    (abstaining / "site" / "docs").mkdir(parents=True, exist_ok=True)
    tree = pages(site_input(abstaining, version="0"))

    def page(stem: str) -> str:
        text = tree[f"r/{RELEASE}/{stem}.md"].decode()
        name = re.search(r'^data: "?([^"\n]+)', text, re.MULTILINE)
        kind = re.search(r'^kind: "?([^"\n]+)', text, re.MULTILINE)
        assert name is not None
        assert kind is not None
        return render(kind[1], json.loads(tree[name[1]]), root="")

    board = page("toy/sight/yes_no@closed_book")
    assert "A right answer earns 1, none earns 0, a wrong one loses 1: <code>net</code>" in board
    assert not re.search(r'(x1|x2|cx)="-', board)
    assert "a wrong one loses" not in page("toy/sight/colour@closed_book")
    answers = page("toy/abstention")
    assert "<td>fr 3</td>" in answers
    assert "A line is a system that says how sure it is" in answers
    assert "10.0% of these wrong" in page("s/knows")


def test_a_report_says_what_a_wrong_answer_costs(abstaining: Path) -> None:
    done = run("report", abstaining / "predictions" / RELEASE / "yes", "--root", abstaining)

    assert done.returncode == 0, done.stderr
    assert "net of yes_no: a right answer earns 1, none earns 0, a wrong one loses 1" in done.stdout
