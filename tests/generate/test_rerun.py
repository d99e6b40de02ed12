"""rerun: a recorded command is run again, and its answers are compared one by one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from faulty import serving
from runs import folder, generate, options

from commands import Done
from digesta.canonical import sha256_hex
from places import ROOT
from world import released_in, submission


@pytest.fixture
def answered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a workspace in which a baseline has answered."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "toolkit"))
    made = released_in(tmp_path)
    (made / "digesta.toml").write_text("[site]\n")
    assert generate("baseline", "longest", "--root", made).code == 0
    return made


def rerun(root: Path, name: str, *more: str) -> Done:
    return generate("rerun", folder(root, name), "--root", root, *more)


def change(root: Path, name: str, count: int) -> None:
    """Change a submission's first answers."""
    path = folder(root, name) / "predictions.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    for line in lines[:count]:
        line["answer"] = f"not {line['answer']}"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize(("more", "drawn"), [((), 5), (("-n", "3"), 3), (("--all",), 12)])
def test_drawn_answers_that_come_again_propose_a_decision(
    answered_once: Path, more: tuple[str, ...], drawn: int
) -> None:
    done = rerun(answered_once, "baseline-longest", "--trust", "--seed", "dice", *more)

    assert done.code == 0, done.stderr
    told = f"{drawn} answers drawn by seed dice, 12 came again, 0 differ, 0 drawn ones are missing"
    decision = f"digesta decide baseline-longest accept --level rerun --reason '{told}' --date DAY"
    assert done.stdout == f"{told}\n{decision}\n"


def test_without_a_seed_another_draw_is_made_each_time(answered_once: Path) -> None:
    first, second = (rerun(answered_once, "baseline-longest", "--trust").stdout for _ in range(2))

    assert first != second


def test_an_answer_that_differs_is_counted_and_no_decision_is_proposed(answered_once: Path) -> None:
    change(answered_once, "baseline-longest", 2)

    done = rerun(answered_once, "baseline-longest", "--trust")

    assert done.code == 1
    assert "10 came again, 2 differ" in done.stdout
    assert "digesta decide" not in done.stdout


def test_nothing_is_run_until_somebody_trusts_it(answered_once: Path) -> None:
    done = rerun(answered_once, "baseline-longest")

    assert (done.code, done.stdout) == (2, "")
    assert "its card records: digesta-generate baseline longest" in done.stderr
    assert "--trust" in done.stderr


def test_a_model_is_asked_only_the_drawn_questions(answered_once: Path) -> None:
    with serving() as server:
        assert generate(*options(server.url, answered_once)).code == 0
        before = len(server.requests)
        done = rerun(answered_once, "toy", "--trust", "-n", "3")

    assert done.code == 0, done.stderr
    assert len(server.requests) - before == 3


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("python answer.py", "only a command of digesta-generate is run again here"),
        ("sh -c 'digesta-generate baseline longest'", "only a command of digesta-generate"),
        (None, "its card records 'no command'"),
        ("digesta-generate 'x", "is no command line"),
        ("digesta-generate carry predictions/2026-01-05/acme", "predictions/2026-01-05/acme"),
        ("digesta-generate baseline nothing", "the command ended with 2"),
    ],
)
def test_a_command_that_is_not_ours_is_not_run(
    answered_once: Path, command: str | None, message: str
) -> None:
    more = {} if command is None else {"command": command}
    submission(answered_once, "acme", {"x": "yes"}, **more)

    done = rerun(answered_once, "acme", "--trust")

    assert (done.code, done.stdout) == (2, "")
    assert message in done.stderr


def test_five_drawn_are_those_that_the_seed_puts_first(answered_once: Path) -> None:
    path = folder(answered_once, "baseline-longest")
    data = (path / "predictions.jsonl").read_bytes()
    ids = [json.loads(line)["question_id"] for line in data.splitlines()]
    start = f"dice\n{sha256_hex(data)}\n"
    card = json.loads((path / "submission.json").read_bytes())
    card["command"] = "digesta-generate infer"
    (path / "submission.json").write_text(json.dumps(card))

    shown = rerun(answered_once, "baseline-longest", "--seed", "dice").stderr

    order = sorted(ids, key=lambda key: sha256_hex(f"{start}{key}".encode()))
    assert [word for word in shown.split() if word in ids] == order[:5]
