"""Who shares wrong answers beyond what all share: shown to maintainers, never written."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from digesta.workspace.store import read_tree
from world import COLOURS, RELEASE, cut_in, do, draft, key_of, submission, toy

LETTERS = "abcdef"


def guesses(key: dict[str, Any], seed: str) -> dict[str, Any]:
    """Return answers of which about half are right, and the others are this system's own."""
    chance = random.Random(seed)
    wrong: dict[type, Callable[[Any], Any]] = {
        str: lambda _: chance.choice(COLOURS),
        bool: lambda truth: not truth,
        int: lambda truth: truth + chance.choice([1, 1, 2, 10]),
    }
    return {
        name: truth if chance.random() < 0.5 else wrong[type(truth)](truth)
        for name, truth in key.items()
    }


def paraphrased(answer: Any) -> Any:
    return answer.upper() + "." if isinstance(answer, str) else answer


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace of six organisations; ``copy`` has most of what ``a`` answered."""
    root = tmp_path_factory.mktemp("similar")
    cut_in(root, draft(toy(40)))
    key = key_of(root)
    every = {name: guesses(key, name) for name in LETTERS}
    for name, answers in every.items():
        submission(root, name, answers, organization=f"Organisation {name}")
    mixed = guesses(key, "copy") | {
        name: paraphrased(answer) for at, (name, answer) in enumerate(every["a"].items()) if at % 5
    }
    submission(root, "copy", mixed, organization="Another")
    submission(root, "sister", every["b"], organization="Organisation b")
    return root


def screen(root: Path, *more: str) -> dict[str, Any]:
    done = do("similar", "--json", "--root", root, *more)
    assert done.code == 0, done.stderr
    value: dict[str, Any] = json.loads(done.stdout)
    return value


def test_a_copy_stands_out_and_systems_that_are_independent_do_not(copied: Path) -> None:
    pairs = screen(copied)["pairs"]

    assert [pair["submissions"] for pair in pairs if pair["stands_out"]] == [["a", "copy"]]
    assert pairs[0]["submissions"] == ["a", "copy"]


def test_the_evidence_is_wrong_answers_of_both_the_rarest_first(copied: Path) -> None:
    key, [pair, *others] = key_of(copied), screen(copied)["pairs"]

    evidence = pair["evidence"]

    assert len(evidence) == sum(task["alike"] for task in pair["tasks"])
    assert [each["others"] for each in evidence] == sorted(each["others"] for each in evidence)
    for each in evidence:
        a, b = each["answers"]
        assert b in {a, paraphrased(a)}
        assert a != key[each["question_id"]]
    assert all(not each["evidence"] for each in others)


def test_one_organisation_is_compared_with_itself_on_demand_alone(copied: Path) -> None:
    names = [pair["submissions"] for pair in screen(copied)["pairs"]]
    assert ["b", "sister"] not in names

    within = screen(copied, "--within")["pairs"]

    assert within[0]["submissions"] == ["b", "sister"]


def test_the_text_says_what_is_shared_and_concludes_nothing(copied: Path) -> None:
    text = do("similar", "--root", copied).stdout

    assert f"{RELEASE}: 27 pairs, 1 stand out; the others' fence is " in text
    assert "a (system) and copy (system): " in text
    assert "ask before you conclude" in text
    assert not any(word in text.lower() for word in ("copied", "cheat", "plagiar", "stolen"))


def test_nothing_of_it_is_written_but_what_boards_are_built_from(copied: Path) -> None:
    do("similar", "--root", copied)

    for path, data in read_tree(copied / "build").items():
        assert b"stands_out" not in data, path
        assert b"similarity" not in data, path


def test_two_submissions_alone_are_too_few_to_say_anything(tmp_path: Path) -> None:
    cut_in(tmp_path)
    wrong = guesses(key_of(tmp_path), "a")
    for name in ("x", "y"):
        submission(tmp_path, name, wrong, organization=name.upper())

    text = do("similar", "--root", tmp_path).stdout

    assert text == f"{RELEASE}: 1 pairs, 0 stand out; too few others to compare with\n"
