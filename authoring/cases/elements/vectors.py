"""Vectors of elements: which values a case may have together, and draws among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from authoring.draws import Draws
from digesta.package_files import json_file

TABLES: Mapping[str, Any] = json_file(__package__ or "", "tables.json")
AXES: Mapping[str, Any] = TABLES["axes"]
COMMON: list[str] = TABLES["common"]
ACTS: Mapping[str, Any] = TABLES["acts"]
BANDS = {
    "小": ((6_000, 26_000), (26_500, 29_700)),
    "中": ((34_000, 92_000), (30_300, 33_500), (93_000, 99_500)),
    "大": ((115_000, 420_000), (100_500, 108_000)),
}
"""Yuan, the ends of what is drawn: well inside the bands that a query states, and near an edge."""
BANDS_FROM = {"小": 0, "中": 30_000, "大": 100_000}
"""Yuan, from which on each band counts, as a query states it."""

Vector = dict[str, str]
_TRIES = 2_000


def axes_of(vector: Vector) -> list[str]:
    """Return the axes on which a case has a value."""
    return [axis for axis in vector if axis != "act"]


def draw(draws: Draws, fixed: Vector | None = None) -> Vector:
    """Return a vector that the rules allow, its family by its share, its act evenly.

    fixed: values that it has in any case. ValueError where no case can have them together.
    """
    supplied = fixed or {}
    families = [
        name
        for name, share in TABLES["share"].items()
        for _ in range(share)
        if set(supplied) <= {*TABLES["families"][name], *COMMON}
    ]
    for _ in range(_TRIES):
        family = draws.pick(families)
        act = draws.pick([name for name, row in ACTS.items() if row["family"] == family])
        vector = _fill(act, supplied, draws)
        if set(supplied) <= set(vector) and not faults(vector):
            return vector
    raise ValueError(f"no case has {supplied}")


def _fill(act: str, supplied: Vector, draws: Draws) -> Vector:
    row, vector = ACTS[act], {"act": act}
    for axis in (*TABLES["families"][row["family"]], *COMMON):
        if axis not in row.get("without", ()):
            value = supplied.get(axis) or row["set"].get(axis)
            vector[axis] = value or draws.pick(AXES[axis]["values"])
    return vector


def faults(vector: Vector) -> list[str]:
    """Return what the law or plain sense forbids in a vector."""
    row, v = ACTS[vector["act"]], vector
    problems = [axis for axis, value in row.get("not", {}).items() if v.get(axis) == value]
    problems += [axis for axis, value in row["set"].items() if v.get(axis) != value]
    if v["到案"] == "皆无" and v["认罪"] == "是":
        problems.append("who denies accepts nothing")
    if (v.get("完成") == "未遂") != (v["弥补"] == "本无"):
        problems.append("no loss where nothing was got, and there alone")
    if "数额" in v and max(BANDS[v["数额"]])[1] < row.get("least", 0):
        problems.append("below what the act needs")
    if v.get("身份") == "职务" and v["作用"] == "次要":
        problems.append("whose post it is does not play the lesser part")
    return problems + (_driving(v) if row["family"] == "D" else [])


def _driving(v: Vector) -> list[str]:
    problems = []
    left = v["离开"] == "有"
    if v["心态"] == "过失" and v["后果"] == "重" and v["酒精"] == "无" and not left:
        problems.append("grave injury alone, without drink or flight, is another thing")
    if v["心态"] == "过失" and not left and v["到案"] == "坦白":
        problems.append("who stays with the wreck and reports has come by himself")
    if v["心态"] == "放任" and not left and v["到案"] == "自首":
        problems.append("who is stopped by force has not come by himself")
    return problems
