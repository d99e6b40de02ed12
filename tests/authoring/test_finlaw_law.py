"""What a release says of Chinese statutes is what their texts say."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from authored import author

import penal
from authoring.finlaw.check import check
from digesta.canonical import canonical_bytes, canonical_lines
from digesta.errors import InputError
from digesta.releases.data import release_order
from digesta_generate.compilations.statutes import Clause, clauses_of
from places import ROOT
from world import RELEASE, released_in, write

Change = Callable[[Any], None]


def texts() -> list[Clause]:
    return clauses_of(penal.statutes(), name=penal.FOLDER)


def problems_of(**changes: bytes) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as error:
        check(penal.data(**changes), texts())
    assert all(one.got and one.expected and one.fix for one in error.value.problems)
    return [(one.code, one.place) for one in error.value.problems]


def table(name: str, change: Change) -> bytes:
    value = json.loads(penal.resources()[f"finlaw/{name}.json"])
    change(value)
    return canonical_bytes(value)


def truths(change: Change) -> bytes:
    """Return the truths, the third (of money-1) changed."""
    lines = [penal.right_penalty(one["question_id"]) for one in penal.QUESTIONS]
    change(lines[2]["truth"])
    return canonical_lines(lines)


def test_a_release_that_says_what_the_statutes_say_passes() -> None:
    found = check(penal.data(), texts())

    assert [one.id for one in found] == [one["id"] for one in penal.index()]
    assert all(one.text for one in found)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda one: one["articles"].pop(0), "penalty-fines"),
        (lambda one: one["articles"][0]["fines"].append({"kind": "percent"}), "penalty-fines"),
        (lambda one: one["articles"][0].update(clause="old-9"), "penalty-clause"),
        (lambda one: one["articles"][0].update(article="9"), "penalty-clause"),
        (lambda one: one["articles"][0].update(sha256="0" * 64), "penalty-clause"),
    ],
)
def test_a_table_of_penalties_that_the_texts_do_not_give_is_told(change: Change, code: str) -> None:
    found = problems_of(penalties=table("penalties", change))

    assert (code, "resources/finlaw/penalties.json") in found


@pytest.mark.parametrize(
    ("at", "said", "code"),
    [
        (0, {"least_cny": "100000"}, "range-differs"),
        (0, {"most_cny": "600000"}, "range-differs"),
        (0, {"least_cny": "0", "most_cny": "0"}, "range-differs"),
        (2, {"most_cny": "1"}, "range-differs"),
        (0, {"version": "2024-11-08"}, "range-article"),
        (0, {"article": "9"}, "range-article"),
    ],
)
def test_a_range_that_its_article_does_not_provide_is_told(
    at: int, said: dict[str, str], code: str
) -> None:
    changed = table("discretion", lambda one: one["ranges"][at].update(said))

    assert problems_of(discretion=changed) == [(code, "resources/finlaw/discretion.json")]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"clauses": ["money-9"]}, "truth-clause"),
        ({"clauses": ["money-2"]}, "truth-basis"),
        ({"legal_basis": [{"law": "乙币办法"}]}, "truth-basis"),
        ({"legal_basis": [{"law": "丙币办法", "article": "1"}]}, "truth-basis"),
        ({"legal_basis": [{"law": "乙币办法（2024年）", "article": "1"}]}, "truth-basis"),
        (
            {"clauses": ["new-1"], "legal_basis": [{"law": "甲法", "article": "1"}]},
            "truth-version",
        ),
    ],
)
def test_a_truth_that_the_statutes_do_not_bear_out_is_told(said: dict[str, Any], code: str) -> None:
    found = problems_of(truths=truths(lambda one: one.update(said)))

    assert found == [(code, "truths.jsonl:3")]


def test_a_level_derived_from_an_article_that_is_not_cited_is_told() -> None:
    fact = {"law": "甲法", "version": "2006-10-31", "article": "2", "circumstance": "从轻处罚"}

    found = problems_of(truths=truths(lambda one: one.update(derivation=fact)))

    assert found == [("truth-derivation", "truths.jsonl:3")]


def test_the_year_of_the_version_in_force_may_be_named() -> None:
    dated = [{"law": "《乙币办法》（1999年）", "article": "1"}]

    assert check(penal.data(truths=truths(lambda one: one.update(legal_basis=dated))), texts())


def test_an_earlier_version_may_be_cited_by_its_year_and_a_later_one_not() -> None:
    cited = {"fine-1": "new-1", "fine-2": "old-2"}
    found = []
    for question, clause in cited.items():
        year = "2024" if clause == "new-1" else "2006"
        basis = [{"law": f"甲法（{year}年）", "article": clause[-1]}]
        line = next(n for n, one in enumerate(penal.QUESTIONS) if one["question_id"] == question)
        lines = [penal.right_penalty(one["question_id"]) for one in penal.QUESTIONS]
        lines[line]["truth"].update(clauses=[clause], legal_basis=basis)
        lines[line]["truth"].pop("derivation", None)
        try:
            check(penal.data(truths=canonical_lines(lines)), texts())
        except InputError as error:
            found.append((question, [one.code for one in error.problems]))

    assert found == [("fine-1", ["truth-version"])]


def test_the_first_day_of_a_version_is_its_own_and_the_day_before_is_not() -> None:
    for day, codes in (("2025-01-01", []), ("2024-12-31", ["truth-version"])):
        asked = [
            one | {"law_as_of": day} for one in penal.QUESTIONS if one["question_id"] == "fine-2"
        ]
        changes = {
            "questions": canonical_lines(asked),
            "truths": canonical_lines(penal.right_penalty(q["question_id"]) for q in asked),
        }
        if codes:
            assert [code for code, _ in problems_of(**changes)] == codes
        else:
            assert check(penal.data(**changes), texts())


def test_the_clauses_of_a_release_are_written_under_its_own_ids(tmp_path: Path) -> None:
    write(tmp_path / "laws", penal.statutes())
    write(tmp_path / "releases" / RELEASE, penal.release())
    out = tmp_path / "clauses.jsonl"

    done = author("finlaw", tmp_path / "laws", "--release", RELEASE, "--root", tmp_path, "-o", out)

    assert (done.returncode, done.stderr) == (0, "")
    lines = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert [one["id"] for one in lines] == [one["id"] for one in penal.index()]


def test_a_release_without_an_index_of_clauses_is_told_so(tmp_path: Path) -> None:
    write(tmp_path / "laws", penal.statutes())
    released_in(tmp_path, 12)

    done = author("finlaw", tmp_path / "laws", "--release", RELEASE, "--root", tmp_path)

    assert done.returncode == 1
    assert "no-index" in done.stderr


RELEASES = sorted(
    (
        path.parent
        for path in (ROOT / "releases").glob("*/release.json")
        if any(one["track"] == "finlaw" for one in json.loads(path.read_bytes())["tracks"])
    ),
    key=lambda folder: release_order(folder.name),
)
