"""How levels follow: a truth that says how is held to the table of discretion."""

from __future__ import annotations

from typing import Any

import pytest
from penalty_cases import (
    BANKING,
    DISCRETION,
    LAUNDERING,
    RESOURCES,
    WITH_DISCRETION,
    prepared,
    resources,
    truth,
)
from pydantic import ValidationError

from digesta_legal.penalty.resources import Discretion, FineRange

FACTS = {"law": "银监法", "version": "2006-10-31", "article": "46", "circumstance": "从轻处罚"}


def derived(level: str = "B", basis: Any = ((BANKING, "46"),), **facts: str) -> dict[str, Any]:
    return truth(level=level, basis=basis) | {"derivation": FACTS | facts}


@pytest.mark.parametrize(
    ("circumstance", "confiscated", "level"),
    [
        ("减至最低", "0", "A"),  # 200,000, the bound itself
        ("减至最低", "0.01", "B"),
        ("从轻处罚", "25000", "B"),  # 200,000 + 300,000 / 4 + 25,000 = 300,000
        ("从轻处罚", "25001", "C"),
        ("从重处罚", "0", "C"),
        ("从重处罚", "1", "D"),
    ],
)
def test_a_level_that_follows_by_the_table_is_taken_and_any_other_is_refused(
    circumstance: str, confiscated: str, level: str
) -> None:
    facts = {"circumstance": circumstance, "confiscated_cny": confiscated}

    assert "ABCDE"[prepared(derived(level, **facts), files=WITH_DISCRETION).level] == level
    for other in sorted({*"ABCDE"} - {level}):
        with pytest.raises(ValueError, match=f"the level is {other}, but {level} follows"):
            prepared(derived(other, **facts), files=WITH_DISCRETION)


def test_the_range_is_that_of_the_version_that_the_truth_cites() -> None:
    old = ((f"{LAUNDERING}（2006年）", "32"),)
    facts = {"law": LAUNDERING, "article": "第三十二条"}

    prepared(derived(basis=old, **facts), files=WITH_DISCRETION)

    new = ((f"{LAUNDERING}（2024年）", "32"),)
    with pytest.raises(ValueError, match="derived from a version of 反洗钱法 that is not cited"):
        prepared(derived(basis=new, **facts), files=WITH_DISCRETION)


@pytest.mark.parametrize(
    ("right", "match"),
    [
        (derived(circumstance="情节严重"), "no circumstance 情节严重"),
        (derived(article="47"), "银监法 article 47, which the truth does not cite"),
        (derived(law="某法"), "某法 article 46, which the truth does not cite"),
        (derived(version="2003-12-27"), r"no range for 银监法 \(2003-12-27\) article 46"),
        (derived(basis=((BANKING, ""),)), "which the truth does not cite"),
    ],
)
def test_a_derivation_that_the_table_or_the_truth_does_not_bear_is_refused(
    right: Any, match: str
) -> None:
    with pytest.raises(ValueError, match=match):
        prepared(right, files=WITH_DISCRETION)


def test_a_derivation_without_a_table_is_refused_and_a_table_without_one_is_not_asked() -> None:
    with pytest.raises(ValueError, match=r"the release has no discretion.json"):
        prepared(derived(), files=RESOURCES)

    assert prepared(truth(level="E"), files=WITH_DISCRETION).level == 4


def _table(**changed: Any) -> dict[str, bytes]:
    return resources(discretion=DISCRETION | changed)


RANGE = DISCRETION["ranges"][0]


@pytest.mark.parametrize(
    ("files", "match"),
    [
        (_table(ranges=[RANGE, RANGE | {"law": "银监法"}]), "article 第四十六条 has two"),
        (_table(ranges=[RANGE | {"law": "某法"}]), "discretion.json: laws.json has no 某法"),
        (_table(ranges=[RANGE | {"article": "某条"}]), "or 某条 is no number"),
        (_table(levels=[]), "discretion.json: levels: "),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_looked_up_is_refused(files: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        prepared(files=files)


def test_a_range_ascends_and_a_circumstance_stands_once() -> None:
    with pytest.raises(ValidationError, match="at most most_cny"):
        FineRange.model_validate(RANGE | {"least_cny": "500001"})
    with pytest.raises(ValidationError, match="a circumstance must stand once"):
        Discretion.model_validate(
            DISCRETION | {"circumstances": [{"circumstance": "从轻", "share": "0"}] * 2}
        )


def test_a_discretion_table_gives_levels_and_must_ascend() -> None:
    bounds = [("A", "50000"), ("B", "200000"), ("C", None)]
    table = {
        "levels": [{"level": n} | ({"most_cny": b} if b else {}) for n, b in bounds],
        "ranges": [],
        "circumstances": [],
    }
    levels = Discretion.model_validate(table)

    assert [levels.level_of(cny) for cny in ("0", "50000", "50000.01", "200000", "1e9")] == [
        *"AABBC"
    ]
    for wrong, match in (
        ([{"level": "B"}], "in this order"),
        ([{"level": "A", "most_cny": "5"}], "but the last"),
        ([{"level": "A"}, {"level": "B"}], "but the last"),
        (
            [{"level": "A", "most_cny": "5"}, {"level": "B", "most_cny": "5"}, {"level": "C"}],
            "ascend",
        ),
    ):
        with pytest.raises(ValidationError, match=match):
            Discretion.model_validate(table | {"levels": wrong})
