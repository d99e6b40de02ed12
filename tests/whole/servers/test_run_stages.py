"""``digesta-generate run``: passages found once, answers judged, odd options refused."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Never

import pytest
from faulty import Exchange, completion, serving
from judge_scripts import judged_by_rules
from runs import folder, generate, traces
from whole_runs import BOTH, rows, told, whole

from digesta.canonical import canonical_lines
from digesta_generate.pipeline import run as module
from digesta_generate.retrieval.options import RetrieveOptions
from world import RELEASE

# Retrieval ------------------------------------------------------------------------------------


def searching(url: str, root: Path, *more: str | Path) -> list[str | Path]:
    return whole(
        url, root, "--track", "toy", "--condition", "retrieval", "--corpus", root / "c.jsonl",
        "--bm25", "--top", "2", *more,
    )  # fmt: skip


def corpus(root: Path, word: str) -> None:
    texts = [{"id": f"t{n}", "text": f"Case {n} {word}"} for n in range(6)]
    (root / "c.jsonl").write_bytes(canonical_lines(texts))


def test_passages_are_found_once_and_shown_to_every_model(twelve: Path) -> None:
    corpus(twelve, "first")
    with serving() as server:
        done = generate(*searching(server.url, twelve, *BOTH))
        (path,) = (twelve / "build/passages" / RELEASE).glob("*.jsonl")
        stamp = path.stat().st_mtime_ns
        again = generate(*searching(server.url, twelve, *BOTH))

    assert done.returncode == again.returncode == 0, done.stderr
    assert again.stdout == done.stdout
    assert path.stat().st_mtime_ns == stamp
    assert len(server.requests) == 24
    assert all("first" in body["messages"][-1]["content"] for _, _, body in server.seen)
    for name in ("toy-retrieval", "acme-big-7b-retrieval"):
        card = json.loads((folder(twelve, name) / "submission.json").read_bytes())
        assert (card["condition"], card["retrieval"]["top"]) == ("retrieval", 2)
        assert shlex.split(card["command"])[1] == "infer"
        assert f"--passages {path.as_posix()}" in card["command"]
        assert all(len(one["retrieved"]) == 2 for one in traces(twelve, name))


def test_passages_of_another_corpus_or_a_torn_file_are_made_again(twelve: Path) -> None:
    corpus(twelve, "first")
    with serving() as server:
        generate(*searching(server.url, twelve))
        (path,) = (twelve / "build/passages" / RELEASE).glob("*.jsonl")
        right = path.read_bytes()
        path.write_bytes(right[:-9])
        torn = generate(*searching(server.url, twelve, "--json"))
        assert path.read_bytes() == right
        assert len(server.requests) == 12

        corpus(twelve, "second")
        done = generate(*searching(server.url, twelve, "--id", "other"))

    assert torn.returncode == done.returncode == 0, done.stderr
    assert b"second" in path.read_bytes()
    assert all("second" in body["messages"][-1]["content"] for _, _, body in server.seen[12:])


def test_options_of_vectors_are_their_own_and_a_full_disk_is_told_with_the_way_on(
    twelve: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[RetrieveOptions, bool]] = []

    def full(options: RetrieveOptions, *, kept: bool) -> Never:
        seen.append((options, kept))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "retrieve", full)
    with serving() as server:
        done = generate(
            *whole(server.url, twelve, "--track", "toy", "--condition", "retrieval"),
            "--corpus", twelve / "c.jsonl", "--embeddings-url", "https://vectors.example/v1",
            "--embeddings-model", "e5", "--embeddings-key-env", "E_KEY", "--split", "public",
        )  # fmt: skip

    assert (done.returncode, done.stdout, server.requests) == (2, "", [])
    assert "what is done is kept; resume with:\n  digesta-generate run --model toy" in done.stderr
    [(search, kept)] = seen
    assert kept
    assert shlex.join(search.without("root").words()) == (
        f"--track toy --corpus {twelve / 'c.jsonl'} --out {search.out} --split public "
        "--embeddings-url https://vectors.example/v1 --embeddings-model e5 "
        "--embeddings-key-env E_KEY --timeout 60.0 --backoff 0.01"
    )


def test_a_fault_of_the_vectors_endpoint_names_its_own_options(twelve: Path) -> None:
    corpus(twelve, "first")
    search = ("--track", "toy", "--condition", "retrieval", "--corpus", twelve / "c.jsonl")
    with serving(lambda exchange, _turn: exchange.say({}, 404)) as server:
        own = ("--embeddings-url", server.url, "--embeddings-model", "e", "--embeddings-loopback")
        done = generate(*whole("http://127.0.0.1:1/v1", twelve, *search, *own))
        alone = generate(
            "retrieve", *search, *own, "-o", twelve / "build/p.jsonl", "--root", twelve,
        )  # fmt: skip

    assert done.returncode == alone.returncode == 1
    for said in (done.stderr, alone.stderr):
        assert "correct --embeddings-url (it often ends in /v1) or --embeddings-model" in said


# Judging --------------------------------------------------------------------------------------


def note(exchange: Exchange, _turn: int) -> None:
    exchange.say(completion("La partie qui agit dispose d'un terme de 5 mois pour le faire."))


def test_a_track_that_needs_a_judge_is_judged_by_the_one_that_is_named(tmp_path: Path) -> None:
    root = judged_by_rules(tmp_path)
    with serving(note) as server:
        command = whole(server.url, root, "--track", "french", "--json")
        without = generate(*command)
        done = generate(*command, "--judge", "rules-1")
        again = generate(*command, "--judge", "rules-1")
        count = len(server.requests)

    assert without.returncode == done.returncode == 0, done.stderr
    (waiting,) = rows(without)[0]["headlines"]
    assert waiting == {"metric": "rubric_score", "not_judged": 30, "track": "french"}
    assert "french not judged, because --judge is missing" in without.stderr
    (headline,) = rows(done)[0]["headlines"]
    judge = root / "predictions" / RELEASE / "_judges/rules-1"
    report = told("report", folder(root), "--root", root, "--verdicts", judge, "--format", "json")
    assert (headline["judge"], headline["score"]) == ("rules-1", report["boards"][0]["score"])
    assert headline["score"] == 1
    assert "covers 30 of" in done.stderr
    assert "nothing new" in again.stderr
    assert again.stdout == done.stdout
    assert count == 30


def test_a_judge_s_options_are_refused_before_anything_is_asked(tmp_path: Path) -> None:
    root = judged_by_rules(tmp_path)
    with serving(note) as server:
        command = whole(server.url, root, "--track", "french", "--judge", "rules-1")
        only = generate(*command, "--judge-only", "nope")
        day = generate(*command, "--judge-date", "today")

    assert (only.returncode, day.returncode, server.requests) == (2, 1, [])
    assert "--judge-only: no question that a judge marks: nope" in only.stderr
    assert '/date: "today"' in day.stderr


def test_another_submission_that_is_broken_keeps_no_answers_from_their_judge(
    tmp_path: Path,
) -> None:
    root = judged_by_rules(tmp_path)
    other = folder(root, "another")
    other.mkdir(parents=True)
    (other / "submission.json").write_bytes(b"{")
    (other / "predictions.jsonl").write_bytes(b"{")
    with serving(note) as server:
        done = generate(*whole(server.url, root, "--track", "french", "--judge", "rules-1"))

    assert done.returncode == 0, done.stderr
    assert "rubric_score by rules-1" in done.stdout


def test_a_judge_that_fails_keeps_the_row_of_the_answers_that_it_was_to_judge(
    tmp_path: Path,
) -> None:
    root = judged_by_rules(tmp_path)
    with serving(note) as server, serving(lambda one, _turn: one.say({}, 401)) as down:
        asks = ("--judge", "acme", "--judge-model", "m", "--judge-base-url", down.url)
        done = generate(
            *whole(server.url, root, "--track", "french", "--json"), *asks, "--judge-loopback"
        )

    assert done.returncode == 1
    assert "the variable that --judge-key-env names" in done.stderr
    assert "resume with:\n  digesta-generate run --model toy" in done.stderr
    (row,) = rows(done)
    assert (row["answered"], row["input_tokens"], row["headlines"]) == (30, 30 * 40, [])


def test_a_judge_is_passed_over_where_nothing_is_judged(twelve: Path) -> None:
    with serving() as server:
        done = generate(*whole(server.url, twelve, "--judge", "rules-1"))

    assert done.returncode == 0, done.stderr
    assert "--judge is ignored" in done.stderr


# What does not fit ----------------------------------------------------------------------------

WRONG = [
    (["--condition", "retrieval"], "search with --corpus"),
    (["--corpus", "c.jsonl"], "--corpus needs --condition retrieval"),
    (["--corpus", "c.jsonl", "--condition", "retrieval"], "name it with --track"),
    (["--corpus", "c", "--condition", "retrieval", "--passages", "p"], "give only one"),
    (["--bm25", "--top", "3"], "--top, --bm25: works only with --corpus"),
    (["--judge-model", "m", "--judge-loopback"], "works only with --judge"),
    (["--judge", "rules-9"], "no judge 'rules-9'; there are: rules-1"),
    (["--judge", "rules-1", "--judge-model", "m"], "rules-1 is a program"),
    (["--judge", "acme", "--judge-model", "m"], "name one with --judge-base-url"),
    (
        ["--judge", "acme", "--judge-model", "m", "--judge-base-url", "https://a.example/v1"],
        "with --judge-key-env",
    ),
    (
        ["--corpus", "c", "--condition", "retrieval", "--track", "toy", "--embeddings-model", "e"],
        "--embeddings-url and --embeddings-model: give both",
    ),
    ([*BOTH, "--id", "x"], "--id and --name name one system"),
    (["--limit", "2"], "add --partial"),
]


@pytest.mark.parametrize(("more", "said"), WRONG)
def test_options_that_do_not_fit_are_refused_before_anything_is_asked(
    twelve: Path, more: list[str], said: str
) -> None:
    with serving() as server:
        done = generate(*whole(server.url, twelve, *more))

    assert (done.returncode, done.stdout, server.requests) == (2, "", [])
    assert said in done.stderr
    assert not folder(twelve).exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--base-url", "https://a.example/v1"], "no key: name the environment variable"),
        (["--base-url", "https://a.example/v1", "--key-env", "UNSET_KEY"], "no key: "),
        (["--base-url", "http://127.0.0.1:1/v1", "--loopback", "--price-in", "1"], "give both"),
        (["--base-url", "http://127.0.0.1:1/v1", "--loopback", "--top-p", "x"], "top_p"),
    ],
)
def test_what_keeps_models_from_being_asked_is_told_before_passages_are_found(
    twelve: Path, more: list[str], said: str
) -> None:
    corpus(twelve, "first")

    done = generate(
        "run", "-m", "toy", "--root", twelve, "--organization", "Tests", "--track", "toy",
        "--condition", "retrieval", "--corpus", twelve / "c.jsonl", "--bm25", *more,
    )  # fmt: skip

    assert done.returncode in {1, 2}
    assert said in done.stderr
    assert not (twelve / "build").exists()


def test_a_trial_is_summed_up_too(twelve: Path) -> None:
    with serving() as server:
        done = generate(*whole(server.url, twelve, "--limit", "3", "--partial", "--json"))

    assert done.returncode == 0, done.stderr
    (row,) = rows(done)
    assert (row["answered"], row["asked"], row["headlines"][0]["missing"]) == (3, 3, 9)
