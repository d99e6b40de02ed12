"""What answers show of having been seen before: by age, word for word, by the canary."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from commands import run
from digesta.board.exposure import HAN_RUN, RUN, last_day, reference_runs, runs_of, words_of
from digesta.records.release import Question, Truth
from digesta.releases.cut import cut
from digesta.releases.data import final_ids, parse_release
from digesta.releases.diff import difference
from digesta.workspace.releases import open_release
from digesta_site.input import site_input
from digesta_site.render import render
from judged_workspace import answering, judged_draft, whole
from site_tree import pages
from world import RELEASE, cut_in, draft, edited, questions, released_in, submission, truths

CANARY = "00000000-0000-4000-8000-000000000000"
OLD = "2025-06-01"
REFERENCE = " ".join(f"mot{n}" for n in range(RUN + 2))


# Runs -----------------------------------------------------------------------------------------


def test_a_text_one_word_short_of_a_run_has_none() -> None:
    words = [f"w{n}" for n in range(RUN)]

    assert len(runs_of(" ".join(words))) == 1
    assert runs_of(" ".join(words[1:])) == set()


def test_chinese_is_read_by_characters_and_needs_twice_as_many() -> None:
    text = "".join(chr(0x4E00 + n) for n in range(HAN_RUN))

    assert len(words_of(text)) == HAN_RUN
    assert len(runs_of(text)) == 1
    assert runs_of(text[1:]) == set()


def test_case_punctuation_and_width_make_no_difference() -> None:
    assert words_of("L’ARTICLE n\N{SUPERSCRIPT TWO}, (ii)") == words_of("l article N2 ii")


@pytest.mark.parametrize("place", ["turns", "shown_sources", "ask"])
def test_what_the_question_shows_is_no_reference(place: str) -> None:
    shown: dict[str, Any] = {
        "turns": {"turns": [{"role": "user", "content": REFERENCE}]},
        "shown_sources": {"shown_sources": [{"title": "A", "text": f"{REFERENCE} et"}]},
        "ask": {"ask": {"answer_type": "enum", "choices": [REFERENCE, "rien"]}},
    }
    plain = questions(1)[0]
    truth = Truth.model_validate(truths([plain])[0] | {"truth": {"answer": REFERENCE}})

    assert len(reference_runs(Question.model_validate(plain), truth)) == 3
    assert reference_runs(Question.model_validate(plain | shown[place]), truth) == set()


@pytest.mark.parametrize(
    ("declared", "last"),
    [("2024", "2024-12-31"), ("2023-02", "2023-02-28"), ("2024-12", "2024-12-31"), (OLD, OLD)],
)
def test_a_year_or_month_is_meant_to_its_last_day(declared: str, last: str) -> None:
    assert last_day(declared) == last


# The canary -----------------------------------------------------------------------------------


def test_cutting_writes_the_canary_into_each_line_and_changes_no_id() -> None:
    files = cut(draft(canary_on_lines=True), name="draft")

    for path in ("questions.jsonl", "truths.jsonl"):
        for line in files[path].splitlines():
            assert json.loads(line)["canary"] == CANARY
    ids = set(final_ids(parse_release(draft(), name="draft").questions).values())
    assert {
        json.loads(line)["question_id"] for line in files["questions.jsonl"].splitlines()
    } == ids


def test_every_new_draft_has_its_canary_on_each_line(tmp_path: Path) -> None:
    released_in(tmp_path, 12)
    out = tmp_path / "next"

    ok("release", "new", "2026-03-05", "-o", out, "--root", tmp_path)
    files = {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}
    own = json.loads(files["release.json"])["canary"]
    made = cut(files, name="next")

    assert own != CANARY
    assert made["truths.jsonl"].count(f'"canary":"{own}"'.encode()) == 36
    assert made["questions.jsonl"].count(f'"canary":"{own}"'.encode()) == 36


def test_another_canary_is_no_change_of_a_question() -> None:
    before = parse_release(cut(draft(), name="draft"), name="before")
    other = "11111111-1111-4111-8111-111111111111"
    after = parse_release(
        cut(draft(canary=other, canary_on_lines=True), name="draft"), name="after"
    )

    assert {question.canary for question in after.questions} == {other}
    assert difference(before, after) == []


# End to end -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def exposed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The pages of a workspace with an aged track and a written one."""
    root = tmp_path_factory.mktemp("seen")
    files = judged_draft()

    def aged(question: dict[str, Any]) -> dict[str, Any]:
        number = int(question["question_id"].rsplit("-", 1)[1])
        early = question["track"] == "toy" and number < 6
        return question | ({"released": OLD} if early else {})

    def longer(truth: dict[str, Any]) -> dict[str, Any]:
        criteria = truth["truth"].get("criteria")
        if criteria is None:
            return truth
        criteria[1]["text"] += f" {REFERENCE}"
        return truth

    files = edited(edited(files, "questions.jsonl", aged), "truths.jsonl", longer)
    cut_in(root, files)
    release = open_release(root, RELEASE)
    right = {key: truth.truth.get("answer") for key, truth in release.data.truths.items()}
    toy = [question for question in release.data.questions if question.track == "toy"]
    # Right on all that came early, on every other question that came later.
    numbers = {q.question_id: int(q.turns[0].content.split()[1]) for q in toy}
    seen = {key: right[key] for key, n in numbers.items() if n < 6 or n % 2}
    written = answering(release, lambda task, n: f"{whole(task, n)} {REFERENCE}")
    some = dict(sorted(written.items())[:5])
    plain = dict.fromkeys(written.keys() - some.keys(), "non " * (RUN + 1))
    submission(root, "seen", seen | some | plain | {min(plain): f"BEGIN {CANARY}"},
               knowledge_cutoff="2025")  # fmt: skip
    submission(root, "later", seen, knowledge_cutoff="2026-12", tracks=["toy"])
    submission(root, "silent-on-it", seen, tracks=["toy"])
    for name in ("seen", "later", "silent-on-it"):
        ok("check", root / "predictions" / RELEASE / name, "--root", root)
    return pages(site_input(root, version="0"))


