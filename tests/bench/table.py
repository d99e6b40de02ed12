"""The table that ``make bench`` prints: one line for each row, honest about what misses."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

HEAD = ("stage", "work", "ours", "peer or floor", "ratio", "target", "verdict", "n")
RIGHT = {"ours", "ratio", "n"}
UNITS = {"seconds": "time", "ratio": "×", "peak_mib": "MiB", "written_mb": "MB"}


def table(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the rows of ``build/bench.json`` as aligned text.

    A stage is named once. Behind a ratio stands its spread: the distance of the quartiles of the
    pairs' ratios, over their median.
    """
    lines: list[Sequence[str]] = [HEAD]
    stage = ""
    for row in rows:
        lines.append(("" if row["stage"] == stage else row["stage"], row["work"], *_cells(row)))
        stage = row["stage"]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return "".join(_line(line, widths) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        " " * (width - _width(cell)) + cell
        if title in RIGHT
        else cell + " " * (width - _width(cell))
        for title, cell, width in zip(HEAD, cells, widths, strict=True)
    ]
    return "  ".join(padded).rstrip() + "\n"


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    if "absent" in row:
        return "–", f"{row['peer']}: {row['absent']}", "–", "", "not measured", "0"
    ours = ", ".join(
        [_amount("seconds", row["seconds"])]
        + [_amount(target["of"], row[target["of"]]) for target in row["targets"] if _more(target)]
    )
    peer = f"{row['peer']}: {_amount('seconds', row['peer_seconds'])}"
    ratio = f"{row['ratio']:.3g} ±{row['spread']:3.0%}"
    targets = ", ".join("≤ " + _amount(target["of"], target["most"]) for target in row["targets"])
    return ours, peer, ratio, targets, _verdict(row["targets"]), str(row["repeats"])


def _more(target: Mapping[str, Any]) -> bool:
    """Return whether what a target is of is shown neither as seconds nor as the ratio."""
    return target["of"] not in ("seconds", "ratio")


def _amount(of: str, value: float) -> str:
    if of == "seconds":
        return f"{1000 * value:.3g} ms" if value < 0.9995 else f"{value:.3g} s"
    space = "" if of == "ratio" else " "
    return f"{value:.3g}{space}{UNITS[of]}"


def _verdict(targets: Sequence[Mapping[str, Any]]) -> str:
    missed = [UNITS[target["of"]] for target in targets if not target["met"]]
    return f"missed: {', '.join(missed)}" if missed else "met" if targets else ""
