"""Simulate what boards claim, in full: coverage, width, false claims, power (``make bench-stats``).

Run from the repository's root: ``PYTHONPATH=toolkit python tests/bench/claims.py``. Some
minutes; with the word ``few`` the layouts of few sources again, and nothing else. Writes
``tests/bench/claims.json`` with its seed and the number of data sets, and prints the tables.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "stats"))

from layouts import FEW, SMALL, published
from simulation import GRADED, cover, errors, even, power, wald

SEED, SETS, BOARDS = 20261123, 1000, 300
FEW_BOARDS = 100
OURS = ("halacha", "halacha/kashrut", "halacha/hebrew_comprehension", "halacha/zmanim_calendar")
WRITTEN = ("finlaw", "finlaw/deposits_and_payments", "finlaw/governance_and_access", "frenchlaw")
LISTS = ("frenchlaw/workflows", "cases")
ARCHIVES = (
    ("mmlu-pro-law-2026-11-23", "mmlu_pro_law", "right or wrong"),
    ("disc-lawllm-2026-11-23", "disc_lawllm/cpa", "right or wrong"),
    ("oab-bench-2026-11-23", "oab_bench", "graded"),
    ("muser-2026-11-23", "muser", "nDCG-like"),
)
RULES = ("finlaw/part/regulation_accuracy", "frenchlaw/part/dated_accuracy")
"""Boards of single questions, of which some share a rule: it is their cluster."""
RULES_OF = "2026-11-29"
KNOWN = 0.9
"""A correlation near that of systems that know a rule or do not: all its questions or none."""
POWER = ((30, 1, 0.3), (60, 1, 0.25), (148, 1, 0.16), (60, 3, 0.25), (148, 3, 0.16))


def settings() -> list[tuple[Any, str]]:
    """Return every layout with the kinds of credit that it has."""
    live = published()
    rows = [(live[name], "right or wrong") for name in OURS]
    rows += [(live[name], kind) for name in WRITTEN for kind in ("right or wrong", "graded")]
    rows += [(live[name], kind) for name in LISTS for kind in ("graded", "nDCG-like")]
    rows += [(published(release)[board], kind) for release, board, kind in ARCHIVES]
    rows += [(published(RULES_OF)[name], "right or wrong") for name in RULES]
    rows += [(even(f"one task of {n}", 1, n), kind) for n in (14, 60) for kind in GRADED]
    rows += [(setting, kind) for setting in SMALL for kind in ("right or wrong", "graded")]
    return rows


def chapter(results: dict[str, Any]) -> tuple[str, str, str]:
    """Return the tables of the chapter (``site/docs/simulations.md``)."""
    head = "| layout, credit | n | ICC | coverage (least) | width | of Wald: coverage (least) "
    rows = [f"{head}| type I | family |", "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    plain = [row for row in results["intervals"] if row["method"] == "wald"]
    ours = [row for row in results["intervals"] if row["method"] == "stats/2"]
    for own, wald_row, test in zip(ours, plain, results["tests"], strict=True):
        rows.append(
            f"| {own['board']}, {own['kind']} | {own['n']:,} | {own['icc']:.1f} | "
            f"{own['coverage']:.3f} ({own['least']:.3f}) | {own['width']:.2f} | "
            f"{wald_row['coverage']:.3f} ({wald_row['least']:.3f}) | {test['alone']:.3f} | "
            f"{test['family']:.3f} |"
        )
    names = ("digesta", "cluster t", "sign-flip", "McNemar mid-p")
    powers = [
        "| n, clusters of | credit, difference | ours | cluster t | sign-flip | McNemar mid-p |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in results["power"]:
        shares = " | ".join(f"{row[name]:.2f}" if name in row else "–" for name in names)
        about = f"{row['n']}, {row['clusters of']} | {row['kind']}, {100 * row['gap']:.1f} points"
        powers.append(f"| {about} | {shares} |")
    exact = ["| layout, credit | n | ICC | type I | family |", "| --- | --- | --- | --- | --- |"]
    exact += (
        f"| {row['board']}, {row['kind']} | {row['n']} | {row['icc']:.1f} | {row['alone']:.3f} | "
        f"{row['family']:.3f} |"
        for row in results["few"]
    )
    return "\n".join(rows), "\n".join(powers), "\n".join(exact)


def few() -> list[dict[str, Any]]:
    """Return how often the exact test calls equal systems different, where sources are few."""
    rows = []
    for setting in FEW:
        for kind in ("right or wrong", "graded"):
            for icc in (0.0, 0.3):
                found = errors(setting, kind=kind, icc=icc, sets=FEW_BOARDS, seed=SEED)
                about = {"board": setting.name, "n": setting.layout.n, "kind": kind, "icc": icc}
                alone, family = round(found.alone, 4), round(found.family, 4)
                rows.append({**about, "test": "swaps/1", "alone": alone, "family": family})
                print(*rows[-1].values(), flush=True)
    return rows


def main() -> None:
    """Simulate, print, write."""
    file = HERE / "claims.json"
    if sys.argv[1:] == ["few"]:
        known = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps(known | {"few": few()}, indent=1) + "\n", encoding="utf-8")
        return
    intervals, tests = [], []
    for setting, kind in settings():
        layout = setting.layout
        shares = (0.0, 0.3, KNOWN) if setting.name in RULES else (0.0, 0.3)
        for icc in shares if layout.units < layout.n else (0.0,):
            about = {"board": setting.name, "n": layout.n, "kind": kind, "icc": icc}
            sets, boards = (SETS, BOARDS) if layout.n < 500 else (SETS // 4, BOARDS // 10)
            shared: dict[str, Any] = {"kind": kind, "icc": icc, "seed": SEED}
            ours = cover(setting, sets=sets, **shared)
            intervals.append({**about, "method": "stats/2", **_rounded(ours)})
            other = cover(setting, sets=sets, interval=wald, **shared)
            intervals.append({**about, "method": "wald", **_rounded(other)})
            tests.append({**about, **_rounded(errors(setting, sets=boards, **shared))})
            print(*intervals[-2].values(), "|", *list(tests[-1].values())[4:], flush=True)
    powers = []
    for n, each, gap in POWER:
        for kind in ("right or wrong", "graded"):
            size = gap if kind == "right or wrong" else gap / 2
            setting = even(f"{n} in clusters of {each}", 1, n, each=each)
            icc = 0.3 if each > 1 else 0.0
            found = power(setting, gap=size, kind=kind, icc=icc, sets=SETS, seed=SEED)
            powers.append({"n": n, "clusters of": each, "gap": size, "kind": kind, **found})
            print(*powers[-1].items(), flush=True)
    results: dict[str, Any] = {"seed": SEED, "data sets": SETS, "boards": 3 * BOARDS}
    results |= {"intervals": intervals, "tests": tests, "power": powers, "few": few()}
    text = json.dumps(results, indent=1) + "\n"
    file.write_text(text, encoding="utf-8")


def _rounded(values: Any) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(values).items()}


if __name__ == "__main__":
    main()
