"""carry: a system's answers for an earlier release, and only what is new is asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from faulty import serving
from runs import generate, options

from commands import run
from digesta.canonical import sha256_hex
from digesta.records.question import Question
from digesta.records.submission import Card
from digesta.releases.cut import cut
from digesta_generate.inference.settings import Settings
from digesta_generate.inference.systems.earlier_run import EarlierRun, tracks_of
from world import (
    RELEASE,
    Track,
    draft,
    lines_of,
    questions,
    released_in,
    submission,
    toy,
    truths,
    write,
)

NEWER = "2026-05-05"
OLD = f"predictions/{RELEASE}/toy"
NEW = f"predictions/{NEWER}/toy"


def carried(root: Path, url: str, *more: str) -> Any:
    return generate(
        "carry", root / OLD, "--release", NEWER, "--root", root, "--base-url", url,
        "--loopback", "--backoff", "0.01", *more,
    )  # fmt: skip


def card(root: Path, name: str, file: str = "submission.json") -> dict[str, Any]:
    value: dict[str, Any] = json.loads((root / name / file).read_bytes())
    return value


def test_only_new_questions_are_asked_and_both_numbers_are_recorded(two: Path) -> None:
    with serving() as server:
        assert generate(*options(server.url, two, "--release", RELEASE)).returncode == 0
        before = len(server.requests)

        done = carried(two, server.url)

    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{(two / NEW).as_posix()}: 24 answers\n"
    assert len(server.requests) - before == 12
    assert set(server.executions.values()) == {1}
    record = card(two, NEW, "run.json")
    assert record["asked"] == 12
    assert record["carried"] == {
        "from": f"{RELEASE}/toy",
        "predictions_sha256": sha256_hex((two / OLD / "predictions.jsonl").read_bytes()),
        "count": 12,
    }
    new = card(two, NEW)
    assert new["release"] == NEWER
    assert new["notes"] == (
        f"12 answers were carried over from {RELEASE}/toy; 12 questions had no answer there."
    )
    assert new["command"].startswith(f"digesta-generate carry {(two / OLD).as_posix()}")
    old_lines = (two / OLD / "trace.jsonl").read_bytes().splitlines()
    assert set(old_lines) < set((two / NEW / "trace.jsonl").read_bytes().splitlines())
    checked = run("check", two / NEW, "--root", two, "--release", NEWER)
    assert checked.returncode == 0, checked.stderr


def test_carrying_gives_the_answers_that_asking_all_would_give(two: Path) -> None:
    with serving() as server:
        generate(*options(server.url, two, "--release", RELEASE))
        carried(two, server.url)
        generate(*options(server.url, two, "--release", NEWER, "--id", "afresh"))

    afresh = two / "predictions" / NEWER / "afresh" / "predictions.jsonl"
    assert (two / NEW / "predictions.jsonl").read_bytes() == afresh.read_bytes()


def test_a_carry_without_anything_new_needs_no_endpoint_and_no_key(twelve: Path) -> None:
    released_in(twelve, 4, release=NEWER)
    with serving() as server:
        generate(*options(server.url, twelve, "--release", RELEASE))

    done = generate("carry", twelve / OLD, "--release", NEWER, "--root", twelve)

    assert done.returncode == 0, done.stderr
    assert card(twelve, NEW, "run.json")["asked"] == 0
    old = (twelve / OLD / "predictions.jsonl").read_bytes()
    assert (twelve / NEW / "predictions.jsonl").read_bytes() == old
    assert sorted(one.name for one in (twelve / NEW).iterdir()) == [
        "predictions.jsonl", "run.json", "submission.json", "trace.jsonl",
    ]  # fmt: skip


def test_a_carry_that_a_budget_stopped_goes_on(two: Path) -> None:
    with serving() as server:
        generate(*options(server.url, two, "--release", RELEASE))
        stopped = carried(two, server.url, "--max-tokens-total", "1000", "-c", "1")
        assert not (two / NEW / "predictions.jsonl").exists()

        done = carried(two, server.url)

    assert stopped.returncode == 3
    assert "digesta-generate carry" in stopped.stderr
    assert done.returncode == 0, done.stderr
    assert len(server.requests) == 24


def test_questions_that_nobody_had_time_to_ask_are_not_counted_as_asked(two: Path) -> None:
    with serving() as server:
        assert generate(*options(server.url, two, "--release", RELEASE)).returncode == 0
        done = carried(two, server.url, "--partial", "--max-minutes", "0")

    assert done.returncode == 3, done.stderr
    assert card(two, NEW, "run.json")["asked"] == 0


def test_an_answer_to_other_words_is_not_carried(two: Path) -> None:
    with serving() as server:
        generate(*options(server.url, two, "--release", RELEASE))
        path = two / OLD / "trace.jsonl"
        lines = [json.loads(line) for line in path.read_bytes().splitlines()]
        lines[0]["prompt_sha256"] = "0" * 64
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))

        carried(two, server.url)

    assert card(two, NEW, "run.json")["carried"]["count"] == 11
    assert len(server.requests) == 25


def test_what_does_not_fit_together_is_refused(two: Path) -> None:
    with serving() as server:
        generate(*options(server.url, two, "--release", RELEASE))
        same = generate("carry", two / OLD, "--release", RELEASE, "--root", two)
        path = two / OLD / "predictions.jsonl"
        path.write_bytes(path.read_bytes().replace(b'"yes"', b'"no"', 1))

        changed = carried(two, server.url)

    assert same.returncode == 2
    assert "name a newer --release" in same.stderr
    assert changed.returncode == 1
    assert "trace-answer" in changed.stderr
    record = card(two, OLD, "run.json")
    del record["inference"]
    (two / OLD / "run.json").write_text(json.dumps(record))
    assert "only what digesta-generate infer or carry made" in carried(two, "http://x").stderr


def test_no_key_and_no_question_goes_to_an_address_that_stands_in_a_file(two: Path) -> None:
    with serving() as server, serving() as other:
        assert generate(*options(server.url, two, "--release", RELEASE)).returncode == 0
        path = two / OLD / "run.json"
        path.write_text(path.read_text("utf-8").replace(server.url, other.url), "utf-8")

        done = generate(
            "carry", two / OLD, "--release", NEWER, "--root", two, "--loopback",
            "--key-env", "MAINTAINERS_KEY", MAINTAINERS_KEY="sk-of-the-maintainers",
        )  # fmt: skip

        assert done.returncode == 2
        assert "name one with --base-url, such as https://host/v1" in done.stderr
        assert other.url not in done.stderr, "who pastes it sends their key there"
        assert other.requests == []


def test_no_weights_are_read_from_a_path_that_stands_in_a_file(two: Path) -> None:
    weights = two / "evil.gguf"
    with serving() as server:
        assert generate(*options(server.url, two, "--release", RELEASE)).returncode == 0
    weights.write_bytes(b"no weights")
    path = two / OLD / "run.json"
    path.write_text(path.read_text("utf-8").replace(server.url, f"local:{weights}"), "utf-8")

    done = generate("carry", two / OLD, "--release", NEWER, "--root", two)

    assert (done.returncode, "no endpoint: name one with --base-url" in done.stderr) == (2, True)
    assert "evil" not in done.stderr


def test_a_dry_run_tells_how_many_are_left_to_ask(two: Path) -> None:
    with serving() as server:
        generate(*options(server.url, two, "--release", RELEASE))
        done = carried(two, server.url, "--dry-run")

    assert done.stdout.startswith(f"{(two / NEW).as_posix()}: 12 questions to ask")
    assert not (two / NEW).exists()
    assert len(server.requests) == 12


def test_a_track_stays_though_all_of_its_questions_were_replaced() -> None:
    card_ = Card(
        submission_id="toy", release=RELEASE, model_name="Toy", organization="Us",
        tracks=["toy", "gone"],
    )  # fmt: skip
    old = EarlierRun(
        card_,
        Settings(model="m", endpoint="http://x", prompts={}),
        1,
        "first",
        {"a": None},
        {},
        "0" * 64,
    )
    newer = [
        Question.model_validate(one | {"question_id": f"q-{number}", "track": track})
        for number, (one, track) in enumerate(
            zip(questions(1), ("toy", "other", "other"), strict=True)
        )
    ]

    assert tracks_of(old, newer) == {"toy"}
    assert tracks_of(old, newer, ["other"]) == {"toy", "other"}
    assert tracks_of(old._replace(submission=card_.model_copy(update={"tracks": None})), newer) == (
        set()
    )


def test_a_track_that_is_left_out_is_named(twelve: Path) -> None:
    of_toy = toy(4)
    asked = [
        one
        | {"track": "other", "question_id": f"other-{one['question_id']}"}
        | {"cluster_id": f"{one['cluster_id']}b"}
        | {"turns": [{"role": "user", "content": f"Something else: {one['question_id']}?"}]}
        for one in of_toy.questions
    ]
    other = Track(of_toy.record | {"track": "other", "title": "Other"}, asked, truths(asked))
    files = cut(draft(of_toy, other, release=NEWER), name="draft")
    write(twelve / "releases" / NEWER, files)
    with serving() as server:
        assert generate(*options(server.url, twelve, "--release", RELEASE)).returncode == 0

        done = carried(twelve, server.url, "--dry-run")
        both = carried(twelve, server.url, "--dry-run", "--track", "other")

    assert done.returncode == 0, done.stderr
    assert "left out, because not asked before: other (--track asks it)" in done.stderr
    assert "0 questions to ask" in done.stdout
    assert "left out" not in both.stderr
    assert "12 questions to ask" in both.stdout


def test_of_all_systems_one_that_cannot_be_carried_stops_no_other(two: Path) -> None:
    answers = {
        line["question_id"]: "?" for line in lines_of(two / f"releases/{RELEASE}/questions.jsonl")
    }
    for name in ("a", "c"):
        submission(two, name, answers)
    submission(two, "b", {"nobody": "?"})

    done = generate("carry", two / f"predictions/{RELEASE}", "--release", NEWER, "--root", two)

    assert done.returncode == 1
    assert "b: not copied: " in done.stderr
    assert sorted(path.name for path in (two / f"predictions/{NEWER}").iterdir()) == ["a", "c"]