def ok(*arguments: str | Path) -> None:
    done = run(*arguments)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def exposure(exposed: dict[str, bytes]) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(exposed[f"r/{RELEASE}/contamination.json"])["exposure"]
    return value


def test_scores_by_age_are_those_worked_by_hand(exposure: dict[str, Any]) -> None:
    ages = {row["submission_id"]: row for row in exposure["ages"]}
    seen = ages["seen"]

    assert (seen["track"], seen["before_n"], seen["after_n"]) == ("toy", 18, 18)
    assert (seen["before"], seen["after"], seen["gap"]) == (1, 0.5, 0.5)
    assert 0 < seen["low"] < 0.5 < seen["high"] <= 1
    assert seen["smallest"] > 0
    assert abs(seen["floor_gap"]) < 0.2


def test_who_declares_nothing_is_absent_and_one_side_alone_says_nothing(
    exposure: dict[str, Any],
) -> None:
    ages = {row["submission_id"]: row for row in exposure["ages"]}

    assert ages.keys() == {"seen", "later"}
    assert ages["later"]["why_not"] == "on one side alone: count, colour, yes_no"
    assert "gap" not in ages["later"]


def test_answers_word_for_word_and_with_the_canary_are_counted(exposure: dict[str, Any]) -> None:
    rows = {row["submission_id"]: row for row in exposure["repetitions"]}

    assert exposure["references"] == 30
    assert (rows["seen"]["answers"], rows["seen"]["verbatim"], rows["seen"]["canaries"]) == (
        29,
        5,
        1,
    )
    assert len(rows["seen"]["questions"]) == 5
    assert "later" not in rows


def test_the_page_shows_them(exposed: dict[str, bytes]) -> None:
    view = json.loads(exposed[f".view/r/{RELEASE}/contamination.json"])
    text = re.sub(r"<[^>]+>", " ", render("contamination.html", view, root="../../"))
    text = " ".join(text.split())

    assert "seen 2025 Toy 100.0% 18 50.0% 18 +50.0" in text
    assert "cannot say: 36 earlier and 0 later questions; on one side alone" in text
    assert "seen 29 5 17.2%" in text
    assert "Public score less sealed score" not in text
