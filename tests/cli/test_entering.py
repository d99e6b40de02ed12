"""What a submission did not enter is nowhere 0.0 %: not in a command, a report or a comment."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import digesta
from commands import run
from digesta.canonical import canonical_lines, digest
from digesta.records.release import Manifest
from digesta.releases.cut import cut
from judged_workspace import judged
from world import RELEASE, Track, draft, folder, git, key_of, ok, submission, toy, write

SEARCH = "search"
TRACKS = ["toy", "french", SEARCH]


def found() -> Track:
    """Return a second closed track, which is answered with retrieved passages only."""
    one = toy(4)
    asked = [q | {"track": SEARCH, "question_id": f"s-{q['question_id']}"} for q in one.questions]
    asked = [
        q | {"turns": [{"role": "user", "content": f"Find {q['question_id']}."}]} for q in asked
    ]
    truths = [t | {"question_id": f"s-{t['question_id']}"} for t in one.truths]
    record = one.record | {"track": SEARCH, "title": "Search", "conditions": ["retrieval"]}
    return Track(record, asked, truths)


def entering(root: Path, **changes: Any) -> Path:
    """Write a release of three tracks, and a system that answers the first and says no tracks."""
    files = cut(draft(toy(), judged(), found(), **changes), name="draft")
    write(root / "releases" / RELEASE, files)
    submission(root, "one", toy_answers(root))
    return root


def toy_answers(root: Path) -> dict[str, Any]:
    [toys] = [t for t in open_tracks(root).values() if len(t) == 36]
    return {q: a for q, a in answers_of(root).items() if q in toys}


def open_tracks(root: Path) -> dict[str, set[str]]:
    questions = (root / "releases" / RELEASE / "questions.jsonl").read_bytes().splitlines()
    tracks: dict[str, set[str]] = {}
    for each in map(json.loads, questions):
        tracks.setdefault(each["track"], set()).add(each["question_id"])
    return tracks


def answers_of(root: Path) -> dict[str, Any]:
    lines = (root / "releases" / RELEASE / "truths.jsonl").read_bytes().splitlines()
    return {t["question_id"]: t["truth"].get("answer") for t in map(json.loads, lines)}


@pytest.fixture(scope="module")
def entered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return entering(tmp_path_factory.mktemp("entered"))


WHY = {
    "french": "not entered",
    SEARCH: "it is answered under retrieval, and this submission is closed_book",
}


def test_score_shows_the_track_that_was_answered_and_why_the_others_have_none(
    entered: Path,
) -> None:
    text = run("score", folder(entered, "one"), "--root", entered).stdout
    [told] = json.loads(run("score", folder(entered, "one"), "--root", entered, "--json").stdout)

    assert {row["board"].split("/")[0] for row in told["scores"]} == {"toy"}
    assert told["no_score"] == WHY
    assert not re.search("(?<!chance) 0.0%", text)
    assert f"  {SEARCH}: no score: {WHY[SEARCH]}\n" in text


@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_a_report_is_of_the_track_that_was_answered(entered: Path, form: str) -> None:
    said = run("report", folder(entered, "one"), "--root", entered, "-f", form).stdout

    assert "Affaire" not in said
    assert "Find s-" not in said
    assert "Pour les tests." not in said
    assert WHY[SEARCH] in said
    if form == "html":
        assert said.startswith("<!doctype html>")
        assert said.index("For tests only.") > said.index("Every answer")
        assert "<td>0.0</td>" not in said


def test_in_a_release_before_the_rules_check_says_how_to_name_the_tracks(
    entered: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Manifest, "by_rules", False)

    said = run("check", folder(entered, "one"), "--root", entered).stdout

    assert '  not entered: french, search; add "tracks": ["toy"] to submission.json' in said


def test_check_counts_what_was_entered_and_names_what_was_not(entered: Path) -> None:
    said = run("check", folder(entered, "one"), "--root", entered).stdout

    assert "one: fine, 36 answers to 36 questions\n" in said
    assert "  not entered: french, search\n" in said
    assert "missing" not in said


def test_python_gives_no_score_for_what_was_not_entered(entered: Path) -> None:
    release = digesta.open(entered).release()

    score = release.score(release.read(folder(entered, "one")))

    assert {name.partition("/")[0] for name in score} == {"toy"}
    assert score["toy"] == 1
    assert score.missing == 0


def test_two_systems_are_compared_on_what_both_entered(tmp_path: Path) -> None:
    entering(tmp_path)
    submission(tmp_path, "two", dict.fromkeys(toy_answers(tmp_path), "?"), model_name="Two")
    for name in ("one", "two"):
        line = ("--reason", "seen", "--date", RELEASE, "--level", "rerun", "--root", tmp_path)
        ok("decide", name, "accept", *line)

    pairs = json.loads(
        ok("compare", folder(tmp_path, "one"), folder(tmp_path, "two"), "--json", "--root",
           tmp_path).stdout
    )["pairs"]  # fmt: skip

    assert {pair["board"].partition("/")[0] for pair in pairs} == {"toy"}


def boards(root: Path) -> Mapping[str, Any]:
    ok("board", "--root", root)
    folder = root / "build" / "boards" / RELEASE
    read = (json.loads(path.read_bytes()) for path in folder.rglob("*.json"))
    every = [board for board in read if "rows" in board]
    return {b["board"].partition("@")[0]: {r["submission_id"] for r in b["rows"]} for b in every}


def test_boards_leave_out_what_was_not_entered(tmp_path: Path) -> None:
    after = boards(entering(tmp_path))

    assert "one" in after["toy"]
    assert "one" not in after[SEARCH]
    assert {"adversary-silent"} <= after["toy"] & after[SEARCH]


def test_what_a_system_was_asked_and_never_answered_it_entered(tmp_path: Path) -> None:
    entering(tmp_path)
    first = min(open_tracks(tmp_path)["french"])
    line = {"question_id": first, "answer_sha256": digest(None), "outcome": "refused"}
    answers = toy_answers(tmp_path) | {first: None}
    asked = submission(tmp_path, "asked", answers, model_name="Asked")
    write(asked, {"trace.jsonl": canonical_lines([line])})

    [told] = json.loads(ok("score", asked, "--json", "--root", tmp_path).stdout)

    assert {row["board"].split("/")[0] for row in told["scores"]} == {"toy", "french"}
    assert "french" in ok("check", asked, "--json", "--root", tmp_path).stdout
    french = [row for row in told["scores"] if row["board"] == "french"]
    assert [row["missing"] for row in french] == [30]


def test_a_comment_says_of_each_track_why_it_has_no_board(tmp_path: Path) -> None:
    entering(tmp_path)
    git(tmp_path, "init")
    git(tmp_path, "add", "releases")
    git(tmp_path, "commit", "-m", "a base")
    git(tmp_path, "branch", "base")
    git(tmp_path, "add", "predictions")
    git(tmp_path, "commit", "-m", "a submission")
    git(tmp_path, "branch", "head")
    git(tmp_path, "checkout", "base")
    result = tmp_path / "result.json"

    ok(
        "intake",
        "pull-request",
        "--base",
        "base",
        "--head",
        "head",
        "-o",
        result,
        "--root",
        tmp_path,
    )
    said = ok("intake", "comment", result).stdout

    assert "toy@closed_book: accuracy 100.0%" in said
    assert " 0.0%," not in said
    assert "judge" not in said
    for track, why in WHY.items():
        assert f"{track}: on no board; {why}" in said
    assert "submission.json" not in said, "no track needs naming: its boards leave it out"


# init -------------------------------------------------------------------------------------------


def test_init_begins_with_the_tracks_that_are_named(tmp_path: Path) -> None:
    entering(tmp_path)

    def begun(name: str, *tracks: str) -> tuple[dict[str, Any], set[str]]:
        named = [word for track in tracks for word in ("--track", track)]
        ok("init", name, "--model", name, "--organization", "Us", *named, "--root", tmp_path)
        lines = (folder(tmp_path, name) / "predictions.jsonl").read_bytes().splitlines()
        card = json.loads((folder(tmp_path, name) / "submission.json").read_bytes())
        return card, {json.loads(line)["question_id"] for line in lines}

    tracks = open_tracks(tmp_path)
    card, ids = begun("first", "toy")
    assert (card["tracks"], ids) == (["toy"], tracks["toy"])
    card, ids = begun("both", "toy", "french")
    assert (card["tracks"], ids) == (["toy", "french"], tracks["toy"] | tracks["french"])
    card, _ = begun("found", SEARCH)
    assert card["condition"] == "retrieval"
    for name in ("first", "both", "found"):
        assert run("check", folder(tmp_path, name), "--root", tmp_path).returncode == 0


def test_init_names_the_tracks_that_there_are(tmp_path: Path) -> None:
    entering(tmp_path)

    done = run(
        "init", "me", "--model", "M", "--organization", "Us", "--track", "toys", "--root", tmp_path
    )  # fmt: skip

    assert done.returncode == 2
    assert f"--track: no track toys; there are: {', '.join(TRACKS)}" in done.stderr
    assert not folder(tmp_path, "me").exists()


def test_the_version_is_said() -> None:
    for module in ("digesta", "digesta_generate"):
        done = run("--version", module=module)
        assert done.returncode == 0
        assert done.stdout.startswith(f"digesta {digesta.__version__}, Python 3.")


# Reports ----------------------------------------------------------------------------------------


def test_a_report_folds_long_texts_and_lists_what_has_no_answer(own: Path) -> None:
    key = key_of(own)
    long = min(key)
    answers = {q: a for q, a in key.items() if q < "8"} | {long: "word " * 200}
    submission(own, "some", answers, model_name="Some")

    said = run("report", folder(own, "some"), "-f", "html", "--root", own).stdout

    assert f'<details><summary><bdi dir="auto">{("word " * 200)[:200]}' in said
    without = sum(int(n) for n in re.findall(r"Without an answer: (\d+)", said))
    assert without == len(key) - len(answers)
    assert said.count('<section class="answer">') == len(answers)


def test_a_report_adds_up_the_costs_of_what_was_answered(own: Path) -> None:
    key = key_of(own)
    some = sorted(key)[:4]
    place = submission(own, "paid", {q: key[q] for q in some}, model_name="Paid")
    lines = [
        {"question_id": q, "answer_sha256": digest(key[q]), "outcome": "answered"}
        | ({"cost_micro_usd": 250_000} if q != some[0] else {})
        for q in some
    ]
    write(place, {"trace.jsonl": canonical_lines(lines)})

    said = run("report", place, "--root", own).stdout

    assert "cost: 0.7500 USD for 3 of 4 answers, as the submitter reports\n" in said
