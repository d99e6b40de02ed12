"""Sealed truths are looked for in what is built, committed, or was once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from digesta.workspace.holdout.leaks import forms_of
from world import (
    RELEASE,
    Identity,
    both,
    do,
    edited,
    git,
    key,
    lines_of,
    sealed_in,
    submission,
    write,
)

# Leaks ----------------------------------------------------------------------------------------


@pytest.fixture
def leaky(tmp_path: Path, me: Identity) -> Path:
    """Return a workspace under git, with a truth that is long enough to be looked for."""
    files, private = both(me.public)
    files = edited(
        files, "questions.jsonl",
        lambda one: one | {"ask": {"answer_type": "enum"}}
        if one["question_id"] == "colour-12"
        else one,
    )  # fmt: skip
    private["truths.jsonl"] = private["truths.jsonl"].replace(
        b'"answer":"red"', b'"accepted":["the shade of embers"],"answer":"red"', 1
    )
    private["review.jsonl"] = unlike_the_public_ones(private["review.jsonl"])
    work = sealed_in(tmp_path, files, private)
    me.file(tmp_path)
    git(work, "init")
    git(work, "add", "-A")
    git(work, "commit", "-m", "A release")
    return work


def ids_of(work: Path) -> list[str]:
    return [one["question_id"] for one in lines_of(work / "releases" / RELEASE / "questions.jsonl")]


def leaks(work: Path) -> Any:
    return do("verify", "--root", work, "--identity", work.parent / "identity.txt", "--leaks")


def unlike_the_public_ones(line: bytes) -> bytes:
    return line.replace(b'"outcome":"kept"', b'"outcome":"kept","why":"only here"')


def test_a_clean_repository_has_no_leaks(leaky: Path) -> None:
    folder = submission(leaky, "a1", dict.fromkeys(ids_of(leaky), "?"))
    done = do(
        "release", "score-holdout", folder, "--identity", leaky.parent / "identity.txt",
        "--date", "2026-02-10", "--root", leaky,
    )  # fmt: skip
    assert done.code == 0, done.stderr
    assert do("board", "--root", leaky).code == 0
    git(leaky, "add", "-A")
    git(leaky, "commit", "-m", "A score")

    done = leaks(leaky)

    assert done.code == 0, done.stderr
    assert "leaks: none" in done.stdout


def private_line(work: Path, number: int = 0) -> bytes:
    return (work.parent / "private" / "truths.jsonl").read_bytes().splitlines()[number]


PLANTS: dict[str, tuple[Any, str]] = {
    "identity": (lambda work: (work.parent / "identity.txt").read_bytes(), "leak-identity"),
    "keys": (lambda work: (work.parent / "private" / "keys.json").read_bytes(), "leak-key"),
    "truths": (lambda work: private_line(work, 60), "leak-truth"),
    "spaced": (
        lambda work: json.dumps(json.loads(private_line(work, 60)), sort_keys=False).encode(),
        "leak-truth",
    ),
    "reviews": (
        lambda work: (work.parent / "private" / "review.jsonl").read_bytes().splitlines()[0],
        "leak-truth",
    ),
    "words": (lambda _: b"<p>the shade of embers</p>", "leak-text"),
}


@pytest.mark.parametrize("kind", PLANTS)
def test_what_leaked_into_build_is_found_with_its_place(leaky: Path, kind: str) -> None:
    if kind in {"truths", "spaced"}:
        # A truth that no public question shares: sealed counts are of their own numbers.
        assert b"count" in private_line(leaky, 60)
    data, code = PLANTS[kind]
    planted = data(leaky)
    write(leaky, {"build/site/page.html": planted + b"\n"})

    done = leaks(leaky)

    assert done.code == 1
    assert f"build/site/page.html: {code}" in done.stderr.replace(":1: ", ": ")
    assert planted.decode() not in done.stderr


@pytest.mark.parametrize("kind", ["identity", "truths", "words"])
def test_what_was_committed_once_and_taken_out_again_is_found(leaky: Path, kind: str) -> None:
    data, code = PLANTS[kind]
    write(leaky, {"notes/draft.jsonl": data(leaky)})
    git(leaky, "add", "-A")
    git(leaky, "commit", "-m", "Oops")
    git(leaky, "rm", "-r", "notes")
    git(leaky, "commit", "-m", "Take it out")

    done = leaks(leaky)

    assert done.code == 1
    assert code in done.stderr
    assert "notes/draft.jsonl" in done.stderr


def test_a_commit_that_was_dropped_is_searched_too(leaky: Path) -> None:
    write(leaky, {"notes.txt": b"the shade of embers\n"})
    git(leaky, "add", "-A")
    git(leaky, "commit", "-m", "Oops")
    git(leaky, "reset", "--hard", "HEAD~1")

    assert "leak-text" in leaks(leaky).stderr


def test_a_right_answer_in_predictions_is_no_leak(leaky: Path) -> None:
    submission(leaky, "a1", dict.fromkeys(ids_of(leaky), "the shade of embers"))
    git(leaky, "add", "-A")
    git(leaky, "commit", "-m", "A submission")

    done = leaks(leaky)

    assert done.code == 0, done.stderr


def test_leaks_need_an_identity(work: Path) -> None:
    assert do("verify", "--root", work, "--leaks").code == 2


@pytest.mark.parametrize(("computable", "code"), [("sight", 0), ("number", 1)])
def test_what_resources_and_corpora_tell_of_a_computable_truth_is_no_leak(
    tmp_path: Path, me: Identity, computable: str, code: int
) -> None:
    files, private = both(me.public, computable=computable)
    files = edited(
        files, "questions.jsonl",
        lambda one: one | {"ask": {"answer_type": "enum"}}
        if one["question_id"] == "colour-12"
        else one,
    )  # fmt: skip
    private["truths.jsonl"] = private["truths.jsonl"].replace(
        b'"answer":"red"', b'"accepted":["the shade of embers"],"answer":"red"', 1
    )
    write(tmp_path / "draft", files | {"resources/colours.txt": b"the shade of embers\n"})
    write(tmp_path / "private", private)
    work = tmp_path / "work"
    work.mkdir()
    assert do("release", "seal", tmp_path / "draft", "--private", tmp_path / "private").code == 0
    assert do("release", "cut", tmp_path / "draft", "--root", work).code == 0
    me.file(tmp_path)
    write(work / "corpora", {"colours/told.txt": b"the shade of embers\n"})
    git(work, "init")

    assert leaks(work).code == code


@pytest.mark.parametrize(
    "written",
    ['"r\\u00e9ponse \\"\\u00e0\\" deux"', "r&eacute;ponse", "réponse &quot;à&quot; deux",
     "réponse &#34;à&#34; deux", '{"a":"réponse \\"à\\" deux"}'],
)  # fmt: skip
def test_words_are_found_as_json_and_html_write_them(written: str) -> None:
    forms = forms_of('réponse "à" deux')

    assert any(form in written for form in forms) == ("&eacute;" not in written)


# Keys -----------------------------------------------------------------------------------------


def sealed_answers(work: Path) -> dict[str, Any]:
    """Return the answers of the sealed questions whose truths are short, by final id."""
    path = work / "releases" / RELEASE / "questions.jsonl"
    asked = [json.loads(line) for line in path.read_bytes().splitlines()]
    return {one["question_id"]: key()[one["question_id"]] for one in asked
            if one["split"] == "holdout" and one["task"] == "count"}  # fmt: skip


def as_page(found: dict[str, Any]) -> str:
    rows = "".join(f"<tr><td>{name}</td><td>{one}</td></tr>" for name, one in found.items())
    return f"<table>{rows}</table>"


FORMS: dict[str, Callable[[dict[str, Any]], str]] = {
    "csv": lambda found: "\n".join(f"{name},count,{one}" for name, one in found.items()),
    "quoted-csv": lambda found: "\n".join(f'"{one}";"{name}"' for name, one in found.items()),
    "short-ids": lambda found: "\n".join(f"{name[:8]}: {one}" for name, one in found.items()),
    "markdown": lambda found: "\n".join(f"| {name} | {one} |" for name, one in found.items()),
    "html": as_page,
    "mapping": lambda found: json.dumps(found, indent=1),
    "objects": lambda found: json.dumps(
        {"all": [{"id": name, "gold": {"is": one}} for name, one in found.items()]}, indent=2
    ),
    "pairs": lambda found: json.dumps(list(found.items())),
    "lines": lambda found: "\n".join(
        json.dumps({"q": name, "a": one}) for name, one in found.items()
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_table_of_sealed_ids_beside_their_short_answers_is_found(leaky: Path, form: str) -> None:
    written = FORMS[form](sealed_answers(leaky))
    write(leaky, {"notes/key.txt": written.encode()})

    done = leaks(leaky)

    assert done.code == 1
    assert "notes/key.txt: leak-answers" in done.stderr
    assert "30 sealed questions next to their answers" in done.stderr


def test_a_table_of_few_or_of_wrong_answers_is_no_leak(leaky: Path) -> None:
    right = sealed_answers(leaky)
    few = dict(list(right.items())[:4])
    wrong = {name: one + 1000 for name, one in right.items()}
    for form, written in FORMS.items():
        write(leaky, {f"notes/{form}.few": written(few).encode()})
        write(leaky, {f"notes/{form}.wrong": written(wrong).encode()})

    done = leaks(leaky)

    assert done.code == 0, done.stderr


def test_truths_in_pretty_printed_json_are_found_at_any_depth(leaky: Path) -> None:
    lines = [json.loads(private_line(leaky, 60 - n)) for n in range(3)]
    assert all("count" in one["question_id"] for one in lines[:1])
    for number, value in enumerate((lines, {"a": {"b": [lines]}})):
        write(leaky, {f"notes/{number}.json": json.dumps(value, indent=2).encode()})

    done = leaks(leaky)

    assert done.code == 1
    for number in range(2):
        assert f"notes/{number}.json: leak-truth" in done.stderr
