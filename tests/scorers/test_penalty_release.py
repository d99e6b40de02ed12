"""What a release must hold for questions about penalties: tables, truths, limits."""

from __future__ import annotations

from typing import Any

import pytest
from penalty_cases import (
    BANKING,
    LAUNDERING,
    LAWS,
    RESOURCES,
    ask,
    prepared,
    resources,
    truth,
    vocabulary,
)
from pydantic import ValidationError

from digesta_legal.penalty.resources import Vocabulary


@pytest.mark.parametrize(
    ("right", "match"),
    [
        (truth(types=["别的"]), "the vocabulary has no label 别的"),
        (truth(types=["类型1", "又名类型1"]), "names a label twice"),
        (truth(types=[f"类型{n}" for n in range(1, 8)]), "more than the 6 labels"),
        (truth(basis=[("某法", "1")]), "the table of laws has no 某法"),
        (truth(basis=[(BANKING, "某条")]), "某条 is no number"),
        (truth(basis=[(BANKING, "46"), ("银监法", "四十六")]), "cites an article twice"),
        (truth(basis=[(BANKING, str(n)) for n in range(1, 12)]), "more than an answer may"),
        (
            truth(basis=[(f"{LAUNDERING}（2006年）", "1"), (f"{LAUNDERING}（2024年）", "2")]),
            "two versions",
        ),
    ],
)
def test_a_truth_outside_the_releases_tables_is_refused(right: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        prepared(right)


@pytest.mark.parametrize(
    ("files", "match"),
    [
        ({}, "no resources/finlaw/vocabulary.json"),
        ({"finlaw/vocabulary.json": RESOURCES["finlaw/vocabulary.json"]}, "no resources/finlaw/l"),
        (RESOURCES | {"finlaw/laws.json": b"{"}, "laws.json is no JSON"),
        (RESOURCES | {"finlaw/laws.json": b"{}"}, "laws.json: laws: Field required"),
        (resources(vocabulary=vocabulary() | {"vocabulary": "finlaw/2"}), "finlaw/2, not finlaw/1"),
        (resources(laws={"laws": [*LAWS["laws"], {"law": "银监法"}]}), "names two laws"),
        (resources(vocabulary=vocabulary(types=["a/b"])), "must hold none of"),
    ],
)
def test_a_release_without_its_tables_is_refused(files: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        prepared(files=files)


def test_limits_that_no_row_could_hold_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 64"):
        prepared(asks=ask(labels=65))


def test_resources_may_be_text_and_are_read_once() -> None:
    texts = {path: data.decode() for path, data in RESOURCES.items()}

    as_bytes, as_text = prepared(files=RESOURCES), prepared(files=texts)

    assert as_text.terms is as_bytes.terms


@pytest.mark.parametrize(
    ("types", "match"),
    [(["。"], "a letter"), (["a", "A"], "one label, not two"), (["a|b"], "must hold none of")],
)
def test_labels_that_could_be_mistaken_are_refused(types: list[str], match: str) -> None:
    with pytest.raises(ValidationError, match=match):
        Vocabulary.model_validate(vocabulary(types=types))
