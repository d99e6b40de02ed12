"""What the tests of the scorer temporal share: questions of every kind, and what answers earn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from digesta.metrics.exact import NANO
from digesta.scorers import SCORERS
from digesta.scorers.base import QuestionWithTruth, Response

TEMPORAL = SCORERS["temporal"]
HORIZON = "2020-08-26"
ORIGINAL = {"version": 1, "date": "1988-10-05", "amendments": []}

ASKS: Mapping[str, dict[str, Any]] = {
    "point_in_time": {"component_id": "x_art_1", "date": "2005-03-01"},
    "attribution": {"component_id": "x_art_1"},
    "difference": {"component_id": "x_art_1", "date_1": "1999-01-01", "date_2": "2005-03-01"},
    "lineage": {"component_id": "x_art_1"},
    "consistency": {"component_id": "x_art_1"},
    "impact": {"scope": "x_tit_1", "from": "1988-10-05", "to": HORIZON},
}
TASKS = {
    "point_in_time": ("point_in_time", "version_accuracy"),
    "attribution": ("amendment_attribution", "amendment_f1"),
    "difference": ("temporal_difference", "change_balanced_accuracy"),
    "lineage": ("causal_lineage", "lineage_f1"),
    "consistency": ("temporal_consistency", "consistency_balanced_accuracy"),
    "impact": ("hierarchical_impact", "article_f1"),
}
"""Kind -> its task and the task's headline."""


def question(kind: str, number: int = 1, *, at_most: int = 10, **ask: Any) -> dict[str, Any]:
    return {
        "question_id": f"q{number:04}",
        "task": TASKS[kind][0],
        "language": "en",
        "turns": [{"role": "user", "content": f"Question {number} of the kind {kind}?"}],
        "ask": {"kind": kind, "horizon": HORIZON, "at_most": at_most} | ASKS[kind] | ask,
    }


def prepared(kind: str, truth: dict[str, Any], *, at_most: int = 10, **ask: Any) -> Any:
    return TEMPORAL.prepare(question(kind, at_most=at_most, **ask), truth, {})


def asked(kind: str, number: int, truth: dict[str, Any], **ask: Any) -> QuestionWithTruth:
    one = question(kind, number, **ask)
    return QuestionWithTruth(one["question_id"], one["task"], one, truth)


def cells(one: Any, answer: Any) -> dict[str, int]:
    """Return the cells of a row that are not 0."""
    row = zip(TEMPORAL.column_names, TEMPORAL.mark(one, Response(answer)), strict=True)
    return {name: cell for name, cell in row if cell}


def value(name: str, ones: Sequence[Any], answers: Sequence[Any]) -> Fraction:
    """Return a metric's value for answers to prepared questions."""
    rows = TEMPORAL.mark_all(ones, answers)
    return TEMPORAL.metric_named(name).value(TEMPORAL.sums(rows))


def column(name: str, ones: Sequence[Any], answers: Sequence[Any]) -> Any:
    """Return a column of rows as shares: nano-units divided, counts as they are."""
    index = TEMPORAL.column_names.index(name)
    cell = TEMPORAL.mark_all(ones, answers)[:, index].astype(np.float64)
    return cell / NANO if TEMPORAL.all_columns[index].kind == "share" else cell


# truths --------------------------------------------------------------------------------------


def in_force(version: int, *, must: Sequence[str] = (), must_not: Sequence[str] = (),
             sha256: str = "0" * 64, component: str = "x_art_1") -> dict[str, Any]:  # fmt: skip
    return {
        "versions": [{"component_id": component, "version": version}],
        "must_contain": list(must),
        "must_not_contain": list(must_not),
        "text_sha256": sha256,
    }


def made_by(*amendments: str, dates: Sequence[str] = ()) -> dict[str, Any]:
    days = list(dates) or [f"{1990 + n}-01-01" for n in range(len(amendments))]
    return {"amendments": list(amendments), "dates": days}


def changed(*amendments: str, versions: tuple[int, int] = (1, 2)) -> dict[str, Any]:
    return {
        "changed": True,
        "amendments_between": list(amendments),
        "version_1": versions[0],
        "version_2": versions[1],
    }


def unchanged() -> dict[str, Any]:
    return {"changed": False, "amendments_between": [], "version_1": 1, "version_2": 1}


def links(*changes: tuple[str, Sequence[str]]) -> list[dict[str, Any]]:
    """Return a chain: the original text, then (date, amendments) each."""
    later = [
        {"version": number, "date": date, "amendments": list(amendments)}
        for number, (date, amendments) in enumerate(changes, start=2)
    ]
    return [dict(ORIGINAL), *later]


def chain(*changes: tuple[str, Sequence[str]]) -> dict[str, Any]:
    return {"version_chain": links(*changes)}


AMENDED: dict[str, Any] = {"amended": True, "amendments": ["EC 1"]}
NEVER: dict[str, Any] = {"amended": False, "amendments": []}


def affected(*articles: str, by: Sequence[str] = ()) -> dict[str, Any]:
    return {"articles": list(articles), "amendments": list(by)}


def named(*versions: int, component: str = "x_art_1", **more: Any) -> dict[str, Any]:
    each = [{"component_id": component, "version": version} for version in versions]
    return {"versions": each} | more


TRUTHS: Mapping[str, dict[str, Any]] = {
    "point_in_time": in_force(2, must=["a moradia"], must_not=["o transporte"]),
    "attribution": made_by("EC 26", "EC 64"),
    "difference": changed("EC 26"),
    "lineage": chain(("2000-02-14", ["EC 26"]), ("2010-02-04", ["EC 64"])),
    "consistency": NEVER,
    "impact": affected("x_art_1", "x_art_2", by=["EC 26"]),
}
"""A truth of each kind."""
RIGHT: Mapping[str, dict[str, Any]] = {
    "point_in_time": named(2, text="a moradia"),
    "attribution": {"amendments": ["EC 26", "EC 64"], "dates": ["1990-01-01", "1991-01-01"]},
    "difference": {
        "changed": True, "amendments_between": ["EC 26"], "version_1": 1, "version_2": 2,
    },
    "lineage": TRUTHS["lineage"],
    "consistency": {"amended": False, "amendments": []},
    "impact": {"articles": ["x_art_1", "x_art_2"], "amendments": ["EC 26"]},
}  # fmt: skip
"""A right answer to each."""
