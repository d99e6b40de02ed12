"""What a site shows beside boards: answers that are none, wrong or foreign, and giveaways."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from commands import run
from digesta.workspace.releases import open_release
from digesta.workspace.side import built_side, live_side
from digesta_site.input import site_input
from digesta_site.render import render
from site_tree import pages
from world import RELEASE, cut_in, draft, key_of, submission

COLOURS = ["red", "green", "blue", "black"]
IN_FRENCH = "Je ne sais pas quelle est la couleur dans cette affaire, ni pourquoi."


def english(key: dict[str, Any]) -> list[str]:
    """Return three questions after a colour, of which the truth is red."""
    return sorted(name for name, answer in key.items() if answer == "red")


@pytest.fixture(scope="module")
def abstaining(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with two accepted systems: one always says yes, one says what it knows."""
    root = tmp_path_factory.mktemp("abstaining")
    cut_in(root, draft())
    key = key_of(root)
    kinds = {name: type(answer) for name, answer in key.items()}
    submission(root, "yes", {name: kinds[name] is bool or key[name] for name in key})
    knows = {name: None if answer is False else answer for name, answer in key.items()}
    submission(root, "knows", knows | dict.fromkeys(english(key), IN_FRENCH))
    for name in ("yes", "knows"):
        words = ("decide", name, "accept", "--level", "rerun", "--reason", "test")
        done = run(*words, "--date", "2026-02-06", "--release", RELEASE, "--root", root)
        assert done.returncode == 0, done.stderr
    return root


def test_abstained_unreadable_and_wrong_answers_and_their_language_are_counted(
    abstaining: Path,
) -> None:
    [record] = built_side(abstaining, open_release(abstaining, RELEASE), "abstention").abstentions
    rows = {row.submission_id: row for row in record.rows}
    knows, yes = rows["knows"], rows["yes"]

    # 36 questions: six no are left out; a French sentence is a wrong colour, three times.
    assert (knows.n, knows.missing, knows.unreadable, knows.wrong) == (36, 6, 0, 3)
    assert (knows.coverage, knows.risk) == (round(30 / 36, 9), 0.1)
    assert (yes.missing, yes.unreadable, yes.wrong, yes.coverage) == (0, 0, 6, 1.0)
    assert yes.low is not None
    assert yes.low < 6 / 36
    assert knows.languages is not None
    assert knows.languages.other == {"fr": 3}
    assert record.questions == {"en": 36}


def test_pages_say_how_systems_answer(abstaining: Path) -> None:
    (abstaining / "site" / "docs").mkdir(parents=True, exist_ok=True)
    tree = pages(site_input(abstaining, version="0"))

    def page(stem: str) -> str:
        text = tree[f"r/{RELEASE}/{stem}.md"].decode()
        kind = re.search(r'^kind: "?([^"\n]+)', text, re.MULTILINE)
        assert kind is not None
        return render(kind[1], json.loads(tree[f".view/r/{RELEASE}/{stem}.json"]), root="")

    answers = page("toy/abstention")
    assert "<td>fr 3</td>" in answers
    assert "10.0% of these wrong" in page("s/knows")


def test_what_adversaries_wrote_is_on_no_page_and_their_marks_are(abstaining: Path) -> None:
    tree = pages(site_input(abstaining, version="0"))
    stems = [path for path in tree if f"r/{RELEASE}/q/" in path and path.endswith(".json")]
    data = [path for path in stems if not path.startswith(".view/")]
    groups = json.loads(tree[data[0]])[0]["answers"]
    blind = [each for each in groups if each["submissions"][0].startswith("adversary-")]

    assert blind
    assert all(each.keys() == {"submissions", "status", "credit"} for each in blind)
    assert all("answer" in each for each in groups if each not in blind)
    assert not [path for path in stems if b'"id":"adversary-echo","key":' in tree[path]]


def test_what_gives_answers_away_is_measured_once_and_read_after_publication(
    abstaining: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = live_side(abstaining, open_release(abstaining, RELEASE)).giveaways
    done = run("release", "publish", "--undecided", RELEASE, "--root", abstaining)
    assert done.returncode == 0, done.stderr
    monkeypatch.delattr("digesta.workspace.side.giveaways")

    assert before
    assert live_side(abstaining, open_release(abstaining, RELEASE)).giveaways == before
