"""Figures of two runs beside the last accepted ones (``tests/bench/last.json``).

Only ratios are compared: they are what two machines have in common. A row that is more than 15 %
worse in both runs fails, and so does a row that was not measured; a new row passes with a note.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

LIMIT = 1.15
"""How much greater a ratio may be than the accepted one."""

Rows = Mapping[str, Mapping[str, Any]]


class Comparison(NamedTuple):
    """What fails, and what is only noted; a line each."""

    failures: list[str]
    notes: list[str]


def rows_of(report: Mapping[str, Any]) -> Rows:
    """Return rows by the name that failures call them by."""
    return {" | ".join((row["stage"], row["work"], row["peer"])): row for row in report["rows"]}


def compare(last: Mapping[str, Any], runs: Sequence[Mapping[str, Any]]) -> Comparison:
    """Compare the ratios of some runs with the accepted ones.

    What is slow and was not asked for is noted; what could not be measured fails.
    """
    failures: list[str] = []
    notes: list[str] = []
    accepted, measured = rows_of(last), [rows_of(run) for run in runs]
    for name, row in accepted.items():
        rows = [run.get(name) for run in measured]
        if missing := [_absence(other) for other in rows if other is None or "absent" in other]:
            line = f"{name}: {missing[0]}"
            (notes if missing[0].startswith("slow") else failures).append(line)
            continue
        ratios = [other["ratio"] for other in rows if other]
        if min(ratios) > LIMIT * row["ratio"]:
            failures.append(f"{name}: {_change(row['ratio'], ratios)}")
        elif max(ratios) > LIMIT * row["ratio"]:
            notes.append(f"{name}: {_change(row['ratio'], ratios)}, not in every run")
        elif max(ratios) < row["ratio"] / LIMIT:
            notes.append(f"{name}: {_change(row['ratio'], ratios)}, better: accept it")
    new = dict.fromkeys(name for run in measured for name in run if name not in accepted)
    notes += [f"{name}: new, nothing to compare with" for name in new]
    return Comparison(failures, notes)


def _absence(row: Mapping[str, Any] | None) -> str:
    return "vanished" if row is None else str(row["absent"])


def _change(old: float, ratios: Sequence[float]) -> str:
    now = " and ".join(f"{ratio:.3g} ({ratio / old - 1:+.0%})" for ratio in ratios)
    return f"{old:.3g} was accepted, now {now}"


def new_figures(runs: Sequence[Mapping[str, Any]], last: Mapping[str, Any]) -> dict[str, Any]:
    """Return new figures to be accepted: of each row the median ratio of the runs that have it.

    A row that no run measured keeps its figure, as long as the runs still name it.
    """
    old, measured = rows_of(last), [rows_of(run) for run in runs]
    rows = []
    for name in dict.fromkeys(name for run in measured for name in run):
        ratios = [run[name]["ratio"] for run in measured if "ratio" in run.get(name, {})]
        ratios = ratios or [old[name]["ratio"] for _ in range(name in old)]
        if ratios:
            row = next(run[name] for run in measured if name in run)
            names = {key: row[key] for key in ("stage", "work", "peer")}
            rows.append(names | {"ratio": round(statistics.median(ratios), 4)})
    about = {key: runs[0][key] for key in ("format", "python", "processor", "packages")}
    return about | {"runs": len(runs), "rows": rows}
