"""Each fault that cutting refuses, planted in a small release: code, place, nothing written."""

from __future__ import annotations

import json
import re
import shutil
import string
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from digesta.errors import ReleaseError
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.releases.near_copies import ALIKE, GRAM, near_copies
from digesta.workspace.store import read_tree
from world import Identity, both, do, draft, edited, toy, write

Files = dict[str, bytes]


def changed(name: str, path: str = "questions.jsonl", **fields: Any) -> Callable[[Files], Files]:
    """Change fields of one question's record; a field that is None goes."""

    def change(one: dict[str, Any]) -> dict[str, Any]:
        if one["question_id"] != name:
            return one
        return {key: value for key, value in (one | fields).items() if value is not None}

    return lambda files: edited(files, path, change)


def track(**fields: Any) -> Callable[[Files], Files]:
    def change(manifest: dict[str, Any]) -> dict[str, Any]:
        manifest["tracks"][0] |= fields
        return manifest

    return lambda files: edited(files, "release.json", change)


def both_of(*changes: Callable[[Files], Files]) -> Callable[[Files], Files]:
    def change(files: Files) -> Files:
        for one in changes:
            files = one(files)
        return files

    return change


def asked(content: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": content}]


LONG = (
    "A tenant of a flat in the old town painted the wall of the shared stair in a colour that "
    "the owners had agreed on at their last meeting; which colour was it?"
)
OTHER = LONG.replace("painted", "had painted").replace("old town", "old  TOWN")
COLOURS = {"answer_type": "enum", "choices": ["red", "green", "blue", "black"]}
SHUFFLED = {"answer_type": "enum", "choices": ["black", "blue", "green", "red"]}
SCHEMA = {"type": "object", "properties": {"n": {"type": "string"}}, "required": ["n"]}
JSON_ASK = {"answer_type": "json", "schema": SCHEMA | {"additionalProperties": False}}


def constant(files: Files) -> Files:
    def change(one: dict[str, Any]) -> dict[str, Any]:
        return one | {"truth": {"answer": True}} if one["question_id"][:3] == "yes" else one

    return edited(files, "truths.jsonl", change)


def alike(name: str) -> Callable[[Files], Files]:
    def change(manifest: dict[str, Any]) -> dict[str, Any]:
        categories = manifest["tracks"][0]["categories"]
        categories[name] = categories["sight"]
        return manifest

    return lambda files: edited(files, "release.json", change)


FAULTS: dict[str, tuple[Callable[[Files], Files], str, str]] = {
    "a licence that SPDX cannot write": (
        changed("colour-2", license="proprietary"), "bad-value", "questions.jsonl:3",
    ),
    "a licence that the release does not declare": (
        changed("colour-2", license="CC0-1.0"), "licence", "questions.jsonl:3",
    ),
    "no attribution": (
        changed("colour-2", attribution=None), "missing-key", "questions.jsonl:3",
    ),
    "an empty attribution": (
        changed("colour-2", attribution=""), "bad-value", "questions.jsonl:3",
    ),
    "no notice in a language": (
        changed("colour-2", language="pt"), "notice", "release.json",
    ),
    "no notice in English": (track(notice={"pt": "Só."}), "bad-value", "release.json:1"),
    "no translation note": (
        changed("colour-2", tags=["translated"]), "translation", "questions.jsonl:3",
    ),
    "a question twice": (
        changed("colour-4", turns=asked("Case 3 of the kind enum?")),
        "dup-question", "questions.jsonl:5",
    ),
    "a near copy": (
        both_of(changed("colour-2", turns=asked(LONG)), changed("colour-4", turns=asked(OTHER))),
        "near-copy", "questions.jsonl:5",
    ),
    "a near copy with its choices in another order": (
        both_of(
            changed("colour-2", turns=asked(LONG), ask=COLOURS),
            changed("colour-4", turns=asked(LONG), ask=SHUFFLED),
        ),
        "near-copy", "questions.jsonl:5",
    ),
    "a truth outside the choices": (
        changed("colour-2", "truths.jsonl", truth={"answer": "violet"}),
        "truth-refused", "truths.jsonl:3",
    ),
    "a schema that refuses its own truth": (
        both_of(
            changed("count-2", ask=JSON_ASK),
            changed("count-2", "truths.jsonl", truth={"answer": {"n": 102}}),
        ),
        "truth-refused", "truths.jsonl:27",
    ),
    "choices that are one to the normaliser": (
        changed("colour-2", ask={"answer_type": "enum", "choices": ["Red", "red ", "blue"]}),
        "truth-refused", "truths.jsonl:3",
    ),
    "a key that is always yes": (constant, "won-without-law", "truths.jsonl"),
    "a cluster in two tasks": (
        changed("count-0", cluster_id="c-colour0002"), "cluster-across", "questions.jsonl:25",
    ),
    "a truth of no question": (
        changed("colour-2", "truths.jsonl", question_id="colour-99"),
        "truth-unknown", "truths.jsonl:3",
    ),
    "a question without its truth": (
        changed("colour-2", "truths.jsonl", question_id="colour-99"),
        "truth-missing", "questions.jsonl:3",
    ),
    "an id that is the digest of nothing": (
        both_of(*(
            changed("colour-2", path, question_id="5e" * 32)
            for path in ("questions.jsonl", "truths.jsonl", "review.jsonl")
        )),
        "id", "questions.jsonl:3",
    ),
    "categories that differ by case": (alike("Sight"), "bad-value", "release.json:1"),
    "categories that differ by punctuation": (alike("si_ght"), "names-alike", "release.json"),
    "no place": (changed("colour-2", category="number"), "place", "questions.jsonl:3"),
    "no day of the law on a dated track": (
        both_of(track(dated=True), changed("colour-2", law_as_of="2026-01-01")),
        "law-as-of", "questions.jsonl:1",
    ),
    "no review": (
        changed("colour-2", "review.jsonl", question_id="colour-99"),
        "review-missing", "questions.jsonl:3",
    ),
    "a sealed question whose truth is open": (
        changed("colour-2", split="holdout"), "truth-open", "truths.jsonl:3",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_refused_at_its_place_and_nothing_is_written(fault: str, tmp_path: Path) -> None:
    plant, code, place = FAULTS[fault]
    folder = write(tmp_path / "draft", plant(draft()))

    done = do("release", "cut", folder, "--root", tmp_path)

    assert done.code == 1
    assert f"{folder.as_posix()}/{place}: {code}" in done.stderr
    assert not list(tmp_path.rglob("releases/*"))


SAID = "green"
TOLD: dict[str, dict[str, Any]] = {
    "turns": {"turns": asked("What is as green as grass?")},
    "tags": {"tags": ["green"]},
    "attribution": {"attribution": "the Green family"},
    "cluster_id": {"cluster_id": "c-green"},
}


@pytest.mark.parametrize("field", TOLD)
def test_a_truth_that_an_open_field_tells_is_refused(field: str) -> None:
    # Without choices that show every answer, the truth of colour-1 is told by nothing else.
    plant = both_of(changed("colour-1", ask={"answer_type": "enum"}, **TOLD[field]))

    with pytest.raises(ReleaseError, match=r"draft/questions\.jsonl:2: truth-in-question"):
        cut(plant(draft()), name="draft")


def test_a_difficulty_that_tells_the_truth_is_refused() -> None:
    plant = both_of(
        changed("colour-1", ask={"answer_type": "enum"}),
        changed("colour-1", "truths.jsonl", truth={"answer": "easy"}),
    )

    with pytest.raises(ReleaseError, match=r"draft/questions\.jsonl:2: truth-in-question"):
        cut(plant(draft()), name="draft")


def test_a_cluster_in_both_splits_is_refused_at_the_second_question() -> None:
    files, _ = both(Identity().public)
    sealed = next(
        json.loads(line) for line in files["questions.jsonl"].splitlines() if b"holdout" in line
    )
    files = changed("colour-0", cluster_id=sealed["cluster_id"])(files)

    with pytest.raises(ReleaseError, match=r"draft/questions\.jsonl:13: cluster-across"):
        cut(files, name="draft")


# Near copies ----------------------------------------------------------------------------------


def copies(files: Mapping[str, bytes]) -> list[tuple[str, str]]:
    data = parse_release(files, name="draft")
    return [(problem.question_id, problem.got) for problem in near_copies(data)]


def two(first: str, second: str) -> list[tuple[str, str]]:
    return copies(
        both_of(changed("colour-2", turns=asked(first)), changed("colour-4", turns=asked(second)))(
            draft()
        )
    )


def test_both_questions_of_a_near_copy_are_named_with_their_places() -> None:
    assert two(LONG, OTHER) == [
        ("colour-4", "almost what colour-2 asks (questions.jsonl:3)"),
    ]


@pytest.mark.parametrize(
    ("second", "refused"),
    [
        (LONG.upper(), True),
        (LONG + " ", True),
        (LONG.replace("agreed on", "settled on"), True),
        (LONG.replace("stair", "stair, on 3 May,"), False),
        (
            LONG[: len(LONG) // 2] + "Who must now pay the painter, and by when, if nobody asked?",
            False,
        ),
    ],
)
def test_what_is_a_near_copy_and_what_is_not(second: str, *, refused: bool) -> None:
    assert bool(two(LONG, second)) == refused


def test_a_template_with_other_numbers_is_another_question() -> None:
    assert copies(draft(toy(40))) == []


def test_the_same_words_with_other_sources_are_another_question() -> None:
    def sources(text: str) -> list[dict[str, str]]:
        return [{"title": "Passage", "text": text}]

    plant = both_of(
        changed("colour-2", turns=asked("Which colour?"), shown_sources=sources("The door " * 9)),
        changed("colour-4", turns=asked("Which colour?"), shown_sources=sources("A window " * 9)),
    )

    assert copies(plant(draft())) == []


def test_the_instruction_that_all_questions_of_a_task_share_makes_no_copies() -> None:
    files = draft()
    for number in range(12):
        asks = f"{LONG} Which colour has {'abcdefghijkl'[number] * 9}? {LONG}"
        files = changed(f"colour-{number}", turns=asked(asks))(files)

    assert copies(files) == []


def test_the_pairs_that_are_found_are_all_that_are_alike() -> None:
    words = LONG.split()
    orders = (words, words[::-1])
    texts = [" ".join(of[:n] + of[n + k :]) for of in orders for n in (0, 3, 6) for k in (1, 4)]
    files = draft()
    for number, text in enumerate(texts):
        files = changed(f"colour-{number}", turns=asked(text))(files)
    shown = " ".join(sorted(" ".join(COLOURS["choices"]).split()))
    signs = str.maketrans(string.punctuation, " " * len(string.punctuation))
    read = [f"{text} enum {shown}".casefold().translate(signs) for text in texts]
    read = [" ".join(text.split()) for text in read]
    grams = [{text[at : at + GRAM] for at in range(len(text) - GRAM + 1)} for text in read]
    own = [{g for g in each if sum(g in other for other in grams) < 0.9 * 12} for each in grams]

    found = {
        (int(re.findall(r"colour-(\d+)", got)[0]), int(name.split("-")[1]))
        for name, got in copies(files)
    }

    expected = {
        (one, other)
        for other in range(12)
        for one in range(other)
        if len(own[one] & own[other]) / len(own[one] | own[other]) >= ALIKE
    }
    assert found == expected
    assert 5 < len(expected) < 66  # of 12 * 11 / 2 pairs


def test_a_refused_draft_leaves_a_workspace_as_it_was(tmp_path: Path) -> None:
    good = write(tmp_path / "good", draft())
    assert do("release", "cut", good, "--root", tmp_path).code == 0
    before = read_tree(tmp_path / "releases")
    bad = write(tmp_path / "bad", constant(draft(release="2026-03-05")))

    assert do("release", "cut", bad, "--root", tmp_path).code == 1
    assert read_tree(tmp_path / "releases") == before
    shutil.rmtree(bad)
